"""Games in the terminal as people say them: what is shown is what is typed, and choices are taken back."""

from __future__ import annotations

import re
from collections import Counter
from io import StringIO
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from playing import decisions
from rich.console import Console
from sizes import nightly

from toolkit import find_game
from toolkit.core.record import Record
from toolkit.core.telling.language import ISOLATE, POP, read_words
from workbench.cli.play.desk import view_of
from workbench.cli.play.voice import InWords

if TYPE_CHECKING:
    from cli_helpers import Tobago

ROOT = Path(__file__).parents[2]
SILVER = ("play", "silver", "--players", "me:Anna,random", "--seed", "3")
GAMES = {
    "silver": ["--rules", "rounds=1"],
    "mangrovia": [],
    "tobago": ["--rules", "turn_limit=12", "--rules", "atvs=A22,C10"],
    "wazabi": ["--rules", "rounds=2"],
    "wayfarers": ["--rules", "turn_limit=6"],
}
NOTATION = re.compile(r"\b\d:\d\b|\bchance:|(?<!\w)player 0|-1\b|\?>|[{}]")


@pytest.mark.parametrize(
    ("game", "lang"),
    [(game, "fa") for game in GAMES]  # where English that is left over shows as well
    + [pytest.param(game, "en", marks=() if game == "silver" else nightly) for game in GAMES],
)
def test_whole_games_are_played_in_words(tobago: Tobago, game: str, lang: str) -> None:
    letters = [Random(f"{game}/{number}").choice("aabc") for number in range(4000)]
    options = (
        "--players",
        "me:Anna,random",
        "--seed",
        "1",
        *GAMES[game],
        "--lang",
        lang,
        "--save",
        "a.jsonl",
    )
    done = tobago("play", game, *options, stdin="".join(f"{letter}\n" for letter in letters).encode())
    assert (done.status, done.err) == (0, "")
    record = Record.load(Path("a.jsonl"))
    assert record.outcome
    assert not NOTATION.findall(done.out)
    told = tobago("replay", "a.jsonl", "--text", "--lang", lang).out
    assert not NOTATION.findall(told)
    if lang == "fa":
        sentences = re.sub("\u2068[^\u2069]*\u2069|^[a-z_]+ = .*$", "", told, flags=re.MULTILINE)
        assert not re.findall("[A-Za-z0-9]+", sentences)


@pytest.mark.parametrize("name", sorted({*GAMES} - {"wayfarers"}))  # of that, `test_cli_play_wayfarers.py`
def test_tables_have_no_english_in_persian(name: str) -> None:
    game, view = find_game(name), view_of(name)
    voice, met = InWords(game, "fa", ["me:آنا", "random"]), Counter[str | None]()
    for state in islice(decisions(game.new(2), Random(3)), 200):
        met[state.decision_kind()] += 1
        if (times := met[state.decision_kind()]) > 2 and times % 20:  # a part from all of a game
            continue
        seen, shown = state.observation(state.to_act()), StringIO()
        Console(file=shown, width=80).print(*view.table(seen, voice), *view.hand(seen, voice))
        bare = re.sub("\u2068[^\u2069]*\u2069", "", shown.getvalue())
        assert not re.findall("[A-Za-z0-9]+", bare)
        assert "آنا (شما)" in shown.getvalue() or seen.player


def test_what_is_shown_is_what_is_typed(tobago: Tobago) -> None:
    shown = tobago(*SILVER, stdin=b"moves\nquit\nquit\n").out
    label = re.search(r"a\) (.*? card 1)", shown)[1]
    lettered = tobago(*SILVER, stdin=b"a\nlog\nquit\nquit\n").out
    typed = tobago(*SILVER, stdin=f"{label.upper()}\nlog\nquit\nquit\n".encode()).out
    assert typed.partition("> log")[2] == lettered.partition("> log")[2]


def test_the_notation_is_never_taken_for_something_else(tobago: Tobago) -> None:
    done = tobago(*SILVER, "--save", "a.jsonl", stdin=b"look 0:0\nquit\n")
    assert "'look 0:0' is the notation of records: --notation reads it" in " ".join(done.out.split())
    assert all(actor < 0 for actor, _ in Record.load(Path("a.jsonl")).actions)
    assert tobago(*SILVER, "--notation", "--lang", "fa").status == 2


def test_a_choice_is_taken_back_with_what_came_after_it(tobago: Tobago) -> None:
    tobago(*SILVER, "--save", "a.jsonl", stdin=b"a\na\na\nundo\nundo\nquit\n")
    kept = Record.load(Path("a.jsonl")).actions
    tobago(*SILVER, "--save", "b.jsonl", stdin=b"a\nquit\n")
    assert kept == Record.load(Path("b.jsonl")).actions
    again = tobago(*SILVER, stdin=b"undo\nquit\nquit\n")
    assert "there is nothing to take back" in again.out
    shared = tobago(
        "play", "silver", "--players", "me:Anna,me:Bob", "--seed", "3", stdin=b"a\nundo\nquit\nquit\n"
    )
    assert "among several persons nothing is taken back" in shared.out


def test_after_a_refusal_the_rule_is_told_and_otherwise_what_can_be_done(tobago: Tobago) -> None:
    done = tobago(
        "play", "silver", "--notation", "--players", "me,random", "--seed", "3", stdin=b"?\nlook 1:0\n?\n"
    )
    moves, refused = done.out.split("> ?")[1:]
    assert "look 0:0" in moves
    assert re.search(r"S-\d+ \(Silver: ", refused)


def test_a_rule_is_told_by_its_number_and_hint_is_advice_that_fits_on_a_screen(tobago: Tobago) -> None:
    start = ("play", "tobago", "--players", "me:Anna,greedy", "--seed", "5")
    lines = ("a", "advice", "hint", "? T-5", "?t-5", "T-5", "quit", "quit")
    done = tobago(*start, stdin="".join(f"{line}\n" for line in lines).encode())
    parts = re.split("^Anna> .*\n", done.out, flags=re.MULTILINE)[2:7]
    assert parts[0] == parts[1]
    assert "the 104 choices are equally good, each winning about 50 of 100 games: Start on A00;" in parts[0]
    assert parts[0].splitlines()[-1].endswith("Start on A03, and 100 more.")  # and no table of equals
    assert parts[2].startswith("T-5 (Tobago: The island)")
    assert parts[2] == parts[3] == parts[4]


def test_a_record_is_told_to_a_seat_with_its_secrets_only(tobago: Tobago) -> None:
    tobago(
        "play",
        "silver",
        "--players",
        "random,random",
        "--seed",
        "5",
        "--rules",
        "rounds=1",
        "--save",
        "a.jsonl",
    )
    whole, mine = (tobago("replay", "a.jsonl", "--text", *seat).out for seat in ((), ("--seat", "1")))
    assert re.search(r"random \(1\) draws [A-Z]\w+ \d+\.", whole)
    assert not re.search(r"random \(1\) draws [A-Z]\w+ \d+\.", mine)
    assert re.search(r"You draw [A-Z][\w ]+ \d+\.", mine)
    notation = tobago("replay", "a.jsonl", "--text", "--notation").out
    assert "0 random" in notation


def test_what_the_terminal_says_is_there_in_both_languages() -> None:
    """Each key that is said is there, each that is there is said; places and options are the same in both."""
    words = read_words("workbench.cli.play")
    cli = ROOT / "workbench/cli"
    sources = *cli.glob("play/*.py"), cli / "advice.py", cli / "showing.py"
    source = "".join(path.read_text("utf-8") for path in sources)
    said = {
        *re.findall(r'"(nobody_\w+)"', source),
        *re.findall(r'say\("(\w+)"', source),
        *re.findall(r'"(note_\w+)"', source),
        *re.findall(r'"(more_with_map)" if .* else "(more)"', source)[0],
    }
    assert {key for key in said if isinstance(key, str)} == words["says"].keys()
    tables = "says", "commands", "levels", "rules"
    for texts in (text for table in tables for text in words[table].values()):
        assert texts.keys() == {"en", "fa"}
        places = [sorted(re.findall(r"{\w+}|--\w+", texts[lang])) for lang in ("en", "fa")]
        assert places[0] == places[1], texts
    typed = [text for texts in words["commands"].values() for text in texts.values()]
    assert len(typed) == len(set(typed))


def test_commands_are_typed_in_persian_too(tobago: Tobago) -> None:
    english, persian = (
        tobago(*SILVER, "--lang", "fa", stdin=f"a\n{log}\n{leave}\n{leave}\n".encode()).out
        for log, leave in (("log", "quit"), ("رویدادها", "خروج"))
    )
    assert persian.replace("رویدادها", "log").replace("> خروج", "> quit") == english


def test_persian_keys_choose_and_ask(tobago: Tobago) -> None:
    """Letters and the question mark as a Persian keyboard has them; a name with a blank is one word."""
    game = ("play", "silver", "--players", "me:Anna Maria,random", "--seed", "3", "--lang", "fa")
    latin, persian = (
        tobago(*game, stdin=f"{one}\nlog\nquit\nquit\n".encode()).out.partition("> log")[2]
        for one in ("b", "ب")
    )
    assert latin == persian
    asked = tobago(*game, stdin="؟\nxyz\nquit\nquit\n".encode()).out
    assert "'؟'" not in asked
    assert "\\u2068" not in asked
    for line in asked.splitlines():
        assert line.count("\u2068") >= line.count("\u2069")


def test_a_number_of_a_rule_is_told(tobago: Tobago) -> None:
    told = tobago(*SILVER, stdin=b"s-12\nquit\nquit\n").out
    assert "S-12 (Silver: " in told
    told = tobago(*SILVER, "--lang", "fa", stdin="؟ s-۱۲\nخروج\nخروج\n".encode()).out
    assert "\u2068S-12\u2069 (سیلور: " in told
    start = ("play", "tobago", "--players", "me:Anna,random", "--seed", "3")
    assert "T-17a (Tobago: " in tobago(*start, stdin=b"? T-17a\nquit\nquit\n").out


def test_what_is_typed_in_persian_is_said_again_in_persian(tobago: Tobago) -> None:
    word = "نمونه"
    lines = f"{word}\nپیشنهاد {word}\nذخیره\nخروج\n"  # noqa: RUF001
    for game in ("silver", "wazabi"):
        start = ("play", game, "--players", "me:آنا,random", "--seed", "3", "--lang", "fa")
        told = tobago(*start, stdin=lines.encode()).out
        assert f"{ISOLATE}«{word}»{POP} هیچ‌کدام" in told
        assert f"روشی به نام {ISOLATE}«{word}»{POP} نیست" in told
        assert not re.findall("FILE|Enter|'", told)


def test_rules_and_cards_are_told_by_their_names(tobago: Tobago) -> None:
    game = ("play", "silver", "--players", "me:Anna,greedy", "--seed", "8")
    out = tobago(*game, stdin=b"a\nb\nrule S-10\n? S-10\n? witch\n? 99\n").out
    by_word, by_mark, card, none = out.split("Anna> ")[3:7]
    assert by_word.partition("\n")[2] == by_mark.partition("\n")[2] != ""
    assert card.splitlines()[1:] == ["11 Witch: swap the deck's top card into a village"]
    assert none.splitlines()[1:] == ["nothing begins so"]
    out = tobago("play", "wayfarers", "--players", "me,greedy", "--seed", "8", stdin=b"? l19\n").out
    assert "\nL19: " in out
