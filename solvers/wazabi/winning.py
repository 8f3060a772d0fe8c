"""The chance to win from a position, by playing it on many times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from solvers.intervals import Interval, share
from solvers.playing_on import play_on
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.position import Position
from toolkit.games.wazabi.state import WazabiState

if TYPE_CHECKING:
    from distributed import Client


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

    All else as in `solvers.playing_on.play_on`, errors too.
    """
    wins = play_on(GAME, position, names, _won, games=games, seed=seed, jobs=jobs, cluster=cluster)
    return Wins(sum(wins), games)


def _won(position: Position, state: WazabiState) -> bool:
    outcome = state.outcome()
    return outcome is not None and position.me in outcome.winners
