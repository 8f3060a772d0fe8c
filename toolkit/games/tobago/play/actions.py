"""The actions of Tobago: what players choose and what chance draws, in their notation.

Hexes, maps, clues and directions stand in actions as people write them, so ``str(action)`` needs no island.
Prebuilt ones are in `CompiledActions`: making an action takes longer than looking one up.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType

from toolkit.core.decision import Action, Reveal
from toolkit.games.tobago.clues import Clue

CURSE = 0
"""The face of a curse; the face of a gold card is its number of coins."""


def treasure_name(face: int | None) -> str:
    """Return how a treasure card is written: its coins, ``curse``, or ``?`` when it is not seen."""
    return "?" if face is None else "curse" if face == CURSE else str(face)


class _Card(Action):
    """An action with a card that somebody may not see."""

    __slots__ = ()

    written = MappingProxyType({"face": treasure_name, "clue": lambda clue: str(clue or "?")})


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Chance places a landmark (T-5)."""

    kind: str
    hex: str
    words = "place {kind} {hex}"


@dataclass(frozen=True, slots=True)
class Face(Action):
    """Chance turns a statue to a direction (T-5)."""

    hex: str
    direction: str
    words = "face {hex} {direction}"


@dataclass(frozen=True, slots=True)
class DrawClue(_Card):
    """A player draws a clue card from the pile, unseen by the others (T-14)."""

    clue: Clue | None
    words = "draw {clue}"
    secret = ("clue", None)


@dataclass(frozen=True, slots=True)
class TurnUp(Action):
    """A starting clue is drawn from the pile (T-17)."""

    clue: Clue
    words = "turn up {clue}"


@dataclass(frozen=True, slots=True)
class LayClue(Action):
    """Lay a clue on a map, as main action, as starting clue or to start a new map (T-11, T-17, T-29)."""

    colour: str
    clue: Clue
    words = "clue {colour} {clue}"


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Mark a starting clue with a compass rose (T-17a)."""

    colour: str
    words = "mark {colour}"


@dataclass(frozen=True, slots=True)
class Start(Action):
    """Put the ATV on its first hex (T-16)."""

    hex: str
    words = "start {hex}"


@dataclass(frozen=True, slots=True)
class Step(Action):
    """Move the ATV by one step (T-22)."""

    hex: str
    words = "step {hex}"


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """End a move before its last step, or leave an amulet where the last step ended (T-22a, T-32a)."""

    words = "stop"


@dataclass(frozen=True, slots=True)
class PickUp(Action):
    """Pick up the amulet under the ATV (T-32)."""

    words = "pick up"


@dataclass(frozen=True, slots=True)
class Raise(Action):
    """Raise the located treasure under the ATV (T-24)."""

    colour: str
    words = "raise {colour}"


@dataclass(frozen=True, slots=True)
class RemoveCube(Action):
    """Use an amulet to remove a cube (T-33)."""

    colour: str
    hex: str
    words = "amulet remove {colour} {hex}"


@dataclass(frozen=True, slots=True)
class AmuletClue(Action):
    """Use an amulet to play one more clue (T-33)."""

    colour: str
    clue: Clue
    words = "amulet clue {colour} {clue}"


@dataclass(frozen=True, slots=True)
class AmuletMove(Action):
    """Use an amulet to move up to three more steps (T-33)."""

    words = "amulet move"


@dataclass(frozen=True, slots=True)
class AmuletExchange(Action):
    """Use an amulet to exchange all clues in hand (T-33)."""

    words = "amulet exchange"


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Give up the whole turn to exchange all clues in hand (T-20)."""

    words = "exchange"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn."""

    words = "end"


@dataclass(frozen=True, slots=True)
class Look(_Card):
    """A player draws a treasure card and looks at it secretly (T-25)."""

    face: int | None
    words = "look {face}"
    secret = ("face", None)


@dataclass(frozen=True, slots=True)
class Add(_Card):
    """The raiser adds an unseen card to the treasure (T-25)."""

    face: int | None
    words = "add {face}"
    secret = ("face", None)


@dataclass(frozen=True, slots=True)
class Show(_Card):
    """The next card of a treasure is revealed (T-26)."""

    face: int
    words = "reveal {face}"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the revealed card for the rose in question (T-26)."""

    words = "take"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Refuse the revealed card for the rose in question (T-26)."""

    words = "pass"


@dataclass(frozen=True, slots=True)
class ShowHand(Action):
    """Show a hand with which no new map can be started, and exchange it once (T-29b)."""

    words = "show hand"


STOP, PICK_UP, EXCHANGE, END = Stop(), PickUp(), Exchange(), End()
AMULET_MOVE, AMULET_EXCHANGE = AmuletMove(), AmuletExchange()
TAKE, PASS, SHOW_HAND = Take(), Pass(), ShowHand()


# ---- what players come to see besides actions --------------------------------------------------------------

AMULET_LOST = -1
"""Stands in `CurseStrikes` for the coins of who gave up an amulet instead (T-28)."""


def _fates(losses: tuple[tuple[int, int], ...]) -> str:
    fates = {AMULET_LOST: "gives up an amulet", 0: "loses nothing"}
    return ", ".join([f"player {player} {fates.get(coins, f'loses {coins}')}" for player, coins in losses])


class _Seen(Reveal):
    """What players come to see besides actions."""

    __slots__ = ()

    written = MappingProxyType(
        {
            "losses": _fates,
            "faces": lambda faces: ", ".join(map(treasure_name, faces)),
            "clues": lambda clues: ", ".join(clues) or "no clue",
            "hexes": ", ".join,
        }
    )


@dataclass(frozen=True, slots=True)
class CurseStrikes(_Seen):
    """A curse was revealed: players and what each loses, its coins, 0 for nothing, or an amulet (T-28)."""

    losses: tuple[tuple[int, int], ...]
    words = "curse: {losses}"


@dataclass(frozen=True, slots=True)
class Undivided(_Seen):
    """The treasure cards that a curse leaves undivided (T-28)."""

    faces: tuple[int, ...]
    words = "undivided: {faces}"


@dataclass(frozen=True, slots=True)
class HandDiscarded(_Seen):
    """The clues of a hand that is discarded for all to see (T-14a)."""

    clues: tuple[str, ...]
    words = "discarded: {clues}"


@dataclass(frozen=True, slots=True)
class HandShown(_Seen):
    """The clues of a hand that fits no map: it is shown and kept (T-29b)."""

    clues: tuple[str, ...]
    words = "hand: {clues}"


@dataclass(frozen=True, slots=True)
class AmuletsAppear(_Seen):
    """The hexes on which amulets appear (T-31)."""

    hexes: tuple[str, ...]
    words = "amulets appear: {hexes}"


REVEALS = (CurseStrikes, Undivided, HandDiscarded, HandShown, AmuletsAppear)
