"""The command ``tobago puzzle hint``: one rung at a time, the solver's own marks, pictures and new marks."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from puzzles.files import parse_puzzles
from puzzles.marks import read_marks

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


@pytest.mark.parametrize("rung", range(7))
def test_every_rung(tobago: Tobago, rung: int) -> None:
    told = tobago(*HINT, str(rung))
    assert (told.status, told.err) == (0, "")
    data = tobago(*HINT, str(rung), "--json").json
    assert (data["format"], data["id"], data["rung"]) == ("tobago-puzzle-hint/1", PUZZLE.id, rung)
    assert f"{data['text']}\n" == told.out
    assert ("marks" in data) == (rung == 5)
    assert "b1" not in told.out or rung >= 4  # nothing is said too early


def test_marks_are_looked_at(tobago: Tobago) -> None:
    write_marks(out=["a1"])
    assert tobago(*HINT, "0", "--marks", "mine.json", "--json").json["data"] == {"mistake": False}
    write_marks(out=["b1"])
    assert tobago(*HINT, "0", "--marks", "mine.json", "--json").json["data"] == {"mistake": True}
    read = json.dumps({"format": "tobago-marks/1", "puzzle": PUZZLE.id, "marks": {}}).encode()
    assert tobago(*HINT, "0", "--marks", "-", stdin=read).status == 0


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


def test_persian(tobago: Tobago) -> None:
    assert tobago(*HINT, "1", "--lang", "fa").out != tobago(*HINT, "1").out
    assert tobago(*HINT, "1", "--lang", "xx").status == 2


@pytest.mark.parametrize("facts", [["brown: in jungle"], ["brown: in jungle", "brown: in lake"]])
def test_no_hint_without_exactly_one_answer(tobago: Tobago, facts: list[str]) -> None:
    Path("bad.json").write_text(json.dumps({**DOCUMENT, "facts": facts, "solution": {}}))
    told = tobago("puzzle", "hint", "bad.json", "--rung", "1")
    assert (told.status, told.out) == (1, "")
    assert told.err.startswith("no hint: ")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing option '--rung'"),
        (["--rung", "7"], "7 is not in the range 0<=x<=6"),
        (["--rung", "4", "--write", "--marks", "mine.json"], "--write goes with --rung 5"),
        (["--rung", "5", "--write"], "--write goes with --rung 5 and --marks FILE"),
        (["--rung", "5", "--write", "--marks", "-"], "--marks FILE"),
        (["--rung", "1", "--marks", "none.json"], "cannot read 'none.json'"),
        (["--rung", "1", "--marks", "other.json"], "these marks belong to 'x'"),
    ],
)
def test_hint_refuses(tobago: Tobago, arguments: list[str], words: str) -> None:
    Path("other.json").write_text('{"format": "tobago-marks/1", "puzzle": "x", "marks": {}}')
    told = tobago("puzzle", "hint", PUZZLE.id, *arguments)
    assert (told.status, told.out) == (2, "")
    assert words in told.err


def test_nothing_that_is_read_is_written_over(tobago: Tobago) -> None:
    Path("one.json").write_text(json.dumps(DOCUMENT))
    picture, book = ("hint", "--rung", "3", "--svg", "one.json"), ("print", "--out", "one.json")
    for arguments in ((*picture, "one.json"), (*book, "one.json")):
        told = tobago("puzzle", *arguments)
        assert (told.status, told.out) == (2, "")
        assert "is read by this command: write to another file" in told.err
    assert json.loads(Path("one.json").read_text()) == DOCUMENT


def test_a_picture_on_standard_output_comes_alone(tobago: Tobago) -> None:
    assert tobago(*HINT, "3", "--svg", "-").out.rstrip().endswith("</svg>")
    assert tobago(*HINT, "3", "--svg", "-", "--json").status == 2
