"""The three files of a board: its spaces, its paths, and the set-up of the box.

They are CSV files with the columns of those in ``data``, in any order, parted by commas, semicolons or tabs;
lines that begin with ``#`` are comments. What the rest follows from may be left out: the places on the paths
follow from column and row, and are compared where they are given.
"""

from __future__ import annotations

import csv
import io
import re
from collections import Counter, defaultdict
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import chain, pairwise
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.mangrovia.board import OWNED, RECONSTRUCTED, Board, Path, Space
from toolkit.games.mangrovia.board_checks import HARD, SOFT
from toolkit.games.mangrovia.components import MOST_PLAYERS, PATHS, RITUAL_SPACES, Box, landscape, tile

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from toolkit.games.mangrovia.board_checks import Find

    Made = TypeVar("Made")

FILES = {"board": "board-reconstructed.csv", "paths": "paths.csv", "setup": "setup.csv"}
"""The files that are shipped, by the rule that holds the text of an owner's."""

_MOST_FAULTS = 20  # after so many the rest of a file is not read


class Fault(NamedTuple):
    """What is wrong: in which file (``board``, ``paths`` or ``setup``), its line, 0 for none, and what."""

    source: str
    line: int
    problem: str


class BoardError(ToolkitError):
    """Files of a board that cannot be read, or that break a hard constraint.

    Attributes
    ----------
    faults
        All that was found.
    source, line, problem
        The first of them.
    """

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        self.source, self.line, first = self.faults[0]
        more = len(self.faults) - 1
        self.problem = f"{first} (and {more} more)" if more else first
        place = f"{self.source}: line {self.line}" if self.line else self.source
        super().__init__(f"{place}: {self.problem}")


def read_board(board: str = "", paths: str = "") -> Board:
    """Return the board of the texts of two files; an empty one stands for the file that is shipped.

    `BoardError` names file, line, column and constraint (C1 to C23).
    """
    return _board(board, paths)[0]


def read_box(text: str = "") -> Box:
    """Return the contents of the box from the text of a set-up file; an empty one stands for that shipped.

    `BoardError` names line, column and rule.
    """
    return _box(text)


def warnings(board: str = "", paths: str = "", setup: str = "") -> list[Fault]:
    """Return what is unlikely about a board (the soft constraints) and a box that can be played with."""
    read, lines = _board(board, paths)
    return [*_broken(read, lines, SOFT), *(Fault("setup", 0, odd) for odd in _odd(_box(setup)))]


def shipped(name: str) -> str:
    """Return the text of a data file of the package."""
    return files("toolkit.games.mangrovia").joinpath(f"data/{name}").read_text("utf-8")


# ---- rows --------------------------------------------------------------------------------------------------


class _Row(NamedTuple):
    """A row of a file: its cells, and the rules that they are read by, both by column."""

    source: str
    line: int
    cells: Mapping[str, str]
    rules: Mapping[str, str]

    def fault(self, column: str, problem: str) -> Fault:
        """Return what is wrong with a cell."""
        rule = self.rules[column]
        return Fault(self.source, self.line, f"{column}: {problem}{f' ({rule})' if rule else ''}")

    def refusal(self, column: str, problem: str) -> BoardError:
        """Return the error of a cell."""
        return BoardError([self.fault(column, problem)])

    def told(self, column: str) -> str:
        """Return what stands in a column, perhaps nothing."""
        return self.cells.get(column, "")

    def text(self, column: str) -> str:
        """Return what must stand in a column."""
        if not (text := self.told(column)):
            raise self.refusal(column, "missing")
        return text

    def number(self, column: str, least: int, most: int = 99) -> int:
        """Return a whole number."""
        text = self.text(column)
        if not (text.isdecimal() and len(text) < 4 and least <= int(text) <= most):
            wanted = f"is no whole number from {least} to {most}" if least < most else f"is not {least}"
            raise self.refusal(column, f"{quote(text)} {wanted}")
        return int(text)

    def word(self, column: str, words: Sequence[str]) -> str:
        """Return one of some words, written in any case."""
        text, known = self.text(column), {word.lower(): word for word in words}
        if text.lower() not in known:
            hint = did_you_mean(text, words) or f"; it is {' or '.join(words)}"
            raise self.refusal(column, f"no {quote(text)}{hint}")
        return known[text.lower()]

    def read(self, column: str, reader: Callable[[str], int]) -> int:
        """Return what a reader of names finds in a column."""
        text = self.text(column).lower()
        try:
            return reader(text)
        except ToolkitError as error:
            raise self.refusal(column, str(error)) from None


def _table(
    text: str, source: str, columns: Mapping[str, str], free: Sequence[str], make: Callable[[_Row], Made]
) -> list[Made]:
    """Return what is made of each row; `columns` have their rules, those that are `free` may be left out."""
    rows = _rows(text or shipped(FILES[source]), source)
    line, header = next(rows, (0, []))
    header = _header(header, [name for name in columns if name not in free], columns, source, line)
    made: list[Made] = []
    faults: list[Fault] = []
    for line, cells in rows:
        cells = cells[: len(header)] if not any(cells[len(header) :]) else cells
        try:
            if len(cells) != len(header):
                raise BoardError([Fault(source, line, f"{len(cells)} values, not {len(header)}")])
            made.append(make(_Row(source, line, dict(zip(header, cells, strict=True)), columns)))
        except BoardError as error:
            faults += error.faults
        if len(faults) >= _MOST_FAULTS:
            faults.append(Fault(source, line, "so far; the rest of the file is not read"))
            break
    _refuse(faults)
    return made


def _rows(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the line and the cells of each row that says something."""
    lines = list(io.StringIO(text.removeprefix("\ufeff"), newline=None))
    kept = ["\n" if line.lstrip(" \t\"'").startswith("#") else line for line in lines]
    head = next((line for line in kept if line.strip()), "")
    reader = csv.reader(kept, delimiter=max(",;\t", key=head.count), strict=True)
    try:
        for row in reader:
            cells = [cell.strip() for cell in row]
            if any(cells):
                yield reader.line_num, cells
    except csv.Error as error:
        raise BoardError([Fault(source, reader.line_num, str(error))]) from None


def _header(
    cells: Sequence[str], needed: Sequence[str], columns: Iterable[str], source: str, line: int
) -> list[str]:
    """Return the names of the columns, without the empty ones that spreadsheets add behind them."""
    names = [cell.lower() for cell in cells]
    while names and not names[-1]:
        names.pop()
    if not {*names} & {*columns}:  # another file, of which nothing is quoted
        raise BoardError([Fault(source, line, f"its first row names the columns: {', '.join(columns)}")])
    odd = [name for name in names if name not in [*columns]]
    problems = [
        *(f"no column {quote(name)}{did_you_mean(name, columns, 'columns')}" for name in odd),
        *(f"column {name} stands there twice" for name, times in Counter(names).items() if times > 1),
        *(
            f"column {name} is missing; the columns are {', '.join(columns)}"
            for name in needed
            if name not in names
        ),
    ]
    _refuse([Fault(source, line, problem) for problem in problems])
    return names


def _once(said: Iterable[tuple[_Row, object]], column: str, what: str) -> list[Fault]:
    """Return the faults of rows that say the same as an earlier one; an empty text says nothing."""
    first: dict[object, int] = {}
    return [
        row.fault(column, f"line {first[one]} has the same {what}")
        for row, one in said
        if one and first.setdefault(one, row.line) != row.line
    ]


def _refuse(faults: Iterable[Fault]) -> None:
    if found := list(faults):
        raise BoardError(found)


# ---- the board ---------------------------------------------------------------------------------------------

_SPACE = {
    "id": "",
    "place": "C14",
    **dict.fromkeys(("column", "row", "landscape"), "C9"),
    "landscape2": "C5",
    "price": "C9, C23",
    **dict.fromkeys(("pay", "points", "area"), "C9"),
    "mark": "M-7",
    **dict.fromkeys(("v_path", "v_rank", "h_path", "h_rank"), "C1, M-32"),
    "example": "",
}
_FOLLOW = ("v_path", "v_rank", "h_path", "h_rank", "example")
_PATH = {
    **dict.fromkeys(("id", "direction", "line", "statue", "spaces"), "C1"),
    **dict.fromkeys(("first", "second"), "M-32"),
    "prizes_from": "",
}
_LINE = re.compile(r"column ([a-z])|row ([1-9][0-9]?)")
_WAYS = {"V": ("vertical", "above", "column a"), "H": ("horizontal", "left", "row 1")}

Lines = dict[str, list[int]]
"""The line of each space and of each path in its file."""


@lru_cache(maxsize=32)
def _board(board: str, paths: str) -> tuple[Board, Lines]:
    ways = _table(paths, "paths", _PATH, ("direction", "statue", "spaces", "prizes_from"), _path)
    ways.sort(key=lambda way: PATHS.index(way[1].id))
    _refuse(_misplaced(ways))
    found = _table(board, "board", _SPACE, _FOLLOW, _space)
    rows = [row for row, _ in found]
    names = _once(((row, space.id.lower()) for row, space in found), "id", "name")
    places = _once(((row, space.row and (space.column, space.row)) for row, space in found), "row", "place")
    _refuse([*names, *places])
    made = _on_paths([space for _, space in found], [path for _, path in ways])
    spaces = zip(rows, made.spaces, strict=True)
    told = [_unlike(row, _follows(space), "by column and row") for row, space in spaces]
    if paths:  # an owner's; the file that is shipped tells the numbers of its own spaces
        counted = zip(ways, made.paths, strict=True)
        told += [_unlike(row, {"spaces": len(path.spaces)}, "by the board") for (row, _), path in counted]
    lines = {"board": [row.line for row in rows], "paths": [row.line for row, _ in ways]}
    _refuse([*_broken(made, lines, HARD), *chain.from_iterable(told)])
    own = bool(board) and made.spaces != read_board().spaces
    return replace(made, label=OWNED if own else RECONSTRUCTED), lines


def _broken(board: Board, lines: Lines, constraints: Mapping[str, Sequence[Find]]) -> list[Fault]:
    """Return where a board breaks constraints."""
    return [
        Fault(source, 0 if at is None else lines[source][at], f"{problem} ({number})")
        for number, finders in constraints.items()
        for find in finders
        for problem, source, at in find(board)
    ]


def _path(row: _Row) -> tuple[_Row, Path]:
    name = row.word("id", PATHS)
    direction, statue, example = _WAYS[name[0]]
    _refuse(_unlike(row, {"direction": direction, "statue": statue}, f"for {name}"))
    line = " ".join(row.text("line").lower().split())
    if not (_LINE.fullmatch(line) and line[0] == example[0]):
        raise row.refusal("line", f"{quote(line)}; {name} is {direction}: it is written as '{example}'")
    first = row.number("first", 2)
    prizes = first, row.number("second", 1, first - 1)
    return row, Path(name, direction, line, statue, *prizes, row.told("prizes_from"), ())


def _misplaced(ways: Sequence[tuple[_Row, Path]]) -> Iterator[Fault]:
    """Yield what is wrong with the paths together: four each way, from the left and from above (C1)."""
    yield from _once(((row, path.id) for row, path in ways), "id", "path")
    if missing := [name for name in PATHS if name not in [path.id for _, path in ways]]:
        yield Fault("paths", 0, f"no row for {', '.join(missing)} (C1)")
    for (_, one), (row, other) in pairwise(ways):
        if one.line == other.line:
            yield row.fault("line", f"{other.line} carries {one.id} already")
        elif one.direction == other.direction and _along(one) > _along(other):
            yield row.fault("line", f"{other.line} lies before {one.line}, which carries {one.id}")


def _along(path: Path) -> tuple[int, str]:
    where = path.line.split()[1]
    return len(where), where


def _space(row: _Row) -> tuple[_Row, Space]:
    name, place = row.text("id"), row.word("place", ("grid", "coast", "islet"))
    if not re.fullmatch(r"[A-Za-z0-9_-]{1,12}", name):
        raise row.refusal("id", f"{quote(name)} is no name of up to 12 letters and digits without blanks")
    column, line = _column_and_row(row, place)
    landscapes = [row.read("landscape", landscape)]
    if row.told("landscape2"):
        landscapes.append(row.read("landscape2", landscape))
    if len(landscapes) > len(set(landscapes)):
        raise row.refusal("landscape2", f"{quote(row.told('landscape2'))} stands there twice")
    return row, Space(
        name,
        place,
        column,
        line,
        tuple(landscapes),
        row.number("price", 1),
        row.word("pay", ("cards", "amulets")),
        row.number("points", 0),
        row.word("area", ("plain", "stone", "pole", "amulet")),
        row.word("mark", ("none", "grey", "white")),
        (),
        row.told("example"),
    )


def _column_and_row(row: _Row, place: str) -> tuple[str, int]:
    if place != "grid":
        for column in ("column", "row"):
            if text := row.told(column):
                raise row.refusal(column, f"{quote(text)}, and a space on the {place} has none")
        return "", 0
    column = row.text("column").lower()
    if not re.fullmatch(r"[a-z]", column):
        raise row.refusal("column", f"{quote(column)} is no letter from a to z")
    return column, row.number("row", 1)


def _on_paths(spaces: Sequence[Space], paths: Sequence[Path]) -> Board:
    """Return the board on which the spaces lie on the paths of their columns and rows."""
    on: defaultdict[str, list[int]] = defaultdict(list)
    for number in sorted(range(len(spaces)), key=lambda one: (spaces[one].row, spaces[one].column)):
        for line in (f"column {spaces[number].column}", f"row {spaces[number].row}"):
            on[line].append(number)
    ranks: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for which, path in enumerate(paths):
        for rank, number in enumerate(on[path.line], 1):
            ranks[number].append((which, rank))
    placed = [replace(space, paths=tuple(ranks[number])) for number, space in enumerate(spaces)]
    return Board(OWNED, tuple(placed), tuple(replace(path, spaces=tuple(on[path.line])) for path in paths))


def _follows(space: Space) -> dict[str, object]:
    """Return the paths of a space, and its places there, as a file may tell them."""
    on = {PATHS[path][0].lower(): (PATHS[path], rank) for path, rank in space.paths}
    told = {way: on.get(way, ("", "")) for way in "vh"}
    return {f"{way}_{name}": told[way][at] for way in "vh" for at, name in enumerate(("path", "rank"))}


def _unlike(row: _Row, follows: Mapping[str, object], why: str) -> Iterator[Fault]:
    """Yield the cells that tell something else than follows; they may be empty."""
    for column, expected in follows.items():
        if (told := row.told(column)) and told.lower() != str(expected).lower():
            yield row.fault(column, f"{quote(told)}, but {expected or 'none'} {why}")


# ---- the box -----------------------------------------------------------------------------------------------

_SETUP: Mapping[str, str] = dict.fromkeys(("group", "key", "value", "count", "source"), "")
_PLAYERS = range(2, MOST_PLAYERS + 1)
_ROWS = ("valuables", "landscapes")


class _Entry(NamedTuple):
    """A row of a set-up file: so many of a value, such as 9 valuables of 2; a key tells which heap."""

    group: str
    key: int
    value: int
    number: int


_GROUPS: Mapping[str, tuple[str, Callable[[_Row], tuple[int, int]]]] = {
    "start_card": ("M-2", lambda row: (row.number("key", 1, MOST_PLAYERS), row.number("value", 2, 7))),
    "valuable": ("M-3", lambda row: (0, row.number("value", 2, 7))),
    "landscape": ("M-3", lambda row: (0, row.read("key", landscape))),
    "amulet": ("M-5", lambda row: _amulet(row)),
    "pole_tile": ("M-6", lambda row: (0, row.number("value", 1))),
    "stone_tile": ("M-38", lambda row: (0, _stone_tile(row))),
    "huts": ("M-1", lambda row: (0, row.number("key", 2, MOST_PLAYERS))),
    "bowls": ("M-1", lambda row: (0, row.number("key", 2, MOST_PLAYERS))),
    "face_up": ("M-3", lambda row: (0, _ROWS.index(row.word("key", _ROWS)))),
    "hand": ("M-3", lambda row: (0, _ROWS.index(row.word("key", _ROWS[1:])))),
    "bird": ("M-4", lambda row: (0, row.read("key", landscape))),
}
"""The groups of rows: the rule, and how key and value are read."""


@lru_cache(maxsize=32)
def _box(text: str) -> Box:
    found = _table(text, "setup", _SETUP, ("source",), _entry)
    once = ((row, entry[:3]) for row, entry in found if entry.group != "start_card")  # a pair may be alike
    _refuse(_once(once, "group", "entry"))
    counts: dict[str, Counter[tuple[int, int]]] = {group: Counter() for group in _GROUPS}
    for _, (group, key, value, number) in found:
        counts[group][key, value] += number

    def faces(group: str, key: int = 0) -> tuple[int, ...]:
        return tuple(sorted(value for heap, value in counts[group].elements() if heap == key))

    birds = faces("bird")
    if len(birds) != 2 or birds[0] == birds[1]:
        raise BoardError([Fault("setup", 0, "two birds stand on two landscapes (M-4)")])
    box = Box(
        tuple(faces("start_card", seat) for seat in range(1, MOST_PLAYERS + 1)),
        faces("valuable"),
        faces("landscape"),
        len(faces("amulet")),
        faces("amulet", 1),
        faces("pole_tile"),
        faces("stone_tile"),
        tuple(counts["huts"][0, players] for players in _PLAYERS),
        tuple(counts["bowls"][0, players] for players in _PLAYERS),
        (counts["face_up"][0, 0], counts["face_up"][0, 1]),
        counts["hand"][0, 1],
        (birds[0], birds[1]),
    )
    _refuse(Fault("setup", 0, problem) for problem in _missing(box))
    return box


def _entry(row: _Row) -> tuple[_Row, _Entry]:
    group = row.word("group", [*_GROUPS])
    rule, read = _GROUPS[group]
    row = row._replace(rules=dict.fromkeys(_SETUP, rule))
    return row, _Entry(group, *read(row), row.number("count", 0, 999))


def _amulet(row: _Row) -> tuple[int, int]:
    bag = row.word("key", ("board", "bag")) == "bag"
    return int(bag), row.number("value", 2, 6) if bag else row.number("value", 1, 1)


def _stone_tile(row: _Row) -> int:
    value = row.told("value")
    return row.read("key", lambda kind: tile(kind, value.upper() if kind == "statue" else value))


def _missing(box: Box) -> Iterator[str]:
    """Yield what a game cannot do without, and the box has not."""
    for seat, cards in enumerate(box.start_cards, 1):
        if len(cards) != 2:
            yield f"seat {seat} has {len(cards)} start cards, not 2 (M-2)"
    for players, huts, bowls in zip(_PLAYERS, box.huts, box.bowls, strict=True):
        if not huts or not 0 < players * bowls <= RITUAL_SPACES:
            yield f"{huts} huts and {bowls} bowls for each of {players} players (M-1)"
    if MOST_PLAYERS * box.hand > len(box.landscapes):
        yield f"{len(box.landscapes)} landscapes, and hands of {box.hand} for {MOST_PLAYERS} players (M-3)"
    if len(box.pole_tiles) != 8 or len(set(box.pole_tiles)) != 8:
        yield f"{len(box.pole_tiles)} pole tiles, not 8 with different numbers (M-6)"
    if sorted(box.stone_tiles[: len(PATHS)]) != [*range(len(PATHS))] or len(box.stone_tiles) < 2 * len(PATHS):
        yield "the stone tiles are a statue of each path and 8 others (M-38)"


def _odd(box: Box) -> Iterator[str]:
    """Yield what the box holds in other numbers than the rulebook."""
    usual = read_box()
    for name, rule in _COUNTS.items():
        if getattr(box, name) != getattr(usual, name):
            yield f"{name.replace('_', ' ')}: not those of the rulebook ({rule})"
    for name, rule in (("bag", "M-5"), ("stone_tiles", "M-38")):  # which ones is not told there
        number, known = len(getattr(box, name)), len(getattr(usual, name))
        if number != known:
            yield f"{name.replace('_', ' ')}: {number}, not {known} as in the rulebook ({rule})"


_COUNTS = {
    **dict.fromkeys(("huts", "bowls"), "M-1"),
    **dict.fromkeys(("valuables", "landscapes", "face_up", "hand"), "M-3"),
    "ones": "M-5",
    "pole_tiles": "M-6",
    "birds": "M-4",
}
