"""Drawn islands: rows of terrain letters, every second row shifted right by half a hex.

The hexes are pointy-top and named by column letter and row number: ``a1``, ``b1`` ... ``z1``, ``aa1``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from toolkit.core.errors import did_you_mean, quote
from toolkit.hexmap.hexes import LETTERS, Hex, Orientation
from toolkit.hexmap.island import LARGEST_BOX, Island, IslandError

_WATER = "."
_LOOKED_AT = 1_000  # characters


def parse_drawing(text: str, title: str = "drawn island") -> Island:
    r"""Return the island of a drawing.

    Each line is a row of the letters ``B J L M R S`` and ``.`` for ocean, separated by blanks; the 2nd, 4th
    ... lines are shifted right by half a hex. How many blanks there are means nothing (`blank_faults`). A
    letter that is none, or no land at all, is an `IslandError` that names line and column.

    >>> parse_drawing("J J S . .\n J L L B .\nM M L B .")
    <Island drawn island: 11 hexes>
    """
    terrain: dict[Hex, str] = {}
    names: dict[Hex, str] = {}
    for row, line in enumerate(text.splitlines()):
        for column, letter in enumerate(_letters(line, row)):
            if letter != _WATER:
                place = offset_to_hex(column, row)
                terrain[place] = LETTERS[letter]
                names[place] = f"{column_name(column)}{row + 1}"
    if not terrain:
        raise IslandError("the drawing has no land")
    return Island(terrain, names, Orientation.POINTY, title)


def blank_faults(text: str) -> list[str]:
    """Return a sentence for each line with more than one blank between letters, at the first such place.

    Who leaves a hex blank may mean ocean, but the letters behind it come one place further to the left.
    Blanks before the first letter of a line are for the eye alone.

    >>> blank_faults("J   J")
    ['line 1, column 2: 3 blanks between letters leave no hex out: write . for ocean']
    """
    gaps = ((row, re.search(r"(?<=\S)\s{2,}(?=\S)", line)) for row, line in enumerate(text.splitlines(), 1))
    return [
        f"line {row}, column {gap.start() + 1}: {len(gap[0])} blanks between letters leave no hex out: "
        f"write {_WATER} for ocean"
        for row, gap in gaps
        if gap
    ]


def is_drawing(text: str) -> bool:
    """Tell whether a text is meant as a drawing: most of how it begins are letters of one."""
    words = text[:_LOOKED_AT].split()
    return sum(word == _WATER or word in LETTERS for word in words) * 2 >= len(words)


def format_drawing(island: Island) -> str:
    r"""Return the drawing of an island whose hexes have the names of a drawn island; ends without newline.

    >>> format_drawing(parse_drawing(".  J\n L"))
    '. J\n L'
    """
    if island.orientation is not Orientation.POINTY:
        raise IslandError(f"{island.title} is made of boards: it cannot be drawn as rows")
    rows: dict[int, dict[int, str]] = {}
    for name, place in zip(island.names, island.hexes, strict=True):
        column, row = hex_to_offset(place)
        if min(column, row) < 0 or name != f"{column_name(column)}{row + 1}":
            raise IslandError(f"hex {name!r} does not have the name of its place on a drawing")
        rows.setdefault(row, {})[column] = island.terrain(name)[0].upper()
    return "\n".join(_row(rows.get(row, {}), row) for row in range(max(rows) + 1))


def offset_to_hex(column: int, row: int) -> Hex:
    """Return the lattice place of a column and a row of a drawing, both counted from 0."""
    return Hex(column - row // 2, row)


def hex_to_offset(place: Hex) -> tuple[int, int]:
    """Return column and row on a drawing, both counted from 0."""
    return place.q + place.r // 2, place.r


def column_name(column: int) -> str:
    """Return the letters of a column counted from 0: a to z, then aa, ab ...

    >>> column_name(0), column_name(25), column_name(26)
    ('a', 'z', 'aa')
    """
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("a") + rest) + letters
    return letters


def _letters(line: str, row: int) -> Iterator[str]:
    for column, match in enumerate(re.finditer(r"\S+", line)):
        letter = match[0]
        if letter != _WATER and letter not in LETTERS:
            where = f"line {row + 1}, column {match.start() + 1}"
            raise IslandError(f"{where}: {quote(letter)} is no terrain letter{_spelling(letter)}")
        if (row + 1) * (column + 1) > LARGEST_BOX:
            raise IslandError(f"the drawing spans more than {LARGEST_BOX:,} hexes")
        yield letter


def _spelling(letter: str) -> str:
    if len(letter) > 1 and set(letter) <= {*LETTERS, _WATER}:
        return " (put a space between letters)"
    return did_you_mean(letter, LETTERS) or f" (one of {' '.join(LETTERS)} and {_WATER})"


def _row(letters: dict[int, str], row: int) -> str:
    width = max(letters, default=-1) + 1
    indent = " " if row % 2 else ""
    return indent + " ".join(letters.get(column, _WATER) for column in range(width)) if width else ""
