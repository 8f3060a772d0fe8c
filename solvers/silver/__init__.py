"""Silver odds: exact chances and values from what one player knows, and what memory is worth.

A question about a position that no play can lead to, or about players, slots or cards that are not there, is
refused (`solvers.silver.door`).
"""

from functools import partial
from typing import TYPE_CHECKING

from solvers.silver.door import question
from toolkit.lazy import lazily

if TYPE_CHECKING:
    from solvers.silver.asking import Tilt, TooLarge
    from solvers.silver.calling import Reply, reply_bounds
    from solvers.silver.exchanging import Exchange, best_exchange, exchange
    from solvers.silver.hidden import Law, Mixture, Report, Term
    from solvers.silver.memory import Look, best_look, exponential, last_seen, look_value, power, remembered
    from solvers.silver.scoring import Call, kamikaze, lowest, static_call, village_sum
    from solvers.silver.sets import Attempt, attempt, match_chance
    from solvers.silver.tilted import Tilted
    from solvers.silver.turn import Drawn, Robbery, Swap, draw_value, draws, master_value, robbery, witch
else:
    __getattr__, __dir__ = lazily(__name__, partial(question, __name__))

__all__ = [
    "Attempt",
    "Call",
    "Drawn",
    "Exchange",
    "Law",
    "Look",
    "Mixture",
    "Reply",
    "Report",
    "Robbery",
    "Swap",
    "Term",
    "Tilt",
    "Tilted",
    "TooLarge",
    "attempt",
    "best_exchange",
    "best_look",
    "draw_value",
    "draws",
    "exchange",
    "exponential",
    "kamikaze",
    "last_seen",
    "look_value",
    "lowest",
    "master_value",
    "match_chance",
    "power",
    "remembered",
    "reply_bounds",
    "robbery",
    "static_call",
    "village_sum",
    "witch",
]
