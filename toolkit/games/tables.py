"""Files that owners of a game fill in: CSV tables by a description of their columns, and all their faults.

Columns stand in any order, parted by commas, semicolons or tabs; lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote

Made = TypeVar("Made")

_MOST_FAULTS = 20  # after so many the rest of a file is not read


class Fault(NamedTuple):
    """What is wrong: in which file (by the rule that holds its text, as ``sides``) and line (0 for none)."""

    source: str
    line: int
    problem: str


class FaultyFile(ToolkitError):  # noqa: N818  # what it is about, not that it is one
    """Files of an owner that cannot be read, or that cannot be those of the game.

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

    def within(self, name: str) -> str:
        """Return what is wrong with the first of them, after the name of its file."""
        return f"{name}{str(self).removeprefix(self.source)}"


def refuse(faults: Iterable[Fault]) -> None:
    """Raise the `FaultyFile` of faults, if there are any."""
    if found := list(faults):
        raise FaultyFile(found)


class Column(NamedTuple):
    """A column: the rule that its faults name, and what reads a cell or raises a `ToolkitError`.

    One without a reader may be left out. A cell of the others must be filled, but for those `or_empty`.
    """

    rule: str
    read: Callable[[str], Any] | None = None
    or_empty: bool = False


class Row(NamedTuple):
    """A row of a file: its cells as they are told, and its columns."""

    source: str
    line: int
    cells: Mapping[str, str]
    columns: Mapping[str, Column]

    def fault(self, column: str, problem: str) -> Fault:
        """Return what is wrong with a cell."""
        rule = self.columns[column].rule
        return Fault(self.source, self.line, f"{column}: {problem}{f' ({rule})' if rule else ''}")

    def refuse(self, column: str, problem: str) -> NoReturn:
        """Raise the error of a cell."""
        raise FaultyFile([self.fault(column, problem)])

    def values(self) -> dict[str, Any]:
        """Return what stands in the columns that have a reader, None for an empty cell."""
        return {
            name: self._value(name, column.read, column.or_empty)
            for name, column in self.columns.items()
            if column.read
        }

    def _value(self, name: str, read: Callable[[str], Any], or_empty: bool) -> Any:
        cell = self.cells[name]
        if not cell and not or_empty:
            self.refuse(name, "missing")
        try:
            return read(cell) if cell else None
        except ToolkitError as error:
            raise FaultyFile([self.fault(name, str(error))]) from None

    def unlike(self, follows: Mapping[str, object], why: str) -> Iterator[Fault]:
        """Yield the cells that tell something else than follows from others; they may be empty."""
        for column, expected in follows.items():
            if (told := self.cells.get(column, "")) and told.lower() != str(expected).lower():
                yield self.fault(column, f"{quote(told)}, but {expected or 'none'} {why}")


def number(least: int, most: int = 99) -> Callable[[str], int]:
    """Return the reader of a whole number."""

    def read(text: str) -> int:
        if not (text.isdecimal() and len(text) < 4 and least <= int(text) <= most):
            wanted = f"no whole number from {least} to {most}" if least < most else f"not {least}"
            raise ToolkitError(f"{quote(text)} is {wanted}")
        return int(text)

    return read


def word(words: Iterable[str]) -> Callable[[str], str]:
    """Return the reader of one of some words, written in any case."""
    known = {word.lower(): word for word in words}

    def read(text: str) -> str:
        if text.lower() not in known:
            hint = did_you_mean(text, known.values()) or f"; it is {' or '.join(known.values())}"
            raise ToolkitError(f"no {quote(text)}{hint}")
        return known[text.lower()]

    return read


def read_table(
    text: str, source: str, columns: Mapping[str, Column], make: Callable[[Row], Made]
) -> list[Made]:
    """Return what is made of each row; `FaultyFile` tells all that is wrong with them."""
    rows = _rows(text, source)
    header = _header(*next(rows, (0, [])), columns, source)
    made: list[Made] = []
    faults: list[Fault] = []
    for line, cells in rows:
        try:
            if len(cells) < len(header) or any(cells[len(header) :]):
                raise FaultyFile([Fault(source, line, f"{len(cells)} values, not {len(header)}")])
            made.append(make(Row(source, line, dict(zip(header, cells, strict=False)), columns)))
        except FaultyFile as error:
            faults += error.faults
        if len(faults) >= _MOST_FAULTS:
            faults.append(Fault(source, line, "so far; the rest of the file is not read"))
            break
    refuse(faults)
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
        raise FaultyFile([Fault(source, reader.line_num, str(error))]) from None


def _header(line: int, cells: Sequence[str], columns: Mapping[str, Column], source: str) -> list[str]:
    """Return the names of the columns, without the empty ones that spreadsheets add behind them."""
    names = [cell.lower() for cell in cells]
    while names and not names[-1]:
        names.pop()
    all_of_them = ", ".join(columns)
    if not {*names} & {*columns}:  # another file, of which nothing is quoted
        raise FaultyFile([Fault(source, line, f"its first row names the columns: {all_of_them}")])
    odd = [name for name in names if name not in columns]
    twice = [name for name, times in Counter(names).items() if times > 1]
    missing = [name for name, column in columns.items() if column.read and name not in names]
    problems = [
        *(f"no column {quote(name)}{did_you_mean(name, columns, 'columns')}" for name in odd),
        *(f"column {name} stands there twice" for name in twice),
        *(f"column {name} is missing; the columns are {all_of_them}" for name in missing),
    ]
    refuse(Fault(source, line, problem) for problem in problems)
    return names


def once(said: Iterable[tuple[Row, object]], column: str, what: str) -> Iterator[Fault]:
    """Yield the faults of rows that say the same as an earlier one; what is empty says nothing."""
    first: dict[object, int] = {}
    for row, one in said:
        if one and first.setdefault(one, row.line) != row.line:
            yield row.fault(column, f"line {first[one]} has the same {what}")
