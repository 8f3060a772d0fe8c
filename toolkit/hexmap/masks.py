"""Bit masks over numbered hexes: bit i stands for hex i of an island's fixed order."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


def mask_of(indices: Iterable[int], size: int) -> int:
    """Return the mask with the given bits of 0..size-1 set, in linear time for any size.

    >>> bin(mask_of([0, 3], 5))
    '0b1001'
    """
    digits = bytearray(b"0") * (size + 1)
    for index in indices:
        digits[size - index] = 49  # "1"; the first digit stays 0, so that an empty set is a number too
    return int(digits, 2)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the set bits, ascending.

    >>> list(bits(0b1001))
    [0, 3]
    """
    digits = bin(mask)[:1:-1]
    index = digits.find("1")
    while index >= 0:
        yield index
        index = digits.find("1", index + 1)
