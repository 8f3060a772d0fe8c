"""Many games between players: `simulate` plays a `Match` in paired deals; `Simulation` says who won."""

from __future__ import annotations

from solvers.simulation.match import CommonChance, Match, Played, PlayedDeal
from solvers.simulation.result import Contestant, FailedDeal, Simulation
from solvers.simulation.running import simulate

__all__ = [
    "CommonChance",
    "Contestant",
    "FailedDeal",
    "Match",
    "Played",
    "PlayedDeal",
    "Simulation",
    "simulate",
]
