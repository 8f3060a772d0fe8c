"""The sum of a village (Q-5, S-31)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.pools import Counts
from toolkit.games.silver.cards import HIGHEST
from toolkit.games.silver.position import Place, Position

if TYPE_CHECKING:
    from numpy.typing import NDArray


def village_places(position: Position, player: int) -> list[Place]:
    """Return the places of a village."""
    return [(player, slot) for slot in range(len(position.villages[player]))]


def village_sum(position: Position, player: int) -> dict[int, Fraction]:
    """Return the chance of each sum of a player's village (Q-5)."""
    return sum_of(Law.of(position), village_places(position, player))


def sum_of(law: Law, places: Sequence[Place]) -> dict[int, Fraction]:
    """Return the chance of each sum of the cards of some places, certain, remembered or unknown."""
    found: dict[int, Fraction] = defaultdict(Fraction)
    known = sum(law.known.get(place, 0) for place in places)
    hidden = [place for place in places if place not in law.known]
    for term in law.grouped(lambda place: (0, 0) if place in hidden else None):
        draws = len(hidden) - len(term.told)
        told = known + sum(number for _, number in term.told)
        scale = law.total * comb(sum(term.pool), draws)
        for total, ways in enumerate(sums(term.pool, draws).tolist()):
            if ways:
                found[told + total] += Fraction(term.weight * ways, scale)
    return dict(sorted(found.items()))


def sums(pool: Counts, draws: int) -> NDArray[np.int64]:
    """Return in how many ways so many cards of a pool have each sum; shape (13 * draws + 1,).

    The numbers of ways are below ``comb(52, 26)``, far from the end of 64 bits.

    >>> sums((2, 4, 4) + (0,) * 11, 2)[:5].tolist()
    [1, 8, 14, 16, 6]
    """
    ways = np.zeros((draws + 1, HIGHEST * draws + 1), np.int64)
    ways[0, 0] = 1
    for number, count in enumerate(pool):
        for _ in range(count):
            ways[1:, number:] += ways[:-1, : ways.shape[1] - number]
    drawn: NDArray[np.int64] = ways[draws]
    return drawn
