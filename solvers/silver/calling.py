"""The call as the cards lie now, without the last turns of the others (Q-8, S-32)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from solvers.silver.law import mean_of
from solvers.silver.lowest import lowest_sum
from solvers.silver.sums import village_sum
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import MOST_TO_CALL
from toolkit.games.silver.scoring import FAILED_CALL

if TYPE_CHECKING:
    from fractions import Fraction

    from toolkit.games.silver.position import Position


@dataclass(frozen=True, slots=True)
class Call:
    """A call, if the round were scored at once.

    Attributes
    ----------
    chance
        The chance that the own sum is the lowest, ties included.
    score
        The mean round score of the caller.
    sum
        The mean of the own sum, which is the round score without the call.
    break_even
        The chance from which on the call scores less than the own sum: 10 / (s + 10), where `s` is the own
        sum, in the mean over the cases in which it is the lowest; None if it never is.
    """

    chance: Fraction
    score: Fraction
    sum: Fraction
    break_even: Fraction | None


def static_call(position: Position) -> Call:
    """Return what a call is worth as the cards lie now (Q-8).

    Raises
    ------
    ToolkitError
        The own village has more than four cards (S-28), somebody else has called (S-29), or who is lowest
        cannot be told (`lowest`).
    """
    if len(position.mine) > MOST_TO_CALL:
        raise ToolkitError(f"{len(position.mine)} own cards; a call needs {MOST_TO_CALL} or fewer (S-28)")
    if position.called_by not in (None, position.me):
        raise ToolkitError(f"player {position.called_by} has called already (S-29)")
    chance, saved = lowest_sum(position)
    expected = mean_of(village_sum(position, position.me))
    score = expected + FAILED_CALL - saved - FAILED_CALL * chance
    return Call(chance, score, expected, FAILED_CALL / (saved / chance + FAILED_CALL) if chance else None)
