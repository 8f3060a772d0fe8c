"""The commands ``tobago puzzle verify`` and ``certify``: proofs checked, and proofs written."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from workbench.cli.files import STDIN, complete_file, file_argument, write_out
from workbench.cli.printing import json_option, print_json, print_rich, styled
from workbench.cli.puzzle.asking import Solved, answer, answers
from workbench.cli.puzzle.choosing import heads, id_option, puzzles_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from puzzles import Puzzle


@click.command()
@file_argument
@id_option
@json_option
def verify(file: str, wanted: str | None, as_json: bool) -> int:
    """Prove each puzzle anew from nothing (status 1 when something is wrong with one)."""
    from puzzles.certify import verify as faults_of

    puzzles = puzzles_of(file, wanted)
    found = []
    for head, one in zip(heads(puzzles), puzzles, strict=True):
        found.append((one, faults_of(one)))
        if not as_json:
            print_rich(_faults(head, found[-1][1]))
    if as_json:
        rows = [{"id": one.id, "ok": not wrong, "faults": wrong} for one, wrong in found]
        print_json({"format": "tobago-puzzle-verify/1", "puzzles": rows})
    faulty = sum(bool(wrong) for _, wrong in found)
    if len(found) > 1:  # say at the end of a long list what it comes to
        some = f"{faulty} of {len(found)} puzzles {'has' if faulty == 1 else 'have'} faults"
        click.echo(some if faulty else f"{len(found)} puzzles: all proven", err=True)
    return 1 if faulty else 0


def _faults(head: str, wrong: list[str]) -> Text:
    """Return whether the proof of a puzzle holds, and what is wrong with it."""
    if not wrong:
        return styled(head, ("ok", "bold green"))
    count = "1 fault" if len(wrong) == 1 else f"{len(wrong)} faults"
    return styled(head, (count, "bold red"), *(f"\n  {fault}" for fault in wrong))


@click.command()
@file_argument
@click.option("--out", metavar="OUT", default=STDIN, shell_complete=complete_file, help="The file to write.")
def certify(file: str, out: str) -> int:
    """Solve, grade and certify puzzles made by hand.

    They are written as JSON Lines: to OUT, which may be FILE itself, or to standard output. Nothing is
    written when one has not exactly one answer, another than its solution says, or no grade (status 1).
    """
    from puzzles.format.files import to_lines

    puzzles = puzzles_of(file)
    certified = [*_certified_ones(puzzles)]
    if len(certified) < len(puzzles):
        click.echo("nothing was written", err=True)
        return 1
    write_out(out, to_lines(certified))
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
        except ProofLimit as error:
            click.echo(f"{head}not proven: {error}", err=True)
        else:
            for fact in one.kind.spare(one):
                click.echo(f"warning: {head}'{fact}' can be spared", err=True)


def _certified(one: Puzzle) -> Puzzle:
    """Return a puzzle with solution, grade and certificate; `PuzzleError` when it can have none."""
    from puzzles.certify import certify as proof_of
    from puzzles.format.schema import Solution
    from puzzles.puzzle import PuzzleError

    found = Solved(one)
    if len(found.answers) != 1:
        raise PuzzleError(answers("", found).plain)
    solved = replace(one, solution=found.answers[0])
    if one.solution != Solution() and one.kind.truth(one) != one.kind.truth(solved):
        raise PuzzleError(f"its solution is wrong; the answer is {answer(solved.solution)}")
    return replace(solved, grade=one.kind.grade(solved), certificate=proof_of(solved))
