"""The journal: its spaces, its connections and what these require, on both faces of the three sections."""

from __future__ import annotations

import csv
import re
from functools import lru_cache
from typing import NamedTuple

from toolkit.games.wayfarers.components.effects import parts_of
from toolkit.games.wayfarers.components.names import COLUMNS, COUNTERS, GUILDS, counter_words
from toolkit.games.wayfarers.components.records import read_text
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
    """Return the requirement of a text: ``none``, ``have:COUNTER>=N``, ``spend:GUILD*N+GUILD*N``."""
    verb, _, words = text.partition(":")
    if verb == "have":
        counter, _, least = words.partition(">=")
        return Requirement(COUNTERS.index(counter), int(least))
    spend = [0] * len(GUILDS)
    for guild, _, many in [word.partition("*") for word in words.split("+") if word]:
        spend[GUILDS.index(guild)] += int(many)
    return Requirement(spend=(spend[0], spend[1], spend[2]))


class Connection(NamedTuple):
    """An ink splotch between two spaces."""

    start: int
    end: int
    section: int
    sides: tuple[Requirement, Requirement]


def connections(text: str) -> tuple[Connection, ...]:
    """Return the connections of a text, ``journal.csv``."""
    return tuple(
        Connection(
            SPACE_NUMBER[row["from"]],
            SPACE_NUMBER[row["to"]],
            int(row["board_section"]) - 1,
            (requirement(row["side_A"]), requirement(row["side_B"])),
        )
        for row in csv.DictReader(text.splitlines())
    )


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
