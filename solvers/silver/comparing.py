"""In how many ways hands can be drawn so that one of them is the lowest (the counting behind Q-6).

The numbers are taken from 13 down to 0. I take some of the cards of a number, and each of the others goes to
one of the other hands or to none. For every other hand only two things matter: how many of its hidden cards
are drawn, and how far its sum is ahead of mine. A lead that my remaining cards cannot make up is cut down to
the least such lead; a hand that cannot catch up any more with all its remaining cards is dropped. That leaves
a few dozen states for each hand, and the table of all hands together stays small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product
from math import comb, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from solvers.silver.asking import TooLarge
from solvers.silver.hidden import Counts, points
from toolkit.games.silver.cards import HIGHEST

if TYPE_CHECKING:
    from numpy.typing import NDArray


_WORD = 64
"""Whole numbers are counted modulo this power of 2, without any work."""

_MOST_WAYS = 1 << 100
"""Up to so many ways floats tell which multiple of the word is missing.

A count in floats comes about in fewer than 2 ** 12 steps, 43 or fewer for each card and the rest between the
numbers. Each rounds it by a factor of 2 ** -53 at most: it is less than 2 ** 59 wrong, an eighth of a word.
"""

MOST_CELLS = 1 << 23
"""Tables up to this many cells are counted; that takes some seconds."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The sum of the known cards of a village, how many other cards it has, and how many are blind (B1)."""

    known: int
    hidden: int
    blind: int = 0


def total_ways(pool: Counts, hands: Sequence[Hand]) -> int:
    """Return in how many ways the hidden cards of hands can be drawn from a pool."""
    return _ways_to_give(sum(pool), [hand.hidden for hand in hands])


def _ways_to_give(cards: int, counts: Sequence[int]) -> int:
    """Return in how many ways so many of some different cards can be given to each of the hands."""
    ways = 1
    for count in counts:
        ways *= comb(max(cards, 0), count)
        cards -= count
    return ways


def ways_lowest(pool: Counts, mine: Hand, others: Sequence[Hand]) -> int:
    """Return in how many of the `total_ways` no other hand has a smaller sum than mine.

    Exact: where the ways are more than a word holds, floats tell what is missing. `TooLarge` if the tables
    would have more than 8 million cells together, or there are 2 ** 100 ways or more.

    >>> ways_lowest((2, 4, 4, 4) + (0,) * 10, Hand(1, 0), [Hand(0, 1)]), 14 - 2
    (12, 12)
    """
    return _counted(pool, mine, others, moments=1)[0]


def ways_and_points(pool: Counts, mine: Hand, others: Sequence[Hand]) -> tuple[int, int]:
    """Return the `ways_lowest`, and the sum of my sums over these ways."""
    if not mine.hidden:
        ways = ways_lowest(pool, mine, others)
        return ways, ways * mine.known
    ways, drawn = _counted(pool, mine, others, moments=2)
    return ways, ways * mine.known + drawn


@dataclass(frozen=True, slots=True)
class Weights:
    """What cards weigh by number in hands, relative to a card in none (model B1)."""

    kept: Sequence[Sequence[float]]  #: in my hand and then in each other one; shape (1 + others, 14)
    blind: Sequence[float]  #: the blind ones of any hand; shape (14,)


def weight_lowest(pool: Counts, mine: Hand, others: Sequence[Hand], weights: Weights) -> float:
    """Return the weight of the ways in which no other hand has a smaller sum than mine (model B1).

    A way tells which of the cards of a hand are its blind ones.
    """
    return float(_Table(mine, others, np.float64, weights=weights).full(pool)[0])


def count_cells(mine: Hand, others: Sequence[Hand]) -> int:
    """Return how many cells the tables of `ways_lowest` have together; `TooLarge` for over 8 million."""
    return _Table(mine, others, np.uint64).cells()


def _counted(pool: Counts, mine: Hand, others: Sequence[Hand], moments: int) -> list[int]:
    """Return the ways and, of two moments, the sum over them of what I draw."""
    most = total_ways(pool, [mine, *others])
    if moments > 1:
        most = max(most, most * mine.hidden * points(pool) // sum(pool))  # my sum is this over all ways
    if most >= _MOST_WAYS:
        raise TooLarge(f"{most} ways are too many to tell who is lowest")
    found = [int(count) for count in _Table(mine, others, np.uint64, moments).full(pool)]
    if most >> _WORD:
        near = [int(count) for count in _Table(mine, others, np.float64, moments).full(pool)]
        half = 1 << (_WORD - 1)
        found = [low + ((high - low + half) >> _WORD << _WORD) for low, high in zip(found, near, strict=True)]
    return found


class _Table:
    """Counts the ways by how many of my cards are drawn, and by the states of all other hands.

    There is a table for each number of cards that I have drawn; its first axis holds the ways and, of two
    moments, the sum over them of what I have drawn. The last axis is how many of those cards are blind.
    """

    def __init__(
        self,
        mine: Hand,
        others: Sequence[Hand],
        kind: type[np.uint64 | np.float64],
        moments: int = 1,
        weights: Weights | None = None,
    ) -> None:
        self.hidden, self.blind = mine.hidden, mine.blind
        self.others = [replace(other, known=other.known - mine.known) for other in others]
        self.kind = kind
        self.moments = moments
        self.weights = weights
        if (cells := self.cells()) > MOST_CELLS:
            raise TooLarge(f"{cells} combined states are too many to tell who is lowest")

    def full(self, pool: Counts) -> NDArray[Any]:
        """Return the moments over the ways in which all hands are full and none is ahead of mine."""
        settled = HIGHEST + 1
        if not (self.hidden or self.weights):  # from here on any card puts any hand ahead of mine for good
            settled = min(max(0, *[-hand.known for hand in self.others]), settled)
        tables = self._beginning(settled - 1, sum(pool[settled:]))
        for rank in range(settled - 1, -1, -1):
            tables = self._next_rank(tables, rank, pool[rank])
        full = [
            self._index(0, self.hidden, hand).get((hand.hidden, hand.blind, 0), -1) for hand in self.others
        ]
        if -1 in full:
            return np.zeros(self.moments, self.kind)
        return np.array([table[(*full, self.blind)] for table in tables[self.hidden]])

    def cells(self) -> int:
        """Return how many cells the tables have together where they are largest."""
        return max(
            sum(prod(self._shape(rank, taken)) for taken in range(self.hidden + 1))
            for rank in range(HIGHEST + 1)
        )

    def _index(self, rank: int, taken: int, hand: Hand) -> dict[_Key, int]:
        return states(rank, self.hidden - taken, taken, hand)

    def _shape(self, rank: int, taken: int) -> list[int]:
        return [*[len(self._index(rank, taken, hand)) for hand in self.others], self.blind + 1]

    def _empty(self, rank: int, taken: int) -> NDArray[Any]:
        return np.zeros((self.moments, *self._shape(rank, taken)), self.kind)

    def _beginning(self, rank: int, higher: int) -> list[NDArray[Any]]:
        """Return the tables after so many higher cards were given out at once, for a number."""
        rank = max(rank, 0)
        tables = [self._empty(rank, taken) for taken in range(self.hidden + 1)]
        for combination in product(*[self._given_out(rank, hand) for hand in self.others]):
            counts, indices = zip(*combination, strict=True)
            ways = _ways_to_give(higher, counts)
            tables[0][(0, *indices, 0)] = ways % (1 << _WORD) if self.kind is np.uint64 else ways
        return tables

    def _given_out(self, rank: int, hand: Hand) -> list[tuple[int, int]]:
        """Return how many higher cards a hand may have, each with the index of its state then."""
        cap, index = self.hidden * rank, self._index(rank, 0, hand)
        found = [(0, 0, min(hand.known, cap)), *[(drawn, 0, cap) for drawn in range(1, hand.hidden + 1)]]
        return [(key[0], index[key]) for key in found if key in index]

    def _next_rank(self, tables: Sequence[NDArray[Any]], rank: int, count: int) -> list[NDArray[Any]]:
        """Return the tables after so many cards of a number were given out, for the next lower number."""
        found = [self._empty(max(rank - 1, 0), taken) for taken in range(self.hidden + 1)]
        for taken, table in enumerate(tables):
            given = [table]
            for _ in range(count):
                given.append(self._with_card(given[-1], taken, rank))
            for more in range(min(self.hidden - taken, count) + 1):
                found[taken + more] += self._drawn(given[count - more], taken, rank, more, count)
        return found

    def _with_card(self, old: NDArray[Any], taken: int, rank: int) -> NDArray[Any]:
        """Return a table after one more card of a number was given to another hand or to none."""
        new = old.copy()
        for axis, hand in enumerate(self.others):
            for blind, weight in self._weights(axis + 1, rank):
                weighed = old if weight == 1 else old * weight
                gained(rank, self.hidden - taken, taken, hand, blind=blind).add(weighed, axis + 1, new)
        return new

    def _weights(self, hand: int, rank: int) -> list[tuple[bool, float]]:
        """Return what a card of a number weighs in a hand, not blind and blind; mine is the first one."""
        if not self.weights:
            return [(False, 1)]
        mixed = self.others[hand - 1].blind if hand else self.blind
        kept = (False, self.weights.kept[hand][rank])
        return [kept, (True, self.weights.blind[rank])] if mixed else [kept]

    def _drawn(self, table: NDArray[Any], taken: int, rank: int, more: int, count: int) -> NDArray[Any]:
        """Return a table after I drew more cards of a number, with the states for the next one."""
        for axis, hand in enumerate(self.others, 1):
            length = len(self._index(max(rank - 1, 0), taken + more, hand))
            out = np.zeros((*table.shape[:axis], length, *table.shape[axis + 1 :]), self.kind)
            passed(rank, self.hidden - taken, taken, more, hand).add(table, axis, out)
            table = out
        for _ in range(more if self.weights else 0):
            (_, kept), *blind = self._weights(0, rank)
            weighed = table * kept
            for _, weight in blind:
                weighed[..., 1:] += table[..., :-1] * weight
            table = weighed
        table *= self.kind(comb(count, more))
        if more and self.moments > 1:
            table[1] += table[0] * self.kind(more * rank)
        return table


# ---- what matters of another hand while cards are given out ------------------------------------------------

_Key = tuple[int, int, int]
"""A state of one other hand: cards drawn, how many of them are blind, lead over my hand."""

_Run = tuple[slice, slice]
"""States of an axis side by side, and where they go: to as many side by side, or all to one."""


@lru_cache(maxsize=4096)
def states(rank: int, left: int, taken: int, hand: Hand) -> dict[_Key, int]:
    """Return the states of a hand that matter while cards of a number are given out, with their indices.

    Higher numbers are finished. So many of my cards are left to be drawn, and so many are taken. The known
    sum of the hand is counted from mine.
    """
    cap = left * rank
    keys = []
    for kept, blind in product(range(hand.hidden - hand.blind + 1), range(hand.blind + 1)):
        drawn = kept + blind
        low = max(hand.known + drawn * rank - taken * HIGHEST, -(hand.hidden - drawn) * rank)
        high = hand.known + drawn * HIGHEST - taken * rank
        keys += [(drawn, blind, lead) for lead in range(min(low, cap), min(high, cap) + 1)]
    return {key: number for number, key in enumerate(keys)}


@lru_cache(maxsize=4096)
def gained(rank: int, left: int, taken: int, hand: Hand, *, blind: bool) -> _Move:
    """Return the move when the hand gets a card of a number, perhaps a blind one."""
    of = states(rank, left, taken, hand)
    return _Move(
        [of.get((drawn + 1, count + blind, min(lead + rank, left * rank))) for drawn, count, lead in of]
    )


@lru_cache(maxsize=4096)
def passed(rank: int, left: int, taken: int, more: int, hand: Hand) -> _Move:
    """Return the move when I have drawn some more cards of a number, and the next lower one comes."""
    lower = max(rank - 1, 0)
    goals, cap = states(lower, left - more, taken + more, hand), (left - more) * lower
    return _Move(
        [
            goals.get((drawn, blind, min(lead - more * rank, cap)))
            for drawn, blind, lead in states(rank, left, taken, hand)
        ]
    )


class _Move:
    """Where the states of an axis go, by their goals; those that go nowhere are dropped."""

    def __init__(self, goals: Sequence[int | None]) -> None:
        self.runs: list[_Run] = []
        for at, goal in enumerate(goals):
            if goal is not None:
                alone = slice(at, at + 1), slice(goal, goal + 1)
                self.runs += _joined(self.runs.pop(), alone) if self.runs else [alone]

    def add(self, table: NDArray[Any], axis: int, to: NDArray[Any]) -> None:
        """Add the cells of a table to those where they go."""
        before, axes = (slice(None),) * axis, list(range(table.ndim))
        for source, goal in self.runs:
            part = table[(*before, source)]
            if goal.stop - goal.start == source.stop - source.start:
                to[(*before, goal)] += part
            else:
                to[(*before, goal.start)] += np.einsum(part, axes, axes[:axis] + axes[axis + 1 :])


def _joined(run: _Run, state: _Run) -> list[_Run]:
    """Return a run with the next state as one run, or both beside each other if it does not go on there."""
    (source, goals), (at, goal) = run, state
    longer, width = slice(source.start, at.stop), goals.stop - goals.start
    if at.start == source.stop and goal.start == goals.stop and width == source.stop - source.start:
        return [(longer, slice(goals.start, goal.stop))]
    if at.start == source.stop and goal == goals:
        return [(longer, goals)]
    return [run, state]
