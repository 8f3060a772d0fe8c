"""Silver odds: exact chances and values from what one player knows, and what memory is worth.

A question about a position that no play can lead to, or about players, slots or cards that are not there, is
refused (`door`).
"""

from solvers.silver.door import question
from solvers.silver.hidden.law import Law
from solvers.silver.scoring import calling, endings, sums
from solvers.silver.scoring import lowest as who
from solvers.silver.scoring.calling import Call
from solvers.silver.sets import exchanges, pairs
from solvers.silver.sets.attempts import Attempt, attempt, match_chance
from solvers.silver.sets.exchanges import Exchange, checked_slots
from solvers.silver.targets import (
    checked_card,
    checked_free_slot,
    checked_harm,
    checked_incoming,
    checked_own_place,
    checked_own_places,
    checked_own_slot,
    checked_places,
    checked_player,
    checked_target,
)
from solvers.silver.tilted import Tilt, Tilted
from solvers.silver.turns import abilities, drawing, looks, master, memory, piles, replying
from solvers.silver.turns import villagers as zeros
from solvers.silver.turns.looks import Look
from solvers.silver.turns.memory import exponential, last_seen, power, remembered
from solvers.silver.turns.replying import Reply

best_exchange = question(__name__, exchanges.best_exchange, card=checked_incoming)
best_look = question(__name__, looks.best_look, card=checked_card)
best_of = question(__name__, piles.best_of)
best_sets = question(__name__, pairs.best_sets)
draw_value = question(__name__, drawing.draw_value, harm=checked_harm)
draws = question(__name__, drawing.draws, harm=checked_harm)
exact_100 = question(__name__, endings.exact_100, player=checked_player)
exchange = question(__name__, exchanges.exchange, slots=checked_slots, card=checked_incoming)
exposure = question(__name__, zeros.exposure, slot=checked_own_slot)
kamikaze = question(__name__, endings.kamikaze, player=checked_player)
knowing_value = question(__name__, looks.knowing_value, slot=checked_free_slot, card=checked_incoming)
look_value = question(__name__, looks.look_value, places=checked_places)
lowest = question(__name__, who.lowest)
master_value = question(__name__, master.master_value)
memories = question(__name__, memory.memories)
next_look = question(__name__, memory.next_look)
no_movers = question(__name__, piles.no_movers)
reply_bounds = question(__name__, replying.reply_bounds)
robberies = question(__name__, abilities.robberies, own=checked_own_places)
robbery = question(__name__, abilities.robbery, own=checked_own_place, target=checked_target)
static_call = question(__name__, calling.static_call)
time_left = question(__name__, piles.time_left)
village_sum = question(__name__, sums.village_sum, player=checked_player)
villagers = question(__name__, zeros.villagers)
witch = question(__name__, abilities.witch, harm=checked_harm)

__all__ = [
    "Attempt",
    "Call",
    "Exchange",
    "Law",
    "Look",
    "Reply",
    "Tilt",
    "Tilted",
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
