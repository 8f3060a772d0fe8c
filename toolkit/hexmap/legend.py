"""The legend below a picture: swatches with their words, set in lines as wide as the picture."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.hexmap.patterns import arrow, ground, heat_colour, landmark, mark, token
from toolkit.hexmap.scene import percent
from toolkit.hexmap.svg import FONT, HexGrid, at, element, label, points, text_width
from toolkit.hexmap.terrain import TERRAINS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from toolkit.hexmap.patterns import Palette
    from toolkit.hexmap.scene import Scene

_FONT_SIZE = 15
_LINE = 34.0
_NOTE_LINE = 22.0
_SWATCH = 24.0  # from the middle of a swatch to its words
_GAP = 20.0
_HEAT_STEPS = 8


@dataclass(frozen=True, slots=True)
class _Item:
    swatch: str
    words: str

    @property
    def width(self) -> float:
        return 2 * _SWATCH + text_width(self.words, _FONT_SIZE)


def draw_legend(
    scene: Scene, palette: Palette, width: float, notes: Sequence[str], *, explain: bool
) -> tuple[str, float]:
    """Return what stands below a map, its top left corner at the origin, and how high it is.

    With `explain` that is a swatch for every sign of the scene; then come the notes.
    """
    parts: list[str] = []
    y = _LINE / 2
    for line in _lines(_groups(scene, palette) if explain else (), width):
        x = 0.0
        for item in line:
            parts.append(_draw_item(item, x + _SWATCH, y))
            x += item.width + _GAP
        y += _LINE
    for note in _wrapped(notes, width):
        parts.append(label(note, 4.0, y + 4, text_anchor="start"))
        y += _NOTE_LINE
    body = element("g", *parts, font_family=FONT, font_size=_FONT_SIZE, fill=palette.text)
    return body, y - _LINE / 2 + 4


def _draw_item(item: _Item, x: float, y: float) -> str:
    words = label(item.words, x + _SWATCH, y + _FONT_SIZE * 0.35, text_anchor="start")
    return element("g", item.swatch, transform=at(x, y)) + words


def _lines(groups: Iterable[list[_Item]], width: float) -> Iterator[list[_Item]]:
    """Break each group into lines; a group always begins a new one."""
    for group in groups:
        line: list[_Item] = []
        for item in group:
            if line and sum(other.width + _GAP for other in line) + item.width > width:
                yield line
                line = []
            line.append(item)
        if line:
            yield line


def _wrapped(notes: Sequence[str], width: float) -> Iterator[str]:
    letters = max(int(width / text_width("x", _FONT_SIZE)), 20)
    for note in notes:
        yield from textwrap.wrap(note, letters)


def _groups(scene: Scene, palette: Palette) -> Iterator[list[_Item]]:
    yield [_terrain(scene, palette, terrain) for terrain in TERRAINS if scene.island.terrain_cells(terrain)]
    yield list(_landmarks(scene, palette))
    yield list(_tokens(scene))
    yield [_Item(mark(m.shape, m.colour), m.caption or f"{m.label} ({len(c)})") for m, c in scene.marks]
    yield [*_heat(scene, palette), *_highlight(scene, palette)]


def _terrain(scene: Scene, palette: Palette, terrain: str) -> _Item:
    corners = HexGrid(scene.island.orientation).corners((0.0, 0.0), 0.29)
    hexagon = element(
        "polygon", points=points(corners), fill=ground(scene.theme, terrain), stroke=palette.border
    )
    letter = label(
        terrain[0].upper(),
        0.0,
        4.6,
        text_anchor="middle",
        font_size=13,
        font_weight="bold",
        stroke=palette.halo,
        stroke_width=3,
        paint_order="stroke",
    )
    return _Item(hexagon + letter, f"{terrain} ({len(scene.island.terrain_cells(terrain))})")


def _landmarks(scene: Scene, palette: Palette) -> Iterator[_Item]:
    for kind, cells in scene.landmarks.items():
        if cells:
            yield _Item(landmark(kind), f"{kind} ({len(cells)})")
    if scene.facings:
        yield _Item(element("g", arrow(palette), transform=at(-7.0, 0.0)), "faces this way")


def _tokens(scene: Scene) -> Iterator[_Item]:
    kinds = {piece.label: piece for piece in scene.tokens}
    for words, piece in kinds.items():
        count = sum(other.label == words for other in scene.tokens)
        yield _Item(
            token(piece.piece, piece.colour, piece.letter), f"{words} ({count})" if count > 1 else words
        )


def _heat(scene: Scene, palette: Palette) -> Iterator[_Item]:
    if not scene.heat:
        return
    size = 2 * 16.0 / _HEAT_STEPS
    bars = (
        element(
            "rect",
            x=-16.0 + size * step,
            y=-9.0,
            width=size,
            height=18,
            fill=heat_colour(palette, step / (_HEAT_STEPS - 1)),
        )
        for step in range(_HEAT_STEPS)
    )
    yield _Item("".join(bars), f"up to {percent(max(scene.heat.values()))}")


def _highlight(scene: Scene, palette: Palette) -> Iterator[_Item]:
    if scene.highlight:
        corners = points(HexGrid(scene.island.orientation).corners((0.0, 0.0), 0.27))
        ring = element("polygon", points=corners, fill="none", stroke=palette.highlight, stroke_width=4)
        yield _Item(ring, f"highlighted ({len(scene.highlight)})")
