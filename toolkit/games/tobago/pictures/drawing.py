"""How treasure maps and pieces look on the picture of an island."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from toolkit.hexmap import CellSet
from toolkit.hexmap.drawing import Marks, Token
from toolkit.hexmap.scene import as_it_is
from toolkit.hexmap.signs import Kind, Shape

SHAPES: Mapping[str, Shape] = {"brown": "circle", "white": "square", "grey": "triangle", "black": "diamond"}
"""The shape that marks the hexes of each treasure, besides its colour."""


def candidate_marks(
    colour: str, cells: CellSet, *, cubes: bool = False, say: Callable[[str], str] = as_it_is
) -> Marks:
    """Return the marks of the candidates of a treasure map: signs, or cubes once they lie (T-13)."""
    many = len(cells)
    left = (
        say("located on {}").format(say(str(cells)))
        if many == 1
        else say("{} candidates").format(say(str(many)))
    )
    caption = f"{say(colour)}: {left}"
    kind: Kind = "cube" if cubes else "sign"
    return Marks(f"candidate of {colour}", cells, colour, SHAPES[colour], _slot(colour), caption, kind)


def removed_marks(colour: str, cells: CellSet) -> Marks:
    """Return the marks of the cubes of a map that amulets took (T-33)."""
    return Marks(f"removed from {colour}", cells, colour, SHAPES[colour], _slot(colour), kind="gone")


def _slot(colour: str) -> int:
    return list(SHAPES).index(colour)


def atv(colour: str, place: str, say: Callable[[str], str] = as_it_is) -> Token:
    """Return the ATV of a player on its hex; it bears the initial of its colour as it is said."""
    return Token(f"{colour} ATV", place, colour, "vehicle", say(colour)[0].upper())


def amulet(place: str) -> Token:
    """Return an amulet on its hex."""
    return Token("amulet", place, "purple", "amulet")
