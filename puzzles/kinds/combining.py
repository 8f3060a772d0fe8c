"""What it takes to locate a treasure on a known island: the cards to combine, and the hexes to go through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.kinds.reading import reading_load

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.setting import Setting

CARD = 4.0
"""What a card weighs against one hex to scan. A guess, until solving times of people calibrate it."""

READ = 0.5
"""What a unit of reading load weighs against one hex to scan. A guess likewise."""


@dataclass(frozen=True, slots=True)
class Combining:
    """How much work a set of cards about one treasure is.

    Attributes
    ----------
    cards
        The cards to combine.
    hexes
        The hexes to scan when always that card is taken next which leaves the fewest: the hexes of the
        first card, then those left for each further card to look at.
    reading
        The reading load of the cards.
    """

    cards: int
    hexes: int
    reading: int

    @property
    def load(self) -> float:
        """All three in one number, in hexes; its weights are uncalibrated."""
        return CARD * self.cards + self.hexes + READ * self.reading


def combining(setting: Setting, clues: Iterable[Clue]) -> Combining:
    """Return how much work it is to find where all these clues hold."""
    cards = tuple(clues)
    left, hexes = setting.island.land.mask, 0
    rest = sorted({clue.number for clue in cards})
    while rest:
        best = min(rest, key=lambda number: (left & setting.masks[number]).bit_count())
        rest.remove(best)
        left &= setting.masks[best]
        hexes += left.bit_count() if rest else 0
    return Combining(len(cards), hexes, reading_load(map(str, cards)))
