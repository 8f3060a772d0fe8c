"""Silver odds: exact chances and values from what one player knows, and what memory is worth."""

from solvers.silver.attempts import Attempt, attempt, match_chance
from solvers.silver.calling import Call, static_call
from solvers.silver.drawing import draw_value, draws
from solvers.silver.exchanges import Exchange, best_exchange, exchange
from solvers.silver.law import Law
from solvers.silver.looks import Look, best_look
from solvers.silver.lowest import lowest
from solvers.silver.memory import exponential, last_seen, memories, power, remembered
from solvers.silver.sums import village_sum
from solvers.silver.tilted import Tilt, Tilted

__all__ = [
    "Attempt",
    "Call",
    "Exchange",
    "Law",
    "Look",
    "Tilt",
    "Tilted",
    "attempt",
    "best_exchange",
    "best_look",
    "draw_value",
    "draws",
    "exchange",
    "exponential",
    "last_seen",
    "lowest",
    "match_chance",
    "memories",
    "power",
    "remembered",
    "static_call",
    "village_sum",
]
