"""Commands on how hard puzzles are: rate grades them, calibrate fits the weights of the grade to times."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.choices import Whole
from workbench.cli.completing import complete_file
from workbench.cli.files import STDIN, file_argument, read_source, write_out
from workbench.cli.formats import reading
from workbench.cli.messages import say
from workbench.cli.printing import json_option, print_json, print_rich, styled, table_of, tell
from workbench.cli.puzzle.asking import plain
from workbench.cli.puzzle.choosing import heads, id_option, puzzles_of

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from puzzles import Puzzle
    from puzzles.calibration import Timed
    from puzzles.format.schema import Grade, KindWeights, WeightsFile

    Rated = tuple[Puzzle, Grade | None, str | None, float | None]


@click.command(epilog="Example: tobago puzzle rate puzzles.jsonl")
@file_argument
@id_option
@click.option(
    "--weights",
    metavar="FILE",
    shell_complete=complete_file,
    help="What calibrate found: says how long a typical solver needs.",
)
@json_option
def rate(file: str, wanted: str | None, weights: str | None, as_json: bool) -> int:
    """Say how hard each puzzle is: a vector with the level (status 1 when one has no grade)."""
    if weights == file == STDIN:
        raise click.UsageError("FILE and --weights cannot both be standard input")
    known = None if weights is None else _weights(weights)
    puzzles = puzzles_of(file, wanted)
    if missing := sorted({one.kind.name for one in puzzles} - known.kinds.keys()) if known else []:
        say(f"no weights of {', '.join(missing)} in {weights}: no time can be told", "note")
    found = [_rated(one, known) for one in puzzles]
    tell(as_json, _grades_data, lambda found: map(_grade, heads(puzzles), found), found)
    return 0 if all(grade for _, grade, _, _ in found) else 1


def _weights(file: str) -> WeightsFile:
    from puzzles.calibration import parse_weights

    text, _, name = read_source(file)
    with reading(name, "toolkit-weights/1", text=text):
        return parse_weights(text, name)


def _rated(one: Puzzle, weights: WeightsFile | None) -> Rated:
    """Return how hard a puzzle is, and the seconds that it takes; without a grade, why it has none."""
    from puzzles import PuzzleError
    from puzzles.calibration import seconds_of

    known = weights and weights.kinds.get(one.kind.name)
    try:
        return one, one.kind.grade(one), None, seconds_of(one, known) if known else None
    except PuzzleError as error:
        return one, None, str(error), None


def _grades_data(found: list[Rated]) -> dict[str, Any]:
    rows = [
        {"id": one.id, "kind": one.kind.name, "grade": plain(grade), "reason": reason}
        | ({} if seconds is None else {"seconds": round(seconds)})
        for one, grade, reason, seconds in found
    ]
    return {"format": "tobago-puzzle-grade/1", "puzzles": rows}


def _grade(head: str, rated: Rated) -> Table | Text:
    """Return how hard a puzzle is: the vector, one part a row; or why it has no grade."""
    _, found, reason, seconds = rated
    if found is None:
        return styled(head, (str(reason), "bold red"))
    hardest, needs = found.hardest, ", ".join(found.needs)
    rows: dict[str, object] = {
        "hardest technique": hardest.overall or "-",
        "  before the first placement": hardest.before_placement or "-",
        "  for the first step": hardest.first_step or "-",
        "techniques needed": needs or "-",
        "effort": f"{found.effort:g}",
        "steps": found.steps,
        "rounds": found.rounds,
        "bottleneck": f"{found.bottleneck:.2f}",
        "reading": found.reading,
        **{measure: f"{value:g}" for measure, value in found.measures.items()},
    }
    if seconds is not None:
        rows["time of a typical solver"] = f"{round(seconds) // 60}:{round(seconds) % 60:02}"
    title = f"{head}level {found.level} ({found.name})"
    return table_of("measure", "value", rows=rows.items(), title=title, numbers=["value"])


@click.command(epilog="Example: tobago puzzle calibrate tobago-times.jsonl --out weights.json")
@click.argument("files", metavar="TIMES...", nargs=-1, required=True, shell_complete=complete_file)
@click.option("--out", metavar="OUT", shell_complete=complete_file, help="Write the weights to this file.")
@click.option(
    "--width",
    metavar="PERCENT",
    type=Whole(1, 1000),
    default=25,
    show_default=True,
    help="How far above a weight its interval may end: how many more times that needs.",
)
@json_option
def calibrate(files: tuple[str, ...], out: str | None, width: int, as_json: bool) -> int:
    """Fit the weights of the grade to solving times: seconds of a typical solver, with intervals of 95 %.

    TIMES are files that the button of a page saved. Each kind of puzzle is fitted by itself. Status 1 when no
    kind has times enough.
    """
    if as_json and out == STDIN:
        raise click.UsageError("--out - and --json exclude each other")
    from puzzles.calibration import calibrate as fitted
    from puzzles.format.schema import WeightsFile

    times = [time for file in files for time in _times(file)]
    kinds: dict[str, KindWeights] = {}
    for kind in sorted({time.puzzle.kind.name for time in times}):
        try:
            kinds[kind] = fitted([time for time in times if time.puzzle.kind.name == kind], width / 100)
        except ToolkitError as error:
            say(f"{kind}: {error}")
    if not kinds:
        return 1
    found = WeightsFile(format="toolkit-weights/1", kinds=kinds)
    if as_json:
        print_json(plain(found))
    elif out != STDIN:
        print_rich(*(_weighed(kind, one, width) for kind, one in kinds.items()))
    if out is not None:
        write_out(out, f"{_text(found)}\n")
    return 0


def _times(file: str) -> list[Timed]:
    from puzzles.calibration import parse_times

    text, _, name = read_source(file)
    with reading(name, "toolkit-times/1", text=text):
        return parse_times(text, name)


def _text(found: WeightsFile) -> str:
    import json

    return json.dumps(plain(found), indent=2)


def _weighed(kind: str, found: KindWeights, width: int) -> Table:
    """Return the weights of one kind, a sort of work a row."""
    from puzzles.calibration import guesses
    from puzzles.kinds import kind_named

    more = f"more for +{width} %"
    guessed = guesses(kind_named(kind))
    rows = [
        (sort, f"{guessed[sort]:g}", f"{one.seconds:g}", f"{one.low:g} to {one.high:g}", _more(one.more))
        for sort, one in found.weights.items()
    ]
    used = f"{found.times} times of {found.puzzles} puzzles by {found.solvers} solvers"
    columns = ("work", "guess", "seconds", "95 %", more)
    return table_of(
        *columns, rows=rows, title=f"{kind}: {used}, spread {found.spread:g}", numbers=columns[1:]
    )


def _more(count: int | None) -> str:
    return "other puzzles" if count is None else f"{count:,}"
