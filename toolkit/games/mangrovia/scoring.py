"""The final scoring: paths, stone area, pole area and amulets, from what lies on the table alone.

Colours are numbers: the players from 0, then the neutral colour, or with ``neutral_colours`` ``by_mark`` (B1)
that of the grey marks and that of the white marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from toolkit.games.mangrovia.components import AMULET_TILE, AMULET_TILE_VALUE, FREE

if TYPE_CHECKING:
    from toolkit.games.mangrovia.board import Board
    from toolkit.games.mangrovia.rules import Rules

POLE_PRIZES = (12, 6)
"""What most and second most huts in the pole area give (M-35)."""

Order = tuple[tuple[int, int], ...]
"""The colours that may take a prize, best first, each with the number of its huts: no two are equal."""

_HUTS = itemgetter(1)


def _ranked(spaces: Iterable[int], owners: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Return the colours on some spaces by their huts; of those tied, the one that comes first there."""
    huts: dict[int, int] = {}
    for space in spaces:
        owner = owners[space]
        if owner != FREE:
            huts[owner] = huts.get(owner, 0) + sizes[space]
    return sorted(huts.items(), key=_HUTS, reverse=True)  # of equals the first stays first


def _with_statue(order: list[tuple[int, int]], holder: int, beaten: int) -> list[tuple[int, int]]:
    """Return the order when the holder of the statue wins ties against the colours below `beaten` (M-39).

    The other colours keep their places; the rest of those tied move up or down among themselves (B24).
    """
    huts = dict(order).get(holder)
    moving = [place for place in order if place[1] == huts and place[0] < beaten]
    if len(moving) < 2:
        return order
    moved = iter(sorted(moving, key=lambda place: place[0] != holder))
    return [next(moved) if place in moving else place for place in order]


def _with_hutless(order: list[tuple[int, int]], players: int) -> Order:
    """Return the order with the one player without a hut as the last, if there is exactly one (B16).

    That leaves a prize only with 2 players where no neutral hut lies.
    """
    without = set(range(players)).difference(colour for colour, _ in order)
    return (*order, (without.pop(), 0)) if len(without) == 1 else tuple(order)


def _award(points: list[int], order: Order, prizes: tuple[int, int]) -> None:
    """Add two prizes to the points of players; what a neutral colour takes is lost (M-33, M-46)."""
    for place, (colour, _) in enumerate(order[:2]):
        if colour < len(points):
            points[colour] += prizes[place]


class Prizes(NamedTuple):
    """Who takes the prizes of a path or of the pole area."""

    name: str  #: ``path V1`` or ``pole area``
    prizes: tuple[int, int]
    order: tuple[tuple[int, int], ...]  #: the colours there, best first, each with the number of its huts
    players: int  #: how many play
    holder: int = FREE  #: the player with the statue tile of the path

    @property
    def first(self) -> int:
        """The colour that takes the first prize, which may be neutral; `FREE` if nobody does."""
        return self.order[0][0] if self.order else FREE

    @property
    def second(self) -> int:
        """The colour that takes the second prize, which may be neutral; `FREE` if nobody does."""
        return self.order[1][0] if len(self.order) > 1 else FREE

    @property
    def points(self) -> tuple[int, ...]:
        """What each player gets."""
        points = [0] * self.players
        _award(points, self.order, self.prizes)
        return tuple(points)

    def line(self, names: Sequence[str]) -> Line:
        """Return the prizes as a line for people."""
        colours, huts = [colour for colour, _ in self.order], [number for _, number in self.order]
        used = {
            "M-32" if self.name.startswith("path") else "M-35": True,
            "M-33": max(colours, default=FREE) >= self.players,
            "M-39": self.holder in colours and huts.count(dict(self.order)[self.holder]) > 1,
            "B16": 0 in huts,
        }
        shown = ", ".join(f"{colour_name(colour, names)} ({number})" for colour, number in self.order)
        what = f"{self.name}, {self.prizes[0]} and {self.prizes[1]}: {shown or 'no huts'}"
        return Line(", ".join(rule for rule, applies in used.items() if applies), what, self.points)


class Line(NamedTuple):
    """A line of the final scoring for people."""

    rule: str  #: the numbers of the rules that it follows
    what: str  #: what is scored; for prizes the colours in their order, each with its number of huts
    points: tuple[int, ...]  #: what each player gets

    def __str__(self) -> str:
        return f"{self.rule} {self.what}: {' '.join(map(str, self.points))}"


def colour_name(colour: int, names: Sequence[str]) -> str:
    """Return the name of a colour, after those of the players one for the neutral ones."""
    neutral = ("neutral", "neutral of the white marks")
    return names[colour] if colour < len(names) else neutral[colour - len(names)]


@dataclass(frozen=True, slots=True)
class Scores:
    """The final scores; all points are by player."""

    chief: tuple[int, ...]  #: the points on the chief track before the final scoring
    paths: tuple[Prizes, ...]  #: the prizes of each path (M-32)
    #: The points of the stone area, and the number of all huts there that count (M-34, B21).
    stone: tuple[int, ...]
    stone_huts: int
    pole_prizes: Prizes  #: the prizes of the pole area (M-35)
    #: The values of the amulets that are left (M-36), with ``tile_amulet_scores`` of tiles too (B25).
    amulets: tuple[int, ...]
    totals: tuple[int, ...]  #: the sums
    #: Who wins: the highest total, of those tied the highest sum of amulets; several share it (M-37).
    winners: tuple[int, ...]

    @property
    def pole(self) -> tuple[int, ...]:
        """The points of the pole area."""
        return self.pole_prizes.points

    def lines(self, names: Sequence[str] = ()) -> tuple[Line, ...]:
        """Return the scoring line by line for people; `names` are those of the players."""
        names = names or [f"player {player}" for player in range(len(self.totals))]
        won = " and ".join(names[player] for player in self.winners)
        return (
            Line("M-19, M-20", "chief track", self.chief),
            *(path.line(names) for path in self.paths),
            Line("M-34", f"stone area, own huts times {self.stone_huts}", self.stone),
            self.pole_prizes.line(names),
            Line("M-36", "amulets left", self.amulets),
            Line("M-37", f"total, won by {won}", self.totals),
        )

    def to_dict(self, names: Sequence[str] = ()) -> dict[str, Any]:
        """Return the lines, the totals and the winners as JSON data."""
        lines = [line._asdict() for line in self.lines(names)]
        return {"lines": lines, "totals": self.totals, "winners": self.winners}


class Counted(NamedTuple):
    """What counts at the end, as state, position and odds all give it: nothing of it is checked."""

    board: Board
    rules: Rules
    players: int
    owners: Sequence[int]  #: the colour of the hut on each space, `FREE` without one
    sizes: Sequence[int]  #: how many huts lie there, 2 for a double hut
    pole: Sequence[int]  #: the number of the pole tile on each space of the pole area, 0 without one
    tiles: Sequence[Sequence[int]]  #: the stone tiles that each player holds

    def path_prizes(self, number: int) -> Prizes:
        """Return who takes the prizes of a path (M-32, M-33, M-39).

        Most huts first, a double hut for two; of those tied the one with the hut nearest to the statue,
        however many huts lie there (B12). The neutral colours take part, against whom a statue tile may not
        help (B24).
        """
        path = self.board.paths[number]
        holder = next((player for player, held in enumerate(self.tiles) if number in held), FREE)
        order = _ranked(path.spaces, self.owners, self.sizes)
        if holder != FREE:
            beaten = self.players + 2 if self.rules.statue_beats_neutral else self.players
            order = _with_statue(order, holder, beaten)
        return self._prizes(f"path {path.id}", (path.first, path.second), order, holder)

    def pole_prizes(self) -> Prizes:
        """Return who takes the prizes of the pole area (M-35).

        Most huts first; of those tied, also of three and more (B22), the one with the lowest pole tile. A hut
        without a tile was there before all others.
        """
        by_tile = [space for _, space in sorted(zip(self.pole, self.board.pole, strict=True))]
        return self._prizes("pole area", POLE_PRIZES, _ranked(by_tile, self.owners, self.sizes))

    def _prizes(
        self, name: str, prizes: tuple[int, int], order: list[tuple[int, int]], holder: int = FREE
    ) -> Prizes:
        whole = tuple(order) if self.rules.prize_needs_hut else _with_hutless(order, self.players)
        return Prizes(name, prizes, whole, self.players, holder)

    def stone_huts(self) -> tuple[tuple[int, ...], int]:
        """Return the huts of each player in the stone area, and how many there count in all (M-34, B21)."""
        there = [self.owners[space] for space in self.board.stone]
        own = tuple(map(there.count, range(self.players)))
        return own, len(there) - there.count(FREE) if self.rules.stone_counts_neutral else sum(own)

    def stone_points(self) -> tuple[int, ...]:
        """Return what the stone area gives each player: own huts times all huts there (M-34)."""
        own, every = self.stone_huts()
        return tuple(huts * every for huts in own)

    def chief(self) -> tuple[int, ...]:
        """Return the points on the chief track: printed ones and pole tiles (M-19, M-20, M-23, B20)."""
        tiles, points = dict(zip(self.board.pole, self.pole, strict=True)), [0] * self.players
        for space, owner in enumerate(self.owners):
            if FREE < owner < self.players:
                points[owner] += self.board.spaces[space].points * self.sizes[space] + tiles.get(space, 0)
        return tuple(points)

    def scores(self, amulets: Sequence[Sequence[int]], chief: Sequence[int] = ()) -> Scores:
        """Return the final scores with the values of amulets that each player has left (M-32 to M-37).

        `chief` are the points on the chief track, where they are known.
        """
        chief = tuple(chief) or self.chief()
        paths, poles = tuple(map(self.path_prizes, range(len(self.board.paths)))), self.pole_prizes()
        worth = AMULET_TILE_VALUE if self.rules.tile_amulet_scores else 0
        left = [
            sum(values) + worth * held.count(AMULET_TILE)
            for values, held in zip(amulets, self.tiles, strict=True)
        ]
        stone = self.stone_points()
        totals = [sum(parts) for parts in zip(chief, stone, left, strict=True)]
        for part in (*paths, poles):
            _award(totals, part.order, part.prizes)
        best = max(zip(totals, left, strict=True))  # M-37
        winners = tuple(player for player in range(self.players) if (totals[player], left[player]) == best)
        every = self.stone_huts()[1]
        return Scores(chief, paths, stone, every, poles, tuple(left), tuple(totals), winners)
