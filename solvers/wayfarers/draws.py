"""What comes next from a pile: exact chances from what a player has not seen (Y-64, Y-125, Y-126).

Each card that a player has not seen is equally likely at each place that the player does not know: in the
pile, among cards that others put under it, with the rival. Cards under the pile come after it, in order.
"""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from math import comb
from typing import NamedTuple

from toolkit.core.hidden import HIDDEN
from toolkit.games.wayfarers.components.names import KINDS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, deck
from toolkit.games.wayfarers.display import SLOTS_EACH
from toolkit.games.wayfarers.play.gaining import DRAWS
from toolkit.games.wayfarers.position import UNKNOWN, Position


class Pile(NamedTuple):
    """What a player knows of a pile."""

    cards: int  #: how many lie there, those under it included
    under: tuple[int, ...]  #: those put under it, the next one first, `HIDDEN` where the player does not know
    unseen: tuple[int, ...]  #: the cards of which the player does not know the place

    @classmethod
    def of(cls, position: Position, kind: int) -> Pile:
        """Return what a position tells of the pile of a kind of cards."""
        under, shown = position.under.get(KINDS[kind], ()), len(getattr(position.display, KINDS[kind]))
        taken = position.rival.taken(KINDS[kind]).count(UNKNOWN) if position.rival else 0
        named = {card for _, _, card in position.named}
        unseen = [card for card in deck(kind, position.rules.promos) if CARDS[card].id not in named]
        left = len(unseen) + len(under) - under.count(UNKNOWN) - (SLOTS_EACH - shown) - taken
        known = [HIDDEN if card == UNKNOWN else CARD[card] for card in under]
        return cls(max(left, len(under)), tuple(known), tuple(unseen))

    def next(self, draws: int = DRAWS) -> tuple[tuple[int, ...], int]:
        """Return which of the next cards are known, and how many are not; fewer if there are fewer."""
        above = self.cards - len(self.under)
        under = self.under[: max(0, draws - above)]
        known = tuple([card for card in under if card != HIDDEN])
        return known, min(draws, above) + len(under) - len(known)

    def chance(self, wanted: Collection[int], draws: int = DRAWS) -> Fraction:
        """Return the chance that at least one of the next cards is wanted."""
        known, hidden = self.next(draws)
        if not set(wanted).isdisjoint(known):
            return Fraction(1)
        others = len(self.unseen) - len(set(wanted).intersection(self.unseen))
        return 1 - Fraction(comb(others, hidden), comb(len(self.unseen), hidden))
