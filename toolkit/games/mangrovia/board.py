"""`Board`: the spaces and the sacred paths, as `read_board` reads them from files."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

from toolkit.games.mangrovia.components import LANDSCAPES, PATHS

RECONSTRUCTED = "reconstructed: not the printed board"
"""The label of a board with the spaces that are shipped; always shown with it."""

OWNED = "an owner's board"
"""The label of a board with the spaces of an owner's file."""


@dataclass(frozen=True, slots=True)
class Space:
    """A landscape space."""

    id: str  #: its name
    place: str  #: where it lies: ``grid``, ``coast`` or ``islet``
    #: Its place in the grid, ``a`` and 1 at the upper left; empty and 0 elsewhere.
    column: str
    row: int
    landscapes: tuple[int, ...]  #: the faces of its landscapes: one, or two on a dual space (M-25)
    price: int  #: what is paid exactly (M-18)
    pay: str  #: what it is paid with: ``cards`` or ``amulets``
    points: int  #: the printed chief points (M-19)
    area: str  #: ``plain``, ``stone``, ``pole``, or ``amulet`` for a space ringed in red
    mark: str  #: the mark for neutral huts: ``none``, ``grey`` or ``white`` (M-7)
    #: The numbers of its paths, each with the place there, 1 next to the statue.
    paths: tuple[tuple[int, int], ...]

    @property
    def doubled(self) -> bool:
        """Whether a double hut may be built here (M-24)."""
        return self.area == "plain"


@dataclass(frozen=True, slots=True)
class Path:
    """A sacred path."""

    id: str  #: ``V1`` to ``V4`` from the left, ``H1`` to ``H4`` from above
    line: str  #: the column or row that it runs in, such as ``column a``
    #: The prizes (M-32).
    first: int
    second: int
    spaces: tuple[int, ...]  #: the numbers of its spaces, from the statue outwards


@dataclass(frozen=True)
class Board:
    """A board; two are equal when they hold the same."""

    label: str  #: what must be said of it wherever it is shown
    spaces: tuple[Space, ...]  #: the spaces; a space is known by its number, from 0
    paths: tuple[Path, ...]  #: the sacred paths, in the order of `PATHS`

    def __hash__(self) -> int:
        return self._hash  # asked for at every hut that is built

    @cached_property
    def _hash(self) -> int:
        return hash((self.label, self.spaces, self.paths))

    @cached_property
    def number(self) -> Mapping[str, int]:
        """The number of each space by its name."""
        return {space.id: number for number, space in enumerate(self.spaces)}

    @cached_property
    def stone(self) -> tuple[int, ...]:
        """The spaces of the stone area."""
        return self._area("stone")

    @cached_property
    def pole(self) -> tuple[int, ...]:
        """The spaces of the pole area."""
        return self._area("pole")

    @cached_property
    def amulet(self) -> tuple[int, ...]:
        """The spaces ringed in red."""
        return self._area("amulet")

    def _area(self, area: str) -> tuple[int, ...]:
        return tuple(number for number, space in enumerate(self.spaces) if space.area == area)

    @cached_property
    def marks(self) -> Mapping[str, tuple[int, ...]]:
        """The spaces with each mark, grey and white (M-7)."""
        marked = [(space.mark, number) for number, space in enumerate(self.spaces)]
        return {mark: tuple(at for one, at in marked if one == mark) for mark in ("grey", "white")}

    def to_dict(self) -> dict[str, Any]:
        """Return what is played with, the spaces as ``board`` and the ``paths``, as JSON data."""
        spaces = [
            asdict(space)
            | {"landscapes": [LANDSCAPES[face] for face in space.landscapes]}
            | {"paths": {PATHS[path]: rank for path, rank in space.paths}}
            for space in self.spaces
        ]
        paths = [
            asdict(path) | {"spaces": [self.spaces[space].id for space in path.spaces]} for path in self.paths
        ]
        return {"board": spaces, "paths": paths}
