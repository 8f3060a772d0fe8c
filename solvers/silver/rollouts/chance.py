"""The generator of a rollout: xoshiro128++ of Blackman and Vigna (2021), in numbers below 2 ** 63."""

from __future__ import annotations

from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import RANDOM

_MASK = 0xFFFFFFFF


@compiled
def _rotated(word: int, by: int) -> int:
    return (word << by | word >> (32 - by)) & _MASK


@compiled
def next_word(table: Table) -> int:
    """Return the next 32 bits."""
    one, two, three, four = table[RANDOM], table[RANDOM + 1], table[RANDOM + 2], table[RANDOM + 3]
    word = (_rotated((one + four) & _MASK, 7) + one) & _MASK
    three, four = three ^ one, four ^ two
    table[RANDOM], table[RANDOM + 1] = one ^ four, two ^ three
    table[RANDOM + 2], table[RANDOM + 3] = three ^ (two << 9 & _MASK), _rotated(four, 11)
    return word


@compiled
def below(table: Table, bound: int) -> int:
    """Return a number from 0 to below a bound, all exactly as likely (Lemire 2019)."""
    scaled = next_word(table) * bound
    if scaled & _MASK < bound:
        least = (_MASK + 1) % bound
        while scaled & _MASK < least:
            scaled = next_word(table) * bound
    return scaled >> 32
