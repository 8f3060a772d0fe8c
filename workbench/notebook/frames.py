"""`to_frame`: what solvers, games and puzzles return, as a pandas DataFrame.

Most results tell about themselves: the fields and properties of a class are its columns. `_COLUMNS` says it
for those whose users expect other words, and `_table` for those that are tables themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from solvers.intervals import Interval
from solvers.questions import Answer
from solvers.reviewing import Moment
from solvers.silver.simulated import Estimate, Simulated
from solvers.simulation import Contestant, Simulation
from solvers.tobago.deduction import HexExplanation
from solvers.tobago.forecasting import Forecast
from solvers.tobago.hinting import Hint
from solvers.tobago.reviewing import Contribution, Review
from solvers.tobago.steps import Step, Trace
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.maps import Verdict
from toolkit.hexmap import CellSet

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from pandas import DataFrame

Row = dict[str, Any]


def _columns(told: str) -> dict[str, str]:
    """Return by column the attribute that it shows: one of its own name, if no other one is told."""
    pairs = (one.partition("=") for one in told.split())
    return {name: path or name for name, _, path in pairs}


_COLUMNS: Mapping[type, Mapping[str, str]] = {
    Hint: _columns(
        "map=colour clue before=verdict.before after=verdict.after bits own_share worth locates"
        " raiser steps why"
    ),
    Verdict: _columns("clue legal reason before after conflicts"),
    Contribution: _columns("map=colour clue owner before after bits"),
    Moment: _columns("step seat round turn chosen better lost unit loss points"),
    Step: _columns("round technique subject facts ruled_out=removed.__len__ settled=forced"),
}
"""The columns of a result, and from which of its attributes they come; a method there is called."""

_INDEX: Mapping[type, tuple[str, ...]] = {
    Verdict: ("clue",),
    HexExplanation: ("name",),
    Contestant: ("contestant",),
}
"""What the rows of a result are called by, where it is not their number."""

_RANKED: Mapping[type, str] = {Hint: "rank", Contribution: "number", Step: "step"}
"""How that number is called, from 1; it begins at 0 and has no name for all others."""


def to_frame(found: Any, *, keys: str | Sequence[str] = "key") -> DataFrame:
    """Return a result, or several of a kind, as a DataFrame with a row for each.

    A number of hexes stands for a set of them, a float for a fraction; an interval makes three columns, such
    as ``wins``, ``wins_low`` and ``wins_high``; what is listed is one text, with commas, but records stay a
    list, for ``explode``; a mapping from names to numbers makes a column for each name. Columns of whole
    numbers and of yes and no keep their type where some are missing (``Int64``, ``boolean``).

    Parameters
    ----------
    found
        One of:

        - a result, or several of them: hints, verdicts, contributions, steps, answers to odds questions,
          advice, anything else that is a dataclass, a struct or a named tuple;
        - a `Forecast`: how the map ends, the likeliest first; a `Review`: its contributions; a `Simulation`:
          its games, and its ``results``: the contestants; a `Trace`: its steps;
        - a mapping from anything to a number, such as a distribution: with the columns ``value`` and, for
          fractions, ``exact``; or to an `Interval`: ``value``, ``low``, ``high``;
        - a mapping from anything to one of the above: its keys come first in the index.
    keys
        How the keys of a mapping are called; several names where they are tuples.

    Raises
    ------
    ToolkitError
        Something else; or without pandas (extra ``notebook``).

    Examples
    --------
    >>> from solvers.tobago import hints
    >>> from toolkit.games.tobago import Position
    >>> position = Position.load("examples/first-position.toml")
    >>> to_frame(hints(position)).loc[1, ["map", "clue"]].tolist()
    ['brown', 'next to statue']
    """
    try:
        from pandas import DataFrame
    except ImportError:
        raise ToolkitError('DataFrames need pandas: pip install "tobago-toolkit[notebook]"') from None
    if isinstance(found, Simulation):  # a million games are no million rows of objects
        return DataFrame(_games(found)).set_index("game")
    index, rows = _table(found, keys)
    names = list(dict.fromkeys(name for row in rows for name in row))
    columns = {name: _series([row.get(name) for row in rows]) for name in [*index, *names]}
    frame = DataFrame(columns)
    return frame.set_index(list(index)) if index else frame


def _series(values: list[Any]) -> Any:
    """Return a column, whose type does not depend on whether something is missing."""
    from pandas import Series

    kinds = {type(value) for value in values if value is not None}
    if None in values and kinds in ({bool}, {int}):
        return Series(values, dtype="boolean" if kinds == {bool} else "Int64")
    return Series(values, dtype="float64" if kinds == {float} or kinds == {int, float} else None)


# ---- which rows a result has -------------------------------------------------------------------------------


def _table(found: Any, keys: str | Sequence[str]) -> tuple[tuple[str, ...], list[Row]]:
    """Return the names of the index, and the rows with the values of the index among them."""
    several: list[Any]
    match found:
        case Forecast():
            return ("end",), list(_ends(found))
        case Simulation():
            columns = _games(found)
            each = zip(*(column.tolist() for column in columns.values()), strict=True)
            return ("game",), [dict(zip(columns, row, strict=True)) for row in each]
        case Review():
            return _table(found.contributions, keys)
        case Trace():
            return _table(found.steps, keys)
        case Mapping():
            return _keyed(found, keys)
    several = [found] if _is_result(found) else list(found) if isinstance(found, Iterable) else [None]
    if not all(map(_is_result, several)):
        raise ToolkitError(f"no table can be made of {type(found).__name__}")
    kind: type = type(several[0]) if several else object
    rows = [row for one in several for row in _rows(one)]
    if kind in _RANKED:
        return (_RANKED[kind],), [{_RANKED[kind]: number, **row} for number, row in enumerate(rows, 1)]
    return _INDEX.get(kind, ()), rows


def _keyed(found: Mapping[Any, Any], keys: str | Sequence[str]) -> tuple[tuple[str, ...], list[Row]]:
    """Return a mapping as a table: its keys come first in the index."""
    names = (keys,) if isinstance(keys, str) else tuple(keys)
    below: tuple[str, ...] = ()
    rows: list[Row] = []
    for key, value in found.items():
        if isinstance(value, Real):
            exact = {"exact": str(value)} if isinstance(value, Fraction) else {}
            inner: list[Row] = [{"value": float(value), **exact}]
        elif isinstance(value, Interval | Estimate):
            inner = [{name.removeprefix("value_"): cell for name, cell in _cells("value", value)}]
        else:
            below, inner = _table(value, "of")
        parts = (key,) if isinstance(keys, str) else key
        above = dict(zip(names, map(_plain, parts), strict=True))
        rows += [above | row for row in inner]
    return (*names, *below), rows


def _is_result(found: Any) -> bool:
    named = isinstance(found, tuple) and hasattr(found, "_fields")
    return (is_dataclass(found) and not isinstance(found, type)) or isinstance(found, Struct) or named


def _rows(one: Any) -> Iterator[Row]:
    """Yield the rows of one result: a distribution has one for each outcome."""
    if isinstance(one, Answer):
        yield from _answer(one)
    elif columns := _COLUMNS.get(type(one)):
        yield dict(cell for name, path in columns.items() for cell in _cells(name, _at(one, path)))
    else:
        yield {
            name: cell
            for part in _parts(one)
            for name, cell in _cells(part, getattr(one, part))
            if cell is None or isinstance(cell, bool | int | float | str) or part in _own(one)
        }


def _at(one: Any, path: str) -> Any:
    for part in path.split("."):
        one = getattr(one, part)
    return one() if callable(one) else one


def _own(one: Any) -> tuple[str, ...]:
    """Return the names of the fields of a result."""
    if is_dataclass(one):
        return tuple(field.name for field in fields(one))
    return tuple(getattr(one, "__struct_fields__", None) or one._fields)


def _parts(one: Any) -> list[str]:
    """Return the names of the fields and public properties of a result, how it was simulated last."""
    kinds = reversed(type(one).__mro__)
    told = [name for kind in kinds for name, value in vars(kind).items() if isinstance(value, property)]
    names = dict.fromkeys([*_own(one), *(name for name in told if not name.startswith("_"))])
    return sorted(names, key=lambda name: isinstance(getattr(one, name), Simulated))


def _answer(answer: Answer) -> Iterator[Row]:
    """Yield the answer to a question about odds: what it is about, its number, and its distribution."""
    told = {**answer.to_dict(), **answer.more}
    for name in ("interval", "distribution"):  # these get columns and rows of their own
        told.pop(name, None)
    if answer.interval:
        told |= {"low": answer.interval.low, "high": answer.interval.high}
    if answer.round_points:
        told["round_points"] = answer.round_points
    row = {
        name: cell for part, value in told.items() for name, cell in _cells(part, value) if cell is not None
    }
    for outcome, chance in (answer.distribution or {}).items():
        yield {**row, "outcome": outcome, "chance": float(chance), "chance_exact": str(chance)}
    if not answer.distribution:
        yield row


def _ends(found: Forecast) -> Iterator[Row]:
    """Yield how a map can end, the likeliest first: located on a hex, or stuck on several."""
    ends: dict[str, tuple[int, Any]] = {name: (1, chance) for name, chance in found.ends.items()}
    ends |= {_names(cells): (len(cells), chance) for cells, chance in found.stuck.items()}
    for end, (hexes, chance) in sorted(ends.items(), key=lambda end: -end[1][1]):
        yield {"end": end, "hexes": hexes, "located": hexes == 1, "chance": float(chance)}


def _games(found: Simulation) -> Mapping[str, NDArray[Any]]:
    """Return the columns of the games of a simulation, one for what each contestant has."""
    deals, count = found.deals, len(found.match.players)
    columns = {"game": np.arange(found.games), "deal": np.repeat(np.array(deals.numbers, int), count)}
    seats = deals.column("seats").argsort(axis=2)  # of contestants; a game keeps the contestants of seats
    won, returns, scores = map(deals.column, ("won", "returns", "scores"))
    for name, what in {"seat": seats, "won": won, "returns": returns, "score": scores}.items():
        each = what.reshape(-1, count).T
        columns |= {f"{name}_{contestant}": cells for contestant, cells in enumerate(each)}
    columns |= {name: deals.column(name).ravel() for name in ("decisions", "draws")}
    columns["end"] = np.array(deals.ends, object)[deals.column("end").ravel()]
    if (rival := deals.column("others")).shape[2]:
        columns["score_rival"] = rival[:, :, 0].ravel()
    return columns


# ---- what stands in a cell ---------------------------------------------------------------------------------


def _cells(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the columns of a value."""
    match value:
        case Estimate():
            yield from _cells(name, value.interval)
        case Interval():
            ends = {"": value.value, "_low": value.low, "_high": value.high}
            yield from ((name + end, None if one is None else float(one)) for end, one in ends.items())
        case Simulated():
            yield from (cell for part in _own(value) for cell in _cells(part, getattr(value, part)))
        case Struct():
            for part in _own(value):
                yield from _cells(f"{name}_{part}", getattr(value, part))
        case CellSet():
            yield name, len(value)
        case Mapping():
            for key, inner in value.items():
                yield from _cells(f"{name}_{_plain(key)}", inner)
        case _:
            yield name, _plain(value)


def _plain(value: Any) -> Any:
    """Return what stands in one cell: a number, a text, or for lists of records these, to be exploded."""
    match value:
        case None | bool() | int() | float():
            return value
        case Enum():
            return str(value.value).replace("_", " ")
        case str():
            return str(value)
        case Real():
            return float(value)
        case CellSet():
            return _names(value)
        case list() | tuple() | Set() if not _is_result(value):
            plain = all(isinstance(one, bool | int | float | str) or not _holds(one) for one in value)
            ordered = sorted(value, key=str) if isinstance(value, Set) else value
            return ", ".join(map(str, ordered)) if plain else list(value)
    return value if _holds(value) else str(value)


def _holds(value: Any) -> bool:
    """Tell whether something is a record with parts of its own, and not a value such as a clue."""
    return isinstance(value, Mapping | list | Struct) or len(str(value)) > _LONGEST


_LONGEST = 80
"""Texts of values with more characters are no cell."""


def _names(cells: CellSet) -> str:
    return " ".join(cells)
