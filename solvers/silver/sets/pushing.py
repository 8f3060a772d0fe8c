"""Sets of own cards that are pushed: what they give up and what a failure costs, counted in whole numbers.

Every value is a list: one number where the card that comes in is no part of the law, or one for each number
of the next card of the deck where that comes in, unknown. They are means times the weight of the mixture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import comb
from operator import mul

from solvers.silver.hidden.mixture import Mixture, Term, added
from solvers.silver.hidden.pools import ways_to_draw
from solvers.silver.sets.matching import Drawn, Fates, fates
from toolkit.games.silver.position import Place
from toolkit.games.silver.rules import Rules

Value = Callable[[int], int]

_COSTLY_FROM = 3  # S-20: a failure with two cards never costs a card of the deck


def one(_number: int) -> int:
    """Return 1, to count chances."""
    return 1


def itself(number: int) -> int:
    """Return the number, to count points."""
    return number


def square(number: int) -> int:
    """Return the square of the number, to count variances."""
    return number * number


class Pushed:
    """A set of two cards or more that is tried for a card.

    Parameters
    ----------
    mixture
        Where the cards are; its weights can be divided among the places of the set, the card that is drawn
        and the card that a failure costs.
    places
        The places of the set.
    rules
        The rules, for 13s and for the cost of a failure.
    penalty
        The place of the card that a failure may cost; None if there is none.
    drawn
        Whether the next card of the deck comes in, unknown.
    """

    def __init__(
        self,
        mixture: Mixture,
        places: Sequence[Place],
        rules: Rules,
        penalty: Place | None,
        *,
        drawn: bool = False,
    ) -> None:
        costly = penalty is not None and len(places) >= _COSTLY_FROM
        sure = mixture.known.get(penalty) if penalty else None
        self._cases = []
        for term in mixture.terms:
            fixed = {**mixture.known, **dict(term.told)}
            known = tuple([fixed[place] for place in places if place in fixed])
            hidden = len(places) - len(known)
            found = fates(known, hidden, rules)
            self._cases.append(_Case(term, hidden, found, sure, costly=costly, drawn=drawn))

    def given_up(self, value: Value) -> list[int]:
        """Return the value of the sum of the set where it matches; 0 counts where it does not."""
        return added([case.given_up(value) for case in self._cases])

    def cost(self, value: Value) -> list[int]:
        """Return the value of the card that a failure costs; 0 counts where no card has to be taken."""
        return added([case.cost(value) for case in self._cases])


class _Case:
    """A set in one term: so many of its cards come from the pool, with these fates.

    `penalty` is the card that a failure costs if that is known; else it is one of the pool, too.
    """

    def __init__(
        self, term: Term, hidden: int, found: Fates, penalty: int | None, *, costly: bool, drawn: bool
    ) -> None:
        self._pool, self._hidden, self._fates = term.pool, hidden, found
        self._penalty, self._costly, self._drawn = penalty, costly, drawn
        self._size = sum(term.pool) - drawn  # of the pool without the card that is drawn
        self._others = self._size - hidden if costly and penalty is None else 1
        self._unit = term.weight // (
            comb(self._size, hidden) * self._others * (self._size + 1 if drawn else 1)
        )

    def given_up(self, value: Value) -> list[int]:
        """Return the value of the sum of the set over all ways in which it matches."""
        unit, pool = self._unit * self._others, self._pool
        matching = self._fates.matching
        return self._beside(
            [(drawn, unit * ways_to_draw(pool, drawn) * value(total)) for drawn, total in matching]
        )

    def cost(self, value: Value) -> list[int]:
        """Return the value of the card that failures cost, over all ways."""
        if not self._costly:
            return self._beside([])
        cheap = [(drawn, self._unit * ways_to_draw(self._pool, drawn)) for drawn in self._fates.cheap]
        spared = self._beside(cheap)
        came_in = [self._unit * count for count in (self._pool if self._drawn else [1])]
        if self._penalty is not None:
            ways, worth = comb(self._size, self._hidden), value(self._penalty)
            return [worth * (count * ways - kept) for count, kept in zip(came_in, spared, strict=True)]
        return self._cost_of_pool(value, came_in, cheap, spared)

    def _cost_of_pool(
        self, value: Value, came_in: Sequence[int], cheap: Sequence[tuple[Drawn, int]], spared: Sequence[int]
    ) -> list[int]:
        """Return the value of a card of the pool over all ways, less that of the cheap ones."""
        values = [value(number) for number in range(len(self._pool))]
        whole = sum(map(mul, values, self._pool))
        rests = [(drawn, ways * (whole - sum([values[n] * k for n, k in drawn]))) for drawn, ways in cheap]
        every = comb(self._size - 1, self._hidden)
        gone = values if self._drawn else [0]
        return [
            count * every * (whole - card) - (rest - ways * card)
            for count, card, rest, ways in zip(came_in, gone, self._beside(rests), spared, strict=True)
        ]

    def _beside(self, weighed: Sequence[tuple[Drawn, int]]) -> list[int]:
        """Return the weight of hidden cards, or what of it each number has that is drawn beside them."""
        whole = sum([weight for _, weight in weighed])
        if not self._drawn:
            return [whole]
        left = [count * whole for count in self._pool]
        for drawn, weight in weighed:
            for number, copies in drawn:
                left[number] -= copies * weight
        return left
