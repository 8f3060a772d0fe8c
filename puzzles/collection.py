"""The shipped collection: puzzles of every kind and level, each with its certificate.

``data/KIND.jsonl`` holds them. ``python -m puzzles.collection FOLDER`` makes them anew from `recipes`, byte
for byte the same with the same version; it takes minutes, most of them for lost landmarks of level 5.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from puzzles.format.files import parse_puzzles
from puzzles.generate import lines_of
from puzzles.grading import LEVELS
from puzzles.kinds import NAMES, kind_named
from puzzles.request import Request

if TYPE_CHECKING:
    from puzzles.puzzle import Puzzle

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
        for level in range(1, len(LEVELS) + 1)
        for island, hexes, count in _ISLANDS
    ]


def make_collection(kind: str, folder: Path) -> Path:
    """Make the collection of a kind anew, and return the file written."""
    wanted = [(request, number) for request in recipes(kind) for number in range(request.count)]
    path = folder / f"{kind}.jsonl"
    lines = "".join(f"{line}\n" for line in lines_of(wanted, jobs=None))
    path.write_text(lines, encoding="utf-8", newline="\n")
    return path


if __name__ == "__main__":
    for name in NAMES:
        print(make_collection(name, Path(sys.argv[1])))
