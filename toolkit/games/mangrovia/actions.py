"""What players choose, chance draws and players come to see; the text of an action is its notation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from toolkit.core.decision import Action, Reveal
from toolkit.core.hidden import HIDDEN
from toolkit.games.mangrovia.components import (
    AMULET_TILE_VALUE,
    AMULET_VALUES,
    CARD_TILE_VALUE,
    LANDSCAPES,
    MOST_PLAYERS,
    RITUAL_SPACES,
    TILES,
    VALUES,
)
from toolkit.games.mangrovia.payments import AMULET, HAND, START, TILE

if TYPE_CHECKING:
    from toolkit.games.mangrovia.board import Board

NO_LANDSCAPE = len(LANDSCAPES)
"""Stands for a landscape that is paid with the "free landscape" tile (B26)."""


class _Valuable(Action):
    __slots__ = ()

    written = MappingProxyType({"value": lambda value: "?" if value == HIDDEN else value})


class _Landscape(Action):
    __slots__ = ()

    written = MappingProxyType({"face": lambda face: "? landscape" if face == HIDDEN else LANDSCAPES[face]})


# ---- chance ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """A player begins the first round (M-2, B23)."""

    player: int
    words = "start {player}"


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    """A stone tile comes to lie on the next space of the stone area (M-38)."""

    tile: int
    words = "tile {tile}"
    written = MappingProxyType({"tile": TILES.__getitem__})


@dataclass(frozen=True, slots=True)
class DrawValuable(_Valuable):
    """A face-down valuables card is drawn to a hand (M-13); only its player sees it."""

    value: int
    words = "draw {value}"
    secret = ("value", HIDDEN)


@dataclass(frozen=True, slots=True)
class DrawLandscape(_Landscape):
    """A face-down landscape card is drawn to a hand (M-3, M-13); only its player sees it."""

    face: int
    words = "draw {face}"
    secret = ("face", HIDDEN)


@dataclass(frozen=True, slots=True)
class TurnUpValuable(_Valuable):
    """A valuables card is turned up beside its pile (M-3, M-30)."""

    value: int
    words = "turn up {value}"


@dataclass(frozen=True, slots=True)
class TurnUpLandscape(_Landscape):
    """A landscape card is turned up beside its pile (M-3, M-30)."""

    face: int
    words = "turn up {face}"


@dataclass(frozen=True, slots=True)
class DrawAmulet(_Valuable):
    """An amulet is drawn from the bag (M-15); only its player sees it."""

    value: int
    words = "amulet {value}"
    secret = ("value", HIDDEN)


# ---- players -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PutBowl(Action):
    """Put a bowl on a ritual space, 0 to 5 (M-9)."""

    space: int
    words = "bowl R{space}"
    written = MappingProxyType({"space": lambda space: space + 1})


@dataclass(frozen=True, slots=True)
class TakeValuable(_Valuable):
    """Take a valuables card that lies face up (M-13)."""

    value: int
    words = "take {value}"


@dataclass(frozen=True, slots=True)
class TakeLandscape(_Landscape):
    """Take a landscape card that lies face up (M-13)."""

    face: int
    words = "take {face}"


@dataclass(frozen=True, slots=True)
class TakeFaceDown(Action):
    """Take a face-down card of a pile, ``valuables`` or ``landscapes`` (M-13)."""

    pile: str
    words = "from {pile}"


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Do what needs no more words: take amulets (M-15), stop drawing them (B18), decline (M-12)."""

    word: str
    words = "{word}"


@dataclass(frozen=True, slots=True)
class ReturnAmulet(_Valuable):
    """Put one of the drawn amulets back into the bag (M-15); only its player knows which."""

    value: int
    words = "return {value}"
    secret = ("value", HIDDEN)


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Build a hut or a double hut on a space (M-17, M-23); what it costs is paid next."""

    space: str
    huts: int
    words = "build {space}{huts}"
    written = MappingProxyType({"huts": ("", "", " double").__getitem__})


@dataclass(frozen=True, slots=True)
class PayLandscape(Action):
    """Pay a landscape card, or the tile that stands for one (M-18, M-25, B26)."""

    face: int
    words = "pay {face}"
    written = MappingProxyType({"face": (*LANDSCAPES, "free landscape").__getitem__})


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay a card, an amulet or a tile (M-18, M-40, M-44)."""

    means: int
    words = "pay {means}"
    written = MappingProxyType(
        {"means": lambda means: ("", "start ", "amulet ", "tile ")[means & 3] + str(means >> 2)}
    )


@dataclass(frozen=True, slots=True)
class MoveBirds(Action):
    """Put the birds on two different landscapes, both of which may be where they are (M-16)."""

    first: int
    second: int
    words = "birds {first} {second}"
    written = MappingProxyType({"first": LANDSCAPES.__getitem__, "second": LANDSCAPES.__getitem__})


BEGINS = tuple(map(Begin, range(MOST_PLAYERS)))
LAY_TILES = tuple(map(LayTile, range(len(TILES))))
DRAW_VALUABLES = tuple(map(DrawValuable, range(VALUES.stop)))
DRAW_LANDSCAPES = tuple(map(DrawLandscape, range(len(LANDSCAPES))))
TURN_UP_VALUABLES = tuple(map(TurnUpValuable, range(VALUES.stop)))
TURN_UP_LANDSCAPES = tuple(map(TurnUpLandscape, range(len(LANDSCAPES))))
DRAW_AMULETS = tuple(map(DrawAmulet, range(AMULET_VALUES.stop)))
BOWLS = tuple(map(PutBowl, range(RITUAL_SPACES)))
TAKE_VALUABLES = tuple(map(TakeValuable, range(VALUES.stop)))
TAKE_LANDSCAPES = tuple(map(TakeLandscape, range(len(LANDSCAPES))))
FROM_VALUABLES, FROM_LANDSCAPES = TakeFaceDown("valuables"), TakeFaceDown("landscapes")
TAKE_AMULETS, ANOTHER, ENOUGH, KEEP_ALL, DECLINE = map(
    Say, ("take amulets", "another amulet", "enough", "keep all", "decline")
)
RETURNS = tuple(map(ReturnAmulet, range(AMULET_VALUES.stop)))
PAY_LANDSCAPES = tuple(map(PayLandscape, range(len(LANDSCAPES) + 1)))
PAYS = tuple(map(Pay, range(4 * VALUES.stop)))
BIRDS = tuple(MoveBirds(*pair) for pair in combinations(range(len(LANDSCAPES)), 2))
"""The actions, made once: by player, by face, by value, by means."""


def vocabulary(players: int, board: Board) -> list[Action]:
    """Return every action of a game, in a fixed order."""
    means = [
        *(4 * value + source for value in VALUES for source in (HAND, START)),
        *(4 * value + AMULET for value in AMULET_VALUES),
        *(4 * value + TILE for value in (CARD_TILE_VALUE, AMULET_TILE_VALUE)),
    ]
    return [
        *BEGINS[:players],
        *LAY_TILES,
        *(DRAW_VALUABLES[value] for value in VALUES),
        *DRAW_LANDSCAPES,
        *(TURN_UP_VALUABLES[value] for value in VALUES),
        *TURN_UP_LANDSCAPES,
        *(DRAW_AMULETS[value] for value in AMULET_VALUES),
        *BOWLS,
        *(TAKE_VALUABLES[value] for value in VALUES),
        *TAKE_LANDSCAPES,
        FROM_VALUABLES,
        FROM_LANDSCAPES,
        TAKE_AMULETS,
        *(Build(space.id, huts) for space in board.spaces for huts in (1, 2)),
        *PAY_LANDSCAPES,
        *(PAYS[one] for one in sorted(means)),
        ANOTHER,
        ENOUGH,
        *(RETURNS[value] for value in AMULET_VALUES),
        KEEP_ALL,
        *BIRDS,
        DECLINE,
    ]


# ---- what players come to see besides actions --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoatMoved(Reveal):
    """The boat reaches a pier whose ritual space holds a bowl (M-11)."""

    pier: int
    words = "the boat reaches pier {pier}"


@dataclass(frozen=True, slots=True)
class Renewed(Reveal):
    """A pile or the bag is renewed (M-26, M-27)."""

    what: str
    words = "{what}"


@dataclass(frozen=True, slots=True)
class TalismanPassed(Reveal):
    """A player has the talisman of the next round (M-28)."""

    player: int
    words = "player {player} has the talisman"


@dataclass(frozen=True, slots=True)
class BirdsPassed(Reveal):
    """Nobody took the first ritual space: talisman and birds move on (M-29)."""

    player: int
    birds: tuple[int, int]
    words = "player {player} has the talisman; the birds go to {birds}"
    written = MappingProxyType({"birds": lambda birds: " and ".join(LANDSCAPES[face] for face in birds)})


@dataclass(frozen=True, slots=True)
class AmuletsShown(Reveal):
    """A player shows the amulets that are left at the end (M-36)."""

    player: int
    values: tuple[int, ...]
    words = "player {player} shows amulets: {values}"
    written = MappingProxyType({"values": lambda values: ", ".join(map(str, values)) or "none"})


REVEALS = (BoatMoved, Renewed, TalismanPassed, BirdsPassed, AmuletsShown)
