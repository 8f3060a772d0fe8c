"""Hexes: axial coordinates (q, r), six directions, distance and straight lines; and the terrains.

The lattice is the same for both ways of laying hexes on paper; only the names of the directions and the
place on the page differ (rules digest T-2 for flat-top boards, the drawn-island format for pointy-top ones).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple

from toolkit.core.errors import ToolkitError, did_you_mean, quote

TERRAINS = ("beach", "jungle", "lake", "mountain", "river", "scrubland")
"""The six terrains in alphabetical order (T-4)."""

OCEAN = "ocean"
"""What surrounds an island; no treasure and no vehicle is ever there."""

LETTERS = {terrain[0].upper(): terrain for terrain in TERRAINS}
"""The letter of each terrain in drawings: B J L M R S."""


class Hex(NamedTuple):
    """A place on the lattice in axial coordinates."""

    q: int
    r: int

    def step(self, direction: Direction, count: int = 1) -> Hex:
        """Return the hex `count` steps away in a direction."""
        return Hex(self.q + count * direction.dq, self.r + count * direction.dr)


class Direction(NamedTuple):
    """One of the six directions of an orientation."""

    name: str
    dq: int
    dr: int


_FLAT = ("N", "NE", "SE", "S", "SW", "NW")
_POINTY = ("NW", "NE", "E", "SE", "SW", "W")
_WORDS = {"N": "north", "E": "east", "S": "south", "W": "west"}
_STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


class Orientation(Enum):
    """How hexes lie on the page: flat-top (the boxed boards) or pointy-top (drawn islands)."""

    FLAT = "flat"
    POINTY = "pointy"

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The six directions clockwise: from N when flat-top, from NW when pointy-top."""
        names = _FLAT if self is Orientation.FLAT else _POINTY
        return tuple(Direction(name, *step) for name, step in zip(names, _STEPS, strict=True))

    def direction(self, name: str) -> Direction:
        """Return a direction by its name, short or long and in any case.

        `ToolkitError` when this orientation has no such direction.

        >>> [Orientation.FLAT.direction(name).name for name in ("NE", "ne", "north-east", "Northeast")]
        ['NE', 'NE', 'NE', 'NE']
        """
        spelt = re.sub("[ _-]", "", name).lower()
        for direction in self.directions:
            if spelt in (direction.name.lower(), "".join(_WORDS[letter] for letter in direction.name)):
                return direction
        valid = [direction.name for direction in self.directions]
        raise ToolkitError(f"no direction {quote(name)}{did_you_mean(name, valid, 'directions')}")


def neighbours(place: Hex) -> list[Hex]:
    """Return the six adjacent hexes, clockwise."""
    return [Hex(place.q + dq, place.r + dr) for dq, dr in _STEPS]


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two hexes of the lattice.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    dq, dr = one.q - other.q, one.r - other.r
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def line(start: Hex, direction: Direction) -> Iterator[Hex]:
    """Yield the hexes of the straight line that leaves `start` in a direction, without end.

    >>> from itertools import islice
    >>> list(islice(line(Hex(0, 0), Orientation.FLAT.direction("NE")), 2))
    [Hex(q=1, r=-1), Hex(q=2, r=-2)]
    """
    while True:
        start = start.step(direction)
        yield start


def within(centre: Hex, radius: int) -> list[Hex]:
    """Return all hexes at most `radius` steps from `centre`, itself included, in (q, r) order."""
    return [
        Hex(centre.q + dq, centre.r + dr)
        for dq in range(-radius, radius + 1)
        for dr in range(max(-radius, -radius - dq), min(radius, radius - dq) + 1)
    ]
