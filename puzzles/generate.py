"""Puzzles made to order: the same request gives the same puzzles, with any number of processes or workers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple

from puzzles.certify import certify
from puzzles.format.files import parse_puzzles, to_line
from puzzles.kinds import kind_named
from puzzles.puzzle import Puzzle, PuzzleError
from solvers.spreading import Failed, Workers, in_order, workers
from solvers.tobago import proofs
from toolkit.core.document import LARGEST_FILE, decode
from toolkit.core.errors import ToolkitError
from toolkit.core.files import appending
from toolkit.games.tobago.placement import PlacementError

if TYPE_CHECKING:
    from distributed import Client

    from puzzles.request import Request

MOST_ATTEMPTS = 300
"""After so many attempts that came to nothing, a puzzle is given up."""


class NothingFound(PuzzleError):  # noqa: N818 - nobody's mistake: luck may not have it
    """A puzzle of a request for which `MOST_ATTEMPTS` attempts came to nothing."""

    def __init__(self, request: Request) -> None:
        super().__init__(
            f"no {request.kind} puzzle of level {request.level} was found on this island in {MOST_ATTEMPTS} "
            "attempts: another level, seed or island may have one"
        )


class Made(NamedTuple):
    """What a run came to: how many puzzles it made, and the numbers (from 0) that the file has not.

    Those of them that failed three times on a cluster stand in `failed` too, with the reason.
    """

    written: int
    missing: tuple[int, ...]
    failed: Mapping[int, str] = MappingProxyType({})


def make_puzzle(request: Request, number: int = 0) -> Puzzle:
    """Return one puzzle of a request, graded and certified, the same for the same seed ID.

    `NothingFound` when `MOST_ATTEMPTS` attempts came to nothing.
    """
    seed = request.seed_id(number)
    stream = seed.partition("/")[2]  # a new version that makes puzzles in the same way makes the same ones
    for attempt in range(MOST_ATTEMPTS):
        if made := _attempt(request, seed, Random(f"{stream}/{attempt}")):
            return made
    raise NothingFound(request)


def _attempt(request: Request, seed: str, random: Random) -> Puzzle | None:
    """Return a puzzle with grade and certificate; None when there is none, or a prover gives up on it."""
    island, kind = request.island_for(random), kind_named(request.kind)
    try:
        puzzle = kind.make(island, request, random)
        return puzzle and replace(puzzle, grade=kind.grade(puzzle), certificate=certify(puzzle, seed))
    except PlacementError:  # no room for the landmarks: the next random island may have it
        if request.island != "random" or request.drawing is not None:
            raise
    except proofs.ProofLimit:
        pass
    return None


def generate(
    request: Request,
    out: Path,
    *,
    jobs: int | None = None,
    cluster: str | Client | None = None,
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
    cluster
        Instead of them a dask scheduler, as `solvers.spreading.workers` takes it.
    resume
        Whether `out` may hold puzzles of this request already.
    progress
        Is told how many puzzles are done, and how many are wanted.

    Raises
    ------
    ToolkitError
        The file exists and is not to be gone on with, holds other puzzles, would become too large, or another
        run writes it at the same time; a process was killed, or a cluster cannot be used or is lost.
    OSError
        The file cannot be written; this is seen before a puzzle is made.
    """
    rest = f"what is finished is in {out}, and can be gone on with"
    failed: dict[int, str] = {}
    with workers(jobs, cluster, rest) as able, appending(out) as file:
        if not resume and _size(out):
            raise ToolkitError(f"{out} exists: remove it, or go on with it (--resume)")
        held = _held(request, out, file)
        tell, before = progress or (lambda *_: None), len(held)
        done = held[-1] + 1 if held else 0
        tell(done, request.count)
        wanted = [(request, number) for number in range(done, request.count)]
        for number, line in enumerate(lines_of(wanted, able), done):
            if isinstance(line, Failed):
                failed[number] = line.error
            elif line is not None:
                _append(out, file, line)
                held.append(number)
            tell(number + 1, request.count)
    missing = sorted(set(range(request.count)) - set(held))
    return Made(len(held) - before, tuple(missing), failed)


def lines_of(wanted: Sequence[tuple[Request, int]], able: Workers) -> Iterator[str | Failed | None]:
    """Yield the lines of puzzles, each by its request and number; None where nothing was found."""
    return in_order(able.spread(_line, wanted, needs=("pysat",)))


def _line(wanted: tuple[Request, int]) -> str | None:
    try:
        return to_line(make_puzzle(*wanted))
    except NothingFound:
        return None


def _size(out: Path) -> int:
    return out.stat().st_size if out.exists() else 0


def _append(out: Path, file: BinaryIO, line: str) -> None:
    """Write a line to the end of the open file, which must be as it was left; a kill cannot undo it."""
    data = f"{line}\n".encode()
    if (size := _size(out)) != file.tell():
        raise ToolkitError(f"{out} was changed meanwhile: is another run writing it?")
    if size + len(data) > LARGEST_FILE:
        largest = f"{LARGEST_FILE // 1024 // 1024} MB, and no larger file is read"
        raise ToolkitError(f"{out} is full ({largest}): order fewer puzzles, or smaller islands")
    file.write(data)
    file.flush()


def _held(request: Request, out: Path, file: BinaryIO) -> list[int]:
    """Return the numbers of the puzzles in a file; a last line that was cut off is taken away."""
    data = file.read(LARGEST_FILE + 1)
    whole = data[: data.rfind(b"\n") + 1]
    held: list[int] = []
    for row, line in enumerate(decode(data, str(out)).split("\n")[: whole.count(b"\n")], 1):
        number = _number_of(request, line, f"{out}, line {row}")
        if number is None or number <= max(held, default=-1):
            raise ToolkitError(f"{out}, line {row}: this puzzle is not of this request, or not in its order")
        held.append(number)
    file.truncate(len(whole))
    file.seek(0, os.SEEK_END)
    return held


def _number_of(request: Request, line: str, place: str) -> int | None:
    """Return the number of the puzzle in a line, or None when it was not made by this request."""
    (puzzle,) = parse_puzzles(line, place)
    seed = puzzle.certificate.seed if puzzle.certificate else ""
    digits = seed.rpartition("=")[2]
    number = int(digits) if re.fullmatch("[0-9]{1,9}", digits) else 0
    return number if seed == request.seed_id(number) else None
