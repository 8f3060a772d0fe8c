"""Many games between players: `simulate` plays a `Match` in paired deals; `Simulation` says who won."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from solvers.simulation.deals import Deals
    from solvers.simulation.match import CommonChance, Match, Played, PlayedDeal
    from solvers.simulation.result import Contestant, FailedDeal, Simulation
    from solvers.simulation.running import simulate
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "CommonChance",
    "Contestant",
    "Deals",
    "FailedDeal",
    "Match",
    "Played",
    "PlayedDeal",
    "Simulation",
    "simulate",
]
