"""What players choose, chance draws and players come to see; the text of an action is its notation.

Hexes, maps, clues and directions stand in actions as people write them, so ``str(action)`` needs no island.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias

from toolkit.core.decision import Action, Domain, Reveal
from toolkit.core.observation import Observation
from toolkit.games.tobago.cards import deck_of, treasure_name, treasures_of
from toolkit.games.tobago.clues import LANDMARKS, Clue
from toolkit.games.tobago.rules import COLOURS, island_of

# ---- what fields may be ------------------------------------------------------------------------------------


def _face(clue: Clue | None, rules: Any) -> int | None:
    kinds = deck_of(rules).kinds
    return kinds.index(clue) if clue in kinds else None


KIND = Domain(lambda *_: LANDMARKS)
MAP = Domain(lambda *_: COLOURS)
CLUE = Domain(lambda _players, rules: deck_of(rules).kinds, card=_face)
HEX = Domain(lambda _players, rules: island_of(rules).names).at("{}")
WAY = Domain(lambda _players, rules: [way.name for way in island_of(rules).orientation.directions])
TREASURE = Domain(
    lambda _players, rules: dict.fromkeys(treasures_of(rules)), treasure_name, card=lambda face, _: face
)
Map: TypeAlias = Annotated[str, MAP.at("map {}")]
Hex: TypeAlias = Annotated[str, HEX]
Card: TypeAlias = Annotated[Clue, CLUE.at("clue {}")]


class _Here(Action):
    """An action at the hex where the ATV of who acts stands."""

    __slots__ = ()

    def places(self, seen: Observation[Any]) -> tuple[str, ...]:
        """Return that hex."""
        return (island_of(seen.rules).names[seen["atvs"][seen.to_act()]],)


# ---- actions -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Place(Action):
    """Chance places a landmark (T-5)."""

    kind: Annotated[str, KIND]
    hex: Hex
    words = "place {kind} {hex}"


@dataclass(frozen=True, slots=True)
class Face(Action):
    """Chance turns a statue to a direction (T-5)."""

    hex: Hex
    direction: Annotated[str, WAY]
    words = "face {hex} {direction}"


@dataclass(frozen=True, slots=True)
class DrawClue(Action):
    """A player draws a clue card from the pile, unseen by the others (T-14)."""

    clue: Annotated[Clue | None, CLUE]
    words = "draw {clue}"
    secret = ("clue", None)


@dataclass(frozen=True, slots=True)
class TurnUp(Action):
    """A starting clue is drawn from the pile (T-17)."""

    clue: Annotated[Clue, CLUE]
    words = "turn up {clue}"


@dataclass(frozen=True, slots=True)
class LayClue(Action):
    """Lay a clue on a map, as main action, as starting clue or to start a new map (T-11, T-17, T-29)."""

    colour: Map
    clue: Card
    words = "clue {colour} {clue}"


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Mark a starting clue with a compass rose (T-17a)."""

    colour: Map
    words = "mark {colour}"


@dataclass(frozen=True, slots=True)
class Start(Action):
    """Put the ATV on its first hex (T-16)."""

    hex: Hex
    words = "start {hex}"


@dataclass(frozen=True, slots=True)
class Step(Action):
    """Move the ATV by one step (T-22)."""

    hex: Hex
    words = "step {hex}"


@dataclass(frozen=True, slots=True)
class Stop(Action):
    """End a move before its last step, or leave an amulet where the last step ended (T-22a, T-32a)."""

    words = "stop"


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """Give up the whole turn to exchange all clues in hand (T-20)."""

    words = "exchange"


@dataclass(frozen=True, slots=True)
class Raise(_Here):
    """Raise the located treasure under the ATV (T-24)."""

    colour: Map
    words = "raise {colour}"


@dataclass(frozen=True, slots=True)
class PickUp(_Here):
    """Pick up the amulet under the ATV (T-32)."""

    words = "pick up"


@dataclass(frozen=True, slots=True)
class AmuletClue(Action):
    """Use an amulet to play one more clue (T-33)."""

    colour: Map
    clue: Card
    words = "amulet clue {colour} {clue}"


@dataclass(frozen=True, slots=True)
class RemoveCube(Action):
    """Use an amulet to remove a cube (T-33)."""

    colour: Map
    hex: Hex
    words = "amulet remove {colour} {hex}"


@dataclass(frozen=True, slots=True)
class AmuletMove(Action):
    """Use an amulet to move up to three more steps (T-33)."""

    words = "amulet move"


@dataclass(frozen=True, slots=True)
class AmuletExchange(Action):
    """Use an amulet to exchange all clues in hand (T-33)."""

    words = "amulet exchange"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn."""

    words = "end"


@dataclass(frozen=True, slots=True)
class Look(Action):
    """A player draws a treasure card and looks at it secretly (T-25)."""

    face: Annotated[int | None, TREASURE]
    words = "look {face}"
    secret = ("face", None)


@dataclass(frozen=True, slots=True)
class Add(Action):
    """The raiser adds an unseen card to the treasure (T-25)."""

    face: Annotated[int | None, TREASURE]
    words = "add {face}"
    secret = ("face", None)


@dataclass(frozen=True, slots=True)
class Show(Action):
    """The next card of a treasure is revealed (T-26)."""

    face: Annotated[int, TREASURE]
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


ACTIONS = (
    *(Place, Face, DrawClue, TurnUp, LayClue, Mark, Start, Step, Stop, Exchange, Raise, PickUp),
    *(AmuletClue, RemoveCube, AmuletMove, AmuletExchange, End),
    *(Look, Add, Show, Take, Pass, ShowHand),
)
"""The types of actions, in the order of the vocabulary and of what is legal."""

STOP, PICK_UP, EXCHANGE, END = Stop.of[()], PickUp.of[()], Exchange.of[()], End.of[()]
AMULET_MOVE, AMULET_EXCHANGE = AmuletMove.of[()], AmuletExchange.of[()]
TAKE, PASS, SHOW_HAND = Take.of[()], Pass.of[()], ShowHand.of[()]

AmuletUse: TypeAlias = AmuletClue | RemoveCube | AmuletMove | AmuletExchange
"""What an amulet is used for (T-33)."""


# ---- what players come to see besides actions --------------------------------------------------------------

AMULET_LOST = -1
"""Stands in `CurseStrikes` for the coins of who gave up an amulet instead (T-28)."""


def _fates(losses: tuple[tuple[int, int], ...]) -> str:
    fates = {AMULET_LOST: "gives up an amulet", 0: "loses nothing"}
    return ", ".join([f"player {player} {fates.get(coins, f'loses {coins}')}" for player, coins in losses])


LOSSES = Domain(written=_fates)
FACES = Domain(written=lambda faces: ", ".join(map(treasure_name, faces)))
HAND = Domain(written=lambda clues: ", ".join(clues) or "no clue")
HEXES = Domain(written=", ".join)
Hand: TypeAlias = Annotated[tuple[str, ...], HAND]


@dataclass(frozen=True, slots=True)
class CurseStrikes(Reveal):
    """A curse was revealed: players and what each loses, its coins, 0 for nothing, or an amulet (T-28)."""

    losses: Annotated[tuple[tuple[int, int], ...], LOSSES]
    words = "curse: {losses}"


@dataclass(frozen=True, slots=True)
class Undivided(Reveal):
    """The treasure cards that a curse leaves undivided (T-28)."""

    faces: Annotated[tuple[int, ...], FACES]
    words = "undivided: {faces}"


@dataclass(frozen=True, slots=True)
class HandDiscarded(Reveal):
    """The clues of a hand that is discarded for all to see (T-14a)."""

    clues: Hand
    words = "discarded: {clues}"


@dataclass(frozen=True, slots=True)
class HandShown(Reveal):
    """The clues of a hand that fits no map: it is shown and kept (T-29b)."""

    clues: Hand
    words = "hand: {clues}"


@dataclass(frozen=True, slots=True)
class AmuletsAppear(Reveal):
    """The hexes on which amulets appear (T-31)."""

    hexes: Annotated[tuple[str, ...], HEXES]
    words = "amulets appear: {hexes}"


REVEALS = (CurseStrikes, Undivided, HandDiscarded, HandShown, AmuletsAppear)
