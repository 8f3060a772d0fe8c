"""What a card or a tile adds to the points at the end, part by part (Y-15, Y-16, Y-48 to Y-57, Y-62, Y-74).

All is counted as if the game ended right after the gain: sets, stars, comets, goals. What a card brings at
once, and what it is good for in play, is not part of it.
"""

from __future__ import annotations

from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.games.wayfarers.components.names import (
    COUNTERS,
    INSPIRATION,
    KINDS,
    LAND,
    NONE,
    SPACE,
    TOWNSFOLK,
)
from toolkit.games.wayfarers.components.tables import CARDS, TILES
from toolkit.games.wayfarers.gaining import has_place, hosts
from toolkit.games.wayfarers.scoring import PRIMARY, leader, seat_score
from toolkit.games.wayfarers.state import replaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.games.wayfarers.scoring import Holdings, Seat, SeatScore, SpaceScore
    from toolkit.games.wayfarers.state import Rival, Tableau

_COMETS = COUNTERS.index("comet_tags")


class Part(NamedTuple):
    """A part of what a gain adds to the points of its player."""

    rule: str  #: the numbers of the rules that it follows
    what: str
    points: int


class Added(NamedTuple):
    """What a card or a tile adds.

    Attributes
    ----------
    name
        Its id.
    place
        Whether there is a place for it (Y-48, Y-54, Y-57, Y-72).
    hosts
        The cards under or above which it may go, of an inspiration those for which it adds most.
    parts
        What it adds, part by part.
    others
        What it takes from other players, by seat: the comet majority (Y-51).
    """

    name: str
    place: bool
    hosts: tuple[int, ...]
    parts: tuple[Part, ...]
    others: tuple[int, ...]

    @property
    def points(self) -> int:
        """What it adds for its player."""
        return sum([part.points for part in self.parts])

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON data."""
        named = {
            "hosts": [CARDS[host].id for host in self.hosts],
            "parts": [part._asdict() for part in self.parts],
        }
        return {**self._asdict(), **named, "points": self.points}


class Scored(NamedTuple):
    """What is scored now, worked out once for many cards: `held` and `score` are those of the player `me`."""

    me: int
    tableau: Tableau
    seats: tuple[Seat, ...]
    comets: tuple[int, ...]  #: the comet tags by seat, then the rival's place on the comet track
    held: Holdings
    score: SeatScore

    @classmethod
    def of(cls, tableaux: Sequence[Tableau], me: int, rivals: Sequence[Rival] = ()) -> Scored:
        """Return what is scored of a player now, among others."""
        comets = (*[one.counts[_COMETS] for one in tableaux], *[one.comet for one in rivals])
        seats = tuple([one.seat for one in tableaux])
        held = seats[me].holdings
        score = seat_score(seats[me], held, leader(comets).who == me)
        return cls(me, tableaux[me], seats, comets, held, score)


# ---- one gain ----------------------------------------------------------------------------------------------


def card_adds(scored: Scored, number: int) -> Added:
    """Return what a card adds; of several hosts of an inspiration the best ones are taken."""
    card, seat, me = CARDS[number], scored.seats[scored.me], scored.me
    where = tuple(hosts(scored.tableau, number)) if card.kind in (TOWNSFOLK, INSPIRATION) else ()
    counts = tuple(map(add, scored.held.counts, card.counts))
    if card.kind != INSPIRATION or not where:
        parts, others = _added(scored, _with_card(seat, number), counts)
        return Added(card.id, has_place(scored.tableau, number), where, parts, others)
    tried = {host: _added(scored, _above(seat, number, host), counts) for host in where}
    points = {host: sum([part.points for part in parts]) for host, (parts, _) in tried.items()}
    best = [host for host in where if points[host] == max(points.values())]
    return Added(card.id, True, tuple(best), *tried[best[0]])


def tile_adds(scored: Scored, number: int) -> Added:
    """Return what an upgrade tile adds (Y-74), its tags too (Y-14)."""
    tile, seat = TILES[number], scored.seats[scored.me]
    counts = tuple(map(add, scored.held.counts, tile.counts))
    parts, others = _added(scored, seat._replace(tiles=(*seat.tiles, number)), counts)
    return Added(tile.id, scored.tableau.caravan.has_room(number), (), parts, others)


def _with_card(seat: Seat, card: int) -> Seat:
    """Return a seat with one card more; an inspiration without a host counts without doubling anything."""
    kind = CARDS[card].kind
    if kind == SPACE:
        return seat._replace(space=(*seat.space, card), inspirations=(*seat.inspirations, NONE))
    if kind == TOWNSFOLK:
        return seat._replace(townsfolk=(*seat.townsfolk, card))
    if kind == INSPIRATION:
        return seat
    return (
        seat._replace(land=(*seat.land, card)) if kind == LAND else seat._replace(water=(*seat.water, card))
    )


def _above(seat: Seat, inspiration: int, host: int) -> Seat:
    place = seat.space.index(host)
    return seat._replace(inspirations=replaced(seat.inspirations, place, inspiration))


def _added(scored: Scored, seat: Seat, counts: tuple[int, ...]) -> tuple[tuple[Part, ...], tuple[int, ...]]:
    """Return the parts in which a seat with these counters scores otherwise, and what others lose."""
    comets = replaced(scored.comets, scored.me, counts[_COMETS])
    was, now = leader(scored.comets).who, leader(comets).who
    after = seat_score(seat, scored.held._replace(counts=counts), now == scored.me)
    lost = [0] * len(scored.seats)
    if was not in (now, NONE) and was < len(lost):
        lost[was] = -comet_lead_points(scored.seats[was])
    return tuple(_parts(scored.score, after)), tuple(lost)


def comet_lead_points(seat: Seat) -> int:
    """Return how much more a player has for leading in comet tags (Y-51)."""
    held = seat.holdings
    return seat_score(seat, held, True).total - seat_score(seat, held, False).total


def _parts(before: SeatScore, after: SeatScore) -> Iterator[Part]:
    """Yield what is different between two scores of a player."""
    for tag, name in enumerate(PRIMARY):
        if points := after.sets[tag] - before.sets[tag]:
            yield Part(
                "Y-15", f"{name.replace('_', ' ')} tags {before.tags[tag]} to {after.tags[tag]}", points
            )
    if points := after.unique - before.unique:
        yield Part("Y-16", "sets of the four primary tags", points)
    old = {one.card: one for one in before.space}
    for one in after.space:
        was = old.get(one.card)
        if points := one.points - (was.points if was else 0):
            yield Part(one.rule, _space_words(one, was), points)
    if points := after.caravan - before.caravan:
        yield Part("Y-74", "printed on the tile", points)


def _space_words(now: SpaceScore, was: SpaceScore | None) -> str:
    doubled = f", doubled by {CARDS[now.inspiration].id}" if now.doubled else ""
    if was is None:
        return f"{CARDS[now.card].id} itself"
    return f"{CARDS[now.card].id} {was.points} to {now.points}{doubled}"
