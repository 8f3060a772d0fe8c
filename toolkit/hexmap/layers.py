"""The layers of a picture, one function each; `toolkit.hexmap.drawing` tells their classes and order."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from toolkit.hexmap.hexes import Hex, Orientation, neighbours
from toolkit.hexmap.patterns import arrow, ground, heat_colour, landmark, mark, token
from toolkit.hexmap.scene import percent
from toolkit.hexmap.svg import (
    FONT,
    PASSIVE,
    RADIUS,
    HexGrid,
    Point,
    at,
    element,
    label,
    points,
    segments,
    text_of,
    text_width,
)
from toolkit.hexmap.terrain import OCEAN

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from toolkit.hexmap.patterns import Palette
    from toolkit.hexmap.scene import Drawable, Scene, Token

_NAME_SIZE = 15.0
_NAME_ROOM = {Orientation.FLAT: 56.0, Orientation.POINTY: 40.0}  # arrows come close to long names
_NAME_Y, _LANDMARK_Y, _TOKEN_Y = -21.0, -1.0, 25.0  # from the centre of a hex
_SLOT_X, _SLOT_Y, _MARK_SCALE = 25.0, 8.5, 1.15
_ARROW = 35.0  # from the centre to the tail of an arrow, whose tip is in the next hex
_TOKEN_WIDTH, _TOKEN_ROOM = 19.0, 55.0
_HEAT_SIZE, _HEAT_WIDTH, _HEAT_SCALE = 13.0, 32.0, 0.86
_RING_SCALE = 0.92


@dataclass(frozen=True, slots=True)
class Canvas:
    """A scene with the place of everything on the page."""

    scene: Scene
    palette: Palette
    layout: HexGrid
    centres: Mapping[str, Point]
    shore: Sequence[Point]
    width: float
    height: float


def place_on_page(scene: Scene, palette: Palette, margin: float, least_width: float) -> Canvas:
    """Return the canvas of a scene: at least so wide, the island in the middle."""
    layout = HexGrid(scene.island.orientation)
    shore = [layout.centre(place) for place in _shore(scene.island)]
    left, right = min(x for x, _ in shore), max(x for x, _ in shore)
    top, bottom = min(y for _, y in shore), max(y for _, y in shore)
    width = max(right - left + 2 * (RADIUS + margin), least_width)
    dx, dy = (width - left - right) / 2, RADIUS + margin - top
    land = zip(scene.island.names, map(layout.centre, scene.island.hexes), strict=True)
    return Canvas(
        scene=scene,
        palette=palette,
        layout=layout,
        centres={name: (x + dx, y + dy) for name, (x, y) in land},
        shore=[(x + dx, y + dy) for x, y in shore],
        width=width,
        height=bottom - top + 2 * (RADIUS + margin),
    )


def _shore(island: Drawable) -> list[Hex]:
    """Return the ocean hexes next to land."""
    land = set(island.hexes)
    ocean = (place for place, terrain in island.graph.nodes(data="terrain") if terrain == OCEAN)
    return [place for place in ocean if not land.isdisjoint(neighbours(place))]


def _layer(name: str, body: Iterable[str], **attributes: float | str) -> str:
    """Return a layer that is only for the eye, or nothing when it is empty."""
    parts = list(body)
    return element("g", *parts, class_=f"layer-{name}", **PASSIVE, **attributes) if parts else ""


def _ocean(canvas: Canvas) -> str:
    hexagons = (element("polygon", points=points(canvas.layout.corners(c))) for c in canvas.shore)
    return _layer("ocean", hexagons, fill=canvas.palette.ocean, stroke=canvas.palette.ocean_line)


def _terrain(canvas: Canvas) -> str:
    """Return the grid of hexes: what screen readers read and what the pointer meets."""
    island = canvas.scene.island
    spots = [
        (*canvas.layout.row_and_column(place), name)
        for place, name in zip(island.hexes, island.names, strict=True)
    ]
    top, left = min(row for row, _, _ in spots), min(column for _, column, _ in spots)
    labels = canvas.scene.labels()
    rows = [
        _row(canvas, row - top + 1, [(column - left + 1, name) for _, column, name in line], labels)
        for row, line in groupby(sorted(spots), key=lambda spot: spot[0])
    ]
    return element(
        "g",
        *rows,
        class_="layer-terrain",
        role="grid",
        aria_label=canvas.scene.title,
        aria_rowcount=max(row for row, _, _ in spots) - top + 1,
        aria_colcount=max(column for _, column, _ in spots) - left + 1,
        stroke=canvas.palette.line,
        stroke_width=0.9,
    )


def _row(canvas: Canvas, row: int, line: list[tuple[int, str]], labels: Mapping[str, str]) -> str:
    cells = (
        element(
            "polygon",
            class_=f"hex {(terrain := canvas.scene.island.terrain(name))}",
            role="gridcell",
            data_hex=name,
            aria_label=labels[name],
            aria_colindex=column,
            points=points(canvas.layout.corners(canvas.centres[name])),
            fill=ground(canvas.scene.theme, terrain),
        )
        for column, name in line
    )
    return "\n" + element("g", *cells, role="row", aria_rowindex=row)


def _borders(canvas: Canvas) -> str:
    regions: list[tuple[Point, Point]] = []
    coast: list[tuple[Point, Point]] = []
    for edge, outside in _edges(canvas):
        (coast if outside else regions).append(edge)
    paths = [(regions, 2.6), (coast, 4.0)]
    drawn = (element("path", d=segments(lines), stroke_width=width) for lines, width in paths if lines)
    return _layer("borders", drawn, fill="none", stroke=canvas.palette.border, stroke_linecap="round")


def _edges(canvas: Canvas) -> Iterator[tuple[tuple[Point, Point], bool]]:
    """Yield every edge between two regions once, and every edge of the coast."""
    island = canvas.scene.island
    terrain = dict(island.graph.nodes(data="terrain"))
    for name, place in zip(island.names, island.hexes, strict=True):
        corners = canvas.layout.corners(canvas.centres[name])
        for direction, near in enumerate(neighbours(place)):
            outside = terrain[near] == OCEAN
            if outside or (direction < 3 and terrain[near] != terrain[place]):
                yield (corners[direction], corners[(direction + 1) % 6]), outside


def _heat(canvas: Canvas) -> str:
    heat, palette = canvas.scene.heat, canvas.palette
    top = max(heat.values(), default=1.0)
    shapes = (
        element(
            "polygon",
            points=points(canvas.layout.corners(canvas.centres[name], _HEAT_SCALE)),
            fill=heat_colour(palette, value / top),
            stroke=palette.border,
        )
        for name, value in heat.items()
    )
    return _layer("heat", shapes)


def _names(canvas: Canvas) -> str:
    island = canvas.scene.island
    longest = max(map(len, island.names)) + len(" W")
    size = min(_NAME_SIZE, _NAME_ROOM[island.orientation] / text_width("x" * longest, 1.0))
    texts = (_name(name, island.terrain(name), canvas.centres[name]) for name in island.names)
    return _layer("names", texts, **_lettering(canvas.palette), font_size=size)


def _name(name: str, terrain: str, centre: Point) -> str:
    letter = element("tspan", terrain[0].upper(), font_weight="bold", dx=4.0)
    return element("text", text_of(name), letter, x=centre[0], y=centre[1] + _NAME_Y)


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


def _landmarks(canvas: Canvas) -> str:
    symbols = (
        element("g", landmark(kind), class_=kind, transform=_within(canvas, name, 0.0, _LANDMARK_Y))
        for kind, cells in canvas.scene.landmarks.items()
        for name in cells
    )
    return _layer("landmarks", symbols, font_family=FONT)


def _within(canvas: Canvas, name: str, dx: float, dy: float, scale: float = 1.0) -> str:
    x, y = canvas.centres[name]
    return at(x + dx, y + dy, scale=scale)


def _facings(canvas: Canvas) -> str:
    directions = canvas.scene.island.orientation.directions
    angles = {d.name: canvas.layout.angle(i) for i, d in enumerate(directions)}
    head = element("g", arrow(canvas.palette), transform=at(_ARROW, 0.0))
    arrows = (
        element("g", head, transform=at(*canvas.centres[name], turn=angles[direction]))
        for name, direction in canvas.scene.facings.items()
    )
    return _layer("facings", arrows)


def _candidates(canvas: Canvas) -> str:
    groups = []
    for marks, cells in canvas.scene.marks:
        dx, dy = _SLOT_X * (-1, 1)[marks.slot % 2], _SLOT_Y * (-1, 1)[marks.slot // 2]
        symbol = mark(marks.shape, marks.colour)
        placed = [
            element("g", symbol, transform=_within(canvas, name, dx, dy, _MARK_SCALE)) for name in cells
        ]
        if placed:
            groups.append(element("g", *placed, data_marks=marks.label))
    return _layer("candidates", groups)


def _tokens(canvas: Canvas) -> str:
    """Return the pieces, in a row at the foot of their hex."""
    pieces = _pieces(canvas)
    return _layer(
        "tokens", (part for name in pieces for part in _foot(canvas, name, pieces[name])), font_family=FONT
    )


def _pieces(canvas: Canvas) -> dict[str, list[Token]]:
    pieces: dict[str, list[Token]] = {}
    for piece in canvas.scene.tokens:
        pieces.setdefault(piece.place, []).append(piece)
    return pieces


def _foot(canvas: Canvas, name: str, pieces: list[Token]) -> Iterator[str]:
    scale, start = _row_of(canvas, name, len(pieces))
    for number, piece in enumerate(pieces):
        move = _within(canvas, name, start + scale * _TOKEN_WIDTH * (number + 0.5), _TOKEN_Y, scale)
        yield element(
            "g", token(piece.piece, piece.colour, piece.letter), transform=move, data_token=piece.label
        )


def _shares(canvas: Canvas) -> str:
    """Return the numbers of the heat layer."""
    pieces = _pieces(canvas)
    texts = (_share(canvas, name, len(pieces.get(name, ()))) for name in canvas.scene.heat)
    return _layer("shares", texts, **_lettering(canvas.palette))


def _share(canvas: Canvas, name: str, pieces: int) -> str:
    """Return the share of a hex in percent: at its foot, or in its middle when only pieces stand there."""
    scale, start = _row_of(canvas, name, pieces)
    x, y = canvas.centres[name]
    if pieces and not _has_landmark(canvas, name):
        x, y, scale = x, y + _LANDMARK_Y, 1.0
    else:
        x, y = x + start + scale * (_TOKEN_WIDTH * pieces + _HEAT_WIDTH / 2), y + _TOKEN_Y
    return label(percent(canvas.scene.heat[name]), x, y + 4.5 * scale, font_size=_HEAT_SIZE * scale)


def _has_landmark(canvas: Canvas, name: str) -> bool:
    return any(name in cells for cells in canvas.scene.landmarks.values())


def _row_of(canvas: Canvas, name: str, pieces: int) -> tuple[float, float]:
    """Return scale and left end of the row at the foot of a hex; it shrinks until it fits."""
    with_share = name in canvas.scene.heat and (not pieces or _has_landmark(canvas, name))
    width = _TOKEN_WIDTH * pieces + _HEAT_WIDTH * with_share
    scale = min(1.0, _TOKEN_ROOM / width) if width else 1.0
    return scale, -scale * width / 2


def _highlight(canvas: Canvas) -> str:
    palette = canvas.palette
    rings = [
        element("polygon", points=points(canvas.layout.corners(canvas.centres[name], _RING_SCALE)))
        for name in canvas.scene.highlight
    ]
    if not rings:
        return ""
    halo = element("g", *rings, stroke=palette.highlight_halo, stroke_width=8)
    return _layer(
        "highlight", [halo, element("g", *rings, stroke=palette.highlight, stroke_width=4.5)], fill="none"
    )


LAYERS: tuple[Callable[[Canvas], str], ...] = (
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
