"""What counts and what it scores: counters, goals, space cards, tag sets, majorities, the final scores.

Pure functions of the smallest values: cards and tiles by number, influence by guild. A `Seat` is what a
player has at the end. In a solo game the rival takes the place behind the player in all that is by seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from toolkit.games.wayfarers.components import tables
from toolkit.games.wayfarers.components.names import (
    COMET_COUNT,
    COUNTERS,
    GUILDS,
    KINDS,
    NONE,
    OWNED,
    SILVER_COUNT,
    TAGS,
)
from toolkit.games.wayfarers.components.records import ScoreRecord

PRIMARY = TAGS[:4]
"""The primary tags, which score in sets (Y-13, Y-15, Y-16); they are the first counters too."""

_COUNTER: dict[str, int] = {name: number for number, name in enumerate(COUNTERS)}
_TAG_BITS = (1 << len(TAGS)) - 1
_SPACE_RULES = {"star": "Y-52", "planet": "Y-50", "sun": "Y-49", "moon": "Y-49", "comet": "Y-51"}
_CARD_VP = tuple([tables.SOLO.vp[kind] for kind in KINDS])


# ---- what counts -------------------------------------------------------------------------------------------


class Holdings(NamedTuple):
    """What a player has that journal, stars and goals count."""

    counts: Sequence[int]  #: the first `OWNED` counters, as `owned_counts` gives them
    guilds: Sequence[int] = (0, 0, 0)  #: own influence by guild
    silver: int = 0
    provision: int = 0


def count(counter: int, holdings: Holdings) -> int:
    """Return how many of a counter, a number in `COUNTERS`, somebody has (Y-14, Y-29, Y-59)."""
    if counter < OWNED:
        return holdings.counts[counter]
    if counter >= SILVER_COUNT:
        return holdings.silver if counter == SILVER_COUNT else holdings.provision
    guild = counter - OWNED
    return holdings.guilds[guild] if guild < len(GUILDS) else sum(holdings.guilds)


def owned_counts(cards: Iterable[int], tiles: Iterable[int]) -> tuple[int, ...]:
    """Return the first `OWNED` counters of cards and tiles by number, with the middle of the board (Y-59).

    The printed cards count if they are among `cards`.
    """
    counts = [tables.CARDS[card].counts for card in cards] + [tables.TILES[tile].counts for tile in tiles]
    return tuple(map(sum, zip(tables.MIDDLE_COUNTS, *counts, strict=True)))


def owned_tags(cards: Iterable[int], tiles: Iterable[int]) -> int:
    """Return the tags of cards and tiles, as bits by `TAGS`."""
    tags = 0
    for card in cards:
        tags |= tables.CARDS[card].events
    for tile in tiles:
        tags |= tables.TILES[tile].events
    return tags & _TAG_BITS


# ---- what somebody has at the end --------------------------------------------------------------------------


class Seat(NamedTuple):
    """What a player has at the end; by itself the printed cards alone (Y-59). Cards and tiles are numbers."""

    land: tuple[int, ...] = (tables.CITY,)
    water: tuple[int, ...] = (tables.HARBOUR,)
    townsfolk: tuple[int, ...] = (tables.FOLK,)
    space: tuple[int, ...] = (tables.STAR,)
    inspirations: tuple[int, ...] = (NONE,)  #: that of each space card, or `NONE`
    tiles: tuple[int, ...] = ()
    guilds: tuple[int, int, int] = (0, 0, 0)
    silver: int = 0
    provision: int = 0

    @property
    def cards(self) -> tuple[int, ...]:
        """All cards; the middle of the board is none (Y-59)."""
        goals = tuple([card for card in self.inspirations if card != NONE])
        return self.land + self.water + self.townsfolk + self.space + goals

    @property
    def holdings(self) -> Holdings:
        """What counters count of it."""
        return Holdings(owned_counts(self.cards, self.tiles), self.guilds, self.silver, self.provision)


class RivalSeat(NamedTuple):
    """What the rival has at the end (Y-113)."""

    cards: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)  #: how many by kind, in the order of `KINDS`
    tiles: tuple[int, ...] = ()
    guilds: tuple[int, int, int] = (0, 0, 0)
    comet: int = 0  #: the place on the comet track


# ---- majorities --------------------------------------------------------------------------------------------


class Lead(NamedTuple):
    """Who has strictly more of something than everybody else, and by how much."""

    who: int  #: the seat, the rival's behind the players'; `NONE` if nobody has most
    by: int  #: more than the second by so many; 0 if nobody leads


def leader(amounts: Sequence[int]) -> Lead:
    """Return who has most, by seat; with a tie or nothing at all nobody has (Y-37, Y-51, Y-133)."""
    *_, second, most = sorted((0, *amounts))
    return Lead(amounts.index(most), most - second) if most > second else Lead(NONE, 0)


def guild_leaders(seats: Sequence[Seat], rival: RivalSeat | None = None) -> tuple[Lead, ...]:
    """Return who leads in each guild (Y-37, Y-133); the influence of the rival counts."""
    return tuple(map(leader, zip(*_guilds(seats, rival), strict=True)))


def _guilds(seats: Sequence[Seat], rival: RivalSeat | None) -> list[tuple[int, int, int]]:
    return [*[seat.guilds for seat in seats], *([rival.guilds] if rival else ())]


def comet_leader(held: Iterable[Holdings], rival: RivalSeat | None = None) -> Lead:
    """Return who has strictly most comet tags; the rival's comet track counts as such (Y-51, Y-113)."""
    return leader([*[one.counts[COMET_COUNT] for one in held], *([rival.comet] if rival else ())])


# ---- what a player's things score --------------------------------------------------------------------------


def tag_set_points(tags: int) -> int:
    """Return what so many tags of one primary kind score (Y-15)."""
    return tables.BOARD.tag_set_vp[min(tags, len(tables.BOARD.tag_set_vp) - 1)]


def unique_set_points(tags: Iterable[int]) -> int:
    """Return what full sets of the four primary tags score; `tags` are how many of each (Y-16)."""
    return tables.BOARD.unique_set_vp * min(tags)


def goal_met(inspiration: int, holdings: Holdings) -> bool:
    """Return whether the goal of an inspiration card is met (Y-55)."""
    return all(count(counter, holdings) >= least for counter, least in tables.CARDS[inspiration].goal)


def space_points(card: int, holdings: Holdings, tags: int, most_comets: bool) -> int:
    """Return what a space card scores before it is doubled (Y-49 to Y-52, Y-62).

    Parameters
    ----------
    card
        Its number; `ValueError` if it is no space card.
    holdings, tags
        What its owner has, and the owner's tags as bits by `TAGS`, each with the card itself.
    most_comets
        Whether its owner leads in comet tags.
    """
    score = tables.CARDS[card].score
    if score is None:
        raise ValueError(f"{tables.CARDS[card].id} is no space card")
    if score.comet_majority:  # Y-51
        return score.comet_majority["vp" if most_comets else "else"]
    if score.if_have_tag:  # Y-49
        return score.vp if tags >> TAGS.index(score.if_have_tag) & 1 else score.otherwise
    return score.fixed or _counted(score, holdings)


def _counted(score: ScoreRecord, holdings: Holdings) -> int:
    if score.per_set_of:
        return score.vp * min([count(_COUNTER[name], holdings) for name in score.per_set_of])
    return score.base + score.vp * (count(_COUNTER[score.per], holdings) // score.each)


def caravan_points(tiles: Iterable[int]) -> int:
    """Return the points printed on upgrade tiles (Y-74)."""
    return sum([tables.TILES[tile].vp for tile in tiles])


class SpaceScore(NamedTuple):
    """What a space card scores, and what became of its inspiration."""

    card: int
    inspiration: int  #: or `NONE`
    single: int  #: before it is doubled
    doubled: bool  #: whether the goal of the inspiration is met (Y-55)

    @property
    def points(self) -> int:
        """What it scores."""
        return self.single << self.doubled

    @property
    def rule(self) -> str:
        """The numbers of the rules that it follows."""
        rule = "Y-62" if self.card == tables.STAR else _SPACE_RULES[TAGS[tables.CARDS[self.card].tags[0]]]
        return rule if self.inspiration == NONE else f"{rule}, Y-55"

    def words(self, owner: str) -> str:
        """Return the card for people; `owner` is the name of the player, or "you"."""
        what = f"space card {tables.CARDS[self.card].id} of {'yours' if owner == 'you' else owner}"
        if self.inspiration == NONE:
            return what
        goal = tables.CARDS[self.inspiration].id
        return f"{what}, doubled by {goal}" if self.doubled else f"{what}, the goal of {goal} not met"


class SeatScore(NamedTuple):
    """What a player scores without the majorities in guilds."""

    tags: tuple[int, ...]  #: how many of each of the primary tags
    sets: tuple[int, ...]  #: what the sets of each of them score (Y-15)
    unique: int  #: what full sets of the four score (Y-16)
    space: tuple[SpaceScore, ...]
    caravan: int  #: what the tiles score (Y-74)

    @property
    def total(self) -> int:
        """The sum."""
        return sum(self.sets) + self.unique + sum([card.points for card in self.space]) + self.caravan


def seat_score(seat: Seat, held: Holdings, most_comets: bool) -> SeatScore:
    """Return what a player scores without majorities in guilds (Y-93).

    `held` are ``seat.holdings``, handed over by who has them already; `most_comets` says whether the player
    leads in comet tags.
    """
    primary, tags = tuple(held.counts[: len(PRIMARY)]), owned_tags(seat.cards, seat.tiles)
    space = []
    for card, goal in zip(seat.space, seat.inspirations, strict=True):
        single = space_points(card, held, tags, most_comets)
        space.append(SpaceScore(card, goal, single, goal != NONE and goal_met(goal, held)))
    sets, unique = tuple(map(tag_set_points, primary)), unique_set_points(primary)
    return SeatScore(primary, sets, unique, tuple(space), caravan_points(seat.tiles))


class RivalScore(NamedTuple):
    """What the rival scores without majorities in guilds (Y-113)."""

    cards: int
    caravan: int  #: what its tiles score


def rival_score(rival: RivalSeat) -> RivalScore:
    """Return what the rival scores for its cards by kind, and for its tiles (Y-113)."""
    cards = sum([many * vp for many, vp in zip(rival.cards, _CARD_VP, strict=True)])
    return RivalScore(cards, caravan_points(rival.tiles))


# ---- the final scores --------------------------------------------------------------------------------------


class Line(NamedTuple):
    """A line of the final scoring for people."""

    rule: str  #: the numbers of the rules that it follows
    what: str  #: what is scored
    points: tuple[int, ...]  #: what each player gets, then the rival

    def __str__(self) -> str:
        return f"{self.rule} {self.what}: {' '.join(map(str, self.points))}"


@dataclass(frozen=True, slots=True)
class Scores:
    """The final scores (Y-93); by seat, the rival's behind the players'."""

    seats: tuple[SeatScore, ...]  #: what each player scores without majorities in guilds
    comets: Lead  #: who has most comet tags (Y-51)
    guilds: tuple[Lead, ...]  #: who leads in each guild (Y-37)
    rival: RivalScore | None  #: what the rival of a solo game scores without majorities in guilds
    totals: tuple[int, ...]  #: the sums
    #: Who wins: most points, of those tied most influence with science, then trade, then exploration; several
    #: share it (Y-94, Y-146).
    winners: tuple[int, ...]

    def lines(self, names: Sequence[str] = ()) -> tuple[Line, ...]:
        """Return the scoring line by line for people; `names` are those of the players."""
        names = [*(names or [f"player {seat}" for seat in range(len(self.seats))]), "the rival"]
        caravans, won = [score.caravan for score in self.seats], [names[seat] for seat in self.winners]
        cards, tiles, total = [], "Y-74", "Y-94"
        if self.rival:
            cards = [Line("Y-113", "cards of the rival", self._alone(len(self.seats), self.rival.cards))]
            caravans, tiles, total = [*caravans, self.rival.caravan], f"{tiles}, Y-113", f"{total}, Y-146"
        return (
            *self._tag_lines(),
            *(
                Line(card.rule, card.words(names[seat]), self._alone(seat, card.points))
                for seat, score in enumerate(self.seats)
                for card in score.space
            ),
            Line(tiles, "upgrade tiles", tuple(caravans)),
            *cards,
            *map(self._guild_line, range(len(GUILDS))),
            Line(total, f"total, won by {' and '.join(won)}", self.totals),
        )

    def _tag_lines(self) -> list[Line]:
        lines = []
        for number, tag in enumerate(PRIMARY):
            counts = ", ".join(str(score.tags[number]) for score in self.seats)
            points = self._padded([score.sets[number] for score in self.seats])
            lines.append(Line("Y-15", f"{tag.replace('_', ' ')} tags ({counts})", points))
        unique = self._padded([score.unique for score in self.seats])
        return [*lines, Line("Y-16", "sets of the four primary tags", unique)]

    def _guild_line(self, guild: int) -> Line:
        who = self.guilds[guild].who
        rule = "Y-37, Y-133" if who == NONE else "Y-37"
        return Line(
            rule, f"most influence with {GUILDS[guild]}", self._alone(who, tables.BOARD.guild_majority_vp)
        )

    def _padded(self, points: Sequence[int]) -> tuple[int, ...]:
        return (*points, 0)[: len(self.totals)]

    def _alone(self, seat: int, points: int) -> tuple[int, ...]:
        return tuple([points if one == seat else 0 for one in range(len(self.totals))])

    def to_dict(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """Return the lines, the totals and the winners as JSON data."""
        lines = [line._asdict() for line in self.lines(names)]
        return {"lines": lines, "totals": self.totals, "winners": self.winners}


def final_scores(seats: Sequence[Seat], rival: RivalSeat | None = None) -> Scores:
    """Return the final scores of players, in solo with the rival (Y-93 to Y-95); nothing is checked."""
    held = [seat.holdings for seat in seats]
    comets, guilds = comet_leader(held, rival), guild_leaders(seats, rival)
    scores = [seat_score(seat, held[who], who == comets.who) for who, seat in enumerate(seats)]
    theirs = rival_score(rival) if rival else None
    totals = [*[score.total for score in scores], *([sum(theirs)] if theirs else ())]
    for lead in guilds:
        if lead.who != NONE:
            totals[lead.who] += tables.BOARD.guild_majority_vp
    ranks = list(zip(totals, _guilds(seats, rival), strict=True))
    best = max(ranks)
    winners = tuple([seat for seat, rank in enumerate(ranks) if rank == best])
    return Scores(tuple(scores), comets, guilds, theirs, tuple(totals), winners)
