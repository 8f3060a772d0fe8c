"""Files: the FILE argument, reading with warnings on standard error, writing; ``-`` is a standard stream."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from workbench.cli.printing import print_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

STDIN = "-"

_MOST_WARNINGS = 20


def complete_file(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[CompletionItem]:
    """Let the shell complete a file name; whether the file is good is asked later."""
    return [CompletionItem(typed, type="file")]


file_argument = click.argument("file", metavar="FILE", shell_complete=complete_file)


def read_source(file: str) -> tuple[str, Path, str]:
    """Return the text of a file or of standard input, the folder of the files that it names, and its name."""
    from toolkit.core.document import LARGEST_FILE, PositionError, decode, read_text

    if file != STDIN:
        return read_text(Path(file), file, ""), Path(file).parent, file
    if sys.stdin is None:
        raise PositionError("<stdin>", "", "standard input is closed")
    return decode(sys.stdin.buffer.read(LARGEST_FILE + 1), "<stdin>"), Path(), "<stdin>"


def warn(name: str, faults: list[str]) -> None:
    """Print the faults of a file as warnings on standard error, the first of very many."""
    more = [f"{name}: {len(faults) - _MOST_WARNINGS} more"] if len(faults) > _MOST_WARNINGS else []
    for fault in [*faults[:_MOST_WARNINGS], *more]:
        click.echo(f"warning: {fault}", err=True)


@contextmanager
def rewriting(out: str, *, announced: bool = True) -> Iterator[Callable[[str | bytes], None]]:
    """Keep other commands out of a file until it is written by what this gives, which says so if it should.

    ``-`` is standard output.
    """
    from toolkit.core import files

    if out == STDIN:
        yield print_text
        return
    with files.rewriting(Path(out)) as write:

        def written(content: str | bytes) -> None:
            write(content)
            if announced:
                click.echo(f"wrote {out}", err=True)

        yield written


def write_out(out: str, content: str | bytes) -> None:
    """Write a file and say so; or a text to standard output for ``-``."""
    with rewriting(out) as write:
        write(content)


def keep_inputs(out: str, *inputs: str | None) -> None:
    """Refuse to write over a file that the command reads."""
    if any(same_file(out, name) for name in inputs):
        raise click.UsageError(f"{out} is read by this command: write to another file")


def same_file(one: str, other: str | None) -> bool:
    """Tell whether two names are of one file that is there."""
    return bool(other and Path(one).exists() and Path(other).exists() and Path(one).samefile(other))
