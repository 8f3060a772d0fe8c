"""Puzzles made to order: the same request gives the same puzzles, with any number of processes or workers.

`Request` says what is wanted; the seed ID of each puzzle is the one-line name of its making. It holds the
engine, the kind of puzzle, and what was asked for, without what was left to the kind::

    0.2.0/lost-landmarks/level=3/island=ABC+0/treasures=2/unknown=hut,palm/seed=7/number=0

The engine of that version makes the same puzzle anew; an ID (`puzzles.format.ids`) holds the puzzle itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from urllib.parse import quote as percent

from puzzles.beauty import beauty_of
from puzzles.format.files import parse_puzzles, to_line
from puzzles.kinds import kind_named
from puzzles.puzzle import Puzzle, PuzzleError, Wanted, certify
from solvers.spreading import Failed, Workers, in_order, workers
from solvers.tobago import proofs
from toolkit import __version__
from toolkit.core.document import LARGEST_FILE, decode
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.files import appending
from toolkit.games.tobago.board_sides import LAYOUTS, boxed_island
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.placement import PlacementError
from toolkit.hexmap import Island, format_drawing, parse_drawing
from toolkit.hexmap.generate import random_island

if TYPE_CHECKING:
    from distributed import Client

# ---- what is wanted ----------------------------------------------------------------------------------------

_HEXES = 104  # of a random island: as many as the island of the box


class SeedError(PuzzleError):
    """Something that no seed ID can hold."""

    def __init__(self, text: object, problem: str) -> None:
        super().__init__(f"seed ID {quote(text)}: {problem}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Wanted):
    """What puzzles are wanted; `PuzzleError` for what no puzzle has.

    Examples
    --------
    >>> Request(kind="pinpoint", level=3, seed=7).seed_id(0)
    '0.2.0/pinpoint/level=3/island=ABC+0/seed=7/number=0'
    """

    kind: str  #: the kind of puzzle
    count: int = 1  #: how many puzzles
    seed: int | str = 1  #: a whole number of 64 bits or a text; the same seed, the same puzzles
    island: str = "ABC+0"  #: a layout such as ``ABC+0``, or ``random`` for a new island for each puzzle
    drawing: str | None = None  #: the text of a drawn island, instead of `island`
    hexes: int | None = None  #: the size of random islands

    def __post_init__(self) -> None:
        levels = kind_named(self.kind).levels
        if not 1 <= self.level <= levels:
            raise PuzzleError(f"levels of {self.kind} run from 1 to {levels}, not {self.level}")
        if self.hexes is not None and (self.island != "random" or self.drawing is not None):
            raise PuzzleError("the number of hexes is a matter of random islands")
        if self.drawing is None:
            _one_of("island", self.island, (*LAYOUTS, "random"))
        for kind in self.unknown or ():
            _one_of("unknown", kind, LANDMARKS)
        _within("hexes", self.hexes, 1, 100_000)
        _within("treasures", self.treasures, 1, 4)
        if isinstance(self.seed, int):
            _within("seed", self.seed, -(2**63), 2**63 - 1)
        elif len(self.seed) > 100 or re.search("[\ud800-\udfff]", self.seed):
            raise SeedError(self.seed, "a seed is at most 100 characters of Unicode long")
        if self.unknown == ():
            raise SeedError("unknown", "name the kinds of landmarks, or leave it out")
        self.seed_id(0)

    def seed_id(self, number: int) -> str:
        """Return the seed ID of the puzzle with a number, from 0."""
        _within("number", number, 0, 2**63 - 1)
        island = self.island
        if self.drawing is not None:
            drawn = format_drawing(parse_drawing(self.drawing))
            island = f"drawing-{sha256(drawn.encode()).hexdigest()[:12]}"
        options = {
            "level": self.level,
            "island": island,
            "hexes": self.hexes,
            "treasures": self.treasures,
            "unknown": self.unknown and ",".join(self.unknown),
            "seed": _seed_text(self.seed),
            "number": number,
        }
        given = [f"{key}={value}" for key, value in options.items() if value is not None]
        return "/".join([__version__, self.kind, *given])

    def island_for(self, random: Random) -> Island:
        """Return the island of a puzzle: a new one when islands are random."""
        if self.drawing is not None:
            return parse_drawing(self.drawing)
        if self.island == "random":
            return random_island(
                random, self.hexes or _HEXES, version=1
            )  # so that seed IDs keep their puzzles
        return boxed_island(self.island)


def _seed_text(seed: int | str) -> str:
    """Write a seed without slashes, and a text of digits so that it does not look like a number."""
    if isinstance(seed, int):
        return str(seed)
    looks_like_a_number = re.fullmatch(r"-?[0-9]{1,19}", seed)
    return f"%{ord(seed[0]):02X}{seed[1:]}" if looks_like_a_number else percent(seed, safe="")


def _one_of(key: str, word: str, valid: Sequence[str]) -> None:
    if word not in valid:
        raise PuzzleError(f"no {key} {quote(word)}{did_you_mean(word, valid, f'{key}s')}")


def _within(key: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise SeedError(f"{key}={value}", f"{key} is a number from {least} to {most}")


# ---- the making --------------------------------------------------------------------------------------------

MOST_ATTEMPTS = 300
"""After so many attempts that came to nothing, a puzzle is given up."""

_MUCH = 20  # puzzles: from there on it pays to prepare for many


class NothingFound(PuzzleError):  # noqa: N818 - nobody's mistake: luck may not have it
    """A puzzle of a request for which `MOST_ATTEMPTS` attempts came to nothing."""

    def __init__(self, request: Request) -> None:
        super().__init__(
            f"no {request.kind} puzzle of level {request.level} was found on this island in {MOST_ATTEMPTS} "
            "attempts: another level, seed or island may have one"
        )


class Made(NamedTuple):
    """What a run came to: how many puzzles it made, and the numbers (from 0) that the file has not.

    Those of them that failed three times on a cluster stand in `failed` too, with the reason. `minutes` are
    those that a typical solver is expected to take for all that it made.
    """

    written: int
    missing: tuple[int, ...]
    failed: Mapping[int, str] = MappingProxyType({})
    minutes: float = 0.0


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
    best: int | None = None,
    jobs: int | None = None,
    cluster: str | Client | None = None,
    resume: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> Made:
    """Write the puzzles of a request as JSON Lines, each as soon as it and those before it are done.

    However it ends, the file holds whole puzzles, and `resume` goes on after them. A puzzle for which nothing
    was found is left out. The file grows no larger than those that are read (`LARGEST_FILE`).

    With `best`, only so many are written when all are made: the most pleasant ones (`puzzles.beauty`), the
    best first, each with the seed ID of its number. Of two that are as pleasant the one made earlier comes
    first. A run that was stopped begins anew then.

    Parameters
    ----------
    request
        What is wanted.
    out
        The file to write.
    best
        How many to keep; all, where it is None.
    jobs
        Processes; by default one for each core.
    cluster
        Instead of them a dask scheduler, as `solvers.spreading.workers` takes it.
    resume
        Whether `out` may hold puzzles of this request already; it does not go with `best`.
    progress
        Is told how many puzzles are done, and how many are wanted.

    Raises
    ------
    ToolkitError
        The file exists and is not to be gone on with, holds other puzzles, would become too large, or another
        run writes it at the same time; a process was killed, or a cluster cannot be used or is lost; `resume`
        with `best`, which writes when all are made.
    OSError
        The file cannot be written; this is seen before a puzzle is made.
    """
    if best is not None and resume:
        raise ToolkitError("the best are written when all are made: nothing to go on with (--resume)")
    rest = f"what is finished is in {out}, and can be gone on with" if best is None else "nothing is written"
    failed, made = dict[int, str](), list[Line]()
    with workers(jobs, cluster, rest) as able, appending(out) as file:
        if not resume and _size(out):
            instead = "go on with it (--resume)" if best is None else "give another name"
            raise ToolkitError(f"{out} exists: remove it, or {instead}")
        held = _held(request, out, file)
        tell = progress or (lambda *_: None)
        done = held[-1] + 1 if held else 0
        tell(done, request.count)
        wanted = [(request, number) for number in range(done, request.count)]
        for number, line in enumerate(lines_of(wanted, able, scored=best is not None), done):
            if isinstance(line, Failed):
                failed[number] = line.error
            elif line is not None:
                held.append(number)
                made.append(line)
                if best is None:
                    _append(out, file, line.text)
            tell(number + 1, request.count)
        if best is not None:
            made = best_of(made, best)
            for line in made:
                _append(out, file, line.text)
    missing = sorted(set(range(request.count)) - set(held))
    return Made(len(made), tuple(missing), failed, sum(line.minutes for line in made))


class Line(NamedTuple):
    """A puzzle as a line of a file, the minutes that it is expected to take, and perhaps its score."""

    text: str
    minutes: float
    score: float = 0.0  #: of its beauty


def best_of(made: Iterable[Line | Failed | None], best: int) -> list[Line]:
    """Return the most pleasant puzzles, the best first; of two that are as pleasant the one made earlier."""
    return sorted((one for one in made if isinstance(one, Line)), key=lambda one: -one.score)[:best]


def lines_of(
    wanted: Sequence[tuple[Request, int]], able: Workers, *, scored: bool = False
) -> Iterator[Line | Failed | None]:
    """Yield the lines of puzzles, each by its request and number; None where nothing was found.

    Workers prepare for many, or for one of the hardest. Scores are asked for where they are wanted.
    """
    hardest = (request.level == kind_named(request.kind).levels for request, _ in wanted)
    task = partial(_line, prepared=len(wanted) >= _MUCH or any(hardest), scored=scored)
    return in_order(able.spread(task, wanted, needs=("pysat",)))


def _line(wanted: tuple[Request, int], *, prepared: bool, scored: bool) -> Line | None:
    if prepared:
        kind_named(wanted[0].kind).prepare_for_many()
    try:
        puzzle = make_puzzle(*wanted)
    except NothingFound:
        return None
    minutes = puzzle.grade.minutes if puzzle.grade else 0.0
    return Line(to_line(puzzle), minutes, beauty_of(puzzle).score if scored else 0.0)


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
