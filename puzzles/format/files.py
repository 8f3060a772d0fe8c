"""Puzzles and marks, read from files and IDs, and written.

``tobago-puzzle/1`` is one puzzle as a JSON object, or JSON Lines, one puzzle a line; one puzzle may also be
lines of plain text (`puzzles.format.text`). ``tobago-marks/1`` is what a solver noted, for each subject the
values that are out, and those that are sure::

    {"format": "tobago-marks/1", "puzzle": "tobago1-...",
     "marks": {"brown": {"out": ["A11"], "sure": ["B52"]}, "huts": {"sure": ["C10"]}}}

Every fault is a `PositionError` that names the file, the line of JSON Lines, the key such as ``facts[3]``,
the text and the nearest valid spelling.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import UNSET, MsgspecError, Struct, to_builtins
from msgspec.json import decode

from puzzles.format.ids import IdError, content_of
from puzzles.format.schema import (
    FORMAT,
    MARKS_FORMAT,
    MarksFile,
    PuzzleFile,
    PuzzlePosition,
    Solution,
    SubjectMarks,
)
from puzzles.format.text import is_text, parse_text
from puzzles.kinds import kind_named
from puzzles.puzzle import Marks, Puzzle, Subject
from solvers.tobago.facts import KINDS, FactError, Statement, parse_fact
from toolkit.core.document import (
    PositionError,
    below,
    fitted,
    json_object,
    located,
    parse_json,
    read_text,
    typed,
)
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.files import write_atomically
from toolkit.core.position import Beside
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

_NO_PUZZLE = "a puzzle is a JSON object, which begins with {, or lines of which the first says 'kind:'"
_EXACT = 2**53  # floats below it tell all whole numbers apart
_FOUND_OUT = ("solution", "grade", "certificate", "times")  # what a file holds beside the content of an ID


def from_id(text: str) -> Puzzle:
    """Return the puzzle of an ID, without solution; `IdError` for a text that is none.

    Examples
    --------
    >>> puzzle = from_id("tobago1-lie-maWRNlJGcQQGQDACAkAEdZCx")
    >>> puzzle.kind.name, [str(fact) for fact in puzzle.facts]
    ('lie', ['brown: in jungle', 'brown: next to lake', 'brown: in lake'])
    """
    content = content_of(text)
    try:
        return Puzzle(kind=kind_named(content.kind), position=content.position, facts=content.facts)
    except ToolkitError as error:
        raise IdError(text.strip(), str(error)) from None


def read_puzzles(path: str | Path) -> list[Puzzle]:
    """Read a puzzle file; at least one puzzle is in it."""
    return parse_puzzles(read_text(Path(path), str(path), ""), str(path))


def parse_puzzles(text: str, source: str = "") -> list[Puzzle]:
    """Read puzzles from a text: one JSON object over any number of lines, one object a line, or plain lines.

    `source` is what errors call it.
    """
    return [document.read() for document in documents(text, source)]


class Document(NamedTuple):
    """The text of one puzzle in a file, which is not read yet; `place` is what errors call it."""

    place: str
    text: str

    def read(self) -> Puzzle:
        """Read the puzzle; errors as in `parse_puzzles`."""
        if is_text(self.text):
            return parse_text(self.text, self.place)
        raw = json_object(self.text, self.place, _NO_PUZZLE)
        return _puzzle(typed(raw, self.place, PuzzleFile), self.place)

    @property
    def id(self) -> str:
        """The ID that the text tells, which `read` checks; where it tells none, that of its puzzle."""
        with suppress(MsgspecError, RecursionError):
            if told := decode(self.text, type=_Named).id:
                return told
        return self.read().id


class _Named(Struct):
    """What is read of a puzzle to tell which one it is: quick."""

    id: str = ""


def documents(text: str, source: str = "") -> list[Document]:
    """Return the puzzles of a text as `parse_puzzles` finds them there, unread: at least one."""
    lines = json_lines(text, source, "puzzle")
    if len(lines) > 1 and not is_text(text) and any(_is_document(line) for _, line in lines):
        return [Document(*line) for line in lines]
    return [Document(source, text)]


def json_lines(text: str, source: str, what: str) -> list[tuple[str, str]]:
    """Return the lines of JSON Lines that are not blank, each after its place; at least one is there."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise PositionError(source, "", f"no {what} is in it")
    return [(f"{source}, line {number}" if source else f"line {number}", line) for number, line in lines]


def _is_document(line: str) -> bool:
    """Tell whether a line is a file by itself, as no line within a puzzle is: then the text is JSON Lines."""
    try:
        value = parse_json(line)
    except ValueError:
        return False
    return isinstance(value, dict) and "format" in value


def _puzzle(file: PuzzleFile, source: str) -> Puzzle:
    """Build a puzzle from a file whose shape is right."""
    position, facts = _position(file.position, source), list[Statement]()
    for number, text in enumerate(file.facts):
        with located(f"facts[{number}]", source):
            facts.append(parse_fact(text))
    try:
        puzzle = Puzzle(kind=kind_named(file.kind), position=position, facts=tuple(facts))
    except ToolkitError as error:
        named = [str(fact) for fact in facts].index(error.text) if isinstance(error, FactError) else None
        raise PositionError(source, "" if named is None else f"facts[{named}]", str(error)) from None
    _check_hexes(position.setting.island, file.solution, source)
    proven = {key: getattr(file, key) for key in _FOUND_OUT}
    with located("solution", source):
        puzzle = replace(puzzle, **proven)
    if file.solution != Solution():
        _check_complete(puzzle, source)
    if file.id and file.id != puzzle.id:
        raise PositionError(
            source, "id", f"{quote(file.id)} is not the ID of this content, which is {puzzle.id}"
        )
    return puzzle


def _position(section: PuzzlePosition, source: str) -> Position:
    stand = "a puzzle stands for itself"
    if section.island.file is not UNSET:
        problem = f"{stand}: put the rows of the file under 'drawing'"
        raise PositionError(source, "position.island.file", problem)
    for key in ("sides", "deck"):
        if getattr(section.components, key) is not UNSET:
            hint = ": use 'drawing' for an island of your own" if key == "sides" else ""
            raise PositionError(source, f"position.components.{key}", f"{stand} and names no file{hint}")
    try:
        return Position(**Position.values(section, Beside(Path())))
    except PositionError as error:
        key = f"position.{error.key}" if error.key else "position"
        raise PositionError(source, key, error.problem) from None
    except ToolkitError as error:
        raise PositionError(source, "position", str(error)) from None


def _check_hexes(island: Island, solution: Solution, source: str) -> None:
    """Refuse colours and hexes that do not exist; the kind checks what else stands in a solution."""
    for colour, name in solution.treasures.items():
        if colour not in COLOURS:
            hint = did_you_mean(colour, COLOURS, "treasures")
            raise PositionError(source, "solution.treasures", f"no treasure {quote(colour)}{hint}")
        with located(f"solution.treasures.{colour}", source):
            island.number(name)
    if solution.place:
        with located("solution.place", source):
            island.number(solution.place)
    for plural in KINDS:
        for number, name in enumerate(getattr(solution, plural)):
            with located(f"solution.{plural}[{number}]", source):
                island.number(name)


def _check_complete(puzzle: Puzzle, source: str) -> None:
    """Refuse a solution that leaves something open: half an answer would make wrong hints."""
    truth = puzzle.kind.truth(puzzle)
    for subject, asked in puzzle.kind.subjects(puzzle).items():
        if (found := len(truth.get(subject, ()))) != asked.count:
            problem = f"it names {found} of {asked.count} for {quote(subject)}"
            raise PositionError(source, "solution", problem)


def puzzle_to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle with the keys of a puzzle file, in their order; keys at their default are left out.

    `ToolkitError` for a position that cannot stand for itself (`puzzles.format.ids`).
    """
    position = puzzle.position.to_dict()
    del position["format"]  # the puzzle has one
    document: dict[str, Any] = {
        "format": FORMAT,
        "id": puzzle.id,
        "kind": puzzle.kind.name,
        "position": position,
        "facts": [str(fact) for fact in puzzle.facts],
    }
    for key in _FOUND_OUT:
        if (part := getattr(puzzle, key)) and part != Solution():
            document[key] = _short(to_builtins(part, order="deterministic"))
    return document


def _short(value: Any) -> Any:
    """Write whole numbers without a fraction, whether they are floats or not: equal values look equal."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, dict):
        return {key: _short(inner) for key, inner in value.items()}
    return [_short(inner) for inner in value] if isinstance(value, list | tuple) else value


def to_line(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON Lines, without its end: equal puzzles give equal lines."""
    return json.dumps(puzzle_to_dict(puzzle))


def to_lines(puzzles: Iterable[Puzzle]) -> str:
    """Return the text of a puzzle file."""
    return "".join(f"{to_line(puzzle)}\n" for puzzle in puzzles)


def write_puzzles(path: str | Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a puzzle file; a stop at any moment leaves the old file or the new one."""
    write_atomically(Path(path), to_lines(puzzles))


def parse_marks(text: str, puzzle: Puzzle, source: str = "") -> dict[str, Marks]:
    """Read the marks of a puzzle from a text; `PositionError` for marks of another one."""
    raw = json_object(text, source, "marks are a JSON object: they begin with {")
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
    filled = {}
    for subject in puzzle.kind.subjects(puzzle):
        known = marks.get(subject, Marks())
        if lists := {key: sorted(getattr(known, key)) for key in ("out", "sure") if getattr(known, key)}:
            filled[subject] = lists
    return {"format": MARKS_FORMAT, "puzzle": puzzle.id, "marks": filled}


def marks_text(puzzle: Puzzle, marks: Mapping[str, Marks]) -> str:
    """Return the text of a marks file."""
    return json.dumps(marks_to_dict(puzzle, marks), indent=2) + "\n"
