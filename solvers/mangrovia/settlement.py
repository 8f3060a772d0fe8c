"""`Settlement`: the huts on a board with all that they count for, written down by the names of spaces.

It scores a position without a game: one from the table at home, or one that is only thought of.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.mangrovia.components import MOST_PLAYERS, TILES, tile
from toolkit.games.mangrovia.rules import Rules
from toolkit.games.mangrovia.scoring import FREE, Scores, final_scores

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from toolkit.games.mangrovia.board import Board
    from toolkit.games.mangrovia.state import MangroviaState

T = TypeVar("T")

Names = str | tuple[str, ...] | list[str]
"""Several names: a list, or one text with blanks between them."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The huts on a board, their pole tiles, and the stone tiles that were won.

    Attributes
    ----------
    rules
        The rules, which hold the board.
    names
        The names of the players, by seat.
    owners
        The colour of the hut on each space, by its number; `FREE` without one. Colours from the number of
        players on are neutral (M-7).
    sizes
        How many huts lie on each space: 2 for a double hut (M-23).
    pole
        The number of the pole tile on each space of the pole area, 0 without one (M-20).
    stone
        The stone tile that still lies on each space of the stone area, -1 without one (M-38).
    tiles
        The stone tiles that each player holds.
    huts
        How many huts each player has left.
    """

    rules: Rules
    names: tuple[str, ...]
    owners: tuple[int, ...]
    sizes: tuple[int, ...]
    pole: tuple[int, ...]
    stone: tuple[int, ...]
    tiles: tuple[tuple[int, ...], ...]
    huts: tuple[int, ...]

    @classmethod
    def of(cls, state: MangroviaState, names: Sequence[str] = ()) -> Settlement:
        """Return the settlement of a state; without `names` the players are called by their seats."""
        called = tuple(names) or tuple(f"player {player}" for player in range(state.players))
        return cls(
            state.rules,
            called,
            tuple(state.owners),
            tuple(state.sizes),
            tuple(state.pole),
            tuple(state.stone),
            tuple(map(tuple, state.tiles)),
            tuple(state.supply),
        )

    @property
    def chief(self) -> tuple[int, ...]:
        """The points on the chief track, which are those of the huts: printed ones and pole tiles (B20)."""
        points = [0] * len(self.names)
        for space, owner, size in zip(self.rules.layout.spaces, self.owners, self.sizes, strict=True):
            if FREE < owner < len(points):
                points[owner] += space.points * size
        for at, number in zip(self.rules.layout.pole, self.pole, strict=True):
            if FREE < self.owners[at] < len(points):
                points[self.owners[at]] += number
        return tuple(points)

    def scores(self, amulets: Mapping[str, Iterable[int]] | None = None) -> Scores:
        """Return the final scores with these amulets left, by the names of the players.

        `ToolkitError` for a name that nobody has.
        """
        left = _by_player(self.names, amulets or {})
        table = self.owners, self.sizes, self.pole, self.tiles, self.chief, [tuple(one or ()) for one in left]
        return final_scores(self.rules.layout, self.rules, len(self.names), *table)

    def built(self, player: int, space: int, *, double: bool = False) -> Settlement:
        """Return the settlement with one hut, or one double hut, more on a free space (M-20, M-38).

        What it costs is not asked.
        """
        board, size = self.rules.layout, 2 if double else 1
        found = replace(
            self,
            owners=_with(self.owners, space, player),
            sizes=_with(self.sizes, space, size),
            huts=_with(self.huts, player, self.huts[player] - size),
        )
        if space in board.pole:
            top = min(set(self.rules.box.pole_tiles).difference(self.pole), default=0)
            return replace(found, pole=_with(self.pole, board.pole.index(space), top))
        at = board.stone.index(space) if space in board.stone else FREE
        if at == FREE or self.stone[at] == FREE:
            return found
        held = (*self.tiles[player], self.stone[at])
        return replace(found, stone=_with(self.stone, at, FREE), tiles=_with(self.tiles, player, held))


def settled(
    huts: Mapping[str, Names],
    *,
    doubles: Names = (),
    pole: Names = (),
    tiles: Mapping[str, Iterable[str]] | None = None,
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
    tiles
        The stone tiles that each player holds; none lie on spaces (M-38).
    rules
        The rules, with the board; by default those of the rulebook on the board that is shipped.

    Raises
    ------
    ToolkitError
        A name that is not known, or huts and tiles that the rules do not allow.

    Examples
    --------
    >>> end = settled(
    ...     {"red": "a1 a5 b2 b4 f6 h5 r1 r2 r3", "yellow": "a2 a6 c2 e1 e6 g2",
    ...      "purple": "a3 a4 c3 d5 f7 g8 h7", "orange": "c5 c6 e3 f5 g5 h6 h1"},
    ...     doubles="h1", pole="f5 g5 f7 f6 h7 h6 h5")
    >>> scores = end.scores(amulets={"red": [2, 4, 6]})
    >>> print(*scores.lines(end.names)[:2], sep="\n")
    M-19, M-20 chief track: 25 11 16 26
    M-32 path V1, 12 and 6: red 2, yellow 2, purple 2: 12 6 0 0
    >>> scores.totals, [end.names[player] for player in scores.winners]
    ((73, 56, 61, 83), ['orange'])
    """
    rules, names = rules or Rules(), tuple(huts)
    if not 2 <= len(names) <= MOST_PLAYERS:
        raise ToolkitError(f"{len(names)} players: 2 to {MOST_PLAYERS} can play (M-1)")
    owners = _owners(rules, {name: _several(spaces) for name, spaces in huts.items()})
    sizes = _sizes(rules.layout, owners, len(names), _several(doubles))
    left = [rules.box.huts[len(names) - 2]] * len(names)
    for owner, size in zip(owners, sizes, strict=True):
        if FREE < owner < len(names):
            left[owner] -= size
    for name, number in zip(names, left, strict=True):
        if number < 0:
            raise ToolkitError(f"{name}: {-number} huts more than there are (M-1)")
    numbers = _pole(rules, owners, len(names), _several(pole))
    held, lying = _tiles(rules, names, tiles or {}), (FREE,) * len(rules.layout.stone)
    return Settlement(rules, names, tuple(owners), tuple(sizes), numbers, lying, held, tuple(left))


def _several(names: Names) -> Sequence[str]:
    return names.split() if isinstance(names, str) else names


def _space(board: Board, name: str) -> int:
    if name not in board.number:
        raise ToolkitError(f"no space {quote(name)}{did_you_mean(name, board.number)}")
    return board.number[name]


def _owners(rules: Rules, huts: Mapping[str, Sequence[str]]) -> list[int]:
    """Return the colours of the huts of the players and of the neutral ones on the marks (M-7, B1)."""
    board, names = rules.layout, (*huts, "neutral", "neutral")
    owners = [FREE] * len(board.spaces)
    for at, colour in rules.neutral_huts(len(huts)).items():
        owners[at] = colour
    for player, (name, spaces) in enumerate(huts.items()):
        for space in spaces:
            at = _space(board, space)
            if owners[at] != FREE:
                raise ToolkitError(f"{name}: on {space} lies a hut already, {names[owners[at]]} (M-17)")
            owners[at] = player
    return owners


def _sizes(board: Board, owners: Sequence[int], players: int, doubles: Sequence[str]) -> list[int]:
    """Return the number of huts on each space (M-23, M-24)."""
    sizes = [int(owner != FREE) for owner in owners]
    for name in doubles:
        at = _space(board, name)
        if not board.spaces[at].doubled or not FREE < owners[at] < players:
            raise ToolkitError(f"no player can have a double hut on {name}, as this is settled (M-24)")
        sizes[at] = 2
    return sizes


def _pole(rules: Rules, owners: Sequence[int], players: int, built: Sequence[str]) -> tuple[int, ...]:
    """Return the pole tiles on the spaces of the pole area: the lowest are the neutral ones (M-8, M-20)."""
    board = rules.layout
    there = [at for at in board.pole if owners[at] != FREE]
    order = [_space(board, name) for name in built]
    if sorted(order) != [at for at in there if owners[at] < players]:
        huts = " ".join(board.spaces[at].id for at in there if owners[at] < players)
        raise ToolkitError(f"pole: name the spaces there with huts of players as they were built: {huts}")
    order = [at for at in there if owners[at] >= players] + order
    given = dict(zip(order, sorted(rules.box.pole_tiles), strict=False))
    return tuple(given.get(at, 0) for at in board.pole)


def _tiles(
    rules: Rules, names: Sequence[str], tiles: Mapping[str, Iterable[str]]
) -> tuple[tuple[int, ...], ...]:
    """Return the stone tiles that each player holds (M-38)."""
    held = [tuple(tile(*name.partition(" ")[::2]) for name in one or ()) for one in _by_player(names, tiles)]
    for number, count in Counter(number for one in held for number in one).items():
        if count > (there := rules.tiles.count(number)):
            raise ToolkitError(f"tiles {TILES[number]!r}: {count}, and there are {there} (M-38)")
    return tuple(held)


def _by_player(names: Sequence[str], given: Mapping[str, T]) -> list[T | None]:
    """Return what is given by the names of players, by seat."""
    for name in given:
        if name not in names:
            raise ToolkitError(f"no player {quote(name)}{did_you_mean(name, names, 'players')}")
    return [given.get(name) for name in names]


def _with(values: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    return (*values[:at], value, *values[at + 1 :])
