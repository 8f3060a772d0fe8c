"""The commands ``tobago puzzle verify`` and ``certify``: proofs checked, and proofs written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from workbench.cli.common import STDIN, complete_file, json_option, print_json, print_rich, print_text
from workbench.cli.puzzle import payloads
from workbench.cli.puzzle.common import (
    Solved,
    heads,
    id_option,
    puzzle_argument,
    puzzles_of,
    wanted_ones,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from puzzles.puzzle import Puzzle


@click.command()
@puzzle_argument
@id_option
@json_option
def verify(file: str, wanted: str | None, as_json: bool) -> int:
    """Prove each puzzle anew from nothing (status 1 when something is wrong with one)."""
    from puzzles.certify import verify as faults_of

    puzzles = wanted_ones(puzzles_of(file), wanted)
    found = []
    for head, one in zip(heads(puzzles), puzzles, strict=True):
        found.append((one, faults_of(one)))
        if not as_json:
            from workbench.cli.puzzle import tables

            print_rich(tables.faults(head, found[-1][1]))
    if as_json:
        print_json(payloads.faults(found))
    faulty = sum(bool(wrong) for _, wrong in found)
    _say_in_all(len(found), faulty)
    return 1 if faulty else 0


def _say_in_all(count: int, faulty: int) -> None:
    """Say at the end of a long list what it comes to."""
    if count > 1:
        have = "has" if faulty == 1 else "have"
        found = f"{faulty} of {count} puzzles {have} faults" if faulty else f"{count} puzzles: all proven"
        click.echo(found, err=True)


@click.command()
@puzzle_argument
@click.option("--out", metavar="OUT", default=STDIN, shell_complete=complete_file, help="The file to write.")
def certify(file: str, out: str) -> int:
    """Solve, grade and certify puzzles made by hand.

    They are written as JSON Lines: to OUT, which may be FILE itself, or to standard output. Nothing is
    written when one has not exactly one answer, another than its solution says, or no grade (status 1).
    """
    from puzzles.format.files import to_lines, write_puzzles

    puzzles = puzzles_of(file)
    certified = [*_certified_ones(puzzles)]
    if len(certified) < len(puzzles):
        click.echo("nothing was written", err=True)
        return 1
    if out == STDIN:
        print_text(to_lines(certified))
        return 0
    write_puzzles(out, certified)
    click.echo(f"wrote {out}", err=True)
    return 0


def _certified_ones(puzzles: list[Puzzle]) -> Iterator[Puzzle]:
    """Yield the puzzles that can be certified; say what is wrong with the others, and what can be spared."""
    from puzzles.puzzle import PuzzleError
    from solvers.tobago.proofs import ProofLimit

    for head, one in zip(heads(puzzles), puzzles, strict=True):
        try:
            yield _certified(one)
        except PuzzleError as error:
            click.echo(f"{head}{error}", err=True)
            continue
        except ProofLimit as error:
            click.echo(f"{head}not proven: {error}", err=True)
            continue
        for fact in one.kind.spare(one):
            click.echo(f"warning: {head}'{fact}' can be spared", err=True)


def _certified(one: Puzzle) -> Puzzle:
    """Return a puzzle with solution, grade and certificate; `PuzzleError` when it can have none."""
    from puzzles.certify import certify as proof_of
    from puzzles.format.schema import Solution
    from puzzles.puzzle import PuzzleError
    from workbench.cli.puzzle import tables

    found = Solved.of(one)
    if len(found.answers) != 1:
        raise PuzzleError(tables.answers("", found).plain)
    solved = replace(one, solution=found.answers[0])
    if one.solution != Solution() and one.kind.truth(one) != one.kind.truth(solved):
        raise PuzzleError(f"its solution is wrong; the answer is {tables.answer(solved.solution)}")
    return replace(solved, grade=one.kind.grade(solved), certificate=proof_of(solved))
