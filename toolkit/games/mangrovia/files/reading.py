"""The three files of a board: its spaces, its paths, and the set-up of the box.

They are CSV files with the columns of those in ``data``. What follows from the rest may be left out: the
paths of a space, and its places there, follow from column and row, and are compared where an owner tells
them. The files that are shipped are held to all of it by tests.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import chain, pairwise
from typing import Any

from toolkit.core.errors import quote
from toolkit.games.mangrovia.board import OWNED, RECONSTRUCTED, Board, Path, Space
from toolkit.games.mangrovia.components import (
    AMULET_VALUES,
    FEWEST_PLAYERS,
    LANDSCAPES,
    MOST_PLAYERS,
    PATHS,
    RITUAL_SPACES,
    VALUES,
    Box,
    landscape,
    tile,
)
from toolkit.games.mangrovia.files.constraints import HARD, SOFT, Find, Place
from toolkit.games.tables import Column, Fault, Row, number, once, read_table, refuse, word

Lines = Mapping[Place, tuple[str, int]]
"""The file of each space and of each path, and its line there; of a file as a whole 0."""

FILES = {"board": "board-reconstructed.csv", "paths": "paths.csv", "setup": "setup.csv"}
"""The files that are shipped, by the rule that holds the text of an owner's."""


def read_board(board: str = "", paths: str = "") -> Board:
    """Return the board of the texts of two files; an empty one stands for the file that is shipped.

    `FaultyFile` names file, line, column and constraint (C1 to C23).
    """
    return _board(board, paths)[0]


def warnings(board: str = "", paths: str = "", setup: str = "") -> list[Fault]:
    """Return what is unlikely about a board (the soft constraints) and a box that can be played with."""
    read, lines = _board(board, paths)
    return [*_broken(read, lines, SOFT), *(Fault("setup", 0, odd) for odd in _odd(read_box(setup)))]


def shipped(name: str) -> str:
    """Return the text of a data file of the package."""
    return files("toolkit.games.mangrovia").joinpath(f"data/{name}").read_text("utf-8")


# ---- the spaces --------------------------------------------------------------------------------------------


def _face(text: str) -> int:
    return landscape(text.lower())


_SPACE = {
    "id": Column("", str),
    "place": Column("C14", word(["grid", "coast", "islet"])),
    "column": Column("C9", str.lower, or_empty=True),
    "row": Column("C9", number(1), or_empty=True),
    "landscape": Column("C9", _face),
    "landscape2": Column("C5", _face, or_empty=True),
    "price": Column("C9, C23", number(1)),
    "pay": Column("C9", word(["cards", "amulets"])),
    "points": Column("C9", number(0)),
    "area": Column("C9", word(["plain", "stone", "pole", "amulet"])),
    "mark": Column("M-7", word(["none", "grey", "white"])),
    **dict.fromkeys(("v_path", "v_rank", "h_path", "h_rank"), Column("C1, M-32")),
    "example": Column(""),
}


def _space(row: Row) -> tuple[Row, Space]:
    place = row.cells["place"].lower()
    for line in ("column", "row"):
        if place in ("coast", "islet") and row.cells[line]:
            row.refuse(line, f"{quote(row.cells[line])}, and a space on the {place} has none")
    told = row.values()
    name, column = told["id"], told["column"] or ""
    for line in ("column", "row"):
        if place == "grid" and not told[line]:
            row.refuse(line, "missing")
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,12}", name):
        row.refuse("id", f"{quote(name)} is no name of up to 12 letters and digits without blanks")
    if not re.fullmatch(r"[a-z]?", column):
        row.refuse("column", f"{quote(column)} is no letter from a to z")
    first, second = told.pop("landscape"), told.pop("landscape2")
    if first == second:
        row.refuse("landscape2", f"{quote(row.cells['landscape2'])} stands there twice")
    told |= {"column": column, "row": told["row"] or 0}
    return row, Space(landscapes=(first,) if second is None else (first, second), paths=(), **told)


# ---- the paths, and the board ------------------------------------------------------------------------------

_PATH = {
    "id": Column("C1", word(PATHS)),
    "line": Column("C1", lambda text: " ".join(text.lower().split())),
    "first": Column("M-32", number(2)),
    "second": Column("M-32", number(1)),
    **dict.fromkeys(("direction", "statue", "spaces", "prizes_from"), Column("")),
}
_LINE = {"V": r"column [a-z]", "H": r"row [1-9][0-9]?"}
_WAYS = {"V": ("vertical", "column a"), "H": ("horizontal", "row 1")}


def _path(row: Row) -> tuple[Row, Path]:
    path = Path(spaces=(), **row.values())
    way = path.id[0]
    direction, example = _WAYS[way]
    if not re.fullmatch(_LINE[way], path.line):
        problem = f"{quote(path.line)}; {path.id} is {direction}: it is written as '{example}'"
        row.refuse("line", problem)
    if path.second >= path.first:
        problem = f"'{path.second}' is no whole number from 1 to {path.first - 1}"
        row.refuse("second", problem)
    return row, path


def _misplaced(ways: Sequence[tuple[Row, Path]]) -> Iterator[Fault]:
    """Yield what is wrong with the paths together: four each way, from the left and from above (C1)."""
    yield from once(((row, path.id) for row, path in ways), "id", "path")
    if missing := [name for name in PATHS if name not in [path.id for _, path in ways]]:
        yield Fault("paths", 0, f"no row for {', '.join(missing)} (C1)")
    for (_, one), (row, other) in pairwise(ways):
        if one.line == other.line:
            yield row.fault("line", f"{other.line} carries {one.id} already")
        elif one.id[0] == other.id[0] and (len(one.line), one.line) > (len(other.line), other.line):
            yield row.fault("line", f"{other.line} lies before {one.line}, which carries {one.id}")


@lru_cache(maxsize=32)
def _board(board: str, paths: str) -> tuple[Board, Lines]:
    ways = read_table(paths or shipped(FILES["paths"]), "paths", _PATH, _path)
    ways.sort(key=lambda way: PATHS.index(way[1].id))
    refuse(_misplaced(ways))
    found = read_table(board or shipped(FILES["board"]), "board", _SPACE, _space)
    names = once(((row, space.id.lower()) for row, space in found), "id", "name")
    places = once(((row, space.row and (space.column, space.row)) for row, space in found), "row", "place")
    refuse([*names, *places])
    made = _on_paths([space for _, space in found], [path for _, path in ways])
    lines: dict[Place, tuple[str, int]] = {"board": ("board", 0), "paths": ("paths", 0)}
    lines |= {space: ("board", row.line) for (row, _), space in zip(found, made.spaces, strict=True)}
    lines |= {path: ("paths", row.line) for (row, _), path in zip(ways, made.paths, strict=True)}
    if board or paths:
        told = [
            row.unlike(_follows(space), "by column and row")
            for (row, _), space in zip(found, made.spaces, strict=True)
        ]
        refuse([*_broken(made, lines, HARD), *chain.from_iterable(told)])
    own = bool(board) and made.spaces != read_board().spaces
    return replace(made, label=OWNED if own else RECONSTRUCTED), lines


def _on_paths(spaces: Sequence[Space], paths: Sequence[Path]) -> Board:
    """Return the board on which the spaces lie on the paths of their columns and rows."""
    order = sorted(range(len(spaces)), key=lambda at: (spaces[at].row, spaces[at].column))
    lines = [(f"column {space.column}", f"row {space.row}") for space in spaces]
    on = [tuple(at for at in order if path.line in lines[at]) for path in paths]
    placed = (
        replace(space, paths=tuple((path, way.index(at) + 1) for path, way in enumerate(on) if at in way))
        for at, space in enumerate(spaces)
    )
    along = (replace(path, spaces=way) for path, way in zip(paths, on, strict=True))
    return Board(OWNED, tuple(placed), tuple(along))


def _follows(space: Space) -> dict[str, object]:
    """Return the paths of a space, and its places there, as a file may tell them."""
    told: dict[str, object] = dict.fromkeys(("v_path", "v_rank", "h_path", "h_rank"), "")
    for path, rank in space.paths:
        way = PATHS[path][0].lower()
        told |= {f"{way}_path": PATHS[path], f"{way}_rank": rank}
    return told


def _broken(board: Board, lines: Lines, constraints: Iterable[tuple[str, Find]]) -> list[Fault]:
    """Return where a board breaks constraints."""
    return [
        Fault(*lines[place], f"{problem} ({name})")
        for name, find in constraints
        for problem, place in find(board)
    ]


# ---- the box -----------------------------------------------------------------------------------------------

_PLAYERS = range(FEWEST_PLAYERS, MOST_PLAYERS + 1)
_SEATS = range(1, MOST_PLAYERS + 1)

_SETUP = {name: Column("", str, or_empty=True) for name in ("group", "key", "value", "count")} | {
    "source": Column("")
}
_GROUPS: Mapping[str, tuple[str, Mapping[str, Callable[[str], Any] | None]]] = {
    "start_card": ("M-2", dict.fromkeys(map(str, _SEATS), number(VALUES[0], VALUES[-1]))),
    "valuable": ("M-3", {"": number(VALUES[0], VALUES[-1])}),
    "landscape": ("M-3", dict.fromkeys(LANDSCAPES)),
    "amulet": ("M-5", {"board": number(1, 1), "bag": number(2, AMULET_VALUES[-1])}),
    "pole_tile": ("M-6", {"": number(1)}),
    "stone_tile": (
        "M-38",
        {"statue": word(PATHS), "card": word("3"), "amulet": word("2"), "free_landscape": None},
    ),
    "huts": ("M-1", dict.fromkeys(map(str, _PLAYERS))),
    "bowls": ("M-1", dict.fromkeys(map(str, _PLAYERS))),
    "face_up": ("M-3", dict.fromkeys(("valuables", "landscapes"))),
    "hand": ("M-3", {"landscapes": None}),
    "bird": ("M-4", dict.fromkeys(LANDSCAPES)),
}
"""The groups of rows: the rule, and the keys of each with what reads its value; "" and None: not read."""


def _entry(row: Row) -> tuple[Row, tuple[str, str, Any], int]:
    """Return what a row counts, as group, key and face, and how many of it there are."""
    rule, keys = _GROUPS.get(row.cells["group"].lower(), ("", {}))
    value = keys.get("" if "" in keys else row.cells["key"].lower())
    columns = {
        "group": Column(rule, word(_GROUPS)),
        "key": Column(rule) if "" in keys else Column(rule, word(keys)),
        "value": Column(rule, value),
        "count": Column(rule, number(0, 999)),
    }
    row = row._replace(columns=columns)
    told = row.values()
    group, key, face = told["group"], told.get("key", ""), told.get("value")
    if group in ("landscape", "bird"):
        face = landscape(key)
    elif group == "stone_tile":
        face = tile(key, face or "")
    return row, (group, key, face), told["count"]


@lru_cache(maxsize=32)
def read_box(text: str = "") -> Box:
    """Return the contents of the box from the text of a set-up file; an empty one stands for that shipped.

    `FaultyFile` names line, column and rule.
    """
    found = read_table(text or shipped(FILES["setup"]), "setup", _SETUP, _entry)
    only_once = ((row, entry) for row, entry, _ in found if entry[0] != "start_card")  # a pair may be alike
    refuse(once(only_once, "group", "entry"))
    counts: Counter[tuple[str, str, Any]] = Counter()
    for _, entry, many in found:
        counts[entry] += many

    def faces(group: str, key: str = "") -> tuple[int, ...]:
        told = (entry for entry in counts.elements() if entry[0] == group)
        return tuple(sorted(face for _, one, face in told if key in ("", one)))

    birds = faces("bird")
    if len(birds) != 2 or birds[0] == birds[1]:
        refuse([Fault("setup", 0, "two birds stand on two landscapes (M-4)")])
    box = Box(
        start_cards=tuple(faces("start_card", str(seat)) for seat in _SEATS),
        valuables=faces("valuable"),
        landscapes=faces("landscape"),
        ones=counts["amulet", "board", 1],
        bag=faces("amulet", "bag"),
        pole_tiles=faces("pole_tile"),
        stone_tiles=faces("stone_tile"),
        huts=tuple(counts["huts", str(players), None] for players in _PLAYERS),
        bowls=tuple(counts["bowls", str(players), None] for players in _PLAYERS),
        face_up=(counts["face_up", "valuables", None], counts["face_up", "landscapes", None]),
        hand=counts["hand", "landscapes", None],
        birds=(birds[0], birds[1]),
    )
    refuse(Fault("setup", 0, problem) for problem in _missing(box))
    return box


def _missing(box: Box) -> Iterator[str]:
    """Yield what a game cannot do without, and the box has not."""
    for seat, cards in enumerate(box.start_cards, 1):
        if len(cards) != 2:
            yield f"seat {seat} has {len(cards)} start cards, not 2 (M-2)"
    for players, huts, bowls in zip(_PLAYERS, box.huts, box.bowls, strict=True):
        if not huts or not 0 < players * bowls <= RITUAL_SPACES - (players == FEWEST_PLAYERS):  # M-8
            yield f"{huts} huts and {bowls} bowls for each of {players} players (M-1)"
    if MOST_PLAYERS * box.hand > len(box.landscapes):
        yield f"{len(box.landscapes)} landscapes, and hands of {box.hand} for {MOST_PLAYERS} players (M-3)"
    if len(box.pole_tiles) != 8 or len(set(box.pole_tiles)) != 8:
        yield f"{len(box.pole_tiles)} pole tiles, not 8 with different numbers (M-6)"
    if sorted(box.stone_tiles[: len(PATHS)]) != [*range(len(PATHS))] or len(box.stone_tiles) < 2 * len(PATHS):
        yield "the stone tiles are a statue of each path and 8 others (M-38)"


_USUAL = {
    **dict.fromkeys(("huts", "bowls"), "M-1"),
    **dict.fromkeys(("valuables", "landscapes", "face_up", "hand"), "M-3"),
    "ones": "M-5",
    "pole_tiles": "M-6",
    "birds": "M-4",
    "bag": "M-5",
    "stone_tiles": "M-38",
}
"""What the rulebook tells of the box."""


def _odd(box: Box) -> Iterator[str]:
    """Yield what the box holds in other numbers than the rulebook."""
    usual = read_box()
    for name, rule in _USUAL.items():
        mine, known = getattr(box, name), getattr(usual, name)
        if name in ("bag", "stone_tiles"):  # which ones is not told there
            mine, known = len(mine), len(known)
        if mine != known:
            unlike = f"{mine}, not {known} as in" if isinstance(mine, int) else "not those of"
            yield f"{name.replace('_', ' ')}: {unlike} the rulebook ({rule})"
