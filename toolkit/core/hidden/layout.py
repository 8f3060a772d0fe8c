"""`Layout`: the zones in which the cards of one kind lie, fixed for a game."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.core.hidden.knowledge import Face


@dataclass(frozen=True)
class Layout:
    """The zones of a kind of cards, fixed for a game.

    Attributes
    ----------
    players
        How many sit at the table.
    deck
        The faces of all cards of this kind, sorted: they never leave the zones.
    heaps
        The names of the heaps, with a mask of the players to whom each is open; they are numbered from 0.
    rows
        The names of the rows; they are numbered after the heaps.
    copies
        How many cards of each face there are, in the order of the faces.
    viewers
        For each zone, a mask of the players to whom it is open; none for rows.
    number
        The number of each zone by its name.
    """

    players: int
    deck: tuple[Face, ...]
    heaps: tuple[tuple[str, int], ...]
    rows: tuple[str, ...] = ()
    copies: Counter[Face] = field(init=False, repr=False, compare=False)
    viewers: tuple[int, ...] = field(init=False, repr=False)
    number: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [*(name for name, _ in self.heaps), *self.rows]
        object.__setattr__(self, "deck", tuple(sorted(self.deck)))
        object.__setattr__(self, "copies", Counter(self.deck))
        object.__setattr__(
            self, "viewers", (*(open_to for _, open_to in self.heaps), *(0 for _ in self.rows))
        )
        object.__setattr__(self, "number", {name: number for number, name in enumerate(names)})

    def masks_of(self, cards: Sequence[Sequence[Face]]) -> list[int]:
        """Return how many masks each zone has: one for each card of a row, none for a heap."""
        return [len(zone) if number >= len(self.heaps) else 0 for number, zone in enumerate(cards)]

    def seats(self, mask: int) -> list[int]:
        """Return the players of a mask."""
        return [player for player in range(self.players) if mask >> player & 1]
