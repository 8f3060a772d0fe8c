"""What a player of Silver knows at a glance: expected numbers of all slots, and the best cards to give up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.cards import DECK, DOPPELGANGER
from toolkit.games.silver.state import DISCARD, HELD, VILLAGE
from toolkit.games.silver.village import own_slots

if TYPE_CHECKING:
    from toolkit.games.silver.state import SilverState

_KEPT = 0.75  # what a hidden card of an opponent counts, as a part of the mean: low cards are kept

Set = tuple[float, tuple[int, ...]]
"""The points that giving up some own cards saves, and their slots."""


Zone = Sequence[int]
"""The numbers of cards, -1 where they are not known."""


class Glance:
    """What one player knows, in expected points; nothing else of the state is used.

    Parameters
    ----------
    state, player
        The position, and who looks at it.
    zones
        What that player knows of each zone (`toolkit.games.silver.state`); None: what the state says.
    """

    def __init__(self, state: SilverState, player: int, zones: Sequence[Zone] | None = None) -> None:
        self.state, self.player = state, player
        self._zones = state.cards.view(player).cards if zones is None else zones

    @cached_property
    def unseen(self) -> Sequence[int]:
        """The numbers of all unseen cards, sorted."""
        left = Counter(DECK)
        left.subtract(number for zone in self._zones for number in zone if number != HIDDEN)
        return list(left.elements())

    @cached_property
    def mean(self) -> float:
        """The mean of all unseen cards."""
        return sum(self.unseen) / len(self.unseen) if self.unseen else 0.0

    @property
    def held(self) -> Zone:
        """The cards in hand."""
        return self._zones[HELD]

    @property
    def pile(self) -> Zone:
        """The discards."""
        return self._zones[DISCARD]

    def village(self, player: int) -> Zone:
        """Return a village."""
        return self._zones[VILLAGE + player]

    def worth(self, player: int, slot: int) -> float:
        """Return the expected number of a card."""
        return self._worth(player, self.village(player)[slot])

    def _worth(self, player: int, number: int) -> float:
        if number != HIDDEN:
            return float(number)
        return self.mean if player == self.player else _KEPT * self.mean

    def total(self, player: int) -> float:
        """Return the expected sum of a village."""
        return sum([self._worth(player, number) for number in self.village(player)])

    def hidden(self, player: int) -> list[int]:
        """Return the slots of a village that are not known."""
        return [slot for slot, number in enumerate(self.village(player)) if number == HIDDEN]

    @cached_property
    def sets(self) -> list[Set]:
        """The sets of own cards that are sure to match, with their points; every single card is one.

        One hidden card and 13s match; more of them do where all unseen cards are of one number or 13s.
        """
        village, slots = self.village(self.player), own_slots(self.state, self.player)
        found: list[Set] = [(self.worth(self.player, slot), (slot,)) for slot in slots]
        hidden = self._sole_number if HIDDEN in village else HIDDEN
        numbers = {slot: hidden if village[slot] == HIDDEN else village[slot] for slot in slots}
        wild = [slot for slot in slots if numbers[slot] == DOPPELGANGER]
        for number in sorted(set(numbers.values())):
            same = [slot for slot in slots if numbers[slot] == number]
            alike = tuple(sorted({*(same[:1] if number == HIDDEN else same), *wild}))
            if len(alike) > 1:
                found.append((sum([self.worth(self.player, slot) for slot in alike]), alike))
        return found

    @property
    def _sole_number(self) -> int:
        """The number of all unseen cards but 13s; -1 if they differ."""
        numbers = set(self.unseen) - {DOPPELGANGER}
        return HIDDEN if len(numbers) > 1 else next(iter(numbers), DOPPELGANGER)

    @cached_property
    def best_set(self) -> Set:
        """The set that saves most; without an own card that may move, nothing."""
        return max(self.sets, default=(0.0, ()))

    def gain(self, number: float) -> float:
        """Return how many points it saves to exchange a card for the best set; below 0 if it costs some."""
        saved, slots = self.best_set
        return saved - number if slots else 0.0

    @cached_property
    def draw(self) -> float:
        """The expected gain of drawing from the deck and exchanging only when that helps."""
        unseen = self.unseen
        return sum([max(0.0, self.gain(number)) for number in unseen]) / len(unseen) if unseen else 0.0
