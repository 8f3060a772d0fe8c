"""Exact payments: what cards or amulets can make a sum, and which of them may be paid next (M-18, M-44).

What can be paid with is a sorted tuple of *means*: a means is a number made of a value and of where it comes
from, ``4 * value + source``, so that they come in the order of the notation.
"""

from __future__ import annotations

from functools import lru_cache

HAND, START, AMULET, TILE = range(4)
"""Where a means comes from: a card of the hand, a start card, an amulet, a stone tile (M-40, M-44)."""

Means = tuple[int, ...]


def value_of(means: int) -> int:
    """Return the value of one means."""
    return means >> 2


def source_of(means: int) -> int:
    """Return where one means comes from."""
    return means & 3


@lru_cache(maxsize=1 << 16)
def card_means(hand: tuple[int, ...], start: tuple[int, ...], tiles: int, value: int) -> Means:
    """Return the means of a hand of valuables, start cards and so many card tiles of a value, sorted."""
    return tuple(
        sorted([*(4 * one for one in hand), *(4 * one + START for one in start), *[4 * value + TILE] * tiles])
    )


@lru_cache(maxsize=1 << 14)
def amulet_means(kept: tuple[int, ...], tiles: int, value: int) -> Means:
    """Return the means of kept amulets and so many amulet tiles of a value, sorted."""
    return tuple(sorted([*(4 * one + AMULET for one in kept), *[4 * value + TILE] * tiles]))


@lru_cache(maxsize=1 << 17)
def sums(means: Means) -> int:
    """Return the sums that some of the means make, as a mask with a bit for each; bit 0 is always set.

    >>> [total for total in range(12) if sums((4 * 3, 4 * 4)) >> total & 1]
    [0, 3, 4, 7]
    """
    made = 1
    for one in means:
        made |= made << (one >> 2)
    return made


@lru_cache(maxsize=1 << 16)
def next_means(means: Means, left: int, least: int) -> Means:
    """Return each different means, not before `least`, after which the rest of a sum can still be paid.

    Means are paid in ascending order, so that each payment is made in one way.
    """
    found = []
    for place, one in enumerate(means):
        if one >= least and one not in found and (one >> 2) <= left:
            rest = sums(means[place + 1 :])
            if rest >> (left - (one >> 2)) & 1:
                found.append(one)
    return tuple(found)


@lru_cache(maxsize=1 << 15)
def exact_payments(means: Means, price: int) -> tuple[Means, ...]:
    """Return every different payment that makes a price exactly, in order (M-18, M-44).

    >>> exact_payments((4 * 3, 4 * 3 + START, 4 * 4), 7)
    ((12, 16), (13, 16))
    """
    if not price:
        return ((),)
    return tuple(
        (one, *others)
        for one in next_means(means, price, 0)
        for others in exact_payments(means[means.index(one) + 1 :], price - (one >> 2))
    )
