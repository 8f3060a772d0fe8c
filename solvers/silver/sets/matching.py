"""Which hidden cards make a set match, or its failure cheap (S-15, S-20, S-55; A-3, A-14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from toolkit.games.silver.cards import COPIES, DOPPELGANGER
from toolkit.games.silver.exchange import costs_a_card, matches
from toolkit.games.silver.rules import Doppelganger, Penalty, Rules

Drawn = tuple[tuple[int, int], ...]
"""Hidden cards: each number, ascending, and how many there are of it."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What hidden cards may be for a set with certain other cards."""

    #: Those with which the set matches, and the sum of the whole set with them.
    matching: tuple[tuple[Drawn, int], ...]
    #: These, and those with which it fails without costing a card of the deck. With any other the failure
    #: costs one.
    cheap: tuple[Drawn, ...]


def fates(known: tuple[int, ...], hidden: int, rules: Rules) -> Fates:
    """Return what so many hidden cards may be, beside the known numbers of a set of two cards or more.

    With two cards every failure is cheap.
    """
    return _fates(tuple(sorted(known)), hidden, rules.doppelganger, rules.penalty)


@lru_cache(maxsize=4096)
def _fates(known: tuple[int, ...], hidden: int, doppelganger: Doppelganger, penalty: Penalty) -> Fates:
    rules = Rules(doppelganger=doppelganger, penalty=penalty)
    matching, cheap = [], []
    for numbers in _few_numbers(hidden):
        pushed, drawn = (*known, *numbers), tuple(sorted(Counter(numbers).items()))
        if matches(pushed, rules):
            matching.append((drawn, sum(pushed)))
        if matches(pushed, rules) or not costs_a_card(pushed, rules):
            cheap.append(drawn)
    return Fates(tuple(matching), tuple(cheap))


@lru_cache(maxsize=64)
def _few_numbers(hidden: int) -> tuple[tuple[int, ...], ...]:
    """Return all hidden cards of at most two different numbers besides 13: no others match or are cheap."""
    return tuple(sorted(set(_with_13s(hidden))))


def _with_13s(hidden: int) -> Iterator[tuple[int, ...]]:
    for wild in range(min(hidden, COPIES[DOPPELGANGER]) + 1):
        others = hidden - wild
        for one, other in combinations(range(DOPPELGANGER), 2):
            for count in range(max(0, others - COPIES[other]), min(others, COPIES[one]) + 1):
                yield (one,) * count + (other,) * (others - count) + (DOPPELGANGER,) * wild
