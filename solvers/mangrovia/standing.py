"""Who leads where: the paths, the stone and the pole area of a board that is still being settled.

A `Settlement` holds the huts with all that they count for, written down by the names of spaces. It scores a
position without a game: one from the table at home, or one that is only thought of. `standings` tells for
each place how the colours stand, what one hut more would change, and what each player can still reach with
the huts that are left. All of it is exact. Printed points and pole tiles are not part of it: they count on
the chief track.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import sub
from typing import Any, NamedTuple, TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.mangrovia.board import Board
from toolkit.games.mangrovia.components import FREE, NO_TILE
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.scoring import POLE_PRIZES, Counted, Order, Scores, colour_name
from toolkit.games.mangrovia.state import replaced

T = TypeVar("T")

Names = str | tuple[str, ...] | list[str]
"""Several names: a list, or one text with blanks between them."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The huts on a board, their pole tiles, and the stone tiles that were won."""

    rules: Rules  #: the rules, which hold the board
    names: tuple[str, ...]  #: the names of the players, by seat
    #: The colour of the hut on each space, by its number; `FREE` without one. Colours from the number of
    #: players on are neutral (M-7).
    owners: tuple[int, ...]
    sizes: tuple[int, ...]  #: how many huts lie on each space: 2 for a double hut (M-23)
    pole: tuple[int, ...]  #: the number of the pole tile on each space of the pole area, 0 without one (M-20)
    #: The stone tile that still lies on each space of the stone area, `NO_TILE` without one (M-38).
    stone: tuple[int, ...]
    tiles: tuple[tuple[int, ...], ...]  #: the stone tiles that each player holds
    huts: tuple[int, ...]  #: how many huts each player has left

    @classmethod
    def of(cls, position: Position, names: Sequence[str] = ()) -> Settlement:
        """Return the settlement of a position; without `names` the players are called by their seats."""
        called = tuple(names) or tuple(f"player {player}" for player in range(position.players))
        lies = position.owners, position.sizes, position.pole_tiles, position.stone_tiles, position.held
        return cls(position.rules, called, *lies, position.supply)

    def scores(self, amulets: Mapping[str, Iterable[int]] | None = None) -> Scores:
        """Return the final scores with these amulets left, by the names of the players.

        `ToolkitError` for a name that nobody has.
        """
        left = [tuple(values or ()) for values in _by_player(self.names, amulets or {})]
        return self.counted.scores(left)

    @property
    def counted(self) -> Counted:
        """What counts at the end, but for the amulets."""
        table = self.owners, self.sizes, self.pole, self.tiles
        return Counted(self.rules.layout, self.rules, len(self.names), *table)

    def built(self, player: int, space: int, *, double: bool = False) -> Settlement:
        """Return the settlement with one hut, or one double hut, more on a free space (M-20, M-38).

        What it costs is not asked.
        """
        board, size = self.rules.layout, 2 if double else 1
        found = replace(
            self,
            owners=replaced(self.owners, space, player),
            sizes=replaced(self.sizes, space, size),
            huts=replaced(self.huts, player, self.huts[player] - size),
        )
        if space in board.pole:
            top = min(set(self.rules.box.pole_tiles).difference(self.pole), default=0)
            return replace(found, pole=replaced(self.pole, board.pole.index(space), top))
        at = board.stone.index(space) if space in board.stone else None
        if at is None or self.stone[at] == NO_TILE:
            return found
        held = (*self.tiles[player], self.stone[at])
        return replace(
            found, stone=replaced(self.stone, at, NO_TILE), tiles=replaced(self.tiles, player, held)
        )


def settled(
    huts: Mapping[str, Names],
    *,
    doubles: Names = (),
    pole: Names = (),
    tiles: Mapping[str, Iterable[str]] | None = None,
    stone: Mapping[str, str] | None = None,
    rules: Rules | None = None,
) -> Settlement:
    r"""Return a settlement written down by the names of its spaces.

    Parameters
    ----------
    huts
        The spaces of each player's huts, by the players' names in the order of their seats. Neutral huts lie
        on their marks by themselves (M-7).
    doubles
        The spaces with double huts.
    pole
        The spaces of the pole area on which players built, in the order in which they did: so they have their
        pole tiles, the lowest first (M-20).
    tiles, stone
        The stone tiles that each player holds, and those on the free spaces of the stone area (M-38).
    rules
        The rules, with the board; by default those of the rulebook on the board that is shipped.

    Raises
    ------
    ToolkitError
        A name that is not known, or what a `Position` refuses: huts and tiles that the rules do not allow.

    Examples
    --------
    >>> end = settled(
    ...     {"red": "a1 a5 b2 b4 f6 h5 r1 r2 r3", "yellow": "a2 a6 c2 e1 e6 g2",
    ...      "purple": "a3 a4 c3 d5 f7 g8 h7", "orange": "c5 c6 e3 f5 g5 h6 h1"},
    ...     doubles="h1", pole="f5 g5 f7 f6 h7 h6 h5")
    >>> scores = end.scores(amulets={"red": [2, 4, 6]})
    >>> print(*scores.lines(end.names)[:2], sep="\n")
    M-19, M-20 chief track: 25 11 16 26
    M-32 path V1, 12 and 6: red (2), yellow (2), purple (2): 12 6 0 0
    >>> scores.totals, [end.names[player] for player in scores.winners]
    ((73, 56, 61, 83), ['orange'])
    """
    double, spaces = set(_several(doubles)), [_several(given) for given in huts.values()]
    if astray := sorted(double.difference(*spaces)):
        raise ToolkitError(f"doubles: no player has a hut on {astray[0]}")
    position = Position(
        huts=tuple(tuple(f"{one} double" if one in double else one for one in given) for given in spaces),
        pole=tuple(_several(pole)),
        tiles=tuple(tuple(held or ()) for held in _by_player(tuple(huts), tiles or {})),
        stone=stone or {},
        rules=rules or Rules(),
    )
    position.check()
    return Settlement.of(position, tuple(huts))


def _several(names: Names) -> Sequence[str]:
    return names.split() if isinstance(names, str) else names


def _by_player(names: Sequence[str], given: Mapping[str, T]) -> list[T | None]:
    """Return what is given by the names of players, by seat."""
    for name in given:
        if name not in names:
            raise ToolkitError(f"no player {quote(name)}{did_you_mean(name, names, 'players')}")
    return [given.get(name) for name in names]


# ---- who leads where ---------------------------------------------------------------------------------------

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
