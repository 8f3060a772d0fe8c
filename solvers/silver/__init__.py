"""Silver odds: exact chances and values from what one player knows, and what memory is worth.

A question about a position that no play can lead to, or about players, slots or cards that are not there, is
refused (`door`).
"""

from solvers.silver import abilities, drawing, endings, exchanges, looks, memory, pairs, piles
from solvers.silver.attempts import Attempt, attempt, match_chance
from solvers.silver.calling import Call
from solvers.silver.calling import static_call as _static_call
from solvers.silver.door import question
from solvers.silver.exchanges import Exchange, checked_slots
from solvers.silver.law import Law
from solvers.silver.looks import Look
from solvers.silver.lowest import lowest as _lowest
from solvers.silver.master import master_value as _master_value
from solvers.silver.memory import exponential, last_seen, power, remembered
from solvers.silver.replying import Reply
from solvers.silver.replying import reply_bounds as _reply_bounds
from solvers.silver.sums import village_sum as _village_sum
from solvers.silver.targets import (
    checked_card,
    checked_harm,
    checked_own_place,
    checked_own_places,
    checked_own_slot,
    checked_places,
    checked_player,
    checked_target,
)
from solvers.silver.tilted import Tilt, Tilted
from solvers.silver.villagers import exposure as _exposure
from solvers.silver.villagers import villagers as _villagers

best_exchange = question(exchanges.best_exchange, card=checked_card)
best_look = question(looks.best_look, card=checked_card)
best_of = question(piles.best_of)
best_sets = question(pairs.best_sets)
draw_value = question(drawing.draw_value, harm=checked_harm)
draws = question(drawing.draws, harm=checked_harm)
exact_100 = question(endings.exact_100, player=checked_player)
exchange = question(exchanges.exchange, slots=checked_slots, card=checked_card)
exposure = question(_exposure, slot=checked_own_slot)
kamikaze = question(endings.kamikaze, player=checked_player)
look_value = question(looks.look_value, places=checked_places)
lowest = question(_lowest)
master_value = question(_master_value)
memories = question(memory.memories)
next_look = question(memory.next_look)
no_movers = question(piles.no_movers)
reply_bounds = question(_reply_bounds)
robberies = question(abilities.robberies, own=checked_own_places)
robbery = question(abilities.robbery, own=checked_own_place, target=checked_target)
static_call = question(_static_call)
time_left = question(piles.time_left)
village_sum = question(_village_sum, player=checked_player)
villagers = question(_villagers)
witch = question(abilities.witch, harm=checked_harm)

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
