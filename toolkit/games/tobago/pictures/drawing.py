"""How treasure maps and pieces look on the picture of an island."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from toolkit.hexmap.drawing import Marks, Token
from toolkit.hexmap.signs import Kind, Shape

if TYPE_CHECKING:
    from toolkit.hexmap import CellSet

SHAPES: Mapping[str, Shape] = {"brown": "circle", "white": "square", "grey": "triangle", "black": "diamond"}
"""The shape that marks the hexes of each treasure, besides its colour."""


def candidate_marks(colour: str, cells: CellSet, *, cubes: bool = False) -> Marks:
    """Return the marks of the candidates of a treasure map: signs, or cubes once they lie (T-13)."""
    count = f"{len(cells)} candidate{'' if len(cells) == 1 else 's'}"
    caption = f"{colour}: located on {cells}" if len(cells) == 1 else f"{colour}: {count}"
    kind: Kind = "cube" if cubes else "sign"
    return Marks(f"candidate of {colour}", cells, colour, SHAPES[colour], _slot(colour), caption, kind)


def removed_marks(colour: str, cells: CellSet) -> Marks:
    """Return the marks of the cubes of a map that amulets took (T-33)."""
    return Marks(f"removed from {colour}", cells, colour, SHAPES[colour], _slot(colour), kind="gone")


def _slot(colour: str) -> int:
    return list(SHAPES).index(colour)


def atv(colour: str, place: str) -> Token:
    """Return the ATV of a player on its hex."""
    return Token(f"{colour} ATV", place, colour, "vehicle", colour[0].upper())


def amulet(place: str) -> Token:
    """Return an amulet on its hex."""
    return Token("amulet", place, "purple", "amulet")
