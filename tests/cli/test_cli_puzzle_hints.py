"""The command ``tobago puzzle hint``: one rung at a time, the solver's own marks, pictures and new marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzles.format.files import parse_puzzles, read_marks

if TYPE_CHECKING:
    from cli_helpers import Tobago

DOCUMENT: dict[str, Any] = {
    "format": "tobago-puzzle/1",
    "kind": "pinpoint",
    "position": {"island": {"drawing": "J J S . .\n J L L B .\nM M L B ."}, "landmarks": {"huts": ["a1"]}},
    "facts": ["brown: in jungle", "brown: next to scrubland"],
    "solution": {"treasures": {"brown": "b1"}},
}
(PUZZLE,) = parse_puzzles(json.dumps(DOCUMENT))
HINT = ("puzzle", "hint", PUZZLE.id, "--rung")


def write_marks(**brown: list[str]) -> None:
    document = {"format": "tobago-marks/1", "puzzle": PUZZLE.id, "marks": {"brown": brown}}
    Path("mine.json").write_text(json.dumps(document))


def test_rung_5_writes_new_marks_until_it_is_solved(tobago: Tobago) -> None:
    for _ in range(10):
        told = tobago(*HINT, "5", "--marks", "mine.json", "--write")
        assert (told.status, told.err) == (0, "wrote mine.json\n")
        if "b1" in read_marks("mine.json", PUZZLE)["brown"].sure:
            break
    marks = read_marks("mine.json", PUZZLE)["brown"]
    assert marks.sure == {"b1"}
    assert "b1" not in marks.out
    assert tobago(*HINT, "1", "--marks", "mine.json", "--json").json["data"] == {"done": True}


def test_a_picture_of_the_premise(tobago: Tobago) -> None:
    assert tobago(*HINT, "3", "--svg", "hint.svg").err == "wrote hint.svg\n"
    assert Path("hint.svg").read_text().startswith("<svg")
    refused = tobago(*HINT, "1", "--svg", "none.svg")
    assert (refused.status, refused.out, Path("none.svg").exists()) == (2, "", False)
