"""The caravan: the paper with its tiles, the assets of each die face, and the chains that change faces."""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property, lru_cache
from typing import NamedTuple

from toolkit.core.errors import ToolkitError
from toolkit.games.wayfarers.components.effects import intern_record
from toolkit.games.wayfarers.components.names import ASSETS
from toolkit.games.wayfarers.components.tables import PLAYER, TILE, TILES, Assets

FACES = range(1, 7)
"""The faces of a die; each belongs to the column of the caravan with its number (Y-75)."""


def cell(row: int, column: int) -> int:
    """Return the number of a cell; rows count from 1 at the top, columns from 1 (Y-71)."""
    return 6 * (row - 1) + column - 1


PAPER = frozenset(
    cell(row, column) for row, columns in enumerate(PLAYER.caravan.cells, 1) for column in columns
)
"""The cells of the paper: 16, none in the top row above columns 1 and 6 (Y-71)."""

BONUSES = {
    board: {cell(*map(int, place.split(","))): intern_record(record) for place, record in places.items()}
    for board, places in PLAYER.caravan.bonus.items()
}
"""The effects of covering cells, by player board (Y-73)."""


class Laid(NamedTuple):
    """A tile that lies on a caravan, at its upper left cell; as a text like ``UL1 back 3,1``."""

    tile: int
    row: int
    column: int
    back: int

    def __str__(self) -> str:
        return f"{TILES[self.tile].id}{' back' * self.back} {self.row},{self.column}"


def laid_tile(text: str) -> Laid | None:
    """Return the tile of a text; None if it names no tile, or is written otherwise."""
    found = re.fullmatch(r"(\w+)( back)? ([1-3]),([1-6])", text)
    if not found or found[1] not in TILE:
        return None
    return Laid(TILE[found[1]], int(found[3]), int(found[4]), int(bool(found[2])))


def cells_of(tile: int, row: int, column: int) -> tuple[int, ...]:
    """Return the cells that a tile covers at a place."""
    columns, rows = TILES[tile].size
    return tuple([cell(row + down, column + right) for down in range(rows) for right in range(columns)])


@lru_cache(maxsize=64)
def _fitting(tile: int) -> tuple[tuple[int, Laid], ...]:
    """Return all placements of a tile on an empty paper, with the cells as bits."""
    found = []
    for back in range(len(TILES[tile].faces)):
        for row in range(1, 4):
            for column in FACES:
                columns, _ = TILES[tile].size
                cells = cells_of(tile, row, column)
                if column + columns <= len(FACES) + 1 and PAPER.issuperset(cells):
                    found.append((sum(1 << one for one in cells), Laid(tile, row, column, back)))
    return tuple(found)


def fits(laid: Laid) -> bool:
    """Tell whether a tile lies wholly on the paper, with a face that it has (Y-71)."""
    return laid in [place for _, place in _fitting(laid.tile)]


class Column:
    """What a column of a caravan offers to a die with its face."""

    __slots__ = ("assets", "down", "packed", "provision", "silver", "up")

    def __init__(self, face: int, icons: Counter[str]) -> None:
        printed = PLAYER.caravan.printed.get(face, ())
        #: The assets, the printed ones included (Y-75), and these as one number.
        self.assets = Assets(*[icons[name] + printed.count(name) for name in ASSETS])
        self.packed = self.assets.packed
        #: Whether a die may be raised, lowered by one (Y-79).
        self.up, self.down = icons["+"] > 0, icons["-"] > 0
        #: By how much an action is cheaper (Y-76).
        self.silver, self.provision = icons["free_silver"], icons["free_provision"]


class Caravan:
    """A caravan with its tiles; `ToolkitError` for one that lies elsewhere."""

    def __init__(self, tiles: tuple[Laid, ...]) -> None:
        icons: list[Counter[str]] = [Counter() for _ in range(7)]
        self.covered = 0  #: the covered cells as bits
        for laid in tiles:
            if not fits(laid):  # of a file: as bits it would take gigabytes
                raise ToolkitError(f"{laid} does not lie on the paper of a caravan (Y-71)")
            for right, names in enumerate(TILES[laid.tile].faces[laid.back]):
                icons[laid.column + right].update(names)
            for one in cells_of(laid.tile, laid.row, laid.column):
                self.covered |= 1 << one
        #: The columns by face; there is nothing in the first entry, 0.
        self.columns = tuple([Column(face, names) for face, names in enumerate(icons)])

    def chain(self, face: int) -> tuple[int, ...]:
        """Return the faces that a die can be put down with, by one chain of adjustments (Y-79), sorted."""
        return self._chains[face]

    @cached_property
    def _chains(self) -> tuple[tuple[int, ...], ...]:
        return ((), *(self._reached(face) for face in FACES))

    def _reached(self, face: int) -> tuple[int, ...]:
        found, open_ = {face}, [face]
        while open_:
            here = open_.pop()
            column = self.columns[here]
            for other, possible in ((here + 1, column.up), (here - 1, column.down)):
                if possible and other in FACES and other not in found:
                    found.add(other)
                    open_.append(other)
        return tuple(sorted(found))

    def placements(self, tile: int) -> list[Laid]:
        """Return where a tile can lie (Y-71)."""
        return [laid for cells, laid in _fitting(tile) if not cells & self.covered]

    def has_room(self, tile: int) -> bool:
        """Tell whether a tile fits anywhere (Y-72)."""
        return any(not cells & self.covered for cells, _ in _fitting(tile))


@lru_cache(maxsize=1 << 16)
def caravan_of(tiles: tuple[Laid, ...]) -> Caravan:
    """Return the caravan with these tiles."""
    return Caravan(tiles)
