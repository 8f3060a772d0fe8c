"""What the odds of all games share: questions and their settings as options, positions, numbers in words.

A game names its questions and a table of settings; `asking` makes the options of its command from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from workbench.cli.completing import Completer, completed
from workbench.cli.files import read_source, reads_anywhere
from workbench.cli.formats import reading
from workbench.cli.games import seed_option
from workbench.cli.printing import table_of

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table


Command = TypeVar("Command", bound="Callable[..., Any]")

_LONGEST_FRACTION = 16
_LEAST_PERCENT = 0.00005  # smaller chances would read 0.00%


class Setting(NamedTuple):
    """An option for some questions: their names, what it is (``{}`` stands for them), and what it takes."""

    asked_by: tuple[str, ...]
    help: str
    kind: click.ParamType[Any] | None = None
    metavar: str | None = None
    read: Callable[[str], Any] | None = None
    complete: Completer | None = None


def asking(queries: Sequence[str], settings: Mapping[str, Setting]) -> Callable[[Command], Command]:
    """Return what gives a command --query for these questions, and an option for each setting."""

    def decorated(command: Command) -> Command:
        for name, setting in reversed([*settings.items()]):
            command = (seed_option if name == "seed" else _option(name, setting))(command)
        return click.option(
            "--query",
            "queries",
            metavar="NAME",
            multiple=True,
            shell_complete=completed(lambda _: queries),
            callback=lambda *given: [_known(name, queries) for name in given[-1]],
            help=f"Answer only this; may be repeated: {', '.join(queries)}.",
        )(command)

    return decorated


def _option(name: str, setting: Setting) -> Callable[[Command], Command]:
    asked_by, told, kind, metavar, read, complete = setting
    return click.option(
        f"--{name}",
        type=kind,
        metavar=metavar,
        shell_complete=complete,
        callback=lambda *given: read(given[-1]) if read and given[-1] is not None else given[-1],
        help=told.format(", ".join(asked_by)),
    )


def _known(query: str, names: Sequence[str]) -> str:
    """Return the name of a question; `ToolkitError` with the nearest one for another name."""
    if query not in names:
        hint = did_you_mean(query, names, "queries")
        raise ToolkitError(f"no query {quote(query)}{hint}")
    return query


def given_settings(
    queries: Sequence[str], values: Mapping[str, Any], settings: Mapping[str, Setting]
) -> dict[str, Any]:
    """Return the settings that were given; one that none of the queries needs is a usage error."""
    given = {name: value for name, value in values.items() if value is not None}
    for name in given:
        asked_by = settings[name].asked_by
        if queries and not set(asked_by) & set(queries):
            raise click.UsageError(f"--{name} is for --query {' or '.join(asked_by)}.")
    return given


def read_position(game: str, file: str) -> Any:
    """Return the position of a game in a file or on standard input."""
    return parse_position(game, *read_source(file))


def parse_position(game: str, text: str, folder: Path, name: str, *, over: bool = False) -> Any:
    """Return the position of a game in a text; the folder is that of the files which it names.

    A game that is `over` is refused unless it may be so.
    """
    from toolkit.core.game import find_game

    with reading(name, f"{game}-position/1", text=text):
        positions = find_game(game).positions()
        return positions.parse(text, name, folder=folder, anywhere=reads_anywhere(), over=over)


def percent(chance: float) -> str:
    """Return a chance as people read it; none that is not 0 reads 0.00%."""
    return f"{chance:.2%}" if chance >= _LEAST_PERCENT or not chance else f"{chance:.1e}"


def fraction(exact: Fraction | float | None) -> str:
    """Return a fraction, if people can read it; nothing for other numbers."""
    if exact is None or isinstance(exact, float) or len(str(exact)) > _LONGEST_FRACTION:
        return ""
    return str(exact)


def odds_table(groups: Iterable[Iterable[Sequence[str]]], title: str) -> Table:
    """Return what is a single number each, in groups: what it is, the number, and exactly."""
    made = table_of("odds", "value", "exact", title=title, numbers=["value", "exact"], folded=False)
    for group in groups:
        made.add_section()
        for row in group:
            made.add_row(*row)
    return made


def chances_table(
    columns: Sequence[str], chances: Iterable[tuple[str, Fraction | float]], title: str, *, words: int
) -> Table:
    """Return the chance of each outcome, which is written with commas; some columns hold words."""
    rows = [(*outcome.split(","), percent(float(chance)), fraction(chance)) for outcome, chance in chances]
    columns = [*columns, "chance", "exact"]
    return table_of(*columns, rows=rows, title=title, numbers=columns[words:], folded=False)
