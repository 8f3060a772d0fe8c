"""The actions of Tobago: what players choose and what chance draws, in their notation.

Hexes, maps, clues and directions stand in actions as people write them, so ``str(action)`` needs no island.
Prebuilt ones are in `CompiledActions`: making an action takes longer than looking one up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from toolkit.core.decision import Action, Reveal

if TYPE_CHECKING:
    from toolkit.games.tobago.clues import Clue


CURSE = 0
"""The face of a curse; the face of a gold card is its number of coins."""


def treasure_name(face: int | None) -> str:
    """Return how a treasure card is written: its coins, ``curse``, or ``?`` when it is not seen."""
    return "?" if face is None else "curse" if face == CURSE else str(face)


class Word(Action):
    """An action without details: one fixed word."""

    __slots__ = ()

    word: ClassVar[str]

    def __str__(self) -> str:
        return self.word


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Chance places a landmark (T-5)."""

    kind: str
    hex: str

    def __str__(self) -> str:
        return f"place {self.kind} {self.hex}"


@dataclass(frozen=True, slots=True)
class Face(Action):
    """Chance turns a statue to a direction (T-5)."""

    hex: str
    direction: str

    def __str__(self) -> str:
        return f"face {self.hex} {self.direction}"


@dataclass(frozen=True, slots=True)
class DrawClue(Action):
    """A player draws a clue card from the pile, unseen by the others (T-14)."""

    clue: Clue | None

    def __str__(self) -> str:
        return f"draw {self.clue or '?'}"

    def veiled(self) -> DrawClue:
        """Return the draw of a card that is not seen."""
        return DRAW_UNSEEN


@dataclass(frozen=True, slots=True)
class TurnUp(Action):
    """A starting clue is drawn from the pile (T-17)."""

    clue: Clue

    def __str__(self) -> str:
        return f"turn up {self.clue}"


@dataclass(frozen=True, slots=True)
class LayClue(Action):
    """Lay a clue on a map, as main action, as starting clue or to start a new map (T-11, T-17, T-29)."""

    colour: str
    clue: Clue

    def __str__(self) -> str:
        return f"clue {self.colour} {self.clue}"


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Mark a starting clue with a compass rose (T-17a)."""

    colour: str

    def __str__(self) -> str:
        return f"mark {self.colour}"


@dataclass(frozen=True, slots=True)
class Start(Action):
    """Put the ATV on its first hex (T-16)."""

    hex: str

    def __str__(self) -> str:
        return f"start {self.hex}"


@dataclass(frozen=True, slots=True)
class Step(Action):
    """Move the ATV by one step (T-22)."""

    hex: str

    def __str__(self) -> str:
        return f"step {self.hex}"


@dataclass(frozen=True, slots=True)
class Stop(Word):
    """End a move before its last step, or leave an amulet where the last step ended (T-22a, T-32a)."""

    word: ClassVar[str] = "stop"


@dataclass(frozen=True, slots=True)
class PickUp(Word):
    """Pick up the amulet under the ATV (T-32)."""

    word: ClassVar[str] = "pick up"


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Raise the located treasure under the ATV (T-24)."""

    colour: str

    def __str__(self) -> str:
        return f"raise {self.colour}"


@dataclass(frozen=True, slots=True)
class RemoveCube(Action):
    """Use an amulet to remove a cube (T-33)."""

    colour: str
    hex: str

    def __str__(self) -> str:
        return f"amulet remove {self.colour} {self.hex}"


@dataclass(frozen=True, slots=True)
class AmuletClue(Action):
    """Use an amulet to play one more clue (T-33)."""

    colour: str
    clue: Clue

    def __str__(self) -> str:
        return f"amulet clue {self.colour} {self.clue}"


@dataclass(frozen=True, slots=True)
class AmuletMove(Word):
    """Use an amulet to move up to three more steps (T-33)."""

    word: ClassVar[str] = "amulet move"


@dataclass(frozen=True, slots=True)
class AmuletExchange(Word):
    """Use an amulet to exchange all clues in hand (T-33)."""

    word: ClassVar[str] = "amulet exchange"


@dataclass(frozen=True, slots=True)
class Exchange(Word):
    """Give up the whole turn to exchange all clues in hand (T-20)."""

    word: ClassVar[str] = "exchange"


@dataclass(frozen=True, slots=True)
class End(Word):
    """End the turn."""

    word: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Look(Action):
    """A player draws a treasure card and looks at it secretly (T-25)."""

    face: int | None

    def __str__(self) -> str:
        return f"look {treasure_name(self.face)}"

    def veiled(self) -> Look:
        """Return the look at a card that is not seen."""
        return LOOK_UNSEEN


@dataclass(frozen=True, slots=True)
class Add(Action):
    """The raiser adds an unseen card to the treasure (T-25)."""

    face: int | None

    def __str__(self) -> str:
        return f"add {treasure_name(self.face)}"

    def veiled(self) -> Add:
        """Return the card as everybody sees it: not at all."""
        return ADD_UNSEEN


@dataclass(frozen=True, slots=True)
class Show(Action):
    """The next card of a treasure is revealed (T-26)."""

    face: int

    def __str__(self) -> str:
        return f"reveal {treasure_name(self.face)}"


@dataclass(frozen=True, slots=True)
class Take(Word):
    """Take the revealed card for the rose in question (T-26)."""

    word: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Pass(Word):
    """Refuse the revealed card for the rose in question (T-26)."""

    word: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class ShowHand(Word):
    """Show a hand with which no new map can be started, and exchange it once (T-29b)."""

    word: ClassVar[str] = "show hand"


DRAW_UNSEEN, LOOK_UNSEEN, ADD_UNSEEN = DrawClue(None), Look(None), Add(None)
STOP, PICK_UP, EXCHANGE, END = Stop(), PickUp(), Exchange(), End()
AMULET_MOVE, AMULET_EXCHANGE = AmuletMove(), AmuletExchange()
TAKE, PASS, SHOW_HAND = Take(), Pass(), ShowHand()


# ---- what players come to see besides actions --------------------------------------------------------------

AMULET_LOST = -1
"""Stands in `CurseStrikes` for the coins of who gave up an amulet instead (T-28)."""


@dataclass(frozen=True, slots=True)
class CurseStrikes(Reveal):
    """A curse was revealed: players and what each loses, its coins, 0 for nothing, or an amulet (T-28)."""

    losses: tuple[tuple[int, int], ...]

    @property
    def words(self) -> str:
        """What is seen."""
        fates = {AMULET_LOST: "gives up an amulet", 0: "loses nothing"}
        told = [f"player {player} {fates.get(coins, f'loses {coins}')}" for player, coins in self.losses]
        return f"curse: {', '.join(told)}"


@dataclass(frozen=True, slots=True)
class Undivided(Reveal):
    """The treasure cards that a curse leaves undivided (T-28)."""

    faces: tuple[int, ...]

    @property
    def words(self) -> str:
        """What is seen."""
        return f"undivided: {', '.join(map(treasure_name, self.faces))}"


@dataclass(frozen=True, slots=True)
class HandDiscarded(Reveal):
    """The clues of a hand that is discarded for all to see (T-14a)."""

    clues: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is seen."""
        return f"discarded: {', '.join(self.clues) or 'no clue'}"


@dataclass(frozen=True, slots=True)
class HandShown(Reveal):
    """The clues of a hand that fits no map: it is shown and kept (T-29b)."""

    clues: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is seen."""
        return f"hand: {', '.join(self.clues) or 'no clue'}"


@dataclass(frozen=True, slots=True)
class AmuletsAppear(Reveal):
    """The hexes on which amulets appear (T-31)."""

    hexes: tuple[str, ...]

    @property
    def words(self) -> str:
        """What is seen."""
        return f"amulets appear: {', '.join(self.hexes)}"


REVEALS = (CurseStrikes, Undivided, HandDiscarded, HandShown, AmuletsAppear)
