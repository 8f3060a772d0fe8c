"""Nothing that stands in a puzzle file, or in place of an ID, ends in a traceback."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from fuzz_helpers import FUZZ, mutated, outcome, places, with_value
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples

from puzzles.format.files import parse_puzzles
from toolkit.games.tobago import CLUES, COLOURS

ISLAND = {"drawing": "J J S . .\n J L L B .\nM M L B ."}
PINPOINT = {
    "format": "tobago-puzzle/1",
    "kind": "pinpoint",
    "position": {"island": ISLAND, "landmarks": {"huts": ["a1"], "statues": ["b2>NE"]}},
    "facts": ["brown: in jungle", "brown: next to scrubland", "white: in lake"],
    "solution": {"treasures": {"brown": "b1", "white": "c2"}},
    "grade": {"level": 2, "name": "moderate", "hardest": {"overall": "x"}, "needs": ["x"], "effort": 2.5},
    "certificate": {"seed": "", "engine": "0.1.0", "trace": "ab", "provers": {"rules": 1}},
    "times": [{"minutes": 4, "hints": 1}],
}
LOST = {
    "format": "tobago-puzzle/1",
    "kind": "lost-landmarks",
    "position": {
        "island": ISLAND,
        "landmarks": {"huts": ["a1"], "palms": ["b1", "c1"], "statues": ["b2", "c2", "a2"]},
        "rules": {"landmark_gap": 1},
    },
    "facts": [
        "brown: next to hut",
        "huts: exactly 2 in beach",
        "huts: exactly 1 within 2 of b1",
        "huts: at 0, 2, 3, 3 from a1",
        "huts: nearest 2 from c2",
        "huts: in beach, beach, jungle, lake",
        "palms: exactly 1 next to hut",
        "white not within 2 of brown",
    ],
    "solution": {
        "treasures": {"brown": "b1", "white": "b3"},
        "huts": ["a1", "b3", "d2", "d3"],
        "palms": ["b1", "c1", "a3"],
    },
}
LIE = {
    "format": "tobago-puzzle/1",
    "kind": "lie",
    "position": {"island": ISLAND},
    "facts": ["brown: in jungle", "brown: next to lake", "brown: in scrubland"],
    "solution": {"treasures": {"brown": "b1"}, "lie": "brown: in scrubland"},
}
BEST_CARD = {
    "format": "tobago-puzzle/1",
    "kind": "best-card",
    "position": {
        "island": ISLAND,
        "landmarks": {"huts": ["a1"]},
        "maps": {"brown": {"clues": ["in jungle"], "removed": ["a3"]}},
        "hand": {"clues": ["next to scrubland", "in lake"]},
    },
    "solution": {"play": "brown: next to scrubland", "dead": "in lake"},
}
STARTS: tuple[dict[str, Any], ...] = (PINPOINT, LOST, LIE, BEST_CARD)
COMMANDS = (
    ["show"],
    ["show", "--json"],
    ["show", "--svg", "out.svg", "--solution"],
    ["solve"],
    ["rate", "--json"],
    ["verify"],
    ["hint", "--rung", "2"],
    ["hint", "--rung", "4", "--json"],
    ["hint", "--rung", "6"],
    ["certify"],
)


def ask(text: str | bytes, number: int) -> int:
    """Ask about a puzzle file with this content, each time in another way."""
    Path("puzzle.json").write_bytes(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text)
    command, *rest = COMMANDS[number % len(COMMANDS)]
    return outcome("puzzle", command, "puzzle.json", *rest)


def test_mutated_files(folder: Path) -> None:
    for start in STARTS:
        text = json.dumps(start)
        good = [ask(text, number) for number in range(len(COMMANDS))]
        assert good[:3] == [0, 0, 0]
        assert 2 not in good
        random = Random(text)
        found = [ask(mutated(text.encode(), random), number) for number in range(max(60, examples(60)))]
        assert {2} < set(found)  # some were still good


words = (
    st.sampled_from([*COLOURS, "a1", "d3", "z9", "ABC+0", "J J\n L", "pinpoint", "lie", "best-card", "huts"])
    | st.sampled_from(CLUES).map(str)
    | st.sampled_from([fact for start in STARTS for fact in start.get("facts", [])])
    | st.sampled_from(CLUES).map(lambda clue: f"brown: {clue}")
    | st.text(max_size=5)
)
scalars = st.none() | st.booleans() | st.integers() | st.integers(0, 5) | st.floats() | words
values = scalars | st.lists(scalars, max_size=4) | st.dictionaries(words, scalars, max_size=3)


@FUZZ
@given(st.sampled_from(STARTS), st.data(), st.integers(0, 9))
def test_any_value_at_any_place(
    folder: Path, start: dict[str, Any], data: st.DataObject, number: int
) -> None:
    path = data.draw(st.sampled_from([(), *places(start)]))
    document = with_value(start, path, data.draw(values))
    assert ask(json.dumps(document), number) in (0, 1, 2)


@FUZZ
@given(st.sampled_from(STARTS), st.lists(words, max_size=5), st.integers(0, 9))
def test_any_facts(folder: Path, start: dict[str, Any], facts: list[str], number: int) -> None:
    assert ask(json.dumps({**start, "facts": facts, "solution": {}}), number) in (0, 1, 2)


@FUZZ
@given(st.text() | st.binary(), st.integers(0, 9))
def test_any_text(folder: Path, text: str | bytes, number: int) -> None:
    assert ask(text, number) == 2


@settings(FUZZ, max_examples=settings().max_examples // 2)
@given(st.sampled_from(STARTS), st.data(), st.integers(0, 6))
def test_any_marks(folder: Path, start: dict[str, Any], data: st.DataObject, rung: int) -> None:
    (puzzle,) = parse_puzzles(json.dumps(start))
    marks = {}
    for subject, asked in puzzle.kind.subjects(puzzle).items():
        values = data.draw(st.lists(st.sampled_from(asked.values), unique=True))
        cut = data.draw(st.integers(0, len(values)))
        marks[subject] = {"out": values[:cut], "sure": values[cut:]}
    document = {"format": "tobago-marks/1", "puzzle": puzzle.id, "marks": marks}
    Path("marks.json").write_text(json.dumps(document))
    Path("puzzle.json").write_text(json.dumps(start))
    assert outcome("puzzle", "hint", "puzzle.json", "--rung", str(rung), "--marks", "marks.json") in (0, 1)
