"""Marks of solvers: written, read, and refused with a reason."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from puzzle_samples import LIE, PINPOINT

import puzzles
from puzzles.format.files import marks_text, marks_to_dict, parse_marks
from puzzles.format.schema import json_schema
from puzzles.puzzle import Marks
from toolkit.games.tobago import PositionError

MARKS = {"brown": Marks(out=frozenset({"A23", "A11"}), sure=frozenset({"B52"}))}


def marks(**changes: Any) -> str:
    document = {
        "format": "tobago-marks/1",
        "puzzle": PINPOINT.id,
        "marks": {"brown": {"out": ["A11", "A23"], "sure": ["B52"]}},
    }
    return json.dumps({**document, **changes})


def fault(text: str) -> str:
    with pytest.raises(PositionError) as caught:
        parse_marks(text, PINPOINT, "mine.json")
    message = str(caught.value)
    assert message.startswith("mine.json: ")
    assert len(message) < 400
    return message


def test_written_and_read(tmp_path: Path) -> None:
    assert parse_marks(marks(), PINPOINT) == MARKS
    assert marks_to_dict(PINPOINT, MARKS) == json.loads(marks())
    (tmp_path / "mine.json").write_text(marks_text(PINPOINT, MARKS))
    assert parse_marks((tmp_path / "mine.json").read_text(), PINPOINT) == MARKS
    assert parse_marks(marks(marks={}), PINPOINT) == {}
    assert marks_to_dict(PINPOINT, {"brown": Marks()})["marks"] == {}


def test_marks_of_a_lie() -> None:
    found = {"lie": Marks(out=frozenset({str(LIE.facts[0])}))}
    assert parse_marks(json.dumps(marks_to_dict(LIE, found)), LIE) == found


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[]", "marks are a JSON object"),
        ("{", "no valid JSON"),
        ("{}", "format: this key is needed (format = 'tobago-marks/1')"),
        (marks(format="tobago-mark/1"), "did you mean 'tobago-marks/1'?"),
        (marks(puzzle=3), "puzzle: 3 is not valid: expected a text"),
        (marks(puzzle=LIE.id), "puzzle: these marks belong to"),
        (marks(mark={}), "unknown key 'mark'; did you mean 'marks'?"),
        (marks(marks=[]), "marks: [] is not valid"),
        (marks(marks={"brown": []}), "marks.brown: [] is not valid"),
        (marks(marks={"brown": {"outs": []}}), "marks.brown: unknown key 'outs'; did you mean 'out'?"),
        (marks(marks={"brown": {"out": "A11"}}), "marks.brown.out: 'A11' is not valid: expected a list"),
        (marks(marks={"brown": {"out": ["A11", 3]}}), "marks.brown.out[1]: 3 is not valid"),
        (marks(marks={"\x1f": {"x": 1}}), "marks.'\\x1f': unknown key 'x'"),
        (marks(marks={"brwn": {}}), "the puzzle does not ask for 'brwn'; did you mean 'brown'?"),
        (marks(marks={"huts": {}}), "does not ask for 'huts'; it asks for brown"),
        (marks(marks={"brown": {"out": ["A11", "a2"]}}), "marks.brown.out[1]: 'a2' is no value of brown"),
        (marks(marks={"brown": {"out": ["a23"]}}), "'a23' is no value of brown; did you mean 'A23'?"),
        (marks(marks={"brown": {"out": ["A11"], "sure": ["A11"]}}), "brown: 'A11' is both out and sure"),
    ],
)  # fmt: skip
def test_errors(text: str, words: str) -> None:
    assert words in fault(text)


def test_the_schema_on_disk_is_the_one_of_the_code() -> None:
    path = Path(puzzles.__file__).parent / "data" / "marks.schema.json"
    assert json.loads(path.read_text()) == json.loads(json.dumps(json_schema("marks")))
    valid = jsonschema.Draft202012Validator(json_schema("marks")).is_valid
    assert valid(marks_to_dict(PINPOINT, MARKS))
    assert not valid({**marks_to_dict(PINPOINT, MARKS), "mark": {}})
