"""What a kind of puzzle must say of itself: the protocol that generator, hints, grade and books use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from puzzles.puzzle import Puzzle
    from puzzles.schema import Grade, Solution
    from solvers.tobago.steps import Step, Trace
    from toolkit.hexmap import Island

LEVELS = ("easy", "moderate", "tricky", "hard", "fiendish")
"""The names of the levels 1 to 5."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing that a puzzle asks for: the values that it may have, and how many of them it has."""

    values: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Marks:
    """What a solver noted for one subject: the values that are out, and those that are sure."""

    out: frozenset[str] = frozenset()
    sure: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Order:
    """What puzzle is wanted.

    Attributes
    ----------
    level
        1 to 5.
    treasures
        How many treasures to hide, 1 to 4; None lets the kind choose.
    unknown
        For ``lost-landmarks``: the kinds of landmarks to be found, such as ``("hut",)``; None lets it choose.
    """

    level: int
    treasures: int | None = None
    unknown: tuple[str, ...] | None = None


class Kind(Protocol):
    """One kind of puzzle: a stateless object, registered in `puzzles.kinds`."""

    name: str
    """As files and the command line name it."""

    def check(self, puzzle: Puzzle) -> None:
        """Raise `PuzzleError` when the puzzle lacks what the kind needs, or has what it cannot use."""
        ...

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return what is asked for: subjects with all their values, known beforehand or not."""
        ...

    def truth(self, puzzle: Puzzle) -> dict[str, frozenset[str]]:
        """Return the values of every subject by the solution of the puzzle."""
        ...

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers, found by the project's own engine."""
        ...

    def provers(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many answers (at most 2 are looked for) each prover finds, by its name.

        Each knows from a source of its own where clues hold: ``rules``, the project's own engine, from
        `Setting.masks`, ``python-constraint2`` from `ReferenceModel` and ``python-sat`` from `Geometry`.
        They share the puzzle and the island: its hexes with their names, places, terrain and neighbours.
        """
        ...

    def trace(self, puzzle: Puzzle, marks: Mapping[str, Marks] | None = None) -> Trace:
        """Return the steps that lead from the marks (at first: from nothing) to the answer."""
        ...

    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """Return facts that alone entail what a step says and none of which can be spared, by SAT."""
        ...

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return facts that cannot all be true and none of which can be spared; empty when none clash."""
        ...

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the facts without any one of which the puzzle would be as good; a good puzzle has none."""
        ...

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is."""
        ...

    def make(self, island: Island, order: Order, random: Random) -> Puzzle | None:
        """Make one puzzle of the wanted level, or None when this attempt came to nothing."""
        ...
