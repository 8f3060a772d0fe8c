"""What pictures are made of: the colours of the themes, the pattern of each terrain, and small symbols.

Every symbol is drawn around the origin, for a hex of radius 50, and is the toolkit's own drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from toolkit.hexmap.svg import element, ink_on, label, rgb

if TYPE_CHECKING:
    from collections.abc import Mapping

Theme = Literal["light", "dark", "print"]
Shape = Literal["circle", "square", "triangle", "diamond"]
Piece = Literal["vehicle", "amulet"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme; each terrain has the colour of its ground and that of its pattern."""

    background: str
    text: str
    halo: str
    ocean: str
    ocean_line: str
    line: str
    border: str
    arrow: str
    highlight: str
    highlight_halo: str
    heat: tuple[str, ...]
    terrain: Mapping[str, tuple[str, str]]


_THEMES: tuple[Theme, ...] = ("light", "dark", "print")  # print is pale: it takes a pencil's marks, saves ink

_COLOURS = {  # by theme
    "background": ("#ffffff", "#12161b", "#ffffff"),
    "text": ("#14181d", "#f4f6f8", "#101214"),
    "halo": ("#ffffff", "#0b0e11", "#ffffff"),
    "ocean": ("#eef5fa", "#18222c", "#ffffff"),
    "ocean_line": ("#d3e3ee", "#25323f", "#dde3e8"),
    "line": ("#6d6a62", "#0b0e11", "#8c8983"),
    "border": ("#22262b", "#f1ede2", "#1b1e22"),
    "arrow": ("#c43a00", "#ffb52e", "#c43a00"),
    "highlight": ("#d4006a", "#ff5ab0", "#d4006a"),
    "highlight_halo": ("#ffffff", "#0b0e11", "#ffffff"),
}
_HEAT = {
    "light": ("#fff6d6", "#fdc26a", "#ee6a35", "#a8121f"),
    "dark": ("#3a2350", "#8f2f70", "#e2643c", "#ffe38a"),
    "print": ("#fff6d6", "#fdc26a", "#ee6a35", "#a8121f"),
}
_GROUNDS = {  # by theme: the ground and its pattern
    "beach": (("#fbf0c4", "#d3b25e"), ("#7a6a37", "#b9a566"), ("#fdf9e9", "#d8c48d")),
    "jungle": (("#6fae62", "#3f7f3a"), ("#1f5a2b", "#4e9a55"), ("#d3e8cd", "#86b47e")),
    "lake": (("#5f93d6", "#b4d3f5"), ("#1f4788", "#5f8ed0"), ("#cfe0f6", "#83a7d8")),
    "mountain": (("#b3a79d", "#776a60"), ("#57514d", "#948b84"), ("#e4e0dc", "#aa9f95")),
    "river": (("#a9e0ea", "#3f9fb4"), ("#1f7686", "#79cfdf"), ("#e3f5f8", "#86c2cf")),
    "scrubland": (("#dca563", "#a26a26"), ("#7d4a16", "#c78a49"), ("#f8e6cf", "#d3aa75")),
}

PALETTES: Mapping[Theme, Palette] = {
    theme: Palette(
        **{part: colours[i] for part, colours in _COLOURS.items()},
        heat=_HEAT[theme],
        terrain={terrain: grounds[i] for terrain, grounds in _GROUNDS.items()},
    )
    for i, theme in enumerate(_THEMES)
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

_LANDMARKS: Mapping[str, tuple[str, str]] = {  # the colour and the path
    "hut": ("#7d2f12", "M-10.5 0L0-9.5L10.5 0L8.5 2L0-6L-8.5 2ZM-6.5 1.5L0-4.5L6.5 1.5V9H2V3H-2V9H-6.5Z"),
    "palm": (
        "#0f5a2c",
        "M-2 10.5Q1 3-.5-3H1.5Q4 3 2.5 10.5Z"
        "M.5-2Q-4-8-11-3Q-4-4 .5-2ZM.5-2Q5-8 12-3Q5-4 .5-2Z"
        "M.5-2Q-2-11-8.5-9.5Q-2.5-8 .5-2ZM.5-2Q3-11 9.5-9.5Q3.5-8 .5-2Z"
        "M.5-2Q-5-3-8 4Q-3-.5 .5-2ZM.5-2Q6-3 9 4Q4-.5 .5-2Z",
    ),
    "statue": (
        "#33373c",
        "M-6.5 10.5L-5 1V-7.5Q-5-11 0-11Q5-11 5-7.5V1L6.5 10.5Z"
        "M-3.8-6V-3.4H-1V-6ZM1-6V-3.4H3.8V-6ZM-2.8 3.5V5.6H2.8V3.5Z",
    ),
}
_SHAPES: Mapping[Shape, str] = {
    "circle": "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0Z",
    "square": "M-6.2-6.2H6.2V6.2H-6.2Z",
    "triangle": "M0-7.6L7.8 6.2H-7.8Z",
    "diamond": "M0-8.4L8.4 0L0 8.4L-8.4 0Z",
}


def definitions(theme: Theme) -> str:
    """Return the ``<defs>`` with the pattern of every terrain."""
    return element("defs", *(_pattern(theme, terrain) for terrain in _TILES))


def _pattern(theme: Theme, terrain: str) -> str:
    colour, ink = PALETTES[theme].terrain[terrain]
    width, height, line, path = _TILES[terrain]
    return element(
        "pattern",
        element("rect", width=width, height=height, fill=colour),
        element("path", d=path, fill="none", stroke=ink, stroke_width=line, stroke_linecap="round"),
        id=f"{theme}-{terrain}",
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
    )


def ground(theme: Theme, terrain: str) -> str:
    """Return the ``fill`` of a terrain: its pattern, or its plain colour where patterns are not drawn."""
    return f"url(#{theme}-{terrain}) {PALETTES[theme].terrain[terrain][0]}"


def landmark(kind: str) -> str:
    """Return the symbol of a landmark on a light disc; of an unknown kind, its initial."""
    colour, path = _LANDMARKS.get(kind, ("#33373c", ""))
    badge = element("circle", r=14.5, fill="#fffdf6", stroke=colour, stroke_width=1.4)
    if path:
        return badge + element("path", d=path, fill=colour)
    initial = kind[:1].upper()
    return badge + label(initial, 0, 6.0, fill=colour, font_size=17, font_weight="bold", text_anchor="middle")


def mark(shape: Shape, colour: str) -> str:
    """Return a mark in a colour such as ``#8a4b1f``, outlined so that it shows on every ground."""
    edge = ink_on(colour)
    return element(
        "path", d=_SHAPES[shape], fill=colour, stroke=edge, stroke_width=1.6, stroke_linejoin="round"
    )


def token(piece: Piece, colour: str, letter: str) -> str:
    """Return a piece that stands on a hex, 17 wide; a vehicle bears a letter."""
    ink = {"stroke": "#000000"}
    if piece == "amulet":
        ring = element("circle", r=7.6, fill=colour, **ink, stroke_width=1.2)
        return ring + element("path", d="M0-5L4.2 0L0 5L-4.2 0Z", fill="#ffffff")
    wheels = element("path", d="M-5 6.5h.01M5 6.5h.01", **ink, stroke_width=5.6, stroke_linecap="round")
    body = element("path", d="M-8-4.5L-6-7H6L8-4.5V5H-8Z", fill=colour, **ink, stroke_linejoin="round")
    sign = label(letter, 0, 3.2, fill=ink_on(colour), font_size=11, font_weight="bold", text_anchor="middle")
    return wheels + body + sign


def arrow(palette: Palette) -> str:
    """Return an arrow that points to the right, 13 long, its tail at the origin."""
    path = "M0-2.3H5.5V-6.5L13 0L5.5 6.5V2.3H0Z"
    return element(
        "path", d=path, fill=palette.arrow, stroke=palette.halo, stroke_width=2.4, paint_order="stroke"
    )


def heat_colour(palette: Palette, share: float) -> str:
    """Return the colour of a share between 0 and 1 of the greatest heat."""
    last = len(palette.heat) - 1
    step = min(int(share * last), last - 1)
    part = share * last - step
    pairs = zip(rgb(palette.heat[step]), rgb(palette.heat[step + 1]), strict=True)
    return "#" + "".join(f"{round(low + (high - low) * part):02x}" for low, high in pairs)
