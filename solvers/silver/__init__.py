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
    from solvers.silver.hidden import (
        Law,
        Mixture,
        Report,
        Term,
        Time,
        best_of,
        no_movers,
        time_left,
        villagers,
    )
    from solvers.silver.memory import (
        Look,
        Memory,
        best_look,
        exponential,
        knowing_value,
        last_seen,
        look_value,
        memories,
        next_look,
        power,
        remembered,
    )
    from solvers.silver.scoring import Call, exact_100, kamikaze, lowest, static_call, village_sum
    from solvers.silver.sets import Attempt, attempt, best_sets, match_chance
    from solvers.silver.tilted import Tilted
    from solvers.silver.turn import (
        Drawn,
        Exposure,
        Robbery,
        Swap,
        draw_value,
        draws,
        exposure,
        master_value,
        robberies,
        robbery,
        witch,
    )
else:
    __getattr__, __dir__ = lazily(__name__, partial(question, __name__))

__all__ = [
    "Attempt",
    "Call",
    "Drawn",
    "Exchange",
    "Exposure",
    "Law",
    "Look",
    "Memory",
    "Mixture",
    "Reply",
    "Report",
    "Robbery",
    "Swap",
    "Term",
    "Tilt",
    "Tilted",
    "Time",
    "TooLarge",
    "attempt",
    "best_exchange",
    "best_look",
    "best_of",
    "best_sets",
    "draw_value",
    "draws",
    "exact_100",
    "exchange",
    "exponential",
    "exposure",
    "kamikaze",
    "knowing_value",
    "last_seen",
    "look_value",
    "lowest",
    "master_value",
    "match_chance",
    "memories",
    "next_look",
    "no_movers",
    "power",
    "remembered",
    "reply_bounds",
    "robberies",
    "robbery",
    "static_call",
    "time_left",
    "village_sum",
    "villagers",
    "witch",
]
