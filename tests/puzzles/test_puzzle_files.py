"""Puzzle files: what they hold comes back, and every fault is named with its place."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from puzzle_samples import BEST_CARD, DOCUMENT, LIE, LOST, PINPOINT, SAMPLES, document

import puzzles
from puzzles.format.files import (
    documents,
    parse_puzzles,
    puzzle_to_dict,
    read_puzzles,
    to_line,
    to_lines,
    write_puzzles,
)
from puzzles.format.schema import Certificate, Grade, Hardest, SolvingTime, json_schema
from puzzles.puzzle import Puzzle
from toolkit.games.tobago import PositionError
from toolkit.games.tobago.position import Components

GRADE = Grade(
    level=3, name="tricky", hardest=Hardest(overall="reach"), needs=("reach",), measures={"b": 1, "a": 2}
)
CERTIFICATE = Certificate(seed="1", engine="0.1.0", trace="ab", provers={"rules": 1, "python-sat": 1})
DOCUMENT_KEYS = ["format", "id", "kind", "position", "facts"]
TIMES = (SolvingTime(minutes=4.5, hints=1), SolvingTime(minutes=3, solved=False))


def read(text: str) -> Puzzle:
    (puzzle,) = parse_puzzles(text)
    return puzzle


def fault(text: str) -> str:
    with pytest.raises(PositionError) as caught:
        parse_puzzles(text, "five.jsonl")
    message = str(caught.value)
    assert message.startswith("five.jsonl")
    assert message.isascii()
    assert len(message) < 500
    return message


# ---------------------------------------------------------------- what comes back


@pytest.mark.parametrize("kind", SAMPLES)
def test_written_and_read(kind: str) -> None:
    puzzle = replace(SAMPLES[kind], grade=GRADE, certificate=CERTIFICATE, times=TIMES)
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


# ---------------------------------------------------------------- faults


@pytest.mark.parametrize(
    ("text", "words"),
    [
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
    ],
)  # fmt: skip
def test_errors(text: str, words: str) -> None:
    assert words in fault(text)


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


def test_the_schema_on_disk_is_the_one_of_the_code() -> None:
    path = Path(puzzles.__file__).parent / "data" / "puzzle.schema.json"
    assert json.loads(path.read_text()) == json.loads(json.dumps(json_schema()))


def _valid(document: Any) -> bool:
    return jsonschema.Draft202012Validator(json_schema()).is_valid(document)


def test_the_schema_takes_what_is_written() -> None:
    for puzzle in SAMPLES.values():
        full = replace(puzzle, grade=GRADE, certificate=CERTIFICATE, times=TIMES)
        assert _valid(json.loads(to_line(full)))
    assert _valid(DOCUMENT)
    assert not _valid({**DOCUMENT, "fact": []})
    assert not _valid({**DOCUMENT, "kind": "pin"})
