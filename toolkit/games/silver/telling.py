"""Silver in words: what stands in the places of the sentences of ``words.toml``, and what is told as one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from operator import attrgetter
from typing import Any, ClassVar

from toolkit.core.decision import Action, Frame, Reveal
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import Event
from toolkit.core.observation import Observation
from toolkit.core.telling.teller import Line, Teller, people, read_words
from toolkit.games.silver import actions
from toolkit.games.silver.actions import Anyone, Card, CardsSeen, Face, Own, RoundScored, SetGivenUp, Word
from toolkit.games.silver.cards import CHARACTERS
from toolkit.games.silver.exchange import could_match
from toolkit.games.silver.play.abilities import Using
from toolkit.games.silver.play.sets import Adding, Exchanging
from toolkit.games.silver.play.turns import DrawingMore
from toolkit.games.silver.scoring import NOBODY
from toolkit.games.silver.state import SilverState

# ---- what people tell as one ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deed(Action):
    """What is done with cards of a village, told together with the cards that are seen by it."""

    #: ``look``, ``turn`` and ``hit`` as in `Anyone`; ``choose``, ``show`` (whether they match) and
    #: ``exchange`` with own cards that are given up.
    verb: str
    player: int | None  #: whose village it is; None for own cards that are given up
    slots: tuple[int, ...]
    faces: tuple[int, ...] = ()


def _as_one(before: Event, event: Event) -> Event | None:
    """Return an event and the one before it as one; None if they are told one by one."""
    told: Action | Reveal
    match before.action, event.action:
        case Word("add left" | "add right"), Card("draw"):  # nobody sees it
            return replace(before, frame=event.frame)
        case Word("done"), CardsSeen() | SetGivenUp():
            return event
        case (Word("draw" | "use"), Card("draw")) | (Word("discard"), actions.CardDiscarded()):
            told = event.action
        case Anyone(verb, player, slot), CardsSeen([(whose, at, face)]) if (player, slot) == (whose, at):
            told = Deed(verb, player, (slot,), (face,))
        case Own("exchange") | Deed("choose") as given, Own("and", slot):
            told = Deed("choose", None, (*_slots(given), slot))
        case Own("exchange") | Deed("choose") as given, CardsSeen(cards):
            told = Deed("show", None, _slots(given), tuple([card.face for card in cards]))
        case Own("exchange") | Deed("choose") as given, SetGivenUp(faces):
            told = Deed("exchange", None, _slots(given), faces)
        case Own("exchange") | Deed("choose") as given, Word("done"):
            told = given
        case _:
            return None
    return replace(before, action=told)


# ---- the sentences ----------------------------------------------------------------------------------------


class SilverTeller(Teller):
    """Tells Silver to a seat; places of a village are counted from 1, from the left."""

    words = read_words("toolkit.games.silver")
    kinds: ClassVar = {
        Word: attrgetter("word"),
        Card: attrgetter("way"),
        **dict.fromkeys((Own, Anyone, Face, Deed), attrgetter("verb")),
        actions.RoundOver: attrgetter("why"),
        actions.Windfall: attrgetter("word"),
        RoundScored: lambda scored: "called" * (scored.caller != NOBODY),
    }

    def lines(self, happened: Iterable[Event]) -> list[Line]:
        """Return events as sentences; a deed and the cards that are seen by it are one."""
        found: list[Event] = []
        for event in happened:
            if found and (one := _as_one(found[-1], event)):
                found[-1] = one
            else:
                found.append(event)
        return Teller.lines(self, found)

    def who(self, event: Event) -> int | None:
        """Return whom a sentence is about: of cards that are seen, whose they are; of a round, who called."""
        match event.action:
            case CardsSeen(cards):
                return cards[0].player
            case RoundScored(caller=caller) if caller != NOBODY:
                return caller
        return Teller.who(self, event)

    def read(self, place: str, text: str) -> object:
        """Return what people are told for a text in a place of the engine's reason: rounds are a list."""
        if place == "round":
            return self.language.joined(text.split(", "))
        return Teller.read(self, place, text)

    # ---- cards and their places ----

    def face(self, face: int) -> str:
        """Return a card by its name and number."""
        return self.name("patterns", "card", name=self.name("characters", face), number=face)

    def slot(self, slot: int) -> str:
        """Return a card of a village by its place, which is counted from 0."""
        number = slot + 1
        if self._far(slot):
            return self.name("patterns", "slot_far", number=number)
        return self.name("patterns", "slot", nth=self.name("ordinals", number))

    def _far(self, slot: int) -> bool:
        """Tell whether a card lies so far to the right that it is told by its number."""
        return str(slot + 1) not in self.words["names"]["ordinals"]

    def say_card(self, what: Any) -> str:
        """Return the card of an action or reveal, which is seen."""
        return self.face(what.face)

    def say_cards(self, what: Any) -> str:
        """Return cards that are seen, with their places where no deed names them."""
        if isinstance(what, CardsSeen):
            return self.language.joined([self._seen(slot, face) for _, slot, face in what.cards])
        return self.language.joined([self.face(face) for face in what.faces])

    def _seen(self, slot: int, face: int) -> str:
        key = "seen_far" if self._far(slot) else "seen"
        return self.name("patterns", key, slot=self.slot(slot), card=self.face(face))

    def say_slot(self, what: Own | Anyone | Deed) -> str:
        """Return the card of a village that is meant."""
        return self.slot(_slots(what)[0])

    def say_places(self, what: Own | Anyone | Deed | Exchanging) -> str:
        """Return the numbers of places, as they are typed."""
        return self.language.joined([slot + 1 for slot in _slots(what)])

    def say_count(self, what: Any) -> int:
        """Return how many cards a sentence speaks of."""
        match what:
            case Deed(slots=cards) | Exchanging(slots=cards) | SetGivenUp(cards):
                return len(cards)
        return Teller.say_count(self, what)

    # ---- questions ----

    def say_asked(self, what: Any) -> str:
        """Return what is asked of a new card, by what can be done with it."""
        if isinstance(what, DrawingMore):
            return self.name("asked", "more" if what.more else "keep")
        return self.name("asked", "use" if what.source in ("deck", "shown") else "exchange")

    def say_added(self, what: Adding) -> str:
        """Return which card a failed attempt adds."""
        return self.name("added", "penalty" if what.source == "penalty" else "hand")

    # ---- cards that are given up ----

    def choice(self, action: Action, frame: Frame, seen: Observation[SilverState] | None = None) -> str:
        """Return an action as one that can be chosen.

        The end of a set says what is given up for what, a discard whether the card can be used then, and a
        card beside the deck what it is.
        """
        shown = seen[SilverState.cards].zone("shown") if seen else ()
        if isinstance(action, Own) and action.verb == "shown" and action.slot < len(shown):
            card = self.language.finished(self.face(shown[action.slot]), capital=False)
            return self.language.listed([Teller.choice(self, action, frame, seen), card])
        if seen is not None and (held := seen[SilverState.cards].zone("held")):
            if action == actions.DONE and isinstance(frame, Exchanging):
                return self.giving(seen, frame.slots, held[0])
            if action == actions.DISCARD and isinstance(frame, Using) and used_next(seen, held[0]):
                return self.word("discarding", "usable")
        return Teller.choice(self, action, frame, seen)

    def giving(self, seen: Observation[SilverState], slots: Sequence[int], held: int) -> str:
        """Return that own cards are given up for the one in hand: tried where they are not known to match."""
        village = seen[SilverState.cards].zone(f"village {seen.to_act()}")
        numbers = sorted(village[slot] for slot in slots if village[slot] != HIDDEN)
        hidden = len(slots) - len(numbers)
        if len(slots) == 1:
            key = "unknown" if hidden else "one"
        elif not could_match(numbers, hidden, seen.rules):
            key = "anyway"
        elif hidden:
            key = "try"
        elif len(set(numbers)) > 1:
            key = "matching"
        else:
            key = "both" if len(slots) == 2 else "all"
        said = self.language.joined(numbers)
        number = numbers[0] if numbers else ""
        return self.language.finished(
            self.name("giving", key, number=number, numbers=said, count=len(slots), held=held)
        )

    # ---- the end of a round ----

    def say_number(self, what: RoundScored) -> int:
        """Return what a caller gets for a round."""
        return what.points[what.caller]

    def say_scores(self, what: RoundScored) -> str:
        """Return what each person has after a round."""
        return self.language.listed([self.score(seat, total) for seat, total in enumerate(what.totals)])

    def say_villages(self, what: RoundScored) -> str:
        """Return the cards of each village and their sum."""
        said = partial(self.name, "patterns", "village_of")
        villages = [
            said(who=self.person(seat), cards=self.language.listed(village), number=sum(village))
            for seat, village in enumerate(what.villages)
        ]
        return self.language.semicolon.join(villages)


def used_next(seen: Observation[SilverState], face: int) -> bool:
    """Return whether a card in hand, or taken first, can be used once it is discarded (S-10, A-20)."""
    drawn = isinstance(frame := seen.stack[-1], Using) and frame.source == "deck"
    return CHARACTERS[face].works == "discarded" and (drawn or seen.rules.squire_ability)


def in_english(players: int, seat: int | None) -> SilverTeller:
    """Return what names things for a seat where people have no names: in the picture of a position."""
    return SilverTeller({}, "en", people(["me"] * players, "en"), seat)


def _slots(what: Own | Anyone | Deed | Exchanging) -> tuple[int, ...]:
    return (what.slot,) if isinstance(what, Own | Anyone) else what.slots
