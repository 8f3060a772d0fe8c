"""What several kinds of puzzles are held to: plain sets of hex names from networkx distances, no masks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import TypeVar

from puzzles.kinds import kind_named
from puzzles.puzzle import Marks, Puzzle, Wanted
from solvers.tobago.reference import ReferenceModel
from toolkit.games.tobago import Clue, Setting, boxed_island

T = TypeVar("T")


@cache
def made(kind: str, level: int, seed: int = 0, treasures: int | None = None) -> Puzzle:
    """Return a puzzle on the island of the box, always the same; the first attempts nearly always succeed."""
    random = Random(f"{level}/{seed}")
    tries = (kind_named(kind).make(boxed_island(), Wanted(level, treasures), random) for _ in range(20))
    return next(filter(None, tries))


@cache
def three_of_each_level(kind: str) -> list[Puzzle]:
    """Return fifteen puzzles of a kind."""
    return [made(kind, level, seed) for level in range(1, 6) for seed in range(3)]


@cache
def _model(setting: Setting) -> ReferenceModel:
    return ReferenceModel(setting)


@cache
def cells(setting: Setting, clue: Clue) -> frozenset[str]:
    """Return the hexes on which a clue holds."""
    return frozenset(name for name in setting.island.names if _model(setting).holds(clue, name))


def left_by(setting: Setting, clues: Sequence[Clue]) -> frozenset[str]:
    """Return the hexes on which all clues hold."""
    left = frozenset(setting.island.names)
    for clue in clues:
        left &= cells(setting, clue)
    return left


def is_irreducible(items: Sequence[T], enough: Callable[[Sequence[T]], bool]) -> bool:
    """Tell whether all items are enough, and none of them can be spared."""
    fewer = ([*items[:number], *items[number + 1 :]] for number in range(len(items)))
    return enough(items) and not any(map(enough, fewer))


def true_marks(puzzle: Puzzle, share: float, seed: int) -> dict[str, Marks]:
    """Return the marks of a solver who has crossed out some of the wrong values, and nothing more."""
    random, marks = Random(seed), {}
    truth = puzzle.kind.truth(puzzle)
    for subject, asked in puzzle.kind.subjects(puzzle).items():
        wrong = [value for value in asked.values if value not in truth[subject]]
        marks[subject] = Marks(out=frozenset(value for value in wrong if random.random() < share))
    return marks
