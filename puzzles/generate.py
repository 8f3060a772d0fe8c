"""Puzzles made to order: the same request gives the same puzzles, with any number of processes."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, NamedTuple, cast

from puzzles.certify import certify, engine_version
from puzzles.format.files import parse_puzzles, to_line
from puzzles.format.seeds import SeedId, island_label
from puzzles.grading import LEVELS
from puzzles.kinds import kind_named
from puzzles.puzzle import Puzzle, PuzzleError, Wanted
from solvers.tobago.proofs import ProofLimit
from toolkit.core.document import LARGEST_FILE, read_text
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.placement import PlacementError
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.generate import random_island

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from toolkit.hexmap import Island

MOST_ATTEMPTS = 300
"""After so many attempts that came to nothing, a puzzle is given up."""

_HEXES = 104  # of a random island: as many as the island of the box


class NothingFound(PuzzleError):  # noqa: N818 - nobody's mistake: luck may not have it
    """A puzzle of a request for which `MOST_ATTEMPTS` attempts came to nothing."""

    def __init__(self, request: Request) -> None:
        super().__init__(
            f"no {request.kind} puzzle of level {request.level} was found on this island in {MOST_ATTEMPTS} "
            "attempts: another level, seed or island may have one"
        )


class Made(NamedTuple):
    """What a run came to: how many puzzles it made, and the numbers (from 0) that the file has not."""

    written: int
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What puzzles are wanted.

    Attributes
    ----------
    kind, level, count
        The kind of puzzle, the level from 1 to 5, and how many.
    seed
        The same seed, the same puzzles.
    island
        A layout such as ``ABC+0``, or ``random`` for a new island for each puzzle.
    drawing
        The text of a drawn island, instead of `island`.
    hexes
        The size of random islands.
    treasures, unknown
        As in `Wanted`.
    """

    kind: str
    level: int
    count: int = 1
    seed: int | str = 1
    island: str = "ABC+0"
    drawing: str | None = None
    hexes: int | None = None
    treasures: int | None = None
    unknown: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        kind_named(self.kind)
        if not 1 <= self.level <= len(LEVELS):
            raise PuzzleError(f"levels run from 1 to {len(LEVELS)}, not {self.level}")
        if self.hexes is not None and (self.island != "random" or self.drawing is not None):
            raise PuzzleError("the number of hexes is a matter of random islands")
        self.seed_id(0)

    def seed_id(self, number: int) -> SeedId:
        """Return the seed ID of the puzzle with a number, from 0."""
        label = self.island if self.drawing is None else island_label(parse_drawing(self.drawing))
        return SeedId(
            engine=engine_version(),
            kind=self.kind,
            level=self.level,
            island=label,
            seed=self.seed,
            number=number,
            hexes=self.hexes,
            treasures=self.treasures,
            unknown=self.unknown,
        )

    def island_for(self, random: Random) -> Island:
        """Return the island of a puzzle: a new one when islands are random."""
        if self.drawing is not None:
            return parse_drawing(self.drawing)
        if self.island == "random":
            return random_island(random, self.hexes or _HEXES)
        return boxed_island(self.island)


def make_puzzle(request: Request, number: int = 0) -> Puzzle:
    """Return one puzzle of a request, graded and certified, the same for the same seed ID.

    `NothingFound` when `MOST_ATTEMPTS` attempts came to nothing.
    """
    seed = str(request.seed_id(number))
    stream = seed.partition("/")[2]  # a new version that makes puzzles in the same way makes the same ones
    for attempt in range(MOST_ATTEMPTS):
        puzzle = _attempt(request, Random(f"{stream}/{attempt}"))
        certified = _certified(puzzle, seed) if puzzle else None
        if certified:
            return certified
    raise NothingFound(request)


def _attempt(request: Request, random: Random) -> Puzzle | None:
    island = request.island_for(random)
    wanted = Wanted(request.level, request.treasures, request.unknown)
    try:
        return kind_named(request.kind).make(island, wanted, random)
    except PlacementError:  # no room for the landmarks: the next random island may have it
        if request.island != "random" or request.drawing is not None:
            raise
        return None


def _certified(puzzle: Puzzle, seed: str) -> Puzzle | None:
    """Return a puzzle with grade and certificate, or None when a prover gives up on it."""
    try:
        return replace(puzzle, grade=puzzle.kind.grade(puzzle), certificate=certify(puzzle, seed))
    except ProofLimit:
        return None


def generate(
    request: Request,
    out: Path,
    *,
    jobs: int | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Made:
    """Write the puzzles of a request as JSON Lines, each as soon as it and those before it are done.

    However it ends, the file holds whole puzzles, and `resume` goes on after them. A puzzle for which nothing
    was found is left out. The file grows no larger than those that are read (`LARGEST_FILE`).

    Parameters
    ----------
    request
        What is wanted.
    out
        The file to write.
    jobs
        Processes; by default one for each core.
    resume
        Whether `out` may hold puzzles of this request already.
    progress
        Is told how many puzzles are done, and how many are wanted.

    Raises
    ------
    ToolkitError
        The file exists and is not to be gone on with, holds other puzzles, would become too large, or another
        run writes it at the same time.
    OSError
        The file cannot be written; this is seen before a puzzle is made.
    """
    held = _held(request, out) if resume else _begun(out)
    _check_writable(out)
    tell, before, size = progress or (lambda *_: None), len(held), _size(out)
    done = held[-1] + 1 if held else 0
    tell(done, request.count)
    for number, line in enumerate(_lines(request, done, jobs), done):
        if line is not None:
            size = _append(out, line, size)
            held.append(number)
        tell(number + 1, request.count)
    missing = sorted(set(range(request.count)) - set(held))
    return Made(len(held) - before, tuple(missing))


def _lines(request: Request, done: int, jobs: int | None) -> Iterator[str | None]:
    from joblib import Parallel, delayed  # it takes time to load

    count = request.count - done
    workers = 1 if count < 2 else jobs or -1
    parallel = Parallel(n_jobs=workers, return_as="generator", pre_dispatch="2*n_jobs")
    lines = parallel(delayed(_line)(request, done + i) for i in range(max(0, count)))
    return cast("Iterator[str | None]", lines)  # as `return_as` says


def _line(request: Request, number: int) -> str | None:
    try:
        return to_line(make_puzzle(request, number))
    except NothingFound:
        return None


def _size(out: Path) -> int:
    return out.stat().st_size if out.exists() else 0


def _append(out: Path, line: str, size: int) -> int:
    """Append a line to a file of a known size, and return its size then."""
    if _size(out) != size:
        raise ToolkitError(f"{out} was changed meanwhile: is another run writing it?")
    if size + len(line) + 1 > LARGEST_FILE:
        largest = f"{LARGEST_FILE // 1024 // 1024} MB, and no larger file is read"
        raise ToolkitError(f"{out} is full ({largest}): order fewer puzzles, or smaller islands")
    with out.open("a", encoding="utf-8", newline="\n") as file:
        file.write(f"{line}\n")
    return size + len(line.encode()) + 1


def _begun(out: Path) -> list[int]:
    if out.exists() and out.stat().st_size:
        raise ToolkitError(f"{out} exists: remove it, or go on with it (--resume)")
    return []


def _check_writable(out: Path) -> None:
    """Raise `OSError` when nothing can be written to a file, and leave it as it is."""
    path = out.resolve()  # a link whose file is not there yet stays a link
    new = not path.exists()
    with path.open("a", encoding="utf-8"):
        pass
    if new:
        path.unlink()


def _held(request: Request, out: Path) -> list[int]:
    """Return the numbers of the puzzles that the file holds; a last line that was cut off is taken away."""
    if not out.exists():
        return []
    text = read_text(out, str(out), "")
    whole = text[: text.rfind("\n") + 1]
    held: list[int] = []
    for row, line in enumerate(whole.split("\n")[:-1], 1):
        number = _number_of(request, line, f"{out}, line {row}")
        if number is None or number <= max(held, default=-1):
            raise ToolkitError(f"{out}, line {row}: this puzzle is not of this request, or not in its order")
        held.append(number)
    if whole != text:
        out.write_text(whole, encoding="utf-8", newline="\n")
    return held


def _number_of(request: Request, line: str, place: str) -> int | None:
    """Return the number of the puzzle in a line, or None when it was not made by this request."""
    (puzzle,) = parse_puzzles(line, place)
    seed = puzzle.certificate.seed if puzzle.certificate else ""
    digits = seed.rpartition("=")[2]
    number = int(digits) if re.fullmatch("[0-9]{1,9}", digits) else 0
    return number if seed == str(request.seed_id(number)) else None
