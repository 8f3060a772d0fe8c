"""`Hidden`: the hidden cards of a position, dealt exactly as likely as they are.

Every assignment of the unseen cards to the hidden places is equally likely, but for what is half-remembered:
a memory of number `r` with reliability `p` has the likelihood ``p [v = r] + (1 - p) / 14`` when the card is
`v` (Q-3). So first it is drawn which memories are true, and then all other cards are shuffled.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from math import perm
from typing import TYPE_CHECKING

from toolkit.core.chance import draw_weighted
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

    from toolkit.games.silver.position import Place, Position, Slot

_MOST_CASES = 1 << 14

Numbers = tuple[int, ...]
"""The numbers of true memories, sorted."""


class Hidden:
    """The hidden cards of a position.

    Parameters
    ----------
    position
        What one player knows.

    Attributes
    ----------
    places
        The hidden cards of the villages, by player and slot.
    """

    def __init__(self, position: Position) -> None:
        self.places: tuple[Place, ...] = tuple(place for place, slot in position.places if slot.hidden)
        self._unseen = position.unseen
        self._memories = [
            (place, slot) for place, slot in position.places if slot.hidden and slot.number is not None
        ]

    def deal(self, random: Random) -> tuple[list[int], list[int]]:
        """Return the numbers at `places`, and all other hidden cards in any order.

        `ToolkitError` when the memories may be true in more than 16,384 ways.
        """
        true = self._draw_true(random)
        rest = list((Counter(dict(enumerate(self._unseen))) - Counter(true.values())).elements())
        random.shuffle(rest)
        return [true[place] if place in true else rest.pop() for place in self.places], rest

    def _draw_true(self, random: Random) -> Mapping[Place, int]:
        """Return the numbers at the places whose memory is true."""
        found: dict[Place, int] = {}
        if not self._memories:
            return found
        numbers = draw_weighted(random, self._last)
        for (place, slot), before in zip(reversed(self._memories), reversed(self._ways[:-1]), strict=True):
            number, less = _number(slot), _without(numbers, _number(slot))
            true = before.get(less, 0) * self._weight(slot, less) if less is not None else 0
            false = before.get(numbers, 0) * _weight_of_false(slot)
            if less is not None and draw_weighted(random, [(True, true), (False, false)]):
                found[place], numbers = number, less
        return found

    @cached_property
    def _ways(self) -> Sequence[Mapping[Numbers, int]]:
        """The weights of the numbers of true memories, among the first ones: none, one, and so on."""
        ways: list[dict[Numbers, int]] = [{(): 1}]
        for _, slot in self._memories:
            after: dict[Numbers, int] = defaultdict(int)
            for numbers, weight in ways[-1].items():
                after[numbers] += weight * _weight_of_false(slot)
                if more := weight * self._weight(slot, numbers):
                    after[tuple(sorted((*numbers, _number(slot))))] += more
            if len(after) > _MOST_CASES:
                raise ToolkitError(f"{len(self._memories)} half-remembered cards are too many to deal")
            ways.append(after)
        return ways

    @cached_property
    def _last(self) -> Sequence[tuple[Numbers, int]]:
        """The numbers of all true memories, with the weights of all deals that fit them."""
        size, count = sum(self._unseen), len(self._memories)
        return [
            (numbers, weight * perm(size - len(numbers), count - len(numbers)))
            for numbers, weight in self._ways[-1].items()
        ]

    def _weight(self, slot: Slot, others: Numbers) -> int:
        """Return the weight of a memory being true, when those of some numbers are."""
        number = _number(slot)
        return slot.reliability.numerator * len(COPIES) * (self._unseen[number] - others.count(number))


def _number(slot: Slot) -> int:
    if slot.number is None:
        raise AssertionError("a memory has a number")
    return slot.number


def _weight_of_false(slot: Slot) -> int:
    return slot.reliability.denominator - slot.reliability.numerator


def _without(numbers: Numbers, number: int) -> Numbers | None:
    """Return numbers with one less; None if it is not among them."""
    if number not in numbers:
        return None
    index = numbers.index(number)
    return numbers[:index] + numbers[index + 1 :]
