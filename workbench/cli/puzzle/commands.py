"""The commands ``tobago puzzle``: show, solve, hint, rate, schema, and those of other files.

`making` holds new and print, `proving` verify and certify.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import (
    STDIN,
    complete_file,
    json_option,
    keep_inputs,
    print_json,
    print_rich,
    read_source,
    write_out,
)
from workbench.cli.puzzle import making, payloads, proving
from workbench.cli.puzzle.common import (
    Rated,
    Solved,
    chosen,
    heads,
    id_option,
    puzzle_argument,
    puzzles_of,
    wanted_ones,
)

if TYPE_CHECKING:
    from puzzles.hints import Hint
    from puzzles.puzzle import Marks, Puzzle


@click.group()
def puzzle() -> None:
    """Make puzzles, look at them, solve, hint, rate, verify, certify and print them.

    FILE is a puzzle file (one JSON object, or JSON Lines), - for standard input, or the ID of a puzzle.
    """


@click.command()
@puzzle_argument
@id_option
@click.option("--svg", metavar="OUT", help="Write the picture as SVG to this file (- for standard output).")
@click.option("--solution", is_flag=True, help="Show the solution too.")
@json_option
def show(file: str, wanted: str | None, svg: str | None, solution: bool, as_json: bool) -> int:
    """Show a puzzle: its facts in words and its island; several puzzles in one FILE are listed."""
    if svg is not None and as_json:
        raise click.UsageError("--svg and --json exclude each other")
    puzzles = puzzles_of(file)
    if len(puzzles) > 1 and wanted is None and svg is None and not solution:
        _list(puzzles, as_json)
        return 0
    one = chosen(puzzles, wanted)
    if svg is not None:
        keep_inputs(svg, file)
        write_out(svg, _picture(one, solution))
    elif as_json:
        print_json(payloads.puzzle(one, solution=solution))
    else:
        _show(one, solution)
    return 0


def _list(puzzles: list[Puzzle], as_json: bool) -> None:
    from workbench.cli.puzzle import tables

    if as_json:
        print_json(payloads.listing(puzzles))
    else:
        print_rich(tables.listing(puzzles))


def _show(one: Puzzle, solution: bool) -> None:
    from workbench.cli.puzzle import tables
    from workbench.cli.tobago.terminal import draw_terminal_setting

    if solution:
        picture = draw_terminal_setting(one.solved_setting, one.solution.treasures)
    else:
        picture = draw_terminal_setting(one.position.setting)
    print_rich(picture, "", tables.puzzle(one, solution=solution))


def _picture(one: Puzzle, solution: bool) -> str:
    """Return the island as SVG, without the candidates of maps; a solution is ringed."""
    from toolkit.games.tobago.setting import draw_setting

    if not solution:
        return draw_setting(one.position.setting)
    found = one.solution
    ringed = [*found.treasures.values(), *found.huts, *found.palms, *found.statues]
    return draw_setting(one.solved_setting, highlight=ringed)


@click.command()
@puzzle_argument
@id_option
@json_option
def solve(file: str, wanted: str | None, as_json: bool) -> int:
    """Find the answer of each puzzle (status 1 when one has not exactly one answer)."""
    from workbench.cli.puzzle import tables

    puzzles = wanted_ones(puzzles_of(file), wanted)
    found = [Solved.of(one) for one in puzzles]
    if as_json:
        print_json(payloads.answers(found))
    else:
        print_rich(*map(tables.answers, heads(puzzles), found))
    return 0 if all(len(one.answers) == 1 for one in found) else 1


@click.command()
@puzzle_argument
@id_option
@click.option(
    "--marks",
    "marks_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="What you have found so far (tobago-marks/1).",
)
@click.option("--rung", type=click.IntRange(0, 6), required=True, help="How much to tell, 0 to 6.")
@click.option("--svg", metavar="OUT", help="Write the picture of the hint as SVG (rungs 3 to 5).")
@click.option("--lang", metavar="LANG", default="en", show_default=True, help="en or fa.")
@click.option("--write", is_flag=True, help="Write the new marks into the file of --marks (rung 5).")
@json_option
def hint(
    file: str,
    wanted: str | None,
    marks_file: str | None,
    rung: int,
    svg: str | None,
    lang: str,
    write: bool,
    as_json: bool,
) -> int:
    """Give one hint and no more (status 1 when the puzzle has not exactly one answer).

    \b
    --rung 0  is there a mistake among the marks?
           1  where to look
           2  which facts suffice
           3  the technique
           4  the hexes that it settles
           5  do it
           6  the whole way to the answer
    """  # noqa: D301 - \b keeps the lines of the list apart
    if write and (rung != payloads.DOES_IT or marks_file in (None, STDIN)):
        raise click.UsageError("--write goes with --rung 5 and --marks FILE")
    if svg == STDIN and as_json:
        raise click.UsageError("--svg - and --json exclude each other")
    from puzzles.hints import hint as hint_at
    from puzzles.puzzle import PuzzleError

    one = chosen(puzzles_of(file), wanted)
    marks = _marks(one, marks_file, may_begin=write)
    try:
        given = hint_at(one, marks, rung, lang=lang)
    except PuzzleError as error:
        click.echo(f"no hint: {error}", err=True)
        return 1
    if svg is not None:
        if given.svg is None:
            raise click.UsageError("this hint has no picture: one comes with the steps of --rung 3, 4 and 5")
        keep_inputs(svg, file, marks_file)
        write_out(svg, given.svg)
    _write_marks(one, given, marks_file if write else None)
    if svg == STDIN:
        return 0
    if as_json:
        print_json(payloads.hint(one, rung, given))
    else:
        from rich.text import Text

        print_rich(Text(given.text))
    return 0


def _marks(one: Puzzle, file: str | None, *, may_begin: bool) -> dict[str, Marks]:
    """Return the marks of a file; a file that is to be written may not be there yet."""
    if file is None or (may_begin and file != STDIN and not Path(file).exists()):
        return {}
    from puzzles.format.files import parse_marks, read_marks

    if file != STDIN:
        return read_marks(file, one)
    text, _, name = read_source(file)
    return parse_marks(text, one, name)


def _write_marks(one: Puzzle, given: Hint, marks_file: str | None) -> None:
    """Write the new marks that a hint comes with."""
    if marks_file is not None:
        from puzzles.format.files import write_marks

        write_marks(marks_file, one, given.marks)
        click.echo(f"wrote {marks_file}", err=True)


@click.command()
@puzzle_argument
@id_option
@json_option
def rate(file: str, wanted: str | None, as_json: bool) -> int:
    """Say how hard each puzzle is: a vector with the level (status 1 when one has no grade)."""
    from workbench.cli.puzzle import tables

    puzzles = wanted_ones(puzzles_of(file), wanted)
    found = [Rated.of(one) for one in puzzles]
    if as_json:
        print_json(payloads.grades(found))
    else:
        print_rich(*map(tables.grade, heads(puzzles), found))
    return 0 if all(one.grade for one in found) else 1


@click.command()
@click.argument("what", metavar="[puzzle|marks]", type=click.Choice(["puzzle", "marks"]), default="puzzle")
def schema(what: str) -> int:
    """Print the JSON Schema of puzzles, or of the marks of a solver."""
    from puzzles.format.schema import json_schema

    print_json(json_schema("marks" if what == "marks" else "puzzle"))
    return 0


for command in (
    making.new,
    show,
    solve,
    hint,
    rate,
    proving.verify,
    proving.certify,
    making.print_,
    schema,
):
    puzzle.add_command(command)
