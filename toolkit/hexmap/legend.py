"""The legend below a picture: swatches with their words, set in lines as wide as the picture."""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from toolkit.hexmap.hexes import TERRAINS
from toolkit.hexmap.patterns import arrow, ground, heat_colour, landmark, mark, token
from toolkit.hexmap.scene import percent
from toolkit.hexmap.svg import FONT, HexGrid, at, element, label, points, text_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

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


def draw_legend(scene: Scene, width: float, notes: Sequence[str], *, explain: bool) -> tuple[str, float]:
    """Return what stands below a map, its top left corner at the origin, and how high it is.

    With `explain` that is a swatch for every sign of the scene; then come the notes.
    """
    parts: list[str] = []
    y = _LINE / 2
    for line in _lines(_groups(scene) if explain else (), width):
        x = 0.0
        for item in line:
            parts.append(_draw_item(item, x + _SWATCH, y))
            x += item.width + _GAP
        y += _LINE
    letters = max(int(width / text_width("x", _FONT_SIZE)), 20)
    for text in [text for note in notes for text in textwrap.wrap(note, letters)]:
        parts.append(label(text, 4.0, y + 4, text_anchor="start"))
        y += _NOTE_LINE
    body = element("g", *parts, font_family=FONT, font_size=_FONT_SIZE, fill=scene.palette.text)
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


def _groups(scene: Scene) -> Iterator[list[_Item]]:
    yield [_terrain(scene, terrain) for terrain in TERRAINS if scene.island.terrain_cells(terrain)]
    landmarks = [_Item(landmark(k), f"{k} ({len(cells)})") for k, cells in scene.landmarks.items() if cells]
    facing = _Item(element("g", arrow(scene.palette), transform=at(-7.0, 0.0)), "faces this way")
    yield landmarks + [facing] * bool(scene.facings)
    yield list(_tokens(scene))
    yield [_Item(mark(m.shape, m.colour), m.caption or f"{m.label} ({len(c)})") for m, c in scene.marks]
    yield [*_heat(scene), *_highlight(scene)]


def _terrain(scene: Scene, terrain: str) -> _Item:
    palette, fill = scene.palette, ground(scene.theme, terrain)
    hexagon = element("polygon", points=_outline(scene, 0.29), fill=fill, stroke=palette.border)
    looks = {"text_anchor": "middle", "font_size": "13", "font_weight": "bold"}
    outlined = {"stroke": palette.halo, "stroke_width": "3", "paint_order": "stroke"}
    letter = label(terrain[0].upper(), 0.0, 4.6, **looks, **outlined)
    return _Item(hexagon + letter, f"{terrain} ({len(scene.island.terrain_cells(terrain))})")


def _outline(scene: Scene, scale: float) -> str:
    return points(HexGrid(scene.island.orientation).corners((0.0, 0.0), scale))


def _tokens(scene: Scene) -> Iterator[_Item]:
    counts = Counter(piece.label for piece in scene.tokens)
    for words, piece in {piece.label: piece for piece in scene.tokens}.items():
        count = f" ({counts[words]})" if counts[words] > 1 else ""
        yield _Item(token(piece.piece, piece.colour, piece.letter), words + count)


def _heat(scene: Scene) -> Iterator[_Item]:
    if scene.heat:
        steps, size = range(_HEAT_STEPS), 32.0 / _HEAT_STEPS
        colours = [heat_colour(scene.palette, step / (_HEAT_STEPS - 1)) for step in steps]
        places = [{"x": size * step - 16.0, "y": -9.0, "width": size, "height": 18} for step in steps]
        bars = [element("rect", **place, fill=c) for place, c in zip(places, colours, strict=True)]
        yield _Item("".join(bars), f"up to {percent(max(scene.heat.values()))}")


def _highlight(scene: Scene) -> Iterator[_Item]:
    if scene.highlight:
        colour = scene.palette.highlight
        ring = element("polygon", points=_outline(scene, 0.27), fill="none", stroke=colour, stroke_width=4)
        yield _Item(ring, f"highlighted ({len(scene.highlight)})")
