"""`Layout`: the zones in which the cards of one kind lie, fixed for a game; faces and places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

Face = int
"""A card is known by its face, a number from 0; cards with one face are alike."""

HIDDEN: Final = -3
"""Stands in what a seat sees for a card that it does not know; no face, and no player either."""

HEAP: Final = None
"""The index of a heap, whose cards have no places of their own."""

Place = tuple[int, int | None]
"""A zone and an index in it; a heap as a whole is the place ``(zone, HEAP)``."""


@dataclass(frozen=True)
class Layout:
    """The zones of a kind of cards, fixed for a game."""

    players: int  #: how many sit at the table
    deck: tuple[Face, ...]  #: the faces of all cards of this kind, sorted: they never leave the zones
    #: The names of the heaps, with a mask of the players to whom each is open; they are numbered from 0.
    heaps: tuple[tuple[str, int], ...]
    rows: tuple[str, ...] = ()  #: the names of the rows; they are numbered after the heaps
    #: For each zone, a mask of the players to whom it is open; none for rows.
    viewers: tuple[int, ...] = field(init=False, repr=False)
    #: The number of each zone by its name.
    number: Mapping[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        names = [*(name for name, _ in self.heaps), *self.rows]
        object.__setattr__(self, "deck", tuple(sorted(self.deck)))
        object.__setattr__(
            self, "viewers", (*(open_to for _, open_to in self.heaps), *(0 for _ in self.rows))
        )
        object.__setattr__(self, "number", {name: number for number, name in enumerate(names)})

    def masks_of(self, cards: Sequence[Sequence[Face]]) -> list[int]:
        """Return how many masks each zone has: one for each card of a row, none for a heap."""
        return [len(zone) if number >= len(self.heaps) else 0 for number, zone in enumerate(cards)]
