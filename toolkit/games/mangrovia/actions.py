"""What players choose, chance draws and players come to see; the text of an action is its notation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar, Self, TypeAlias

from toolkit.core.decision import Action, Domain, MadeOnce, Reveal, its_card
from toolkit.core.hidden import HIDDEN
from toolkit.core.history import Event
from toolkit.games.mangrovia.components import (
    AMULET_TILE,
    AMULET_TILE_VALUE,
    AMULET_VALUES,
    CARD_TILE,
    CARD_TILE_VALUE,
    FREE_TILE,
    LANDSCAPES,
    NO_TILE,
    RITUAL_SPACES,
    TILES,
    VALUES,
)
from toolkit.games.mangrovia.payments import AMULET, HAND, START, TILE, source_of, value_of
from toolkit.games.mangrovia.rules import Rules

NO_LANDSCAPE = len(LANDSCAPES)
"""Stands for a landscape that is paid with the "free landscape" tile (B26)."""

# ---- what fields may be ------------------------------------------------------------------------------------

VALUABLE = Domain(lambda *_: VALUES)
KEPT = Domain(lambda *_: AMULET_VALUES)
LANDSCAPE = Domain(lambda *_: range(len(LANDSCAPES)), LANDSCAPES.__getitem__, unseen="? landscape")
ANY_CARD = Domain(card=its_card)
KINDS = {"valuables": VALUABLE, "landscapes": LANDSCAPE, "amulets": KEPT}
"""The faces of cards and amulets, by their kinds: so the heaps of a state are called."""

Rock: TypeAlias = Annotated[int, LANDSCAPE.at("rock {}")]

SEAT = Domain(lambda players, _rules: range(players))
STONE_TILE = Domain(lambda *_: range(len(TILES)), TILES.__getitem__)
RITUAL = Domain(lambda *_: range(RITUAL_SPACES), lambda space: space + 1).at("R{}")
PILE = Domain(lambda *_: OneCard.kinds).at("{}")
WORD = Domain(place=lambda word, _seen: "bag" * (word in ("take amulets", "another amulet")))
SPACE = Domain(lambda _players, rules: [space.id for space in rules.layout.spaces]).at("{}")
HUTS = Domain(lambda *_: (1, 2), ("", "", " double").__getitem__)
Huts: TypeAlias = Annotated[int, HUTS]
TWO = Domain(written=lambda birds: " and ".join([LANDSCAPES[face] for face in birds]))
SHOWN = Domain(written=lambda values: ", ".join(map(str, values)) or "none")
_RENEWED = {
    "valuables": "the valuables are shuffled",
    "landscapes": "the landscapes are shuffled",
    "amulets": "the bag is filled",
}
RENEWED = Domain(written=lambda what: _RENEWED.get(what, what))  # games saved before have the text itself


def _landscape_place(face: int, _seen: object) -> str:
    return f"tile {TILES[FREE_TILE]}" if face == NO_LANDSCAPE else f"hand {LANDSCAPES[face]}"


PAID = Domain(
    lambda *_: range(NO_LANDSCAPE + 1),
    (*LANDSCAPES, "free landscape").__getitem__,
    _landscape_place,
    card=lambda face, _: face if face < NO_LANDSCAPE else None,
)


def _all_means(_players: int, _rules: Rules) -> Sequence[int]:
    sources = {HAND: VALUES, START: VALUES, AMULET: AMULET_VALUES, TILE: (CARD_TILE_VALUE, AMULET_TILE_VALUE)}
    return sorted([4 * value + source for source, values in sources.items() for value in values])


def _means_place(means: int, _seen: object) -> str:
    """Return where something to pay with lies on the picture."""
    source, value = source_of(means), value_of(means)
    if source == TILE:
        return f"tile {TILES[CARD_TILE if value == CARD_TILE_VALUE else AMULET_TILE]}"
    return f"{('hand', 'start', 'amulet')[source]} {value}"


MEANS = Domain(
    _all_means,
    lambda means: f"{('', 'start ', 'amulet ', 'tile ')[source_of(means)]}{value_of(means)}",
    _means_place,
    card=lambda means, _: value_of(means) if source_of(means) in (HAND, AMULET) else None,
)

# ---- chance ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Begin(Action):
    """A player begins the first round (M-2, B23)."""

    player: Annotated[int, SEAT]
    words = "start {player}"


@dataclass(frozen=True, slots=True)
class LayTile(Action):
    """A stone tile comes to lie on the next space of the stone area (M-38)."""

    tile: Annotated[int, STONE_TILE]
    words = "tile {tile}"


@dataclass(frozen=True, slots=True)
class OneCard(Action):
    """What happens to one card or amulet; `HIDDEN` is the face of one that is not seen."""

    kind: str  #: one of `KINDS`
    face: Annotated[int, ANY_CARD]
    kinds: ClassVar[Sequence[str]] = ("valuables", "landscapes")

    @property
    def card(self) -> str:
        """The card as it is written."""
        domain = KINDS[self.kind]
        return domain.unseen if self.face == HIDDEN else str(domain.written(self.face))

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[Self]:
        """Return all cards of one kind after those of the other."""
        return [cls.of[kind, face] for kind in cls.kinds for face in KINDS[kind].values(players, rules)]


@dataclass(frozen=True, slots=True)
class Draw(OneCard):
    """A face-down card, or an amulet of the bag, is drawn (M-3, M-13, M-15); only its player sees it."""

    words = "{verb} {card}"
    secret = ("face", HIDDEN)
    kinds = tuple(KINDS)

    @property
    def verb(self) -> str:
        """What is done, as it is written."""
        return "amulet" if self.kind == "amulets" else "draw"


@dataclass(frozen=True, slots=True)
class TurnUp(OneCard):
    """A card is turned up beside its pile (M-3, M-30)."""

    words = "turn up {card}"


# ---- players -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PutBowl(Action):
    """Put a bowl on a ritual space, 0 to 5 (M-9)."""

    space: Annotated[int, RITUAL]
    words = "bowl R{space}"


@dataclass(frozen=True, slots=True)
class Take(OneCard):
    """Take a card that lies face up (M-13)."""

    words = "take {card}"

    def places(self, seen: object) -> tuple[str, ...]:  # noqa: ARG002
        """Return the card in the row."""
        return (f"open {self.card}",)


@dataclass(frozen=True, slots=True)
class TakeFaceDown(Action):
    """Take a face-down card of a pile, ``valuables`` or ``landscapes`` (M-13)."""

    pile: Annotated[str, PILE]
    words = "from {pile}"


@dataclass(frozen=True, slots=True)
class Say(Action):
    """Do what needs no more words: take amulets (M-15), stop drawing them (B18), decline (M-12)."""

    word: Annotated[str, WORD]
    words = "{word}"


@dataclass(frozen=True, slots=True)
class ReturnAmulet(Action):
    """Put one of the drawn amulets back into the bag (M-15); only its player knows which."""

    value: Annotated[int, KEPT.at("amulet {}")]
    words = "return {value}"
    secret = ("value", HIDDEN)


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Build a hut or a double hut on a space (M-17, M-23); what it costs is paid next."""

    space: Annotated[str, SPACE]
    huts: Huts
    words = "build {space}{huts}"


@dataclass(frozen=True, slots=True)
class PayLandscape(Action):
    """Pay a landscape card, or the tile that stands for one (M-18, M-25, B26)."""

    face: Annotated[int, PAID]
    words = "pay {face}"


@dataclass(frozen=True, slots=True)
class Pay(Action):
    """Pay a card, an amulet or a tile (M-18, M-40, M-44)."""

    means: Annotated[int, MEANS]
    words = "pay {means}"


@dataclass(frozen=True, slots=True)
class MoveBirds(Action):
    """Put the birds on two different landscapes, both of which may be where they are (M-16)."""

    first: Rock
    second: Rock
    words = "birds {first} {second}"

    @classmethod
    def every(cls, players: int, rules: Rules) -> Sequence[MoveBirds]:  # noqa: ARG003
        """Return each pair once."""
        return BIRDS


DRAWS, TURNS, TAKES = (
    {kind: MadeOnce(action, kind) for kind in action.kinds} for action in (Draw, TurnUp, Take)
)
"""What can be drawn, turned up and taken, by the kind and then by the face."""
FROM_VALUABLES, FROM_LANDSCAPES = TakeFaceDown.of["valuables"], TakeFaceDown.of["landscapes"]
BIRDS = tuple(MoveBirds.of[pair] for pair in combinations(range(len(LANDSCAPES)), 2))
TAKE_AMULETS, ANOTHER, ENOUGH, KEEP_ALL, DECLINE = (
    Say.of[word] for word in ("take amulets", "another amulet", "enough", "keep all", "decline")
)
ACTIONS = (
    Begin,
    LayTile,
    DRAWS["valuables"],
    DRAWS["landscapes"],
    TurnUp,
    DRAWS["amulets"],
    PutBowl,
    Take,
    TakeFaceDown,
    TAKE_AMULETS,
    Build,
    PayLandscape,
    Pay,
    ANOTHER,
    ENOUGH,
    ReturnAmulet,
    KEEP_ALL,
    MoveBirds,
    DECLINE,
)
"""The types of actions, and what can be said, in the order of the vocabulary."""


# ---- what players come to see besides actions --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BoatMoved(Reveal):
    """The boat reaches a pier whose ritual space holds a bowl (M-11)."""

    pier: int
    words = "the boat reaches pier {pier}"


@dataclass(frozen=True, slots=True)
class Renewed(Reveal):
    """A pile or the bag is renewed (M-26, M-27)."""

    what: Annotated[str, RENEWED]  #: one of `KINDS`; in states saved by an earlier version, its words
    words = "{what}"

    @property
    def pile(self) -> str:
        """Which of the piles it is."""
        return next((kind for kind, words in _RENEWED.items() if self.what == words), self.what)


@dataclass(frozen=True, slots=True)
class AmuletTaken(Reveal):
    """A player without huts on amulet spaces takes an amulet of value 1 from the board (M-15)."""

    player: int
    words = "player {player} takes an amulet of 1 from the board"


@dataclass(frozen=True, slots=True)
class HutBrought(Reveal):
    """What a hut brings at once, if anything (M-15, M-19, M-20, M-38)."""

    player: int
    points: int  #: the chief points, those of the pole tile too
    pole: int  #: the number of the pole tile under it, or 0
    tile: int  #: the stone tile that lay there, or `NO_TILE`
    step: int  #: how far the player goes on the amulet track, 0 or 1
    words = "player {player} gets {gains}"

    @property
    def gains(self) -> str:
        """What it brings, as it is written."""
        pole = f" with pole tile {self.pole}" * bool(self.pole)
        brought = (
            f"{self.points} point{'s' * (self.points > 1)}{pole}" * bool(self.points),
            f"tile {TILES[self.tile]}" * (self.tile != NO_TILE),
            "a step on the amulet track" * self.step,
        )
        return ", ".join(filter(None, brought))


@dataclass(frozen=True, slots=True)
class LastHut(Reveal):
    """A player has built the last hut, the first one to do so: this round is the last (M-31)."""

    player: int
    words = "player {player} has no hut left: the last round"


@dataclass(frozen=True, slots=True)
class TalismanPassed(Reveal):
    """A player has the talisman of the next round (M-28)."""

    player: int
    words = "player {player} has the talisman"


@dataclass(frozen=True, slots=True)
class BirdsPassed(Reveal):
    """Nobody took the first ritual space: talisman and birds move on (M-29)."""

    player: int
    birds: Annotated[tuple[int, int], TWO]
    words = "player {player} has the talisman; the birds go to {birds}"


@dataclass(frozen=True, slots=True)
class AmuletsShown(Reveal):
    """A player shows the amulets that are left at the end (M-36)."""

    player: int
    values: Annotated[tuple[int, ...], SHOWN]
    words = "player {player} shows amulets: {values}"


REVEALS = (
    BoatMoved,
    Renewed,
    AmuletTaken,
    HutBrought,
    LastHut,
    TalismanPassed,
    BirdsPassed,
    AmuletsShown,
)

BOAT, BROUGHT = MadeOnce(BoatMoved), MadeOnce(HutBrought)
"""The reveals that come at every pier and with every hut, by their fields; each is made once."""

_BEGIN_A_LINE = (PutBowl, BoatMoved, TalismanPassed, BirdsPassed, AmuletsShown)


def begins_line(event: Event, *_: object) -> bool:
    """Tell where a line for people begins: the deal is one, what was done at a pier, a clean-up."""
    return isinstance(event.action, _BEGIN_A_LINE)
