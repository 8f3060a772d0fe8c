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
def _pins_of(masks, size, first, second, write, clues, hexes):  # type: ignore[no-untyped-def]  # compiled
    """Count the pinning sets that begin with two clues, and with `write` list them from row 0.

    A walk over the clues in between, with a loop over the last one.
    """
    words, last = masks.shape[1], size - 1
    left = np.empty((size, words), np.uint64)  # left[d]: what the first d + 1 clues leave
    left[1] = masks[first] & masks[second]
    at = np.empty(size, np.intp)
    at[0], at[1] = first, second
    count, depth = 0, 1
    while True:
        some = np.uint64(0)
        for word in range(words):
            some |= left[depth, word]
        if some and depth < last - 1 and at[depth] + 1 < masks.shape[0]:
            depth += 1
            at[depth] = at[depth - 1] + 1
        else:
            if some and depth == last - 1:
                row = left[depth]
                for clue in range(at[depth] + 1, masks.shape[0]):
                    word = _only_bit(row, masks[clue])
                    if word >= 0:
                        if write:
                            at[last] = clue
                            clues[count] = at
                            hexes[count] = 64 * word + _bit_number(row[word] & masks[clue, word])
                        count += 1
            at[depth] += 1
            while depth >= 2 and at[depth] >= masks.shape[0]:
                depth -= 1
                at[depth] += 1
            if depth == 1:
                return count
        for word in range(words):
            left[depth, word] = left[depth - 1, word] & masks[at[depth], word]
    return count


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
    heads = np.array([(a, b) for a in range(len(masks)) for b in range(a + 1, len(masks))], np.intp).reshape(
        -1, 2
    )
    counts, starts = np.zeros((2, len(heads)), np.intp)
    clues, hexes = np.empty((0, size), np.intp), np.empty(0, np.intp)
    _pins(masks, size, heads, starts, counts, False, clues, hexes)
    starts[1:] = np.cumsum(counts)[:-1]
    clues, hexes = np.empty((counts.sum(), size), np.intp), np.empty(counts.sum(), np.intp)
    _pins(masks, size, heads, starts, counts, True, clues, hexes)
    return clues, hexes
