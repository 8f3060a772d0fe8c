"""What players choose, chance draws and players come to see; the text of an action is its notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from types import MappingProxyType

from toolkit.core.chance import Weighted, dice
from toolkit.core.decision import Action, Reveal
from toolkit.core.hidden import HIDDEN
from toolkit.games.wazabi.cards import FACES, NAMES, SIDES

MOST_PLAYERS = 6


def _count(face: str, count: int) -> str:
    return f" {count} {face}" if count else ""


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """All dice of a player fall: how many show each face (W-3, W-6)."""

    wazabi: int
    card: int
    die: int
    words = "roll{wazabi}{card}{die}"
    written = MappingProxyType({face: partial(_count, face) for face in FACES})


class _Card(Action):
    """An action with a card."""

    __slots__ = ()

    written = MappingProxyType({"face": lambda face: "?" if face == HIDDEN else NAMES[face]})


@dataclass(frozen=True, slots=True)
class Draw(_Card):
    """A card is drawn from the pile (W-7); only who draws it sees it."""

    face: int
    words = "draw {face}"
    secret = ("face", HIDDEN)


@dataclass(frozen=True, slots=True)
class Take(_Card):
    """A card is taken blindly from a hand (W-14, W-26); only the two players see it."""

    face: int
    words = "take {face}"
    secret = ("face", HIDDEN)


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Give a die that shows the DIE face to a player (W-8)."""

    player: int
    words = "give {player}"


@dataclass(frozen=True, slots=True)
class Play(_Card):
    """Play a card (W-9)."""

    face: int
    words = "play {face}"


@dataclass(frozen=True, slots=True)
class NoCard(Action):
    """Play no card this turn (W-9)."""

    words = "no card"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Name the player whom a card concerns, or of whom a card is taken (W-14)."""

    player: int
    words = "choose {player}"


@dataclass(frozen=True, slots=True)
class ChooseSide(Action):
    """Name the side to which all pass their dice or their cards (W-21, W-23).

    Attributes
    ----------
    steps
        How many seats further to the left: 1 is the left neighbour, -1 the right one.
    """

    steps: int
    words = "choose {steps}"
    written = MappingProxyType({"steps": {1: "left", -1: "right"}.__getitem__})


@dataclass(frozen=True, slots=True)
class Discard(_Card):
    """Give up a card, to keep the rest (W-18, W-26)."""

    face: int
    words = "discard {face}"


DRAWS = tuple(map(Draw, range(len(NAMES))))
TAKES = tuple(map(Take, range(len(NAMES))))
GIVES = tuple(map(Give, range(MOST_PLAYERS)))
PLAYS = tuple(map(Play, range(len(NAMES))))
NO_CARD = NoCard()
CHOICES = tuple(map(Choose, range(MOST_PLAYERS)))
SIDES_TO_PASS = (ChooseSide(1), ChooseSide(-1))
DISCARDS = tuple(map(Discard, range(len(NAMES))))
"""The actions, made once: by face, by player."""


@cache
def rolls(count: int) -> Weighted[Roll]:
    """Return the roll of so many dice: each outcome with the number of ways that it falls."""
    return Weighted((Roll(*faces), ways) for faces, ways in dice(SIDES, count))


def vocabulary(players: int, most_dice: int, faces: Sequence[int]) -> list[Action]:
    """Return every action of a game, in a fixed order.

    Parameters
    ----------
    players
        How many play.
    most_dice
        How many dice one player can hold at most: all that were dealt.
    faces
        The kinds of cards in the deck, sorted.
    """
    return [
        *(roll for count in range(1, most_dice + 1) for roll, _ in rolls(count).outcomes),
        *(DRAWS[face] for face in faces),
        *(TAKES[face] for face in faces),
        *GIVES[:players],
        *(PLAYS[face] for face in faces),
        NO_CARD,
        *CHOICES[:players],
        *SIDES_TO_PASS,
        *(DISCARDS[face] for face in faces),
    ]


# ---- what players come to see besides actions --------------------------------------------------------------


class _HandSeen(Reveal):
    """A hand that is seen."""

    __slots__ = ()

    written = MappingProxyType(
        {"faces": lambda faces: ", ".join([NAMES[face] for face in faces]) or "no cards"}
    )


@dataclass(frozen=True, slots=True)
class PileShuffled(Reveal):
    """The discard pile became the draw pile (W-13)."""

    words = "the discard pile is shuffled"


@dataclass(frozen=True, slots=True)
class HandHeld(_HandSeen):
    """The hand that a player holds after hands have moved (W-22, W-23)."""

    player: int
    faces: tuple[int, ...]
    words = "player {player} now holds: {faces}"


@dataclass(frozen=True, slots=True)
class TurnMissed(Reveal):
    """A player misses a turn (W-20a)."""

    player: int
    words = "player {player} misses a turn"


@dataclass(frozen=True, slots=True)
class HandDiscarded(_HandSeen):
    """A player has finished, and the hand goes to the discard pile (W-27a)."""

    player: int
    faces: tuple[int, ...]
    words = "player {player} has finished and discards: {faces}"


@dataclass(frozen=True, slots=True)
class RoundWon(Reveal):
    """A player has won a round of several (W-32)."""

    round: int
    player: int
    words = "round {round} goes to player {player}"


REVEALS = (PileShuffled, HandHeld, TurnMissed, HandDiscarded, RoundWon)
