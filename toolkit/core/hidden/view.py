"""`View`: what one seat sees of the cards of a kind."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.hidden.knowledge import HEAP

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from toolkit.core.hidden.knowledge import Face, Group, Place
    from toolkit.core.hidden.zones import Layout, Zones

HIDDEN = -1
"""Stands in a `View` for a card that the seat does not know."""


@dataclass(frozen=True)
class View:
    """What one seat sees of the cards of a kind: data only.

    Attributes
    ----------
    layout
        The zones.
    cards
        The faces in each zone, `HIDDEN` for those that the seat does not know.
    known
        For each row, who knows each card: that is seen by all. Empty when there are no rows.
    groups
        What this seat knows beyond that.
    """

    layout: Layout
    cards: tuple[tuple[Face, ...], ...]
    known: tuple[tuple[int, ...], ...]
    groups: tuple[Group, ...]

    def zone(self, name: str) -> tuple[Face, ...]:
        """Return the faces of a zone by its name."""
        if name not in self.layout.number:
            raise ToolkitError(f"no zone {quote(name)}{did_you_mean(str(name), self.layout.number)}")
        return self.cards[self.layout.number[name]]

    @cached_property
    def unseen(self) -> tuple[Face, ...]:
        """The faces that this seat does not see, sorted: the cards of all its hidden places."""
        left = dict(self.layout.copies)
        for face in chain.from_iterable(self.cards):
            if face != HIDDEN:
                left[face] -= 1
        return tuple([face for face, count in left.items() for _ in range(count)])

    @cached_property
    def hidden(self) -> Mapping[Place, int]:
        """How many unseen cards lie at each hidden place, in a fixed order."""
        heaps = len(self.layout.heaps)
        found = {(zone, HEAP): len(faces) for zone, faces in enumerate(self.cards[:heaps]) if HIDDEN in faces}
        for zone, faces in enumerate(self.cards[heaps:], heaps):
            for index, face in enumerate(faces):
                if face == HIDDEN:
                    found[zone, index] = 1
        return found

    def deal(self, random: Random) -> Zones:
        """Return zones drawn uniformly from the deals that fit this view (`toolkit.core.hidden.dealing`)."""
        from toolkit.core.hidden.dealing import dealt  # they speak of views
        from toolkit.core.hidden.zones import Zones

        cards = dealt(self, random)
        known = [list(zone) for zone in self.known] if self.known else [[] for _ in cards]
        mine = {group.player: self.groups for group in self.groups}
        groups = tuple(mine.get(player, ()) for player in range(self.layout.players)) if mine else ()
        return Zones(self.layout, cards, known, groups)
