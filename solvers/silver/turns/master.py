"""What a Master is worth (Q-15): the best card of the discard pile, the forgotten part included."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import comb, lcm
from operator import mul
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.mixture import Term
from solvers.silver.hidden.pools import Counts
from solvers.silver.sets.exchanges import best_offer
from solvers.silver.sets.sure import Points, alike, best_worths, sure_sets
from solvers.silver.targets import pushable
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.position import Place, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray


def remembered_gains(position: Position) -> dict[int, Fraction]:
    """Return for each remembered discard the best gain of taking it into the own village (S-52)."""
    offer = best_offer(position)
    worth = offer.worth if offer else Fraction(0)
    return {card: max(worth - card, Fraction(0)) for card in sorted(set(position.discard))}


def master_value(position: Position) -> Fraction:
    """Return by how many points a Master is expected to lower the own sum (Q-15).

    The player takes the best of the remembered discards, or the lowest of the forgotten ones when that gains
    more. A forgotten card is used for one card or for a set that is sure to match; what else the pile shows
    is not used, so with forgotten discards the true value may be higher.
    """
    best = max(remembered_gains(position).values(), default=Fraction(0))
    if not position.forgotten:
        return best
    law, own = Law.of(position), pushable(position)
    hidden = alike(law, own)
    whole, (chances, *sums) = _by_lowest(law, list(hidden), position.forgotten)
    means = [row for row, count in zip(sums, hidden.values(), strict=True) for _ in range(count)]
    worths = best_worths(_points(position, law, own, len(means)), chances, means)
    gains = np.maximum(
        (worths - chances * range(len(CHARACTERS))) * best.denominator, chances * best.numerator
    )
    return Fraction(int(gains.sum()), whole * best.denominator)


def _points(position: Position, law: Law, own: Sequence[Place], hidden: int) -> Points:
    """Return the sure sets by the lowest forgotten card, as `best_worths` takes them."""
    known = [law.known[place] for place in own if place in law.known]
    points = {count: np.full(len(CHARACTERS), -1, object) for count in range(hidden + 1)}
    for least in range(len(CHARACTERS)):
        for count, best in sure_sets(
            known, hidden, law.unseen, position.rules, pile=position.forgotten, least=least
        ):
            points[count][least] = best
    return points


def _by_lowest(law: Law, hidden: Sequence[Place], pile: int) -> tuple[int, NDArray[Any]]:
    """Return the weight of all, and its parts by the lowest forgotten card; shape (1 + hidden, 14).

    The further rows are the numbers of the hidden own cards, times the parts.
    """
    mixture = law.mixture(hidden)
    ways = [_ways(term.pool, pile) for term in mixture.terms]
    scale = lcm(*ways)
    parts = [
        _at_least(term, hidden, pile) * (term.weight * scale // all_ways)
        for term, all_ways in zip(mixture.terms, ways, strict=True)
    ]
    return mixture.weight * scale, -np.diff(reduce(np.add, parts), append=0)


def _ways(pool: Counts, pile: int) -> int:
    """Return in how many ways the forgotten cards and another one can be drawn from a pool."""
    return comb(sum(pool), pile) * max(sum(pool) - pile, 1)


def _at_least(term: Term, hidden: Sequence[Place], pile: int) -> NDArray[Any]:
    """Return by number in how many `_ways` no forgotten card is lower, and the own cards over these ways."""
    size, cards = sum(term.pool), list(map(mul, range(len(term.pool)), term.pool))
    high = [sum(term.pool[least:]) for least in range(len(term.pool))]
    ways = [comb(left, pile) * max(size - pile, 1) for left in high]
    pool = [
        sum(cards[:least]) * comb(left, pile) + sum(cards[least:]) * comb(max(left - 1, 0), pile)
        for least, left in enumerate(high)
    ]
    told = [term.told_at(place) for place in hidden]
    rows = [pool if number is None else [number * way for way in ways] for number in told]
    return np.array([ways, *rows], object)
