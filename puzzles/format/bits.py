"""Bits of an ID: small codes that write a value as bits and read it back.

Bits are texts of ``0`` and ``1``. A `Code` is one object for both directions, so that they cannot drift
apart; larger codes are put together from smaller ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from toolkit.core.errors import ToolkitError, did_you_mean, quote

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


@dataclass(frozen=True, slots=True)
class Code(Generic[T]):
    """How values are written as bits, and taken off bits again; `CodeError` for what has no meaning."""

    write: Callable[[T], str]
    read: Callable[[Bits], T]


def _write_number(value: int) -> str:
    bits = ""
    while True:
        value, rest = divmod(value, 1 << _GROUP)
        bits += f"{int(value > 0)}{rest:0{_GROUP}b}"
        if not value:
            return bits


def _read_number(bits: Bits) -> int:
    value = 0
    for group in range(_MOST_GROUPS):
        more = bits.take(1)
        value |= bits.take(_GROUP) << _GROUP * group
        if not more:
            return value
    raise CodeError("a number is too large")


NUMBER = Code(_write_number, _read_number)
"""A whole number below 2 ** 63: groups of three bits, the lowest first, each after a bit: do more follow?"""


def choice(values: Sequence[T]) -> Code[T]:
    """Return the code of one of fixed values: its place, in as few bits as tell all apart (at least one)."""
    width = max(1, (len(values) - 1).bit_length())
    places = {value: place for place, value in enumerate(values)}

    def write(value: T) -> str:
        if value not in places:
            raise CodeError(f"no code for {quote(value)}{did_you_mean(str(value), map(str, values))}")
        return f"{places[value]:0{width}b}"

    def read(bits: Bits) -> T:
        place = bits.take(width)
        if place >= len(values):
            raise CodeError(f"there is no choice {place} among {len(values)}")
        return values[place]

    return Code(write, read)


def many(code: Code[T]) -> Code[Sequence[T]]:
    """Return the code of any number of values: how many, then each.

    A count that is too large soon comes to the end, as every value takes a bit.
    """
    return Code(
        lambda values: NUMBER.write(len(values)) + "".join(map(code.write, values)),
        lambda bits: tuple(code.read(bits) for _ in range(NUMBER.read(bits))),
    )


def maybe(code: Code[T]) -> Code[T | None]:
    """Return the code of a value or None: a bit that tells whether there is one, then the value."""
    return Code(
        lambda value: "0" if value is None else "1" + code.write(value),
        lambda bits: code.read(bits) if bits.take(1) else None,
    )


def row(*codes: Code[Any]) -> Code[Sequence[Any]]:
    """Return the code of values of their own kinds: one after the other."""
    return Code(
        lambda values: "".join(code.write(value) for code, value in zip(codes, values, strict=True)),
        lambda bits: tuple(code.read(bits) for code in codes),
    )


def fields(make: Callable[..., T], **codes: Code[Any]) -> Code[T]:
    """Return the code of an object by its attributes, from which `make` builds it: one after the other."""
    return Code(
        lambda value: "".join(code.write(getattr(value, name)) for name, code in codes.items()),
        lambda bits: make(**{name: code.read(bits) for name, code in codes.items()}),
    )


def tagged(codes: Mapping[T, Code[Any]]) -> Code[tuple[T, Any]]:
    """Return the code of a tag and a value: which tag, then the value as the tag says."""
    tags = choice([*codes])

    def read(bits: Bits) -> tuple[T, Any]:
        tag = tags.read(bits)
        return tag, codes[tag].read(bits)

    return Code(lambda value: tags.write(value[0]) + codes[value[0]].write(value[1]), read)
