"""At what sum to call, by simulated rounds against named opponents (Q-24)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from solvers.intervals import Interval, share
from solvers.silver.rollouts import Policy, play, policy, whole_round
from solvers.silver.rollouts.compiling import Engine, chosen_engine
from solvers.silver.simulated.estimates import Estimate, Simulated, estimate
from solvers.silver.simulated.playing import Played
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import MOST_PLAYERS
from toolkit.games.silver.rules import Rules

if TYPE_CHECKING:
    _Rows = np.ndarray[tuple[int, int], np.dtype[np.int64]]


@dataclass(frozen=True, slots=True)
class Threshold(Played):
    """Calling as soon as the expected own sum is so low, in whole rounds; `how` names this policy first."""

    call: int  #: the sum at which `steady` calls
    points: Estimate  #: the round points
    #: By how much they are above those of the best threshold, in pairs of rounds with equal luck.
    behind: Estimate
    #: `called` and `succeeded`: in how many rounds that player called, and was lowest then.
    called: int
    succeeded: int

    @property
    def success(self) -> Interval | None:
        """The chance that a call succeeds, with Wilson's 95 % interval; None without any call."""
        return share(self.succeeded, self.called) if self.called else None


def call_thresholds(
    pool: Sequence[str],
    thresholds: Sequence[int],
    rules: Rules,
    *,
    games: int = 2_000,
    seed: int | str = 1,
    workers: int = 1,
    engine: Engine | None = None,
) -> list[Threshold]:
    """Play whole rounds with each threshold against named opponents, in the same deals (Q-24).

    The best one is the best of these rounds, so its points are a little too good: try it with another seed.

    Parameters
    ----------
    pool
        The policies of the opponents, from the left neighbour on; everybody begins equally often.
    thresholds
        The sums at which `steady` calls, each of which is tried.
    rules
        The rules.
    games, seed, workers, engine
        How many rounds for each threshold, from 1, and as in `solvers.silver.rollouts.play`.

    Raises
    ------
    ToolkitError
        An unknown policy, another number of opponents than 1 to 3, no threshold, or no game.
    """
    if not 1 <= len(pool) < MOST_PLAYERS or not thresholds or games < 1:
        raise ToolkitError(
            f"{len(pool)} opponents, {len(thresholds)} thresholds and {games} games: "
            f"1 to {MOST_PLAYERS - 1} opponents, and at least one threshold and one game are needed"
        )
    chosen = chosen_engine(engine, games * len(thresholds))
    tried = {}
    for call in thresholds:
        how = Simulated.by([Policy(call=call), *map(policy, pool)], games, seed)
        tried[call] = how, _first_seats(how, rules, workers, chosen)
    best = min((rows for _, rows in tried.values()), key=lambda rows: float(rows[:, 0].mean()))
    return [_threshold(how, call, rows, best) for call, (how, rows) in tried.items()]


def _threshold(how: Simulated, call: int, rows: _Rows, best: _Rows) -> Threshold:
    points, called = rows.T
    behind = estimate(points - best[:, 0])
    return Threshold(
        how, call, estimate(points, 0), behind, int(called.sum()), int((called * (points == 0)).sum())
    )


def _first_seats(how: Simulated, rules: Rules, workers: int, engine: Engine) -> _Rows:
    """Return the points of seat 0 and whether it called, by round; another seat begins each of them."""
    players, found = len(how.policies), np.zeros((how.games, 2), np.int64)
    policies = list(map(policy, how.policies))
    for first in range(min(players, how.games)):
        begun, numbers = whole_round(players, rules, first=first), range(first, how.games, players)
        rounds = play(begun, policies, numbers, seed=how.seed, workers=workers, engine=engine)
        found[first::players] = np.column_stack([rounds.points[:, 0], rounds.callers == 0])
    return found
