"""Sets of own cards that are sure to match, and what they are worth (S-13, S-15, S-55; A-14).

A set is sure to match if it does so in every world that is possible. A memory that may be wrong makes no
world impossible, so all that matters is which cards of the pool the hidden ones may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.mixture import Mixture
from solvers.silver.hidden.pools import Counts, ways_to_draw
from solvers.silver.sets.matching import fates
from toolkit.games.silver.cards import COPIES, DOPPELGANGER
from toolkit.games.silver.position import Place
from toolkit.games.silver.rules import Doppelganger, Rules

if TYPE_CHECKING:
    from numpy.typing import NDArray


ALL_SORTS = 3
"""Numbers besides 13 among the cards that may be hidden ones, from which on these may be anything for a set.

With all of them in play, or with any three, the same sets can fail: a set has at most two different numbers
besides 13, as there are two 13s (A-14), so a third number spoils it.
"""

Sets = tuple[tuple[int, int], ...]
"""Sure sets by their hidden cards: how many these are, and the largest sum of the known cards beside them."""

Points = dict[int, "NDArray[Any]"]
"""The same for many cases at once: by the number of hidden cards the points in each case, -1 for no set."""


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

    Examples
    --------
    >>> sure_sets([13, 2], 3, COPIES, Rules()), sure_sets([8], 2, (0,) * 8 + (3,) + (0,) * 5, Rules())
    (((0, 15), (1, 13)), ((0, 8), (1, 8), (2, 8)))
    """
    if _outside(pool, pile, least) >= ALL_SORTS:
        pool, pile, least = COPIES, 0, 0
    return _sure_sets(tuple(sorted(known)), hidden, pool, pile, least, rules.doppelganger)


def best_worths(points: Points, weights: NDArray[Any], means: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """Return the points that the best of some sure sets takes off the village, times the weights.

    Parameters
    ----------
    points
        By the number of their hidden cards, the points of the known cards of the best such set; -1 for none.
    weights
        The weights of the cases.
    means
        What the hidden own cards count in each case, times the weights.
    """
    high = np.sort(np.array(means), axis=0)[::-1] if len(means) > 1 else means
    best, taken = np.zeros_like(weights), np.zeros_like(weights)
    for count, known in sorted(points.items()):
        if count:
            taken = taken + high[count - 1]
        best = np.maximum(best, np.where(known < 0, 0, known * weights + taken))
    return best


def alike(law: Law, places: Sequence[Place]) -> dict[Place, int]:
    """Return the `unlike` ones of some places, and for how many each of them stands."""
    found = dict.fromkeys(law.unlike(places), 1)
    if plain := [place for place in places if place not in law.known and place not in law.reports]:
        found[plain[0]] = len(plain)
    return found


def possible(mixture: Mixture) -> Counts:
    """Return the cards that may lie at the hidden places: the pool of the term in which no report is true."""
    return max([term.pool for term in mixture.terms], key=sum)


def sorts(pool: Counts) -> int:
    """Return how many numbers besides 13 there are in a pool."""
    return sum(map(bool, pool[:DOPPELGANGER]))


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
