"""What all simulated answers share: `Played`, and `played`, which plays the rounds of which they tell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from solvers.intervals import Interval, share
from solvers.silver.rollouts import Rounds, Start, play, policy
from solvers.silver.rollouts.table import ACTED
from solvers.silver.simulated.estimates import Simulated, share_error
from toolkit.games.silver.completion import Insight


@dataclass(frozen=True, slots=True)
class Played:
    """What is told of rounds or games that were played out."""

    how: Simulated  #: the policies by seat, the games, the seed, and what the others were taken to know

    def share(self, count: int) -> Interval:
        """Return the share of what happened in `count` of the games, with Wilson's 95 % interval."""
        return share(count, self.how.games)

    def share_error(self, count: int) -> float | None:
        """Return the standard error of that share; None for a single game."""
        return share_error(count, self.how.games)


def all_seats(start: Start, name: str, games: int, seed: int | str, insight: Insight) -> Simulated:
    """Return how games are simulated in which all seats follow one policy.

    `ToolkitError` for an unknown policy.
    """
    return Simulated.by([policy(name)] * start.players, games, seed, insight)


def played(start: Start, how: Simulated, workers: int = 1) -> Rounds:
    """Play rounds out (`solvers.silver.rollouts.play`)."""
    policies = [policy(name) for name in how.policies]
    return play(start, policies, range(how.games), seed=how.seed, workers=workers)


def without_call(start: Start) -> Start:
    """Return the beginning of a turn in which it is too late to call, as after a free action (S-66)."""
    table = list(start.table)
    table[ACTED] = 1
    return replace(start, table=table)
