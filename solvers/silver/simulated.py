"""Simulated odds of a call: what the others' last turns do to it, and what going on is worth (Q-7, Q-8).

The hidden cards are dealt as likely as they are (model B0, `toolkit.games.silver.dealing`); all seats follow
one named policy. Both sides of a comparison get the same deals and the same luck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING

from solvers.intervals import Interval, share
from solvers.silver.estimates import Estimate, Simulated, estimate
from solvers.silver.rollouts import from_position, play, policy
from solvers.silver.rollouts.layout import ACTED
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import MOST_TO_CALL

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from solvers.silver.rollouts import Policy, Start
    from toolkit.games.silver.completion import Insight
    from toolkit.games.silver.position import Position


@dataclass(frozen=True, slots=True)
class SimulatedCall:
    """A call now, against going on without a call in this turn.

    Attributes
    ----------
    how
        The policies, the games, the seed.
    succeeded
        In how many games the caller was lowest at the end, ties included (S-32).
    score
        The caller's round points.
    going_on
        The same player's round points without a call in this turn; None for a call that is made already.
    saved
        By how much `going_on` is above `score`, in pairs of games with equal luck; None likewise.
    """

    how: Simulated
    succeeded: int
    score: Estimate
    going_on: Estimate | None
    saved: Estimate | None

    @property
    def chance(self) -> Interval:
        """The chance that the call succeeds, with Wilson's 95 % interval."""
        return share(self.succeeded, self.how.games)

    @property
    def standard_error(self) -> float:
        """The standard error of that chance."""
        value = self.succeeded / self.how.games
        return sqrt(value * (1 - value) / self.how.games)


def call_after_replies(
    position: Position,
    name: str = "steady",
    *,
    games: int = 2_000,
    seed: int | str = 1,
    insight: Insight = "own",
    workers: int = 1,
) -> SimulatedCall:
    """Play each opponent's one reply to my call, and the round without it (Q-7, Q-8).

    Parameters
    ----------
    position
        The beginning of my turn, or what follows my call.
    name
        The policy of all seats (`solvers.silver.rollouts.policy`).
    games
        How many rounds, from 1.
    seed
        All follows from it and from the number of the round.
    insight
        What the others know of face-down cards: ``own`` or ``nothing``.
    workers
        How many threads share the work; the answer is the same for any number.

    Raises
    ------
    ToolkitError
        I cannot call: too many cards (S-28), a card in hand, or somebody else has called (S-29); an unknown
        policy; no game; too many memories.
    """
    _check_call(position)
    policies = [policy(name)] * position.players
    how = Simulated.by(policies, games, seed, insight)
    called = from_position(replace(position, called_by=position.me), insight=insight)
    mine = _points(called, position.me, policies, how, workers)
    going_on = saved = None
    if position.called_by is None:
        others = _points(_without_call(position, insight), position.me, policies, how, workers)
        going_on, saved = estimate(others), estimate(others - mine)
    return SimulatedCall(how, int((mine == 0).sum()), estimate(mine), going_on, saved)


def _check_call(position: Position) -> None:
    if position.called_by not in (None, position.me):
        raise ToolkitError(f"player {position.called_by} has called already (S-29)")
    if position.held is not None:
        raise ToolkitError("a call takes the place of drawing a card: none may be held (S-28)")
    if len(position.mine) > MOST_TO_CALL:
        raise ToolkitError(f"{len(position.mine)} own cards; a call needs {MOST_TO_CALL} or fewer (S-28)")


def _without_call(position: Position, insight: Insight) -> Start:
    """Return the position with no call in this turn, as after a free action (S-66)."""
    start = from_position(position, insight=insight)
    table = list(start.table)
    table[ACTED] = 1
    return replace(start, table=table)


def _points(
    start: Start, player: int, policies: Sequence[Policy], how: Simulated, workers: int
) -> NDArray[np.int64]:
    """Return the round points of a player, by game."""
    return play(start, policies, range(how.games), seed=how.seed, workers=workers).points[:, player]
