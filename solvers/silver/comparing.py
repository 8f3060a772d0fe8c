"""In how many ways hands can be drawn so that one of them is the lowest (the counting behind Q-6).

The numbers are taken from 13 down to 0, card by card: each card goes to one of the hands or to none. For
every other hand only two things matter: how many of its hidden cards are drawn, and how far its sum is ahead
of mine. A lead that my remaining cards cannot make up is cut down to the least such lead; a hand that cannot
catch up any more with all its remaining cards is dropped. That leaves a few dozen states for each hand, and
the table of all hands together stays small.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache, reduce
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import HIGHEST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from solvers.silver.law import Counts

_WORD = 1 << 64
"""What unsigned numbers of 64 bits are counted modulo, without any work."""

_PRIMES = ((1 << 50) - 27, (1 << 50) - 35, (1 << 50) - 51)
"""Moduli so small that the residues of all states that meet in one add up within 64 bits."""

MOST_CELLS = 1 << 23
"""Tables up to this many cells are counted; that takes some seconds."""

Key = tuple[int, int]
"""A state of one other hand: cards drawn, lead over my hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The sum of the known cards of a village, and how many other cards it has."""

    known: int
    hidden: int


@dataclass(frozen=True, slots=True)
class Weights:
    """What a card of each number weighs in a hand, relative to a card in none; shape (14,) each.

    Attributes
    ----------
    mine
        In my hand.
    others
        In each of the other hands.
    """

    mine: Sequence[float]
    others: Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class _Move:
    """Where the states of an axis go: runs of states side by side, each to as many goals or all to one."""

    runs: tuple[tuple[slice, slice], ...]

    def add(self, table: NDArray[Any], axis: int, to: NDArray[Any]) -> None:
        """Add the cells of a table to those where they go."""
        before = (slice(None),) * axis
        for source, goal in self.runs:
            part = table[(*before, source)]
            if goal.stop - goal.start == 1:
                part = part.sum(axis=axis, keepdims=True)
            to[(*before, goal)] += part


def total_ways(pool: Counts, hands: Sequence[Hand]) -> int:
    """Return in how many ways the hidden cards of hands can be drawn from a pool."""
    left, ways = sum(pool), 1
    for hand in hands:
        ways *= comb(left, hand.hidden)
        left -= hand.hidden
    return ways


def ways_lowest(pool: Counts, mine: Hand, others: Sequence[Hand]) -> int:
    """Return in how many of the `total_ways` no other hand has a smaller sum than mine.

    Exact for any size: large counts are put together from their residues (Chinese remainder theorem).

    Raises
    ------
    ToolkitError
        The tables would have more than 8 million cells together.

    >>> ways_lowest((2, 4, 4, 4) + (0,) * 10, Hand(1, 0), [Hand(0, 1)]), 14 - 2
    (12, 12)
    """
    total = total_ways(pool, [mine, *others])
    number, step = int(_Table(mine, others, None).ways(pool)), _WORD
    for prime in _PRIMES:
        if step > total:
            break
        residue = int(_Table(mine, others, prime).ways(pool))
        number += step * ((residue - number) * pow(step, -1, prime) % prime)
        step *= prime
    return number


def count_cells(mine: Hand, others: Sequence[Hand]) -> int:
    """Return how many cells the tables of `ways_lowest` have together where they are largest.

    Raises
    ------
    ToolkitError
        More than 8 million cells.
    """
    return _Table(mine, others, None).cells()


def weight_lowest(pool: Counts, mine: Hand, others: Sequence[Hand], weights: Weights) -> float:
    """Return the weight of the ways in which no other hand has a smaller sum than mine (model B1)."""
    return float(_Table(mine, others, None, weights).ways(pool))


def _product(numbers: Sequence[int]) -> int:
    return reduce(int.__mul__, numbers, 1)


class _Table:
    """Counts the ways by how many of my cards are drawn, and by the states of all other hands."""

    def __init__(
        self, mine: Hand, others: Sequence[Hand], modulus: int | None, weights: Weights | None = None
    ) -> None:
        self.hidden = mine.hidden
        self.others = [Hand(other.known - mine.known, other.hidden) for other in others]
        self.modulus = modulus
        self.weights = weights
        self.type = np.uint64 if weights is None else np.float64
        if (cells := self.cells()) > MOST_CELLS:
            raise ToolkitError(f"{cells} combined states are too many to tell who is lowest")

    def ways(self, pool: Counts) -> Any:
        """Return the ways in which all hands are full and none is ahead of mine."""
        tables = self._beginning()
        for rank in range(HIGHEST, -1, -1):
            for _ in range(pool[rank]):
                tables = [self._with_card(tables, taken, rank) for taken in range(self.hidden + 1)]
            if rank:
                tables = [self._next_rank(table, taken, rank) for taken, table in enumerate(tables)]
        full = tuple(self._index(0, self.hidden, hand).get((hand.hidden, 0), -1) for hand in self.others)
        return 0 if -1 in full else tables[self.hidden][full]

    def cells(self) -> int:
        """Return how many cells the tables have together where they are largest."""
        return max(
            sum(_product(self._shape(rank, taken)) for taken in range(self.hidden + 1))
            for rank in range(HIGHEST + 1)
        )

    def _index(self, rank: int, taken: int, hand: Hand) -> dict[Key, int]:
        return _states(rank, self.hidden - taken, taken, hand)

    def _shape(self, rank: int, taken: int) -> list[int]:
        return [len(self._index(rank, taken, hand)) for hand in self.others]

    def _beginning(self) -> list[NDArray[Any]]:
        tables = [np.zeros(self._shape(HIGHEST, taken), self.type) for taken in range(self.hidden + 1)]
        cap = self.hidden * HIGHEST
        starts = [self._index(HIGHEST, 0, hand).get((0, min(hand.known, cap)), -1) for hand in self.others]
        if -1 not in starts:
            tables[0][tuple(starts)] = 1
        return tables

    def _with_card(self, tables: Sequence[NDArray[Any]], taken: int, rank: int) -> NDArray[Any]:
        """Return the table of so many own cards after one more card of a number was given out or not."""
        old = tables[taken]
        new = old.copy()
        for axis, hand in enumerate(self.others):
            weighed = old if self.weights is None else old * self.weights.others[axis][rank]
            _gain(rank, self.hidden - taken, taken, hand).add(weighed, axis, new)
        if taken:
            drawn = self._moved(tables[taken - 1], new.shape, rank, taken - 1, own=True)
            new += drawn if self.weights is None else drawn * self.weights.mine[rank]
        if self.modulus:
            new %= self.modulus
        return new

    def _next_rank(self, table: NDArray[Any], taken: int, rank: int) -> NDArray[Any]:
        """Return a table with the states that matter for the next lower number."""
        moved = self._moved(table, self._shape(rank - 1, taken), rank, taken, own=False)
        return moved % self.modulus if self.modulus else moved

    def _moved(
        self, table: NDArray[Any], shape: Sequence[int], rank: int, taken: int, *, own: bool
    ) -> NDArray[Any]:
        """Return a table in which all axes have changed: for an own card, or for the next lower number."""
        for axis, hand in enumerate(self.others):
            step = _lose if own else _lower
            out = np.zeros((*table.shape[:axis], shape[axis], *table.shape[axis + 1 :]), self.type)
            step(rank, self.hidden - taken, taken, hand).add(table, axis, out)
            table = out
        return table


@lru_cache(maxsize=4096)
def _states(rank: int, left: int, taken: int, hand: Hand) -> dict[Key, int]:
    """Return the states of a hand that matter while cards of a number are given out, with their indices.

    Parameters
    ----------
    rank
        The number; higher ones are finished.
    left, taken
        How many of my cards are still to be drawn, and how many are drawn.
    hand
        The hand, its known sum counted from mine.
    """
    cap = left * rank
    keys = []
    for drawn in range(hand.hidden + 1):
        low = max(hand.known + drawn * rank - taken * HIGHEST, -(hand.hidden - drawn) * rank)
        high = hand.known + drawn * HIGHEST - taken * rank
        keys += [(drawn, lead) for lead in range(min(low, cap), min(high, cap) + 1)]
    return {key: number for number, key in enumerate(keys)}


def _move(goals: Sequence[int | None]) -> _Move:
    """Return the move of the states of an axis to these goals; those that go nowhere are dropped."""
    runs: list[tuple[slice, slice]] = []
    for at, goal in enumerate(goals):
        if goal is None:
            continue
        if runs and (longer := _longer(runs[-1], at, goal)):
            runs[-1] = longer
        else:
            runs.append((slice(at, at + 1), slice(goal, goal + 1)))
    return _Move(tuple(runs))


def _longer(run: tuple[slice, slice], at: int, goal: int) -> tuple[slice, slice] | None:
    """Return a run with one more state, or None if it does not go on there."""
    source, goals = run
    if at != source.stop:
        return None
    side_by_side = source.stop - source.start == goals.stop - goals.start
    if goal == goals.stop and side_by_side:
        return slice(source.start, at + 1), slice(goals.start, goal + 1)
    if goal == goals.start and goals.stop - goals.start == 1:
        return slice(source.start, at + 1), goals
    return None


@lru_cache(maxsize=4096)
def _gain(rank: int, left: int, taken: int, hand: Hand) -> _Move:
    """Return the move when the hand gets a card of a number."""
    states = _states(rank, left, taken, hand)
    return _move([states.get((drawn + 1, min(lead + rank, left * rank))) for drawn, lead in states])


@lru_cache(maxsize=4096)
def _lose(rank: int, left: int, taken: int, hand: Hand) -> _Move:
    """Return the move when I get a card of a number."""
    states = _states(rank, left - 1, taken + 1, hand)
    return _move([states.get((drawn, lead - rank)) for drawn, lead in _states(rank, left, taken, hand)])


@lru_cache(maxsize=4096)
def _lower(rank: int, left: int, taken: int, hand: Hand) -> _Move:
    """Return the move when the cards of a number are finished."""
    states = _states(rank - 1, left, taken, hand)
    cap = left * (rank - 1)
    return _move([states.get((drawn, min(lead, cap))) for drawn, lead in _states(rank, left, taken, hand)])
