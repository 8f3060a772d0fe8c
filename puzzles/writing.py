"""Puzzle files written, ``tobago-puzzle/1``: canonical JSON, one puzzle a line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from puzzles.schema import FORMAT, Solution
from toolkit.core.files import write_atomically
from toolkit.games.tobago.files.writing import position_to_dict

if TYPE_CHECKING:
    from collections.abc import Iterable

    from puzzles.puzzle import Puzzle


_EXACT = 2**53  # floats below it tell all whole numbers apart


def puzzle_to_dict(puzzle: Puzzle) -> dict[str, Any]:
    """Return a puzzle with the keys of a puzzle file, in their order; keys at their default are left out.

    `ToolkitError` for a position that cannot stand for itself (`puzzles.ids.to_id`).
    """
    position = position_to_dict(puzzle.position)
    del position["format"]  # the puzzle has one
    document: dict[str, Any] = {
        "format": FORMAT,
        "id": puzzle.id,
        "kind": puzzle.kind_name,
        "position": position,
        "facts": [str(fact) for fact in puzzle.facts],
    }
    if puzzle.solution != Solution():
        document["solution"] = _plain(puzzle.solution)
    for key in ("grade", "certificate"):
        if getattr(puzzle, key) is not None:
            document[key] = _plain(getattr(puzzle, key))
    if puzzle.times:
        document["times"] = _plain(puzzle.times)
    return document


def _plain(part: Any) -> Any:
    return _short(msgspec.to_builtins(part, order="deterministic"))


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
