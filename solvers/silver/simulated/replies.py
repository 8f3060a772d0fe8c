"""Simulated odds of a call: what the others' last turns do to it, and what going on is worth (Q-7, Q-8).

The hidden cards are dealt as likely as they are (model B0, `toolkit.games.silver.completion`); all seats
follow one named policy. Both sides of a comparison get the same deals and the same luck.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from solvers.intervals import Interval
from solvers.silver.asking import check_call
from solvers.silver.rollouts import POLICY
from solvers.silver.rollouts.starts import start_at
from solvers.silver.simulated.estimates import Estimate, estimate
from solvers.silver.simulated.playing import Played, all_seats, played, without_call
from toolkit.games.silver.completion import Insight
from toolkit.games.silver.position import Position


@dataclass(frozen=True, slots=True)
class SimulatedCall(Played):
    """A call now, against going on without a call in this turn."""

    succeeded: int  #: in how many games the caller was lowest at the end, ties included (S-32)
    score: Estimate  #: the caller's round points
    #: The same player's round points without a call in this turn; None for a call that is made already.
    going_on: Estimate | None
    #: By how much `going_on` is above `score`, in pairs of games with equal luck; None likewise.
    saved: Estimate | None

    @property
    def chance(self) -> Interval:
        """The chance that the call succeeds, with Wilson's 95 % interval."""
        return self.share(self.succeeded)

    @property
    def standard_error(self) -> float | None:
        """The standard error of that chance; None for a single game."""
        return self.share_error(self.succeeded)


def call_after_replies(
    position: Position,
    name: str = POLICY,
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
    check_call(position)
    called = start_at(replace(position, called_by=position.me), insight)
    how = all_seats(called, name, games, seed, insight)
    mine = played(called, how, workers).points[:, position.me]
    going_on = saved = None
    if position.called_by is None:
        waiting = without_call(start_at(position, insight))
        others = played(waiting, how, workers).points[:, position.me]
        going_on, saved = estimate(others, 0), estimate(others - mine)
    return SimulatedCall(how, int((mine == 0).sum()), estimate(mine, 0), going_on, saved)
