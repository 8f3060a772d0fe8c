"""Small pictures for print: what a fact says, drawn with the signs of the map (no artwork of others).

They are the pictograms of `puzzles.pictures` with patterns, in rows of one size.
"""

from __future__ import annotations

from puzzles.pictures import fact_pictogram
from puzzles.words import Words
from solvers.tobago.facts import Fact
from toolkit.core.pictures import document
from toolkit.core.pictures.svg import at, element, label, points
from toolkit.games.tobago.clues import LANDMARKS, Clue
from toolkit.games.tobago.pictures import SHAPES, pictogram
from toolkit.games.tobago.pictures.clue_card import HEIGHT, WIDTH
from toolkit.hexmap import OCEAN, TERRAINS, Orientation
from toolkit.hexmap.layout import HexGrid
from toolkit.hexmap.signs import definitions, landmark, map_sheet, mark

_LAYOUT = HexGrid(Orientation.POINTY)
_STEP = 86.6  # from hex to hex
_LEFT, _TOP, _HEIGHT = -46.0, -53.0, 106.0
_SCALE = _HEIGHT / HEIGHT  # of a pictogram, so that it is as high as a row


def draw_fact(fact: Fact, say: Words) -> str:
    """Return the picture of a fact, as SVG; its numbers are in the digits of the language."""
    return _row(fact_pictogram(fact, say, patterns=True))


def draw_card(clue: Clue) -> str:
    """Return the picture of a clue card, as SVG: a dot marks the spot."""
    return _row(pictogram(clue, patterns=True))


def draw_terrain(terrain: str) -> str:
    """Return a hex of a terrain with its letter, as SVG."""
    return _picture(_hex(0, terrain, _letter(terrain)), _STEP + 6)


def draw_landmark(kind: str) -> str:
    """Return the symbol of a landmark, as SVG."""
    return _picture(_put(landmark(kind), scale=1.4), _STEP + 6)


def draw_sign(colour: str) -> str:
    """Return the sign of a treasure, as SVG."""
    return _picture(_put(_sign(colour), scale=3.6), _STEP + 6)


def _picture(body: str, width: float = WIDTH * _SCALE) -> str:
    used = [kind for kind in (*TERRAINS, OCEAN) if f"hex {kind}" in body]
    landmarks = [kind for kind in LANDMARKS if f"#landmark-{kind}" in body]
    return document(
        definitions(used, landmarks, patterns=True),
        body,
        sheet=map_sheet(),
        theme="print",
        box=(_LEFT, _TOP, width, _HEIGHT),
        width=width,
    )


def _row(drawn: str) -> str:
    """Return a pictogram at the left of a row."""
    return _picture(element("g", drawn, transform=at(_LEFT, _TOP, scale=_SCALE)))


def _hex(place: int, kind: str, body: str) -> str:
    corners = points(_LAYOUT.corners((0.0, 0.0)))
    border = element("polygon", points=corners, class_=f"hex {kind}" if kind else "spot")
    return element("g", border, body, transform=at(place * _STEP, 0.0))


def _sign(colour: str) -> str:
    return element("g", mark(SHAPES[colour]), class_=colour)


def _put(symbol: str, x: float = 0.0, y: float = 0.0, scale: float = 2.2) -> str:
    return element("g", symbol, transform=at(x, y, scale=scale))


def _letter(terrain: str, x: float = 0.0) -> str:
    return label(terrain[0].upper(), x, 11.0, class_="lettering", font_size=32)
