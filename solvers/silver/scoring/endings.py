"""Endings of a game in score mode: exactly 100 points, and the kamikaze (Q-25; S-58 to S-60)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

from solvers.silver.hidden.law import Law
from solvers.silver.scoring.sums import village_places, village_sum
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.position import Position
from toolkit.games.silver.scoring import GOAL, HALF, KAMIKAZE


def kamikaze(position: Position, player: int) -> Fraction:
    """Return the chance that a player's village is exactly 12, 12, 13 and 13 as the cards lie now (Q-25)."""
    places = village_places(position, player)
    if len(places) != len(KAMIKAZE):
        return Fraction(0)
    law = Law.of(position)
    orders = set(permutations(KAMIKAZE))
    return sum((_all_at(law, dict(zip(places, order, strict=True))) for order in orders), Fraction(0))


def exact_100(position: Position, player: int) -> Fraction:
    """Return the chance that a player's total is exactly 100 after a round that ends as the cards lie now.

    Nobody's call is counted for the player: a caller's score is that of `Call`. A kamikaze comes before all
    other scores (S-60, S-68).

    Raises
    ------
    ToolkitError
        The game has no score mode (S-58), or the player has called.
    """
    if not position.rules.score_mode:
        raise ToolkitError("exactly 100 points matter in score mode only (S-59): rules.score_mode = true")
    if position.called_by == player:
        raise ToolkitError(f"player {player} has called: the score is 0, or the sum and 10 more (S-32)")
    missing = GOAL - position.scores[player]
    chance = _sums_without(position, player, missing)
    others = [seat for seat in range(position.players) if seat != player]
    if missing == HALF:
        chance += sum((kamikaze(position, seat) for seat in others), Fraction(0))
    return chance + (kamikaze(position, player) if not missing else 0)


def _sums_without(position: Position, player: int, total: int) -> Fraction:
    """Return the chance that a village has a sum while nobody's is a kamikaze."""
    chance = village_sum(position, player).get(total, Fraction(0))
    if total == sum(KAMIKAZE):
        chance -= kamikaze(position, player)
    for seat in range(position.players):
        if seat != player and (share := kamikaze(position, seat)):
            chance -= share * village_sum(with_kamikaze(position, seat), player).get(total, Fraction(0))
    return chance


def with_kamikaze(position: Position, player: int) -> Position:
    """Return the position in which a village is known to be a kamikaze, the hidden cards in some order."""
    left: list[int] = list(KAMIKAZE)
    for slot in position.villages[player]:
        if slot.known is not None:
            left.remove(slot.known)
    for place in village_places(position, player):
        if position.villages[player][place[1]].hidden:
            position = position.seeing(place, left.pop())
    return position


def _all_at(law: Law, wanted: dict[tuple[int, int], int]) -> Fraction:
    """Return the chance that all these places have these numbers."""
    chance = Fraction(1)
    for place, number in wanted.items():
        chance *= law.number(place).get(number, Fraction(0))
        if not chance:
            break
        law = law.knowing(place, number)
    return chance
