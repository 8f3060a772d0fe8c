"""What paths, stone area and pole area promise (M-32 to M-35): prizes shared out by how the colours stand.

The more huts are still to come, the less sure is who will take a prize. What stands on a path hangs on
nothing else, so it is worked out once for all states in which it stands so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp, sqrt
from operator import itemgetter
from typing import Any, NamedTuple

from toolkit.games.mangrovia.board import Board
from toolkit.games.mangrovia.components import FREE
from toolkit.games.mangrovia.scoring import POLE_PRIZES
from toolkit.games.mangrovia.state import MangroviaState

SPREAD = 0.55
"""How far huts on a path may still spread, times the root of the huts to come there."""

NEAR = 0.04
"""Huts that one place nearer to a statue is worth: only ties turn on it."""

STEP = 1 / 16
"""In such steps it is told how many spaces will be built on, so that standings are met again."""


class Standing:
    """How the colours stand on a path or in the pole area, the players first, then a neutral colour."""

    __slots__ = ("_known", "_prizes", "_rate", "coming", "first", "promised", "strengths")

    def __init__(
        self,
        owners: Sequence[int],
        sizes: Sequence[int],
        order: Sequence[int],
        players: int,
        prizes: tuple[int, int],
        rate: float,
    ) -> None:
        last = len(owners)
        huts, self.first, free = [0] * (players + 1), [last] * (players + 1), 0
        for owner, size, place in zip(owners, sizes, order, strict=True):
            if owner == FREE:
                free += 1
                continue
            colour = min(players, owner)
            huts[colour] += size
            self.first[colour] = min(self.first[colour], place)
        self.strengths = [
            count + NEAR * (last - place) for count, place in zip(huts, self.first, strict=True)
        ]
        if not huts[players]:
            del self.strengths[players]
        self.coming, self._prizes, self._rate = free * rate, prizes, rate  #: huts to come there
        self.promised = shared(tuple(self.strengths), prizes, spread(self.coming))
        self._known: dict[tuple[int, int, int], tuple[float, ...]] = {}

    def more(self, place: int, player: int, huts: int) -> tuple[float, ...]:
        """Return what huts of a player at a place, from 0, add to what is promised to each colour."""
        key = place, player, huts
        found = self._known.get(key)
        if found is None:
            tried = self.strengths[:]
            tried[player] += huts + NEAR * max(0, self.first[player] - place)
            after = shared(tuple(tried), self._prizes, spread(max(0.0, self.coming - self._rate)))
            found = tuple([new - old for new, old in zip(after, self.promised, strict=True)])
            self._known[key] = found
        return found


_standing = lru_cache(maxsize=1 << 10)(Standing)


class _Place(NamedTuple):
    of: Callable[[Any], Any]  #: what is noted of each of its spaces
    order: tuple[int, ...]
    prizes: tuple[int, int]


@lru_cache(maxsize=64)
def _places(board: Board) -> tuple[list[_Place], Callable[[Any], Any], Callable[[Any], Any]]:
    paths = [
        _Place(itemgetter(*path.spaces), tuple(range(len(path.spaces))), (path.first, path.second))
        for path in board.paths
    ]
    return paths, itemgetter(*board.pole), itemgetter(*board.stone)


class Areas:
    """What all areas of a board promise to its players, when so many of the free spaces will be built on."""

    def __init__(self, state: MangroviaState, rate: float) -> None:
        self.board, self._rate, self._tiles = state.rules.layout, rate, state.rules.box.pole_tiles
        owners, sizes, self._players = state.owners, state.sizes, state.players
        self.owners, self.stone = owners, state.stone
        paths, of_pole, of_stone = _places(self.board)
        self.standings = [
            _standing(one.of(owners), one.of(sizes), one.order, self._players, one.prizes, rate)
            for one in paths
        ]
        order = tuple([self._tiles.index(tile) if tile else 0 for tile in state.pole])  # first in ties
        pole = _standing(of_pole(owners), of_pole(sizes), order, self._players, POLE_PRIZES, rate)
        self.standings.append(pole)
        self._built: tuple[int, ...] = of_stone(owners)
        self._at_pole = sum(map(bool, state.pole))
        self.promised = [self._promised(player) for player in range(self._players)]  #: to each player
        #: The prices of empty spaces in cards, as a mask.
        self.prices = 0
        for space, owner in zip(self.board.spaces, owners, strict=True):
            if owner == FREE and space.pay == "cards":
                self.prices |= 1 << space.price
        self.found: dict[Any, Any] = {}  #: by outlooks on states in which the huts stand so
        self._own: dict[tuple[int, int, int], float] = {}

    @classmethod
    def of(cls, state: MangroviaState, rate: float) -> Areas:
        """Return the same for all states in which the huts stand so."""
        rate = round(rate / STEP) * STEP
        key = state.rules, state.owners, state.sizes, state.pole, state.stone, rate
        found = _KNOWN.get(key)
        if found is None:
            if len(_KNOWN) > _MOST:
                _KNOWN.clear()
            found = _KNOWN[key] = cls(state, rate)
        return found

    def _promised(self, player: int) -> float:
        there = self._built
        stone = there.count(player) * (len(there) - there.count(FREE) * (1 - self._rate))
        return stone + sum([standing.promised[player] for standing in self.standings])

    def own(self, player: int, space: int, huts: int) -> float:
        """Return what huts of a player on an empty space add to the player's points, printed ones too."""
        key = player, space, huts
        found = self._own.get(key)
        if found is None:
            found, changes = self._changes(player, space, huts)
            for change in changes:
                found += change[player]
            self._own[key] = found
        return found

    def hut(self, player: int, space: int, huts: int) -> list[float]:
        """Return what they add to the points of each."""
        points = [0.0] * self._players
        points[player], changes = self._changes(player, space, huts)
        for change in changes:
            points = [one + more for one, more in zip(points, change, strict=False)]  # perhaps a neutral one
        return points

    def _changes(self, player: int, space: int, huts: int) -> tuple[float, list[Sequence[float]]]:
        """Return what is printed for them, and what they change for each colour in each place."""
        about = self.board.spaces[space]
        points = float(huts * about.points)
        changes: list[Sequence[float]] = [
            self.standings[path].more(rank - 1, player, huts) for path, rank in about.paths
        ]
        if about.area == "pole":
            points += self._tiles[self._at_pole]  # M-20
            changes.append(self.standings[-1].more(self._at_pole, player, huts))
        elif about.area == "stone":
            changes.append(self._in_stone(player))
        return points, changes

    def _in_stone(self, player: int) -> list[float]:
        """Return what a hut in the stone area adds: all huts once more, and one for each there (M-34)."""
        there, rate = self._built, self._rate
        built = len(there) - there.count(FREE) + 1
        found = [there.count(one) * (1 - rate) for one in range(self._players)]
        found[player] += built + (len(there) - built) * rate
        return found


_MOST = 128
_KNOWN: dict[Any, Areas] = {}


@lru_cache(maxsize=1 << 16)
def shared(strengths: tuple[float, ...], prizes: tuple[int, int], spread: float) -> tuple[float, ...]:
    """Return the expected points of two prizes for each colour.

    A colour takes the first one with a chance in proportion to ``exp(strength / spread)``, and the second one
    likewise among the others. A strength is a number of huts, a little more for who is nearer.
    """
    most = max(strengths)
    odds = [exp(max(-50.0, (one - most) / spread)) for one in strengths]
    total = sum(odds)
    second = [0.0] * len(odds)
    for leader, chance in enumerate(odds):
        first = chance / total
        rest = sum(odds[:leader] + odds[leader + 1 :])  # not the difference, which rounding can make nothing
        for other, one in enumerate(odds):
            if other != leader:
                second[other] += first * one / rest
    return tuple([prizes[0] * one / total + prizes[1] * two for one, two in zip(odds, second, strict=True)])


def spread(coming: float) -> float:
    """Return how far strengths may still be changed by so many huts, in steps so that `shared` is known."""
    return round(SPREAD * sqrt(coming) + 0.05, 2)
