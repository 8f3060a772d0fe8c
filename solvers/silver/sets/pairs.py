"""Sets that match among the own hidden cards (Q-21)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.pools import Counts
from solvers.silver.targets import pushable
from toolkit.games.silver.cards import DOPPELGANGER
from toolkit.games.silver.position import Place, Position
from toolkit.games.silver.rules import Rules

_State = tuple[int, tuple[int, ...]]
"""Cards drawn from the pool, and the largest sums of one number, descending."""


def best_sets(position: Position) -> dict[int | None, Fraction]:
    """Return the chance of each sum of the heaviest set that matches among the own hidden cards (Q-21).

    A set has two cards or more; None stands for no such set. Hidden cards are those that are not certain,
    without the one under the amulet.
    """
    law = Law.of(position)
    return heaviest_sets(
        law, [place for place in pushable(position) if place not in law.known], position.rules
    )


def heaviest_sets(law: Law, hidden: Sequence[Place], rules: Rules) -> dict[int | None, Fraction]:
    """Return the chance of each sum of the heaviest set of two cards or more that hidden places hold."""
    found: dict[int | None, Fraction] = defaultdict(Fraction)
    for term in law.terms(hidden):
        told = [number for _, number in term.told]
        drawn = len(hidden) - len(told)
        scale = law.total * comb(sum(term.pool), drawn)
        for wild in range(min(drawn, term.pool[DOPPELGANGER]) + 1):
            for heaviest, ways in _Draw(term.pool, told, drawn, wild, rules).heaviest().items():
                found[heaviest] += Fraction(term.weight * ways, scale)
    return dict(sorted(found.items(), key=lambda item: -1 if item[0] is None else item[0]))


@dataclass(frozen=True, slots=True)
class _Draw:
    """All ways to draw some cards from a pool, so many 13s among them, beside cards that are told."""

    pool: Counts
    told: Sequence[int]
    drawn: int
    wild: int
    rules: Rules

    @property
    def wilds(self) -> int:
        return self.wild + self.told.count(DOPPELGANGER)

    @property
    def joined(self) -> int:
        """How many different numbers besides 13 a set may have (S-55, A-14)."""
        return max(self.wilds, 1) if self.rules.doppelganger == "pairing" else 1

    def heaviest(self) -> Mapping[int | None, int]:
        """Return the ways by the sum of the heaviest set."""
        states: Mapping[_State, int] = {(self.wild, ()): comb(self.pool[DOPPELGANGER], self.wild)}
        for number in range(DOPPELGANGER):
            states = self._with_number(states, number)
        found: dict[int | None, int] = defaultdict(int)
        for (count, sums), ways in states.items():
            if count == self.drawn:
                some = sums or self.wilds > 1  # a 13 alone is no set
                found[sum(sums) + DOPPELGANGER * self.wilds if some else None] += ways
        return found

    def _with_number(self, states: Mapping[_State, int], number: int) -> Mapping[_State, int]:
        """Return the states after the cards of one more number."""
        after: dict[_State, int] = defaultdict(int)
        told, left = self.told.count(number), self.pool[number]
        for (count, sums), ways in states.items():
            for more in range(min(left, self.drawn - count) + 1):
                kept = self._kept(sums, number, told + more)
                after[count + more, kept] += ways * comb(left, more)
        return after

    def _kept(self, sums: tuple[int, ...], number: int, copies: int) -> tuple[int, ...]:
        """Return the largest sums with those of so many copies of a number: one alone needs a 13."""
        if not copies or (copies == 1 and not self.wilds):
            return sums
        return tuple(sorted((*sums, number * copies), reverse=True)[: self.joined])
