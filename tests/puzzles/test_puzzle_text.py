"""Puzzles as lines of plain text: read as they were meant, and refused with the line that is wrong."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.collection import collection
from puzzles.format.files import parse_puzzles
from puzzles.format.schema import Solution
from puzzles.format.text import parse_text, puzzle_text
from puzzles.kinds import NAMES
from puzzles.puzzle import PuzzleError
from toolkit.core.document import PositionError
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.rules import Rules

LOST = """
# the first one of Anna
Kind: lost-landmarks
huts: A34, B24,B53   C53
statues: A12, C45

brown:  next to hut   # so says her card
palms: exactly 1 in jungle
"""


@pytest.mark.parametrize("kind", NAMES)
def test_every_puzzle_can_be_written_as_lines(kind):
    for puzzle in collection(kind):
        (again,) = parse_puzzles(puzzle_text(puzzle), "a.txt")
        assert again.id == puzzle.id
        assert again.solution == Solution()


def test_notes_blanks_and_great_letters_mean_nothing():
    puzzle, setting = parse_text(LOST), parse_text(LOST).position.setting
    assert puzzle.kind.name == "lost-landmarks"
    assert [*map(str, puzzle.facts)] == ["brown: next to hut", "palms: exactly 1 in jungle"]
    assert [*setting.huts] == ["A34", "B24", "B53", "C53"]
    assert [*setting.statues] == ["A12", "C45"]
    assert not setting.palms


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("kind: lost-landmark", "a.txt, line 1: kind: no kind .*did you mean 'lost-landmarks'"),
        ("kind: lie\nisland: ABD+0", "a.txt, line 2: island: no layout 'ABD.0'; did you mean 'ABC.0'"),
        ("kind: lie\nisland: ABC+0\n\ndrawing:\nJ J\n", "line 4: drawing: the island is named already"),
        ("kind: lie\ndrawing:\nJ X\n", "line 2: drawing: .*'X'"),
        ("kind: lie\ndrawing: J J\nS S\n", "line 2: drawing: the rows stand below this line"),
        ("kind: lie\nhuts: A34\nhuts: B24", "line 3: huts: this is said twice"),
        ("kind: lie\nhuts: A34\npalms: A34", "line 3: .*A34"),
        ("kind: lie\nhuts: A94", "line 2: .*no hex 'A94'"),
        ("kind: lie\n\nbrown: next to hat", "line 3: .*did you mean"),
        ("kind: lie\nbrwon: next to hut", "line 2: .*did you mean 'brown'"),
        ("kind: lie\nhand: next to hut", "lie puzzle"),
        ("kind: best-card\nhand: next to hut; in jangle\nbrown: in lake", "line 2: hand: .*jungle"),
        ("kind: best-card\nhand: next to hut\nhuts: exactly 2 in jungle", "line 3: on a map lies a clue"),
        ("kind: lost-landmarks\nhuts: exactly 1 within 2 of B92", "line 2: .*B92"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(text, problem):
    with pytest.raises(PositionError, match=problem):
        parse_puzzles(text, "a.txt")


@given(st.text(max_size=60), st.text(alphabet="kind: lostbrwnex hut\n#;,A1", max_size=60))
def test_any_lines_are_a_puzzle_or_refused(first, second):
    for text in (f"kind: lie\n{first}", f"kind: best-card\n{second}\n{first}", f"{second}{first}"):
        with suppress(ToolkitError):
            assert parse_puzzles(text, "a.txt")


def test_a_note_in_a_drawing_is_no_row_of_it():
    drawn = parse_text("kind: pinpoint\ndrawing:\nJ J S # the north\n# the middle\n L B\n\nbrown: in lake")
    assert len(drawn.position.setting.island) == 5


def test_what_lines_cannot_say_is_refused():
    puzzle = parse_text(LOST)
    setting = puzzle.position.setting
    odd = Setting(setting.island, setting.huts, (), setting.statues, Rules(own_hex="included"))
    with pytest.raises(PuzzleError, match="rules"):
        puzzle_text(replace(puzzle, position=Position(setting=odd)))
