"""Files of puzzles, marks and times: what they hold comes back, and every fault is named with its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from puzzle_samples import BEST_CARD, DOCUMENT, LIE, LOST, PINPOINT, SAMPLES, document

import puzzles
from puzzles.calibration import parse_times, parse_weights
from puzzles.format.files import (
    documents,
    marks_text,
    marks_to_dict,
    parse_marks,
    parse_puzzles,
    puzzle_to_dict,
    read_puzzles,
    to_line,
    to_lines,
    write_puzzles,
)
from puzzles.format.schema import Certificate, Grade, Hardest, SolvingTime, json_schema
from puzzles.puzzle import Marks, Puzzle
from toolkit.games.tobago import PositionError
from toolkit.games.tobago.position import Components

MARKS = {"brown": Marks(out=frozenset({"A23", "A11"}), sure=frozenset({"B52"}))}
MARKS_DOCUMENT = {
    "format": "tobago-marks/1",
    "puzzle": PINPOINT.id,
    "marks": {"brown": {"out": ["A11", "A23"], "sure": ["B52"]}},
}
TIME = {"format": "toolkit-times/1", "puzzle": LIE.id, "solver": "a", "seconds": 60, "hints": 0}
KIND_WEIGHTS = {"times": 20, "solvers": 2, "puzzles": 10, "spread": 0.2, "weights": {}}
WEIGHTS = {"format": "toolkit-weights/1", "kinds": {"lie": KIND_WEIGHTS}}
GRADE = Grade(
    level=3, name="tricky", hardest=Hardest(overall="reach"), needs=("reach",), measures={"b": 1, "a": 2}
)
CERTIFICATE = Certificate(seed="1", engine="0.1.0", trace="ab", provers={"rules": 1, "python-sat": 1})
DOCUMENT_KEYS = ["format", "id", "kind", "position", "facts"]
TIMES = (SolvingTime(minutes=4.5, hints=1), SolvingTime(minutes=3, solved=False))


def read(text: str) -> Puzzle:
    (puzzle,) = parse_puzzles(text)
    return puzzle


def fault(text: str, reader: Callable[[str, str], object] = parse_puzzles) -> str:
    """Return what a reader says of a text without the name of its file, with which it begins."""
    with pytest.raises(PositionError) as caught:
        reader(text, "five.jsonl")
    message = str(caught.value)
    assert message.startswith("five.jsonl")
    assert message.isprintable()
    assert len(message) < 500
    return message


def marks_of_pinpoint(text: str, source: str = "") -> dict[str, Marks]:
    return parse_marks(text, PINPOINT, source)


# ---------------------------------------------------------------- what comes back


def test_written_and_read() -> None:
    for one in SAMPLES.values():
        puzzle = replace(one, grade=GRADE, certificate=CERTIFICATE, times=TIMES)
        assert read(to_line(puzzle)) == puzzle
        assert to_line(read(to_line(puzzle))) == to_line(puzzle)


def test_a_line_is_canonical() -> None:
    line = to_line(replace(LOST, grade=GRADE, certificate=CERTIFICATE, times=TIMES))
    assert "\n" not in line
    assert list(json.loads(line)) == [*DOCUMENT_KEYS, "grade", "certificate", "times"]
    assert list(json.loads(line)["grade"]["measures"]) == ["a", "b"]
    assert '"solution"' not in line
    assert puzzle_to_dict(PINPOINT)["solution"] == {"treasures": {"brown": "C31"}}
    assert "format" not in puzzle_to_dict(PINPOINT)["position"]


def test_the_example_of_a_file() -> None:
    puzzle = read(document())
    assert (puzzle.kind.name, puzzle.solution.treasures) == ("pinpoint", {"brown": "b1"})
    assert [str(fact) for fact in puzzle.facts] == DOCUMENT["facts"]
    assert puzzle.position.facings == {"b2": "NE"}
    assert read(json.dumps(DOCUMENT, indent=2)) == puzzle  # over many lines
    assert read(document(id=puzzle.id)) == puzzle
    position = {"format": "tobago-position/1", **DOCUMENT["position"]}
    assert read(document(position=position)) == puzzle
    assert read(document(facts=["BROWN:  in Jungle", "brown : not next to hut"])) == puzzle


def test_a_line_of_an_indented_puzzle_is_no_puzzle() -> None:
    text = json.dumps({**DOCUMENT, "times": []}, indent=1).replace("[]", '[\n  {"minutes": 4}\n ]')
    assert read(text).times == (SolvingTime(minutes=4),)
    assert fault(text.replace("}\n ]", "}\n ")).startswith("five.jsonl: no valid JSON")


def test_puzzles_with_their_places_and_ids() -> None:
    text = to_lines([PINPOINT, LIE]).replace("\n", "\n\n")
    found = documents(text, "two.jsonl")
    assert [(one.place, one.read(), one.id) for one in found] == [
        ("two.jsonl, line 1", PINPOINT, PINPOINT.id),
        ("two.jsonl, line 3", LIE, LIE.id),
    ]
    assert [(one.place, one.read()) for one in documents(to_line(LIE), "one.json")] == [("one.json", LIE)]
    assert [one.place for one in documents(text)] == ["line 1", "line 3"]
    assert [one.id for one in documents(text.replace(f'"id": "{LIE.id}", ', ""))] == [PINPOINT.id, LIE.id]


def test_json_lines(tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    write_puzzles(path, SAMPLES.values())
    assert read_puzzles(path) == list(SAMPLES.values())
    text = path.read_text()
    assert text == to_lines(SAMPLES.values())
    assert text.count("\n") == len(SAMPLES)
    assert parse_puzzles(text.replace("\n", "\r\n\r\n")) == list(SAMPLES.values())
    assert parse_puzzles(text.rstrip()) == list(SAMPLES.values())


def test_marks_are_written_and_read(tmp_path: Path) -> None:
    assert marks_of_pinpoint(marks()) == MARKS
    assert marks_to_dict(PINPOINT, MARKS) == json.loads(marks())
    (tmp_path / "mine.json").write_text(marks_text(PINPOINT, MARKS))
    assert marks_of_pinpoint((tmp_path / "mine.json").read_text()) == MARKS
    assert marks_of_pinpoint(marks(marks={})) == {}
    assert marks_to_dict(PINPOINT, {"brown": Marks()})["marks"] == {}
    found = {"lie": Marks(out=frozenset({str(LIE.facts[0])}))}
    assert parse_marks(json.dumps(marks_to_dict(LIE, found)), LIE) == found


# ---------------------------------------------------------------- faults


NO_PUZZLE = [
    ("", "five.jsonl: no puzzle is in it"),
    (" \n\n", "no puzzle is in it"),
    ("[]", "a puzzle is a JSON object"),
    ('format = "tobago-puzzle/1"', "a puzzle is a JSON object"),
    ("{", "no valid JSON"),
    ("{" * 100_000, "no valid JSON"),
    ("{}", "format: this key is needed (format = 'tobago-puzzle/1')"),
    (document(format="tobago-puzzle/2"), "did you mean 'tobago-puzzle/1'?"),
    (document(kind=None), "kind: this key is needed"),
    (document(kind="pinpiont"), "kind: 'pinpiont' is not valid; did you mean 'pinpoint'?"),
    (document(kind=["lie"]), "kind: ['lie'] is not valid"),
    (document(fact=[]), "unknown key 'fact'; did you mean 'facts'?"),
    (document(facts="brown: in lake"), "facts: 'brown: in lake' is not valid: expected a list"),
    (document(facts=["brown: in lake", 3]), "facts[1]: 3 is not valid: expected a text"),
    (document(facts=["brown: in lake", "brown: in jungel"]), "facts[1]: 'brown: in jungel' is no fact"),
    (document(facts=["brwn: in lake"]), "did you mean 'brown'?"),
    (document(position=None), "position: this key is needed"),
    (document(position={}), "position.island: this key is needed"),
    (document(position={"island": {}}), "position.island: one of layout, drawing and file is needed"),
    (document(position={"island": {"layout": "ABD+0"}}), "position.island.layout: no board side 'D'"),
    (document(position={"island": {"drawing": "J X"}}), "position.island.drawing: line 1, column 3: 'X'"),
    (document(position={"island": {"file": "x"}}), "position.island.file: a puzzle stands for itself"),
    (document(position={"island": {"file": "x"}}), "put the rows of the file under 'drawing'"),
    (
        document(position={**DOCUMENT["position"], "components": {"deck": "x"}}),
        "position.components.deck: a puzzle stands for itself and names no file",
    ),
    (document(position={"island": {"layout": "aBC+0"}, "components": {"sides": "x"}}), "use 'drawing'"),
    (
        document(position={**DOCUMENT["position"], "landmarks": {"huts": ["a1", "z1"]}}),
        "position.landmarks.huts[1]: no hex 'z1' on this island",
    ),
    (
        document(position={**DOCUMENT["position"], "maps": {"brown": {"clues": ["in", "in lake"]}}}),
        "position.maps.brown.clues[0]: 'in' is no clue",
    ),
    (document(position={**DOCUMENT["position"], "hnd": {}}), "position: unknown key 'hnd'; did you mean"),
    (document(solution={"treasures": {"brwn": "b1"}}), "solution.treasures: no treasure 'brwn'; did you"),
    (document(solution={"treasures": {"brown": "b9"}}), "solution.treasures.brown: no hex 'b9' on"),
    (document(facts=["brown: in lake", "white: in lake"]), "solution: "),
    (document(solution={"huts": ["a1", "z9"]}), "solution.huts[1]: no hex 'z9' on this island"),
    (document(solution={"treasures": {"brown": 3}}), "is not valid: expected a text"),
    (document(grade={"level": 9, "name": "x"}), "grade.level: 9 is not valid: expected `int` <= 5"),
    (document(grade={"level": 1}), "grade.name: this key is needed"),
    (document(grade={"level": 1, "name": "x", "steps": 2**70}), "a whole number beyond 64 bits"),
    (document(grade={"level": 1, "name": "x", "effort": float("nan")}), "grade.effort: nan is no number"),
    (document(**{"\x1f": float("inf")}), "'\\x1f': inf is no number of JSON"),
    (document(certificate={"prover": {}}), "certificate: unknown key 'prover'; did you mean 'provers'?"),
    (document(times=[{"minutes": 1}, {"minutes": 0}]), "times[1].minutes: 0 is not valid"),
    (document(times=[{"minutes": float("inf")}]), "times[0].minutes: inf is no number of JSON"),
    (document(id="tobago1-pinpoint-AAAA"), "id: 'tobago1-pinpoint-AAAA' is not the ID of this content"),
    (document()[:-1] + ', "kind": "lie"}', "key 'kind' stands twice"),
]  # fmt: skip


def marks(**changes: Any) -> str:
    return json.dumps({**MARKS_DOCUMENT, **changes})


NO_MARKS = [
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
]  # fmt: skip


def times(**changes: Any) -> str:
    """Return three lines: a time that is fine, a blank one, and one with other values."""
    return f"{json.dumps(TIME)}\n\n{json.dumps({**TIME, **changes})}\n"


NO_TIMES = [
    ("", "five.jsonl: no time is in it"),
    ("[]", "five.jsonl, line 1: a time is a JSON object"),
    (times(seconds=0), "line 3: seconds: 0 is"),
    (times(seconds="60"), "line 3: seconds: '60' is"),
    (times(hints=-1), "line 3: hints: -1 is"),
    (times(solver=""), "line 3: solver: '' is"),
    (times(secs=1), "line 3: unknown key 'secs'"),
    (times(puzzle=LIE.id[:-1]), "line 3: puzzle: ID 'tobago1-"),
    (times(format="toolkit-times/2"), "line 3: format: 'toolkit-times/2' is"),
]
NO_WEIGHTS = [
    ("", "five.jsonl: weights are a JSON object"),
    ("[]", "five.jsonl: weights are a JSON object"),
    (
        json.dumps({**WEIGHTS, "kinds": {"lye": KIND_WEIGHTS}}),
        "kinds: no kind of puzzle 'lye'; did you mean 'lie'",
    ),
    (json.dumps(WEIGHTS), "kinds.lie.weights: no weight of 'reading'"),
]


def test_each_reader_names_the_fault_and_its_place() -> None:
    for reader, refused in {
        parse_puzzles: NO_PUZZLE,
        marks_of_pinpoint: NO_MARKS,
        parse_times: NO_TIMES,
        parse_weights: NO_WEIGHTS,
    }.items():
        for text, words in refused:
            assert words in fault(text, reader), (text, words)


def test_errors_name_the_line_of_json_lines() -> None:
    good = document()
    assert "five.jsonl, line 2: facts[0]: 'x' is no fact" in fault(f"{good}\n{document(facts=['x'])}\n")
    assert "five.jsonl, line 4: a puzzle is a JSON object" in fault(f"{good}\n\n{good}\n[]\n")
    assert "five.jsonl, line 2: no valid JSON" in fault(f"{good}\n{good[:-5]}")
    assert "five.jsonl, line 1: facts[0]" in fault(f"{document(facts=['x'])}\n{good}\n")
    assert "five.jsonl, line 1: no valid JSON" in fault(f"{good[:-5]}\n{good}\n")
    assert "five.jsonl, line 2: a puzzle is a JSON object" in fault(f"\nx\n{good}\n")


def test_what_does_not_fit_the_puzzle_is_refused(tmp_path: Path) -> None:
    for puzzle in SAMPLES.values():
        changed = to_line(puzzle).replace("jungle", "river", 1)
        assert "is not the ID of this content, which is tobago1-" in fault(changed)
    text = to_line(LOST).replace("nearest 3 from C10", "nearest 3 from C99").replace(LOST.id, "")
    assert "facts[7]: 'huts: nearest 3 from C99' is no fact: no hex 'C99' on this island" in fault(text)
    path = tmp_path / "all.jsonl"
    write_puzzles(path, [LIE])
    broken = replace(BEST_CARD.position, components=Components(deck="mine.toml"))
    with pytest.raises(Exception, match="stands for itself"):
        write_puzzles(path, [LIE, replace(BEST_CARD, position=broken)])
    assert read_puzzles(path) == [LIE]  # a stop leaves the old file
    (tmp_path / "latin").write_bytes(b"\xe9")
    for name, words in (("none", "no such file"), ("", "is a directory"), ("latin", "no UTF-8 text")):
        with pytest.raises(PositionError, match=words):
            read_puzzles(tmp_path / name)


def test_half_a_solution_is_refused() -> None:
    full = {**puzzle_to_dict(LOST), "solution": {"treasures": {"brown": "C20"}, "huts": ["A34", "B23"]}}
    assert "solution: the solution is about 'brown', the puzzle about 'brown' and 'white'" in fault(
        json.dumps(full)
    )
    full["solution"]["treasures"]["white"] = "C20"
    assert "solution: it names 2 of 4 for 'huts'" in fault(json.dumps(full))
    full["solution"]["huts"] = ["A34", "B23", "C10", "C55"]
    assert read(json.dumps(full)).solution.huts == ("A34", "B23", "C10", "C55")


# ---------------------------------------------------------------- the schema


def test_the_schemas_on_disk_are_those_of_the_code_and_take_what_is_written() -> None:
    full = [replace(one, grade=GRADE, certificate=CERTIFICATE, times=TIMES) for one in SAMPLES.values()]
    found = marks_to_dict(PINPOINT, MARKS)
    for what, good, bad in (
        ("puzzle", [DOCUMENT, *(json.loads(to_line(one)) for one in full)], {**DOCUMENT, "fact": []}),
        ("puzzle", [DOCUMENT], {**DOCUMENT, "kind": "pin"}),
        ("marks", [MARKS_DOCUMENT, found], {**found, "mark": {}}),
        ("times", [TIME], {**TIME, "seconds": 0}),
    ):
        schema = json_schema(what)
        path = Path(puzzles.__file__).parent / "data" / f"{what}.schema.json"
        assert json.loads(path.read_text()) == json.loads(json.dumps(schema))
        valid = jsonschema.Draft202012Validator(schema).is_valid
        assert [valid(one) for one in (*good, bad)] == [True] * len(good) + [False]
