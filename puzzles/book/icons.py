"""Small pictures for print: what a fact says, drawn with the signs of the map (no artwork of others).

What a clue says is its pictogram, with the sign of what is to be found; the other facts are rows of hexes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from toolkit.core.pictures import document
from toolkit.core.pictures.svg import at, element, label, number, points
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.pictures import SHAPES, pictogram
from toolkit.hexmap import OCEAN, TERRAINS, Orientation
from toolkit.hexmap.layout import HexGrid
from toolkit.hexmap.signs import definitions, landmark, map_sheet, mark

if TYPE_CHECKING:
    from puzzles.words import Words
    from solvers.tobago.facts import Fact
    from toolkit.games.tobago.clues import Clue

_LAYOUT = HexGrid(Orientation.POINTY)
_STEP = 86.6  # from hex to hex
_LEFT, _TOP, _WIDTH, _HEIGHT = -46.0, -53.0, 265.0, 106.0
_CLUE = 106 / 110  # of a pictogram, so that it is as high as a row


def draw_fact(fact: Fact, say: Words) -> str:
    """Return the picture of a fact, as SVG; its numbers are in the digits of the language."""
    match fact:
        case TreasureFact(colour, clue):
            return _picture(_clue(clue, _put(_sign(colour), scale=1.5)))
        case CountFact(kind, count, clue):
            return _picture(_clue(clue, _put(landmark(kind), scale=0.6)) + _count(count, say))
        case CircleFact(kind, count, radius, centre):
            sign = _put(landmark(kind), scale=0.9)
            return _picture(_away(_name(centre), _reach(radius, say), sign) + _count(count, say))
        case TerrainsFact(kind, terrains):
            return _picture(_terrains(kind, terrains))
        case DistancesFact(kind, steps, centre):
            return _picture(_distances(kind, ", ".join(map(say.number, steps)), centre))
        case NearestFact(kind, steps, centre):
            sign = _put(landmark(kind), scale=0.9)
            return _picture(_away(_name(centre), say.number(steps), sign))
        case PairFact(colour, radius, other, negative):
            cross = _cross(_STEP) if negative else ""
            return _picture(cross + _away(_put(_sign(colour)), _reach(radius, say), _put(_sign(other))))


def draw_card(clue: Clue) -> str:
    """Return the picture of a clue card, as SVG: a dot marks the spot."""
    return _picture(_clue(clue))


def draw_terrain(terrain: str) -> str:
    """Return a hex of a terrain with its letter, as SVG."""
    return _picture(_hex(0, terrain, _letter(terrain)), _STEP + 6)


def draw_landmark(kind: str) -> str:
    """Return the symbol of a landmark, as SVG."""
    return _picture(_put(landmark(kind), scale=1.4), _STEP + 6)


def draw_sign(colour: str) -> str:
    """Return the sign of a treasure, as SVG."""
    return _picture(_put(_sign(colour), scale=3.6), _STEP + 6)


def _picture(body: str, width: float = _WIDTH) -> str:
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


def _clue(clue: Clue, sign: str = "") -> str:
    """Return the pictogram of a clue, at the left of a row."""
    return element("g", pictogram(clue, sign, patterns=True), transform=at(_LEFT, _TOP, scale=_CLUE))


def _hex(place: int, kind: str, body: str) -> str:
    corners = points(_LAYOUT.corners((0.0, 0.0)))
    border = element("polygon", points=corners, class_=f"hex {kind}" if kind else "spot")
    return element("g", border, body, transform=at(place * _STEP, 0.0))


def _cross(x: float) -> str:
    path = "M-34-40L34 40M-34 40L34-40"
    return element("path", d=path, class_="cross", transform=at(x, 0.0))


def _sign(colour: str) -> str:
    return element("g", mark(SHAPES[colour]), class_=colour)


def _put(symbol: str, x: float = 0.0, y: float = 0.0, scale: float = 2.2) -> str:
    return element("g", symbol, transform=at(x, y, scale=scale))


def _name(centre: str) -> str:
    return label(centre, 0.0, 10.0, class_="lettering", font_size=28)


def _letter(terrain: str, x: float = 0.0) -> str:
    return label(terrain[0].upper(), x, 11.0, class_="lettering", font_size=32)


def _count(count: int, say: Words) -> str:
    """Return ``= 2`` at the right end of the row."""
    return label(f"= {say.number(count)}", 2.15 * _STEP, 43.0, class_="lettering", font_size=28)


def _reach(radius: int, say: Words) -> str:
    return "-".join(say.number(steps) for steps in sorted({1, radius}))


def _away(start: str, distance: str, sign: str) -> str:
    """Return a hex, a line with a distance over it, and a hex with what lies so far away."""
    line = element("path", d=f"M48 12H{number(2 * _STEP - 48)}", class_="coast")
    over = label(distance, _STEP, 0.0, class_="lettering", font_size=28)
    return _hex(0, "", start) + line + over + _hex(2, "", sign)


def _distances(kind: str, listed: str, centre: str) -> str:
    """Return a hex, a landmark, and the list of their distances under it."""
    size = min(32, int(330 / len(listed)))
    numbers = label(listed, 1.52 * _STEP, 36.0, class_="lettering", font_size=size)
    sign = _put(landmark(kind), 1.5 * _STEP, -24.0, 0.8)
    return _hex(0, "", _name(centre)) + sign + numbers


def _terrains(kind: str, terrains: tuple[str, ...]) -> str:
    """Return a landmark, and a small hex for each of the terrains."""
    step = min(52.0, 170.0 / len(terrains))
    hexes = (_hex(0, terrain, _letter(terrain)) for terrain in terrains)
    small = (_put(one, 58.0 + step * place, 0.0, step / _STEP) for place, one in enumerate(hexes))
    return _put(landmark(kind), scale=1.4) + "".join(small)
