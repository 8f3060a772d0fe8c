"""`Cards`: where the cards of one kind lie, and how they move; the `Ledger` says what is known of them."""

from __future__ import annotations

from bisect import insort
from typing import TYPE_CHECKING

from toolkit.core.hidden.knowledge import HEAP, Face, Place

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from toolkit.core.hidden.layout import Layout


class Cards:
    """The cards of one kind, each in its zone, and the masks of those that lie in rows.

    Attributes
    ----------
    layout
        The zones.
    cards
        The faces in each zone; heaps are sorted.
    known
        For each row, beside each card, a mask of the players who know it; empty for heaps.
    """

    __slots__ = ("cards", "known", "layout")

    def __init__(self, layout: Layout, cards: list[list[Face]], known: list[list[int]]) -> None:
        self.layout = layout
        self.cards = cards
        self.known = known

    def _shift(self, face: Face, source: Place, target: Place, sees: int) -> None:
        """Put a card elsewhere; `sees` is a mask of the players who know it afterwards, for a row."""
        (from_zone, from_index), (to_zone, to_index) = source, target
        if from_index == HEAP:
            self.cards[from_zone].remove(face)
        else:
            del self.cards[from_zone][from_index], self.known[from_zone][from_index]
        if to_index == HEAP:
            insort(self.cards[to_zone], face)
        else:
            self.cards[to_zone].insert(to_index, face)
            self.known[to_zone].insert(to_index, sees)

    def _sight(self, source: Place, target: Place, seen_by: int) -> int:
        """Return who sees a card that moves: `seen_by`, and those who see it at its source or target."""
        viewers, (zone, index) = self.layout.viewers, source
        return seen_by | viewers[target[0]] | (viewers[zone] if index == HEAP else self.known[zone][index])

    def pour(self, source: int, target: int) -> None:
        """Put all cards of one heap into another and shuffle that one."""
        self.cards[target] = sorted(self.cards[target] + self.cards[source])
        self.cards[source] = []

    def rearrange(self, goes: Mapping[int, int]) -> None:
        """Exchange whole heaps at once: what lay in heap ``z`` lies in ``goes[z]`` afterwards.

        Who could look into a heap before knows its cards after.
        """
        heaps = {source: self.cards[source] for source in goes}
        for source, target in goes.items():
            self.cards[target] = heaps[source]

    def look(self, zone: int, index: int, players: int) -> None:
        """Let the players of a mask know the card at a place of a row."""
        self.known[zone][index] |= players

    def forget(self, zone: int, index: int) -> None:
        """Let everybody lose sight of the card at a place of a row, in a game without memory."""
        self.known[zone][index] = 0

    def mix(self, places: Sequence[Place], order: Sequence[int], seen_by: int = 0) -> None:
        """Let somebody rearrange cards in rows, out of the sight of all who are not in `seen_by`.

        The card of ``places[order[i]]`` comes to ``places[i]``. A player who did not see it no longer knows
        which of them lies where, only that those seen before lie among them: a mask never travels through it.
        """
        cards = [(self.cards[zone][i], self.known[zone][i]) for zone, i in places]
        for (zone, i), number in zip(places, order, strict=True):
            self.cards[zone][i], self.known[zone][i] = cards[number]
        players = (1 << self.layout.players) - 1
        if seen_by & players == players:
            return
        for zone, i in places:
            self.known[zone][i] &= players  # a spectator did not see it
        for player in range(self.layout.players):
            self._forget_masks(player, places, apart=bool(seen_by >> player & 1))

    def _forget_masks(self, player: int, places: Sequence[Place], *, apart: bool) -> None:
        """Clear the masks of a player who did not see a mix, or saw it but knows only some of the cards.

        Masks are seen by all: where some of the cards are known, they would show where these went.
        """
        bit = 1 << player
        seen = [(zone, i) for zone, i in places if self.known[zone][i] & bit]
        if apart and len(seen) == len(places):
            return
        for zone, i in seen:
            self.known[zone][i] &= ~bit
        self._lost_sight(player, places, seen, apart=apart)

    def _lost_sight(
        self, player: int, places: Sequence[Place], seen: Sequence[Place], *, apart: bool
    ) -> None:
        """Take note that a player lost the masks of the cards in `seen`, among `places`."""
