"""Compiled search for pinning sets (the extra ``fast``): import this module only where numba is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit, prange

if TYPE_CHECKING:
    from numpy.typing import NDArray

_STRIDE = 1009  # a prime, and above every divisor of a number of heads

Found = tuple["NDArray[np.intp]", "NDArray[np.intp]"]


@njit(cache=True, nogil=True)
def _bit_number(value: np.uint64) -> int:
    """Return the number of the only set bit of a word."""
    number = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if value >> np.uint64(shift):
            value >>= np.uint64(shift)
            number += shift
    return number


@njit(cache=True, nogil=True)
def _only_bit(left: NDArray[np.uint64], mask: NDArray[np.uint64]) -> int:
    """Return the word with the only common bit of two masks, or -1 when there is none or there are more."""
    found = -1
    for word in range(left.shape[0]):
        value = left[word] & mask[word]
        if value:
            if found >= 0 or value & (value - np.uint64(1)):
                return -1
            found = word
    return found


@njit(cache=True, nogil=True)
def _close(masks, left, at, count, write, clues, hexes):  # type: ignore[no-untyped-def]  # compiled
    """Try every last clue after those in `at`, which leave `left`; return the count with its hits."""
    last = len(at) - 1
    for clue in range(at[last - 1] + 1, masks.shape[0]):
        word = _only_bit(left, masks[clue])
        if word >= 0:
            if write:
                at[last] = clue
                clues[count] = at
                hexes[count] = 64 * word + _bit_number(left[word] & masks[clue, word])
            count += 1
    return count


@njit(cache=True, nogil=True)
def _pins_of(masks, size, first, second, write, clues, hexes):  # type: ignore[no-untyped-def]  # compiled
    """Count the pinning sets that begin with two clues, and with `write` list them from row 0."""
    at = np.empty(size, np.intp)
    at[0], at[1] = first, second
    two = masks[first] & masks[second]
    if size == 3:
        return _close(masks, two, at, 0, write, clues, hexes)
    three, four = np.empty_like(two), np.empty_like(two)
    count = 0
    for third in range(second + 1, masks.shape[0]):
        at[2] = third
        if not _meet(two, masks[third], three):
            continue
        if size == 4:
            count = _close(masks, three, at, count, write, clues, hexes)
            continue
        for fourth in range(third + 1, masks.shape[0]):
            at[3] = fourth
            if _meet(three, masks[fourth], four):
                count = _close(masks, four, at, count, write, clues, hexes)
    return count


@njit(cache=True, nogil=True)
def _meet(one: NDArray[np.uint64], other: NDArray[np.uint64], out: NDArray[np.uint64]) -> bool:
    """Put what two masks share into `out`; tell whether it is anything."""
    some = np.uint64(0)
    for word in range(one.shape[0]):
        out[word] = one[word] & other[word]
        some |= out[word]
    return bool(some)


@njit(cache=True, parallel=True, nogil=True)
def _pins(masks, size, heads, starts, counts, write, clues, hexes):  # type: ignore[no-untyped-def]  # compiled
    """Search the sets of every head; `starts` are the rows where their answers go."""
    for turn in prange(len(heads)):
        lane = turn * _STRIDE % len(heads)  # heads with much and with little work alternate between threads
        start, stop = starts[lane], starts[lane] + counts[lane]
        counts[lane] = _pins_of(
            masks, size, heads[lane, 0], heads[lane, 1], write, clues[start:stop], hexes[start:stop]
        )


def pinning_rows(masks: NDArray[np.uint64], size: int) -> Found:
    """Return the clue numbers and the hex of every set of `size` clues that pins one hex, rows ascending.

    `masks` has shape (clues, words). The twin of the numpy path of `pinning_sets`: one pass counts, a second
    one writes.
    """
    heads = np.argwhere(np.triu(np.ones((len(masks), len(masks)), bool), k=1))
    counts, starts = np.zeros((2, len(heads)), np.intp)
    clues, hexes = np.empty((0, size), np.intp), np.empty(0, np.intp)
    _pins(masks, size, heads, starts, counts, False, clues, hexes)
    starts[1:] = np.cumsum(counts)[:-1]
    clues, hexes = np.empty((counts.sum(), size), np.intp), np.empty(counts.sum(), np.intp)
    _pins(masks, size, heads, starts, counts, True, clues, hexes)
    return clues, hexes
