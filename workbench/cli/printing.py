"""What commands print: JSON for programs, tables and sentences for people, how far a long run is."""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVarTuple

import click

from toolkit.core.errors import ToolkitError, harmless
from workbench.cli.messages import say

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

Found = TypeVarTuple("Found")

_PLAIN: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False}  # texts are shown as they are

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def tell(
    as_json: bool,
    data: Callable[[*Found], dict[str, Any]],
    shown: Callable[[*Found], Iterable[RenderableType]],
    *found: *Found,
) -> None:
    """Print what a command found: as JSON for programs, or in tables and sentences for people."""
    if as_json:
        print_json(data(*found))
    else:
        print_rich(*shown(*found))


class _Closed(io.RawIOBase):
    """Standard output that was closed before the command began: who writes to it is told so."""

    def writable(self) -> bool:
        return True

    def write(self, _: object) -> int:
        raise ToolkitError("standard output is closed: nothing can be printed")


@contextmanager
def answering() -> Iterator[None]:
    """Let what is printed in the block be refused where standard output is closed; Python drops it there."""
    if sys.stdout is not None:
        yield
        return
    try:
        sys.stdout = io.TextIOWrapper(io.BufferedWriter(_Closed(), 1), "utf-8", write_through=True)
        yield
    finally:
        sys.stdout = None


@contextmanager
def _printing() -> Iterator[None]:
    """Let a command end with its own status when the reader of a pipe has had enough."""
    try:
        yield
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # rich exits by itself then
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # Python flushes standard output once more at its end


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    with _printing():
        click.echo(json.dumps(data, indent=2))


def print_text(text: str | bytes) -> None:
    """Print a file to standard output: UTF-8, whatever the terminal speaks."""
    with _printing():
        sys.stdout.buffer.write(text.encode("utf-8") if isinstance(text, str) else text)


def print_rich(*renderables: RenderableType) -> None:
    """Print tables and text for people; rich honours NO_COLOR."""
    from rich.console import Console

    with _printing():
        _show(Console(**_PLAIN), renderables)


def text_of(*renderables: RenderableType, width: int = 100) -> str:
    """Return tables and text as they are printed where there are no colours, in lines of a width."""
    from rich.console import Console

    console = Console(file=io.StringIO(), width=width, color_system=None, **_PLAIN)
    with console.capture() as written:
        _show(console, renderables)
    return written.get()


def _show(console: Console, renderables: Iterable[RenderableType]) -> None:
    from rich.text import Text

    for renderable in renderables:  # sentences and islands wider than the terminal keep their lines whole
        console.print(renderable, crop=False, soft_wrap=isinstance(renderable, Text))


def styled(*parts: str | tuple[str, str], style: str = "") -> Text:
    """Return a text of parts, each of which may have a style; none of them is read as markup or acts."""
    from rich.text import Text

    shown = [harmless(part) if isinstance(part, str) else (harmless(part[0]), part[1]) for part in parts]
    return Text.assemble(*shown, style=style)


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

    title = title and harmless(title)
    made = Table(title=title, title_justify="left", header_style="bold", min_width=len(title or ""))
    overflow: Any = "fold" if folded else "ellipsis"
    for column in columns:
        made.add_column(column, justify="right" if column in numbers else "left", overflow=overflow)
    for row in rows:
        made.add_row(*[cell if isinstance(cell, Text) else harmless(str(cell)) for cell in row])
    return made


@contextmanager
def long_run(what: str, rest: str) -> Iterator[Callable[[int, int], None]]:
    """Give a function that shows how far a run is, such as 3 of 10: on a terminal only.

    After Ctrl-C it is said what became of the `rest`.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeElapsedColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (what, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    try:
        with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as bar:
            task = bar.add_task("", total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
    except KeyboardInterrupt:
        say(f"stopped: {rest}")
        raise click.Abort from None
