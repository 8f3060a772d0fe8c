"""The picture of an island as SVG: the only map renderer.

Every picture is built from these layers, bottom to top, each a group with a class that stays the same:

==================== ===================================================================================
``layer-background``  the paper
``layer-ocean``       the ocean hexes along the coast
``layer-terrain``     the land: an ARIA grid; one element per hex with ``data-hex`` and its words
``layer-borders``     lines between regions, and the coast
``layer-heat``        shares such as those of a forecast (with ``heat``)
``layer-names``       name and terrain letter of every hex
``layer-landmarks``   huts, palms, statues
``layer-facings``     where statues look
``layer-candidates``  marks such as the candidates of the four treasure maps
``layer-tokens``      pieces that stand on hexes
``layer-shares``      the shares of ``layer-heat`` in percent
``layer-highlight``   rings around chosen hexes
``layer-legend``      the legend
==================== ===================================================================================

A layer without content is left out. Only ``layer-terrain`` takes pointer events; the other layers repeat
what its labels say and are hidden from screen readers. The root has the classes ``hexmap`` and
``theme-light``, ``theme-dark`` or ``theme-print``. All its parts have presentation attributes, so a page's
style sheet wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from toolkit.hexmap.hexes import Hex, Orientation, neighbours
from toolkit.hexmap.legend import draw_legend
from toolkit.hexmap.patterns import arrow, definitions, ground, heat_colour, landmark, mark, token
from toolkit.hexmap.scene import (
    Marks,
    Scene,
    Token,
    checked_facings,
    checked_heat,
    checked_marks,
    checked_theme,
    checked_token,
    percent,
)
from toolkit.hexmap.svg import (
    FONT,
    PASSIVE,
    RADIUS,
    HexGrid,
    Point,
    at,
    element,
    label,
    number,
    points,
    segments,
    text_of,
    text_width,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from toolkit.hexmap.patterns import Palette, Theme
    from toolkit.hexmap.scene import Drawable

__all__ = ["Marks", "Token", "draw"]

_MARGIN = 14.0
_LEAST_WIDTH = 460.0  # room for a legend below the smallest island
_PIXELS = 0.8  # of a picture unit, where nothing else sets the size
_NAME_SIZE = 15.0
_NAME_ROOM = {Orientation.FLAT: 56.0, Orientation.POINTY: 40.0}  # arrows come close to long names
_NAME_Y, _LANDMARK_Y, _TOKEN_Y = -21.0, -1.0, 25.0  # from the centre of a hex
_SLOT_X, _SLOT_Y, _MARK_SCALE = 25.0, 8.5, 1.15
_ARROW = 35.0  # from the centre to the tail of an arrow, whose tip is in the next hex
_TOKEN_WIDTH, _TOKEN_ROOM = 19.0, 55.0
_HEAT_SIZE, _HEAT_WIDTH, _HEAT_SCALE = 13.0, 32.0, 0.86
_RING_SCALE = 0.92


def draw(
    island: Drawable,
    *,
    landmarks: Mapping[str, Iterable[str]] | None = None,
    facings: Mapping[str, str] | None = None,
    marks: Sequence[Marks] = (),
    tokens: Sequence[Token] = (),
    heat: Mapping[str, float] | None = None,
    highlight: Iterable[str] | None = None,
    legend: bool = True,
    notes: Sequence[str] = (),
    theme: Theme = "light",
    title: str | None = None,
    description: str = "",
) -> str:
    """Return the picture of an island as the text of an SVG document, the same for the same input.

    Parameters
    ----------
    island
        The terrain.
    landmarks
        Names of hexes by kind: ``hut``, ``palm``, ``statue``; other kinds appear as their initial.
    facings
        Directions of the island by the name of a hex: an arrow each.
    marks, tokens
        What is marked on hexes, and the pieces that stand on them.
    heat
        Shares from 0 to 1 by hex; colours run up to the greatest of them, and 0 is not shown.
    highlight
        Hexes to ring, above everything else.
    legend, notes
        Whether to explain the signs below the map, and lines of text to put below that.
    theme
        ``light``, ``dark`` or ``print`` (pale, for pencil marks): the colours and the prefix of all ids.
    title, description
        What ``<title>`` says (by default the island's title), and what ``<desc>`` says before the hexes.

    Raises
    ------
    ToolkitError
        A hex or direction that the island does not have, or a share, theme, shape, colour, slot or kind of
        piece out of range.

    Examples
    --------
    >>> from toolkit.hexmap import parse_drawing
    >>> picture = draw(parse_drawing("J J S"), landmarks={"hut": ["c1"]}, highlight=["a1"])
    >>> 'data-hex="c1" aria-label="c1 scrubland, hut"' in picture
    True
    """
    scene = Scene(
        island=island,
        theme=checked_theme(theme),
        landmarks={kind: island.cells(names) for kind, names in (landmarks or {}).items()},
        facings=checked_facings(island, facings or {}),
        marks=[checked_marks(island, one) for one in marks],
        tokens=[checked_token(island, one) for one in tokens],
        heat=checked_heat(island, heat or {}),
        highlight=island.cells(highlight or ()),
        title=island.title if title is None else title,
        description=description,
    )
    return _document(scene, legend, notes)


def _document(scene: Scene, explain: bool, notes: Sequence[str]) -> str:
    below = explain or bool(notes)
    canvas = _place_on_page(scene, _LEAST_WIDTH if below else 0.0)
    width, height = canvas.width, canvas.height
    layers = [layer(canvas) for layer in _LAYERS]
    if below:
        body, more = draw_legend(scene, width - 2 * _MARGIN, notes, explain=explain)
        layers.append(element("g", body, class_="layer-legend", transform=at(_MARGIN, height), **PASSIVE))
        height += more + _MARGIN
    paper = element("rect", width=width, height=height, fill=scene.palette.background)
    head = [element("title", text_of(scene.title)), element("desc", text_of(scene.text()))]
    parts = [*head, definitions(scene.theme), _layer("background", [paper]), *filter(None, layers)]
    return element(
        "svg",
        *(f"\n{part}" for part in parts),
        "\n",
        xmlns="http://www.w3.org/2000/svg",
        class_=f"hexmap theme-{scene.theme}",
        role="graphics-document document",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width * _PIXELS,
        height=height * _PIXELS,
        style="max-width:100%;height:auto",  # shrinks with a notebook's column
    )


# ---- the page ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Canvas:
    """A scene with the place of everything on the page."""

    scene: Scene
    grid: HexGrid
    centres: Mapping[str, Point]
    shore: Sequence[Point]
    width: float
    height: float

    def outline(self, name: str, scale: float = 1.0) -> str:
        """Return the ``points`` of a hex."""
        return points(self.grid.corners(self.centres[name], scale))

    def beside(self, name: str, dx: float, dy: float, scale: float = 1.0) -> str:
        """Return the ``transform`` that moves a symbol to a place near the centre of a hex."""
        x, y = self.centres[name]
        return at(x + dx, y + dy, scale=scale)


def _place_on_page(scene: Scene, least_width: float) -> _Canvas:
    """Return the canvas of a scene: at least so wide, the island in the middle."""
    grid = HexGrid(scene.island.orientation)
    shore = [grid.centre(place) for place in _shore(scene.island)]
    left, right = min(x for x, _ in shore), max(x for x, _ in shore)
    top, bottom = min(y for _, y in shore), max(y for _, y in shore)
    width = max(right - left + 2 * (RADIUS + _MARGIN), least_width)
    dx, dy = (width - left - right) / 2, RADIUS + _MARGIN - top
    land = zip(scene.island.names, map(grid.centre, scene.island.hexes), strict=True)
    return _Canvas(
        scene,
        grid,
        centres={name: (x + dx, y + dy) for name, (x, y) in land},
        shore=[(x + dx, y + dy) for x, y in shore],
        width=width,
        height=bottom - top + 2 * (RADIUS + _MARGIN),
    )


def _shore(island: Drawable) -> list[Hex]:
    """Return the ocean hexes next to land, sorted."""
    return sorted({near for place in island.hexes for near in neighbours(place)}.difference(island.hexes))


# ---- the layers -------------------------------------------------------------------------------------------


def _layer(name: str, body: Iterable[str], **attributes: float | str) -> str:
    """Return a layer that is only for the eye, or nothing when it is empty."""
    parts = list(body)
    return element("g", *parts, class_=f"layer-{name}", **PASSIVE, **attributes) if parts else ""


def _ocean(canvas: _Canvas) -> str:
    palette = canvas.scene.palette
    hexagons = (element("polygon", points=points(canvas.grid.corners(centre))) for centre in canvas.shore)
    return _layer("ocean", hexagons, fill=palette.ocean, stroke=palette.ocean_line)


def _terrain(canvas: _Canvas) -> str:
    """Return the grid of hexes: what screen readers read and what the pointer meets."""
    island, labels = canvas.scene.island, canvas.scene.labels()
    places = zip(map(canvas.grid.row_and_column, island.hexes), island.names, strict=True)
    spots = sorted((row, column, name) for (row, column), name in places)
    columns = [column for _, column, _ in spots]
    (top, *_), (bottom, *_), left = spots[0], spots[-1], min(columns)
    rows = (
        element(
            "g",
            *(_hex(canvas, name, column - left + 1, labels[name]) for _, column, name in line),
            role="row",
            aria_rowindex=row - top + 1,
        )
        for row, line in groupby(spots, key=lambda spot: spot[0])
    )
    return element(
        "g",
        *(f"\n{row}" for row in rows),
        class_="layer-terrain",
        role="grid",
        aria_label=canvas.scene.title,
        aria_rowcount=bottom - top + 1,
        aria_colcount=max(columns) - left + 1,
        stroke=canvas.scene.palette.line,
        stroke_width=0.9,
    )


def _hex(canvas: _Canvas, name: str, column: int, words: str) -> str:
    terrain = canvas.scene.island.terrain(name)
    return element(
        "polygon",
        class_=f"hex {terrain}",
        role="gridcell",
        data_hex=name,
        aria_label=words,
        aria_colindex=column,
        points=canvas.outline(name),
        fill=ground(canvas.scene.theme, terrain),
    )


def _borders(canvas: _Canvas) -> str:
    """Return every edge between two regions, once, and every edge of the coast."""
    island = canvas.scene.island
    terrain = dict(zip(island.hexes, map(island.terrain, island.names), strict=True))
    regions: list[tuple[Point, Point]] = []
    coast: list[tuple[Point, Point]] = []
    for name, place in zip(island.names, island.hexes, strict=True):
        corners = canvas.grid.corners(canvas.centres[name])
        for side, near in enumerate(neighbours(place)):
            edge = corners[side], corners[(side + 1) % 6]
            if near not in terrain:
                coast.append(edge)
            elif side < 3 and terrain[near] != terrain[place]:
                regions.append(edge)
    paths = [(regions, 2.6), (coast, 4.0)]
    drawn = (element("path", d=segments(lines), stroke_width=width) for lines, width in paths if lines)
    return _layer("borders", drawn, fill="none", stroke=canvas.scene.palette.border, stroke_linecap="round")


def _heat(canvas: _Canvas) -> str:
    heat, palette = canvas.scene.heat, canvas.scene.palette
    top = max(heat.values(), default=1.0)
    fills = {name: heat_colour(palette, value / top) for name, value in heat.items()}
    shapes = (
        element("polygon", points=canvas.outline(name, _HEAT_SCALE), fill=fill, stroke=palette.border)
        for name, fill in fills.items()
    )
    return _layer("heat", shapes)


def _names(canvas: _Canvas) -> str:
    island, texts = canvas.scene.island, []
    for name in island.names:
        x, y = canvas.centres[name]
        letter = element("tspan", island.terrain(name)[0].upper(), font_weight="bold", dx=4.0)
        texts.append(element("text", text_of(name), letter, x=x, y=y + _NAME_Y))
    longest = max(map(len, island.names)) + len(" W")
    size = min(_NAME_SIZE, _NAME_ROOM[island.orientation] / text_width("x" * longest, 1.0))
    return _layer("names", texts, **_lettering(canvas.scene.palette), font_size=size)


def _lettering(palette: Palette) -> dict[str, str]:
    """Return the looks of text on the map: outlined, so that it can be read on every pattern."""
    return {
        "font_family": FONT,
        "text_anchor": "middle",
        "fill": palette.text,
        "stroke": palette.halo,
        "stroke_width": "3.2",
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }


def _landmarks(canvas: _Canvas) -> str:
    symbols = (
        element("g", landmark(kind), class_=kind, transform=canvas.beside(name, 0.0, _LANDMARK_Y))
        for kind, cells in canvas.scene.landmarks.items()
        for name in cells
    )
    return _layer("landmarks", symbols, font_family=FONT)


def _facings(canvas: _Canvas) -> str:
    directions = canvas.scene.island.orientation.directions
    angles = {d.name: canvas.grid.angle(i) for i, d in enumerate(directions)}
    head = element("g", arrow(canvas.scene.palette), transform=at(_ARROW, 0.0))
    arrows = (
        element("g", head, transform=at(*canvas.centres[name], turn=angles[direction]))
        for name, direction in canvas.scene.facings.items()
    )
    return _layer("facings", arrows)


def _candidates(canvas: _Canvas) -> str:
    groups = []
    for marks, cells in canvas.scene.marks:
        dx, dy = _SLOT_X * (-1, 1)[marks.slot % 2], _SLOT_Y * (-1, 1)[marks.slot // 2]
        symbol = mark(marks.shape, marks.colour)
        places = [canvas.beside(name, dx, dy, _MARK_SCALE) for name in cells]
        placed = [element("g", symbol, transform=place) for place in places]
        if placed:
            groups.append(element("g", *placed, data_marks=marks.label))
    return _layer("candidates", groups)


def _tokens(canvas: _Canvas) -> str:
    parts: list[str] = []
    for name in dict.fromkeys(piece.place for piece in canvas.scene.tokens):
        pieces, _, scale, left = _foot(canvas, name)
        for place, piece in enumerate(pieces):
            move = canvas.beside(name, left + scale * _TOKEN_WIDTH * (place + 0.5), _TOKEN_Y, scale)
            symbol = token(piece.piece, piece.colour, piece.letter)
            parts.append(element("g", symbol, transform=move, data_token=piece.label))
    return _layer("tokens", parts, font_family=FONT)


def _shares(canvas: _Canvas) -> str:
    """Return the numbers of the heat layer."""
    texts = (_share(canvas, name) for name in canvas.scene.heat)
    return _layer("shares", texts, **_lettering(canvas.scene.palette))


def _share(canvas: _Canvas, name: str) -> str:
    """Return the share of a hex in percent: at its foot, or in its middle when only pieces stand there."""
    pieces, at_foot, scale, left = _foot(canvas, name)
    x, y = canvas.centres[name]
    if at_foot:
        x, y = x + left + scale * (_TOKEN_WIDTH * len(pieces) + _HEAT_WIDTH / 2), y + _TOKEN_Y
    else:
        y, scale = y + _LANDMARK_Y, 1.0
    return label(percent(canvas.scene.heat[name]), x, y + 4.5 * scale, font_size=_HEAT_SIZE * scale)


def _foot(canvas: _Canvas, name: str) -> tuple[list[Token], bool, float, float]:
    """Return the row at the foot of a hex: its pieces, whether the share follows, its scale and left end."""
    scene = canvas.scene
    pieces = [piece for piece in scene.tokens if piece.place == name]
    landmark_above = any(name in cells for cells in scene.landmarks.values())
    with_share = name in scene.heat and (not pieces or landmark_above)
    width = _TOKEN_WIDTH * len(pieces) + _HEAT_WIDTH * with_share
    scale = min(1.0, _TOKEN_ROOM / width) if width else 1.0  # it shrinks until it fits
    return pieces, with_share, scale, -scale * width / 2


def _highlight(canvas: _Canvas) -> str:
    """Return the rings, each twice: a wide one that sets it off from the ground, and its own colour."""
    palette = canvas.scene.palette
    outlines = [canvas.outline(name, _RING_SCALE) for name in canvas.scene.highlight]
    rings = [element("polygon", points=outline) for outline in outlines]
    widths = [(palette.highlight_halo, 8), (palette.highlight, 4.5)] if rings else []
    groups = (element("g", *rings, stroke=colour, stroke_width=width) for colour, width in widths)
    return _layer("highlight", groups, fill="none")


_LAYERS: tuple[Callable[[_Canvas], str], ...] = (
    _ocean,
    _terrain,
    _borders,
    _heat,
    _names,
    _landmarks,
    _facings,
    _candidates,
    _tokens,
    _shares,
    _highlight,
)
"""Every layer between the paper and the legend, bottom to top."""
