"""Wazabi in words: what stands in the places of the sentences of ``words.toml``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from toolkit.core.decision import Action, Frame
from toolkit.core.history import Event
from toolkit.core.telling.teller import Ended, Entry, Teller, read_words
from toolkit.games.wazabi.actions import Choose, ChooseSide, HandDiscarded, HandHeld, Roll
from toolkit.games.wazabi.cards import FACES, NAMES
from toolkit.games.wazabi.play import ChoosingSide, Naming, Taking


class WazabiTeller(Teller):
    """Tells Wazabi to a seat; cards are called by what they do."""

    words = read_words("toolkit.games.wazabi")
    kinds: ClassVar = {HandDiscarded: lambda told: "empty" * (not told.faces)}

    def whom(self, event: Event) -> int | None:
        """Return the other person of an action; of a card that is taken, whose it was."""
        return event.frame.rival if isinstance(event.frame, Taking) else Teller.whom(self, event)

    def choice(self, action: Action, frame: Frame, seen: Any = None) -> str:
        """Return an action as one that can be chosen; for a card that is being played, what it then does."""
        if isinstance(frame, Naming) and isinstance(action, Choose):
            return self.word("choices", NAMES[frame.face], whom=self.person(action.player))
        if isinstance(frame, ChoosingSide) and isinstance(action, ChooseSide):
            return self.word("choices", NAMES[frame.face], side=self.say_side(action))
        return Teller.choice(self, action, frame, seen)

    def card(self, face: int) -> str:
        """Return a card by its name, in quotation marks."""
        return self.name("patterns", "quoted", card=self.name("cards", NAMES[face]))

    def say_cards(self, what: Any) -> str:
        """Return the card of an action, or those of a hand."""
        if not isinstance(what, HandHeld | HandDiscarded):
            return self.card(what.face)
        hand = [self._copies(face, count) for face, count in Counter(what.faces).items()]
        return self.language.joined(hand) or self.name("patterns", "no_cards")

    def _copies(self, face: int, count: int) -> str:
        card = self.card(face)
        return self.name("patterns", "several", card=card, count=count) if count > 1 else card

    def say_effect(self, what: Naming | ChoosingSide) -> str:
        """Return the card that is being played."""
        return self.card(what.face)

    def say_faces(self, what: Roll) -> str:
        """Return what the dice show."""
        shown = {face: getattr(what, face) for face in FACES}
        return self.language.joined(
            [self.name("faces", face, count=count) for face, count in shown.items() if count]
        )

    def say_wazabi(self, what: Roll) -> str:
        """Return how many wazabi a roll shows."""
        return self.name("faces", "wazabi" if what.wazabi else "no wazabi", count=what.wazabi)

    def say_side(self, what: ChooseSide) -> str:
        """Return the side to which all pass."""
        return self.name("sides", what.steps)

    def read(self, place: str, text: str) -> object:
        """Return what people are told where the engine's reason has such a text in such a place."""
        return self.name("cards", text) if place == "card" else Teller.read(self, place, text)

    def _won(self, outcome: Ended, ends: Mapping[str, Entry]) -> Iterator[str]:
        """Yield who won; points are counted over rounds, a single game has dice or an order instead."""
        *won, points = Teller._won(self, outcome, ends)
        yield from won
        best_first = sorted(range(len(outcome.scores)), key=lambda seat: -outcome.scores[seat])
        order = self.language.joined([*map(self.person, best_first)])
        if not outcome.winners:
            yield self._said(ends["nobody"]["all"], [], {})
        elif outcome.reason.startswith("player "):
            yield self._said(ends["dice_left"]["all"], [], {"count": max(outcome.scores)})
        elif outcome.reason.startswith("one player is left"):
            yield self._said(ends["order"]["all"], [], {"order": order})
        else:
            yield points
