"""What all commands share: the FILE argument, --json, reading with warnings, printing and writing."""

from __future__ import annotations

import json
import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from rich.console import RenderableType
    from rich.table import Table

    from toolkit.games.tobago import Clue, Position, TreasureMap

STDIN = "-"

_STDOUT = 1  # the file descriptor
_MOST_WARNINGS = 20
_MAPS = ["brown", "white", "grey", "black"]  # typed out: completion must not import the toolkit


def complete_file(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Let the shell complete a file name; whether the file is good is asked later."""
    return [CompletionItem(typed, type="file")]


file_argument = click.argument("file", metavar="FILE", shell_complete=complete_file)
map_argument = click.argument("colour", metavar="MAP", shell_complete=lambda *_: _MAPS)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def read_source(file: str) -> tuple[str, Path, str]:
    """Return the text of a position file or of standard input, the folder of its files, and its name."""
    from toolkit.core.document import LARGEST_FILE, PositionError, decode, read_text

    if file == STDIN:
        if sys.stdin is None:
            raise PositionError("<stdin>", "", "standard input is closed")
        return decode(sys.stdin.buffer.read(LARGEST_FILE + 1), "<stdin>"), Path(), "<stdin>"
    path = Path(file)
    return read_text(path, file, ""), path.parent, file


def parse_source(text: str, folder: Path, name: str) -> Position:
    """Return the position of a text, with its faults as warnings on standard error."""
    from toolkit.games.tobago import Position

    position = Position.parse(text, folder=folder, source=name)
    warn(name, [f"{name}: {fault}" for fault in position.faults])
    return position


def read_position(file: str) -> Position:
    """Return the position of a file or of standard input."""
    return parse_source(*read_source(file))


def warn(name: str, faults: list[str]) -> None:
    """Print the faults of a file as warnings on standard error, the first of very many."""
    more = [f"{name}: {len(faults) - _MOST_WARNINGS} more"] if len(faults) > _MOST_WARNINGS else []
    for fault in [*faults[:_MOST_WARNINGS], *more]:
        click.echo(f"warning: {fault}", err=True)


def map_of(position: Position, colour: str) -> TreasureMap:
    """Return a map by its colour; `ToolkitError` with the nearest spelling for another word."""
    treasure_map = position.maps.get(colour.lower())
    if treasure_map is None:
        hint = did_you_mean(colour, position.maps) or f"; the maps are {', '.join(position.maps)}"
        raise ToolkitError(f"no map {quote(colour)}{hint}")
    return treasure_map


def clue_of(words: tuple[str, ...]) -> Clue:
    """Return the clue that the words of a command line make, quoted as one or not."""
    from toolkit.games.tobago import Clue

    return Clue.parse(" ".join(words))


@contextmanager
def _printing() -> Iterator[None]:
    """Let a command end with its own status when the reader of a pipe has had enough."""
    try:
        yield
        if sys.stdout is not None:  # it may be closed
            sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # rich exits by itself then
        os.dup2(os.open(os.devnull, os.O_WRONLY), _STDOUT)  # Python flushes once more at its end


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    with _printing():
        click.echo(json.dumps(data, indent=2))


def print_text(text: str) -> None:
    """Print a file to standard output: UTF-8, whatever the terminal speaks."""
    with _printing():
        if sys.stdout is not None:  # it may be closed
            sys.stdout.buffer.write(text.encode("utf-8"))


def print_rich(*renderables: RenderableType) -> None:
    """Print tables and text for people; rich honours NO_COLOR."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    with _printing():
        for renderable in renderables:  # sentences and islands wider than the terminal keep their lines whole
            console.print(renderable, crop=False, soft_wrap=isinstance(renderable, Text))


def table_of(
    *columns: str,
    rows: Iterable[Sequence[object]] = (),
    title: str | None = None,
    numbers: Collection[str] = (),
    folded: bool = True,
) -> Table:
    """Return a table, at least as wide as its title; columns of numbers stand to the right.

    What does not fit into a column goes on in the next line, or is cut off where the table is not `folded`.
    """
    from rich.table import Table
    from rich.text import Text

    made = Table(title=title, title_justify="left", header_style="bold", min_width=len(title or ""))
    for column in columns:
        made.add_column(
            column,
            justify="right" if column in numbers else "left",
            overflow="fold" if folded else "ellipsis",
        )
    for row in rows:
        made.add_row(*[cell if isinstance(cell, Text) else str(cell) for cell in row])
    return made


def write_out(out: str, text: str, *, announced: bool = True) -> None:
    """Write a text to a file, and say so if it is to be announced; or to standard output for ``-``."""
    from toolkit.core.files import write_atomically

    if out == STDIN:
        print_text(text)
    else:
        write_atomically(Path(out), text)
        if announced:
            click.echo(f"wrote {out}", err=True)


def keep_inputs(out: str, *inputs: str | None) -> None:
    """Refuse to write over a file that the command reads."""
    for name in inputs:
        if same_file(out, name):
            raise click.UsageError(f"{out} is read by this command: write to another file")


def same_file(one: str, other: str | None) -> bool:
    """Tell whether two names are of one file that is there."""
    return bool(other and Path(one).exists() and Path(other).exists() and Path(one).samefile(other))


@contextmanager
def interruptible(rest: str) -> Iterator[None]:
    """Say after Ctrl-C what became of a long run."""
    try:
        yield
    except KeyboardInterrupt:
        click.echo(f"stopped: {rest}", err=True)
        raise click.Abort from None


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how far a long run is, such as 3 of 10: on a terminal only."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (what, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
