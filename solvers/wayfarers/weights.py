"""The weights of `solvers.wayfarers.worth`: points at the end for what scores only later, or perhaps.

They are rules of thumb, found in games of `greedy`: in solo games against the four rivals, by regressing its
lead on weights that were changed at random, and its final points on what it had in the middle of a game; a
change stays if it gains in other deals of these games, and against the former weights with two and three
players.
"""

from __future__ import annotations

SETS = (0.0, 1.005, 2.502, 4.075, 6.111, 9.898, 14.03, 17.63)
"""What so many tags of a primary kind promise: a little more than they score, for those that follow."""

BALANCE = (5.362, 2.487, 1.583, 1.13)
"""What one more of the primary tags promises of which there are fewest, where one to four of them are so."""

SILVERS = (1.023, 1.023, 1.023, 1.023, 0.787, 0.663, 0.497, 0.414, 0.331, 0.207)
PROVISIONS = (1.94, 1.94, 1.697, 1.404, 1.011, 0.562, 0.449)
"""What each further silver and provision is worth while there is time to use it; more are worth little."""

SPARE = 0.079
"""What one more of a resource is worth that is there in plenty."""

DIE, WORKER, FRESH_DIE = 0.365, 0.657, 0.328
"""What a die and a worker in the supply are worth, and another throw of a die."""

NEW_DIE = 4.369
"""What another die is worth at the beginning."""

TOKENS = (0.438, 0.292, 0.195, 0.117, 0.068, 0.049)
"""What influence in a guild is worth, the first one there, the second, and so on; more is worth the last."""

MAJORITY = 0.536
"""By how much influence a lead in a guild may change yet, for each root of a turn that is left."""

MARK = 0.363
"""What influence on a card is worth."""

MOVE, ADJUST = 0.162, 0.143
"""What moving influence and adjusting a die are worth."""

STEP, STEP_LATE = 0.601, 1.082
"""What a step of the journal is worth besides what its space brings: from the first and the last column."""

NEED, LATER_NEED = 2.644, 0.403
"""What it is worth to have all that a next step requires, and one after that."""

OPEN_ALREADY = 0.345
"""A part of this where another way is open."""

COUNTED = (1.325, 1.542, 1.202, 0.739, -0.108)
"""What a card of each kind is worth besides, as later cards, goals and the journal may count it."""

SHORT = 5.69
"""Turns before the end from which on resources, dice and workers are worth less and less."""

LEFT = (41.64, 39.56, 37.48, 32.27, 27.07, 21.86, 16.14, 11.45, 8.328, 3.123, 0.521)
"""About how many turns are left when the player in front has come to each column of the journal."""

GREEN = 0.708
"""What the green worker beside a space of the journal is worth."""

RACE, CLOSE = 5.561, 6.093
"""What ending the game is worth to who leads by far, or costs who is behind, and what lead is most of it."""

LINK = 0.318
"""What a link at the right of a water card is worth."""

HELD_AT_END = 5.0
"""How many silver or provisions players hold at the end whom an inspiration asks for them."""

USES = 0.046
"""How often a turn a die slot, a townsfolk under it, or a vista is used."""

RESTS = 0.128
"""How often a turn players rest with active abilities."""

SLOT_LEAST = 1.071
"""What every player can do with a die anyway: only better slots are worth more."""

ASSET = 0.035
"""What an asset of a townsfolk or a tile is worth in a turn."""

CHAIN = 0.059
"""What a sign for adjusting dice, or for a discount, is worth in a turn."""

GROWTH = 0.053
"""How much more a card that counts something is worth for each turn in which that may grow."""

GOAL = 0.465
"""The chance that a goal is met of which nothing is missing but one, at the beginning."""

BEST_OF_THREE = 1.039
"""How much better the best of three drawn cards is than one of them."""

RESTING = -0.749
"""What a rest is worth besides what it brings."""

TILED = (0.402, 0.429, 0.493, 0.597, 0.378)
"""What a tile of each kind is worth besides, as later cards, goals and the journal may count it."""

AFTER = 0.02
"""A part of what the dice can do that stay in the supply."""

AHEAD = 1.0
"""What it is worth that a way on from a space of the journal is open."""

USUAL = {
    "silver": 0.9,
    "provision": 1.3,
    "influence_guild": 0.7,
    "influence_card": 0.35,
    "move_influence": 0.15,
    "adjust_die": 0.15,
    "refresh_die": 0.7,
    "retrieve_worker": 0.6,
    "new_die": 3.0,
    "journal": 3.0,
}
USUAL_GAIN, USUAL_TILE = (4.0, 4.0, 3.0, 1.8, 1.0), 1.2
"""What effects are usually worth, once each; gaining a card of each kind after its price, and a tile."""

RATES = (0.09, 0.09, 0.1, 0.1, 0.04, 0.04, 0.09, 0.02, 0.005, 0.005, 0.035, 0.11, 0.16)
"""How often a turn somebody gains what vistas react to, by `EVENTS`."""

LENT = 0.6
"""What an asset is worth that a townsfolk lends, each time."""
