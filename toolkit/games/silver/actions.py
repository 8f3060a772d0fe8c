"""What players choose, chance draws and players come to see; the text of an action is its notation.

Players and slots count from 0; ``1:3`` is the slot 3, from the left, in the village of player 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from toolkit.core.decision import Action, Reveal
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.cards import COPIES, DECK, HIGHEST, ROWS, SQUIRE, VILLAGE
from toolkit.games.silver.scoring import NOBODY


@dataclass(frozen=True, slots=True)
class Word(Action):
    """A choice that needs no more than its name."""

    word: str
    words = "{word}"


class _Faced(Action):
    """An action with the number of a card."""

    __slots__ = ()

    written = MappingProxyType({"face": lambda face: "?" if face == HIDDEN else str(face)})


@dataclass(frozen=True, slots=True)
class Card(_Faced):
    """Chance brings a card: ``deal`` into a village (S-1), ``draw`` from the deck, ``show`` it to all.

    Attributes
    ----------
    way
        Which of the three.
    face
        The number of the card; `HIDDEN` where it is not seen.
    """

    way: str
    face: int
    words = "{way} {face}"
    secret = ("face", HIDDEN)


@dataclass(frozen=True, slots=True)
class Own(Action):
    """A choice of a slot of the own village.

    Attributes
    ----------
    verb
        ``exchange``: the first slot of the cards to give up; ``and``: a further one (S-10, S-15). ``place``:
        where the new card goes (S-17). ``give``: what a Robber gives (S-54). ``guard``: the Bodyguard to
        move; ``over``: the card that it guards (S-48). ``protect``: where the amulet goes (S-36).
        ``shown``: no slot, but the number of a card beside the deck that is taken (S-44).
    slot
        The slot.
    """

    verb: str
    slot: int
    words = "{verb} {slot}"


@dataclass(frozen=True, slots=True)
class Anyone(Action):
    """A choice of a slot of anybody's village.

    Attributes
    ----------
    verb
        ``look`` (S-6, S-47, S-51), ``turn`` face-up (S-50), ``hit`` by a Witch (S-53), ``rob`` (S-54).
    player, slot
        Whose village, and which slot.
    """

    verb: str
    player: int
    slot: int
    words = "{verb} {player}:{slot}"


@dataclass(frozen=True, slots=True)
class Face(_Faced):
    """A choice of a card by its number.

    Attributes
    ----------
    verb
        ``keep`` one of the cards that a Rascal drew (S-49), ``fetch`` a card from the discard pile (S-52).
    face
        Its number; `HIDDEN` where it is not seen.
    """

    verb: str
    face: int
    words = "{verb} {face}"

    def veiled(self) -> Face:
        """Return the choice as it is when its card is not seen."""
        return _KEEP_UNSEEN if self.verb == "keep" else self


_KEEP_UNSEEN = Face("keep", HIDDEN)

MOST_PLAYERS = ROWS
MOST_SLOTS = len(DECK) - (MOST_PLAYERS - 1)
"""Slots of the largest village that can be: every other village has a card."""

_FACES = range(HIGHEST + 1)
_SLOTS = range(MOST_SLOTS)

DEALS, DRAWS, SHOWS = (tuple(Card(way, face) for face in _FACES) for way in ("deal", "draw", "show"))
KEEPS, FETCHES = (tuple(Face(verb, face) for face in _FACES) for verb in ("keep", "fetch"))
EXCHANGES, ANDS, PLACES, GIVES, GUARDS, OVERS, PROTECTS = (
    tuple(Own(verb, slot) for slot in _SLOTS)
    for verb in ("exchange", "and", "place", "give", "guard", "over", "protect")
)
SHOWN = tuple(Own("shown", number) for number in range(COPIES[SQUIRE]))
LOOKS, TURNS, HITS, ROBS = (
    tuple(tuple(Anyone(verb, player, slot) for slot in _SLOTS) for player in range(MOST_PLAYERS))
    for verb in ("look", "turn", "hit", "rob")
)
#: The actions that are one word.
DRAW, TAKE, CALL, DISCARD, DONE = map(Word, ("draw", "take", "call", "discard", "done"))
LEFT, RIGHT, USE, SKIP, OFF, END = map(Word, ("add left", "add right", "use", "skip", "off", "end"))
"""The actions, made once: by face, by slot, by player and slot."""


def slots(players: int) -> int:
    """Return how many slots the largest village has that can be with so many players.

    Every other village has a card, and the rows without a player are out of the round (S-2).
    """
    return len(DECK) - VILLAGE * (ROWS - players) - (players - 1)


def vocabulary(players: int) -> list[Action]:
    """Return every action of a game, in a fixed order: as legal actions are listed."""
    most, seats = slots(players), range(players)
    return [
        *DEALS,
        *DRAWS,
        *SHOWS,
        DRAW,
        TAKE,
        *SHOWN,
        CALL,
        DISCARD,
        *EXCHANGES[:most],
        *ANDS[:most],
        DONE,
        *PLACES[:most],
        LEFT,
        RIGHT,
        *KEEPS,
        *(look for player in seats for look in LOOKS[player][:most]),
        *(turn for player in seats for turn in TURNS[player][:most]),
        *FETCHES,
        USE,
        *(hit for player in seats for hit in HITS[player][:most]),
        *(rob for player in seats for rob in ROBS[player][:most]),
        *GIVES[:most],
        SKIP,
        *GUARDS[:most],
        *OVERS[:most],
        OFF,
        *PROTECTS[:most],
        END,
    ]


# ---- what players come to see besides actions --------------------------------------------------------------


class SeenCard(NamedTuple):
    """A card of a village: whose, in which slot, and its number."""

    player: int
    slot: int
    face: int


def _numbers(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


def _points(points: tuple[int, ...]) -> str:
    return ", ".join(map(str, points))


def _villages(villages: tuple[tuple[int, ...], ...]) -> str:
    shown = [f"{_numbers(village)} = {sum(village)}" for village in villages]
    return ", ".join([f"player {player}: {village}" for player, village in enumerate(shown)])


class _Seen(Reveal):
    """Something that a player comes to see."""

    __slots__ = ()

    written = MappingProxyType(
        {
            "cards": lambda cards: ", ".join([f"{player}:{slot} is {face}" for player, slot, face in cards]),
            "faces": _numbers,
            "caller": lambda caller: "" if caller == NOBODY else f", called by {caller}",
            "villages": _villages,
            "points": _points,
            "totals": _points,
        }
    )


@dataclass(frozen=True, slots=True)
class CardsSeen(_Seen):
    """Cards of villages, looked at (S-23) or shown to all."""

    cards: tuple[SeenCard, ...]
    words = "{cards}"


@dataclass(frozen=True, slots=True)
class SetGivenUp(_Seen):
    """Cards of a village that go to the discard pile, the lowest there first (S-17, S-63)."""

    faces: tuple[int, ...]
    words = "gives up {faces}"


@dataclass(frozen=True, slots=True)
class CardDiscarded(_Seen):
    """The card in hand, which the others see as it is discarded (S-10)."""

    face: int
    words = "it is {face}"


@dataclass(frozen=True, slots=True)
class DiscardUncovered(_Seen):
    """The discard that lay below one that was taken (S-12, A-30)."""

    face: int
    words = "below it lies {face}"


@dataclass(frozen=True, slots=True)
class PileSeen(_Seen):
    """The discard pile from the bottom, for a Master (S-52)."""

    faces: tuple[int, ...]
    words = "the pile holds {faces}"


@dataclass(frozen=True, slots=True)
class RoundScored(_Seen):
    """The end of a round (S-31, S-34).

    Attributes
    ----------
    round
        Its number.
    caller
        Who called; -1 for nobody.
    villages
        The cards of each player.
    points, totals
        The points of the round and of the game, after it.
    """

    round: int
    caller: int
    villages: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]
    words = "round {round}{caller}: {villages}; points {points}; totals {totals}"


REVEALS = (CardsSeen, SetGivenUp, CardDiscarded, DiscardUncovered, PileSeen, RoundScored)
