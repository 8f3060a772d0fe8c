"""What pictures are made of: the colours of both themes, the pattern of each terrain, and small symbols.

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


PALETTES: Mapping[Theme, Palette] = {
    "light": Palette(
        background="#ffffff",
        text="#14181d",
        halo="#ffffff",
        ocean="#eef5fa",
        ocean_line="#d3e3ee",
        line="#6d6a62",
        border="#22262b",
        arrow="#c43a00",
        highlight="#d4006a",
        highlight_halo="#ffffff",
        heat=("#fff6d6", "#fdc26a", "#ee6a35", "#a8121f"),
        terrain={
            "beach": ("#fbf0c4", "#d3b25e"),
            "jungle": ("#6fae62", "#3f7f3a"),
            "lake": ("#5f93d6", "#b4d3f5"),
            "mountain": ("#b3a79d", "#776a60"),
            "river": ("#a9e0ea", "#3f9fb4"),
            "scrubland": ("#dca563", "#a26a26"),
        },
    ),
    "dark": Palette(
        background="#12161b",
        text="#f4f6f8",
        halo="#0b0e11",
        ocean="#18222c",
        ocean_line="#25323f",
        line="#0b0e11",
        border="#f1ede2",
        arrow="#ffb52e",
        highlight="#ff5ab0",
        highlight_halo="#0b0e11",
        heat=("#3a2350", "#8f2f70", "#e2643c", "#ffe38a"),
        terrain={
            "beach": ("#7a6a37", "#b9a566"),
            "jungle": ("#1f5a2b", "#4e9a55"),
            "lake": ("#1f4788", "#5f8ed0"),
            "mountain": ("#57514d", "#948b84"),
            "river": ("#1f7686", "#79cfdf"),
            "scrubland": ("#7d4a16", "#c78a49"),
        },
    ),
    "print": Palette(  # pale grounds: they take a pencil's marks, save ink and do without colours
        background="#ffffff",
        text="#101214",
        halo="#ffffff",
        ocean="#ffffff",
        ocean_line="#dde3e8",
        line="#8c8983",
        border="#1b1e22",
        arrow="#c43a00",
        highlight="#d4006a",
        highlight_halo="#ffffff",
        heat=("#fff6d6", "#fdc26a", "#ee6a35", "#a8121f"),
        terrain={
            "beach": ("#fdf9e9", "#d8c48d"),
            "jungle": ("#d3e8cd", "#86b47e"),
            "lake": ("#cfe0f6", "#83a7d8"),
            "mountain": ("#e4e0dc", "#aa9f95"),
            "river": ("#e3f5f8", "#86c2cf"),
            "scrubland": ("#f8e6cf", "#d3aa75"),
        },
    ),
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

_LANDMARK_COLOURS = {"hut": "#7d2f12", "palm": "#0f5a2c", "statue": "#33373c"}
_LANDMARK_BADGE = "#fffdf6"
_LANDMARKS: Mapping[str, str] = {
    "hut": "M-10.5 0L0-9.5L10.5 0L8.5 2L0-6L-8.5 2ZM-6.5 1.5L0-4.5L6.5 1.5V9H2V3H-2V9H-6.5Z",
    "palm": "M-2 10.5Q1 3-.5-3H1.5Q4 3 2.5 10.5Z"
    "M.5-2Q-4-8-11-3Q-4-4 .5-2ZM.5-2Q5-8 12-3Q5-4 .5-2Z"
    "M.5-2Q-2-11-8.5-9.5Q-2.5-8 .5-2ZM.5-2Q3-11 9.5-9.5Q3.5-8 .5-2Z"
    "M.5-2Q-5-3-8 4Q-3-.5 .5-2ZM.5-2Q6-3 9 4Q4-.5 .5-2Z",
    "statue": "M-6.5 10.5L-5 1V-7.5Q-5-11 0-11Q5-11 5-7.5V1L6.5 10.5Z"
    "M-3.8-6V-3.4H-1V-6ZM1-6V-3.4H3.8V-6ZM-2.8 3.5V5.6H2.8V3.5Z",
}

_SHAPES: Mapping[Shape, str] = {
    "circle": "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0Z",
    "square": "M-6.2-6.2H6.2V6.2H-6.2Z",
    "triangle": "M0-7.6L7.8 6.2H-7.8Z",
    "diamond": "M0-8.4L8.4 0L0 8.4L-8.4 0Z",
}


def pattern_id(theme: Theme, terrain: str) -> str:
    """Return the id of a terrain's pattern: the same in every picture of a theme."""
    return f"{theme}-{terrain}"


def definitions(theme: Theme) -> str:
    """Return the ``<defs>`` with the pattern of every terrain."""
    return element("defs", *(_pattern(theme, terrain) for terrain in _TILES))


def _pattern(theme: Theme, terrain: str) -> str:
    ground, ink = PALETTES[theme].terrain[terrain]
    width, height, line, path = _TILES[terrain]
    return element(
        "pattern",
        element("rect", width=width, height=height, fill=ground),
        element("path", d=path, fill="none", stroke=ink, stroke_width=line, stroke_linecap="round"),
        id=pattern_id(theme, terrain),
        width=width,
        height=height,
        patternUnits="userSpaceOnUse",
    )


def ground(theme: Theme, terrain: str) -> str:
    """Return the ``fill`` of a terrain: its pattern, or its plain colour where patterns are not drawn."""
    return f"url(#{pattern_id(theme, terrain)}) {PALETTES[theme].terrain[terrain][0]}"


def landmark(kind: str) -> str:
    """Return the symbol of a landmark on a light disc; of an unknown kind, its initial."""
    colour = _LANDMARK_COLOURS.get(kind, "#33373c")
    badge = element("circle", r=14.5, fill=_LANDMARK_BADGE, stroke=colour, stroke_width=1.4)
    if kind in _LANDMARKS:
        return badge + element("path", d=_LANDMARKS[kind], fill=colour)
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
    if piece == "amulet":
        return _amulet(colour)
    wheels = element(
        "path", d="M-5 6.5h.01M5 6.5h.01", stroke="#000000", stroke_width=5.6, stroke_linecap="round"
    )
    body = element(
        "path", d="M-8-4.5L-6-7H6L8-4.5V5H-8Z", fill=colour, stroke="#000000", stroke_linejoin="round"
    )
    sign = label(letter, 0, 3.2, fill=ink_on(colour), font_size=11, font_weight="bold", text_anchor="middle")
    return wheels + body + sign


def _amulet(colour: str) -> str:
    ring = element("circle", r=7.6, fill=colour, stroke="#000000", stroke_width=1.2)
    return ring + element("path", d="M0-5L4.2 0L0 5L-4.2 0Z", fill="#ffffff")


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
