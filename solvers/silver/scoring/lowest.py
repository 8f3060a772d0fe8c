"""Who is lowest now (Q-6): exactly, with all villages drawn from one pool."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from solvers.silver.hidden.law import Law
from solvers.silver.hidden.mixture import Term
from solvers.silver.hidden.pools import Counts
from solvers.silver.limits import TooLarge
from solvers.silver.scoring.comparing import MOST_CELLS, count_cells, total_ways, ways_and_points, ways_lowest
from solvers.silver.scoring.leads import Hand
from toolkit.games.silver.position import Position

_EMPTY_TABLE = 10_000
"""The cells that could be counted in the time that any table takes."""

_MOST_WORK = 2 * MOST_CELLS
"""Cells of all tables together that are counted: some seconds, as for the largest single table."""

Villages = tuple[tuple[Hand, ...], "Counts"]
"""My hand and those of the others, sorted, and the pool from which their hidden cards come."""


def lowest(position: Position, *, strict: bool = False) -> Fraction:
    """Return the chance that my village has the lowest sum as the cards lie now (Q-6).

    Parameters
    ----------
    position
        What I know.
    strict
        Whether a tie is not enough. For a caller it is (S-32).

    Raises
    ------
    TooLarge
        Too many cards are half-remembered, or the villages are too large (`ways_lowest`).
    """
    return lowest_against(position, {}, strict=strict)


def lowest_against(
    position: Position, sums: Mapping[int, int], *, strict: bool = False, most: int = _MOST_WORK
) -> Fraction:
    """Return the chance that my village has the lowest sum, some of the others having these sums.

    Parameters
    ----------
    position, strict
        As in `lowest`.
    sums
        By player, sums to count instead of those of villages whose cards are all certain (Q-7).
    most
        Cells that are counted, in all tables together where they are largest; with more it is `TooLarge`.
    """
    law, chance = Law.of(position), Fraction(0)
    cases = _cases(position, law, sums)
    _check_work([(hands[0], hands[1:]) for hands, _ in cases], most)
    for (hands, pool), weight in cases.items():
        mine = Hand(hands[0].known + strict, hands[0].hidden)
        share = Fraction(weight, law.total * total_ways(pool, hands))
        chance += share * ways_lowest(pool, mine, hands[1:])
    return chance


def lowest_sum(position: Position) -> tuple[Fraction, Fraction]:
    """Return the chance to be lowest, ties included, and the mean of my sum there; 0 counts elsewhere."""
    law, chance, mean = Law.of(position), Fraction(0), Fraction(0)
    cases = _cases(position, law, {})
    _check_work([(hands[0], hands[1:]) for hands, _ in cases], _MOST_WORK)
    for (hands, pool), weight in cases.items():
        share = Fraction(weight, law.total * total_ways(pool, hands))
        ways, points = ways_and_points(pool, hands[0], hands[1:])
        chance, mean = chance + share * ways, mean + share * points
    return chance, mean


def _check_work(tables: Sequence[tuple[Hand, Sequence[Hand]]], most: int) -> None:
    """Raise an error if these tables have too many cells together."""
    work = sum(_EMPTY_TABLE + count_cells(mine, others) for mine, others in tables)
    if work > most:
        raise TooLarge(f"{work} combined states are too many to tell who is lowest")


def _cases(position: Position, law: Law, sums: Mapping[int, int]) -> Mapping[Villages, int]:
    """Return the weights of all that reports can say of the sums; alike cases are one."""
    cases: dict[Villages, int] = defaultdict(int)
    for term in law.grouped(lambda place: (place[0], 0)):
        mine, *others = [
            Hand(sums[player], 0) if player in sums else _hand(position, player, term)
            for player in (position.me, *position.others)
        ]
        order = sorted(others, key=lambda hand: (hand.hidden, hand.known))
        cases[(mine, *order), term.pool] += term.weight
    return cases


def _hand(position: Position, player: int, term: Term) -> Hand:
    village = position.villages[player]
    told = [number for (owner, _), number in term.told if owner == player]
    hidden = sum(slot.hidden for slot in village)
    return Hand(sum(slot.known or 0 for slot in village) + sum(told), hidden - len(told))
