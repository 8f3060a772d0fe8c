"""Commands that make puzzles and prove them: new, certify, verify; print makes a book, page makes pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from workbench.cli.choices import KINDS, LEVELS, Day, Landmarks, Level, OneOf, Whole
from workbench.cli.completing import complete_file, complete_island
from workbench.cli.files import STDIN, check_new, check_out, read_drawing, rewriting, write_out
from workbench.cli.games import Workers
from workbench.cli.options import File, Json, OptionalFile, Options, command, option
from workbench.cli.printing import long_run, print_json, print_rich, say, styled
from workbench.cli.puzzle.asking import Language, Solved, Wanted, answer, answers, heads, puzzles_of

if TYPE_CHECKING:
    from rich.text import Text

    from puzzles import Puzzle, Request
    from puzzles.generate import Made

MOST = 10_000
"""How many puzzles may be ordered at once: more of them would make a file that is too large to be read."""

Seconds = Annotated[
    int,
    option(
        None, "How long python-constraint2 may search for each puzzle.", type=Whole(1, 1_000_000), default=30
    ),
]


class Order(Options):
    """Which puzzles are ordered."""

    kind: str = option("K", f"{', '.join(KINDS)}.", type=OneOf("kind", KINDS), required=True)
    level: int = option("L", f"1 to 5 or {', '.join(LEVELS)}.", type=Level(), default="1")
    count: int = option("N", None, type=Whole(1, MOST), default=1)
    seed: str = option("S", "The same seed, the same puzzles.", default="1")
    island: str = option(
        "I",
        "A layout, 'random' for a new island each time, or the text file of a drawing.",
        complete_island,
        default="ABC+0",
    )
    hexes: int | None = option("N", "The size of random islands (104).", type=Whole(1, 100_000))
    treasures: int | None = option("N", "How many treasures to find.", type=Whole(1, 4))
    unknown: tuple[str, ...] | None = option(
        "KINDS", "Landmarks to find, such as huts,palms.", type=Landmarks()
    )

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.hexes is not None and self.island != "random":
            raise click.UsageError("--hexes goes with --island random")

    def request(self) -> Request:
        """Return what is to be generated; an island that is no layout is the drawing of a file."""
        from puzzles import Request

        named = self.island == "random" or re.fullmatch(r"[A-Za-z]{3}\+[0-9]", self.island)
        seed = int(self.seed) if re.fullmatch(r"-?[0-9]{1,18}", self.seed) else self.seed
        wanted: dict[str, Any] = vars(self) | {"seed": seed}
        if not named:
            wanted["drawing"] = read_drawing(wanted.pop("island"))[0]
        return Request(**wanted)


class Choice(Options):
    """Which of the puzzles that are made are kept, if not all."""

    best: int | None = option(
        "K", "Make N puzzles (--of) and keep the K most pleasant ones, the best first.", type=Whole(1, MOST)
    )
    of: int | None = option("N", "With --best: how many to choose from.", type=Whole(1, MOST))

    def check(self) -> None:
        """Refuse what does not go together."""
        if (self.best is None) != (self.of is None):
            raise click.UsageError("--best says how many to keep, --of how many to make: they go together")
        if self.best is not None and self.of is not None and self.best > self.of:
            raise click.UsageError(f"the best {self.best} of {self.of}: there are not as many")


@command(epilog="Example: tobago puzzle new --kind lie --level hard --count 5 --out puzzles.jsonl")
def new(
    *,
    order: Order,
    choice: Choice,
    workers: Workers,
    resume: bool = option(None, "Go on with OUT where a stopped run left it."),
    out: str = option("OUT", "The file to write.", complete_file, required=True),
    as_json: Json,
) -> int:
    """Make puzzles, prove each one, and write them to OUT as JSON Lines.

    Status 1 when one of them was not found in 300 attempts, or failed three times on a cluster: it is left
    out.
    """
    if out == STDIN:
        raise click.UsageError("puzzles go into a file, so that a stopped run can go on: give --out a name")
    if choice.best and (resume or order.count > 1):
        told = "--resume" if resume else "--count"
        raise click.UsageError(f"{told} does not go with --best, which writes when all are made")
    from puzzles.generate import generate

    request = order.request()
    rest = f"what is finished is in {out}; the same command with --resume goes on"
    if choice.of:
        request, rest = replace(request, count=choice.of), "nothing is written"
    with long_run("puzzles", rest) as progress:
        made = generate(
            request, Path(out), best=choice.best, **vars(workers), resume=resume, progress=progress
        )
    _say(request, made, out)
    if as_json:
        head = {"format": "tobago-puzzle-new/1", "file": out, "made": made.written, "puzzles": request.count}
        print_json({**head, "missing": [number + 1 for number in made.missing]})
    return 1 if made.missing else 0


def _say(request: Request, made: Made, out: str) -> None:
    """Say what was written, and which puzzles, numbered from 1, are missing."""
    from puzzles.generate import NothingFound

    if Path(out).exists():
        puzzles = "puzzle" if made.written == 1 else "puzzles"
        told = f", about {max(1, round(made.minutes))} min to solve" if made.minutes else ""
        say(f"wrote {out}: {made.written} new {puzzles}{told}")
    for number in made.missing:
        fault = made.failed.get(number)
        why = NothingFound(request) if fault is None else f"it failed three times and is left out: {fault}"
        say(f"puzzle {number + 1}{'' if fault is None else f' (seed {request.seed_id(number)})'}: {why}")


@command(epilog="Example: tobago puzzle verify puzzles.jsonl")
def verify(file: File, wanted: Wanted, seconds: Seconds, as_json: Json) -> int:
    """Prove each puzzle anew from nothing (status 1 when something is wrong with one, or not proven)."""
    from puzzles.puzzle import verify as faults_of

    puzzles = puzzles_of(file, wanted)
    found = []
    for head, one in zip(heads(puzzles), puzzles, strict=True):
        with long_run(f"{head}proving", "this puzzle was not proven") as progress:
            progress(0, 1)
            found.append((one, faults_of(one, seconds)))
        if not as_json:
            print_rich(_faults(head, found[-1][1]))
    if as_json:
        rows = [{"id": one.id, "ok": not wrong, "faults": wrong} for one, wrong in found]
        print_json({"format": "tobago-puzzle-verify/1", "puzzles": rows})
    faulty = sum(bool(wrong) for _, wrong in found)
    if len(found) > 1:  # say at the end of a long list what it comes to
        some = f"{faulty} of {len(found)} puzzles {'has' if faulty == 1 else 'have'} faults"
        say(some if faulty else f"{len(found)} puzzles: all proven")
    return 1 if faulty else 0


def _faults(head: str, wrong: list[str]) -> Text:
    """Return whether the proof of a puzzle holds, and what is wrong with it."""
    if not wrong:
        return styled(head, ("ok", "bold green"))
    count = "1 fault" if len(wrong) == 1 else f"{len(wrong)} faults"
    return styled(head, (count, "bold red"), *(f"\n  {fault}" for fault in wrong))


@command(epilog="Example: tobago puzzle certify mine.json --out puzzles.jsonl")
def certify(
    *,
    file: File,
    out: str = option("OUT", "The file to write.", complete_file, default=STDIN, show_default=False),
    seconds: Seconds,
) -> int:
    """Solve, grade and certify puzzles made by hand.

    They are written as JSON Lines: to OUT, which may be FILE itself, or to standard output. Nothing is
    written when one has not exactly one answer, another than its solution says, or no grade (status 1).
    """
    from puzzles.format.files import to_lines
    from solvers.tobago.proofs import time_limit

    with rewriting(out) as write:
        puzzles = puzzles_of(file)
        with time_limit(seconds):
            certified = [*_certified_ones(puzzles)]
        if len(certified) < len(puzzles):
            say("nothing was written")
            return 1
        write(to_lines(certified))
    return 0


def _certified_ones(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles that can be certified; say what is wrong with the others, and what can be spared."""
    from puzzles.puzzle import PuzzleError
    from solvers.tobago.proofs import ProofLimit

    for head, one in zip(heads(puzzles), puzzles, strict=True):
        try:
            yield _certified(one)
        except PuzzleError as error:
            say(f"{head}{error}")
        except ProofLimit as error:
            say(f"{head}not proven: {error}")
        else:
            for fact in one.kind.spare(one):
                say(f"{head}'{fact}' can be spared", "warning")


def _certified(one: Puzzle) -> Puzzle:
    """Return a puzzle with solution, grade and certificate; `PuzzleError` when it can have none."""
    from puzzles.format.schema import Solution
    from puzzles.puzzle import PuzzleError
    from puzzles.puzzle import certify as proof_of

    found = Solved(one)
    if len(found.answers) != 1:
        raise PuzzleError(answers("", found).plain)
    solved = replace(one, solution=found.answers[0])
    if one.solution != Solution() and one.kind.truth(one) != one.kind.truth(solved):
        raise PuzzleError(f"its solution is wrong; the answer is {answer(solved.solution)}")
    return replace(solved, grade=one.kind.grade(solved), certificate=proof_of(solved))


@command("print", epilog="Example: tobago puzzle print puzzles.jsonl --out book.pdf --title Puzzles")
def print_(
    *,
    file: File,
    out: str = option("PDF", "The book to write.", complete_file, required=True),
    lang: Language,
    title: str | None = option("T", "What stands on the first page."),
    pages: str | None = option("URL", "Where the pages of FILE are: QR codes open them."),
    force: bool = option(None, "Replace PDF if it is there."),
) -> None:
    """Print a book: one puzzle a page, maps to work on for the hard ones, solutions at its end (PDF).

    With --pages each puzzle has a QR code: the address, and the name that 'tobago puzzle page' gives to its
    page.
    """
    if out == STDIN:
        raise click.UsageError("a book goes into a file: give --out a name")
    check_out(out, ".pdf", file, option="--out")
    check_new(out, force=force)
    from puzzles.book import write_book
    from workbench.web.puzzle.site import address_of

    puzzles = puzzles_of(file)
    numbers = range(1, len(puzzles) + 1)
    addresses = [] if pages is None else [address_of(pages, number, lang) for number in numbers]
    write_out(out, write_book(puzzles, lang=lang, title=title, addresses=addresses))


class Archive(Options):
    """The days of pages that are an archive."""

    days: int | None = option("N", "One puzzle for each of N days.", type=Whole(1, MOST))
    since: Annotated[
        date | None,
        option("DATE", "The first day, such as 2026-11-23 (today; with FILE it must be given).", type=Day()),
    ]
    seed: str | None = option("S", "Another seed gives the days other puzzles; those of FILE are shuffled.")

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.days is None and (self.since or self.seed is not None):
            raise click.UsageError(f"{'--since' if self.since else '--seed'} goes with --days")


@command(epilog="Example: tobago puzzle page --days 30 --out pages")
def page(
    *,
    file: OptionalFile,
    out: str = option("DIR", "The folder to write into; it is made.", required=True),
    archive: Archive,
    force: bool = option(None, "Replace pages in DIR that are none of puzzles."),
) -> int:
    """Make pages to solve puzzles in a browser, without a server, in English and Persian.

    Without FILE they are those of the shipped collection. Several puzzles get a list; with --days the list is
    an archive, from which the browser takes the puzzle of its day: without FILE an expedition that is made
    from the date alone, else the puzzles of FILE one after the other, the first on the day --since. A day
    keeps its puzzle when that stays the same and FILE grows at its end. Pages of puzzles that DIR has from
    before are replaced, and those that are no more go. Nothing is written when a puzzle has not exactly one
    answer, or another than its solution says (status 1).
    """
    if out == STDIN:
        raise click.UsageError("pages go into a folder: give --out a name")
    if file is not None and archive.days is not None and archive.since is None:
        raise click.UsageError("with FILE, --days needs --since: so a day has the same puzzle each time")
    from puzzles.collection import collection
    from workbench.web.puzzle.site import write_site

    dates: list[date] = []
    if archive.days is not None:
        dealt = _of_days(file, archive.since or date.today(), archive.days, archive.seed)
        dates, puzzles = [*dealt], [*dealt.values()]
    elif file is None:
        puzzles = [one for kind in KINDS for one in collection(kind)]
    else:
        puzzles = puzzles_of(file)
    ready = [*_solved_ones(puzzles)]
    if len(ready) < len(puzzles):
        say("nothing was written")
        return 1
    written = write_site(ready, Path(out), dates, force=force)
    say(f"wrote {written[0]}" if len(ready) == 1 and not dates else f"wrote {Path(out, 'index.html')}")
    say(f"{len(written)} files in {out}, in English and Persian")
    return 0


def _of_days(file: str | None, since: date, days: int, seed: str | None) -> dict[date, Puzzle]:
    """Return the puzzles of days: of a file, or expeditions."""
    from puzzles.collection import DAILY, expeditions_of_days, of_days

    if file is not None:
        return of_days(puzzles_of(file), since, days, seed)
    with long_run("expeditions", "nothing is written") as progress:
        return expeditions_of_days(since, days, DAILY if seed is None else seed, progress)


def _solved_ones(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles that have one answer, with it; say what is wrong with the others."""
    from puzzles.puzzle import PuzzleError, solved

    for head, one in zip(heads(puzzles), puzzles, strict=True):
        try:
            yield solved(one)
        except PuzzleError as error:
            say(f"{head}{error}")
