"""The sets and the scoring of Silver once more, written from the digest alone and in another way."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

WILD = 13
HERO = [12, 12, 13, 13]


# ---- sets (S-13, S-15, S-20, S-55) ----
def leave_together(cards: Sequence[int], reading: str) -> bool:
    """Tell whether these cards may be exchanged for one; a single card always may.

    Wild: there is a number that every card carries, once a 13 carries any. Pairing: each 13 is tied to one
    other card, equal numbers are tied to each other, and the ties hold all cards together (A-14).
    """
    if reading == "wild" or WILD not in cards:
        return any(set(cards) <= {number, WILD} for number in range(14)) or len(cards) == 1
    plain = [card for card in cards if card != WILD]
    wilds = len(cards) - len(plain)
    return not plain or any(
        set(tied) == set(plain) or len(set(plain)) == 1 for tied in product(plain, repeat=wilds)
    )


def costs_one_more(cards: Sequence[int], reading: str) -> bool:
    """Tell whether a failed attempt costs a card more: three were pushed, or three that differ (A-3)."""
    if reading == "attempt_of_3":
        return len(cards) > 2
    return any(a != b and b != c and a != c for a, b, c in permutations(cards, 3))


# ---- a round (S-31 to S-33, S-60, A-9, A-27, A-35, A-36) ----
def lowest(villages: Sequence[Sequence[int]]) -> list[int]:
    """Return the players with the lowest sum."""
    return [p for p, mine in enumerate(villages) if all(sum(mine) <= sum(other) for other in villages)]


def heroes(villages: Sequence[Sequence[int]], rules: Any) -> list[int]:
    """Return who has done the kamikaze."""
    return [p for p, cards in enumerate(villages) if rules.score_mode and sorted(cards) == HERO]


def points(villages: Sequence[Sequence[int]], caller: int, rules: Any) -> tuple[int, ...]:
    """Return the points of a round."""
    if hero := heroes(villages, rules):
        return tuple(0 if player in hero else 50 for player in range(len(villages)))
    found = []
    for player, cards in enumerate(villages):
        if player != caller:
            found.append(sum(cards))
        elif player in lowest(villages):
            found.append(0)
        else:
            found.append(sum(cards) + 10)
    return tuple(found)


def amulet(
    villages: Sequence[Sequence[int]], caller: int, holder: int, first: int, rules: Any
) -> tuple[int, bool]:
    """Return who holds the amulet afterwards, and whether that player may place it."""
    best, hero = lowest(villages), heroes(villages, rules)
    anybody = rules.amulet_use == "any_holder"
    if caller in (hero or best):
        if rules.amulet_tie == "holder" and holder in best and holder != caller and not hero:
            return holder, anybody
        return caller, True
    if rules.amulet_award == "call_only":
        return (holder if holder >= 0 else first), anybody
    tied = hero or best
    return (holder if holder in tied else clockwise(first, len(villages), tied)), anybody


def clockwise(start: int, count: int, tied: Sequence[int]) -> int:
    """Return the first of some players whom one meets going clockwise from a seat, it included."""
    seat = start
    while seat not in tied:
        seat = (seat + 1) % count
    return seat


# ---- the game (S-34, S-57 to S-59, A-28, A-29) ----
def add_up(total: int, more: int, halved: bool, rules: Any) -> tuple[int, bool]:
    """Return the total of one player after a round, and whether the reset of exactly 100 is used up."""
    if rules.score_mode and total + more == 100 and not halved:
        return 50, True
    return total + more, halved


def winners(totals: Sequence[int], last: Sequence[int], holder: int, rules: Any) -> tuple[int, ...]:
    """Return who wins."""
    tied = [player for player, total in enumerate(totals) if total <= min(totals)]
    if rules.score_mode:
        least = min(last[player] for player in tied)
        tied = [player for player in tied if last[player] == least]
    if rules.score_mode and rules.score_tie == "shared":
        return tuple(tied)
    return (clockwise(holder, len(totals), tied),)
