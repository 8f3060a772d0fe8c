"""The journal: its spaces, its connections and what these require, on both faces of the three sections."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.wayfarers.components.effects import parts_of
from toolkit.games.wayfarers.components.names import COLUMNS, COUNTERS, GUILDS, counter_words
from toolkit.games.wayfarers.components.reading import DataError, read_journal, read_text
from toolkit.games.wayfarers.components.tables import BOARD

SPACES = BOARD.journal.spaces
"""The spaces by number, column by column and from top to bottom."""

SPACE_NUMBER = {name: number for number, name in enumerate(SPACES)}
"""The numbers of the spaces by their names."""

COLUMN = tuple(int(re.findall(r"\d+", name)[0]) for name in SPACES)
"""The column of each space."""

FINAL = frozenset(space for space, column in enumerate(COLUMN) if column == COLUMNS)
"""The final spaces: one marker each, entering one triggers the end (Y-34, Y-35)."""

TILE_SPACES = tuple(space for space, column in enumerate(COLUMN) if column % 2 and column < COLUMNS)
"""The spaces on which journal tiles lie (Y-3)."""

GREEN_SPACES = tuple(tuple(SPACE_NUMBER[name] for name in pair) for pair in BOARD.journal.green_workers)
"""The two spaces beside each green worker (Y-4, Y-33)."""

ON_ENTER = tuple(
    parts_of(BOARD.journal.on_enter.get(name, BOARD.journal.on_enter.get(f"column_{column}", ())))
    for name, column in zip(SPACES, COLUMN, strict=True)
)
"""The printed effects of each space; those with tiles have none (Y-31)."""


class Requirement(NamedTuple):
    """What a connection requires: at least so many of a counter, or influence that is spent (Y-29).

    `counter` is -1 where nothing must be had; `spend` has a number for each guild.
    """

    counter: int = -1
    at_least: int = 0
    spend: tuple[int, int, int] = (0, 0, 0)

    @property
    def words(self) -> str:
        """The requirement for people, such as ``2 library tags`` or ``spend 1 science``."""
        if self.counter >= 0:
            return f"{self.at_least} {counter_words(self.counter, self.at_least)}"
        spent = [f"{many} {guild}" for many, guild in zip(self.spend, GUILDS, strict=True) if many]
        return f"spend {' and '.join(spent)}" if spent else "nothing"


def requirement(text: str) -> Requirement:
    """Return the requirement of a text: ``none``, ``have:...``, ``spend:...``; `ToolkitError` otherwise."""
    if text == "none":
        return Requirement()
    if found := re.fullmatch(r"have:(\w+)>=([1-9])", text):
        return Requirement(_known(found[1], COUNTERS, "counters"), int(found[2]))
    if re.fullmatch(r"spend:(\w+\*[1-9])(\+\w+\*[1-9])*", text):
        spend = [0] * len(GUILDS)
        for guild, many in [one.split("*") for one in text[len("spend:") :].split("+")]:
            spend[_known(guild, GUILDS, "guilds")] += int(many)
        return Requirement(spend=(spend[0], spend[1], spend[2]))
    raise ToolkitError(f"no requirement: {quote(text)}; write none, have:COUNTER>=N or spend:GUILD*N")


def _known(word: str, words: Sequence[str], plural: str) -> int:
    """Return the number of a word among others."""
    if word not in words:
        raise ToolkitError(f"{quote(word)} is not one of the {plural}{did_you_mean(word, words)}")
    return words.index(word)


class Connection(NamedTuple):
    """An ink splotch between two spaces."""

    start: int
    end: int
    section: int
    sides: tuple[Requirement, Requirement]


def connections(text: str) -> tuple[Connection, ...]:
    """Return the connections of a text, ``journal.csv``; `DataError` names the line and the column."""
    found: dict[tuple[int, int], Connection] = {}
    for line, row in enumerate(read_journal(text), 2):
        column = ""
        try:
            start, end = [_known(row[column := key], SPACES, "spaces") for key in ("from", "to")]
            if not 0 < COLUMN[end] - COLUMN[start] <= 2 or (start, end) in found:
                raise ToolkitError("a way leads one or two columns to the right, and stands once")
            section = _known(row[column := "board_section"], ("1", "2", "3"), "sections")
            first, second = [requirement(row[column := key]) for key in ("side_A", "side_B")]
        except ToolkitError as error:
            raise DataError("journal.csv", f"line {line}", column, str(error)) from None
        found[start, end] = Connection(start, end, section, (first, second))
    on = {start for start, _ in found} | FINAL
    if stuck := [name for space, name in enumerate(SPACES) if space not in on]:
        raise DataError("journal.csv", stuck[0], "", "no way leads on from here")
    return tuple(found.values())


CONNECTIONS = connections(read_text("journal.csv"))
"""The connections of both faces."""


@lru_cache(maxsize=8)
def steps(sections: str) -> tuple[tuple[tuple[int, Requirement], ...], ...]:
    """Return, for each space, the spaces right of it and what the way there requires.

    `sections` has a letter for each of the three sections of the main board, ``A`` or ``B`` (Y-1).
    """
    found: list[list[tuple[int, Requirement]]] = [[] for _ in SPACES]
    for one in CONNECTIONS:
        found[one.start].append((one.end, one.sides["AB".index(sections[one.section])]))
    return tuple(map(tuple, found))
