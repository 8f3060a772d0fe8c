"""The JSON of the puzzle commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.cli.puzzle.common import parts_of

if TYPE_CHECKING:
    from puzzles.format.schema import Solution
    from puzzles.hints import Hint
    from puzzles.puzzle import Puzzle
    from workbench.cli.puzzle.common import Rated, Solved

DOES_IT = 5
"""The rung of hints that changes the marks."""


def puzzle(shown: Puzzle, *, solution: bool) -> dict[str, Any]:
    """Return a puzzle as its file holds it, ``tobago-puzzle/1``; its solution only on request."""
    from puzzles.format.files import puzzle_to_dict

    document = puzzle_to_dict(shown)
    if not solution:
        document.pop("solution", None)
    return document


def listing(puzzles: list[Puzzle]) -> dict[str, Any]:
    """Return what each puzzle of a file is, ``tobago-puzzle-list/1``."""
    rows = [
        {
            "number": number,
            "id": one.id,
            "kind": one.kind.name,
            "island": one.position.setting.island.title,
            "level": one.grade.level if one.grade else None,
            "facts": len(one.facts),
        }
        for number, one in enumerate(puzzles, 1)
    ]
    return {"format": "tobago-puzzle-list/1", "puzzles": rows}


def answers(found: list[Solved]) -> dict[str, Any]:
    """Return the answers of each puzzle, ``tobago-puzzle-answers/1``.

    `count` is 2 for two or more; `clash` names facts that cannot all be true when there is none, `differ` the
    subjects in which two answers are not the same.
    """
    rows = [
        {
            "id": one.puzzle.id,
            "kind": one.puzzle.kind.name,
            "count": len(one.answers),
            "answers": [_plain(answer) for answer in one.answers],
            "clash": list(one.clash),
            "differ": [subject for subject, _, _ in differences(one.answers)],
        }
        for one in found
    ]
    return {"format": "tobago-puzzle-answers/1", "puzzles": rows}


def differences(found: list[Solution]) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Return the subjects in which two answers differ, with the values of both; empty for fewer answers."""
    if len(found) < 2:
        return []
    one, other = parts_of(found[0]), parts_of(found[1])
    return [(s, one.get(s, ()), other.get(s, ())) for s in {**one, **other} if one.get(s) != other.get(s)]


def grades(found: list[Rated]) -> dict[str, Any]:
    """Return how hard each puzzle is, ``tobago-puzzle-grade/1``; `reason` says why one has no grade."""
    rows = [
        {
            "id": one.puzzle.id,
            "kind": one.puzzle.kind.name,
            "grade": None if one.grade is None else _plain(one.grade),
            "reason": one.reason,
        }
        for one in found
    ]
    return {"format": "tobago-puzzle-grade/1", "puzzles": rows}


def faults(found: list[tuple[Puzzle, list[str]]]) -> dict[str, Any]:
    """Return what the proof of each puzzle found fault with, ``tobago-puzzle-verify/1``."""
    rows = [{"id": one.id, "ok": not wrong, "faults": wrong} for one, wrong in found]
    return {"format": "tobago-puzzle-verify/1", "puzzles": rows}


def hint(shown: Puzzle, rung: int, given: Hint) -> dict[str, Any]:
    """Return a hint, ``tobago-puzzle-hint/1``; with rung 5 come the new marks."""
    from puzzles.format.files import marks_to_dict

    head = {"format": "tobago-puzzle-hint/1", "id": shown.id, "rung": rung, "text": given.text}
    marks = {"marks": marks_to_dict(shown, given.marks)["marks"]} if rung == DOES_IT else {}
    return {**head, "data": given.data, **marks}


def _plain(part: Any) -> Any:
    import msgspec  # it takes time to load

    return msgspec.to_builtins(part, order="deterministic")
