"""Who leads in comets and guilds, what it takes to take over; what typed pieces score (Y-37, Y-51, Y-93)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from solvers.questions import Setting
from solvers.wayfarers.cards import comet_lead_points
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers.actions import MOST_PLAYERS
from toolkit.games.wayfarers.components.names import (
    COMET_COUNT,
    GUILDS,
    INSPIRATION,
    KINDS,
    NONE,
    SPACE,
    TAGS,
    TOWNSFOLK,
    called,
    marked,
)
from toolkit.games.wayfarers.components.tables import (
    BOARD,
    CARD,
    CARDS,
    CITY,
    HARBOUR,
    PLAYER,
    SLOT,
    STAR,
    TILE,
    TILES,
)
from toolkit.games.wayfarers.scoring import Lead, Line, RivalSeat, Scores, Seat, leader, seat_score

MAJORITIES: tuple[str, ...] = ("comets", *GUILDS)
"""What somebody can have most of."""


class Majority(NamedTuple):
    """How all stand in comet tags or in a guild; by seat, the rival's behind the players'."""

    name: str  #: one of `MAJORITIES`
    rule: str  #: the number of the rule by which it scores
    amounts: tuple[int, ...]  #: how many comet tags, or how much influence
    lead: Lead  #: who has most, and by how much
    points: tuple[int, ...]  #: what leading is worth to each
    takes: tuple[int, ...]  #: how many more each needs to have strictly most; 0 for who leads
    ties: tuple[int, ...]  #: how many more each needs to take the lead from who has it; else 0

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON data."""
        who = None if self.lead.who == NONE else self.lead.who
        return self._asdict() | {"lead": {"who": who, "by": self.lead.by}}


def majorities(seats: Sequence[Seat], rival: RivalSeat | None = None) -> list[Majority]:
    """Return how all stand in comet tags and in each guild (Y-37, Y-51, Y-113, Y-133)."""
    more = [rival] if rival else []
    tags = [*[seat.holdings.counts[COMET_COUNT] for seat in seats], *[one.comet for one in more]]
    worth = (*map(comet_lead_points, seats), *[0 for _ in more])  # the rival's tags score nothing (Y-113)
    held = zip(*[one.guilds for one in seats], *[one.guilds for one in more], strict=True)
    prizes = (BOARD.guild_majority_vp,) * len(tags)
    found = [majority(name, "Y-37", amounts, prizes) for name, amounts in zip(GUILDS, held, strict=True)]
    return [majority("comets", "Y-51", tuple(tags), worth), *found]


def majority(name: str, rule: str, amounts: tuple[int, ...], points: tuple[int, ...]) -> Majority:
    """Return how all stand with these amounts; `points` are what leading is worth to each."""
    lead, most = leader(amounts), max(amounts)
    takes = [0 if seat == lead.who else most + 1 - has for seat, has in enumerate(amounts)]
    ties = [max(0, more - 1) if lead.who != NONE else 0 for more in takes]
    return Majority(name, rule, amounts, lead, points, tuple(takes), tuple(ties))


# ---- typed pieces ------------------------------------------------------------------------------------------


def typed_names(text: str) -> tuple[str, ...]:
    """Return names between commas and plus signs as the game writes them; they may be typed in any case.

    `ToolkitError` where a name is missing beside a comma or a plus sign.
    """
    known = [*CARD, *TILE, *SLOT, *TAGS, *MAJORITIES]
    typed = [[part.strip() for part in name.split("+")] for name in text.split(",")]
    if not all(part for parts in typed for part in parts):
        raise ToolkitError(f"{quote(text)}: a name is missing beside a comma or a plus sign")
    return tuple("+".join(called(part, known) or part for part in parts) for parts in typed)


def _influence(text: str) -> tuple[int, ...]:
    """Return the influence with the three guilds, such as ``1,0,2``."""
    parts = text.split(",")
    if len(parts) != len(GUILDS) or not all(part.strip().isdecimal() for part in parts):
        raise ToolkitError(f"write the influence with {', '.join(GUILDS)}, such as 1,0,2")
    return tuple(map(int, parts))


def names_setting(told: str, metavar: str, words: Sequence[str] = ()) -> Setting:
    """Return a setting that takes names between commas, which a shell may complete."""
    return Setting(told, words=words, metavar=metavar, read=typed_names, several=True)


Names = tuple[str, ...]
Land = Annotated[Names, names_setting("land cards, each with its townsfolk, such as L03,L19+F18", "IDS")]
Water = Annotated[Names, names_setting("water cards likewise", "IDS")]
Space = Annotated[Names, names_setting("space cards, each with its inspiration, such as S34+I04", "IDS")]
Tiles = Annotated[Names, names_setting("upgrade tiles, such as US2,UB1", "IDS")]
Guilds = Annotated[
    tuple[int, int, int],
    Setting(f"influence with {', '.join(GUILDS)}, such as 1,0,2", metavar="S,T,E", read=_influence),
]
Most = Annotated[
    Names, names_setting(f"what nobody else has so much of: {', '.join(MAJORITIES)}", "NAMES", MAJORITIES)
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """What somebody has at the end, as people type it; the printed cards are always there."""

    land: Land = ()  #: ids, each with the townsfolk under it, such as ``L19+F18``, ``city+F17``
    water: Water = ()  #: likewise; ``harbour`` is printed
    space: Space = ()  #: ids, each with the inspiration above it, such as ``S34+I04``, ``star+I01``
    tiles: Tiles = ()  #: ids of upgrade tiles
    guilds: Guilds = (0, 0, 0)  #: the influence with science, trade and exploration
    silver: Annotated[int, Setting("silver that is left", 0, 99)] = 0
    provision: Annotated[int, Setting("provisions that are left", 0, 99)] = 0
    most: Most = ()  #: of `MAJORITIES`, what this player has strictly most of

    def seat(self) -> Seat:
        """Return what is scored; `ToolkitError` for what cannot lie so, with the rule."""
        single = [name for text in (*self.land, *self.water, *self.space) for name in text.split("+")]
        if twice := next((name for name in single if single.count(name) > 1), None):
            raise ToolkitError(f"{twice} is there twice")
        (land, folk), (water, more) = _row(self.land, CITY), _row(self.water, HARBOUR)
        space, above = _row(self.space, STAR)
        tiles = tuple([_number(name, TILE) for name in self.tiles])
        for one, many in Counter(tiles).items():
            if many > (copies := 1 if TILES[one].ring else MOST_PLAYERS):
                raise ToolkitError(f"{TILES[one].id} is there {many} times; there are {copies} at most (Y-5)")
        if (held := sum(self.guilds)) > PLAYER.pieces.influence:
            raise ToolkitError(
                f"{held} influence with guilds; each player has {PLAYER.pieces.influence} (Y-17)"
            )
        if len(space) > len(land) + len(water) - 1:
            raise ToolkitError("more space cards than bought land and water cards (Y-48)")
        townsfolk = (*Seat().townsfolk, *[card for card in (*folk, *more) if card != NONE])
        return Seat(land, water, townsfolk, space, above, tiles, self.guilds, self.silver, self.provision)

    def lines(self) -> list[Line]:
        """Return the score line by line, the sum last (Y-93)."""
        seat, led = self.seat(), [0 if name in self.most else NONE for name in MAJORITIES]
        held = seat.holdings
        amounts = dict(zip(MAJORITIES, (held.counts[COMET_COUNT], *seat.guilds), strict=True))
        for name in self.most:
            if not amounts.get(name):
                hint = "none of it is there" if name in amounts else f"one of {', '.join(MAJORITIES)}"
                raise ToolkitError(f"most of {quote(name)}: {hint} (Y-51, Y-133)")
        score = seat_score(seat, held, led[0] != NONE)
        comets, *guilds = [Lead(who, int(who != NONE)) for who in led]
        total = score.total + BOARD.guild_majority_vp * sum(who != NONE for who in led[1:])
        scores = Scores((score,), comets, tuple(guilds), None, (total,), (0,))
        told = [line._replace(what=line.what.replace(" of mine", "")) for line in scores.lines(["mine"])]
        return [*told[:-1], Line("Y-93", "total", scores.totals)]


def _row(names: Iterable[str], printed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return cards of a kind, the printed one first, with what lies under or above each."""
    row, kind = {printed: NONE}, CARDS[printed].kind
    above = INSPIRATION if kind == SPACE else TOWNSFOLK
    for name, _, other in (text.partition("+") for text in names):
        card = _number(name, CARD, kind)
        row[card] = tucked = _number(other, CARD, above) if other else NONE
        if other and not CARDS[tucked].hosts & CARDS[card].events:
            tags = [tag.replace("_", " ") for tag in marked(TAGS, CARDS[tucked].hosts)]
            raise ToolkitError(f"{other} goes under {' or '.join(tags)}, not under {name} (Y-57)")
    return tuple(row), tuple(row.values())


def _number(name: str, numbers: Mapping[str, int], kind: int = NONE) -> int:
    """Return the number of a card of a kind, or of a tile, by its id."""
    known = [one for one in numbers if kind == NONE or (CARDS[numbers[one]].kind == kind and one != "folk")]
    if name not in known:
        what = "upgrade tile" if kind == NONE else f"{KINDS[kind]} card"
        raise ToolkitError(f"no {what} {quote(name)}{did_you_mean(name, known)}")
    return numbers[name]
