"""The island of the box, put together from three double-sided board pieces (T-1 to T-3).

Each side is a cone of one flat-top lattice. Hex (a, b) of a side lies a steps along its first edge and b
steps along its second; it is called side letter, a, b: ``B52``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from itertools import permutations
from operator import itemgetter

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tables import Column, Fault, FaultyFile, Row, number, once, read_table, refuse, word
from toolkit.hexmap import TERRAINS, Hex, Island, Orientation
from toolkit.hexmap.hexes import neighbours
from toolkit.hexmap.signs import BLANK

Side = dict[tuple[int, int], str]
"""The terrain of a board side by (a, b)."""

UNKNOWN_SIDES = ("a", "b", "c")
"""Sides of the box whose terrain no public source gives (T-1)."""

KNOWN_LAYOUTS = ("ABC+0", "ABC+1", "ACB+0", "ACB+1")
"""The layouts made of known sides, up to rotation (T-1)."""

LAYOUTS = tuple(f"{''.join(sides)}+{shift}" for sides in permutations("ABC") for shift in (0, 1))
"""All layouts made of known sides, rotations included."""


class LayoutError(ToolkitError):
    """A layout that cannot be laid."""


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
    return _sides(_rows(files("toolkit.games.tobago").joinpath("data/sides.csv").read_text(encoding="utf-8")))


_HEADER = "side,a,b,terrain"
_COLUMNS = {
    "side": Column("T-3", str),
    "a": Column("T-3", number(0, 9)),
    "b": Column("T-3", number(0, 9)),
    "terrain": Column("", str, or_empty=True),  # it is read when it is known which sides are begun
}
_TERRAIN = {"side": Column("T-3"), "terrain": Column("T-4", word(TERRAINS))}


def read_sides(text: str) -> dict[str, Side]:
    """Read further board sides from CSV with the columns ``side,a,b,terrain``.

    A side without any terrain is not filled in yet, and is none. `FaultyFile` names each line with a fault: a
    bad value, a hex that stands there twice or has no terrain yet, a side that ships already.
    """
    return {letter: dict(cells) for letter, cells in _further(text).items()}


@lru_cache(maxsize=32)
def _further(text: str) -> dict[str, Side]:
    rows = _rows(text)
    first = {row.cells["side"]: row for row, _ in reversed(rows)}
    known = sorted(first.keys() & known_sides().keys())
    problem = "{} ships with the toolkit: a further side needs another letter"
    refuse(first[letter].fault("side", problem.format(quote(letter))) for letter in known)
    return _sides(rows)


def _rows(text: str) -> list[tuple[Row, str]]:
    """Return the rows that count with their terrain: those of sides that are begun; `FaultyFile`."""
    rows, faults = list[Row](), list[Fault]()
    try:
        read_table(text, "sides", _COLUMNS, lambda row: rows.append(_hex(row)))
    except FaultyFile as error:
        if not rows:
            raise
        faults += error.faults  # those of other rows are told with them
    begun = {row.cells["side"] for row in rows if row.cells["terrain"]}
    if not begun and not faults:
        raise FaultyFile([Fault("sides", 0, "no terrain stands there yet")])
    counted = [row for row in rows if row.cells["side"] in begun]
    found: list[tuple[Row, str]] = []
    name = itemgetter("side", "a", "b")
    faults += once(((row, "".join(name(row.cells))) for row in counted), "side", "hex")
    for row in counted:
        try:
            found.append((row, row.values()["terrain"]))
        except FaultyFile as error:
            faults += error.faults
    refuse(sorted(faults, key=lambda fault: fault.line))
    return found


def _hex(row: Row) -> Row:
    if not re.fullmatch(r"[A-Za-z]", row.cells["side"]):
        row.refuse("side", f"{quote(row.cells['side'])} is no single letter")
    told = row.values()
    return row._replace(cells={**row.cells, "a": str(told["a"]), "b": str(told["b"])}, columns=_TERRAIN)


def _sides(rows: Iterable[tuple[Row, str]]) -> dict[str, Side]:
    sides: dict[str, Side] = {}
    for row, terrain in rows:
        letter, a, b = (row.cells[column] for column in ("side", "a", "b"))
        sides.setdefault(letter, {})[int(a), int(b)] = terrain
    return sides


def write_sides(sides: Mapping[str, Mapping[tuple[int, int], str]]) -> str:
    """Return the text of board sides, which `read_sides` reads; a hex may be without terrain yet.

    >>> print(write_sides({"a": {(0, 0): "lake", (0, 1): ""}}), end="")
    side,a,b,terrain
    a,0,0,lake
    a,0,1,
    """
    rows = [f"{side},{a},{b},{terrain}" for side in sides for (a, b), terrain in sorted(sides[side].items())]
    return "\n".join([_HEADER, *rows, ""])


# ---- the sides that an owner types in ----------------------------------------------------------------------


def outline(letter: str) -> tuple[tuple[int, int], ...]:
    """Return the hexes that the side of such a letter may have: those of the other side, turned over.

    That is a guess: pieces are cut along their coast at most, and lower-case sides are said to have fewer
    hexes (T-1). Of a letter that is on no piece of the box nothing is known: an empty tuple.

    >>> len(outline("a")), outline("D")
    (34, ())
    """
    back = known_sides().get(letter.swapcase(), {}) if letter in UNKNOWN_SIDES else {}
    return tuple(sorted((b, a) for a, b in back))


def unlikely(sides: Mapping[str, Side]) -> list[Fault]:
    """Return what is odd about sides that an owner typed in; nothing of it is impossible."""
    return [Fault("sides", 0, f"side {one}: {odd}") for one, side in sides.items() for odd in _odd(one, side)]


def _odd(letter: str, side: Side) -> Iterator[str]:
    expected = outline(letter)
    turned = f"side {letter.swapcase()}, turned over,"
    if missing := [place for place in expected if place not in side]:
        yield f"no row for {_listed(letter, missing)}, which {turned} has: sea there, or forgotten?"
    if expected and (beyond := [place for place in side if place not in expected]):
        yield f"{_listed(letter, beyond)} lies where {turned} has the sea"
    if apart := _apart(side):
        yield f"{_listed(letter, apart)} is cut off from the rest"
    if lacking := [terrain for terrain in TERRAINS if terrain not in side.values()]:
        yield f"no {' and no '.join(lacking)}; each known side has all six terrains"


def _listed(letter: str, places: Iterable[tuple[int, int]]) -> str:
    return ", ".join(f"{letter}{a}{b}" for a, b in sorted(places))


def _apart(side: Side) -> list[tuple[int, int]]:
    """Return the hexes that do not hang together with most of a side."""
    at = dict(zip(_spots({"": side})[""], side, strict=True))
    left, parts = set(at), []
    while left:
        part = [left.pop()]
        for spot in part:  # it grows on the way
            part += (near := left.intersection(neighbours(spot)))
            left -= near
        parts.append(part)
    return [at[spot] for part in sorted(parts, key=len)[:-1] for spot in part]


def layouts(further: Iterable[str] = ()) -> list[str]:
    """Return the layouts of the known sides and further ones by letter, each in one of its three rotations.

    >>> layouts("a")[4:]
    ['aBC+0', 'aBC+1', 'aCB+0', 'aCB+1']
    """
    letters = sorted({*known_sides(), *further})
    trios = [three for three in permutations(letters, 3) if len({side.lower() for side in three}) == 3]
    first = [three for three in trios if three[0].lower() == min(map(str.lower, three))]
    return [f"{''.join(three)}+{shift}" for three in first for shift in (0, 1)]


# ---- sides alone, to be looked at --------------------------------------------------------------------------


def sides_island(sides: Mapping[str, Side]) -> Island:
    """Return sides beside one another, as an island that can be drawn; a single one alone."""
    places = _spots(sides)
    terrain = {
        spot: kind
        for letter in sides
        for spot, kind in zip(places[letter], sides[letter].values(), strict=True)
    }
    names = {
        spot: f"{letter}{a}{b}"
        for letter in sides
        for spot, (a, b) in zip(places[letter], sides[letter], strict=True)
    }
    return Island(terrain, names, Orientation.FLAT, f"side{'s' * (len(sides) > 1)} {', '.join(sides)}")


def _spots(sides: Mapping[str, Collection[tuple[int, int]]]) -> dict[str, list[Hex]]:
    """Return where the hexes of each side lie when the sides lie in a row, the apex of each at the top."""
    found: dict[str, list[Hex]] = {}
    right = 0
    for letter, places in sides.items():
        shift = right + max(a - b for a, b in places)
        shift += shift % 2  # an even number of columns is a whole number of rows
        found[letter] = [Hex(b - a + shift, a - shift // 2) for a, b in places]
        right = max(spot.q for spot in found[letter]) + 3
    return found


class BlankSide:
    """A side whose terrain is still to be filled in, for the map renderer."""

    def __init__(self, letter: str, places: Iterable[tuple[int, int]]) -> None:
        self.places = tuple(places)
        self.title = f"side {letter}"
        self.names = tuple(f"{letter}{a}{b}" for a, b in self.places)
        self.hexes = tuple(_spots({letter: self.places})[letter])
        self.orientation = Orientation.FLAT

    def __len__(self) -> int:
        return len(self.places)

    def number(self, name: str) -> int:
        """Return the number of a hex; `LayoutError` when the side has no such hex."""
        if name not in self.names:
            raise LayoutError(f"no hex {quote(name)} on {self.title}")
        return self.names.index(name)

    def cells(self, names: Iterable[str]) -> Collection[str]:
        """Return the named hexes in the order of the side; `LayoutError` as for `number`."""
        return sorted(names, key=self.number)

    def terrain(self, name: str) -> str:
        """Return that a hex is blank; `LayoutError` as for `number`."""
        self.number(name)
        return BLANK

    def terrain_cells(self, terrain: str) -> Collection[str]:
        """Return the hexes of a terrain: all of them are blank."""
        return self.names if terrain == BLANK else ()


# ---- reading layouts ---------------------------------------------------------------------------------------


def _side(sides: Mapping[str, Side], letter: str) -> Side:
    if letter in sides:
        return sides[letter]
    known = ", ".join(sorted(sides))
    if letter in UNKNOWN_SIDES:
        raise LayoutError(
            f"side {letter} is unknown: no public source gives its terrain (known: {known}). "
            "An owner of the game can supply it: name a CSV file with the columns side,a,b,terrain "
            "as 'sides' under [components] in the position file (tobago board tobago --out . writes one)"
        )
    raise LayoutError(
        f"no board side {letter!r} (known: {known}); further sides come from [components] sides"
    )
