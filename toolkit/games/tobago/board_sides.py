"""The island of the box, put together from three double-sided board pieces (T-1 to T-3).

Each side is a cone of one flat-top lattice. Hex (a, b) of a side lies a steps along its first edge and b
steps along its second; it is called side letter, a, b: ``B52``.
"""

from __future__ import annotations

import csv
import io
import re
from functools import cache
from importlib.resources import files
from itertools import permutations
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.hexmap import TERRAINS, Hex, Island, Orientation

if TYPE_CHECKING:
    from collections.abc import Mapping

Side = dict[tuple[int, int], str]
"""The terrain of a board side by (a, b)."""

UNKNOWN_SIDES = ("a", "b", "c")
"""Sides of the box whose terrain no public source gives (T-1)."""

KNOWN_LAYOUTS = ("ABC+0", "ABC+1", "ACB+0", "ACB+1")
"""The layouts made of known sides, up to rotation (T-1)."""

LAYOUTS = tuple(f"{''.join(sides)}+{shift}" for sides in permutations("ABC") for shift in (0, 1))
"""All layouts made of known sides, rotations included."""

_COLUMNS = ["side", "a", "b", "terrain"]


class LayoutError(ToolkitError):
    """A layout that cannot be laid, or board sides that cannot be read."""


_PLACES = {  # T-2: for each shift, the apex and the two edges of the bottom, left and right piece
    0: ((Hex(0, 0), "SW", "SE"), (Hex(-1, 0), "N", "SW"), (Hex(0, -1), "SE", "N")),
    1: ((Hex(0, 0), "SW", "SE"), (Hex(0, -1), "N", "SW"), (Hex(1, -1), "SE", "N")),
}


def boxed_island(layout: str = "ABC+0", further_sides: Mapping[str, Side] | None = None) -> Island:
    """Return the island of a layout: bottom, left and right side, then the shift.

    Parameters
    ----------
    layout
        Such as ``ABC+0``; rotations such as ``BCA+0`` give the same island turned by 120 degrees.
    further_sides
        Board sides that an owner supplies (`read_sides`), by their letter.

    Raises
    ------
    LayoutError
        A layout of another form, one piece used twice, or a side that is not known.

    Examples
    --------
    >>> boxed_island("ABC+0").terrain("B52")
    'beach'
    """
    return _island(layout, {**known_sides(), **further_sides}) if further_sides else _known_island(layout)


@cache
def _known_island(layout: str) -> Island:
    """Return the island of known sides: built once, because a file of puzzles names it in every line."""
    return _island(layout, known_sides())


def _island(layout: str, sides: Mapping[str, Side]) -> Island:
    match = re.fullmatch(r"([A-Za-z])([A-Za-z])([A-Za-z])\+([01])", layout)
    if not match:
        hint = did_you_mean(layout, KNOWN_LAYOUTS, "known ones")
        raise LayoutError(
            f"no layout {quote(layout)}: it is three side letters and a shift, like 'ABC+0'{hint}"
        )
    letters = match.groups()[:3]
    if len({letter.lower() for letter in letters}) < 3:
        raise LayoutError(f"layout {quote(layout)} uses one board piece twice")
    terrain: dict[Hex, str] = {}
    names: dict[Hex, str] = {}
    for letter, (apex, *edges) in zip(letters, _PLACES[int(match[4])], strict=True):
        first, second = map(Orientation.FLAT.direction, edges)
        for (a, b), kind in _side(sides, letter).items():
            spot = apex.step(first, a).step(second, b)
            terrain[spot] = kind
            names[spot] = f"{letter}{a}{b}"
    return Island(terrain, names, Orientation.FLAT, layout)


@cache
def known_sides() -> dict[str, Side]:
    """Return the sides A, B and C that ship with the package (``data/sides.csv``; high confidence, T-1)."""
    return _read(files("toolkit.games.tobago").joinpath("data/sides.csv").read_text(encoding="utf-8"))


def read_sides(text: str) -> dict[str, Side]:
    """Read further board sides from CSV with the columns ``side,a,b,terrain``.

    Raises
    ------
    LayoutError
        Another header, a bad value (with its line), a hex given twice, or a side that ships already.
    """
    sides = _read(text)
    if taken := sorted(sides.keys() & known_sides().keys()):
        raise LayoutError(f"side {taken[0]} ships with the toolkit: a further side needs another letter")
    return sides


def _read(text: str) -> dict[str, Side]:
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    sides: dict[str, Side] = {}
    try:
        header = next(reader, [])
        if [column.strip() for column in header] != _COLUMNS:
            raise LayoutError(f"line 1: the columns are {','.join(_COLUMNS)}")  # quotes no other file
        for row in reader:
            if row:
                _add(sides, row, reader.line_num)
    except csv.Error as error:
        raise LayoutError(f"line {reader.line_num}: {error}") from None
    return sides


def _add(sides: dict[str, Side], row: list[str], line: int) -> None:
    values = [value.strip() for value in row]
    if len(values) != len(_COLUMNS):
        raise LayoutError(f"line {line}: {len(values)} values instead of {len(_COLUMNS)}")
    side, a, b, terrain = values
    if not re.fullmatch(r"[A-Za-z]", side):
        raise LayoutError(f"line {line}: side {quote(side)} is no single letter")
    if not (re.fullmatch(r"[0-9]", a) and re.fullmatch(r"[0-9]", b)):
        raise LayoutError(f"line {line}: {quote(a)}, {quote(b)} are no digits: a and b run from 0 to 9")
    if terrain not in TERRAINS:
        raise LayoutError(f"line {line}: no terrain {quote(terrain)}{did_you_mean(terrain, TERRAINS)}")
    cells = sides.setdefault(side, {})
    if (int(a), int(b)) in cells:
        raise LayoutError(f"line {line}: hex {side}{a}{b} stands there twice")
    cells[int(a), int(b)] = terrain


def _side(sides: Mapping[str, Side], letter: str) -> Side:
    if letter in sides:
        return sides[letter]
    known = ", ".join(sorted(sides))
    if letter in UNKNOWN_SIDES:
        raise LayoutError(
            f"side {letter} is unknown: no public source gives its terrain (known: {known}). "
            "An owner of the game can supply it: name a CSV file with the columns side,a,b,terrain "
            "as 'sides' under [components] in the position file"
        )
    raise LayoutError(
        f"no board side {letter!r} (known: {known}); further sides come from [components] sides"
    )
