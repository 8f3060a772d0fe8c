"""The points of a round (S-31, S-32, S-60)."""

from __future__ import annotations

from solvers.silver.rollouts.cards import card_at
from solvers.silver.rollouts.jit import Table, compiled
from solvers.silver.rollouts.layout import CALLER, FACE, NOBODY, PLAYERS, POINTS, SCORE_MODE, SIZES, SUMS
from toolkit.games.silver.cards import DOPPELGANGER, ROBBER
from toolkit.games.silver.scoring import FAILED_CALL, HALF

_PAIR = 2


@compiled
def score(table: Table) -> None:
    """Write down the sums of the villages and the points of the round."""
    lowest, hero = 1 << 30, False
    for player in range(table[PLAYERS]):
        table[SUMS + player] = table[POINTS + player] = _sum(table, player)
        lowest = min(lowest, table[SUMS + player])
        hero = hero or _is_kamikaze(table, player)
    caller = table[CALLER]
    if table[SCORE_MODE] and hero:
        for player in range(table[PLAYERS]):
            table[POINTS + player] = 0 if _is_kamikaze(table, player) else HALF
    elif caller != NOBODY:
        table[POINTS + caller] = 0 if table[SUMS + caller] == lowest else table[SUMS + caller] + FAILED_CALL


@compiled
def _sum(table: Table, player: int) -> int:
    total = 0
    for slot in range(table[SIZES + player]):
        total += table[card_at(player, slot) + FACE]
    return total


@compiled
def _is_kamikaze(table: Table, player: int) -> bool:
    """Tell whether a village is two 12s and two 13s (S-60)."""
    pairs = _count(table, player, ROBBER) == _PAIR and _count(table, player, DOPPELGANGER) == _PAIR
    return pairs and table[SIZES + player] == 2 * _PAIR


@compiled
def _count(table: Table, player: int, number: int) -> int:
    count = 0
    for slot in range(table[SIZES + player]):
        count += table[card_at(player, slot) + FACE] == number
    return count
