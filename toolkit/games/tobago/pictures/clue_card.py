"""A clue as a pictogram: its thing, and a dot, or a cross, on the hexes that it speaks of.

The same drawing serves phones, books and notebooks.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Protocol

from toolkit.core.pictures import Picture, Theme, document
from toolkit.core.pictures.sheet import checked_theme
from toolkit.core.pictures.svg import at, element, label, points
from toolkit.hexmap import OCEAN, TERRAINS, Orientation
from toolkit.hexmap.layout import RADIUS, HexGrid
from toolkit.hexmap.signs import definitions, glyph, landmark, map_sheet

WIDTH, HEIGHT = 140, 110
"""The box of a pictogram, its upper left corner at the origin."""

_Spot = tuple[int, int, int]

_GRID = HexGrid(Orientation.FLAT)
_PIXELS = 168  # the width of the card of a clue
_LINE, _LETTERS, _FONT = 18, 17, 15  # of its words
_CLUSTER = ((0.0, 0.0), (0.0, -1.73), (0.0, 1.73), (-1.5, -0.87), (-1.5, 0.87), (1.5, -0.87))  # in radii
_PLACES: Mapping[int, tuple[_Spot, tuple[_Spot, ...]]] = {
    0: ((70, 55, 40), ()),
    1: ((44, 48, 31), ((98, 68, 27),)),
    2: ((32, 48, 26), ((77, 66, 21), (113, 46, 21))),
}
"""By reach: middle and radius of the hex of the thing, then of the others that the clue speaks of."""


class Shown(Protocol):
    """What a picture shows of a clue (`Clue`, which stands above the pictures)."""

    @property
    def thing(self) -> str: ...  # noqa: D102

    @property
    def largest(self) -> bool: ...  # noqa: D102

    @property
    def negative(self) -> bool: ...  # noqa: D102

    @property
    def reach(self) -> int: ...  # noqa: D102


def pictogram(clue: Shown, sign: str = "", *, patterns: bool = False) -> str:
    """Return the drawing of a clue, without a page around it: its parts have classes alone.

    `sign` stands where the treasure may be, around the origin and about 17 wide; a dot if not said. With
    `patterns`, as in print, these tell terrains; else their signs do.
    """
    (x, y, radius), others = _PLACES[clue.reach]
    parts = [_thing(clue, x, y, radius, patterns)]
    parts += [hexagon(*other, "spot") for other in others]
    spots = others or ((x, y + 0.5 * radius, 0.6 * radius),)  # below the sign of the thing
    return "".join([*parts, *(marked(clue.negative, sign, *spot) for spot in spots)])


def marked(negative: bool, sign: str, x: float, y: float, radius: float) -> str:
    """Return a sign, or a dot for none, in the middle of a hex; crossed out if nothing of it may be there."""
    if negative:
        arm = 0.52 * radius
        d = f"M{-arm:g} {-arm:g}L{arm:g} {arm:g}M{arm:g} {-arm:g}L{-arm:g} {arm:g}"
        crossed = "".join(element("path", d=d, class_=part) for part in ("cross-rim", "cross"))
        return element("g", crossed + sign, transform=at(x, y))
    dot = element("circle", r=9 if radius < 24 else 11, class_="dot")
    return element("g", sign or dot, transform=at(x, y))


def _thing(clue: Shown, x: float, y: float, radius: float, patterns: bool) -> str:
    """Return the hex of the thing of a clue; the largest region is a cluster of hexes."""
    if clue.thing not in (*TERRAINS, OCEAN):
        sign = element("g", landmark(clue.thing), transform=at(x, y, scale=radius / 36))
        return hexagon(x, y, radius, "spot") + sign
    kind = f"hex {clue.thing}"
    place = at(x, y, scale=radius / 30)
    copy = "" if patterns and clue.thing != OCEAN else glyph(clue.thing, transform=place)
    if not clue.largest:
        return hexagon(x, y, radius, kind) + copy
    small = radius * 0.47
    hexes = (hexagon(x + dx * small, y + dy * small, small, kind) for dx, dy in _CLUSTER)
    return "".join(hexes) + copy


def hexagon(x: float, y: float, radius: float, kind: str) -> str:
    """Return a hex of a class, by its middle and radius."""
    return element("polygon", class_=kind, points=points(_GRID.corners((x, y), radius / RADIUS)))


def draw_clue(clue: Shown, *, words: bool = True, theme: Theme = "auto", alone: bool = True) -> Picture:
    """Return a clue as a picture, with its words below it; options as in `toolkit.hexmap.drawing.draw`."""
    patterns = theme == "print"
    lines = textwrap.wrap(str(clue), _LETTERS) if words else []
    texts = [
        label(line, WIDTH / 2, HEIGHT + _FONT + _LINE * row, text_anchor="middle")
        for row, line in enumerate(lines)
    ]
    height = HEIGHT + (_LINE * len(lines) + 8 if lines else 0)
    return document(
        clue_signs([clue], patterns=patterns) if alone else "",
        element("rect", width=WIDTH, height=height, rx=10, class_="paper") if alone else "",
        pictogram(clue, patterns=patterns),
        element("g", *texts, class_="words", font_size=_FONT) if texts else "",
        sheet=map_sheet(),
        theme=checked_theme(theme),
        box=(0, 0, WIDTH, height),
        width=_PIXELS,
        kind="clue",
        title=str(clue),
        alone=alone,
        role="img",
    )


def clue_signs(clues: Iterable[Shown], *, patterns: bool = False) -> str:
    """Return the ``<defs>`` from which the pictograms of clues are copied."""
    things, grounds = {clue.thing for clue in clues}, (*TERRAINS, OCEAN)
    landmarks = sorted(things.difference(grounds))
    return definitions(sorted(things.intersection(grounds)), landmarks, patterns=patterns)
