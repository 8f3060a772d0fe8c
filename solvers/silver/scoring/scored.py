"""How a round is scored that ends at once, as the cards lie (S-31, S-32, S-42, S-60; A-6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from solvers.silver.hidden.law import Law, mean_of
from solvers.silver.limits import TooLarge
from solvers.silver.scoring.calling import static_call
from solvers.silver.scoring.endings import kamikaze, with_kamikaze
from solvers.silver.scoring.lowest import lowest_against
from solvers.silver.scoring.sums import village_sum
from solvers.silver.sets.afterwards import exchanged
from solvers.silver.sets.exchanges import Exchange
from toolkit.games.silver.position import Place, Position
from toolkit.games.silver.scoring import HALF

_SOON = 1 << 18
"""Cells that are counted beside a question about something else; that takes a tenth of a second or so."""


@dataclass(frozen=True, slots=True)
class Scored:
    """A round that is scored as the cards lie, in the mean over the hidden ones."""

    #: The mean round points by player (S-31, S-32, S-60). Whoever has called is scored as a caller (A-6);
    #: None where it takes too long to tell whether the call succeeds.
    points: tuple[Fraction | None, ...]
    #: The chance that the own sum is the lowest, ties counted (Q-6); None where that is not told at once.
    lowest: Fraction | None


def scored_now(position: Position) -> Scored:
    """Return how the round is scored as the cards lie."""
    return _scored([(Fraction(1), position)])


def scored_after(hand: Position, one: Exchange) -> Scored | None:
    """Return how the round is scored after an exchange that ends it; None if that exchange may fail.

    The held card lies in the village then. What was remembered of a card that is given up says something of
    the others still: each number that it may have is scored by itself.
    """
    if one.chance < 1 or hand.held is None:
        return None
    reports, card = Law.of(hand).reports, hand.held
    unsure = [(hand.me, slot) for slot in one.slots if (hand.me, slot) in reports]
    return _scored(
        [(chance, exchanged(seen, one.slots, card, up=True)) for chance, seen in _seen(hand, unsure)]
    )


def _scored(cases: Sequence[tuple[Fraction, Position]]) -> Scored:
    """Return the mean over positions with their chances."""
    seats = range(cases[0][1].players)
    points = [_mean([(chance, mean_points(position, seat)) for chance, position in cases]) for seat in seats]
    return Scored(tuple(points), _mean([(chance, _lowest(position)) for chance, position in cases]))


def _mean(values: Sequence[tuple[Fraction, Fraction | None]]) -> Fraction | None:
    """Return the mean of values with their chances; None if one is not told."""
    told = [chance * value for chance, value in values if value is not None]
    return sum(told, Fraction(0)) if len(told) == len(values) else None


def _lowest(position: Position) -> Fraction | None:
    try:
        return lowest_against(position, {}, most=_SOON)
    except TooLarge:
        return None


def _seen(position: Position, places: Sequence[Place]) -> Iterator[tuple[Fraction, Position]]:
    """Yield the position with each way in which the cards of some places may be numbered."""
    if not places:
        yield Fraction(1), position
        return
    for numbers, chance in Law.of(position).joint(places).items():
        seen = position
        for place, number in zip(places, numbers, strict=True):
            seen = seen.seeing(place, number)
        yield chance, seen


def mean_points(position: Position, player: int) -> Fraction | None:
    """Return the mean round points of a player if the round were scored now (S-31, S-32).

    In score mode a kamikaze counts (S-60). None for a caller where it takes too long to tell who is lowest.
    """
    if player == position.called_by:
        try:
            return static_call(replace(position, me=player)).score
        except TooLarge:
            return None
    points = mean_of(village_sum(position, player))
    for seat in range(position.players) if position.rules.score_mode else ():
        if chance := kamikaze(position, seat):
            instead = HALF if seat != player else 0
            points += chance * (instead - mean_of(village_sum(with_kamikaze(position, seat), player)))
    return points
