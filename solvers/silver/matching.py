"""Which hidden cards make a set match, or its failure cheap (S-15, S-20, S-55; A-3, A-14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from toolkit.games.silver.cards import COPIES, DOPPELGANGER
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.sets import costs_a_card, matches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from toolkit.games.silver.rules import Doppelganger, Penalty

Drawn = tuple[int, ...]
"""The numbers of hidden cards, ascending."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What hidden cards may be for a set with certain other cards.

    Attributes
    ----------
    matching
        Those with which the set matches.
    spared
        Those with which it fails without costing a card of the deck. With any other the failure costs one.
    """

    matching: tuple[Drawn, ...]
    spared: tuple[Drawn, ...]


def fates(known: tuple[int, ...], hidden: int, rules: Rules) -> Fates:
    """Return what so many hidden cards may be, beside the known numbers of a set of two cards or more.

    `Fates.spared` is left empty where no failure costs a card, with two cards, or every one does.
    """
    return _fates(tuple(sorted(known)), hidden, rules.doppelganger, rules.penalty)


@lru_cache(maxsize=4096)
def _fates(known: tuple[int, ...], hidden: int, doppelganger: Doppelganger, penalty: Penalty) -> Fates:
    rules = Rules(doppelganger=doppelganger, penalty=penalty)
    matching, spared = [], []
    for drawn in _few_numbers(hidden):
        if matches((*known, *drawn), rules):
            matching.append(drawn)
        elif penalty == "three_different" and not costs_a_card((*known, *drawn), rules):
            spared.append(drawn)
    return Fates(tuple(matching), tuple(spared))


@lru_cache(maxsize=64)
def _few_numbers(hidden: int) -> tuple[Drawn, ...]:
    """Return all hidden cards of at most two different numbers besides 13: no others match or are spared."""
    return tuple(sorted(set(_with_13s(hidden))))


def _with_13s(hidden: int) -> Iterator[Drawn]:
    for wild in range(min(hidden, COPIES[DOPPELGANGER]) + 1):
        others = hidden - wild
        for one, other in combinations(range(DOPPELGANGER), 2):
            for count in range(max(0, others - COPIES[other]), min(others, COPIES[one]) + 1):
                yield (one,) * count + (other,) * (others - count) + (DOPPELGANGER,) * wild


def heaviest(numbers: Sequence[int], rules: Rules) -> int:
    """Return the largest sum of cards with these numbers that may leave together, a single one included.

    >>> heaviest([5, 9, 5, 13], Rules()), heaviest([5, 9], Rules()), heaviest([], Rules())
    (23, 9, 0)
    """
    wild = numbers.count(DOPPELGANGER)
    others = Counter(number for number in numbers if number != DOPPELGANGER)
    sums = sorted((number * count for number, count in others.items()), reverse=True)
    joined = max(wild, 1) if rules.doppelganger == "pairing" else 1
    return DOPPELGANGER * wild + sum(sums[:joined])
