"""``tobago note``: an evening noted line by line, what is asked and refused, kept and taken back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from toolkit.games.silver import Position

if TYPE_CHECKING:
    from cli_helpers import Outcome, Tobago

EXAMPLES = Path(__file__).parents[2] / "examples"
EVENING = EXAMPLES / "silver-evening.txt"
NEW = ("note", "silver", "evening.txt", "--players", "me,Ben")
HEAD = "tobago-note/1 silver\nplayers: me, Ben\n\n"
BEGUN = ("top 5", "look 1=8 2=3", "look 1 3")


def typed(tobago: Tobago, *lines: str, words: tuple[str, ...] = NEW[:3]) -> Outcome:
    return tobago(*words, stdin="\n".join([*lines, ""]).encode())


def kept() -> str:
    return Path("evening.txt").read_text(encoding="utf-8")


def test_an_evening_goes_on_from_its_file_and_is_taken_back_to_the_letter(tobago: Tobago) -> None:
    text = EVENING.read_text(encoding="utf-8")
    head, _, rest = text.partition("\n\n")
    lines = [line for line in rest.splitlines() if line and not line.startswith("#")]
    who = ("--players", "me:Anna,Ben,Cleo,Dora")
    first = typed(tobago, *lines[:16], words=(*NEW[:3], *who))
    assert first.status == 0
    assert "Cleo draws a card. Cleo gives up their second card: Exposer 5." in first.out
    before = kept()
    assert before == "\n".join([head, "", *lines[:16], ""])
    assert typed(tobago, lines[16], "undo", "undo", lines[15], "undo", lines[15]).status == 0
    assert kept() == before
    Path("evening.txt").write_text(text, encoding="utf-8")
    last = typed(tobago)
    assert last.status == 0
    assert "Cleo has won with the fewest werewolves." in last.out
    assert "Totals: Anna 43, Ben 35, Cleo 35, Dora 38." in last.out
    assert kept() == text


def test_cards_that_a_line_leaves_out_are_asked_for_and_stand_in_the_file(tobago: Tobago) -> None:
    done = typed(tobago, "top 5", "look 2", "8", "look 4", "table", "9", "look 1", "look = 3", words=NEW)
    assert "Which card is seen? Your card 2, as it lay before" in done.out
    assert kept() == f"{HEAD}top 5\nlook 2 cards 8\nlook 4 cards 9\nlook 1\n"
    assert done.status == 1
    assert "'= 3' cannot be read" in done.err
    Path("evening.txt").unlink()
    assert typed(tobago, "top 5", "look 2", "15", "8", words=NEW).status == 1
    assert kept() == f"{HEAD}top 5\nlook 2 cards 8\n"
    assert typed(tobago, "look 4").status == 1  # which nobody told
    assert typed(tobago, "look 4", "call", "undo", "look 4", "9").err.count("took back 'look 4'") == 1
    assert kept() == f"{HEAD}top 5\nlook 2 cards 8\nlook 4 cards 9\n"  # undo drops a line that waits


def test_what_the_writer_may_ask(tobago: Tobago) -> None:
    done = typed(
        tobago, *BEGUN, "what 2:1", "what deck", "odds call", "advice", "", "save now.toml", words=NEW
    )
    assert "1 Squire" in done.out
    assert "Who knows it: Ben." in done.out
    assert "a call needs 4 or fewer (S-28)" in done.err
    assert Position.load("now.toml").villages[0][0].number == 8
    assert kept() == HEAD + "\n".join([*BEGUN, ""])
    assert "As likely as the last: 4 more." in typed(tobago, "what 2:2").out
    refused = typed(
        tobago, "what 3:1", "what 2:9", "what", "odds cal", "save", "save now.toml", "draw", "advice"
    )
    assert refused.err.count("tobago: ") == 6
    assert "did you mean 'call'?" in refused.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no noted game: it begins with the line tobago-note/1 silver"),
        ('format = "silver-position/1"\n', "this is a Silver position, not a noted game"),
        ("tobago-note/1 silver\ntop 5\n", "one of them writes and is called me"),
        ("tobago-note/1 silver\nplayers: me, \n", "a name is missing"),
        ("tobago-note/1 silver\nplayers: me\n", "players"),
        ('tobago-note/1 silver\nplayers: me, Ben\nrules: {"beholders": 1}\n', "did you mean 'beholder'?"),
        ("tobago-note/1 silver\nplayers: me, Ben\nrules: {\n", "evening.txt: "),
        (f"{HEAD}top 5\n\nlook 1=14\n", "evening.txt: line 6: there is no card 14"),
        (f"{HEAD}top 5\nlook 1\n", "evening.txt: line 5: Which card is seen?"),
    ],
)
def test_files_that_are_no_notes_are_refused(tobago: Tobago, text: str, said: str) -> None:
    Path("evening.txt").write_text(text, encoding="utf-8")
    done = typed(tobago, "quit")
    assert done.status == 2
    assert said in done.err
    assert kept() == text


def test_a_file_that_another_program_changed_is_left_as_it_is(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert typed(tobago, *BEGUN, words=NEW).status == 0
    assert typed(tobago, "draw 9", words=(*NEW, "--rules", "revealer=any")).status == 2
    assert "no name has one" in typed(tobago, words=(*NEW[:2], "other.txt", "--players", "me,#2")).err
    text = kept() + "draw 9"  # no end of the line, as an editor may leave it, and a remark
    Path("evening.txt").write_text(text + "  # mine", encoding="utf-8")
    assert typed(tobago, "discard").status == 0
    assert kept() == text + "  # mine\ndiscard\n"
    monkeypatch.setattr(
        "toolkit.core.told.NotedGame.tell", lambda *_: Path("evening.txt").write_text("other")
    )
    monkeypatch.setattr("toolkit.core.told.NotedGame.undo", lambda *_: "")
    Path("evening.txt").write_text(HEAD, encoding="utf-8")
    done = typed(tobago, "top 5")
    assert "was changed meanwhile" in done.err
    assert kept() == "other"


def test_it_speaks_persian(tobago: Tobago) -> None:
    done = typed(
        tobago, *BEGUN, "call", "draw \u06f14", "what ۲:\u06f1", "میز", "برگشت", words=(*NEW, "--lang", "fa")
    )
    assert "نوبت شما" in done.out
    assert "کارت ۱۴ نیست" in done.err
    assert "پس گرفته شد" in done.err


def test_names_may_have_the_joiners_of_persian(tobago: Tobago) -> None:
    assert typed(tobago, "top 5", words=(*NEW[:-1], "me:Ali\u200creza,Ben")).status == 0
    refused = typed(tobago, words=("note", "silver", "new.txt", "--players", "me,Ben\u202e"))
    assert r"'Ben\u202e' is no name" in refused.err


def test_undo_takes_out_what_was_noted_and_leaves_remarks(tobago: Tobago) -> None:
    text = HEAD + "# the first round\ntop 5 # mine\nlook 1=8 2=3\n\n# Ben is slow"
    Path("evening.txt").write_text(text, encoding="utf-8")
    assert typed(tobago, "look 1 3", "undo").status == 0
    assert kept() == text
    assert typed(tobago, "undo", "undo").status == 0
    assert kept() == HEAD + "# the first round\n# mine\n\n# Ben is slow"
    assert "nothing is noted" in typed(tobago, "undo").err


def test_who_else_is_refused_something_and_what_stands_alone(tobago: Tobago) -> None:
    done = typed(tobago, *BEGUN, "draw 9", "2=3", "call", "l6", "undo 1", "log 3", words=NEW)
    assert done.err.split("\n")[:4] == [
        "tobago: Ben would hear: You cannot: whoever calls has 4 cards at most, and you have 5 (S-28).",
        "tobago: Ben would hear: You cannot: your village has 5 cards.",
        "tobago: nothing stands behind undo",
        "tobago: nothing stands behind log",
    ]
    assert kept() == HEAD + "\n".join([*BEGUN, "draw 9", "2=3", ""])


def test_what_the_odds_refuse_is_a_refusal(tobago: Tobago) -> None:
    assert typed(tobago, *BEGUN, "odds sum", words=NEW).status == 0
    assert typed(tobago, "odds call").status == 1
    assert typed(tobago, "odds call --tilt x").status == 1


def test_an_evening_of_wazabi_ends_as_in_the_engine(tobago: Tobago) -> None:
    text = (EXAMPLES / "wazabi-evening.txt").read_text(encoding="utf-8")
    Path("evening.txt").write_text(text, encoding="utf-8")
    done = tobago("note", "wazabi", "evening.txt", stdin=b"what 2\nundo\nlog\n")
    assert done.status == 0
    assert "# points: 8, 4, 7" in text
    assert "You have won!\nPoints: Anna 8, Ben 4, Cleo 7." in done.out
    assert "All cards go round" in done.out
    assert "You are rid of all your dice: you win round 1!" in done.out
    assert kept() == text.replace("001 3\n", "")


def test_wazabi_is_asked_between_turns(tobago: Tobago) -> None:
    words = ("note", "wazabi", "game.txt")
    new = (*words, "--players", "me,Ben,Cleo")
    begun = ("l1 sd sh", "211 301 112", "211", "odds win", "3 l1", "what pile", "odds finish")
    done = typed(tobago, *begun, "save now.toml", "500 sh 1", "l1 d3", words=new)
    assert done.err.startswith("tobago: a position of Wazabi is taken before somebody rolls (W-6)\nsaved")
    assert "Which card is seen, out of this of Cleo: hand?" in done.out
    assert Path("game.txt").read_text(encoding="utf-8").endswith("500 sh 1 seen l1 d3\n")
    assert tobago("odds", "wazabi", "now.toml", "--query", "finish").status == 0
    assert typed(tobago, "table", words=words).status == 0
    refused = typed(tobago, "table", words=("note", "silver", "game.txt"))
    assert "it begins with the line tobago-note/1 silver" in refused.err


def test_notes_in_notation_count_from_0_and_stay_so(tobago: Tobago) -> None:
    new = ("note", "mangrovia", "notes.txt", "--players", "me,Ben")
    done = typed(tobago, "start 1", "draw mangrove, draw reed", "log", "?", words=(*new, "--notation"))
    assert "chance: start 1, draw mangrove, draw reed" in done.out
    assert Path("notes.txt").read_text(encoding="utf-8").split("\n")[2:4] == ["lines: notation", ""]
    assert "turn up 2, turn up sand" in typed(tobago, "5 4 4 2, sand water reed", words=new[:3]).out
    for more, why in (("--notation", "for a new file"), ("--lang=fa", "without the notation")):
        assert why in typed(tobago, words=(*new[:3], more)).err
