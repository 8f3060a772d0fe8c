"""Scores, ties and the amulet at the end of a round and of a game: functions of villages and totals alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from toolkit.games.silver.cards import DOPPELGANGER, ROBBER

if TYPE_CHECKING:
    from toolkit.games.silver.rules import Rules

Villages = Sequence[Sequence[int]]
"""The numbers in the village of each player."""

NOBODY = -1
"""In place of a player or a slot: there is none."""

FAILED_CALL = 10
"""Points more for a caller who is not lowest (S-32)."""

GOAL = 100
"""Points that end a game in score mode (S-58)."""

HALF = 50
"""What a total of exactly 100 becomes, and what a kamikaze costs the others (S-59, S-60)."""

KAMIKAZE = (ROBBER, ROBBER, DOPPELGANGER, DOPPELGANGER)
"""The village that costs all others 50 points (S-60)."""


def round_points(villages: Villages, caller: int = NOBODY, *, kamikaze: bool = False) -> tuple[int, ...]:
    """Return the points of a round for each player (S-31, S-32).

    The numbers of a village stand in any order; the caller is -1 when nobody called. With `kamikaze` two 12s
    and two 13s count 0, and 50 for all others (S-60, A-27).

    >>> round_points([(5, 2), (3, 4), (9,)], caller=0), round_points([(5, 3), (3, 4), (9,)], caller=0)
    ((0, 7, 9), (18, 7, 9))
    """
    if kamikaze and (heroes := list(map(is_kamikaze, villages))) and any(heroes):
        return tuple(0 if hero else HALF for hero in heroes)
    points = [sum(village) for village in villages]
    if caller != NOBODY:
        points[caller] = 0 if points[caller] == min(points) else points[caller] + FAILED_CALL
    return tuple(points)


def new_totals(
    totals: Sequence[int], points: Sequence[int], halved: Sequence[bool], *, score_mode: bool
) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return the totals after a round, and who has used the one reset of exactly 100 to 50 (S-59, A-28).

    >>> new_totals([90, 40], [10, 7], [False, False], score_mode=True)
    ((50, 47), (True, False))
    """
    sums = [total + more for total, more in zip(totals, points, strict=True)]
    resets = [score_mode and total == GOAL and not had for total, had in zip(sums, halved, strict=True)]
    found = tuple(HALF if reset else total for total, reset in zip(sums, resets, strict=True))
    return found, tuple(had or reset for had, reset in zip(halved, resets, strict=True))


def nearest(players: Sequence[int], start: int, count: int) -> int:
    """Return who of some players sits nearest to a seat, clockwise and beginning with it (S-33, S-57)."""
    return min(players, key=lambda player: (player - start) % count)


def amulet_winner(
    villages: Villages, points: Sequence[int], caller: int, holder: int, first: int, rules: Rules
) -> tuple[int, bool]:
    """Return who holds the amulet after a round, and whether that player may place it (S-33, S-36, A-9).

    `caller` called and `holder` held the amulet in the round, -1 for nobody; ties go to the nearest clockwise
    from who was `first` (A-36).
    """
    any_holder = rules.amulet_use == "any_holder"
    if caller != NOBODY and points[caller] == 0:
        keeps = rules.amulet_tie == "holder" and _ties(villages, caller, holder, rules)
        return (holder, any_holder) if keeps else (caller, True)
    if rules.amulet_award == "call_only":
        return (first if holder == NOBODY else holder), any_holder
    lowest = [player for player, mine in enumerate(points) if mine == min(points)]
    return (holder if holder in lowest else nearest(lowest, first, len(points))), any_holder


def _ties(villages: Villages, caller: int, holder: int, rules: Rules) -> bool:
    """Tell whether the holder of the amulet has the same sum as a successful caller (A-35, A-27)."""
    if holder in (NOBODY, caller) or (rules.score_mode and is_kamikaze(villages[caller])):
        return False
    return sum(villages[holder]) == sum(villages[caller])


def is_kamikaze(village: Sequence[int]) -> bool:
    """Tell whether a village costs all others 50 points in score mode (S-60, A-27)."""
    return tuple(sorted(village)) == KAMIKAZE


def game_over(totals: Sequence[int], number: int, rules: Rules) -> bool:
    """Tell whether the game is over after the round of a number, with these totals (S-57, S-58)."""
    return max(totals) >= GOAL if rules.score_mode else number == rules.rounds


def game_winners(totals: Sequence[int], points: Sequence[int], holder: int, rules: Rules) -> tuple[int, ...]:
    """Return who wins with these totals: ties by the amulet, in score mode by the last round (S-57, S-58).

    `points` are those of the last round, and `holder` holds the amulet after it (A-46).
    """
    tied = [player for player, total in enumerate(totals) if total == min(totals)]
    if rules.score_mode:
        tied = [player for player in tied if points[player] == min(points[other] for other in tied)]
        if rules.score_tie == "shared":
            return tuple(tied)
    return (nearest(tied, holder, len(totals)),)
