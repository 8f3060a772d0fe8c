"""Puzzles as lines of plain text: read as they were meant, and refused with the line that is wrong."""

from __future__ import annotations

import re
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.collection import collection
from puzzles.format.files import parse_puzzles
from puzzles.format.schema import Solution
from puzzles.format.text import parse_text
from puzzles.generate import Request, make_puzzle
from puzzles.kinds import NAMES
from puzzles.puzzle import PuzzleError, solved
from puzzles.words import words
from puzzles.words.faults import say_fault
from solvers.tobago.facts import KINDS
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.core.telling.language import ISOLATE, POP
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.hexmap import format_drawing

LOST = """
# the first one of Anna
Kind: lost-landmarks
huts: A34, B24,B53   C53
statues: A12, C45

brown:  next to hut   # so says her card
palms: exactly 1 in jungle
"""


def lines_of(puzzle):
    """Return the lines of a puzzle under the rules of the box."""
    position, setting = puzzle.position, puzzle.position.setting
    if (named := setting.island.title) in LAYOUTS:
        island = f"island: {named}"
    else:
        island = f"drawing:\n{format_drawing(setting.island)}\n"
    lines = [f"kind: {puzzle.kind.name}", island]
    lines += [f"{plural}: {', '.join(cells)}" for plural in KINDS if (cells := getattr(setting, plural))]
    lines += [f"hand: {'; '.join(map(str, position.hand))}"] if position.hand is not None else []
    lines += [f"{colour}: {clue}" for colour, one in position.maps.items() for clue in one.clues]
    return "\n".join((*lines, *map(str, puzzle.facts)))


@pytest.mark.parametrize("kind", NAMES)
def test_every_puzzle_can_be_written_as_lines(kind):
    for puzzle in collection(kind):
        (again,) = parse_puzzles(lines_of(puzzle), "a.txt")
        assert again.id == puzzle.id
        assert again.solution == Solution()


def test_notes_blanks_and_great_letters_mean_nothing():
    puzzle, setting = parse_text(LOST), parse_text(LOST).position.setting
    assert puzzle.kind.name == "lost-landmarks"
    assert [*map(str, puzzle.facts)] == ["brown: next to hut", "palms: exactly 1 in jungle"]
    assert [*setting.huts] == ["A34", "B24", "B53", "C53"]
    assert [*setting.statues] == ["A12", "C45"]
    assert not setting.palms


LIE, ONE = "kind: lie\n", "kind: whose-clue\nlisted: next to hut\n"
TWO = f"{ONE}listed: in jungle\nplayer 1: yes at A34\n"
ALL = "huts: A34, B23, C10, C55\npalms: A00, B45, C43\nstatues: A23, B22, C21\n"
FAULTS = [
    ("kind: lost-landmark", "a.txt, line 1: kind: no kind .*did you mean 'lost-landmarks'"),
    ("kind: pin", "line 1: .*did you mean 'pinpoint'. The kinds are pinpoint"),
    ("kind: پیک", "line 1: kind: no kind of puzzle 'پیک'"),
    ("kind: xyz", "line 1: .*; the kinds are pinpoint, lost-landmarks"),
    (f"{LIE}island: ABD+0", "a.txt, line 2: island: no layout 'ABD.0'; did you mean 'ABC.0'"),
    (f"{LIE}island: ABC+0\n\ndrawing:\nJ J\n", "line 4: drawing: the island is named already"),
    (f"{LIE}drawing:\nJ X\n", "line 2: drawing: .*'X'.*one of B J"),
    (f"{LIE}drawing:\nJ JJ\n", "line 2: drawing: .*a space between letters"),
    (f"{LIE}drawing:\nJ b\n", "line 2: drawing: .*did you mean 'B'"),
    (f"{LIE}drawing:\n. .\n", "line 2: drawing: .*no land"),
    (f"{LIE}drawing:\n" + ".\n" * 5000 + ". " * 200, "line 2: drawing: the drawing spans more than"),
    (
        f"{LIE}drawing:\nJ\n" + ".\n" * 998 + "J" + " ." * 998 + " J",
        "line 2: drawing: the island spans more than",
    ),
    (f"{LIE}drawing: J J\nS S\n", "line 2: drawing: the rows stand below this line"),
    (f"{LIE}huts: A34\nhuts: B24", "line 3: huts: this is said twice"),
    (f"{LIE}huts: A34\npalms: A34", "line 3: .*A34"),
    (f"{LIE}huts: A94", "line 2: .*no hex 'A94'"),
    (f"{LIE}\nbrown: next to hat", "line 3: .*expected a terrain.*did you mean"),
    (f"{LIE}brown:", "line 2: .*the text ends: expected 'in'"),
    (f"{LIE}brown: in ocean", "line 2: .*never in the ocean"),
    (f"{LIE}brown: in largest hut", "line 2: .*before a terrain"),
    (f"{LIE}brown: in jungle now", "line 2: .*nothing may follow 'jungle'"),
    (f"{LIE}brwon: next to hut", "line 2: .*did you mean 'brown'"),
    (f"{LIE}قهوه‌ای: کنار کلبه", "line 2: .*no subject"),
    (f"{LIE}\\users: in \\UFFFFFFFF", r"line 2: .*no subject '\\\\users'"),
    ("kind: \\users", r"line 1: .*no kind of puzzle '\\\\users'"),
    (f"{LIE}hello world", "line 2: .*expected a subject"),
    (f"{LIE}white within 2 of white", "line 2: .*two different"),
    (f"{LIE}white within 2 of pink", "line 2: .*no treasure 'pink'"),
    (f"{LIE}white within 0 of grey", "line 2: .*1 or more"),
    (f"{LIE}white within 200 of grey", "line 2: .*farther than 99"),
    (f"{LIE}huts: twelve", "line 2: .*it is one of exactly, in"),
    (f"{LIE}huts: exactly two", "line 2: .*expected 'exactly'"),
    (f"{LIE}huts: exactly 1 not in lake", "line 2: .*without 'not'"),
    (f"{LIE}huts: exactly 1 next to hut", "line 2: .*by other things"),
    (f"{LIE}huts: at x", "line 2: .*expected 'at'"),
    (f"{LIE}huts: nearest", "line 2: .*expected 'nearest'"),
    (f"{LIE}huts: in", "line 2: .*no terrain"),
    (f"{LIE}player 1: maybe", "line 2: .*expected 'yes'"),
    (f"{LIE}player 0: yes at A34", "line 2: .*from 1"),
    (f"{LIE}hand: next to hut", "line 2: a lie puzzle has no hand"),
    (LIE, "needs cards"),
    (f"{LIE}brown: in lake\nwhite: in lake", "line 3: .*one treasure, brown"),
    (f"{LIE}brown: in lake\nbrown: in lake", "line 3: .*twice: the lie"),
    (f"{LIE}brown: in lake\nlisted: in lake", "line 3: .*does not belong into a lie puzzle: its"),
    ("kind: lost-landmarks\nlisted: in lake", "line 2: .*does not belong"),
    ("kind: lost-landmarks\nhuts: exactly 1 within 2 of B92", "line 2: .*B92"),
    ("kind: lost-landmarks\nhuts: in jungle", "line 2: .*speaks of 1 huts, not 4"),
    (f"kind: lost-landmarks\n{ALL}brown: in lake", "no landmark is lost"),
    ("kind: expedition\nbrown: in lake", "11 things .* at least 11"),
    ("kind: best-card\nbrown: in lake", "needs a hand"),
    ("kind: best-card\nhand: next to hut; in jangle\nbrown: in lake", "line 2: hand: .*jungle"),
    ("kind: best-card\nhand: next to hut\nhuts: exactly 2 in jungle", "line 3: on a map lies a clue"),
    ("kind: best-card\nhand: in lake; in lake", "line 2: .*in the hand twice"),
    ("kind: best-card\nhand: in lake\nbrown: in lake\nbrown: not in lake", "the brown map has no"),
    (f"{ONE}brown: in lake", "line 3: .*does not belong into a whose-clue puzzle: say"),
    (ONE, "2 to 6 players .*, not 0"),
    (f"{ONE}listed: next to hut", "line 3: .*twice"),
    (f"{ONE}player 1: no at A34\nplayer 2: no at A34", "2 players hold different cards, but 1"),
    (f"{TWO}listed: in lake", "line 5: all cards are listed before"),
    (f"{TWO}player 3: no at A34", "player 2 has no cube"),
    (f"{TWO}player 2: no at A99", "line 5: .*A99"),
]


def test_what_is_wrong_is_told_with_its_line_and_in_persian_with_all_that_was_read():
    """Nothing else of it is English, and no sentence is kept that is never told."""
    english, persian = words("en").texts, words("fa")
    problems = ["it does not say its kind, such as 'kind: lie'"]
    for text, problem in FAULTS:
        with pytest.raises(PositionError, match=problem) as raised:
            parse_puzzles(text, "a.txt")
        problems.append(raised.value.problem)
    lake = "kind: pinpoint\nbrown: in lake\n"
    for made in (
        lambda: solved(parse_text(lake)),
        lambda: solved(parse_text(f"{lake}brown: not in lake")),
        lambda: make_puzzle(Request(kind="lie", level=1, treasures=4)),
        lambda: make_puzzle(Request(kind="pinpoint", level=5, treasures=1)),
        lambda: Request(kind="lie", level=9),
        lambda: Request(kind="lie", level=1, hexes=40),
        lambda: Request(kind="lie", level=1, island="ABD+0"),
        lambda: Request(kind="lie", level=1, island="AB"),
        lambda: Request(kind="lie", level=1, island="nowhere"),
    ):
        with pytest.raises(PuzzleError) as refused:
            made()
        problems.append(str(refused.value))
    problems += parse_text(f"{lake}huts: A34, A35\nstatues: A04\nbrown: next to hut").placement_faults
    for problem in problems:
        parts = re.split(f"{ISOLATE}([^{POP}]*){POP}", say_fault(problem, persian))  # by turns
        assert not re.search("[A-Za-z0-9{}]", "".join(parts[::2])), problem
        known = (
            *(text for key, text in persian.texts.items() if key.startswith("faults.")),
            problem.replace("\\\\", "\\"),
        )
        for read in (one for one in parts[1::2] if " " in one and one.isascii()):
            assert any(f"{ISOLATE}{read}" in one or f"'{read}" in one for one in known), read
    told = {key: text for key, text in english.items() if key.startswith("faults.")}
    met = [re.sub(r"\\{\w+\\}", ".+?", re.escape(text)) for text in told.values()]
    assert not [one for one in met if not any(re.search(one, problem) for problem in problems)]


@given(st.text(max_size=60), st.text(alphabet="kind: lostbrwnex hut\n#;,A1", max_size=60))
def test_any_lines_are_a_puzzle_or_refused(first, second):
    for text in (f"kind: lie\n{first}", f"kind: best-card\n{second}\n{first}", f"{second}{first}"):
        with suppress(ToolkitError):
            assert parse_puzzles(text, "a.txt")


def test_a_note_in_a_drawing_is_no_row_of_it():
    drawn = parse_text("kind: pinpoint\ndrawing:\nJ J S # the north\n# the middle\n L B\n\nbrown: in lake")
    assert len(drawn.position.setting.island) == 5
