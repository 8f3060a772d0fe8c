"""The chance to win from a position, by playing it on many times."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from typing import TYPE_CHECKING

from solvers.intervals import Interval, share
from solvers.players import player
from solvers.spreading import every
from toolkit.core.errors import ToolkitError
from toolkit.core.play import run
from toolkit.games.wazabi.game import GAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from distributed import Client

    from toolkit.games.wazabi.position import Position


@dataclass(frozen=True, slots=True)
class Wins:
    """In how many games a player, or the team, was the first without dice (W-27, W-30), of how many."""

    won: int
    games: int

    @property
    def interval(self) -> Interval:
        """The share of games won, with its 95 % confidence interval (Wilson)."""
        return share(self.won, self.games)

    @property
    def standard_error(self) -> float:
        """The standard error of that share."""
        value = self.won / self.games
        return sqrt(value * (1 - value) / self.games)


def simulate_wins(
    position: Position,
    names: Sequence[str],
    *,
    games: int,
    seed: int | str,
    jobs: int | None = None,
    cluster: str | Client | None = None,
) -> Wins:
    """Play a position on many times and count how often the player wins who asks.

    The unseen cards are dealt anew for each game; all follows from the seed and the number of the game. The
    players are named by seat, as `solvers.players.player` reads them; a single one sits on all seats. This
    process plays, or those that are named as for `solvers.simulation.simulate`. `ToolkitError` for an
    unknown player, another number of players than seats, less than one game, or a game that fails.
    """
    if games < 1:
        raise ToolkitError(f"at least one game is needed, not {games}")
    seats = list(names) * position.players if len(names) == 1 else list(names)
    if len(seats) != position.players:
        raise ToolkitError(f"{len(seats)} players for {position.players} seats")
    seeds = [f"{seed}/{number}" for number in range(games)]
    return Wins(sum(every(partial(_won, position, seats), seeds, jobs, cluster)), games)


def _won(position: Position, seats: Sequence[str], seed: str) -> bool:
    state = GAME.complete(position, Random(f"{seed}/unseen"))
    for _ in run(state, [player(name) for name in seats], seed=seed):
        pass
    outcome = state.outcome()
    return outcome is not None and position.me in outcome.winners
