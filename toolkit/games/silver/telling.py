"""Silver in words: what stands in the places of the sentences of ``words.toml``."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter
from typing import Any, ClassVar

from toolkit.core.history import Event
from toolkit.core.telling import Teller, read_words
from toolkit.games.silver.actions import Anyone, Card, CardsSeen, Face, Own, RoundScored, Word
from toolkit.games.silver.scoring import NOBODY


class SilverTeller(Teller):
    """Tells Silver to a seat; places of a village are counted from 1, from the left."""

    words = read_words(__package__)
    kinds: ClassVar = {
        Word: attrgetter("word"),
        Card: attrgetter("way"),
        Own: attrgetter("verb"),
        Anyone: attrgetter("verb"),
        Face: attrgetter("verb"),
        RoundScored: lambda scored: "called" * (scored.caller != NOBODY),
    }

    def who(self, event: Event) -> int | None:
        """Return whom a sentence is about; of cards that are seen, whose they are."""
        if isinstance(event.action, CardsSeen):
            return event.action.cards[0].player
        return Teller.who(self, event)

    def face(self, face: int) -> str:
        """Return a card by its name and number."""
        return self.name("patterns", "card", name=self.name("characters", face), number=face)

    def say_card(self, what: Any) -> str:
        """Return the card of an action, which is seen."""
        return self.face(what.face)

    def say_slot(self, what: Own | Anyone) -> int:
        """Return the place in a village."""
        return what.slot + 1

    def say_cards(self, what: Any) -> str:
        """Return cards that are seen, with their places where they lie in a village."""
        if not isinstance(what, CardsSeen):
            return self.language.joined([self.face(face) for face in what.faces])
        cards = [
            self.name("patterns", "seen", card=self.face(card), slot=slot + 1) for _, slot, card in what.cards
        ]
        return self.language.joined(cards)

    def say_round(self, what: RoundScored) -> int:
        """Return the number of a round."""
        return what.round

    def say_caller(self, what: RoundScored) -> str:
        """Return who called."""
        return self.person(what.caller)

    def say_points(self, what: RoundScored) -> str:
        """Return what each person gets for a round."""
        return self._of_each(what.points)

    def say_scores(self, what: RoundScored) -> str:
        """Return what each person has after a round."""
        return self._of_each(what.totals)

    def _of_each(self, points: Sequence[int]) -> str:
        return self.language.listed([self.score(seat, number) for seat, number in enumerate(points)])

    def say_villages(self, what: RoundScored) -> str:
        """Return the cards of each village."""
        villages = [
            self.name("patterns", "village_of", who=self.person(seat), cards=self.language.listed(cards))
            for seat, cards in enumerate(what.villages)
        ]
        return self.language.semicolon.join(villages)
