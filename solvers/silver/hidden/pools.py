"""Pools: how many cards there are of each number among cards that may lie anywhere."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from operator import mul

Counts = tuple[int, ...]
"""How many cards there are of each number."""


def without(pool: Counts, *numbers: int) -> Counts:
    """Return a pool with these cards less."""
    left = list(pool)
    for number in numbers:
        left[number] -= 1
    return tuple(left)


def points(pool: Counts) -> int:
    """Return the sum of the numbers of all cards of a pool."""
    return sum(map(mul, range(len(pool)), pool))


def ways_to_draw(pool: Counts, drawn: Sequence[tuple[int, int]]) -> int:
    """Return in how many ways so many cards of each of these numbers can be chosen from a pool.

    >>> ways_to_draw((2, 4, 4) + (0,) * 11, [(0, 1), (1, 2)])
    12
    """
    ways = 1
    for number, copies in drawn:
        ways *= comb(pool[number], copies)
    return ways
