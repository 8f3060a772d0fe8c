"""Sets of own cards that are sure to match, and what they are worth (S-13, S-15, S-55; A-14).

A set is sure to match if it does so in every world that is possible. A memory that may be wrong makes no
world impossible, so all that matters is which cards of the pool the hidden ones may be.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from solvers.silver.matching import fates
from solvers.silver.mixture import added
from solvers.silver.pools import ways_to_draw, without
from toolkit.games.silver.cards import COPIES, DOPPELGANGER
from toolkit.games.silver.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from solvers.silver.law import Law
    from solvers.silver.mixture import Mixture
    from solvers.silver.pools import Counts
    from toolkit.games.silver.position import Place
    from toolkit.games.silver.rules import Doppelganger

_ANYTHING = 3
"""Numbers besides 13 among the cards that may be hidden ones, from which on these may be anything for a set.

With all of them in play, or with any three, the same sets can fail: a set has at most two different numbers
besides 13, as there are two 13s (A-14), so a third number spoils it.
"""

Sets = tuple[tuple[int, int], ...]
"""Sure sets by their hidden cards: how many these are, and the largest sum of the known cards beside them."""


def sure_sets(
    known: Sequence[int], hidden: int, pool: Counts, rules: Rules, *, pile: int = 0, least: int = 0
) -> Sets:
    """Return the sets of own cards that are sure to match, a single card included.

    Parameters
    ----------
    known
        The numbers of the own cards that are certain.
    hidden
        How many own cards are not.
    pool
        The cards that may lie at the hidden places, own ones and others.
    rules
        The rules, for 13s.
    pile, least
        Of so many other hidden cards the lowest has this number, as far as that is known (S-52).

    >>> sure_sets([13, 2], 3, COPIES, Rules()), sure_sets([8], 2, (0,) * 8 + (3,) + (0,) * 5, Rules())
    (((0, 15), (1, 13)), ((0, 8), (1, 8), (2, 8)))
    """
    if _outside(pool, pile, least) >= _ANYTHING:
        pool, pile, least = COPIES, 0, 0
    return _sure_sets(tuple(sorted(known)), hidden, pool, pile, least, rules.doppelganger)


def sure_after_draw(known: Sequence[int], hidden: int, pool: Counts, rules: Rules) -> list[Sets]:
    """Return the `sure_sets` by the number of a card that is drawn from the pool; none for other numbers."""
    if sum(map(bool, pool[:DOPPELGANGER])) > _ANYTHING:
        return [_sure_sets(tuple(sorted(known)), hidden, COPIES, 0, 0, rules.doppelganger)] * len(pool)
    return [
        sure_sets(known, hidden, without(pool, card), rules) if count else ()
        for card, count in enumerate(pool)
    ]


def best_worths(sets: Sets, weights: Sequence[int], means: Sequence[Sequence[int]]) -> list[int]:
    """Return the points that the best of some sets takes off the village, times each weight; 0 without one.

    `means` are those of the hidden own cards, each times the same weights.
    """
    high = _highest(means, max([count for count, _ in sets], default=0))
    best = [0] * len(weights)
    for count, points in sets:
        worth = added([[points * weight for weight in weights], *high[:count]])
        best = list(map(max, best, worth))
    return best


def _highest(rows: Sequence[Sequence[int]], most: int) -> Sequence[Sequence[int]]:
    """Return the rows so that each column descends, at least so many of them."""
    if most <= 1:
        return [list(map(max, *rows))] if len(rows) > 1 else rows
    return list(zip(*[sorted(column, reverse=True) for column in zip(*rows, strict=True)], strict=True))


def alike(law: Law, places: Sequence[Place]) -> dict[Place, int]:
    """Return the `unlike` ones of some places, and for how many each of them stands."""
    found = dict.fromkeys(law.unlike(places), 1)
    if plain := [place for place in places if place not in law.known and place not in law.reports]:
        found[plain[0]] = len(plain)
    return found


def possible(mixture: Mixture) -> Counts:
    """Return the cards that may lie at the hidden places: the pool of the term in which no report is true."""
    return max([term.pool for term in mixture.terms], key=sum)


def _outside(pool: Counts, pile: int, least: int) -> int:
    """Return how many numbers besides 13 can lie outside the pile at once."""
    spare = [count - (pile > 0 and number == least) for number, count in enumerate(pool[:DOPPELGANGER])]
    low, high = [sum([count > 0 for count in part]) for part in (spare[:least], spare[least:])]
    return low + min(high, sum(pool[least:]) - pile)


@lru_cache(maxsize=4096)
def _sure_sets(
    known: tuple[int, ...], hidden: int, pool: Counts, pile: int, least: int, doppelganger: Doppelganger
) -> Sets:
    rules, best = Rules(doppelganger=doppelganger), dict[int, int]()
    for cards in _known_parts(known):
        for count in range(hidden + 1):
            if (cards or count) and _is_sure(cards, count, pool, pile, least, rules):
                best[count] = max(best.get(count, 0), sum(cards))
    return tuple(sorted(best.items()))


def _known_parts(known: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the known cards that may stand in a set: all 13s, which spoil none, and all of some numbers."""
    wild = known.count(DOPPELGANGER)
    for some in range(COPIES[DOPPELGANGER] + 1):
        for numbers in combinations(sorted(set(known) - {DOPPELGANGER}), some):
            yield (*[card for card in known if card in numbers], *[DOPPELGANGER] * wild)


def _is_sure(cards: tuple[int, ...], hidden: int, pool: Counts, pile: int, least: int, rules: Rules) -> bool:
    """Tell whether known cards match with hidden ones in all ways to fill these and the pile."""
    matching = 0
    for drawn, _ in fates(cards, hidden, rules).matching:
        if ways := ways_to_draw(pool, drawn):
            left = list(pool)
            for number, copies in drawn:
                left[number] -= copies
            matching += ways * _piles(left, pile, least)
    return matching == _piles(pool, pile, least) * comb(sum(pool) - pile, hidden)


def _piles(pool: Sequence[int], pile: int, least: int) -> int:
    """Return in how many ways so many cards of a pool have this lowest number; one way without a pile."""
    return comb(sum(pool[least:]), pile) - (comb(sum(pool[least + 1 :]), pile) if pile else 0)
