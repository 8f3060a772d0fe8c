"""`Settlement`: the huts on a board with all that they count for, written down by the names of spaces.

It scores a position without a game: one from the table at home, or one that is only thought of.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.mangrovia.components import NO_TILE
from toolkit.games.mangrovia.position import Position
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.scoring import Counted, Scores
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
