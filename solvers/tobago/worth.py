"""What the treasure maps of Tobago are worth, in coins: the roses on them, and the rose of who raises.

The one opinion of bots, advice and hints.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from solvers.tobago.dividing import by_place
from solvers.tobago.race import Prize
from toolkit.hexmap.island import bits

_BEST_CARD = 5.0  # what a curse takes of who has no amulet, in coins
AMULET = 1.0
"""What a curse takes of who has an amulet, in coins."""

_NEAR = 6  # with so many candidates a treasure begins to draw the ATVs
_RAISES = 0.75  # the chance that a rival who can raise a treasure in the next turn does it: greedy ones do so


class Stakes(NamedTuple):
    """What there is still to win and to lose."""

    cards: int  #: all treasure cards in the deck (T-18)
    gold_on_top: int  #: those on top that are gold for certain
    curses: int  #: those that are curses
    protected: tuple[bool, ...]  #: for each player, by seat, whether an amulet protects from a curse (T-28)

    @property
    def future(self) -> float:
        """How much of what may still come will come: less and less as the treasure deck runs out."""
        return self.cards / (self.cards + 8)

    def cursed(self, cards: int) -> float:
        """Return the chance that a curse is among the next cards of the deck."""
        below, from_below = self.cards - self.gold_on_top, cards - self.gold_on_top
        return min(1.0, self.curses * from_below / below) if from_below > 0 and below else 0.0

    def curse(self, cards: int) -> float:
        """Return the chance of one of the next cards of the deck to be a curse."""
        return self.cursed(cards) / cards

    def raised(self, count: int) -> float:
        """Return the chance that a treasure with so many candidates is raised in this game."""
        if count == 1:
            return self.cards / (self.cards + 1)
        return self.future * max(0.3, 0.85 - 0.035 * count)

    def roses(self, candidates: int, owners: Sequence[int]) -> Sequence[float]:
        """Return what the roses on a map promise to each player, less what a curse would take."""
        return _roses(self, candidates.bit_count(), tuple(owners))

    def prizes(self, candidates: int, roses: int) -> Sequence[Prize]:
        """Return the rose of who raises a treasure with so many roses as a prize, shared out to the hexes."""
        if roses and candidates.bit_count() <= _NEAR:
            return _prizes(self[:3], candidates, roses)
        return ()


@lru_cache(maxsize=1 << 14)
def _roses(stakes: Stakes, count: int, owners: tuple[int, ...]) -> Sequence[float]:
    coins = [0.0] * len(stakes.protected)
    known = [owner for owner in reversed(owners) if owner >= 0]  # from the bottom up
    chance = stakes.raised(count)
    _, *brought = by_place(len(known) + 1, stakes.curse(len(known) + 2))
    for owner, card in zip(known, brought, strict=True):
        coins[owner] += chance * card
    cursed = chance * stakes.cursed(len(known) + 2) / 2  # it may come too late
    for owner in set(known):
        coins[owner] -= cursed * (AMULET if stakes.protected[owner] else _BEST_CARD)
    return coins


@lru_cache(maxsize=1 << 14)
def _prizes(cards: tuple[int, int, int], candidates: int, roses: int) -> Sequence[Prize]:
    stakes, count = Stakes(*cards, ()), candidates.bit_count()
    coins = stakes.raised(count) * by_place(roses + 1, stakes.curse(roses + 2))[0] / count
    pull = _RAISES if count == 1 else 0.0
    return [Prize(hex_, coins, sure=count == 1, pull=pull) for hex_ in bits(candidates)]


def untouched(players: int) -> Stakes:
    """Return the stakes of a game in which nothing is won yet, by the cards of the box (T-18)."""
    return Stakes(cards=41, gold_on_top=12, curses=2, protected=(False,) * players)
