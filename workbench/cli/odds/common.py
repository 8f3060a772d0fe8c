"""What the odds of all games share: positions, numbers in words, tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from workbench.cli.files import read_source, reads_anywhere
from workbench.cli.formats import reading
from workbench.cli.printing import table_of

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table

_LONGEST_FRACTION = 16
_LEAST_PERCENT = 0.00005  # smaller chances would read 0.00%


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
