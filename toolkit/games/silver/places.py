"""Where cards lie: the zones of a round."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from toolkit.core.hidden import Layout
from toolkit.games.silver.cards import DECK as FACES

DECK, HELD, TOP, SHOWN, DISCARD, VILLAGE = range(6)
"""The numbers of the zones; a village has that of its player added.

The deck is a heap without an order, in which the rows that nobody plays lie too (S-2): no draw can tell them
apart. Cards that were put back on top of it lie in a row of their own, the next one first, for somebody knows
them. Held are the cards of the player at turn that are drawn or taken and not yet used, in the order drawn.
"""


FACE_DOWN: Final = -1
"""Stands in `SilverState.up` for a card that lies face-down; saved states hold it."""


@lru_cache
def layout(players: int) -> Layout:
    """Return the zones for so many players."""
    villages = [f"village {player}" for player in range(players)]
    return Layout(players, FACES, (("deck", 0),), ("held", "top", "shown", "discard", *villages))
