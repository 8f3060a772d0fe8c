"""What a Master is worth (Q-15): the best card of the discard pile, the forgotten part included."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb, lcm
from operator import sub
from typing import TYPE_CHECKING

from solvers.silver.exchanges import best_offer
from solvers.silver.law import Law
from solvers.silver.sure import alike, best_worths, sure_sets
from solvers.silver.targets import pushable
from toolkit.games.silver.cards import CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.silver.mixture import Term
    from solvers.silver.pools import Counts
    from toolkit.games.silver.position import Place, Position


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
    known, hidden = [law.known[place] for place in own if place in law.known], alike(law, own)
    whole, at_least = _at_least(law, list(hidden), position.forgotten)
    value = Fraction(0)
    for card, (this, more) in enumerate(pairwise([*at_least, [0] * len(at_least[0])])):
        chance, *unlike = map(sub, this, more)
        if chance:
            means = [mean for mean, count in zip(unlike, hidden.values(), strict=True) for _ in range(count)]
            sets = sure_sets(
                known, len(means), law.unseen, position.rules, pile=position.forgotten, least=card
            )
            (worth,) = best_worths(sets, [chance], [[mean] for mean in means])
            value += max(best * chance, worth - card * chance)
    return value / whole


def _at_least(law: Law, hidden: Sequence[Place], pile: int) -> tuple[int, list[list[int]]]:
    """Return by number the weight with which no forgotten card is lower, and the hidden own cards over it.

    The first value is the weight of all.
    """
    mixture = law.mixture(hidden)
    ways = [_ways(term.pool, pile) for term in mixture.terms]
    scale = lcm(*ways)
    rows = [[0] * (len(hidden) + 1) for _ in CHARACTERS]
    for term, all_ways in zip(mixture.terms, ways, strict=True):
        unit = term.weight * scale // all_ways
        for least, row in enumerate(rows):
            rows[least] = [
                old + unit * new for old, new in zip(row, _row(term, hidden, least, pile), strict=True)
            ]
    return mixture.weight * scale, rows


def _ways(pool: Counts, pile: int) -> int:
    """Return in how many ways the forgotten cards and another one can be drawn from a pool."""
    return comb(sum(pool), pile) * max(sum(pool) - pile, 1)


def _row(term: Term, hidden: Sequence[Place], least: int, pile: int) -> list[int]:
    """Return in how many `_ways` no forgotten card is lower, and the sums of the own cards over these."""
    size, high = sum(term.pool), sum(term.pool[least:])
    ways = comb(high, pile) * max(size - pile, 1)
    other = sum(
        number * count * comb(high - (number >= least), pile)
        for number, count in enumerate(term.pool)
        if count
    )
    told = [term.told_at(place) for place in hidden]
    return [ways, *(other if number is None else number * ways for number in told)]
