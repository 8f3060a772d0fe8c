"""`Request`: what puzzles are wanted; and the seed ID of each of them, the one-line name of its making.

A seed ID holds the engine, the kind of puzzle, and what was asked for, without what was left to the kind::

    0.1.0/lost-landmarks/level=3/island=ABC+0/treasures=2/unknown=hut,palm/seed=7/number=0

The engine of that version makes the same puzzle anew; an ID (`puzzles.format.ids`) holds the puzzle itself.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from urllib.parse import quote as percent

from puzzles.grading import LEVELS
from puzzles.kinds import kind_named
from puzzles.puzzle import PuzzleError, Wanted
from toolkit import __version__
from toolkit.core.errors import did_you_mean, quote
from toolkit.games.tobago.board_sides import LAYOUTS, boxed_island
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import Island, format_drawing, parse_drawing
from toolkit.hexmap.generate import random_island

_HEXES = 104  # of a random island: as many as the island of the box


class SeedError(PuzzleError):
    """Something that no seed ID can hold."""

    def __init__(self, text: object, problem: str) -> None:
        super().__init__(f"seed ID {quote(text)}: {problem}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Request(Wanted):
    """What puzzles are wanted; `PuzzleError` for what no puzzle has.

    Attributes
    ----------
    kind, count
        The kind of puzzle, and how many.
    seed
        A whole number of 64 bits or a text; the same seed, the same puzzles.
    island
        A layout such as ``ABC+0``, or ``random`` for a new island for each puzzle.
    drawing
        The text of a drawn island, instead of `island`.
    hexes
        The size of random islands.

    Examples
    --------
    >>> Request(kind="pinpoint", level=3, seed=7).seed_id(0)
    '0.1.0/pinpoint/level=3/island=ABC+0/seed=7/number=0'
    """

    kind: str
    count: int = 1
    seed: int | str = 1
    island: str = "ABC+0"
    drawing: str | None = None
    hexes: int | None = None

    def __post_init__(self) -> None:
        kind_named(self.kind)
        if not 1 <= self.level <= len(LEVELS):
            raise PuzzleError(f"levels run from 1 to {len(LEVELS)}, not {self.level}")
        if self.hexes is not None and (self.island != "random" or self.drawing is not None):
            raise PuzzleError("the number of hexes is a matter of random islands")
        if self.drawing is None:
            _one_of("island", self.island, (*LAYOUTS, "random"))
        for kind in self.unknown or ():
            _one_of("unknown", kind, LANDMARKS)
        _within("hexes", self.hexes, 1, 100_000)
        _within("treasures", self.treasures, 1, 4)
        if isinstance(self.seed, int):
            _within("seed", self.seed, -(2**63), 2**63 - 1)
        elif len(self.seed) > 100 or re.search("[\ud800-\udfff]", self.seed):
            raise SeedError(self.seed, "a seed is at most 100 characters of Unicode long")
        if self.unknown == ():
            raise SeedError("unknown", "name the kinds of landmarks, or leave it out")
        self.seed_id(0)

    def seed_id(self, number: int) -> str:
        """Return the seed ID of the puzzle with a number, from 0."""
        _within("number", number, 0, 2**63 - 1)
        options = {
            "level": self.level,
            "island": self.island if self.drawing is None else f"drawing-{_hash(self.drawing)}",
            "hexes": self.hexes,
            "treasures": self.treasures,
            "unknown": self.unknown and ",".join(self.unknown),
            "seed": _seed_text(self.seed),
            "number": number,
        }
        given = [f"{key}={value}" for key, value in options.items() if value is not None]
        return "/".join([__version__, self.kind, *given])

    def island_for(self, random: Random) -> Island:
        """Return the island of a puzzle: a new one when islands are random."""
        if self.drawing is not None:
            return parse_drawing(self.drawing)
        if self.island == "random":
            return random_island(
                random, self.hexes or _HEXES, version=1
            )  # so that seed IDs keep their puzzles
        return boxed_island(self.island)


def _hash(drawing: str) -> str:
    return sha256(format_drawing(parse_drawing(drawing)).encode()).hexdigest()[:12]


def _seed_text(seed: int | str) -> str:
    """Write a seed without slashes, and a text of digits so that it does not look like a number."""
    if isinstance(seed, int):
        return str(seed)
    looks_like_a_number = re.fullmatch(r"-?[0-9]{1,19}", seed)
    return f"%{ord(seed[0]):02X}{seed[1:]}" if looks_like_a_number else percent(seed, safe="")


def _one_of(key: str, word: str, valid: Sequence[str]) -> None:
    if word not in valid:
        raise PuzzleError(f"no {key} {quote(word)}{did_you_mean(word, valid, f'{key}s')}")


def _within(key: str, value: int | None, least: int, most: int) -> None:
    if value is not None and not least <= value <= most:
        raise SeedError(f"{key}={value}", f"{key} is a number from {least} to {most}")
