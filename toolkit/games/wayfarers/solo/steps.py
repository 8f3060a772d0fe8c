"""What the solo rival does, as everybody sees it: each step with its rule and what it names (Y-96 to Y-146).

The text of a step is that of logs and of the printed game; `telling` says it as people say it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile
from operator import itemgetter
from typing import Annotated, ClassVar, TypeAlias

from toolkit.core.decision import Domain, Reveal
from toolkit.games.wayfarers.actions import SCHEME, TILE
from toolkit.games.wayfarers.components.effects import branch_words
from toolkit.games.wayfarers.components.names import GUILDS, INSPIRATION, KINDS, NONE, WORKERS
from toolkit.games.wayfarers.components.tables import CARDS, SOLO, TILES
from toolkit.games.wayfarers.display import SLOTS_EACH
from toolkit.games.wayfarers.journal import SPACES
from toolkit.games.wayfarers.solo.priorities import INFLUENCE, PLACE, RETRIEVE, TAKE, Looked

Effects: TypeAlias = Annotated[tuple[int, ...], Domain(written=branch_words)]
Tiles: TypeAlias = Annotated[
    tuple[int, ...], Domain(written=lambda tiles: ", ".join(TILES[tile].id for tile in tiles))
]
Scheme: TypeAlias = Annotated[int, SCHEME]


class RivalStep(Reveal):
    """Something that the rival does by a rule."""

    __slots__ = ()

    rule: ClassVar[str]  #: its number

    @property
    def said(self) -> str:
        """What the rival does, in the words of logs."""
        return str(self).removeprefix("(").removesuffix(")")


# ---- scheme cards, rests and the resource track (Y-97, Y-99, Y-145) ----------------------------------------


@dataclass(frozen=True, slots=True)
class RivalRests(RivalStep):
    """Enough scheme cards share a colour: the rival rests, which brings effects (Y-99)."""

    blue: int
    red: int
    effects: Effects
    rule = "Y-99"
    words = "{blue} blue and {red} red scheme cards: the rival rests: {effects}"


@dataclass(frozen=True, slots=True)
class RivalShuffles(RivalStep):
    """The scheme cards are the pile again (Y-99)."""

    rule = "Y-99"
    words = "all scheme cards are shuffled"


@dataclass(frozen=True, slots=True)
class RivalMarker(RivalStep):
    """The resource marker moves to a spot of its track (Y-97)."""

    spots: int  #: by how many
    spot: int
    rule = "Y-97"
    words = "the resource marker moves {spots} on to spot {spot}: {where}"

    @property
    def where(self) -> str:
        """What the spot shows."""
        return f"{SOLO.spot[self.spot].colour}, {SOLO.spot[self.spot].row} row"


@dataclass(frozen=True, slots=True)
class RivalBonus(RivalStep):
    """The resource marker has crossed the bonus, which brings effects (Y-145)."""

    effects: Effects
    rule = "Y-145"
    words = "the resource marker has crossed the bonus: {effects}"


@dataclass(frozen=True, slots=True)
class RivalFirst(RivalStep):
    """The rival does the first action of a scheme card: a worker, or a card that it pays for (Y-97)."""

    scheme: Scheme
    colour: int  #: of the worker; `NONE` for a card
    rule = "Y-97"
    words = "{scheme}, first action: {seeks}"

    @property
    def seeks(self) -> str:
        """What it looks for."""
        first = SOLO.scheme[self.scheme].first
        if self.colour != NONE:
            return f"a {WORKERS[self.colour]} worker"
        return f"{price_words(self.scheme)} for a {first.acquire} card"


@dataclass(frozen=True, slots=True)
class RivalSecond(RivalStep):
    """The first action of a scheme card is impossible: the rival does the second (Y-97)."""

    scheme: Scheme
    unpaid: bool  #: whether the rival does not have the influence that the first one costs
    effects: Effects
    rule = "Y-97"
    words = "{scheme}: {why}; second action: {effects}"

    @property
    def why(self) -> str:
        """Why the first action is impossible."""
        first = SOLO.scheme[self.scheme].first
        if self.unpaid:
            return f"the rival does not have {price_words(self.scheme)}"
        if first.acquire:
            return f"no {first.acquire} card is possible"
        return f"no {' or '.join(first.place_worker)} worker can be placed"


def price_words(scheme: int) -> str:
    """Return the influence that the first action of a scheme card costs."""
    return " and ".join(f"{many} {guild}" for guild, many in SOLO.scheme[scheme].first.pay_influence.items())


# ---- what effects bring (Y-102, Y-108, Y-111, Y-136, Y-137) ------------------------------------------------


@dataclass(frozen=True, slots=True)
class RivalComet(RivalStep):
    """The comet marker goes on (Y-102)."""

    comet: int  #: its place on the comet track
    rule = "Y-102"
    words = "the rival's comet marker is at {comet}"


@dataclass(frozen=True, slots=True)
class RivalNoComet(RivalStep):
    """The last scheme card before a rest shows no comet (Y-99)."""

    scheme: Scheme
    rule = "Y-99"
    words = "{scheme} shows no comet"


@dataclass(frozen=True, slots=True)
class RivalGuild(RivalStep):
    """The rival influences a guild (Y-136)."""

    guild: Annotated[int, Domain(written=GUILDS.__getitem__)]
    influence: int  #: what it has there then
    rule = "Y-136"
    words = "the rival has {influence} {guild}"


@dataclass(frozen=True, slots=True)
class RivalPileEmpty(RivalStep):
    """The pile of which the rival would take the top card is empty (Y-108)."""

    kind: Annotated[int, Domain(written=KINDS.__getitem__)]
    rule = "Y-108"
    words = "the pile of {kind} cards is empty: the effect is lost"


@dataclass(frozen=True, slots=True)
class RivalTile(RivalStep):
    """The rival lays an upgrade tile on the path of its caravan, or beside the full path (Y-111, Y-144)."""

    tile: Annotated[int, TILE]
    cells: tuple[int, ...]  #: of the path, those that it covers
    covered: tuple[str, ...]  #: the icons on them that bring something
    tried: Tiles  #: those of its kind in the order in which the rival tries them
    total: int  #: the sum of the last scheme cards, by which piles are tried
    rule = "Y-111"
    words = "{basis}: {tried}; the rival lays {tile} {where}"

    @property
    def basis(self) -> str:
        """What the order follows from (Y-105, Y-112)."""
        return f"sum {self.total}" if TILES[self.tile].pile else "mark of the last scheme card"

    @property
    def where(self) -> str:
        """Where the tile lies then."""
        if not self.cells:
            return "beside the full path"
        return f"over {' and '.join(self.covered)}" if self.covered else "on its path"


@dataclass(frozen=True, slots=True)
class RivalNoTile(RivalStep):
    """No tile of the kind is left (Y-137)."""

    rule = "Y-137"
    words = "no such tile is left: the effect is lost"


# ---- the journal, and the end (Y-35, Y-109, Y-110, Y-146) --------------------------------------------------


@dataclass(frozen=True, slots=True)
class RivalJournal(RivalStep):
    """The rival's marker moves on in the journal, by an effect or for science (Y-109, Y-110)."""

    space: Annotated[int, Domain(written=SPACES.__getitem__)]
    blue: int  #: the scheme cards by colour, from which its way follows
    red: int
    up: bool
    price: int = 0  #: the science that a further step costs
    science: int = 0  #: the science that the rival had for it
    rule = "Y-109"
    words = "{why}{blue} blue and {red} red scheme cards: {way}; the rival's marker moves to {space}"

    @property
    def why(self) -> str:
        """What a further step costs."""
        return f"{RivalStays(self.price, self.science).said}; " if self.price else ""

    @property
    def way(self) -> str:
        """Where it goes where ways part."""
        return "up" if self.up else "down"


@dataclass(frozen=True, slots=True)
class RivalStays(RivalStep):
    """The rival lacks the science for a further step (Y-110)."""

    price: int
    science: int
    rule = "Y-110"
    words = "a further step costs {price} science, the rival has {science}"


@dataclass(frozen=True, slots=True)
class RivalAtEnd(RivalStep):
    """The rival's marker is on a final space already (Y-35)."""

    rule = "Y-35"
    words = "the rival's marker is at the end of the journal"


@dataclass(frozen=True, slots=True)
class RivalScored(RivalStep):
    """What the rival has at the end (Y-146)."""

    points: int
    rule = "Y-146"
    words = "the rival has {points} points"


# ---- cards of the display (Y-103 to Y-107, Y-138 to Y-142) -------------------------------------------------


@dataclass(frozen=True, slots=True)
class RivalSought(Reveal):
    """Which card the rival has found and why (Y-103 to Y-107, Y-138 to Y-142)."""

    doing: str  #: as in `look`, like `what`
    what: int
    basis: str  #: what the order follows from
    looked: Looked  #: the places that are tried; empty once the player has allowed the card
    place: int  #: where the card lies, `NONE` if no place is possible
    card: int
    met: bool  #: whether the player's influence lies on it: the player is asked

    @property
    def rule(self) -> str:
        """The number of the rule by which it is sought."""
        if self.met:
            return "Y-106"
        goal = self.doing == TAKE and self.what == INSPIRATION
        return (
            "Y-104" if goal else {TAKE: "Y-105", PLACE: "Y-107", RETRIEVE: "Y-142"}.get(self.doing, "Y-103")
        )

    def __str__(self) -> str:
        told = self.said("the player's")
        return f"({told})"

    def said(self, whose: str) -> str:
        """Return it in words; `whose` is the influence that the player has on a card."""
        order = [place for place, _ in self.looked]
        kinds = {place // SLOTS_EACH for place in order}

        def slot(place: int) -> str:
            return f"{KINDS[place // SLOTS_EACH]} " * (len(kinds) != 1) + f"slot {place % SLOTS_EACH + 1}"

        slots = ", ".join(map(slot, order))
        if len(kinds) == 1:
            slots = f"{KINDS[min(kinds)]} slots {slots.replace('slot ', '')}"
        clauses = [f"{self.basis}: {slots}"] if slots else []
        tried = takewhile(itemgetter(1), self.looked)
        clauses += [f"{slot(place)} {why}: skipped" for place, why in tried]
        return "; ".join([*clauses, self._end(slot(self.place), whose)])

    def _end(self, slot: str, whose: str) -> str:
        worker = f"{WORKERS[self.what]} worker" if self.doing in (PLACE, RETRIEVE) else ""
        if self.place == NONE:
            return f"no card to {self.doing}{' a worker' * bool(worker)}: the effect is lost"
        name = CARDS[self.card].id
        done = {
            TAKE: f"the rival takes {name} from {slot}",
            PLACE: f"the rival places its {worker} on {name} in {slot}",
            RETRIEVE: f"the rival retrieves the {worker} from {name} in {slot}",
            INFLUENCE: f"the rival influences {name} in {slot}",
        }
        return f"{whose} influence lies on {name} in {slot}" if self.met else done[self.doing]


@dataclass(frozen=True, slots=True)
class RivalDid(Reveal):
    """What the rival did, as states have it that an earlier version saved: in English words alone."""

    rule: str
    text: str
    now: tuple[int, ...] = ()
    words = "{text}"


RIVAL_REVEALS = (
    *(RivalRests, RivalShuffles, RivalMarker, RivalBonus, RivalFirst, RivalSecond, RivalComet, RivalNoComet),
    *(RivalGuild, RivalPileEmpty, RivalTile, RivalNoTile, RivalJournal, RivalStays, RivalAtEnd, RivalScored),
    RivalSought,
    RivalDid,
)
