"""What the pictures of Mangrovia are made of: signs drawn around the origin, and how they are put in place.

No artwork of the game: all shapes are the toolkit's own. What a colour tells, a shape or a text tells too.
Colours are the names of classes here; they stand in the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from toolkit.core.pictures.sheet import Sheet, sheet_of
from toolkit.core.pictures.svg import Point, at, element, label, text_of
from toolkit.games.mangrovia.components import AMULET_TILE, CARD_TILE, LANDSCAPES, PATHS, Part
from toolkit.hexmap.signs import definitions, map_sheet

PAPER, GOLD, RED, PURPLE, BROWN, SLATE = "card", "gold", "ruby", "violet", "wood", "slate"
_PLAYERS, _NEUTRAL = ("yellow", "red", "turquoise", "orange", "purple"), ("grey", "white")
TERRAINS = ("jungle", "scrubland", "beach", "lake")  # of the islands, for the landscapes by their faces
_STONE_TILES = (*PATHS, "3", "2", "any")
_STONE_COLOURS = {CARD_TILE: PAPER, AMULET_TILE: PURPLE}  # those of what they pay; slate otherwise

_CARD = "M-11-12.5Q-11-14.5-9-14.5H9Q11-14.5 11-12.5V12.5Q11 14.5 9 14.5H-9Q-11 14.5-11 12.5Z"
_TILE = "M-13-7Q-13-10-10-10H10Q13-10 13-7V7Q13 10 10 10H-10Q-13 10-13 7Z"
_SIGNS = {  # the outline; the usual colour; how far down a text stands, and its size
    "space": ("M-19-27H19Q27-27 27-19V19Q27 27 19 27H-19Q-27 27-27 19V-19Q-27-27-19-27Z", PAPER, 0, 0),
    "half": ("M24.7-24.7Q27-23 27-19V19Q27 27 19 27H-19Q-23 27-24.7 24.7Z", PAPER, 0, 0),
    "round": ("M-27 0A27 27 0 1 1 27 0A27 27 0 1 1-27 0Z", PAPER, 0, 0),
    "card": (_CARD, PAPER, 6.3, 18),
    "back": (_CARD, SLATE, 6.3, 18),
    "amulet": ("M-3-12.5Q-5-18 0-18.5Q5-18 3-12.5A13 13 0 1 1-3-12.5Z", PURPLE, 6.2, 18),
    "points": ("M0-13L4-9H9V-4L13 0L9 4V9H4L0 13L-4 9H-9V4L-13 0L-9-4V-9H-4Z", GOLD, 5.4, 15),
    "pole-tile": (_TILE, BROWN, 5.8, 16),
    "stone-tile": (_TILE, SLATE, 5.2, 15),
    "hut": ("M-19 1L0-17L19 1L16 4L13.5 1.5V17H-13.5V1.5L-16 4Z", PAPER, 12.5, 18),
    "mark": ("M-8 0L0-7L8 0V8H-8Z", PAPER, 0, 0),
    "bowl": ("M-20-9H20Q19 6 8 11V14H-8V11Q-19 6-20-9Z", PAPER, 6.5, 16),
    "boat": ("M-22 7H22Q19 20 11 20H-11Q-19 20-22 7Z", BROWN, 0, 0),
    "talisman": ("M0-11L9 0L0 11L-9 0ZM-3.5 0A3.5 3.5 0 1 0 3.5 0A3.5 3.5 0 1 0-3.5 0Z", GOLD, 0, 0),
    "plumes": ("M-2-2Q-22-6-24 8Q-20 1-12 3Q-22 8-20 18Q-16 9-9 7Q-15 12-12 19Q-9 11 0 7Z", RED, 0, 0),
    "bird": ("M13-6L20-4L13-2Q10 8 0 7Q-7 6-8 2Q-2 4 1 0Q3-9 9-10Q13-10 13-6Z", GOLD, 0, 0),
}
_INITIALS = {"space": (-16, -8), "round": (-16, -8), "half": (18, 23), "card": (0, 6)}  # of landscapes
_GLYPHS = {"space": ((0, 0), 1.0), "round": ((0, 0), 0.9), "half": ((12, 13), 0.6), "card": ((0, -6), 0.5)}


class Owner(NamedTuple):
    """Whose a hut or a bowl is: the colour, the sign that tells it without, and who that is."""

    colour: str
    sign: str
    words: str


def owner_of(number: int, players: int) -> Owner:
    """Return whose a piece is; the numbers after those of the players are the neutral colours (B1)."""
    neutral = number >= players
    colour = _NEUTRAL[number - players] if neutral else _PLAYERS[number]
    who, sign = ("the neutral colour", "N") if neutral else (f"player {number}", str(number))
    return Owner(colour, sign, f"{who} ({colour})")


@cache
def sheet() -> Sheet:
    """Return the style sheet of the board; its grounds have the colours of maps."""
    return sheet_of("toolkit.games.mangrovia", "board", "mangrovia", map_sheet())


def put(symbol: str, x: float, y: float, scale: float = 1.0, class_: str | None = None) -> str:
    """Return a symbol at a place."""
    return element("g", symbol, class_=class_, transform=at(x, y, scale=scale))


def in_line(symbols: Iterable[str], x: float, y: float = 0.0, step: float = 28.0) -> str:
    """Return symbols side by side."""
    return "".join(put(symbol, x + n * step, y) for n, symbol in enumerate(symbols))


def told(words: str, place: Point, *body: str, role: str = "img", **data: str) -> str:
    """Return something with its words, for the pointer and for screen readers."""
    heard = {"role": role, "aria_label": words, "transform": at(*place)}
    return element("g", element("title", text_of(words)), *body, **data, **heard)


def named(symbol: str, place: str | None, words: str = "") -> str:
    """Return a symbol with the name that actions have for it, and its words if they are others."""
    heard = {"role": "img", "aria_label": words or place}
    return element("g", element("title", text_of(words or place or "")), symbol, data_place=place, **heard)


def words_at(text: str, x: float, y: float, size: int = 16) -> str:
    """Return a text that begins at a place."""
    return label(text, x, y, class_="words", font_size=size)


def box(x: float, y: float, width: float, height: float, class_: str, rx: float | None = None) -> str:
    """Return a rectangle."""
    return element("rect", x=x, y=y, width=width, height=height, class_=class_, rx=rx)


def layer(name: str, *body: str) -> str:
    """Return a layer."""
    return element("g", *(f"\n{part}" for part in body), class_=f"layer-{name}")


def shapes() -> str:
    """Return the ``<defs>`` with each outline once: pictures stay small so.

    They have no classes: browsers let no rule of a sheet reach what is drawn by ``<use>``.
    """
    outlines = (element("path", d=sign[0], id=f"mv-{name}") for name, sign in _SIGNS.items())
    return definitions(TERRAINS, ["statue"], patterns=False) + element("defs", *outlines)


def sign(kind: str, text: str = "", colour: str = "") -> str:
    """Return one of `_SIGNS` with a text, such as ``card`` and its value; a long text is smaller."""
    _, usual, y, size = _SIGNS[kind]
    drawn = element("use", href=f"#mv-{kind}", class_="edge")
    if text:
        drawn += label(text, 0, y, font_size=size - 3 * (len(text) > 1))
    return element("g", drawn, class_=colour or usual)


def outlined(*texts: tuple[str, float, float], size: int = 17) -> str:
    """Return texts and their places, to be read on every ground."""
    return element("g", *(label(*text, font_size=size) for text in texts), class_="lettering")


def land(face: int, shape: str) -> tuple[str, str]:
    """Return a shape with the sign of a landscape, that of a terrain of the islands, and the initial."""
    x, y = _INITIALS[shape]
    initial = outlined((LANDSCAPES[face][0].upper(), x, y))
    glyph = element("use", href=f"#glyph-{TERRAINS[face]}", class_=f"glyph {TERRAINS[face]}")
    where, size = _GLYPHS[shape]
    return sign(shape, colour=TERRAINS[face]) + put(glyph, *where, size), initial


def hut(colour: str, text: str = "", *, double: bool = False) -> str:
    """Return a hut, 38 wide, or a double hut, 44 wide, with the sign of its owner."""
    front = sign("hut", text, colour)
    return put(sign("hut", colour=colour), -9, -4, 0.74) + put(front, 6, 2, 0.85) if double else front


def stone_tile(tile: int) -> str:
    """Return a stone tile, 26 wide: a statue's path, the card or amulet that it pays, or ``any``."""
    return sign("stone-tile", _STONE_TILES[tile], _STONE_COLOURS.get(tile, ""))


def bird() -> str:
    """Return a bird of paradise, 42 wide."""
    return sign("plumes") + sign("bird")


def action(parts: Sequence[Part]) -> tuple[str, float]:
    """Return the action of a pier as symbols from the left, and how wide it is.

    ``/`` is between alternatives, and an arrow between what is done one after the other (M-12).
    """
    kinds = (sign("card"), sign("back"), sign("amulet"), hut(PAPER), hut(PAPER, double=True), bird())
    body, x = "", 0.0
    for part in parts:
        between = "\u203a"
        for symbol, many, step in zip(kinds, part, (17.0, 17.0, 21.0, 27.0, 33.0, 32.0), strict=True):
            if many and x:
                body += label(between, x + 6, 6, font_size=18)
                x += 12
            body += "".join(put(symbol, x + step * (n + 0.5), 0, 0.62) for n in range(many))
            x += step * many
            between = "/" if many else between
    return body, x
