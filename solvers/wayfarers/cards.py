"""What a card or a tile adds to the points at the end, part by part (Y-14 to Y-16, Y-48 to Y-57, Y-62, Y-74).

All is counted as if the game ended right after the gain: sets, stars, comets, goals. What a card brings at
once, and what it is good for in play, is not part of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import add
from typing import Any, NamedTuple

from toolkit.games.wayfarers.components.names import COMET_COUNT, INSPIRATION, LAND, NONE, SPACE, TOWNSFOLK
from toolkit.games.wayfarers.components.tables import CARDS, TILES
from toolkit.games.wayfarers.play.gaining import has_place, hosts
from toolkit.games.wayfarers.scoring import PRIMARY, Holdings, Seat, SeatScore, leader, seat_score
from toolkit.games.wayfarers.state import replaced
from toolkit.games.wayfarers.tableau import Rival, Tableau


class Part(NamedTuple):
    """A part of what a gain adds to the points of its player."""

    rule: str  #: the numbers of the rules that it follows
    what: str
    points: int


class Added(NamedTuple):
    """What a card or a tile adds."""

    name: str  #: its id
    place: bool  #: whether there is a place for it (Y-48, Y-54, Y-57, Y-72)
    hosts: tuple[int, ...]  #: the cards under or above which it may go; of an inspiration the best ones
    parts: tuple[Part, ...]
    others: tuple[int, ...]  #: what it takes from others, by seat: the comet majority (Y-51)

    @property
    def points(self) -> int:
        """What it adds for its player."""
        return sum([part.points for part in self.parts])

    def to_dict(self) -> dict[str, Any]:
        """Return this as JSON data."""
        parts = [part._asdict() for part in self.parts]
        named = {"hosts": [CARDS[host].id for host in self.hosts], "parts": parts, "points": self.points}
        return self._asdict() | named


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
        comets = (*[one.counts[COMET_COUNT] for one in tableaux], *[one.comet for one in rivals])
        seats = tuple([one.seat for one in tableaux])
        held = seats[me].holdings
        score = seat_score(seats[me], held, leader(comets).who == me)
        return cls(me, tableaux[me], seats, comets, held, score)


def card_adds(scored: Scored, number: int) -> Added:
    """Return what a card adds, an inspiration above the space cards where that is most."""
    card, seat = CARDS[number], scored.seats[scored.me]
    where = hosts(scored.tableau, number) if card.kind in (TOWNSFOLK, INSPIRATION) else []
    if card.kind == INSPIRATION and where:
        above = {host: _added(scored, _with_card(seat, number, host), card.counts) for host in where}
        tried = [Added(card.id, True, (host,), *found) for host, found in above.items()]
        most = max(tried, key=lambda one: one.points)
        return most._replace(hosts=tuple([one.hosts[0] for one in tried if one.points == most.points]))
    found = _added(scored, _with_card(seat, number), card.counts)
    return Added(card.id, has_place(scored.tableau, number), tuple(where), *found)


def tile_adds(scored: Scored, number: int) -> Added:
    """Return what an upgrade tile adds (Y-74), its tags too (Y-14)."""
    tile, seat = TILES[number], scored.seats[scored.me]
    found = _added(scored, seat._replace(tiles=(*seat.tiles, number)), tile.counts)
    return Added(tile.id, scored.tableau.caravan.has_room(number), (), *found)


def _with_card(seat: Seat, card: int, host: int = NONE) -> Seat:
    """Return a seat with one card more, an inspiration above its host if it has one."""
    kind = CARDS[card].kind
    if kind == SPACE:
        return seat._replace(space=(*seat.space, card), inspirations=(*seat.inspirations, NONE))
    if kind == TOWNSFOLK:
        return seat._replace(townsfolk=(*seat.townsfolk, card))
    if kind == INSPIRATION:
        rows = zip(seat.space, seat.inspirations, strict=True)
        return seat._replace(inspirations=tuple([card if one == host else goal for one, goal in rows]))
    return (
        seat._replace(land=(*seat.land, card)) if kind == LAND else seat._replace(water=(*seat.water, card))
    )


def _added(scored: Scored, seat: Seat, more: Sequence[int]) -> tuple[tuple[Part, ...], tuple[int, ...]]:
    """Return the parts in which a seat with more of the counters scores otherwise, and what others lose."""
    counts = tuple(map(add, scored.held.counts, more))
    comets = replaced(scored.comets, scored.me, counts[COMET_COUNT])
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
            doubled = f", doubled by {CARDS[one.inspiration].id}" if one.doubled else ""
            change = f"{was.points} to {one.points}{doubled}" if was else "itself"
            yield Part(one.rule, f"{CARDS[one.card].id} {change}", points)
    if points := after.caravan - before.caravan:
        yield Part("Y-74", "printed on the tile", points)
