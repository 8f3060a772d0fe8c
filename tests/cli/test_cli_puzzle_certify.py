"""The command ``tobago puzzle certify``: puzzles made by hand get a solution, a grade and a certificate."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from test_cli_puzzles import LOST, PINPOINT

from puzzles.format.files import parse_puzzles, puzzle_to_dict, read_puzzles
from puzzles.format.schema import Solution

if TYPE_CHECKING:
    import pytest
    from cli_helpers import Tobago

EXAMPLES = Path(__file__).parents[2] / "examples"
CERTIFY = ("puzzle", "certify")
HAND_MADE: dict[str, Any] = {**PINPOINT, "solution": {}, "times": [{"minutes": 4.5, "hints": 1}]}


def write(*documents: dict[str, Any]) -> None:
    Path("mine.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in documents))


def test_it_writes_to_standard_output_and_over_its_own_file(tobago: Tobago) -> None:
    example = read_puzzles(EXAMPLES / "one-of-each-kind.jsonl")[3]
    half = Solution(play=example.solution.play, dead=example.solution.dead)
    write(HAND_MADE, puzzle_to_dict(replace(example, solution=half, grade=None, certificate=None)))
    printed = tobago(*CERTIFY, "mine.jsonl")
    assert (printed.status, printed.err) == (0, "")
    puzzles = parse_puzzles(printed.out)
    assert [one.kind.name for one in puzzles] == ["pinpoint", "best-card"]
    assert puzzles[1].solution == example.solution  # the file named no treasure
    assert tobago(*CERTIFY, "mine.jsonl", "--out", "mine.jsonl").status == 0
    assert Path("mine.jsonl").read_text() == printed.out


def test_without_techniques_to_the_end_there_is_no_grade(
    tobago: Tobago, monkeypatch: pytest.MonkeyPatch
) -> None:
    from puzzles.kinds.lost_landmarks import LostLandmarks

    (puzzle,) = parse_puzzles(json.dumps(LOST))
    monkeypatch.setattr(LostLandmarks, "answers", lambda *_: [puzzle.solution])
    write({**LOST, "solution": {}})
    done = tobago(*CERTIFY, "mine.jsonl")
    assert (done.status, done.out) == (1, "")
    assert "it has not exactly one answer, or the techniques get stuck before it: no grade" in done.err
