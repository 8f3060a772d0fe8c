"""What the odds of all games share: the option --query, settings that belong to queries, numbers in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from workbench.cli.common import table_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from fractions import Fraction

    from rich.table import Table

_LONGEST_FRACTION = 16
_LEAST_PERCENT = 0.00005  # smaller chances would read 0.00%


def query_option(names: Sequence[str]) -> Callable[[Any], Any]:
    """Return the option --query of a command that answers questions with these names."""
    return click.option(
        "--query",
        "queries",
        metavar="NAME",
        multiple=True,
        shell_complete=lambda *_: list(names),
        callback=lambda *given: [_known(name, names) for name in given[-1]],
        help=f"Answer only this; may be repeated: {', '.join(names)}.",
    )


def _known(query: str, names: Sequence[str]) -> str:
    """Return the name of a question; `ToolkitError` with the nearest one for another name."""
    if query not in names:
        hint = did_you_mean(query, names) or f"; the queries are {', '.join(names)}"
        raise ToolkitError(f"no query {quote(query)}{hint}")
    return query


def numbers(option: str) -> Callable[..., tuple[int, ...] | None]:
    """Return the callback of an option that takes a list of numbers with commas, such as 0,3."""

    def read(_context: Any, _option: Any, text: str | None) -> tuple[int, ...] | None:
        if text is None:
            return None
        parts = text.split(",")
        if not all(part.strip().isdecimal() and len(part) <= 4 for part in parts):
            raise click.BadParameter(f"{text!a} is no list of {option} such as 0,3", param_hint=f"--{option}")
        return tuple(map(int, parts))

    return read


def given_settings(
    queries: Sequence[str], settings: Mapping[str, Any], asked_by: Mapping[str, Sequence[str]]
) -> dict[str, Any]:
    """Return the settings that were given; one that none of the queries needs is a usage error."""
    given = {name: value for name, value in settings.items() if value is not None}
    for name in given:
        if queries and not set(asked_by[name]) & set(queries):
            raise click.UsageError(f"--{name} is for --query {' or '.join(asked_by[name])}.")
    return given


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
