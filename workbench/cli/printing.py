"""What commands print: JSON for programs, tables and sentences for people, messages, how far a long run is.

Data goes to standard output, messages (refusals, warnings, notes) to standard error. Every refusal looks
alike, whoever finds the fault: one line that names the file, the place and the fault, and where a command
helps a second one::

    tobago: game.toml: rules: unknown key 'ownhex'; did you mean 'own_hex'?
    try: tobago solve --help

With ``--json`` a refusal is one line with one JSON object instead, ``tobago-error/1``; it is the last line.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from threading import Timer
from typing import TYPE_CHECKING, Any, Literal, TypeVarTuple

import click

from toolkit.core.errors import (
    ToolkitError,
    did_you_mean,
    harmless,
    in_words,
    printable,
    quote,
    suggestion_in,
)

if TYPE_CHECKING:  # rich takes time to load
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.table import Table
    from rich.text import Text

Found = TypeVarTuple("Found")

_PLAIN: dict[str, Any] = {"highlight": False, "markup": False, "emoji": False}  # texts are shown as they are
_AS_JSON: ContextVar[bool] = ContextVar("_AS_JSON", default=False)

_LINE = re.compile(r"(.*), line ([0-9]+)", re.DOTALL)

# ---- data --------------------------------------------------------------------------------------------------


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


def print_drawing(*renderables: RenderableType, lower: str = "") -> None:
    """Print what is to be seen at a glance; a note says how tall it is where the terminal is lower.

    `lower` is what the note says besides.
    """
    from rich.console import Console

    print_rich(*renderables)
    console = Console(**_PLAIN)
    with console.capture() as written:
        _show(console, renderables)
    lines = written.get().count("\n")
    if console.is_terminal and lines >= console.height:  # the last one is for what is typed next
        say(f"this takes {lines} lines, and the terminal has {console.height}{lower}", "note")


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


class Indented:
    """A sentence that belongs to the line above it, wrapped at words where the terminal ends."""

    def __init__(self, text: str, by: int = 4) -> None:
        self._text, self._by = text, by

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """Yield its lines; no blanks stand at their ends, as those of a `Padding` would."""
        for line in styled(self._text).wrap(console, options.max_width - self._by):
            line.rstrip()
            yield styled(" " * self._by).append_text(line)


def in_column(text: str) -> str:
    """Return a text that stays in its column of a table: one that is written from the right is isolated."""
    from toolkit.core.telling.language import isolated, turns

    return isolated(text) if turns(text) else text


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
        made.add_column(
            in_column(column), justify="right" if column in numbers else "left", overflow=overflow
        )
    for row in rows:
        made.add_row(*[cell if isinstance(cell, Text) else in_column(harmless(str(cell))) for cell in row])
    return made


# ---- messages ----------------------------------------------------------------------------------------------


class Refusal(ToolkitError):  # noqa: N818  # the word of the users
    """A refusal: what is wrong, in which file, where in it, and which command helps."""

    def __init__(self, problem: str, *, source: str = "", key: str = "", command: str = "") -> None:
        self.problem = problem
        self.source = source
        self.key = key
        self.command = command
        super().__init__(": ".join(filter(None, (printable(source), key, problem))))

    def to_dict(self) -> dict[str, object]:
        """Return the refusal as JSON data."""
        in_line = _LINE.fullmatch(f"{self.source}, {self.key}") or _LINE.fullmatch(self.source)
        key = "" if in_line and in_line.string != self.source else self.key
        return {
            "error": self.problem,
            "file": (in_line[1] if in_line else self.source) or None,
            "line": int(in_line[2]) if in_line else None,
            "key": key or None,
            "suggestion": suggestion_in(self.problem),
            "try": self.command or None,
        }


@contextmanager
def speaking(*, as_json: bool) -> Iterator[None]:
    """Let the refusals of the block be JSON, or lines for people."""
    token = _AS_JSON.set(as_json)
    try:
        yield
    finally:
        _AS_JSON.reset(token)


def say(text: str, level: Literal["warning", "note", "info"] = "info") -> None:
    """Tell something that leaves the exit status as it is: a warning, a note, or what was done."""
    click.echo(harmless(text if level == "info" else f"{level}: {text}"), err=True)


def refuse(error: Exception) -> None:
    """Tell why a command is not done."""
    found = _described(error)
    if _AS_JSON.get():
        click.echo(json.dumps({"format": "tobago-error/1", **found.to_dict()}), err=True)
        return
    click.echo(harmless(f"tobago: {found}"), err=True)
    if found.command:
        click.echo(printable(f"try: {found.command}"), err=True)


def _described(error: Exception) -> Refusal:
    """Return an error of any origin in the parts of a refusal."""
    if isinstance(error, Refusal):
        return error
    if isinstance(error, click.UsageError):
        command = f"{error.ctx.command_path} --help" if error.ctx else ""
        return Refusal(_usage_problem(error), key=_parameter(error), command=command)
    if isinstance(error, click.ClickException):
        return Refusal(_tidy(error.format_message()))
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        source = str(error.filename)
        return Refusal(in_words(error).removeprefix(f"{printable(source)}: "), source=source)
    problem = getattr(error, "problem", None)  # of errors that know their place
    if not problem:
        return Refusal(in_words(error))
    source, key, line = (getattr(error, part, "") for part in ("source", "key", "line"))
    return Refusal(problem, source=source, key=f"line {line}" if line else key)


def _usage_problem(error: click.UsageError) -> str:
    if isinstance(error, click.MissingParameter):
        kind = error.param.type if error.param else None
        listed = did_you_mean("", getattr(kind, "words", ()), getattr(kind, "plural", "choices"))
        return f"missing{listed}{'' if isinstance(error.param, click.Option) else _usage_of(error)}"
    if isinstance(error, click.NoSuchOption) and error.ctx:
        params = error.ctx.command.get_params(error.ctx)
        known = [name for param in params if isinstance(param, click.Option) for name in param.opts]
        hint = did_you_mean(error.option_name, known, "options", close=0.7)  # the dashes are alike
        return f"no option {quote(error.option_name)}{hint}"
    if isinstance(error, click.BadOptionUsage):
        return "it takes no value" if "not take" in error.message else "a value is missing after it"
    extra = "unexpected extra argument" in error.message
    return f"{_tidy(error.message)}{_usage_of(error) if extra else ''}"


def _usage_of(error: click.UsageError) -> str:
    """Return how the command is written, for who left something out or wrote too much."""
    return f"; write: {error.ctx.get_usage().removeprefix('Usage: ')}" if error.ctx else ""


def _parameter(error: click.UsageError) -> str:
    """Return what a user calls the option or the argument that an error is about."""
    if isinstance(error, click.BadOptionUsage):
        return error.option_name
    if not isinstance(error, click.BadParameter):
        return ""
    if isinstance(error.param_hint, str):
        return error.param_hint
    if isinstance(error.param, click.Option):
        return max(error.param.opts, key=len)
    name = error.param.make_metavar(error.ctx) if error.param and error.ctx else ""
    return name[1:-1] if re.fullmatch(r"\[[^]]*\]", name) else name


def _tidy(message: str) -> str:
    """Return a sentence of click in the manner of ours: it begins small and ends without a full stop."""
    return (message[:1].lower() + message[1:]).rstrip(".")


# ---- long runs ---------------------------------------------------------------------------------------------

_PATIENCE = 3.0  # seconds of silence


@contextmanager
def said_when_long(text: str) -> Iterator[None]:
    """Say something, once and on a terminal only, if what is done takes long and nobody knows how long."""
    timer = Timer(_PATIENCE, say, [text, "note"])
    timer.daemon = True
    if sys.stderr is not None and sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


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
