"""Tobago in the terminal: whole games, folded moves, refusals by rule, what a person is shown."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from toolkit.core.record import Record
from toolkit.core.telling.language import ISOLATE, POP
from toolkit.games.tobago.state import HAND

if TYPE_CHECKING:
    from cli_helpers import Tobago

BOARD = (
    *("--rules", "huts=B23,A34,C10,C55"),
    *("--rules", "palms=B45,A00,C43"),
    *("--rules", "statues=A23>NE,B22>S,C21>N"),
    *("--rules", "atvs=A22,C10"),
)
WORDS = ("play", "tobago", "--players", "me:Anna,random", "--seed", "1", *BOARD)
GAME = ("play", "tobago", "--notation", "--players", "me,random", "--seed", "1", *BOARD)


def begun(tobago: Tobago, *lines: str) -> str:
    """Return what is told after the set-up, in which the first actions are taken, and these lines."""
    typed = "".join(f"{line}\n" for line in ("a", "a", *lines))
    done = tobago(*GAME, "--save", "a.jsonl", stdin=typed.encode())
    Path("a.jsonl").rename("last.jsonl")
    return done.out.rpartition("0 me> ")[2].partition("\n")[2]


def test_a_person_is_shown_what_lies_open_and_the_own_clues(tobago: Tobago) -> None:
    told = "".join([begun(tobago, *asked) for asked in ((), ("table",), ("map brown",))])
    for text in ("|A22R", "b brown", "0 me (you)", "1 random", "candidates left; x contradicts", "step ..."):
        assert text in told
    state = Record.load(Path("last.jsonl")).replay()
    clues, hands = state.compiled.decks.clues, state.clue_cards.cards[HAND:]
    assert all(str(clues[face]) in told for face in hands[0])
    laid = {face for faces in state.clues for face in faces}
    hidden = {str(clues[face]) for face in set(hands[1]) - set(hands[0]) - laid}
    rows = {line[: line.find("  ", 1)].strip() for line in begun(tobago, "hand").splitlines()}
    assert hidden
    assert rows > {str(clues[face]) for face in hands[0]}
    assert not rows & hidden


def test_T22_a_whole_move_is_typed_in_one_line(tobago: Tobago) -> None:
    state = Record.load(Path("last.jsonl")).replay() if begun(tobago) else None
    first = next(str(action)[5:] for action in state.legal_actions() if str(action).startswith("step"))
    told = begun(tobago, f"move A22-{first}-A22")
    record = Record.load(Path("last.jsonl"))
    moved = [str(action) for actor, action in record.actions if actor == 0][-3:]
    assert moved == [f"step {first}", "step A22", "stop"]
    assert "1 random: " in told


def test_T22_nothing_is_done_of_a_move_with_an_illegal_step(tobago: Tobago) -> None:
    begun(tobago)
    record = Record.load(Path("last.jsonl"))
    first = next(str(one)[5:] for one in record.replay().legal_actions() if str(one).startswith("step"))
    assert "(T-22" in begun(tobago, f"move A22-{first}-C75-A22", f"move A22-{first}-C75")
    assert Record.load(Path("last.jsonl")).actions == record.actions


def test_T25_T26_who_is_asked_in_a_division_is_told_the_own_looks(tobago: Tobago) -> None:
    options = ("--players", "me,greedy,greedy", "--seed", "1", "--rules", "turn_limit=25")
    done = tobago("play", "tobago", "--notation", *options, "--save", "a.jsonl", stdin=b"a\nA22\n" * 400)
    words = r"treasure\. You looked at: (.*)\. Cards still to come: \d\.\n"
    told = re.findall(words + r"(?:The chance of a curse among them: [\d.]+%\.\n)?A card of ", done.out)
    assert told
    looks: list[str] = []
    asked = []
    for event in Record.load(Path("a.jsonl")).replay().log(0):
        word, _, rest = str(event).partition(" ")
        if word == "raise":
            looks = []
        elif word == "look" and rest != "?":
            looks.append(rest)
        elif event.actor == 0 and word in ("take", "pass"):
            asked.append(", ".join(sorted(looks, key=["curse", "1", "2", "3", "4", "5", "6"].index)))
    assert told == asked


def test_the_island_of_a_record_is_drawn(tobago: Tobago) -> None:
    begun(tobago)
    done = tobago("replay", "last.jsonl", "--notation", "--svg", "out.svg")
    assert (done.status, done.out, done.err) == (0, "", "wrote out.svg\n")
    drawn = Path("out.svg").read_text(encoding="utf-8")
    assert drawn == tobago("replay", "last.jsonl", "--notation", "--svg", "-").out
    state = Record.load(Path("last.jsonl")).replay()
    assert drawn == state.observation(None).picture


def test_a_table_in_words_says_clues_as_cards_do_and_counts_people_from_1(tobago: Tobago) -> None:
    told = tobago(*WORDS, "--lang", "en", stdin=b"a\na\nmap\nquit\nquit\n").out
    for text in (
        "1 Anna (you)",
        "2 random",
        "next to a beach (2)",
        "not next to a hut  ",
        "looks north-east",
    ):
        assert text in told
    assert "0 Anna" not in told
    assert "g grey: 29 candidates (next to a beach)" in told


def test_a_persian_table_has_nothing_english(tobago: Tobago) -> None:
    """What stands on the drawing are signs, such as the names of hexes; its legend tells them in Persian."""
    typed = "a\na\ntable\nhand\nmap\nmap قهوه‌ای\nmap bron\nquit\nquit\n"
    told = tobago(*WORDS, "--lang", "fa", stdin=typed.encode()).out
    look = f"{ISOLATE}A23{POP} رو به شمال شرقی"
    for text in ("۱ Anna (شما)", "در کنار ساحل (۲)", "۲۹ خانهٔ ممکن", look):  # noqa: RUF001
        assert text in told
    assert f"{ISOLATE}«bron»{POP} نیست" in told
    signs = r"^.*\|.*$|^ B .*$|^Anna> .*$|^  [a-g]\)|\.\.\. \(\d+\)"
    bare = re.sub(signs, "", told, flags=re.MULTILINE)
    while (
        inner := re.sub(f"{ISOLATE}[^{ISOLATE}{POP}]*[A-Za-z0-9][^{ISOLATE}{POP}]*{POP}", "", bare)
    ) != bare:
        bare = inner
    assert re.findall("[A-Za-z0-9]+", bare) == []


def test_T25_T26_a_persian_division_tells_the_own_looks_in_words(tobago: Tobago) -> None:
    rules = ("--rules", "turn_limit=25", "--rules", "atvs=A22,C10,B65")
    options = ("--players", "me,greedy,greedy", "--seed", "1", *rules, "--lang", "fa")
    told = " ".join(tobago("play", "tobago", *options, stdin=b"a\n" * 200).out.split())
    assert "گنج قهوه‌ای. شما " in told
    assert re.search(r"([۰-۹] سکه(، |\. ))+کارت‌هایی که هنوز مانده: [۰-۹]\. احتمال نفرین", told)  # noqa: RUF001
    assert re.search(r"احتمال نفرین میان آن‌ها: [۰-۹]+٫[۰-۹]٪\.", told)  # noqa: RUF001


def test_advice_keeps_the_chances_where_points_tell_no_more(tobago: Tobago) -> None:
    told = tobago(*WORDS, stdin=b"advice\nquit\nquit\n").out.rpartition("> advice")[2]
    assert "each winning about 52 of 100 games: " in told
    assert "same chance" not in told
