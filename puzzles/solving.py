"""The one answer of a puzzle, asked of the engine and not believed from a file."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from puzzles.puzzle import PuzzleError
from puzzles.schema import Solution

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle


def solved(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its one answer as its solution.

    `PuzzleError` when it has no answer or several, or when the solution that it holds is another one.
    """
    found = puzzle.kind.answers(puzzle, 2)
    if len(found) != 1:
        count = "several answers" if found else "no answer"
        raise PuzzleError(f"this puzzle has {count}: 'tobago puzzle solve' says more")
    answer = replace(puzzle, solution=found[0])
    if puzzle.solution != Solution() and puzzle.kind.truth(puzzle) != puzzle.kind.truth(answer):
        raise PuzzleError("the solution in the file is not that of the facts: 'tobago puzzle solve' says it")
    return answer
