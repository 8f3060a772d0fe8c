"""The shipped collection: puzzles of every kind and level, each with its certificate; and puzzles of days.

The expedition of a day is made from its date alone (`expedition_of`); others are dealt out (`of_days`).

``data/KIND.jsonl`` holds them, the most pleasant ones of six times as many (`puzzles.beauty`). ``python -m
puzzles.collection FOLDER [KIND ...]`` makes them anew from `recipes`, byte for byte the same with the same
version; it takes a quarter of an hour, most of it for puzzles of level 5.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate, islice
from operator import sub
from pathlib import Path

from puzzles.format.files import parse_puzzles
from puzzles.generate import Line, NothingFound, Request, best_of, lines_of
from puzzles.kinds import NAMES, kind_named
from puzzles.kinds.expedition import of_day
from puzzles.puzzle import Puzzle, PuzzleError
from solvers.spreading import workers
from toolkit.games.tobago.board_sides import LAYOUTS

_ISLANDS = (
    ("ABC+0", None),
    ("ABC+0", None),
    ("ACB+0", None),
    ("ABC+1", None),
    ("random", 104),
    ("random", 60),
)
"""Where the puzzles of one kind and level lie, each sixth of them: island, and hexes of a random one."""

_OF_A_KIND = 60
_FROM = 6  # so many are made for each that is kept

DAILY = "daily"
"""The seed of days, where none is given."""


@cache
def collection(kind: str) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of a kind, easy ones first; `PuzzleError` for a kind that does not exist.

    >>> len(collection("pinpoint"))
    60
    """
    name = f"{kind_named(kind).name}.jsonl"
    text = files("puzzles").joinpath(f"data/{name}").read_text(encoding="utf-8")
    return tuple(parse_puzzles(text, name))


def recipes(kind: str) -> list[tuple[Request, int]]:
    """Return the requests from which the collection of a kind was made, and how many of each are kept."""
    levels = kind_named(kind).levels
    islands = [*Counter(_ISLANDS).items()]
    upto = [_OF_A_KIND * n // levels // len(_ISLANDS) for n in accumulate((n for _, n in islands), initial=0)]
    return [
        (
            Request(
                kind=kind, level=level, count=_FROM * kept, seed="collection", island=island, hexes=hexes
            ),
            kept,
        )
        for level in range(1, levels + 1)
        for ((island, hexes), _), kept in zip(islands, map(sub, upto[1:], upto), strict=True)
    ]


def make_collection(kind: str, folder: Path) -> Path:
    """Make the collection of a kind anew, and return the file written."""
    orders = recipes(kind)
    wanted = [(request, number) for request, _ in orders for number in range(request.count)]
    path = folder / f"{kind}.jsonl"
    with workers(jobs=None) as able:
        made = lines_of(wanted, able, scored=True)
        kept = [best_of(islice(made, request.count), best) for request, best in orders]
    path.write_text("".join(f"{one.text}\n" for some in kept for one in some), encoding="utf-8", newline="\n")
    return path


def of_days(puzzles: Sequence[Puzzle], since: date, days: int, seed: str | None = None) -> dict[date, Puzzle]:
    """Return a puzzle for each of some days, none of them twice: one after the other from the first day on.

    So a day keeps its puzzle when others come after them. A seed puts the puzzles into an order of its own,
    the same on every platform, which is another one with other puzzles.

    Raises
    ------
    PuzzleError
        There are fewer puzzles than days, or the days run past the calendar.

    Examples
    --------
    >>> [len(one.facts) for one in of_days(collection("lie"), date(2026, 11, 23), 3).values()]
    [4, 4, 5]
    """
    order = [*{one.id: one for one in puzzles}.values()]
    if seed is not None:
        order.sort(key=lambda one: sha256(f"{seed}/{one.id}".encode()).hexdigest())
    if days > len(order):
        raise PuzzleError(f"{days} days need as many puzzles, and there are {len(order)}")
    return dict(zip(dates_of(since, days), order, strict=False))


def expedition_of(day: date, seed: str = DAILY) -> Request:
    """Return the order of the expedition of a day: the date alone, and a seed, say what is made.

    So a date keeps its puzzle whatever else is made or shipped. It is as hard and as long as its day of the
    week, and the known islands of the box take turns.

    Examples
    --------
    >>> expedition_of(date(2026, 11, 29)).seed_id(0)
    '0.2.0/expedition/level=4/island=BAC+1/treasures=2/unknown=hut,palm,statue/seed=daily%2F2026-11-29/number=0'
    """
    island = LAYOUTS[day.toordinal() % len(LAYOUTS)]
    return Request(**asdict(of_day(day)), kind="expedition", island=island, seed=f"{seed}/{day.isoformat()}")


def expeditions_of_days(
    since: date, days: int, seed: str = DAILY, progress: Callable[[int, int], None] | None = None
) -> dict[date, Puzzle]:
    """Make the expedition of each of some days, from all cores; `progress` is told how many are done.

    `PuzzleError` when the days run past the calendar; `ToolkitError` when python-sat is not installed.
    """
    dates, tell = dates_of(since, days), progress or (lambda *_: None)
    made, orders = dict[date, Puzzle](), [expedition_of(day, seed) for day in dates]
    tell(0, days)
    with workers(jobs=None) as able:
        for day, order, line in zip(dates, orders, lines_of([(one, 0) for one in orders], able), strict=True):
            if not isinstance(line, Line):
                raise NothingFound(order)
            (made[day],) = parse_puzzles(line.text, day.isoformat())
            tell(len(made), days)
    return made


def dates_of(since: date, days: int) -> list[date]:
    """Return some days; `PuzzleError` when they run past the calendar."""
    if days - 1 > (date.max - since).days:
        raise PuzzleError(f"{days} days from {since} run past {date.max}")
    return [since + timedelta(day) for day in range(days)]


if __name__ == "__main__":
    for name in sys.argv[2:] or NAMES:
        print(make_collection(name, Path(sys.argv[1])))
