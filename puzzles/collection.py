"""The shipped collection: puzzles of every kind and level, each with its certificate; and puzzles of days.

``data/KIND.jsonl`` holds them. ``python -m puzzles.collection FOLDER`` makes them anew from `recipes`, byte
for byte the same with the same version; it takes minutes, most of them for lost landmarks of level 5.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path

from puzzles.format.files import parse_puzzles
from puzzles.generate import Request, lines_of
from puzzles.kinds import NAMES, kind_named
from puzzles.puzzle import Puzzle, PuzzleError
from solvers.spreading import workers

_ISLANDS = (("ABC+0", None, 3), ("ACB+0", None, 1), ("ABC+1", None, 1), ("random", 104, 2), ("random", 60, 1))
"""Where the puzzles of one kind and level lie: island, hexes of a random one, and how many."""


@cache
def collection(kind: str) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of a kind, easy ones first; `PuzzleError` for a kind that does not exist.

    >>> len(collection("pinpoint"))
    40
    """
    name = f"{kind_named(kind).name}.jsonl"
    text = files("puzzles").joinpath(f"data/{name}").read_text(encoding="utf-8")
    return tuple(parse_puzzles(text, name))


def recipes(kind: str) -> list[Request]:
    """Return the requests from which the collection of a kind was made."""
    return [
        Request(kind=kind, level=level, count=count, seed="collection", island=island, hexes=hexes)
        for level in range(1, kind_named(kind).levels + 1)
        for island, hexes, count in _ISLANDS
    ]


def make_collection(kind: str, folder: Path) -> Path:
    """Make the collection of a kind anew, and return the file written."""
    wanted = [(request, number) for request in recipes(kind) for number in range(request.count)]
    path = folder / f"{kind}.jsonl"
    with workers(jobs=None) as able:
        lines = "".join(f"{line}\n" for line in lines_of(wanted, able))
    path.write_text(lines, encoding="utf-8", newline="\n")
    return path


def of_days(puzzles: Sequence[Puzzle], since: date, days: int, seed: str = "daily") -> dict[date, Puzzle]:
    """Return a puzzle for each of some days, none of them twice.

    The seed puts the puzzles in an order, and a date has its place in it: so a day has the same puzzle
    whenever it is asked for, on every platform, and the same one again after as many days as there are
    puzzles.

    Raises
    ------
    PuzzleError
        There are fewer puzzles than days, or the days run past the calendar.

    Examples
    --------
    >>> [len(one.facts) for one in of_days(collection("lie"), date(2026, 11, 23), 3).values()]
    [6, 6, 7]
    """
    different = {one.id: one for one in puzzles}
    order = sorted(different, key=lambda name: sha256(f"{seed}/{name}".encode()).hexdigest())
    if days > len(order):
        raise PuzzleError(f"{days} days need as many puzzles, and there are {len(order)}")
    if days - 1 > (date.max - since).days:
        raise PuzzleError(f"{days} days from {since} run past {date.max}")
    dates = [since + timedelta(day) for day in range(days)]
    return {day: different[order[day.toordinal() % len(order)]] for day in dates}


if __name__ == "__main__":
    for name in NAMES:
        print(make_collection(name, Path(sys.argv[1])))
