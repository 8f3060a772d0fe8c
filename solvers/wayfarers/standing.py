"""Who leads in comets and guilds and what it takes to take over, and scores of what is typed (Y-37, Y-51, Y-93)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from solvers.wayfarers.cards import comet_lead_points
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers.components.names import (
    COUNTERS,
    GUILDS,
    INSPIRATION,
    KINDS,
    NONE,
    TAGS,
    TOWNSFOLK,
)
from toolkit.games.wayfarers.components.tables import BOARD, CARD, CARDS, CITY, HARBOUR, STAR, TILE, TILES
from toolkit.games.wayfarers.scoring import Lead, Line, Scores, Seat, leader, seat_score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from toolkit.games.wayfarers.scoring import RivalSeat

COMETS = "comets"
MAJORITIES = (COMETS, *GUILDS)
"""What somebody can have most of."""

_COMET_TAGS = COUNTERS.index("comet_tags")


# ---- majorities --------------------------------------------------------------------------------------------


class Majority(NamedTuple):
    """How all stand in comet tags or in a guild; by seat, the rival's behind the players'.

    Attributes
    ----------
    name, rule
        One of `MAJORITIES`, and the rule by which it scores.
    amounts
        How many comet tags, or how much influence, each has.
    lead
        Who has most, and by how much.
    points
        What leading is worth to each.
    takes
        How many more each needs to have strictly most; 0 for who leads.
    ties
        How many more each needs to take the lead from who has it; 0 for who leads, and where nobody does.
    """

    name: str
    rule: str
    amounts: tuple[int, ...]
    lead: Lead
    points: tuple[int, ...]
    takes: tuple[int, ...]
    ties: tuple[int, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON data."""
        who = None if self.lead.who == NONE else self.lead.who
        return {**self._asdict(), "lead": {"who": who, "by": self.lead.by}}


def majorities(seats: Sequence[Seat], rival: RivalSeat | None = None) -> tuple[Majority, ...]:
    """Return how all stand in comet tags and in each guild (Y-37, Y-51, Y-113, Y-133)."""
    held = [*[seat.guilds for seat in seats], *([rival.guilds] if rival else ())]
    tags = [*[seat.holdings.counts[_COMET_TAGS] for seat in seats], *([rival.comet] if rival else ())]
    worth = (
        *map(comet_lead_points, seats),
        *([0] if rival else ()),
    )  # Y-113: the rival's count against others
    found = [majority(COMETS, "Y-51", tags, worth)]
    for guild, amounts in zip(GUILDS, zip(*held, strict=True), strict=True):
        found.append(majority(guild, "Y-37", amounts, (BOARD.guild_majority_vp,) * len(held)))  # noqa: PERF401
    return tuple(found)


def majority(name: str, rule: str, amounts: Iterable[int], points: tuple[int, ...]) -> Majority:
    """Return how all stand with these amounts; `points` are what leading is worth to each."""
    amounts = tuple(amounts)
    lead, most = leader(amounts), max(amounts)
    takes = [0 if seat == lead.who else most + 1 - has for seat, has in enumerate(amounts)]
    ties = [max(0, more - 1) if lead.who != NONE else 0 for more in takes]
    return Majority(name, rule, amounts, lead, points, tuple(takes), tuple(ties))


# ---- the calculator, without a game ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """What somebody has at the end, as people type it; the printed cards are always there.

    Attributes
    ----------
    land, water
        Ids, each with the townsfolk under it, such as ``L19+F18``; ``city+F17`` and ``harbour`` are printed.
    space
        Ids, each with the inspiration above it, such as ``S34+I04``; ``star+I01`` is printed.
    tiles
        Ids of upgrade tiles.
    guilds
        The influence with science, trade and exploration.
    silver, provision
        What is left.
    most
        What this player has strictly most of, names of `MAJORITIES`.
    """

    land: tuple[str, ...] = ()
    water: tuple[str, ...] = ()
    space: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    guilds: tuple[int, int, int] = (0, 0, 0)
    silver: int = 0
    provision: int = 0
    most: tuple[str, ...] = ()

    def seat(self) -> Seat:
        """Return what is scored; `ToolkitError` for what cannot lie so, with the rule."""
        land, folk = _row(self.land, "land", CITY)
        water, more = _row(self.water, "water", HARBOUR)
        space, above = _row(self.space, "space", STAR)
        if len(space) > len(land) + len(water) - 1:
            raise ToolkitError("more space cards than bought land and water cards (Y-48)")
        tiles = tuple([_number(name, TILE, "upgrade tile") for name in self.tiles])
        cards = [*land, *water, *space, *folk, *more, *above]
        _once([CARDS[card].id for card in cards if card != NONE])
        _once([name for name in self.tiles if TILES[TILE[name]].ring])
        under = [card for card in (*folk, *more) if card != NONE]
        townsfolk = (*Seat().townsfolk, *under)
        return Seat(land, water, townsfolk, space, above, tiles, self.guilds, self.silver, self.provision)

    def scores(self) -> Scores:
        """Return what it scores, line by line (Y-93)."""
        seat, led = self.seat(), [0 if name in self.most else NONE for name in MAJORITIES]
        for name in self.most:
            if name not in MAJORITIES:
                raise ToolkitError(f"no majority {quote(name)}{did_you_mean(name, MAJORITIES, 'majorities')}")
        held = seat.holdings
        for name, has in zip(MAJORITIES, (held.counts[_COMET_TAGS], *seat.guilds), strict=True):
            if name in self.most and not has:
                raise ToolkitError(f"most in {name}, with none of it (Y-51, Y-133)")
        score = seat_score(seat, held, led[0] != NONE)
        comets, *guilds = [Lead(who, int(who != NONE)) for who in led]
        total = score.total + BOARD.guild_majority_vp * sum(who != NONE for who in led[1:])
        return Scores((score,), comets, tuple(guilds), None, (total,), (0,))

    def lines(self) -> list[Line]:
        """Return the score for people, its sum last."""
        scores = self.scores()
        return [*scores.lines(["mine"])[:-1], Line("Y-93", "total", scores.totals)]


def _row(names: Iterable[str], kind: str, printed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return cards of a kind with what lies under or above each, the printed one first."""
    tucked = INSPIRATION if kind == "space" else TOWNSFOLK
    row = {printed: NONE}
    for text in names:
        name, _, other = text.partition("+")
        card = _number(name, CARD, f"{kind} card", KINDS.index(kind))
        if row.get(card, NONE) != NONE or (card in row and card != printed):
            raise ToolkitError(f"{name} is there twice")
        row[card] = _number(other, CARD, f"{KINDS[tucked]} card", tucked) if other else NONE
        if other and tucked == TOWNSFOLK and not CARDS[row[card]].hosts & CARDS[card].events:
            raise ToolkitError(f"{other} may not lie under {name} (Y-57): it asks for {_tags(row[card])}")
    return tuple(row), tuple(row.values())


def _tags(townsfolk: int) -> str:
    return " or ".join(
        tag.replace("_", " ") for bit, tag in enumerate(TAGS) if CARDS[townsfolk].hosts >> bit & 1
    )


def _number(name: str, numbers: Any, what: str, kind: int = NONE) -> int:
    known = [one for one in numbers if kind == NONE or CARDS[numbers[one]].kind == kind]
    if name not in known or name == "folk":
        raise ToolkitError(f"no {what} {quote(name)}{did_you_mean(name, known, 'ids')}")
    return int(numbers[name])


def _once(names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ToolkitError(f"{name} is there twice")
