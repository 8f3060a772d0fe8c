"""`Piece`: how a value of a game becomes a fixed number of numbers, and what each of them means.

The numbers are whole ones or chances, as they are: nothing is scaled.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from toolkit.core.fields import Part


class Piece(ABC):
    """How values of one kind are written as numbers."""

    size: int  #: how many numbers a value becomes, always the same

    @abstractmethod
    def words(self, name: str) -> list[str]:
        """Return what each number means, for a value with a name."""

    @abstractmethod
    def write(self, value: Any, out: list[float]) -> None:
        """Append `size` numbers for a value."""


class Number(Piece):
    """A number, or yes and no as 1 and 0."""

    size = 1

    def words(self, name: str) -> list[str]:
        """Return the name."""
        return [name]

    def write(self, value: int, out: list[float]) -> None:
        """Append the number."""
        out.append(value)


class Told(Piece):
    """A text for people: whether there is any."""

    size = 1

    def words(self, name: str) -> list[str]:
        """Return the name."""
        return [f"{name}: 1 when it is said"]

    def write(self, value: str, out: list[float]) -> None:
        """Append whether there is a text."""
        out.append(bool(value))


class Named(Piece):
    """Something with a name for each number that it may be, from 0."""

    each: str  #: what each number means, by a name

    def __init__(self, names: Sequence[str]) -> None:
        self.names, self.size = tuple(names), len(names)

    def words(self, name: str) -> list[str]:
        """Return a sentence for each name."""
        return [f"{name}: {self.each.format(one)}" for one in self.names]


class OneOf(Named):
    """A number as a 1 at its place and 0 at all others, all 0 for one that has no name such as -1."""

    each = "1 for {}"

    def write(self, value: int, out: list[float]) -> None:
        """Append the 1 among the 0s."""
        out += [float(place == value) for place in range(self.size)]


class Word(Named):
    """One of some texts, as in `OneOf`."""

    each = "1 for {}"

    def write(self, value: str, out: list[float]) -> None:
        """Append the 1 among the 0s."""
        out += [float(one == value) for one in self.names]


class Bits(Named):
    """A mask: its bits, the lowest first; bits beyond the names are left out."""

    each = "1 with {}"

    def write(self, value: int, out: list[float]) -> None:
        """Append the bits."""
        out += [float(value >> place & 1) for place in range(self.size)]


class Among(Named):
    """Some numbers in any order: how often each comes; a number without a name is left out."""

    each = "how many {}"

    def write(self, value: Sequence[int], out: list[float]) -> None:
        """Append how often each number comes."""
        counts = [0.0] * self.size
        for one in value:
            if 0 <= one < self.size:
                counts[one] += 1
        out += counts


class First(Piece):
    """How many values there are, and the first of them in their order; 0s where there are fewer.

    Of more values than there is `room` for, the number tells.
    """

    def __init__(self, room: int, piece: Piece) -> None:
        self.room, self.piece = room, piece
        self.size = 1 + room * piece.size

    def words(self, name: str) -> list[str]:
        """Return a sentence for the number of values, then those of each."""
        each = [self.piece.words(f"{name}, number {place}") for place in range(self.room)]
        return [f"{name}: how many", *(words for one in each for words in one)]

    def write(self, value: Sequence[Any], out: list[float]) -> None:
        """Append the number of values, and each of the first."""
        out.append(len(value))
        for one in value[: self.room]:
            self.piece.write(one, out)
        out += [0.0] * ((self.room - len(value)) * self.piece.size)


class Each(Piece):
    """Values of a fixed number, each with a name and a piece of its own: a tuple, a list or a `Part`."""

    def __init__(self, parts: Sequence[tuple[str, Piece]]) -> None:
        self.parts = tuple(parts)
        self.size = sum(piece.size for _, piece in self.parts)

    def words(self, name: str) -> list[str]:
        """Return the sentences of each value."""
        return [words for part, piece in self.parts for words in piece.words(f"{name}, {part}")]

    def write(self, value: Any, out: list[float]) -> None:
        """Append the numbers of each value."""
        values = value.shown() if isinstance(value, Part) else value
        for (_, piece), one in zip(self.parts, values, strict=True):
            piece.write(one, out)


def each(names: Sequence[str], piece: Piece) -> Each:
    """Return the piece of a value for each name, all of one kind."""
    return Each([(name, piece) for name in names])
