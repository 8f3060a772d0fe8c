"""The picture of an island as SVG: the only map renderer.

Every picture is built from these layers, bottom to top, each a group with a class that stays the same:

==================== ===================================================================================
``layer-sea``         the sea around the land, shallow along the coast
``layer-terrain``     the land: an ARIA grid; one element per hex with ``data-hex`` and its words
``layer-glyphs``      the sign of each terrain, a copy for each hex (in print patterns fill the hexes)
``layer-borders``     a closed line around each region, and the coast
``layer-fog``         the hexes that do not lie in the light (with ``light``)
``layer-heat``        shares such as those of a forecast (with ``heat``)
``layer-light``       the glowing line around the hexes that do
``layer-names``       names of the hexes, letters of their terrain
``layer-landmarks``   huts, palms, statues, each with ``data-at`` and ``data-facing``
``layer-facings``     where statues look
``layer-marks``       marks such as the candidates of the four treasure maps
``layer-tokens``      pieces that stand on hexes, with ``data-at``
``layer-shares``      the shares of ``layer-heat`` in percent
``layer-arrows``      arrows from hex to hex
``layer-highlight``   rings around chosen hexes
``layer-legend``      legend, notes, caption
==================== ===================================================================================

A layer without content is left out. Only ``layer-terrain`` takes pointer events; the other layers repeat
what its labels say and are hidden from screen readers. The root has the class ``hexmap`` and that of its
theme. Colours stand in the sheet alone, which a picture brings with it unless its page has one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from math import hypot
from typing import Unpack

from toolkit.core.errors import ToolkitError
from toolkit.core.pictures import Picture, document
from toolkit.core.pictures.svg import PASSIVE, Point, at, element, label, number, text_of, text_width
from toolkit.hexmap.hexes import Orientation, neighbours
from toolkit.hexmap.layout import Canvas, canvas_of
from toolkit.hexmap.legend import draw_legend
from toolkit.hexmap.scene import Drawable, Light, Marks, Scene, Shown, Token, percent
from toolkit.hexmap.signs import Kind, definitions, facing, glyph, landmark, map_sheet, mark, token

__all__ = ["Light", "Marks", "Token", "draw"]

_NAME_SIZE, _LARGEST_NAME, _NAME_PIXELS = 15.0, 20.0, 11.0  # larger where few pixels show it
_LEGEND_SCALE = 0.8  # pixels for each of its own units, at the least
_NAME_ROOM = {Orientation.FLAT: 52.0, Orientation.POINTY: 40.0}  # arrows come close to long names
_NAME_Y, _LANDMARK_Y, _TOKEN_Y = -22.0, 0.0, 28.0  # from the centre of a hex
_LANDMARK_SCALE = 0.76
_SLOT_X, _SLOT_Y = 25.0, 11.0
_MARK_SCALES: Mapping[Kind, float] = {"sign": 1.35, "cube": 1.1, "gone": 1.2}  # they stay within their hex
_FACING = 32.0  # from the centre to the tail of an arrow, whose tip is in the next hex
_TOKEN_WIDTH, _TOKEN_SCALE, _TOKEN_ROOM = 19.0, 1.2, 55.0
_CUBE_Y, _CUBE_SCALE, _CUBE_ROOM = 10.0, 2.2, 78.0  # of discs and cubes, the numbers of which are to be read
_BELOW_Y, _BELOW_SCALE = 24.0, 1.6  # where a landmark stands above them
_HEAT_SIZE, _HEAT_WIDTH = 20.0, 46.0
_RING_SCALE = 0.96  # names stay clear of it
_ARROW_START, _ARROW_END, _ARROW_HEAD = 16.0, 14.0, 20.0


def draw(
    island: Drawable,
    *,
    names: bool = True,
    letters: bool | None = None,
    legend: bool = True,
    notes: Sequence[str] = (),
    caption: str = "",
    size: int | None = None,
    alone: bool = True,
    **shown: Unpack[Shown],
) -> Picture:
    """Return the picture of an island as an SVG document, the same for the same input.

    Parameters
    ----------
    island
        The terrain.
    names, letters
        Whether hexes bear their names and the letters of their terrain (by default in print alone).
    legend, notes, caption
        Whether to explain the signs below the map, and lines of text and a heading to put there.
    size
        The width in pixels; by default as wide as a page has room for. It shrinks with its page.
    alone
        Whether the picture brings its sheet and signs with it; else `map_sheet` and `sprite` are the page's.
    shown
        What is on the island, how its words are said, and the ``theme``: `toolkit.hexmap.scene.Shown`.

    Raises
    ------
    ToolkitError
        A hex or direction that the island does not have; a share, theme, shape, colour, slot, size or kind of
        piece out of range; or print that is not alone.

    Examples
    --------
    >>> from toolkit.hexmap import parse_drawing
    >>> picture = draw(parse_drawing("J J S"), landmarks={"hut": ["c1"]}, highlight=["a1"])
    >>> 'data-hex="c1" aria-label="c1 scrubland, hut"' in picture
    True
    """
    scene = Scene.of(island, shown)
    if size is not None and size < 1:
        raise ToolkitError(f"size {size}: a picture is at least 1 pixel wide")
    if scene.theme == "print" and not alone:
        raise ToolkitError("a picture for print brings its patterns with it: leave alone=False out")
    lettered = scene.theme == "print" if letters is None else letters
    canvas = canvas_of(scene, names, lettered, legend or bool(notes), size)
    return _document(canvas, legend, notes, caption, alone)


def _document(canvas: Canvas, explain: bool, notes: Sequence[str], caption: str, alone: bool) -> Picture:
    scene, width, height = canvas.scene, canvas.width, canvas.height
    layers = [layer(canvas) for layer in _LAYERS]
    scale = max(1.0, _LEGEND_SCALE * width / canvas.shown)  # its letters can be read where few pixels show it
    below, more = draw_legend(scene, width / scale, notes, caption, explain=explain)
    if below:
        group = element("g", below, class_="layer-legend", transform=at(0.0, height, scale=scale), **PASSIVE)
        height += scale * more
        layers = [element("rect", width=width, height=height, class_="paper", rx=10), *layers, group]
    signs = ""
    if alone:
        terrains = dict.fromkeys(map(scene.island.terrain, scene.island.names))
        signs = definitions(terrains, scene.landmarks, patterns=scene.theme == "print")
    return document(
        signs,
        *layers,
        sheet=map_sheet(),
        theme=scene.theme,
        box=(0, 0, width, height),
        width=canvas.shown,
        title=scene.title,
        description=scene.text() if alone else "",  # on a page the hexes have labels
        alone=alone,
        role="graphics-document document",
    )


# ---- land and sea -----------------------------------------------------------------------------------------


def _layer(name: str, body: Iterable[str], **attributes: float | str) -> str:
    """Return a layer that is only for the eye, or nothing when it is empty."""
    parts = [part for part in body if part]
    return element("g", *parts, class_=f"layer-{name}", **PASSIVE, **attributes) if parts else ""


def _sea(canvas: Canvas) -> str:
    """Return the sea, which ends along the coast as it shoals there: no edge of the picture cuts it."""
    coast = canvas.around(canvas.centres)
    lines = coast.split("M")[1:]  # each filled by itself: what land encloses is sea, too
    sea = (element("path", d=f"M{line}", class_="sea") for line in lines)
    depths = (element("path", d=coast, class_=f"sea-{depth}") for depth in ("near", "shore"))
    return _layer("sea", [*sea, *depths])


def _terrain(canvas: Canvas) -> str:
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
    )


def _hex(canvas: Canvas, name: str, column: int, words: str) -> str:
    return element(
        "polygon",
        class_=f"hex {canvas.scene.island.terrain(name)}",
        role="gridcell",
        data_hex=name,
        aria_label=words,
        aria_colindex=column,
        points=canvas.outline(name),
    )


def _glyphs(canvas: Canvas) -> str:
    if canvas.scene.theme == "print":
        return ""
    terrain = canvas.scene.island.terrain
    return _layer("glyphs", (glyph(terrain(name), x=x, y=y) for name, (x, y) in canvas.centres.items()))


def _borders(canvas: Canvas) -> str:
    island = canvas.scene.island
    regions = "".join(map(canvas.around, _regions(island)))
    coast = canvas.around(canvas.centres)
    paths = (element("path", d=regions, class_="region"), element("path", d=coast, class_="coast"))
    return _layer("borders", paths)


def _regions(island: Drawable) -> list[list[str]]:
    """Return the hexes of each region: connected hexes of one terrain."""
    names = dict(zip(island.hexes, island.names, strict=True))
    left, regions = dict.fromkeys(island.hexes), []
    while left:
        region = [next(iter(left))]
        del left[region[0]]
        for place in region:  # it grows on the way
            for near in neighbours(place):
                if near in left and island.terrain(names[near]) == island.terrain(names[place]):
                    del left[near]
                    region.append(near)
        regions.append([names[place] for place in region])
    return regions


# ---- light, fog, heat -------------------------------------------------------------------------------------


def _fog(canvas: Canvas) -> str:
    if canvas.scene.light is None:
        return ""
    dark = [name for name in canvas.centres if name not in canvas.scene.lit]
    return _layer("fog", [element("path", d=canvas.around(dark), class_="fog")] if dark else [])


def _light(canvas: Canvas) -> str:
    light, lit = canvas.scene.light, canvas.scene.lit
    if not (light and light.line and lit) or len(lit) == len(canvas.centres):
        return ""
    d = canvas.around(lit)
    return _layer("light", (element("path", d=d, class_=part) for part in ("glow", *light.lines)))


def _heat(canvas: Canvas) -> str:
    heat = canvas.scene.heat
    if not heat:
        return ""
    top = max(heat.values())
    shapes = (
        element("polygon", points=canvas.outline(name), class_="heat", fill_opacity=f"{value / top:.2f}")
        for name, value in heat.items()
    )
    return _layer("heat", [element("path", d=canvas.around(heat), class_="heat-low"), *shapes])


# ---- what stands on hexes ---------------------------------------------------------------------------------


def _names(canvas: Canvas) -> str:
    if not (canvas.names or canvas.letters):
        return ""
    island, texts = canvas.scene.island, []
    for name in island.names:
        x, y = canvas.centres[name]
        parts = [text_of(name)] if canvas.names else []
        if canvas.letters:
            parts.append(element("tspan", island.terrain(name)[0].upper(), dx=4 * canvas.names))
        texts.append(element("text", *parts, x=x, y=y + _NAME_Y))
    longest = max(map(len, island.names)) + 2 * canvas.letters
    wanted = max(_NAME_SIZE, min(_LARGEST_NAME, _NAME_PIXELS * canvas.width / canvas.shown))
    size = min(wanted, _NAME_ROOM[island.orientation] / text_width("x" * longest, 1.0))
    return _layer("names", [element("g", *texts, class_="lettering")], font_size=size)


def _landmarks(canvas: Canvas) -> str:
    scene = canvas.scene
    signs = (
        element(
            "g",
            landmark(kind),
            class_="landmark",
            data_at=name,
            data_facing=scene.facings.get(name),
            transform=canvas.beside(name, 0.0, _LANDMARK_Y, _LANDMARK_SCALE),
        )
        for kind, cells in scene.landmarks.items()
        for name in cells
    )
    return _layer("landmarks", signs)


def _facings(canvas: Canvas) -> str:
    directions = canvas.scene.island.orientation.directions
    angles = {d.name: canvas.grid.angle(i) for i, d in enumerate(directions)}
    arrows = (
        facing_arrow(angles[direction], canvas.centres[name])
        for name, direction in canvas.scene.facings.items()
    )
    return _layer("facings", arrows)


def facing_arrow(angle: int, centre: Point = (0.0, 0.0)) -> str:
    """Return the arrow that tells where the statue on a hex looks (`HexGrid.angle`), by the hex's centre."""
    head = element("g", facing(), transform=at(_FACING, 0.0))
    return element("g", head, transform=at(*centre, turn=angle))


def _marks(canvas: Canvas) -> str:
    groups = []
    for marks, cells in canvas.scene.marks:
        dx, dy = _SLOT_X * (-1, 1)[marks.slot % 2], _SLOT_Y * (-1, 1)[marks.slot // 2]
        sign, scale = mark(marks.shape, marks.kind), _MARK_SCALES[marks.kind]
        placed = [
            element("g", sign, transform=canvas.beside(name, dx, dy, scale), data_at=name) for name in cells
        ]
        if placed:
            groups.append(element("g", *placed, class_=marks.colour, data_marks=marks.label))
    return _layer("marks", groups)


def _tokens(canvas: Canvas) -> str:
    parts: list[str] = []
    for name in dict.fromkeys(piece.place for piece in canvas.scene.tokens):
        pieces, _, scale, left = _foot(canvas, name)
        y = _TOKEN_Y if not _are_cubes(pieces) else _BELOW_Y if _landmark_above(canvas, name) else _CUBE_Y
        for place, piece in enumerate(pieces):
            move = canvas.beside(name, left + scale * _TOKEN_WIDTH * (place + 0.5), y, scale)
            names = {"class_": piece.colour, "data_token": piece.label, "data_at": name}
            parts.append(element("g", token(piece.piece, piece.letter), transform=move, **names))
    return _layer("tokens", parts)


def _shares(canvas: Canvas) -> str:
    """Return the numbers of the heat layer."""
    texts = [_share(canvas, name) for name in canvas.scene.heat]
    return _layer("shares", [element("g", *texts, class_="lettering")] if texts else [])


def _share(canvas: Canvas, name: str) -> str:
    """Return the share of a hex in percent: at its foot, or in its middle when only pieces stand there."""
    pieces, at_foot, scale, left = _foot(canvas, name)
    x, y = canvas.centres[name]
    if at_foot:
        x, y = x + left + scale * (_TOKEN_WIDTH * len(pieces) + _HEAT_WIDTH / 2), y + _TOKEN_Y
    else:
        y, scale = y + _LANDMARK_Y, 1.0
    return label(
        percent(canvas.scene.heat[name]), x, y + 0.35 * _HEAT_SIZE * scale, font_size=_HEAT_SIZE * scale
    )


def _foot(canvas: Canvas, name: str) -> tuple[list[Token], bool, float, float]:
    """Return the row at the foot of a hex: its pieces, whether the share follows, its scale and left end."""
    scene = canvas.scene
    pieces = [piece for piece in scene.tokens if piece.place == name]
    landmark_above = _landmark_above(canvas, name)
    with_share = name in scene.heat and (not pieces or landmark_above)
    width = _TOKEN_WIDTH * len(pieces) + _HEAT_WIDTH * with_share
    most, room = 1.0 if with_share else _TOKEN_SCALE, _TOKEN_ROOM
    if _are_cubes(pieces):
        most, room = _BELOW_SCALE if landmark_above else _CUBE_SCALE, _CUBE_ROOM
    scale = min(most, room / width) if width else 1.0  # it shrinks until it fits
    return pieces, with_share, scale, -scale * width / 2


def _landmark_above(canvas: Canvas, name: str) -> bool:
    return any(name in cells for cells in canvas.scene.landmarks.values())


def _are_cubes(pieces: Sequence[Token]) -> bool:
    return bool(pieces) and all(piece.piece in ("disc", "cube", "number") for piece in pieces)


# ---- above everything -------------------------------------------------------------------------------------


def _arrows(canvas: Canvas) -> str:
    """Return arrows, each twice: a wide one that sets it off from the ground, and its own colour."""
    paths = [_arrow(canvas.centres[start], canvas.centres[end]) for start, end in canvas.scene.arrows]
    parts = (element("path", d=d, class_=part) for d in paths for part in ("arrow-rim", "arrow"))
    return _layer("arrows", parts)


def _arrow(start: Point, end: Point) -> str:
    """Return the line and the head of an arrow between two centres."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    dx, dy = (end[0] - start[0]) / far, (end[1] - start[1]) / far

    def spot(along: float, aside: float) -> str:
        return f"{number(start[0] + dx * along - dy * aside)} {number(start[1] + dy * along + dx * aside)}"

    tip, head = far - _ARROW_END, far - _ARROW_END - _ARROW_HEAD
    wing = _ARROW_HEAD * 0.7
    line = f"M{spot(min(_ARROW_START, head), 0)}L{spot(tip, 0)}"
    return f"{line}M{spot(head, -wing)}L{spot(tip, 0)}L{spot(head, wing)}"


def _highlight(canvas: Canvas) -> str:
    """Return the rings, each twice as arrows are."""
    outlines = [canvas.outline(name, _RING_SCALE) for name in canvas.scene.highlight]
    rings = [element("polygon", points=outline) for outline in outlines]
    groups = (element("g", *rings, class_=part) for part in ("ring-halo", "ring")) if rings else ()
    return _layer("highlight", groups)


_LAYERS: tuple[Callable[[Canvas], str], ...] = (
    _sea,
    _terrain,
    _glyphs,
    _borders,
    _fog,
    _heat,
    _light,
    _names,
    _landmarks,
    _facings,
    _marks,
    _tokens,
    _shares,
    _arrows,
    _highlight,
)
"""Every layer between the paper and the legend, bottom to top."""
