"""Attempts to exchange several cards for one: the chance, and what they are worth (Q-2, Q-3, Q-4)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb
from operator import mul
from typing import TYPE_CHECKING

from solvers.silver.law import DECK, ways_to_draw
from solvers.silver.matching import fates
from toolkit.games.silver.cards import CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.silver.law import Counts, Law
    from solvers.silver.matching import Drawn
    from toolkit.games.silver.position import Place
    from toolkit.games.silver.rules import Rules

_NUMBERS = range(len(CHARACTERS))
_SQUARES = [number * number for number in _NUMBERS]
_COSTLY_FROM = 3  # S-20: a failure with two cards never costs a card of the deck


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to exchange a set of own cards for one card (Q-4).

    A success takes the sum of the set off the village and adds the new card; a failure adds the new card, and
    sometimes one of the deck (S-17 to S-20).

    Attributes
    ----------
    chance
        The chance that the set matches.
    given_up, given_up_squared
        The mean sum of the set, and of its square, where it matches; 0 counts where it does not.
    penalty, penalty_squared
        The mean number of the card of the deck that a failure costs, and of its square; 0 counts where no
        card has to be taken.
    """

    chance: Fraction
    given_up: Fraction
    given_up_squared: Fraction
    penalty: Fraction
    penalty_squared: Fraction

    def gain(self, card: int) -> Fraction:
        """Return by how many points the own sum is expected to fall when the set is tried for a card."""
        return self.given_up - card - self.penalty

    @property
    def variance(self) -> Fraction:
        """The variance of the own sum afterwards; the new card adds none."""
        return self.given_up_squared + self.penalty_squared - (self.given_up - self.penalty) ** 2

    def break_even(self, card: int) -> Fraction | None:
        """Return the chance to match at which the attempt would neither gain nor lose.

        What a success gives up and what a failure costs are taken as they are. Above 1: even a sure success
        loses points. None: the set cannot match, or there is nothing to gain or to lose.
        """
        if not self.chance:
            return None
        cost = self.penalty / (1 - self.chance) if self.chance < 1 else Fraction(0)
        stake = self.given_up / self.chance + cost
        return (card + cost) / stake if stake else None


def match_chance(law: Law, places: Sequence[Place], rules: Rules) -> Fraction:
    """Return the chance that the cards of these places may leave together (Q-2, Q-3).

    A single card always may (S-13). Cards that are only remembered count with their reliability.
    """
    if len(places) == 1:
        return Fraction(1)
    chance = Fraction(0)
    for case in _cases(law, places):
        chance += case.share * case.ways(fates(case.known, case.hidden, rules).matching)
    return chance


def attempt(law: Law, places: Sequence[Place], rules: Rules, *, deck: int) -> Attempt:
    """Return what an attempt with the cards of these places is worth, two or more of them.

    Parameters
    ----------
    law
        Where the cards are. The card that comes in is no part of it.
    places
        The places of the set.
    rules
        The rules, for 13s and for the cost of a failure.
    deck
        How many cards the draw pile holds; an empty one makes a failure cheaper (S-70).
    """
    costly = len(places) >= _COSTLY_FROM and deck > 0
    found = [Fraction(0)] * 5
    for case in _cases(law, places):
        for number, value in enumerate(case.moments(rules, costly=costly)):
            found[number] += case.share * value
    return Attempt(*found)


@dataclass(frozen=True, slots=True)
class _Case:
    """One term of the law for a set: what is known then, and how many cards come from the pool.

    `share` is the chance of the term over the number of ways to draw the hidden cards; `penalty` is the top
    card of the deck if it is known.
    """

    share: Fraction
    known: tuple[int, ...]
    hidden: int
    pool: Counts
    penalty: int | None

    def ways(self, sets: Sequence[Drawn]) -> int:
        return sum(ways_to_draw(self.pool, drawn) for drawn in sets)

    def moments(self, rules: Rules, *, costly: bool) -> tuple[Fraction | int, ...]:
        """Return the values of an `Attempt`, over the number of ways."""
        found = fates(self.known, self.hidden, rules)
        sure = sum(self.known)
        weighed = [(ways_to_draw(self.pool, drawn), sure + sum(drawn)) for drawn in found.matching]
        matched = [sum(ways * total**power for ways, total in weighed) for power in (0, 1, 2)]
        cheap = found.matching + found.spared
        costs = [self._cost(cheap, worth) if costly else 0 for worth in (_NUMBERS, _SQUARES)]
        return (*matched, *costs)

    def _cost(self, cheap: Sequence[Drawn], worth: Sequence[int]) -> Fraction | int:
        """Return the mean worth of the card that failures cost, but for the sets that are cheap."""
        size = sum(self.pool)
        all_ways = comb(size, self.hidden)
        ways = [ways_to_draw(self.pool, drawn) for drawn in cheap]
        if self.penalty is not None:
            return (all_ways - sum(ways)) * worth[self.penalty]
        points = sum(map(mul, worth, self.pool))
        kept = [points - sum(worth[number] for number in drawn) for drawn in cheap]
        rest = size - self.hidden
        return Fraction(all_ways * points, size) - Fraction(sum(map(mul, ways, kept)), rest)


def _cases(law: Law, places: Sequence[Place]) -> Iterator[_Case]:
    for term in law.terms(places):
        fixed = {**law.known, **dict(term.told)}
        known = tuple(fixed[place] for place in places if place in fixed)
        hidden = len(places) - len(known)
        share = Fraction(term.weight, law.total * comb(sum(term.pool), hidden))
        yield _Case(share, known, hidden, term.pool, law.known.get((DECK, 0)))
