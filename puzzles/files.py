"""Puzzle files read, ``tobago-puzzle/1``: one puzzle as a JSON object, or JSON Lines, one puzzle a line.

Every fault is a `PositionError` that names the file, the line of JSON Lines, the key such as ``facts[3]``,
the text and the nearest valid spelling.
"""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import replace
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET

from puzzles.puzzle import Puzzle
from puzzles.schema import PuzzleFile, Solution
from solvers.tobago.facts import Fact, FactError, parse_fact
from toolkit.core.document import PositionError, below, is_json, parse_document, read_text, typed
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.files.reading import position_of
from toolkit.games.tobago.maps import COLOURS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.schema import PuzzlePosition
    from toolkit.games.tobago.position import Position
    from toolkit.hexmap import Island


def read_puzzles(path: str | Path) -> list[Puzzle]:
    """Read a puzzle file; at least one puzzle is in it."""
    return parse_puzzles(read_text(Path(path), str(path), ""), str(path))


def parse_puzzles(text: str, source: str = "") -> list[Puzzle]:
    """Read puzzles from a text: one JSON object over any number of lines, or one object a line.

    Parameters
    ----------
    text
        The content of a puzzle file.
    source
        What errors call it.
    """
    return [puzzle for _, puzzle in parse_named(text, source)]


def parse_named(text: str, source: str = "") -> list[tuple[str, Puzzle]]:
    """Read puzzles as `parse_puzzles` does, each with what errors call its place: the file and the line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise PositionError(source, "", "no puzzle is in it")
    if len(lines) > 1 and any(_is_document(line) for _, line in lines):
        places = [f"{source}, line {number}" if source else f"line {number}" for number, _ in lines]
        return [(place, _parse(line, place)) for place, (_, line) in zip(places, lines, strict=True)]
    return [(source, _parse(text, source))]


def _is_document(line: str) -> bool:
    """Tell whether a line is a file by itself, as no line within a puzzle is: then the text is JSON Lines."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "format" in value


def _parse(text: str, source: str) -> Puzzle:
    if not is_json(text):
        raise PositionError(source, "", "a puzzle is a JSON object: it begins with {")
    raw = parse_document(text, source)
    _check_numbers(raw, source, "")
    return _Reader(typed(raw, source, PuzzleFile), source).puzzle()


def _check_numbers(raw: Any, source: str, path: str) -> None:
    """Refuse infinite numbers and NaN: Python reads them, but JSON has no such numbers to write them back."""
    if isinstance(raw, float) and not isfinite(raw):
        raise PositionError(source, path, f"{quote(raw)} is no number of JSON")
    if isinstance(raw, dict):
        for key, value in raw.items():
            _check_numbers(value, source, below(path, key))
    if isinstance(raw, list):
        for number, value in enumerate(raw):
            _check_numbers(value, source, f"{path}[{number}]")


class _Reader:
    """Builds a puzzle from a file whose shape is right."""

    def __init__(self, file: PuzzleFile, source: str) -> None:
        self.file = file
        self.source = source

    def puzzle(self) -> Puzzle:
        file = self.file
        position = self._position(file.position)
        unsolved = self._unsolved(position, self._facts())
        self._check_solution(position.setting.island, file.solution)
        with self._at("solution"):
            puzzle = replace(
                unsolved,
                solution=file.solution,
                grade=file.grade,
                certificate=file.certificate,
                times=file.times,
            )
        if file.solution != Solution():
            self._check_complete(puzzle)
        if file.id and file.id != puzzle.id:
            raise self._error("id", f"{quote(file.id)} is not the ID of this content, which is {puzzle.id}")
        return puzzle

    @contextmanager
    def _at(self, key: str) -> Iterator[None]:
        try:
            yield
        except PositionError as error:
            raise self._error(f"{key}.{error.key}" if error.key else key, error.problem) from None
        except ToolkitError as error:
            raise self._error(key, str(error)) from None

    def _error(self, key: str, problem: str) -> PositionError:
        return PositionError(self.source, key, problem)

    def _position(self, section: PuzzlePosition) -> Position:
        stand = "a puzzle stands for itself"
        if section.island.file is not UNSET:
            raise self._error("position.island.file", f"{stand}: put the rows of the file under 'drawing'")
        for key in ("sides", "deck"):
            if getattr(section.components, key) is not UNSET:
                hint = ": use 'drawing' for an island of your own" if key == "sides" else ""
                raise self._error(f"position.components.{key}", f"{stand} and names no file{hint}")
        with self._at("position"):
            return position_of(section, Path(), self.source)

    def _facts(self) -> tuple[Fact, ...]:
        facts = []
        for number, text in enumerate(self.file.facts):
            with self._at(f"facts[{number}]"):
                facts.append(parse_fact(text))
        return tuple(facts)

    def _unsolved(self, position: Position, facts: tuple[Fact, ...]) -> Puzzle:
        """Return the puzzle that the solver gets; the kind checks it."""
        try:
            return Puzzle(kind_name=self.file.kind, position=position, facts=facts)
        except FactError as error:
            texts = [str(fact) for fact in facts]
            place = f"facts[{texts.index(error.text)}]" if error.text in texts else "facts"
            raise self._error(place, str(error)) from None
        except ToolkitError as error:
            raise self._error("", str(error)) from None

    def _check_solution(self, island: Island, solution: Solution) -> None:
        """Refuse colours and hexes that do not exist; the kind checks what else stands there."""
        for colour, name in solution.treasures.items():
            if colour not in COLOURS:
                hint = did_you_mean(colour, COLOURS)
                raise self._error("solution.treasures", f"no treasure {quote(colour)}{hint}")
            with self._at(f"solution.treasures.{colour}"):
                island.number(name)
        for kind in LANDMARKS:
            for number, name in enumerate(getattr(solution, f"{kind}s")):
                with self._at(f"solution.{kind}s[{number}]"):
                    island.number(name)

    def _check_complete(self, puzzle: Puzzle) -> None:
        """Refuse a solution that leaves something open: half an answer would make wrong hints."""
        truth = puzzle.kind.truth(puzzle)
        for subject, asked in puzzle.kind.subjects(puzzle).items():
            if (found := len(truth.get(subject, ()))) != asked.count:
                raise self._error("solution", f"it names {found} of {asked.count} for {quote(subject)}")
