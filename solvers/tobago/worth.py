"""What treasure maps are worth, in coins: the roses on them, and the rose of who raises the treasure.

The one opinion of bots, advice and hints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum
from typing import NamedTuple

from solvers.tobago.race import Prize
from toolkit.hexmap.island import bits

CARD = 4.2
"""Coins of a treasure card that somebody takes: the worst one of a treasure is refused."""

_LOSS = 5.0  # coins of the best card of a player, which a curse takes
_NEAR = 6  # with so many candidates a treasure begins to draw the ATVs
_RAISES = 0.75  # the chance that a rival who can raise a treasure in the next turn does it: greedy ones do so


class Stakes(NamedTuple):
    """What there is still to win and to lose.

    Attributes
    ----------
    cards, gold_on_top, curses
        The treasure cards in the deck: all, those on top that are gold for certain, and the curses (T-18).
    protected
        For each player, by seat, whether an amulet protects from a curse (T-28).
    """

    cards: int
    gold_on_top: int
    curses: int
    protected: Sequence[bool]

    @property
    def future(self) -> float:
        """How much of what may still come will come: less and less as the treasure deck runs out."""
        return self.cards / (self.cards + 8)

    def cursed(self, cards: int) -> float:
        """Return the chance that a curse is among the next cards of the deck."""
        below, from_below = self.cards - self.gold_on_top, cards - self.gold_on_top
        return min(1.0, self.curses * from_below / below) if from_below > 0 and below else 0.0

    def raised(self, candidates: int) -> float:
        """Return the chance that a treasure with these candidates (a mask) is raised in this game."""
        count = candidates.bit_count()
        if count == 1:
            return self.cards / (self.cards + 1)
        return self.future * max(0.3, 0.85 - 0.035 * count)

    def roses(self, candidates: int, owners: Sequence[int]) -> list[float]:
        """Return what the roses on a map promise to each player, less what a curse would take."""
        coins = [0.0] * len(self.protected)
        chance, cursed = self.raised(candidates), self.cursed(len(owners) + 2)
        known = [owner for owner in owners if owner >= 0]
        self.give_out(coins, known, chance * CARD * (1 - cursed / 2), chance * cursed)
        return coins

    def give_out(self, coins: list[float], roses: Sequence[int], card: float, curse: float) -> None:
        """Add a card for each rose, and take what a curse of that chance would take of each owner."""
        for owner in roses:
            coins[owner] += card
        if curse:
            for owner in set(roses):
                coins[owner] -= curse * (0.5 if self.protected[owner] else _LOSS / 2)  # it may come too late

    def prizes(self, candidates: int, owners: Sequence[int]) -> Iterator[Prize]:
        """Yield the rose of who raises a treasure as a prize, shared out to few candidates."""
        count = candidates.bit_count()
        if owners and count <= _NEAR:
            cursed = self.cursed(len(owners) + 2)
            coins = self.raised(candidates) * CARD * (1 - cursed / 2) / count
            for hex_ in bits(candidates):
                yield Prize(hex_, coins, sure=count == 1, pull=_RAISES if count == 1 else 0.0)


def untouched(players: int) -> Stakes:
    """Return the stakes of a game in which nothing is won yet, by the cards of the box (T-18)."""
    return Stakes(cards=41, gold_on_top=12, curses=2, protected=[False] * players)


def lead(coins: Sequence[float], player: int) -> float:
    """Return by how many coins a player is ahead of the mean of the others."""
    return coins[player] - (fsum(coins) - coins[player]) / (len(coins) - 1)
