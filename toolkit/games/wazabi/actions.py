"""What players choose, chance draws and players come to see; the text of an action is its notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Any, TypeAlias

from toolkit.core.chance import Weighted, dice
from toolkit.core.decision import Action, Domain, Reveal, its_card
from toolkit.core.hidden import HIDDEN
from toolkit.core.observation import Observation
from toolkit.games.wazabi.cards import FACES, NAMES, SIDES
from toolkit.games.wazabi.rules import Rules

MOST_PLAYERS = 6

FACE = Domain(lambda _players, rules: sorted(set(rules.cards.faces)), NAMES.__getitem__, card=its_card).at(
    "{}"
)
SEAT = Domain(lambda players, _rules: range(players)).at("player {}")
HAND = Domain(written=lambda faces: ", ".join([NAMES[face] for face in faces]) or "no cards")
Face: TypeAlias = Annotated[int, FACE]
Seat: TypeAlias = Annotated[int, SEAT]
Hand: TypeAlias = Annotated[tuple[int, ...], HAND]


def _beside(steps: int, seen: Observation[Any]) -> str:
    seats = seen["seats"]
    return f"player {seats[(seats.index(seen.to_act()) + steps) % len(seats)]}"


SIDE = Domain(lambda _players, _rules: (1, -1), {1: "left", -1: "right"}.__getitem__, _beside)


def _count(face: str, count: int) -> str:
    return f" {count} {face}" if count else ""


WAZABI, CARD, DIE = (Domain(written=partial(_count, face)) for face in FACES)


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """All dice of a player fall: how many show each face (W-3, W-6)."""

    wazabi: Annotated[int, WAZABI]
    card: Annotated[int, CARD]
    die: Annotated[int, DIE]
    words = "roll{wazabi}{card}{die}"
    short = "{wazabi}{card}{die}"

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[Roll]:
        """Return the rolls of as many dice as one player can hold: all that were dealt."""
        return [roll for count in range(1, players * rules.dice + 1) for roll, _ in rolls(count).outcomes]


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A card is drawn from the pile (W-7); only who draws it sees it."""

    face: Face
    words = "draw {face}"
    secret = ("face", HIDDEN)


@dataclass(frozen=True, slots=True)
class Take(Action):
    """A card is taken blindly from a hand (W-14, W-26); only the two players see it."""

    face: Face
    words = "take {face}"
    secret = ("face", HIDDEN)


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Give a die that shows the DIE face to a player (W-8)."""

    player: Seat
    words = "give {player}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card (W-9)."""

    face: Face
    words = "play {face}"


@dataclass(frozen=True, slots=True)
class NoCard(Action):
    """Play no card this turn (W-9)."""

    words = "no card"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Name the player whom a card concerns, or of whom a card is taken (W-14)."""

    player: Seat
    words = "choose {player}"


@dataclass(frozen=True, slots=True)
class ChooseSide(Action):
    """Name the side to which all pass their dice or their cards (W-21, W-23)."""

    steps: Annotated[int, SIDE]  #: how many seats further to the left: 1 is the left neighbour, -1 the right
    words = "choose {steps}"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Give up a card, to keep the rest (W-18, W-26)."""

    face: Face
    words = "discard {face}"


NO_CARD = NoCard()
ACTIONS = (Roll, Draw, Take, Give, Play, NoCard, Choose, ChooseSide, Discard)
"""The types of actions, in the order of the vocabulary."""


@cache
def rolls(count: int) -> Weighted[Roll]:
    """Return the roll of so many dice: each outcome with the number of ways that it falls."""
    return Weighted((Roll(*faces), ways) for faces, ways in dice(SIDES, count))


# ---- what players come to see besides actions --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PileShuffled(Reveal):
    """The discard pile became the draw pile (W-13)."""

    words = "the discard pile is shuffled"


@dataclass(frozen=True, slots=True)
class HandHeld(Reveal):
    """The hand that a player holds after hands have moved (W-22, W-23)."""

    player: int
    faces: Hand
    words = "player {player} now holds: {faces}"


@dataclass(frozen=True, slots=True)
class TurnMissed(Reveal):
    """A player misses a turn (W-20a)."""

    player: int
    words = "player {player} misses a turn"


@dataclass(frozen=True, slots=True)
class HandDiscarded(Reveal):
    """A player has finished, and the hand goes to the discard pile (W-27a)."""

    player: int
    faces: Hand
    words = "player {player} has finished and discards: {faces}"


@dataclass(frozen=True, slots=True)
class RoundWon(Reveal):
    """A player has won a round of several (W-32)."""

    round: int
    player: int
    words = "round {round} goes to player {player}"


REVEALS = (PileShuffled, HandHeld, TurnMissed, HandDiscarded, RoundWon)
