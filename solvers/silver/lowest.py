"""Who is lowest now (Q-6): exactly, with all villages drawn from one pool."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import TYPE_CHECKING

from solvers.silver.comparing import MOST_CELLS, Hand, count_cells, total_ways, ways_lowest
from solvers.silver.law import Law, without
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import CHARACTERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from solvers.silver.law import Counts, Term
    from toolkit.games.silver.position import Position

_EMPTY_TABLE = 10_000
"""The cells that could be counted in the time that any table takes."""

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
    ToolkitError
        Too many cards are half-remembered, or the villages are too large (`ways_lowest`).
    """
    law, chance = Law.of(position), Fraction(0)
    cases = _cases(position, law)
    _check_work([(hands[0], hands[1:]) for hands, _ in cases])
    for (hands, pool), weight in cases.items():
        mine = Hand(hands[0].known + strict, hands[0].hidden)
        share = Fraction(weight, law.total * total_ways(pool, hands))
        chance += share * ways_lowest(pool, mine, hands[1:])
    return chance


def lowest_sum(position: Position) -> tuple[Fraction, Fraction]:
    """Return the chance to be lowest, ties included, and the mean of my sum there; 0 counts elsewhere."""
    law, chance, mean = Law.of(position), Fraction(0), Fraction(0)
    cases = _cases(position, law)
    _check_work([table for hands, _ in cases for table in _tables(hands[0], hands[1:])])
    for (hands, pool), weight in cases.items():
        share = Fraction(weight, law.total * total_ways(pool, hands))
        ways, points = _ways_and_points(pool, hands[0], hands[1:])
        chance, mean = chance + share * ways, mean + share * points
    return chance, mean


def _tables(mine: Hand, others: Sequence[Hand]) -> list[tuple[Hand, Sequence[Hand]]]:
    """Return the tables that `_ways_and_points` counts, one of about the size of each."""
    if not mine.hidden:
        return [(mine, others)]
    return [(Hand(mine.known, mine.hidden - 1), others)] * len(CHARACTERS)


def _check_work(tables: Sequence[tuple[Hand, Sequence[Hand]]]) -> None:
    """Raise an error if so many tables take much longer than the largest one that is counted."""
    work = sum(_EMPTY_TABLE + count_cells(mine, others) for mine, others in tables)
    if work > 2 * MOST_CELLS:
        raise ToolkitError(f"{len(tables)} tables to tell who is lowest: too many cards are half-remembered")


def _ways_and_points(pool: Counts, mine: Hand, others: Sequence[Hand]) -> tuple[int, int]:
    """Return the ways in which I am lowest, and the sum of my sums over them.

    One of my hidden cards is marked and gets each number: every hand is counted once for each of its cards.
    """
    if not mine.hidden:
        ways = ways_lowest(pool, mine, others)
        return ways, ways * mine.known
    marked, points = 0, 0
    for number, count in enumerate(pool):
        if count:
            rest = Hand(mine.known + number, mine.hidden - 1)
            ways = count * ways_lowest(without(pool, number), rest, others)
            marked, points = marked + ways, points + ways * number
    ways = marked // mine.hidden
    return ways, ways * mine.known + points


def _cases(position: Position, law: Law) -> Mapping[Villages, int]:
    """Return the weights of all that reports can say of the sums; alike cases are one."""
    cases: dict[Villages, int] = defaultdict(int)
    for term in law.grouped(lambda place: (place[0], 0)):
        mine, *others = [_hand(position, player, term) for player in (position.me, *position.others)]
        order = sorted(others, key=lambda hand: (hand.hidden, hand.known))
        cases[(mine, *order), term.pool] += term.weight
    return cases


def _hand(position: Position, player: int, term: Term) -> Hand:
    village = position.villages[player]
    told = [number for (owner, _), number in term.told if owner == player]
    hidden = sum(slot.hidden for slot in village)
    return Hand(sum(slot.known or 0 for slot in village) + sum(told), hidden - len(told))
