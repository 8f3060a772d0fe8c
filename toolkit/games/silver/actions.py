"""What players choose, chance draws and players come to see; the text of an action is its notation.

Players and slots count from 0; ``1:3`` is the slot 3, from the left, in the village of player 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Annotated, Any, NamedTuple, TypeAlias

from toolkit.core.decision import Action, Domain, MadeOnce, Reveal, its_card
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.games.silver.cards import COPIES, DECK, HIGHEST, ROWS, SQUIRE, VILLAGE
from toolkit.games.silver.scoring import NOBODY

MOST_PLAYERS = ROWS


def slots(players: int) -> int:
    """Return how many slots the largest village has that can be with so many players.

    Every other village has a card, and the rows without a player are out of the round (S-2).
    """
    return len(DECK) - VILLAGE * (ROWS - players) - (players - 1)


MOST_SLOTS = slots(MOST_PLAYERS)
"""Slots of the largest village that can be."""

# ---- what fields may be ------------------------------------------------------------------------------------

_PILES = {"draw": "deck", "use": "deck", "take": "discard", "discard": "discard"}
WORD = Domain(place=lambda word, _seen: _PILES.get(word, ""))
_OWN = ("exchange", "and", "place", "give", "guard", "over", "protect")
OWN = Domain(lambda *_: _OWN)
Number: TypeAlias = Annotated[int, Domain(lambda *_: range(HIGHEST + 1), card=its_card)]
Slot: TypeAlias = Annotated[int, Domain(lambda players, _rules: range(slots(players)))]

# ---- actions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Word(Action):
    """A choice that needs no more than its name."""

    word: Annotated[str, WORD]
    words = "{word}"


@dataclass(frozen=True, slots=True)
class Card(Action):
    """Chance brings a card: ``deal`` into a village (S-1), ``draw`` from the deck, ``show`` it to all."""

    way: Annotated[str, Domain(lambda *_: ("deal", "draw", "show"))]  #: which of the three
    face: Number  #: the number of the card; `HIDDEN` where it is not seen
    words = "{way} {face}"
    secret = ("face", HIDDEN)


@dataclass(frozen=True, slots=True)
class Own(Action):
    """A choice of a slot of the own village."""

    #: ``exchange``: the first slot of the cards to give up; ``and``: a further one (S-10, S-15). ``place``:
    #: where the new card goes (S-17). ``give``: what a Robber gives (S-54). ``guard``: the Bodyguard to move;
    #: ``over``: the card that it guards (S-48). ``protect``: where the amulet goes (S-36). ``shown``: no
    #: slot, but the number of a card beside the deck that is taken (S-44).
    verb: Annotated[str, OWN]
    slot: Slot  #: the slot
    words = "{verb} {slot}"

    def places(self, seen: Observation[Any]) -> tuple[str, ...]:
        """Return the one place that verb and slot name together."""
        return (f"shown {self.slot}" if self.verb == "shown" else f"{seen.to_act()}:{self.slot}",)


@dataclass(frozen=True, slots=True)
class Anyone(Action):
    """A choice of a slot of anybody's village."""

    #: ``look`` (S-6, S-47, S-51), ``turn`` face-up (S-50), ``hit`` by a Witch (S-53), ``rob`` (S-54).
    verb: Annotated[str, Domain(lambda *_: ("look", "turn", "hit", "rob"))]
    #: `player` and `slot`: whose village, and which slot.
    player: Annotated[int, Domain(lambda players, _rules: range(players))]
    slot: Slot
    words = "{verb} {player}:{slot}"

    def places(self, seen: Observation[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return the one place that player and slot name together."""
        return (f"{self.player}:{self.slot}",)


@dataclass(frozen=True, slots=True)
class Face(Action):
    """A choice of a card by its number."""

    #: ``keep`` one of the cards that a Rascal drew (S-49), ``fetch`` a card from the discard pile (S-52).
    verb: Annotated[str, Domain(lambda *_: ("keep", "fetch"))]
    face: Number  #: its number; `HIDDEN` where it is not seen
    words = "{verb} {face}"
    secret = ("face", HIDDEN)

    def veiled(self) -> Action:
        """Return the choice as it is when its card is not seen: what is fetched lies open."""
        return Action.veiled(self) if self.verb == "keep" else self

    def places(self, seen: Observation[Any]) -> tuple[str, ...]:  # noqa: ARG002
        """Return the card that is offered, which is named as it is chosen."""
        return (str(self),)


#: The actions of a verb, by face, by player and slot, and by slot.
DEALS, DRAWS, SHOWS = (MadeOnce(Card, way) for way in ("deal", "draw", "show"))
KEEPS, FETCHES = (MadeOnce(Face, verb) for verb in ("keep", "fetch"))
LOOKS, TURNS, HITS, ROBS = (MadeOnce(Anyone, verb) for verb in ("look", "turn", "hit", "rob"))
EXCHANGES, ANDS, PLACES, GIVES, GUARDS, OVERS, PROTECTS = (MadeOnce(Own, verb) for verb in _OWN)
#: Those of the own village by verb, in lists: many are legal at once.
BY_SLOT = {verb: [Own.of[verb, slot] for slot in range(MOST_SLOTS)] for verb in _OWN}
SHOWN = tuple(Own.of["shown", number] for number in range(COPIES[SQUIRE]))
#: The actions that are one word.
DRAW, TAKE, CALL, DISCARD, DONE, USE, SKIP, OFF, END = (
    Word.of[word] for word in ("draw", "take", "call", "discard", "done", "use", "skip", "off", "end")
)
LEFT, RIGHT = Word.of["add left"], Word.of["add right"]


_IN_ORDER: Sequence[Sequence[MadeOnce | Action]] = (
    (DEALS, DRAWS, SHOWS, DRAW, TAKE, *SHOWN, CALL, DISCARD, EXCHANGES, ANDS, DONE, PLACES, LEFT, RIGHT),
    (KEEPS, LOOKS, TURNS, FETCHES, USE, HITS, ROBS, GIVES, SKIP, GUARDS, OVERS, OFF, PROTECTS, END),
)
ACTIONS: Sequence[MadeOnce | Action] = [*chain(*_IN_ORDER)]
"""All of them, in the order of the vocabulary."""

# ---- what players come to see besides actions --------------------------------------------------------------


class SeenCard(NamedTuple):
    """A card of a village: whose, in which slot, and its number."""

    player: int
    slot: int
    face: int


def _numbers(faces: Iterable[int]) -> str:
    return " ".join(map(str, faces))


def _villages(villages: Iterable[tuple[int, ...]]) -> str:
    shown = [f"{_numbers(village)} = {sum(village)}" for village in villages]
    return ", ".join([f"player {player}: {village}" for player, village in enumerate(shown)])


def _caller(caller: int) -> str:
    return "" if caller == NOBODY else f", called by {caller}"


def _cards(cards: Iterable[SeenCard]) -> str:
    return ", ".join([f"{player}:{slot} is {face}" for player, slot, face in cards])


_ENDED = {
    "villagers": "both 0s lie face-up",
    "deck": "no card is left to draw",
    "limit": "the turn limit is reached",
}
Faces: TypeAlias = Annotated[tuple[int, ...], Domain(written=_numbers)]
Points: TypeAlias = Annotated[tuple[int, ...], Domain(written=lambda points: ", ".join(map(str, points)))]


@dataclass(frozen=True, slots=True)
class CardsSeen(Reveal):
    """Cards of villages, looked at (S-23) or shown to all."""

    cards: Annotated[tuple[SeenCard, ...], Domain(written=_cards)]
    words = "{cards}"


@dataclass(frozen=True, slots=True)
class SetGivenUp(Reveal):
    """Cards of a village that go to the discard pile, the lowest there first (S-17, S-63)."""

    faces: Faces
    words = "gives up {faces}"


@dataclass(frozen=True, slots=True)
class CardDiscarded(Reveal):
    """The card in hand, which the others see as it is discarded (S-10)."""

    face: int
    words = "it is {face}"


@dataclass(frozen=True, slots=True)
class DiscardUncovered(Reveal):
    """The discard that lay below one that was taken (S-12, A-30)."""

    face: int
    words = "below it lies {face}"


@dataclass(frozen=True, slots=True)
class PileSeen(Reveal):
    """The discard pile from the bottom, for a Master (S-52)."""

    faces: Faces
    words = "the pile holds {faces}"


@dataclass(frozen=True, slots=True)
class RoundOver(Reveal):
    """Why a round ends before everybody has had the last turn after a call."""

    #: ``villagers``: both 0s lie face-up (S-42); ``deck``: no card is left (S-30, S-46); ``limit`` (A-34).
    why: Annotated[str, Domain(written=_ENDED.__getitem__)]
    words = "the round ends: {why}"


@dataclass(frozen=True, slots=True)
class Windfall(Reveal):
    """What befalls a player in score mode, as the round is scored."""

    #: ``kamikaze``: two 12s and two 13s (S-60); ``reset``: a total of exactly 100 becomes 50 (S-59).
    word: str
    player: int
    words = "{word} of player {player}"


@dataclass(frozen=True, slots=True)
class RoundScored(Reveal):
    """The end of a round (S-31, S-34)."""

    round: int  #: its number
    caller: Annotated[int, Domain(written=_caller)]  #: who called; -1 for nobody
    villages: Annotated[tuple[tuple[int, ...], ...], Domain(written=_villages)]  #: the cards of each player
    #: `points` and `totals`: the points of the round and of the game, after it.
    points: Points
    totals: Points
    words = "round {round}{caller}: {villages}; points {points}; totals {totals}"


REVEALS = (CardsSeen, SetGivenUp, CardDiscarded, DiscardUncovered, PileSeen, RoundOver, Windfall, RoundScored)
