"""Sights of cards, and which of them are forgotten (Q-22)."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.core.hidden import HIDDEN

if TYPE_CHECKING:
    from random import Random

Retention = Callable[[int, int], float]
"""The chance to remember a sight after so many turns, with so many other cards seen since."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A card that was seen.

    Attributes
    ----------
    number
        Its number.
    turn
        In which turn, counted from the beginning of the round.
    order
        Which sight of the round it is.
    hold
        A number from 0 to 1: the sight is kept as long as the retention is above it.
    """

    number: int
    turn: int
    order: int
    hold: float


class Sights:
    """The sights of a round.

    Parameters
    ----------
    random
        Decides which sights are forgotten first.
    retention
        The chance to remember a sight; None: for ever.

    Attributes
    ----------
    turn
        The turn of the round.
    """

    def __init__(self, random: Random, retention: Retention | None) -> None:
        self.turn = 0
        self._random, self._retention, self._count = random, retention, 0
        self._latest: list[int] = []  # the last sight of each card that was seen, in their order

    def see(self, number: int, before: Sight | None) -> Sight:
        """Return the sight of a card that is seen now; `before` is the one that it had until now."""
        if before is not None:
            self._latest.remove(before.order)
        self._count += 1
        self._latest.append(self._count)
        return Sight(number, self.turn, self._count, self._random.random())

    def number(self, sight: Sight | None) -> int:
        """Return the number of a card as far as it is remembered, else -1."""
        return HIDDEN if sight is None or self._forgotten(sight) else sight.number

    def _forgotten(self, sight: Sight) -> bool:
        if self._retention is None:
            return False
        others = len(self._latest) - bisect_right(self._latest, sight.order)
        return self._retention(self.turn - sight.turn, others) <= sight.hold
