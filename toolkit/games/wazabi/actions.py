"""What players choose, chance draws and players come to see; the text of an action is its notation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from toolkit.core.chance import Weighted, dice
from toolkit.core.decision import Action, Reveal
from toolkit.games.wazabi.cards import FACES, NAMES, SIDES

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_PLAYERS = 6
_UNSEEN = -1


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """All dice of a player fall: how many show each face (W-3, W-6)."""

    wazabi: int
    card: int
    die: int

    def __str__(self) -> str:
        shown = zip((self.wazabi, self.card, self.die), FACES, strict=True)
        return f"roll {' '.join(f'{count} {face}' for count, face in shown if count)}"


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """A card is drawn from the pile (W-7); only who draws it sees it."""

    face: int

    def __str__(self) -> str:
        return f"draw {_name(self.face)}"

    def veiled(self) -> Draw:
        """Return the draw of a card that is not seen."""
        return _DRAW_UNSEEN


@dataclass(frozen=True, slots=True)
class Take(Action):
    """A card is taken blindly from a hand (W-14, W-26); only the two players see it."""

    face: int

    def __str__(self) -> str:
        return f"take {_name(self.face)}"

    def veiled(self) -> Take:
        """Return the taking of a card that is not seen."""
        return _TAKE_UNSEEN


@dataclass(frozen=True, slots=True)
class Give(Action):
    """Give a die that shows the DIE face to a player (W-8)."""

    player: int

    def __str__(self) -> str:
        return f"give {self.player}"


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Play a card (W-9)."""

    face: int

    def __str__(self) -> str:
        return f"play {_name(self.face)}"


@dataclass(frozen=True, slots=True)
class NoCard(Action):
    """Play no card this turn (W-9)."""

    def __str__(self) -> str:
        return "no card"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Name the player whom a card concerns, or of whom a card is taken (W-14)."""

    player: int

    def __str__(self) -> str:
        return f"choose {self.player}"


@dataclass(frozen=True, slots=True)
class ChooseSide(Action):
    """Name the side to which all pass their dice or their cards (W-21, W-23).

    Attributes
    ----------
    steps
        How many seats further to the left: 1 is the left neighbour, -1 the right one.
    """

    steps: int

    def __str__(self) -> str:
        return "choose left" if self.steps == 1 else "choose right"


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Give up a card, to keep the rest (W-18, W-26)."""

    face: int

    def __str__(self) -> str:
        return f"discard {_name(self.face)}"


def _name(face: int) -> str:
    return NAMES[face] if face != _UNSEEN else "?"


_DRAW_UNSEEN, _TAKE_UNSEEN = Draw(_UNSEEN), Take(_UNSEEN)

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


def _named(faces: tuple[int, ...]) -> str:
    return ", ".join([NAMES[face] for face in faces]) or "no cards"


@dataclass(frozen=True, slots=True)
class PileShuffled(Reveal):
    """The discard pile became the draw pile (W-13)."""

    @property
    def words(self) -> str:
        """What is seen."""
        return "the discard pile is shuffled"


@dataclass(frozen=True, slots=True)
class HandHeld(Reveal):
    """The hand that a player holds after hands have moved (W-22, W-23)."""

    player: int
    faces: tuple[int, ...]

    @property
    def words(self) -> str:
        """What is seen."""
        return f"player {self.player} now holds: {_named(self.faces)}"


@dataclass(frozen=True, slots=True)
class TurnMissed(Reveal):
    """A player misses a turn (W-20a)."""

    player: int

    @property
    def words(self) -> str:
        """What is seen."""
        return f"player {self.player} misses a turn"


@dataclass(frozen=True, slots=True)
class HandDiscarded(Reveal):
    """A player has finished, and the hand goes to the discard pile (W-27a)."""

    player: int
    faces: tuple[int, ...]

    @property
    def words(self) -> str:
        """What is seen."""
        return f"player {self.player} has finished and discards: {_named(self.faces)}"


@dataclass(frozen=True, slots=True)
class RoundWon(Reveal):
    """A player has won a round of several (W-32)."""

    round: int
    player: int

    @property
    def words(self) -> str:
        """What is seen."""
        return f"round {self.round} goes to player {self.player}"


REVEALS = (PileShuffled, HandHeld, TurnMissed, HandDiscarded, RoundWon)
