"""`Page`: what is drawn, and where; the elements that pictures of Mangrovia are written with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.games.mangrovia.pictures.symbols import Owner, owner_of, put
from toolkit.games.mangrovia.state import CLEAN_UP, FREE, NO_TILE, MangroviaState
from toolkit.hexmap.patterns import PALETTES
from toolkit.hexmap.svg import at, element, label, text_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.core.observation import Observation
    from toolkit.games.mangrovia.board import Board, Space
    from toolkit.hexmap.patterns import Palette, Theme
    from toolkit.hexmap.svg import Point

Cell = tuple[int, int]
"""Column and row of the grid, both from 1."""

PITCH = 60.0  # from space to space
MARGIN, LEFT, TOP = 14.0, 76.0, 96.0  # the grid begins there
RIGHT = 340.0  # the width of what is to the right of the grid


@dataclass(frozen=True, slots=True)
class Page:
    """A board, what a seat sees lie on it, if anything, and the place of everything on the page."""

    board: Board
    seen: Observation[MangroviaState] | None
    theme: Theme

    @property
    def palette(self) -> Palette:
        """The colours of pictures of islands."""
        return PALETTES[self.theme]

    @property
    def cells(self) -> dict[Cell, Space]:
        """The spaces of the grid."""
        return {cell_of(space): space for space in self.board.spaces if space.column}

    @property
    def size(self) -> Cell:
        """How many columns and rows the grid has."""
        columns, rows = zip((0, 0), *self.cells, strict=True)
        return max(columns), max(rows)

    @property
    def right(self) -> float:
        """Where begins what is to the right of the grid."""
        return LEFT + self.size[0] * PITCH + 34

    @property
    def width(self) -> float:
        """How wide the picture is."""
        shores = (x + 34 for shore in ("coast", "islet") for x, _ in self.shore(shore).values())
        return max(self.right + RIGHT, *shores) + MARGIN

    def shore(self, place: str) -> dict[int, Point]:
        """Return the middles of the spaces on the coast or, beside it, the islet, in two rows."""
        lying = [n for n, space in enumerate(self.board.spaces) if space.place == place]
        before = 0.0 if place == "coast" else 16 + 64 * ((len(self.shore("coast")) + 1) // 2)
        across = (len(lying) + 1) // 2
        left = self.right + before + 32
        places = ((left + i % across * 64, 391.0 + i // across * 76) for i in range(len(lying)))
        return dict(zip(lying, places, strict=True))

    @property
    def players(self) -> int:
        """How many play; none on a bare board."""
        return self.seen.players if self.seen else 0

    @property
    def pier(self) -> int:
        """Where the boat is, 0 at its start; -1 on a bare board."""
        return self.seen[MangroviaState.pier] % CLEAN_UP if self.seen else -1

    def owner(self, space: int) -> Owner | None:
        """Return who built on a space."""
        return self.owner_of(self.seen[MangroviaState.owners][space]) if self.seen else None

    def bowl(self, ritual: int) -> Owner | None:
        """Return whose bowl lies on a ritual space, from 0."""
        return self.owner_of(self.seen[MangroviaState.bowls][ritual]) if self.seen else None

    def owner_of(self, number: int) -> Owner | None:
        """Return whose a piece is; the numbers after those of the players are the neutral colours (B1)."""
        return None if number == FREE else owner_of(number, self.players)

    def double(self, space: int) -> bool:
        """Whether a double hut lies on a space."""
        return self.seen is not None and self.seen[MangroviaState.sizes][space] > 1

    def stone_tile(self, space: int) -> int:
        """Return the tile on a space of the stone area, or `NO_TILE` (M-38)."""
        tiles = self.seen[MangroviaState.stone] if self.seen else ()
        return dict(zip(self.board.stone, tiles, strict=False)).get(space, NO_TILE)

    def pole_tile(self, space: int) -> int:
        """Return the number of the tile under a hut of the pole area, or 0 (M-20)."""
        tiles = self.seen[MangroviaState.pole] if self.seen else ()
        return dict(zip(self.board.pole, tiles, strict=False)).get(space, 0)


def cell_of(space: Space) -> Cell:
    """Return the cell of a space of the grid."""
    return column_number(space.column), space.row


def column_number(letter: str) -> int:
    """Return the number of a column of the grid."""
    return ord(letter) - ord("a") + 1


def centre(column: int, row: int) -> Point:
    """Return the middle of a cell."""
    return LEFT + (column - 0.5) * PITCH, TOP + (row - 0.5) * PITCH


def layer(name: str, *body: str, **looks: float | str) -> str:
    """Return a layer."""
    return element("g", *(f"\n{part}" for part in body), class_=f"layer-{name}", **looks)


def told(words: str, place: Point, *body: str, **data: str) -> str:
    """Return something with its words, for the pointer and for screen readers."""
    return element("g", element("title", text_of(words)), *body, **data, role="img", transform=at(*place))


def box(x: float, y: float, width: float, height: float, fill: str, **looks: float | str) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, fill=fill, **looks)


def words_at(text: str, x: float, y: float, size: int = 16) -> str:
    """Return a text that begins at a place."""
    return label(text, x, y, text_anchor="start", font_size=size, font_weight="normal")


def in_line(drawn: Iterable[str], x: float, y: float = 0.0, step: float = 28.0) -> str:
    """Return symbols side by side."""
    return "".join(put(symbol, x + n * step, y) for n, symbol in enumerate(drawn))
