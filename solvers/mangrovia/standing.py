"""Who leads where: the paths, the stone and the pole area of a board that is still being settled.

For each of them how the colours stand, what one hut more would change, and what each player can still reach
with the huts that are left. All of it is exact. Printed points and pole tiles are not part of it: they count
on the chief track.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from operator import sub
from typing import Any, NamedTuple

from solvers.mangrovia.settlement import Settlement
from toolkit.games.mangrovia.board import Board
from toolkit.games.mangrovia.components import FREE
from toolkit.games.mangrovia.scoring import POLE_PRIZES, Order, colour_name

STONE, POLE = "stone area", "pole area"


@dataclass(frozen=True, slots=True)
class More:
    """What one hut more of a player would change at the place of a `Standing`."""

    player: int  #: who would build
    double: bool  #: whether it is a double hut (M-23)
    spaces: tuple[str, ...]  #: the spaces on which it would make this change
    change: tuple[int, ...]  #: what each player would gain or lose there at the end


@dataclass(frozen=True, slots=True)
class Standing:
    """How the colours stand on a path, or in the stone or the pole area.

    What is within reach is told as if nobody else built there any more. With the default rules no hut of
    another player would help on a path or in the pole area, so what is out of reach then is lost for good.
    """

    name: str  #: ``path V1``, ``stone area`` or ``pole area``
    names: tuple[str, ...]  #: the names of the players
    prizes: tuple[int, ...]  #: the prizes for the first and the second; none in the stone area (M-34)
    order: Order  #: the colours with huts there, best first, each with the number of its huts
    points: tuple[int, ...]  #: what each player would get, were this the end
    free: tuple[str, ...]  #: the free spaces
    #: What one hut more would change; where nothing is told, nothing. A hut elsewhere is told too if it wins
    #: the statue tile of the path (M-39).
    more: tuple[More, ...]
    #: The best place, from 1, that each player can still reach with the huts left: the first two have a
    #: prize, 0 stands for no place at all. Empty for the stone area.
    best: tuple[int, ...]
    most: tuple[int, ...]  #: the most points that each player can still reach

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as JSON data, with the names of the players."""
        order = [{"colour": colour_name(colour, self.names), "huts": huts} for colour, huts in self.order]
        more = [
            {
                "player": self.names[more.player],
                "double": more.double,
                "spaces": more.spaces,
                "change": dict(zip(self.names, more.change, strict=True)),
            }
            for more in self.more
        ]
        by_player = {
            key: dict(zip(self.names, found, strict=True))
            for key, found in (("points", self.points), ("best", self.best), ("most", self.most))
            if found
        }
        return {
            "place": self.name,
            "prizes": self.prizes,
            "order": order,
            **by_player,
            "free": self.free,
            "more": more,
        }


def standings(settlement: Settlement) -> tuple[Standing, ...]:
    """Return who leads where: on each path, then in the stone and in the pole area.

    Examples
    --------
    >>> from solvers.mangrovia import settled
    >>> path = standings(settled({"red": "a2 a4", "blue": "a1", "green": "", "black": ""}))[0]
    >>> path.name, path.order, path.points
    ('path V1', ((0, 2), (1, 1)), (12, 6, 0, 0))
    >>> [(more.double, more.spaces, more.change) for more in path.more if more.player == 1]
    [(False, ('a3', 'a5', 'a6', 'a7'), (-6, 6, 0, 0)), (True, ('a5', 'a6', 'a7'), (-6, 6, 0, 0))]
    >>> path.best, path.most
    ((1, 1, 1, 1), (12, 12, 12, 12))
    """
    board = settlement.rules.layout
    places = [
        *(_Place(f"path {path.id}", path.spaces, number) for number, path in enumerate(board.paths)),
        _Place(STONE, board.stone),
        _Place(POLE, board.pole),
    ]
    return tuple(_standing(settlement, place) for place in places)


class _Place(NamedTuple):
    """A path or an area; the spaces of a path from the statue outwards."""

    name: str
    spaces: tuple[int, ...]
    path: int = -1

    def prizes(self, board: Board) -> tuple[int, ...]:
        if self.path >= 0:
            return board.paths[self.path].first, board.paths[self.path].second
        return POLE_PRIZES if self.name == POLE else ()

    def scored(self, settled: Settlement) -> tuple[Order, tuple[int, ...]]:
        """Return how the colours stand, and what each player would get."""
        if self.name == STONE:
            there = Counter(settled.owners[space] for space in self.spaces)
            del there[FREE]
            order = tuple(sorted(there.items(), key=lambda colour: (-colour[1], colour[0])))
            return order, settled.counted.stone_points()
        counted = settled.counted
        found = counted.pole_prizes() if self.name == POLE else counted.path_prizes(self.path)
        return found.order, found.points

    def free(self, settled: Settlement) -> list[int]:
        return [space for space in self.spaces if settled.owners[space] == FREE]

    def statue(self, settled: Settlement) -> list[int]:
        """Return the free space on which the statue tile of the path lies, if it lies on one (M-39)."""
        lying = zip(settled.rules.layout.stone, settled.stone, strict=True)
        return [space for space, tile in lying if tile == self.path >= 0]


def _standing(settled: Settlement, place: _Place) -> Standing:
    board, (order, points) = settled.rules.layout, place.scored(settled)
    reached = [list(_reached(settled, place, player)) for player in range(len(settled.names))]
    best = [min((where for where, _ in found if where), default=0) for found in reached]
    return Standing(
        place.name,
        settled.names,
        place.prizes(board),
        order,
        points,
        tuple(board.spaces[space].id for space in place.free(settled)),
        tuple(_more(settled, place, points)),
        () if place.name == STONE else tuple(best),
        tuple(max(most for _, most in found) for found in reached),
    )


def _more(settled: Settlement, place: _Place, points: tuple[int, ...]) -> Iterator[More]:
    """Yield what one hut more of each player would change."""
    board = settled.rules.layout
    spaces = dict.fromkeys(place.free(settled) + place.statue(settled))
    for player, left in enumerate(settled.huts):
        for size in range(1, min(2, left) + 1):
            changes: dict[tuple[int, ...], list[str]] = {}
            for space in spaces:
                if size == 1 or board.spaces[space].doubled:
                    _, found = place.scored(settled.built(player, space, double=size == 2))
                    changes.setdefault(tuple(map(sub, found, points)), []).append(board.spaces[space].id)
            for change, where in changes.items():
                if any(change):
                    yield More(player, size == 2, tuple(where), change)


def _reached(settled: Settlement, place: _Place, player: int) -> Iterator[tuple[int, int]]:
    """Yield the place and the points of a player who builds all that is possible there.

    More huts, and nearer ones, are never worse. So the free spaces are filled from the nearest one, which
    leaves one choice: whether a hut is spent first on the space with the statue tile.
    """
    board = settled.rules.layout
    for first in ([], place.statue(settled)):
        built = settled
        for space in dict.fromkeys(first + place.free(settled)):
            if size := min(built.huts[player], 2 if board.spaces[space].doubled else 1):
                built = built.built(player, space, double=size == 2)
        order, points = place.scored(built)
        colours = [colour for colour, _ in order]
        yield (colours.index(player) + 1 if player in colours else 0), points[player]
