"""Chance: integer weights, drawn exactly and the same on every platform, and seeds through one helper."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb
from random import Random
from typing import Generic, TypeVar

T = TypeVar("T")


def draw_weighted(random: Random, outcomes: Sequence[tuple[T, int]]) -> T:
    """Return one outcome, each with a chance that is proportional to its weight, exactly.

    >>> from random import Random
    >>> draw_weighted(Random(1), [("heads", 1), ("tails", 0)])
    'heads'
    """
    number = random.randrange(sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        number -= weight
        if number < 0:
            return outcome
    raise AssertionError("unreachable: the number is below the sum of the weights")


class Weighted(Generic[T]):
    """A fixed list of outcomes with integer weights, prepared for many draws."""

    __slots__ = ("_bounds", "outcomes")

    def __init__(self, outcomes: Iterable[tuple[T, int]]) -> None:
        self.outcomes = tuple(outcomes)
        self._bounds = tuple(accumulate(weight for _, weight in self.outcomes))

    def draw(self, random: Random) -> T:
        """Return one outcome, each with a chance that is proportional to its weight, exactly."""
        return self.outcomes[bisect_right(self._bounds, random.randrange(self._bounds[-1]))][0]


def card_draws(heap: Sequence[int], draws: Mapping[int, T] | Sequence[T]) -> list[tuple[T, int]]:
    """Return the draws of one card of a heap, each kind once, weighted by its copies there."""
    return [(draws[face], heap.count(face)) for face in dict.fromkeys(heap)]


@lru_cache(maxsize=256)
def dice(faces: tuple[int, ...], count: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Return the outcomes of one roll of equal dice: how many show each face, with its integer weight.

    Parameters
    ----------
    faces
        On how many sides of a die each face stands.
    count
        The number of dice, from 0.

    Notes
    -----
    The weights sum to ``sum(faces) ** count``; the outcomes come in descending order.

    Examples
    --------
    >>> dice((3, 3), 2)
    (((2, 0), 9), ((1, 1), 18), ((0, 2), 9))
    """
    return tuple(_rolls(faces, count))


def _rolls(faces: tuple[int, ...], count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    if len(faces) == 1:
        yield (count,), faces[0] ** count
        return
    for shown in range(count, -1, -1):
        ways = comb(count, shown) * faces[0] ** shown
        for rest, weight in _rolls(faces[1:], count - shown):
            yield (shown, *rest), ways * weight


Seed = int | str | Random | None


def seed_of(text: str) -> int | str:
    """Return the seed that a text names: its number, or else the text itself."""
    return int(text) if text.isascii() and text.isdecimal() else text


def random_source(seed: Seed) -> Random:
    """Return the generator that `seed` stands for.

    A `Random` is used as it is, an int or a text starts a new one that is the same on every platform and
    Python, and None starts one from the system's entropy. Any other type is a `TypeError`.

    >>> random_source(7).random() == random_source(7).random()
    True
    """
    if isinstance(seed, Random):
        return seed
    if seed is None or (isinstance(seed, int | str) and not isinstance(seed, bool)):
        return Random(seed)
    raise TypeError(f"a seed is an int, a str, a Random or None, not {type(seed).__name__}")
