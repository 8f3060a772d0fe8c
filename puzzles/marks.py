"""What a solver noted, ``tobago-marks/1``: for each subject the values that are out, and those that are sure.

::

    {"format": "tobago-marks/1", "puzzle": "tobago1-...",
     "marks": {"brown": {"out": ["A11"], "sure": ["B52"]}, "huts": {"sure": ["C10"]}}}
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from msgspec import field

from puzzles.kinds.kind import Marks
from puzzles.schema import Section
from toolkit.core.document import (
    PositionError,
    below,
    fitted,
    is_json,
    parse_document,
    read_text,
    schema_of,
    typed,
)
from toolkit.core.errors import did_you_mean, quote
from toolkit.core.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzles.kinds.kind import Subject
    from puzzles.puzzle import Puzzle

FORMAT = "tobago-marks/1"


class SubjectMarks(Section, frozen=True):
    """The marks of one subject: values, mostly hexes."""

    out: tuple[str, ...] = ()
    sure: tuple[str, ...] = ()


class MarksFile(Section, kw_only=True, frozen=True):
    """The marks of a puzzle.

    Attributes
    ----------
    puzzle
        The ID of the puzzle.
    marks
        By subject: the colour of a treasure, ``huts``, ``palms``, ``statues``, or what else the kind asks.
    """

    format: Literal["tobago-marks/1"]
    puzzle: str
    marks: dict[str, SubjectMarks] = field(default_factory=dict)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of marks."""
    return schema_of(MarksFile, FORMAT)


def read_marks(path: str | Path, puzzle: Puzzle) -> dict[str, Marks]:
    """Read the marks of a puzzle from a file; `PositionError` names file, key and text of a fault."""
    return parse_marks(read_text(Path(path), str(path), ""), puzzle, str(path))


def parse_marks(text: str, puzzle: Puzzle, source: str = "") -> dict[str, Marks]:
    """Read the marks of a puzzle from a text; `PositionError` for marks of another one."""
    if not is_json(text):
        raise PositionError(source, "", "marks are a JSON object: they begin with {")
    raw = parse_document(text, source)
    if isinstance(raw.get("marks"), dict):
        for subject, found in raw["marks"].items():
            fitted(found, source, SubjectMarks, below("marks", subject))
    file = typed(raw, source, MarksFile)
    if file.puzzle != puzzle.id:
        raise PositionError(
            source, "puzzle", f"these marks belong to {quote(file.puzzle)}, not to {puzzle.id}"
        )
    subjects = puzzle.kind.subjects(puzzle)
    return {name: _marks(source, subjects, name, found) for name, found in file.marks.items()}


def _marks(source: str, subjects: Mapping[str, Subject], name: str, found: SubjectMarks) -> Marks:
    if name not in subjects:
        hint = did_you_mean(name, subjects) or f"; it asks for {', '.join(subjects)}"
        raise PositionError(source, "marks", f"the puzzle does not ask for {quote(name)}{hint}")
    valid = frozenset(subjects[name].values)
    for key, values in (("out", found.out), ("sure", found.sure)):
        for number, value in enumerate(values):
            if value not in valid:
                hint = did_you_mean(value, subjects[name].values, close=0.3)  # hex names are short
                place = f"marks.{name}.{key}[{number}]"
                raise PositionError(source, place, f"{quote(value)} is no value of {name}{hint}")
    if both := sorted(set(found.out) & set(found.sure)):
        raise PositionError(source, f"marks.{name}", f"{quote(both[0])} is both out and sure")
    return Marks(frozenset(found.out), frozenset(found.sure))


def marks_to_dict(puzzle: Puzzle, marks: Mapping[str, Marks]) -> dict[str, Any]:
    """Return the marks of a puzzle with the keys of a marks file; empty ones are left out."""
    subjects = puzzle.kind.subjects(puzzle)
    named = {subject: marks[subject] for subject in subjects if subject in marks}
    found = {
        subject: {key: sorted(values) for key, values in (("out", m.out), ("sure", m.sure)) if values}
        for subject, m in named.items()
    }
    filled = {subject: lists for subject, lists in found.items() if lists}
    return {"format": FORMAT, "puzzle": puzzle.id, "marks": filled}


def write_marks(path: str | Path, puzzle: Puzzle, marks: Mapping[str, Marks]) -> None:
    """Write a marks file; a stop at any moment leaves the old file or the new one."""
    write_atomically(Path(path), json.dumps(marks_to_dict(puzzle, marks), indent=2) + "\n")
