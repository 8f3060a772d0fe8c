"""What can be concluded from a game: players and many games here, and one package for each game."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from solvers.intervals import Interval
    from solvers.players import player, player_names
    from solvers.simulation import Match, Simulation, simulate
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = ["Interval", "Match", "Simulation", "player", "player_names", "simulate"]
