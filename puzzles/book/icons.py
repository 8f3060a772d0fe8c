"""Small pictures for print: what a fact says, drawn with the symbols of the map (no artwork of others).

A picture is a row of up to three hexes. The thing that a clue speaks of is in the first one, and the sign of
what is to be found stands in each hex where it may be; a cross over these hexes says that it is not so.
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
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation
from toolkit.games.tobago.pictures import MARKS
from toolkit.hexmap import OCEAN, Orientation
from toolkit.hexmap.patterns import PALETTES, definitions, ground, landmark, mark
from toolkit.hexmap.svg import HexGrid, at, element, label, number, points

if TYPE_CHECKING:
    from puzzles.words import Words
    from solvers.tobago.facts import Fact

FONT = "Vazirmatn"

_LAYOUT = HexGrid(Orientation.POINTY)
_PALETTE = PALETTES["print"]
_STEP = 86.6  # from hex to hex
_LEFT, _TOP, _WIDTH, _HEIGHT = -46.0, -53.0, 265.0, 106.0
_WAVES = "M-30-12q7.5-9 15 0t15 0t15 0t15 0M-30 6q7.5-9 15 0t15 0t15 0t15 0M-30 24q7.5-9 15 0t15 0t15 0t15 0"
_PLACES = {Relation.IN: range(1), Relation.NEXT_TO: range(1, 2), Relation.WITHIN_2: range(1, 3)}
"""The hexes of the row in which a positive clue puts what is to be found."""
_INK, _CROSS = "#101214", "#b3162c"


def draw_fact(fact: Fact, say: Words) -> str:
    """Return the picture of a fact, as SVG; its numbers are in the digits of the language."""
    match fact:
        case TreasureFact(colour, clue):
            return _picture(_clue(clue, _sign(colour)))
        case CountFact(kind, count, clue):
            return _picture(_clue(clue, landmark(kind)) + _count(max(_PLACES[clue.relation]) + 1, count, say))
        case CircleFact(kind, count, radius, centre):
            sign = _put(landmark(kind), scale=1.6)
            return _picture(_away(_name(centre), _reach(radius, say), sign) + _count(3, count, say))
        case TerrainsFact(kind, terrains):
            return _picture(_terrains(kind, terrains))
        case DistancesFact(kind, steps, centre):
            return _picture(_distances(kind, ", ".join(map(say.number, steps)), centre))
        case NearestFact(kind, steps, centre):
            sign = _put(landmark(kind), scale=1.6)
            return _picture(_away(_name(centre), say.number(steps), sign))
        case PairFact(colour, radius, other, negative):
            cross = _cross(_STEP) if negative else ""
            return _picture(cross + _away(_put(_sign(colour)), _reach(radius, say), _put(_sign(other))))


def draw_card(clue: Clue) -> str:
    """Return the picture of a clue card, as SVG: a cross marks the spot."""
    spot = element("path", d="M-6-6L6 6M-6 6L6-6", stroke=_INK, stroke_width=4, fill="none")
    disc = element("circle", r=10.0, fill="#ffffff", stroke=_INK, stroke_width=1.4)
    return _picture(_clue(clue, disc + spot))


def draw_terrain(terrain: str) -> str:
    """Return a hex of a terrain with its letter, as SVG."""
    return _picture(_hex(0, ground("print", terrain), _letter(terrain)), _STEP + 6)


def draw_landmark(kind: str) -> str:
    """Return the symbol of a landmark, as SVG."""
    return _picture(_put(landmark(kind)), _STEP + 6)


def draw_sign(colour: str) -> str:
    """Return the sign of a treasure, as SVG."""
    return _picture(_put(_sign(colour), scale=3.6), _STEP + 6)


def _picture(body: str, width: float = _WIDTH) -> str:
    return element(
        "svg",
        definitions("print"),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, (_LEFT, _TOP, width, _HEIGHT))),
        width=width,
        height=_HEIGHT,
    )


def _clue(clue: Clue, sign: str) -> str:
    """Return the row of hexes of a clue."""
    places, shift = _PLACES[clue.relation], (20.0, 16.0) if clue.relation is Relation.IN else (0.0, 0.0)
    parts = [_hex(0, _fill(clue), _thing(clue))]
    parts += [_hex(place, _PALETTE.background, "") for place in places if place]
    parts += [_cross(place * _STEP) for place in places] if clue.negative else []
    parts += [_put(sign, place * _STEP + shift[0], shift[1], 1.6) for place in places]
    return "".join(parts)


def _fill(clue: Clue) -> str:
    if clue.thing in LANDMARKS or clue.thing == OCEAN:
        return _PALETTE.background
    return ground("print", clue.thing)


def _thing(clue: Clue) -> str:
    """Return what stands in the hex of the thing: its symbol or letter, and the border of the largest."""
    if clue.thing in LANDMARKS:
        shift = (-15.0, -10.0) if clue.relation is Relation.IN else (0.0, 0.0)
        return _put(landmark(clue.thing), *shift, 1.5)
    if clue.thing == OCEAN:
        return element("path", d=_WAVES, fill="none", stroke="#4d9fb1", stroke_width=3.5)
    corners = points(_LAYOUT.corners((0.0, 0.0), 0.8))
    second = element("polygon", points=corners, fill="none", stroke=_INK, stroke_width=5)
    return second * clue.largest + _letter(clue.thing, -12.0)


def _hex(place: int, fill: str, body: str) -> str:
    corners = points(_LAYOUT.corners((0.0, 0.0)))
    border = element("polygon", points=corners, fill=fill, stroke=_PALETTE.border, stroke_width=3)
    return element("g", border, body, transform=at(place * _STEP, 0.0))


def _cross(x: float) -> str:
    looks = {"fill": "none", "stroke_linecap": "round"}
    path = "M-34-40L34 40M-34 40L34-40"
    return element("path", d=path, stroke=_CROSS, stroke_width=7, transform=at(x, 0.0), **looks)


def _sign(colour: str) -> str:
    fill, shape = MARKS[colour]
    return mark(shape, fill)


def _put(symbol: str, x: float = 0.0, y: float = 0.0, scale: float = 2.2) -> str:
    return element("g", symbol, transform=at(x, y, scale=scale))


def _lettering(size: int) -> dict[str, str]:
    return {
        "font_family": FONT,
        "font_size": str(size),
        "font_weight": "bold",
        "text_anchor": "middle",
        "fill": _INK,
        "stroke": "#ffffff",
        "stroke_width": "6",
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }


def _name(centre: str) -> str:
    return label(centre, 0.0, 10.0, **_lettering(28))


def _letter(terrain: str, x: float = 0.0) -> str:
    return label(terrain[0].upper(), x, 11.0, **_lettering(32))


def _count(place: int, count: int, say: Words) -> str:
    """Return ``= 2`` at a place of the row, or in the last hex where the row is full."""
    x, y, size = (place * _STEP, 11.0, 36) if place < 3 else (2 * _STEP, 43.0, 24)
    return label(f"= {say.number(count)}", x, y, **_lettering(size))


def _reach(radius: int, say: Words) -> str:
    return "-".join(say.number(steps) for steps in sorted({1, radius}))


def _away(start: str, distance: str, sign: str) -> str:
    """Return a hex, a line with a distance over it, and a hex with what lies so far away."""
    line = element("path", d=f"M48 12H{number(2 * _STEP - 48)}", stroke=_INK, stroke_width=4)
    over = label(distance, _STEP, 0.0, **_lettering(28))
    return _hex(0, _PALETTE.background, start) + line + over + _hex(2, _PALETTE.background, sign)


def _distances(kind: str, listed: str, centre: str) -> str:
    """Return a hex, a landmark, and the list of their distances under it."""
    numbers = label(listed, 1.52 * _STEP, 36.0, **_lettering(min(32, int(330 / len(listed)))))
    sign = _put(landmark(kind), 1.5 * _STEP, -24.0, 1.4)
    return _hex(0, _PALETTE.background, _name(centre)) + sign + numbers


def _terrains(kind: str, terrains: tuple[str, ...]) -> str:
    """Return a landmark, and a small hex for each of the terrains."""
    step = min(52.0, 170.0 / len(terrains))
    hexes = (_hex(0, ground("print", terrain), _letter(terrain)) for terrain in terrains)
    small = (_put(one, 58.0 + step * place, 0.0, step / _STEP) for place, one in enumerate(hexes))
    return _put(landmark(kind)) + "".join(small)
