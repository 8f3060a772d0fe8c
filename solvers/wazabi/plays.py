"""When a card may be played, and how many own dice it takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from solvers.wazabi.rolls import Roll
    from toolkit.games.wazabi.cards import Card

LOSES = {"lose 1 die": 1, "lose 2 dice": 2, "give 1 die": 1}
"""How many own dice a card takes away (W-16, W-24, W-26)."""

LAST = "lose 1 die"
"""The only card that can take the last die away (W-28)."""

_BANNED_FROM = 2  # W-16: so many DIE faces in the roll bar "lose 1 die"


def playable(card: Card, shown: Roll) -> bool:
    """Tell whether a roll lets a card of the hand be played (W-10, W-16).

    A roll of nothing but DIE faces lets none: it ends the player's game (W-27a).
    """
    wazabi, drawn, die = shown
    if not wazabi + drawn:
        return False
    return wazabi >= card.cost and not (card.name == LAST and die >= _BANNED_FROM)
