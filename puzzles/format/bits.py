"""Bits of an ID: small codes that write a value as bits and read it back.

Bits are texts of ``0`` and ``1``. A code is one object for both directions, so that they cannot drift apart.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

T = TypeVar("T")

_GROUP = 3  # bits of a number that stand together, after a bit that says whether more follow
_MOST_GROUPS = 21  # as many as a number of a file takes


class CodeError(ToolkitError):
    """Bits that mean nothing, or a value that has no bits."""


class Bits:
    """Bits that are read from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.next = 0

    @property
    def left(self) -> int:
        """How many bits are left."""
        return len(self.text) - self.next

    def take(self, count: int) -> int:
        """Return the next bits as a number, the highest first; `CodeError` when there are fewer."""
        if count > self.left:
            raise CodeError("it ends too early")
        self.next += count
        return int(self.text[self.next - count : self.next], 2)


class Code(Protocol[T]):
    """How values of a type are written as bits and read back."""

    def write(self, value: T) -> str:
        """Return the bits of a value; `CodeError` when it has none."""
        ...

    def read(self, bits: Bits) -> T:
        """Take the bits of a value off and return it; `CodeError` when they mean nothing."""
        ...


class Number:
    """A whole number: groups of three bits, the lowest first, each after a 1 if more follow and else a 0."""

    def write(self, value: int) -> str:
        """Return the bits of a number."""
        bits = ""
        while True:
            value, rest = divmod(value, 1 << _GROUP)
            bits += f"{int(value > 0)}{rest:0{_GROUP}b}"
            if not value:
                return bits

    def read(self, bits: Bits) -> int:
        """Return a number below 2 ** 63."""
        value = 0
        for group in range(_MOST_GROUPS):
            more = bits.take(1)
            value |= bits.take(_GROUP) << _GROUP * group
            if not more:
                return value
        raise CodeError("a number is too large")


class Choice(Generic[T]):
    """One of fixed values: its place among them, in as few bits as tell all places apart (at least one)."""

    def __init__(self, values: Sequence[T]) -> None:
        self.values = values
        self.width = max(1, (len(values) - 1).bit_length())
        self.places = {value: place for place, value in enumerate(values)}

    def write(self, value: T) -> str:
        """Return the bits of one of the values."""
        if value not in self.places:
            raise CodeError(f"no code for {quote(value)}{did_you_mean(str(value), map(str, self.values))}")
        return f"{self.places[value]:0{self.width}b}"

    def read(self, bits: Bits) -> T:
        """Return one of the values."""
        place = bits.take(self.width)
        if place >= len(self.values):
            raise CodeError(f"there is no choice {place} among {len(self.values)}")
        return self.values[place]


@dataclass(frozen=True, slots=True)
class Many(Generic[T]):
    """Any number of values: how many (`Number`), then each."""

    code: Code[T]

    def write(self, value: Sequence[T]) -> str:
        """Return the bits of all values."""
        return Number().write(len(value)) + "".join(map(self.code.write, value))

    def read(self, bits: Bits) -> tuple[T, ...]:
        """Return the values; a count that is too large soon comes to the end, as every value takes a bit."""
        return tuple(self.code.read(bits) for _ in range(Number().read(bits)))


@dataclass(frozen=True, slots=True)
class Maybe(Generic[T]):
    """A value or None: a bit that tells whether there is one, then the value."""

    code: Code[T]

    def write(self, value: T | None) -> str:
        """Return the bits of the value, or those of None."""
        return "0" if value is None else "1" + self.code.write(value)

    def read(self, bits: Bits) -> T | None:
        """Return the value or None."""
        return self.code.read(bits) if bits.take(1) else None


@dataclass(frozen=True, slots=True)
class Fields(Generic[T]):
    """A value made of parts: the parts one after the other."""

    make: Callable[..., T]
    codes: Mapping[str, Code[Any]]

    def write(self, value: T) -> str:
        """Return the bits of all parts."""
        return "".join(code.write(getattr(value, name)) for name, code in self.codes.items())

    def read(self, bits: Bits) -> T:
        """Return the value."""
        return self.make(**{name: code.read(bits) for name, code in self.codes.items()})


@dataclass(frozen=True, slots=True)
class Checked(Generic[T]):
    """A value that is looked at when it is read: `check` returns it, or raises."""

    code: Code[T]
    check: Callable[[T], T]

    def write(self, value: T) -> str:
        """Return the bits of the value."""
        return self.code.write(value)

    def read(self, bits: Bits) -> T:
        """Return the value, checked."""
        return self.check(self.code.read(bits))


class OneOf(Generic[T]):
    """A value of one of several types: which (`Choice`), then its parts."""

    def __init__(self, codes: Sequence[Fields[Any]]) -> None:
        self.codes = codes
        self.which = Choice([code.make for code in codes])

    def write(self, value: T) -> str:
        """Return the bits of a value of one of the types."""
        bits = self.which.write(type(value))
        return bits + self.codes[self.which.places[type(value)]].write(value)

    def read(self, bits: Bits) -> T:
        """Return a value of one of the types."""
        value: T = self.codes[self.which.places[self.which.read(bits)]].read(bits)
        return value
