"""How treasure maps and pieces look on the picture of an island."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.hexmap.drawing import Marks, Token

if TYPE_CHECKING:
    from collections.abc import Mapping

    from toolkit.hexmap import CellSet
    from toolkit.hexmap.patterns import Shape

MARKS: Mapping[str, tuple[str, Shape]] = {
    "brown": ("#8a4b1f", "circle"),
    "white": ("#ffffff", "square"),
    "grey": ("#909396", "triangle"),
    "black": ("#101214", "diamond"),
}
"""The colour and shape that mark the hexes of each treasure."""

_VEHICLES = {"red": "#d32f2f", "blue": "#1e5fc4", "yellow": "#fdd835", "green": "#2e8b3d"}
_AMULET = "#b04ad8"


def candidate_marks(colour: str, cells: CellSet) -> Marks:
    """Return the marks of the candidates of a treasure map."""
    fill, shape = MARKS[colour]
    count = f"{len(cells)} candidate{'' if len(cells) == 1 else 's'}"
    caption = f"{colour}: located on {cells}" if len(cells) == 1 else f"{colour}: {count}"
    return Marks(f"candidate of {colour}", cells, fill, shape, list(MARKS).index(colour), caption)


def atv(colour: str, place: str) -> Token:
    """Return the ATV of a player on its hex."""
    return Token(f"{colour} ATV", place, _VEHICLES[colour], "vehicle", colour[0].upper())


def amulet(place: str) -> Token:
    """Return an amulet on its hex."""
    return Token("amulet", place, _AMULET, "amulet")
