"""The call as the cards lie now, without the last turns of the others (Q-8, S-32)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from solvers.silver.hidden.law import mean_of
from solvers.silver.scoring.endings import kamikaze, with_kamikaze
from solvers.silver.scoring.lowest import lowest_sum
from solvers.silver.scoring.sums import village_sum
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import MOST_TO_CALL
from toolkit.games.silver.position import Position
from toolkit.games.silver.scoring import FAILED_CALL, HALF


@dataclass(frozen=True, slots=True)
class Call:
    """A call, if the round were scored at once."""

    #: The chance that the call succeeds: that the own sum is the lowest, ties included. In score mode an own
    #: kamikaze succeeds, and with one of an opponent the call fails (S-60, A-27).
    chance: Fraction
    score: Fraction  #: the mean round score of the caller
    sum: Fraction  #: the mean round score without the call: of the own sum, but for a kamikaze in score mode
    #: The chance from which on the call scores less than the own sum: 10 / (s + 10), where `s` is the own
    #: sum, in the mean over the cases in which it is the lowest, without a kamikaze; None if it never is.
    break_even: Fraction | None


def static_call(position: Position) -> Call:
    """Return what a call is worth as the cards lie now (Q-8).

    Raises
    ------
    ToolkitError
        The player may not call (`check_call`), or who is lowest cannot be told (`lowest`).
    """
    check_call(position)
    heroes = _kamikazes(position)
    cases = [(Fraction(1), position), *((-chance, with_kamikaze(position, seat)) for seat, chance in heroes)]
    chance, saved, expected = map(_sum, zip(*(_weighed(*case) for case in cases), strict=True))
    without = 1 - _sum(chance for _, chance in heroes)
    score = expected + FAILED_CALL * (without - chance) - saved
    mine = _sum(share for seat, share in heroes if seat == position.me)
    theirs = HALF * (1 - without - mine)
    even = FAILED_CALL / (saved / chance + FAILED_CALL) if chance else None
    return Call(chance + mine, score + theirs, expected + theirs, even)


def check_call(position: Position) -> None:
    """Raise `ToolkitError` unless the one who asks has called, or may do so now but for what was done before.

    That is with four cards or fewer, no card in hand, and nobody else's call (S-28, S-29).
    """
    if position.called_by not in (None, position.me):
        raise ToolkitError(f"player {position.called_by} has called already (S-29)")
    if position.held is not None:
        raise ToolkitError("a call takes the place of drawing a card: none may be held (S-28)")
    if len(position.mine) > MOST_TO_CALL:
        raise ToolkitError(f"{len(position.mine)} own cards; a call needs {MOST_TO_CALL} or fewer (S-28)")


def _kamikazes(position: Position) -> list[tuple[int, Fraction]]:
    """Return who may have a kamikaze, with the chances; nobody where it does not count (S-60)."""
    if not position.rules.score_mode:
        return []
    chances = [(seat, kamikaze(position, seat)) for seat in range(position.players)]
    return [(seat, chance) for seat, chance in chances if chance]


def _sum(numbers: Iterable[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0))


def _weighed(weight: Fraction, position: Position) -> tuple[Fraction, Fraction, Fraction]:
    """Return the chance to be lowest, the mean of the own sum there, and that of all cases, with a weight."""
    chance, saved = lowest_sum(position)
    return weight * chance, weight * saved, weight * mean_of(village_sum(position, position.me))
