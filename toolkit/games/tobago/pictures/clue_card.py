"""The picture of a clue as a card: its thing in the middle, and around it where the treasure may lie."""

from __future__ import annotations

import textwrap
from typing import Protocol

from toolkit.hexmap import OCEAN, TERRAINS, Hex, Orientation, distance
from toolkit.hexmap.hexes import within
from toolkit.hexmap.patterns import PALETTES, definitions, ground, landmark
from toolkit.hexmap.svg import FONT, HexGrid, at, element, label, number, points, text_of, text_width

_LAYOUT = HexGrid(Orientation.FLAT)
_CENTRE = Hex(0, 0)
_PIXELS = 280  # the width of every card
_SHAPE = 1.36  # height over width
_EDGE = 22.0
_POSSIBLE = "#fff3a8", "#146b2c"  # ground and tick
_RULED_OUT = "#dfe1e4", "#858b93"  # ground and stroke
_PALETTE = PALETTES["light"]
_TICK, _STROKE = "M-13 1L-4 10L14-10", "M-18 18L18-18"
_BOLD = {"font_weight": "bold", "text_anchor": "middle"}


class Shown(Protocol):
    """What a card shows of a clue (`Clue`, which stands above the pictures)."""

    @property
    def thing(self) -> str: ...  # noqa: D102

    @property
    def largest(self) -> bool: ...  # noqa: D102

    @property
    def negative(self) -> bool: ...  # noqa: D102

    @property
    def reach(self) -> int: ...  # noqa: D102

    def holds_at(self, steps: int) -> bool: ...  # noqa: D102


def draw_clue(clue: Shown) -> str:
    """Return a clue as a card, as SVG.

    The thing of the clue is in the middle. A tick marks the hexes where the treasure may lie, a stroke those
    where it may not.
    """
    places = within(_CENTRE, max(2, clue.reach + 1))
    corners = [corner for place in places for corner in _LAYOUT.corners(_LAYOUT.centre(place))]
    left, top = min(x for x, _ in corners) - _EDGE, min(y for _, y in corners) - _EDGE
    width, height = -2 * left, -2 * left * _SHAPE
    return element(
        "svg",
        element("title", text_of(str(clue))),
        element("desc", text_of(_explained(clue))),
        definitions("light"),
        element("rect", x=left, y=top, width=width, height=height, fill=_PALETTE.background),
        element("g", *(_hex(clue, place) for place in places), class_="layer-terrain", font_family=FONT),
        element("g", *_words(str(clue), width, -top, top + height), class_="layer-names", fill=_PALETTE.text),
        xmlns="http://www.w3.org/2000/svg",
        class_="hexmap clue theme-light",
        role="img",
        viewBox=" ".join(map(number, (left, top, width, height))),
        width=_PIXELS,
        height=_PIXELS * _SHAPE,
    )


def _words(text: str, width: float, top: float, bottom: float) -> list[str]:
    """Return the words of a card, on one line or two, in the strip between `top` and `bottom`."""
    size = width / 12
    lines = textwrap.wrap(text, int(width / text_width("x", size)))
    first = (top + bottom - _EDGE) / 2 + 0.35 * size - 0.6 * size * (len(lines) - 1)
    looks = {**_BOLD, "font_family": FONT}
    return [label(line, 0.0, first + 1.2 * size * i, font_size=size, **looks) for i, line in enumerate(lines)]


def _explained(clue: Shown) -> str:
    """Return the card in words: at which distances from the thing the treasure may lie."""
    near = [str(steps) for steps in range(clue.reach + 1) if clue.holds_at(steps)]
    distances = ", ".join([*near, f"{clue.reach + 1} or more"] if clue.negative else near)
    thing = f"the largest {clue.thing}" if clue.largest else clue.thing
    return f"The treasure may lie at these distances from {thing}: {distances}."


def _hex(clue: Shown, place: Hex) -> str:
    steps, centre = distance(place, _CENTRE), _LAYOUT.centre(place)
    possible = clue.holds_at(steps)
    ground_colour, ink = _POSSIBLE if possible else _RULED_OUT
    fill = ground_colour if steps else _ground(clue.thing)
    return element(
        "g",
        element("polygon", points=points(_LAYOUT.corners(centre)), fill=fill, stroke=_PALETTE.border),
        _sign(possible, ink, at(*centre)) if steps else _thing(clue) + _small_sign(possible),
        class_="possible" if possible else "ruled-out",
    )


def _sign(possible: bool, ink: str, transform: str) -> str:
    """Return a tick or a stroke."""
    path = _TICK if possible else _STROKE
    looks = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return element("path", d=path, stroke=ink, stroke_width=5, transform=transform, **looks)


def _small_sign(possible: bool) -> str:
    """Return the sign for the hex of the thing itself: on a disc at its foot."""
    ink = (_POSSIBLE if possible else _RULED_OUT)[1]
    disc = element("circle", r=12.0, fill="#ffffff", stroke="#22262b")
    return element("g", disc, _sign(possible, ink, at(0.0, 0.0, scale=0.5)), transform=at(0.0, 28.0))


def _ground(thing: str) -> str:
    """Return the fill of the hex of the thing; a landmark may stand on any terrain."""
    if thing == OCEAN:
        return _PALETTE.ocean_line
    return ground("light", thing) if thing in TERRAINS else _PALETTE.background


def _thing(clue: Shown) -> str:
    """Return the sign of the thing: a landmark, or the letter of a terrain, and whether it is the largest."""
    if clue.thing not in (*TERRAINS, OCEAN):
        return element("g", landmark(clue.thing), transform=at(0.0, -10.0, scale=1.7))
    looks = {**_BOLD, "fill": _PALETTE.text, "stroke": _PALETTE.halo, "stroke_width": "5"}
    looks |= {"stroke_linejoin": "round", "paint_order": "stroke"}
    if clue.thing == OCEAN:
        return label("ocean", 0.0, 6.0, font_size=22, **looks)
    letter = label(clue.thing[0].upper(), 0.0, 10.0, font_size=34, **looks)
    return letter + (label("largest", 0.0, -21.0, font_size=17, **looks) if clue.largest else "")
