"""Commands that make puzzles and prove them: new, certify, verify; print makes a book, page makes pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.choices import KINDS, LEVELS, Day, Landmarks, Level, OneOf, Whole, spread_options
from workbench.cli.completing import complete_file, complete_island
from workbench.cli.files import (
    STDIN,
    check_out,
    file_argument,
    read_drawing,
    rewriting,
    write_out,
)
from workbench.cli.messages import say
from workbench.cli.printing import json_option, long_run, print_json, print_rich, styled
from workbench.cli.puzzle.asking import Solved, answer, answers
from workbench.cli.puzzle.choosing import heads, id_option, language_option, puzzles_of

if TYPE_CHECKING:
    from rich.text import Text

    from puzzles import Puzzle, Request
    from puzzles.generate import Made

MOST = 10_000
"""How many puzzles may be ordered at once: more of them would make a file that is too large to be read."""

seconds_option = click.option(
    "--seconds",
    type=Whole(1, 1_000_000),
    default=30,
    show_default=True,
    help="How long python-constraint2 may search for each puzzle.",
)


@click.command(epilog="Example: tobago puzzle new --kind lie --level hard --count 5 --out puzzles.jsonl")
@click.option("--kind", metavar="K", type=OneOf("kind", KINDS), required=True, help=f"{', '.join(KINDS)}.")
@click.option(
    "--level",
    metavar="L",
    type=Level(),
    default="1",
    show_default=True,
    help=f"1 to 5 or {', '.join(LEVELS)}.",
)
@click.option("--count", metavar="N", type=Whole(1, MOST), default=1, show_default=True)
@click.option("--seed", metavar="S", default="1", show_default=True, help="The same seed, the same puzzles.")
@click.option(
    "--island",
    metavar="I",
    default="ABC+0",
    show_default=True,
    shell_complete=complete_island,
    help="A layout, 'random' for a new island each time, or the text file of a drawing.",
)
@click.option("--hexes", metavar="N", type=Whole(1, 100_000), help="The size of random islands (104).")
@click.option("--treasures", metavar="N", type=Whole(1, 4), help="How many treasures to find.")
@click.option(
    "--unknown",
    metavar="KINDS",
    type=Landmarks(),
    help="Landmarks to find, such as huts,palms.",
)
@spread_options
@click.option("--resume", is_flag=True, help="Go on with OUT where a stopped run left it.")
@click.option("--out", metavar="OUT", required=True, shell_complete=complete_file, help="The file to write.")
@json_option
def new(
    kind: str,
    level: int,
    count: int,
    seed: str,
    island: str,
    hexes: int | None,
    treasures: int | None,
    unknown: tuple[str, ...] | None,
    jobs: int | None,
    cluster: str | None,
    resume: bool,
    out: str,
    as_json: bool,
) -> int:
    """Make puzzles, prove each one, and write them to OUT as JSON Lines.

    Status 1 when one of them was not found in 300 attempts, or failed three times on a cluster: it is left
    out.
    """
    if out == STDIN:
        raise click.UsageError("puzzles go into a file, so that a stopped run can go on: give --out a name")
    if hexes is not None and island != "random":
        raise click.UsageError("--hexes goes with --island random")
    from puzzles import Request
    from puzzles.generate import generate

    request = Request(
        kind=kind,
        level=level,
        count=count,
        seed=int(seed) if re.fullmatch(r"-?[0-9]{1,18}", seed) else seed,
        **_island(island),
        hexes=hexes,
        treasures=treasures,
        unknown=unknown,
    )
    rest = f"what is finished is in {out}; the same command with --resume goes on"
    with long_run("puzzles", rest) as progress:
        made = generate(request, Path(out), jobs=jobs, cluster=cluster, resume=resume, progress=progress)
    _say(request, made, out)
    if as_json:
        head = {"format": "tobago-puzzle-new/1", "file": out, "made": made.written, "puzzles": count}
        print_json({**head, "missing": [number + 1 for number in made.missing]})
    return 1 if made.missing else 0


def _say(request: Request, made: Made, out: str) -> None:
    """Say what was written, and which puzzles, numbered from 1, are missing."""
    from puzzles.generate import NothingFound

    if Path(out).exists():
        puzzles = "puzzle" if made.written == 1 else "puzzles"
        say(f"wrote {out}: {made.written} new {puzzles}")
    for number in made.missing:
        fault = made.failed.get(number)
        why = NothingFound(request) if fault is None else f"it failed three times and is left out: {fault}"
        say(f"puzzle {number + 1}{'' if fault is None else f' (seed {request.seed_id(number)})'}: {why}")


def _island(word: str) -> dict[str, str]:
    """Return how a request names an island: a layout, ``random``, or the drawing of a file."""
    if word == "random" or re.fullmatch(r"[A-Za-z]{3}\+[0-9]", word):
        return {"island": word}
    return {"drawing": read_drawing(word)[0]}


@click.command(epilog="Example: tobago puzzle verify puzzles.jsonl")
@file_argument
@id_option
@seconds_option
@json_option
def verify(file: str, wanted: str | None, seconds: int, as_json: bool) -> int:
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


@click.command(epilog="Example: tobago puzzle certify mine.json --out puzzles.jsonl")
@file_argument
@click.option("--out", metavar="OUT", default=STDIN, shell_complete=complete_file, help="The file to write.")
@seconds_option
def certify(file: str, out: str, seconds: int) -> int:
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


@click.command("print", epilog="Example: tobago puzzle print puzzles.jsonl --out book.pdf --title Puzzles")
@file_argument
@click.option("--out", metavar="PDF", required=True, shell_complete=complete_file, help="The book to write.")
@language_option
@click.option("--title", metavar="T", help="What stands on the first page.")
def print_(file: str, out: str, lang: str, title: str | None) -> None:
    """Print a book: one puzzle a page, the solutions at its end (PDF)."""
    if out == STDIN:
        raise click.UsageError("a book goes into a file: give --out a name")
    check_out(out, ".pdf", file, option="--out")
    from puzzles.book import write_book

    write_out(out, write_book(puzzles_of(file), lang=lang, title=title))


@click.command(epilog="Example: tobago puzzle page --days 30 --out pages")
@click.argument("file", metavar="[FILE]", required=False, shell_complete=complete_file)
@click.option("--out", metavar="DIR", required=True, help="The folder to write into; it is made.")
@click.option("--days", metavar="N", type=Whole(1, MOST), help="One puzzle for each of N days.")
@click.option("--since", metavar="DATE", type=Day(), help="The first day, such as 2026-11-23 (today).")
@click.option("--seed", metavar="S", help="Another seed gives the days other puzzles (daily).")
def page(file: str | None, out: str, days: int | None, since: date | None, seed: str | None) -> int:
    """Make pages to solve puzzles in a browser, without a server, in English and Persian.

    Without FILE they are those of the shipped collection. Several puzzles get a list; with --days the list is
    an archive, from which the browser takes the puzzle of its day. A date has the same puzzle whenever the
    pages are made. Pages that DIR has from before and that are no more go. Nothing is written when a
    puzzle has not exactly one answer, or another than its solution says (status 1).
    """
    if out == STDIN:
        raise click.UsageError("pages go into a folder: give --out a name")
    if days is None and (since or seed is not None):
        raise click.UsageError(f"{'--since' if since else '--seed'} goes with --days")
    from puzzles.collection import collection, of_days
    from workbench.web.puzzle.site import write_site

    puzzles = [one for kind in KINDS for one in collection(kind)] if file is None else puzzles_of(file)
    dates: list[date] = []
    if days is not None:
        first = since or date.today()  # the day of who makes the pages
        dealt = of_days(puzzles, first, days, *([] if seed is None else [seed]))
        dates, puzzles = [*dealt], [*dealt.values()]
    ready = [*_solved_ones(puzzles)]
    if len(ready) < len(puzzles):
        say("nothing was written")
        return 1
    written = write_site(ready, Path(out), dates)
    say(f"wrote {written[0]}" if len(ready) == 1 and not dates else f"wrote {Path(out, 'index.html')}")
    say(f"{len(written)} files in {out}, in English and Persian")
    return 0


def _solved_ones(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles that have one answer, with it; say what is wrong with the others."""
    from puzzles.puzzle import PuzzleError, solved

    for head, one in zip(heads(puzzles), puzzles, strict=True):
        try:
            yield solved(one)
        except PuzzleError as error:
            say(f"{head}{error}")
