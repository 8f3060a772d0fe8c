"""`Clauses`: a formula in conjunctive normal form that is being written, with counters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

TRUE = 1
"""The literal that is true in every model; `-TRUE` is false."""


class Clauses:
    """Clauses over the variables 1 to `top`; a literal is a variable or its negative (DIMACS).

    What is known beforehand is written with `TRUE`, and falls out of the clauses at once.
    """

    def __init__(self) -> None:
        self.top = TRUE
        self.clauses: list[list[int]] = [[TRUE]]

    def new(self) -> int:
        """Return a fresh variable."""
        self.top += 1
        return self.top

    def add(self, *literals: int) -> None:
        """Demand that one of the literals is true."""
        if TRUE not in literals:
            self.clauses.append([literal for literal in literals if literal != -TRUE] or [-TRUE])

    def both(self, one: int, other: int) -> int:
        """Return a literal that is true exactly when both are."""
        if -TRUE in (one, other):
            return -TRUE
        if TRUE in (one, other):
            return other if one == TRUE else one
        both = self.new()
        self.clauses += [-both, one], [-both, other], [both, -one, -other]
        return both

    def at_least(self, literals: Sequence[int], most: int) -> list[int]:
        """Return literals 0 to `most`: literal j is true exactly when at least j of `literals` are.

        A sequential counter (Sinz 2005), with both directions.
        """
        counts = [TRUE] + [-TRUE] * most
        for literal in literals:
            if literal != -TRUE:
                counts = [TRUE] + [self._carried(literal, *pair) for pair in pairwise(counts)]
        return counts

    def _carried(self, literal: int, fewer: int, count: int) -> int:
        """Return ``count or (literal and fewer)``, where `count` implies `fewer`."""
        if count == TRUE or fewer == -TRUE:
            return count
        if count == -TRUE and TRUE in (literal, fewer):
            return fewer if literal == TRUE else literal
        if literal == TRUE:
            return fewer
        carried = self.new()
        self.add(carried, -count)
        self.add(carried, -literal, -fewer)
        self.add(-carried, count, literal)
        self.add(-carried, fewer)
        return carried

    def exactly(self, literals: Sequence[int], number: int, given: int = TRUE) -> None:
        """Demand that exactly `number` of the literals are true if the literal `given` is."""
        if number == 0:
            for literal in literals:
                self.add(-given, -literal)
            return
        counts = self.at_least(literals, number + 1)
        self.add(-given, counts[number])
        self.add(-given, -counts[number + 1])
