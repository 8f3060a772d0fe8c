"""Attempts to exchange several cards for one: the chance, and what they are worth (Q-2, Q-3, Q-4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.mixture import DECK
from solvers.silver.sets.pushing import Pushed, itself, one, square
from solvers.silver.targets import different
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.position import Place
from toolkit.games.silver.rules import Rules


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to exchange a set of own cards for one card (Q-4).

    A success takes the sum of the set off the village and adds the new card; a failure adds the new card, and
    sometimes one of the deck (S-17 to S-20).
    """

    chance: Fraction  #: the chance that the set matches
    #: `given_up` and `given_up_squared`: the mean sum of the set, and of its square, where it matches; 0
    #: counts where it does not.
    given_up: Fraction
    given_up_squared: Fraction
    #: `penalty` and `penalty_squared`: the mean number of the card of the deck that a failure costs, and of
    #: its square; 0 counts where no card has to be taken.
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

    Raises
    ------
    ToolkitError
        No place, one that is named twice, or too many memories (`Law.terms`).
    """
    _check(places, 1)
    if len(places) == 1:
        return Fraction(1)
    mixture = law.mixture(places, draws=len(places))
    (chance,) = Pushed(mixture, places, rules, None).given_up(one)
    return Fraction(chance, mixture.weight)


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

    Raises
    ------
    ToolkitError
        Fewer than two places, one that is named twice, or too many memories (`Law.terms`).
    """
    _check(places, 2)
    mixture = law.mixture(places, draws=len(places) + 1)
    pushed = Pushed(mixture, places, rules, (DECK, 0) if deck else None)
    found = [pushed.given_up(value) for value in (one, itself, square)]
    found += [pushed.cost(value) for value in (itself, square)]
    return Attempt(*[Fraction(value, mixture.weight) for (value,) in found])


def _check(places: Sequence[Place], least: int) -> None:
    if len(different(places)) < least:
        raise ToolkitError(f"a set of {len(places)} cards: {least} are the least")
