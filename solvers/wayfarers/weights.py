"""The weights of `solvers.wayfarers.worth`: points at the end for what scores only later, or perhaps.

They were found in games of two to four `greedy` players, each of whom had every weight changed at random, by
regressing leads at the end on the changes: about 4,500 leads in three rounds, each from the weights of the
one before. What the regression was not sure of stays a rule of thumb.
"""

from __future__ import annotations

SETS = (0.0, 0.996, 2.515, 4.073, 6.235, 9.842, 13.95, 17.57)
"""What so many tags of a primary kind promise: a little more than they score, for those that follow."""

BALANCE = (5.527, 2.534, 1.613, 1.151)
"""What one more of the primary tags promises of which there are fewest, where one to four of them are so."""

SILVERS = (1.013, 1.013, 1.013, 1.013, 0.715, 0.602, 0.451, 0.376, 0.301, 0.188)
PROVISIONS = (1.818, 1.818, 1.591, 1.366, 0.984, 0.547, 0.437)
"""What each further silver and provision is worth while there is time to use it; more are worth little."""

SPARE = 0.081
"""What one more of a resource is worth that is there in plenty."""

DIE, WORKER, FRESH_DIE = 0.37, 0.603, 0.318
"""What a die and a worker in the supply are worth, and another throw of a die."""

NEW_DIE = 4.307
"""What another die is worth at the beginning."""

TOKENS = (0.45, 0.3, 0.2, 0.12, 0.07, 0.05)
"""What influence in a guild is worth, the first one there, the second, and so on; more is worth the last."""

MAJORITY = 0.508
"""By how much influence a lead in a guild may change yet, for each root of a turn that is left."""

MARK = 0.357
"""What influence on a card is worth."""

MOVE, ADJUST = 0.159, 0.147
"""What moving influence and adjusting a die are worth."""

STEP, STEP_LATE = 0.466, 1.007
"""What a step of the journal is worth besides what its space brings: from the first and the last column."""

NEED, LATER_NEED = 2.772, 0.391
"""What it is worth to have all that a next step requires, and one after that."""

OPEN_ALREADY = 0.355
"""A part of this where another way is open."""

COUNTED = (1.373, 1.597, 1.16, 0.735, -0.058)
"""What a card of each kind is worth besides, as later cards, goals and the journal may count it."""

SHORT = 5.663
"""Turns before the end from which on resources, dice and workers are worth less and less."""

LEFT = (42.27, 40.16, 38.05, 32.76, 27.48, 22.19, 16.38, 11.62, 8.454, 3.17, 0.529)
"""About how many turns are left when the player in front has come to each column of the journal."""

GREEN = 0.741
"""What the green worker beside a space of the journal is worth."""

RACE, CLOSE = 5.225, 6.019
"""What ending the game is worth to who leads by far, or costs who is behind, and what lead is most of it."""

LINK = 0.315
"""What a link at the right of a water card is worth."""

HELD_AT_END = 5.0
"""How many silver or provisions players hold at the end whom an inspiration asks for them."""

USES = 0.044
"""How often a turn a die slot, a townsfolk under it, or a vista is used."""

RESTS = 0.14
"""How often a turn players rest with active abilities."""

SLOT_LEAST = 1.115
"""What every player can do with a die anyway: only better slots are worth more."""

ASSET = 0.036
"""What an asset of a townsfolk or a tile is worth in a turn."""

CHAIN = 0.059
"""What a sign for adjusting dice, or for a discount, is worth in a turn."""

GROWTH = 0.054
"""How much more a card that counts something is worth for each turn in which that may grow."""

GOAL = 0.465
"""The chance that a goal is met of which nothing is missing but one, at the beginning."""

BEST_OF_THREE = 1.054
"""How much better the best of three drawn cards is than one of them."""

RESTING = -0.741
"""What a rest is worth besides what it brings."""

TILED = (0.419, 0.385, 0.47, 0.686, 0.388)
"""What a tile of each kind is worth besides, as later cards, goals and the journal may count it."""

AFTER = 0.022
"""A part of what the dice can do that stay in the supply."""

AHEAD = 0.95
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
USUAL_GAIN, USUAL_TILE = (4.208, 4.208, 2.972, 1.8, 1.0), 1.244
"""What effects are usually worth, once each; gaining a card of each kind after its price, and a tile."""

RATES = (0.092, 0.092, 0.103, 0.103, 0.041, 0.041, 0.092, 0.021, 0.005, 0.005, 0.036, 0.113, 0.164)
"""How often a turn somebody gains what vistas react to, by `EVENTS`."""

LENT = 0.563
"""What an asset is worth that a townsfolk lends, each time."""
