"""What maps are made of: the sign and pattern of each terrain, landmarks, marks and pieces.

Every sign is drawn around the origin, for a hex of radius 50, and is the toolkit's own drawing. It has no
colours: these stand in the sheet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import product
from math import hypot
from typing import Literal

from toolkit.core.pictures.sheet import Sheet, sheet_of
from toolkit.core.pictures.svg import XMLNS, element, label

Colour = Literal["brown", "white", "grey", "black", "red", "blue", "green", "yellow", "purple", "orange"]
Shape = Literal["circle", "square", "triangle", "diamond"]
Piece = Literal["vehicle", "amulet", "disc", "cube", "number"]
Kind = Literal["sign", "cube", "gone"]

_GLYPHS: Mapping[str, str] = {  # one quiet sign for each hex
    "beach": "M-16 7q8-7 16 0t16 0M-8-7h.01M7-9h.01M16-2h.01",
    "jungle": "M-15 11c-3-12 3-20 15-22c3 12-3 20-15 22c3-7 7-12 11-16"
    "M2 13c-1-9 4-15 13-17c1 9-4 15-13 17c2-5 5-8 8-11",
    "lake": "M-18-6q6-6 12 0t12 0t12 0M-14 6q5-5 10 0t10 0t8 0",
    "mountain": "M-20 13L-6-12L3 4L8-4L20 13ZM-10-5L-6-2L-2-5",
    "river": "M-20-9q7-7 13 0t13 0t13 0M-20 1q7-7 13 0t13 0t13 0M-20 11q7-7 13 0t13 0t13 0",
    "scrubland": "M-9 8v-15M-9 6l-8-8M-9 6l8-8M10 13v-11M10 12l-6-6M10 12l6-6",
    "ocean": "M-20-9q7-7 13 0t13 0t13 0M-20 1q7-7 13 0t13 0t13 0M-20 11q7-7 13 0t13 0t13 0",
}

# Width, height, width of the line, and the path of one tile: sand, leaves, calm water, peaks, waves, tufts.
_TILES: Mapping[str, tuple[int, int, float, str]] = {
    "beach": (16, 16, 2.6, "M4 4h.01M12 12h.01"),
    "jungle": (22, 22, 1.6, "M2 10q0-8 8-8q0 8-8 8M13 13q8 0 8 8q-8 0-8-8M4 8l4-4M15 15l4 4"),
    "lake": (28, 12, 1.8, "M1 3h14M15 9h12"),
    "mountain": (26, 24, 1.9, "M2 10l5-8l5 8M15 22l5-8l5 8"),
    "river": (20, 11, 2.0, "M0 5.5q5-6 10 0t10 0"),
    "scrubland": (24, 22, 1.7, "M6 9v-7M6 9l-4-5M6 9l4-5M18 20v-7M18 20l-4-5M18 20l4-5"),
}

_LINE = 3.4
"""The width of the line of a sign."""

_INSIDE = 42
"""The radius of what lies in a hex, however it is turned."""

_LANDMARKS: Mapping[str, str] = {
    "hut": "M-17 1L0-15L17 1L13.5 4.2L0-8.8L-13.5 4.2ZM-10.5 3.5L0-6.5L10.5 3.5V15H3.5V6H-3.5V15H-10.5Z",
    "palm": "M-3 16Q2 5-1-5H2.5Q6 5 4 16ZM1-3Q-6-12-17-5Q-6-7 1-3ZM1-3Q8-12 18-5Q8-7 1-3Z"
    "M1-3Q-3-17-13-15Q-4-12 1-3ZM1-3Q5-17 15-15Q6-12 1-3ZM1-3Q-7-5-12 6Q-5-1 1-3ZM1-3Q9-6 14 6Q7-1 1-3Z",
    "statue": "M-10 16L-8 2V-11Q-8-17 0-17Q8-17 8-11V2L10 16Z"
    "M-6-9V-5H-1.5V-9ZM1.5-9V-5H6V-9ZM-1-4L-2.5 1H2.5L1-4ZM-4.5 5.5V8.8H4.5V5.5Z",
}
_SHAPES: Mapping[Shape, str] = {
    "circle": "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0Z",
    "square": "M-6.2-6.2H6.2V6.2H-6.2Z",
    "triangle": "M0-7.6L7.8 6.2H-7.8Z",
    "diamond": "M0-8.4L8.4 0L0 8.4L-8.4 0Z",
}
BLANK = "blank"
"""The terrain of a hex that has none yet, as on a board that is being drawn."""

_CUBE = "M0-12L10.5-6V6L0 12L-10.5 6V-6Z"
_TOP, _SIDE = "M0-12L10.5-6L0 0L-10.5-6Z", "M0 0L10.5-6V6L0 12Z"
_GONE = "M-8-8L8 8M-8 8L8-8"


@cache
def map_sheet() -> Sheet:
    """Return the style sheet of all pictures made of hexes and these signs."""
    return sheet_of("toolkit.hexmap", "map", "hexmap")


def paper_sheet() -> str:
    """Return the sheet with which a page prints: pale colours, and on its maps a patch of pattern for a sign.

    Patterns themselves are pixels in what browsers print, and 10 MB of them.
    """
    patches = "".join(f'--patch-{terrain}:path("{_patch(terrain)}");' for terrain in _TILES)
    signs = "".join(f'#glyph-{one}{{d:var(--patch-{one},path("{_GLYPHS[one]}"))}}' for one in _TILES)
    lines = f"{signs}[id^=glyph]{{stroke-width:var(--line,{_LINE})}}"
    return f"{map_sheet().on_paper()}@media print{{.layer-glyphs{{--line:1.9;{patches}}}{lines}}}\n"


def _patch(terrain: str) -> str:
    """Return the lines of a pattern that lie within a hex, whichever way it stands."""
    width, height, _, path = _TILES[terrain]
    columns, rows = (range(-(_INSIDE // size) - 1, _INSIDE // size + 1) for size in (width, height))
    drawn = []
    for start_x, start_y, line in re.findall(r"M([\d.]+) ([\d.]+)([^M]*)", path):
        for column, row in product(columns, rows):
            x, y = float(start_x) + column * width, float(start_y) + row * height
            if all(hypot(x + dx, y + dy) < _INSIDE for dx, dy in _ends(line)):
                drawn.append(f"M{x:g} {y:g}{line}")
    return "".join(drawn)


def _ends(line: str) -> Iterator[tuple[float, float]]:
    """Yield the ends of the parts of a line, all of them relative, from its start."""
    x, y = 0.0, 0.0
    yield x, y
    for command, text in re.findall(r"([a-z])([^a-z]*)", line):
        numbers = [float(one) for one in re.findall(r"-?[\d.]+", text)]
        x += 0 if command == "v" else numbers[0 if command == "h" else -2]
        y += 0 if command == "h" else numbers[-1]
        yield x, y


def definitions(terrains: Iterable[str], landmarks: Iterable[str], *, patterns: bool) -> str:
    """Return the ``<defs>`` of a picture: what its signs, or its patterns of terrains, are copied from."""
    parts = [
        _pattern(one)
        if patterns and one in _TILES
        else element("path", id=f"glyph-{one}", d=_GLYPHS[one], stroke_width=_LINE)
        for one in terrains
        if one in _GLYPHS
    ]
    known = (kind for kind in landmarks if kind in _LANDMARKS)
    return element(
        "defs", *parts, *(element("path", d=_LANDMARKS[one], id=f"landmark-{one}") for one in known)
    )


def sprite() -> str:
    """Return all signs once, for a page with several pictures that bring none."""
    signs = definitions(_GLYPHS, _LANDMARKS, patterns=False)
    kind = "hexmap theme-auto sprite"  # its copies have its rules
    return element("svg", signs, xmlns=XMLNS, class_=kind, width=0, height=0, aria_hidden="true")


def _pattern(terrain: str) -> str:
    width, height, line, path = _TILES[terrain]
    return element(
        "pattern",
        element("rect", width=width, height=height, class_=terrain),
        element("path", d=path, class_=f"glyph {terrain}", stroke_width=line),
        id=f"pattern-{terrain}",
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
    )


def glyph(terrain: str, **place: float | str) -> str:
    """Return a copy of the sign of a terrain; nothing for a hex that is blank."""
    if terrain not in _GLYPHS:
        return ""
    return element("use", href=f"#glyph-{terrain}", class_=f"glyph {terrain}", **place)


def landmark(kind: str) -> str:
    """Return a copy of the sign of a landmark on a light disc; of an unknown kind, its initial."""
    badge = element("circle", r=25, class_="badge")  # outside the copy: browsers find no class in one
    if kind in _LANDMARKS:
        return badge + element("use", href=f"#landmark-{kind}", class_=kind)
    initial = label(kind[:1].upper(), 0, 10, font_size=29, font_weight="bold", text_anchor="middle")
    return badge + element("g", initial, class_="other")


def mark(shape: Shape, kind: Kind = "sign") -> str:
    """Return a mark: a sign, a cube that bears the sign, or a cube that is gone."""
    if kind == "gone":
        return element("path", d=_GONE, class_="gone")
    sign = element("path", d=_SHAPES[shape], stroke_width=1.6)
    if kind == "sign":
        return sign
    cube = element("path", d=_CUBE, stroke_width=2)
    top = element("path", d=_TOP, fill="#fff", fill_opacity="0.38", stroke="none")
    side = element("path", d=_SIDE, fill="#000", fill_opacity="0.28", stroke="none")
    return cube + top + side + element("g", sign, transform="translate(0 -6) scale(.55 .4)")


def token(piece: Piece, letter: str) -> str:
    """Return a piece that stands on a hex, 17 wide; all but an amulet bear a letter, or are one."""
    if piece == "amulet":
        ring = element("circle", r=7.6, stroke_width=1.2)
        return ring + element("path", d="M0-5L4.2 0L0 5L-4.2 0Z", fill="#fff", stroke="none")
    if piece == "number":
        return label(letter, 0, 9, class_="lettering", font_size=20)
    if piece in ("disc", "cube"):
        ground = element("circle", r=8) if piece == "disc" else element("path", d="M-8-8H8V8H-8Z")
        return ground + label(
            letter, 0, 4.2, class_="letter", font_size=12, font_weight="bold", text_anchor="middle"
        )
    wheels = element("path", d="M-5 6.5h.01M5 6.5h.01", class_="wheels")
    body = element("path", d="M-8-4.5L-6-7H6L8-4.5V5H-8Z", stroke="#000")
    sign = label(letter, 0, 3.4, class_="letter", font_size=11, font_weight="bold", text_anchor="middle")
    return wheels + body + sign


def facing() -> str:
    """Return an arrow that points to the right, 13 long, its tail at the origin."""
    return element("path", d="M0-2.3H5.5V-6.5L13 0L5.5 6.5V2.3H0Z", class_="facing")
