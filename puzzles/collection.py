"""The shipped collection: puzzles of every kind and level, each with its certificate.

``data/KIND.jsonl`` holds them. ``python -m puzzles.collection FOLDER`` makes them anew from `recipes`, byte
for byte the same with the same version; it takes minutes, most of them for lost landmarks of level 5.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

from puzzles.format.files import parse_puzzles, to_line
from puzzles.generate import Request, make_puzzle
from puzzles.grading import LEVELS
from puzzles.kinds import NAMES
from puzzles.puzzle import Puzzle, PuzzleError
from toolkit.core.errors import did_you_mean, quote

SEED = "collection"

_ISLANDS = (("ABC+0", None, 3), ("ACB+0", None, 1), ("ABC+1", None, 1), ("random", 104, 2), ("random", 60, 1))
"""Where the puzzles of one kind and level lie: island, hexes of a random one, and how many."""


@cache
def collection(kind: str) -> tuple[Puzzle, ...]:
    """Return the shipped puzzles of a kind, easy ones first; `PuzzleError` for a kind that does not exist.

    >>> len(collection("pinpoint"))
    40
    """
    if kind not in NAMES:
        raise PuzzleError(f"no kind of puzzle {quote(kind)}{did_you_mean(kind, NAMES)}")
    text = files("puzzles").joinpath(f"data/{kind}.jsonl").read_text(encoding="utf-8")
    return tuple(parse_puzzles(text, f"{kind}.jsonl"))


def recipes(kind: str) -> list[Request]:
    """Return the requests from which the collection of a kind was made."""
    return [
        Request(kind=kind, level=level, count=count, seed=SEED, island=island, hexes=hexes)
        for level in range(1, len(LEVELS) + 1)
        for island, hexes, count in _ISLANDS
    ]


def make_collection(kind: str, folder: Path, jobs: int = -1) -> Path:
    """Make the collection of a kind anew, and return the file written."""
    from joblib import Parallel, delayed  # it takes time to load

    wanted = [(request, number) for request in recipes(kind) for number in range(request.count)]
    lines = Parallel(n_jobs=jobs)(delayed(_line)(request, number) for request, number in wanted)
    path = folder / f"{kind}.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    return path


def _line(request: Request, number: int) -> str:
    return to_line(make_puzzle(request, number))


if __name__ == "__main__":
    for name in NAMES:
        print(make_collection(name, Path(sys.argv[1])))
