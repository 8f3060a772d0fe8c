"""`SeedId`: the one-line name of a making: the same engine makes the same puzzle from it anew.

The text holds the engine, the kind of puzzle, and what was asked for, without what was left to the kind::

    0.1.0/lost-landmarks/level=3/island=ABC+0/treasures=2/unknown=hut,palm/seed=7/number=0

It needs the engine of that version; an ID (`puzzles.format.ids`) holds the puzzle itself and needs none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import quote as percent
from urllib.parse import unquote

from puzzles.format.schema import NAMES
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.tobago.board_sides import LAYOUTS
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import Orientation, format_drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from toolkit.hexmap import Island

_NEEDED = ("level", "island", "seed", "number")
_LONGEST = 2_000  # characters: beyond, it is no name
_DRAWING = re.compile(r"drawing-[0-9a-f]{12}")


class SeedError(ToolkitError):
    """A seed ID with a fault."""

    def __init__(self, text: object, problem: str) -> None:
        super().__init__(f"seed ID {quote(text)}: {problem}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SeedId:
    """What a puzzle was made from; `str` writes it and `parse` reads it.

    Attributes
    ----------
    engine
        The version of this distribution.
    kind
        The kind of puzzle.
    level
        1 to 5.
    island
        A layout such as ``ABC+0``, ``random``, or ``drawing-`` and 12 hex digits (`island_label`).
    hexes
        The size of a random island; None for others.
    treasures, unknown
        As in `puzzles.puzzle.Wanted`; None where the kind chose.
    seed
        A whole number of 64 bits or a text.
    number
        Which puzzle of this seed, from 0.

    Raises
    ------
    SeedError
        A value that the field cannot have.

    Examples
    --------
    >>> made = SeedId.parse("0.1.0/pinpoint/level=3/island=ABC+0/seed=7/number=0")
    >>> made.level, made.seed, str(made)
    (3, 7, '0.1.0/pinpoint/level=3/island=ABC+0/seed=7/number=0')
    """

    engine: str
    kind: str
    level: int
    island: str
    seed: int | str
    number: int
    hexes: int | None = None
    treasures: int | None = None
    unknown: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[A-Za-z0-9.+_-]{1,60}", self.engine):
            raise SeedError(self.engine, "this is no version")
        self._one_of("kind", self.kind, NAMES)
        if self.island != "random" and not _DRAWING.fullmatch(self.island):
            self._one_of("island", self.island, (*LAYOUTS, "random"))
        for kind in self.unknown or ():
            self._one_of("unknown", kind, LANDMARKS)
        self._within("level", self.level, 1, 5)
        self._within("hexes", self.hexes, 1, 100_000)
        self._within("treasures", self.treasures, 1, 4)
        self._within("number", self.number, 0, 2**63 - 1)
        if isinstance(self.seed, int):
            self._within("seed", self.seed, -(2**63), 2**63 - 1)
        elif len(self.seed) > 100 or re.search("[\ud800-\udfff]", self.seed):
            raise SeedError(self.seed, "a seed is at most 100 characters of Unicode long")
        if self.unknown == ():
            raise SeedError("unknown", "name the kinds of landmarks, or leave it out")

    def __str__(self) -> str:
        values = {key: getattr(self, key) for key in _OPTIONS}
        values |= {"unknown": self.unknown and ",".join(self.unknown), "seed": _seed_text(self.seed)}
        options = [f"{key}={value}" for key, value in values.items() if value is not None]
        return "/".join([self.engine, self.kind, *options])

    @classmethod
    def parse(cls, text: str) -> SeedId:
        """Read a seed ID; `SeedError` names what is wrong."""
        if len(text) > _LONGEST:
            raise SeedError(text, "too long")
        parts = text.strip().split("/")
        if len(parts) < 2:
            raise SeedError(text, "expected ENGINE/KIND/level=3/island=ABC+0/seed=7/number=0")
        values = _options(text, parts[2:])
        if missing := [key for key in _NEEDED if key not in values]:
            raise SeedError(text, f"{missing[0]} is missing")
        read = {key: _OPTIONS[key](text, values[key]) for key in _OPTIONS if key in values}
        return cls(engine=parts[0], kind=parts[1], **read)

    def _one_of(self, key: str, word: str, valid: Iterable[str]) -> None:
        if word not in (words := tuple(valid)):
            raise SeedError(word, f"no such {key}{did_you_mean(word, words)}")

    def _within(self, key: str, value: int | None, least: int, most: int) -> None:
        if value is not None and not least <= value <= most:
            raise SeedError(f"{key}={value}", f"{key} is a number from {least} to {most}")


def island_label(island: Island) -> str:
    """Return what a seed ID says of an island that was given: its layout, or a hash of its drawing."""
    if island.orientation is Orientation.FLAT:
        return island.title
    return f"drawing-{sha256(format_drawing(island).encode()).hexdigest()[:12]}"


def _options(text: str, parts: list[str]) -> dict[str, str]:
    values: dict[str, str] = {}
    for part in parts:
        key, equals, value = part.partition("=")
        if key not in _OPTIONS or not equals:
            raise SeedError(text, f"no option {quote(part)}{did_you_mean(key, _OPTIONS)}")
        if key in values:
            raise SeedError(text, f"{key} stands there twice")
        values[key] = value
    return values


def _number(text: str, digits: str) -> int:
    if not _is_number(digits):
        raise SeedError(text, f"{quote(digits)} is no whole number of 64 bits")
    return int(digits)


def _is_number(digits: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,19}", digits) is not None


def _seed_text(seed: int | str) -> str:
    """Write a seed without slashes, and a text of digits so that it does not look like a number."""
    if isinstance(seed, int):
        return str(seed)
    return f"%{ord(seed[0]):02X}{seed[1:]}" if _is_number(seed) else percent(seed, safe="")


def _seed(text: str, written: str) -> int | str:
    return _number(text, written) if _is_number(written) else unquote(written)


_OPTIONS: dict[str, Callable[[str, str], Any]] = {
    "level": _number,
    "island": lambda _, written: written,
    "hexes": _number,
    "treasures": _number,
    "unknown": lambda _, written: tuple(written.split(",")),
    "seed": _seed,
    "number": _number,
}
"""How the text of each option is read, in their order."""
