"""What matters of another hand while cards are given out: how many it has, and its lead over mine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from toolkit.games.silver.cards import HIGHEST

if TYPE_CHECKING:
    from numpy.typing import NDArray

Key = tuple[int, int]
"""A state of one other hand: cards drawn, lead over my hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """The sum of the known cards of a village, and how many other cards it has."""

    known: int
    hidden: int


@dataclass(frozen=True, slots=True)
class Move:
    """Where the states of an axis go: runs of states side by side, each to as many goals or all to one."""

    runs: tuple[tuple[slice, slice], ...]

    def add(self, table: NDArray[Any], axis: int, to: NDArray[Any]) -> None:
        """Add the cells of a table to those where they go."""
        before, axes = (slice(None),) * axis, list(range(table.ndim))
        for source, goal in self.runs:
            part = table[(*before, source)]
            if goal.stop - goal.start == source.stop - source.start:
                to[(*before, goal)] += part
            else:
                to[(*before, goal.start)] += np.einsum(part, axes, axes[:axis] + axes[axis + 1 :])


@lru_cache(maxsize=4096)
def states(rank: int, left: int, taken: int, hand: Hand) -> dict[Key, int]:
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


def _move(goals: Sequence[int | None]) -> Move:
    """Return the move of the states of an axis to these goals; those that go nowhere are dropped."""
    runs: list[tuple[slice, slice]] = []
    for at, goal in enumerate(goals):
        if goal is None:
            continue
        if runs and (longer := _longer(runs[-1], at, goal)):
            runs[-1] = longer
        else:
            runs.append((slice(at, at + 1), slice(goal, goal + 1)))
    return Move(tuple(runs))


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
def gained(rank: int, left: int, taken: int, hand: Hand) -> Move:
    """Return the move when the hand gets a card of a number."""
    of = states(rank, left, taken, hand)
    return _move([of.get((drawn + 1, min(lead + rank, left * rank))) for drawn, lead in of])


@lru_cache(maxsize=4096)
def passed(rank: int, left: int, taken: int, more: int, hand: Hand) -> Move:
    """Return the move when I have drawn some more cards of a number, and the next lower one comes."""
    lower = max(rank - 1, 0)
    goals, cap = states(lower, left - more, taken + more, hand), (left - more) * lower
    return _move(
        [goals.get((drawn, min(lead - more * rank, cap))) for drawn, lead in states(rank, left, taken, hand)]
    )
