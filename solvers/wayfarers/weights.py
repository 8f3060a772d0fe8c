"""The weights of `solvers.wayfarers.worth`: points at the end for what scores only later, or perhaps.

They are rules of thumb, found in games of `greedy`: in solo games against the four rivals, by regressing its
lead on weights that were changed at random, and its final points on what it had in the middle of a game; a
change stays if it gains in other deals of these games, and against the former weights with two and three
players.
"""

from __future__ import annotations

SETS = (0.0, 0.8, 2.3, 3.6, 5.6, 8.6, 12.2, 16.0)
"""What so many tags of a primary kind promise: a little more than they score, for those that follow."""

BALANCE = (5.0, 2.2, 1.4, 1.0)
"""What one more of the primary tags promises of which there are fewest, where one to four of them are so."""

SILVERS = (1.05, 1.05, 1.05, 1.05, 0.95, 0.8, 0.6, 0.5, 0.4, 0.25)
PROVISIONS = (1.6, 1.6, 1.4, 1.25, 0.9, 0.5, 0.4)
"""What each further silver and provision is worth while there is time to use it; more are worth little."""

SPARE = 0.08
"""What one more of a resource is worth that is there in plenty."""

DIE, WORKER, FRESH_DIE = 0.45, 0.72, 0.3
"""What a die and a worker in the supply are worth, and another throw of a die."""

NEW_DIE = 4.6
"""What another die is worth at the beginning."""

TOKENS = (0.45, 0.3, 0.2, 0.12, 0.07, 0.05)
"""What influence in a guild is worth, the first one there, the second, and so on; more is worth the last."""

MAJORITY = 0.22
"""A part of the prize of a guild, for coming nearer to it."""

MARK = 0.35
"""What influence on a card is worth."""

MOVE, ADJUST = 0.15, 0.15
"""What moving influence and adjusting a die are worth."""

STEP, STEP_LATE = 1.2, 1.2
"""What a step of the journal is worth besides what its space brings: from the first and the last column."""

NEED, LATER_NEED = 2.4, 0.4
"""What it is worth to have all that a next step requires, and one after that."""

OPEN_ALREADY = 0.35
"""A part of this where another way is open."""

COUNTED = (1.0, 1.0, 0.5, 1.0, 0.0)
"""What a card of each kind is worth besides, as later cards, goals and the journal may count it."""

SHORT = 6.0
"""Turns before the end from which on resources, dice and workers are worth less and less."""

LEFT = (40.0, 38.0, 36.0, 31.0, 26.0, 21.0, 15.5, 11.0, 8.0, 3.0, 0.5)
"""About how many turns are left when the player in front has come to each column of the journal."""

GREEN = 0.7
"""What the green worker beside a space of the journal is worth."""

RACE, CLOSE = 6.0, 6.0
"""What ending the game is worth to who leads by far, or costs who is behind, and what lead is half of that."""

LINK = 0.3
"""What a link at the right of a water card is worth."""

HELD_AT_END = 5.0
"""How many silver or provisions players hold at the end whom an inspiration asks for them."""

USES = 0.06
"""How often a turn a die slot, a townsfolk under it, or a vista is used."""

RESTS = 0.12
"""How often a turn players rest with active abilities."""

SLOT_LEAST = 1.0
"""What every player can do with a die anyway: only better slots are worth more."""

ASSET = 0.04
"""What an asset of a townsfolk or a tile is worth in a turn."""

CHAIN = 0.06
"""What a sign for adjusting dice, or for a discount, is worth in a turn."""

GROWTH = 0.06
"""How much more a card that counts something is worth for each turn in which that may grow."""

GOAL = 0.5
"""The chance that a goal is met of which nothing is missing but one, at the beginning."""

BEST_OF_THREE = 1.3
"""How much better the best of three drawn cards is than one of them."""

RESTING = 0.0
"""What a rest is worth besides what it brings."""

TILED = (0.5, 0.5, 0.5, 0.5, 0.5)
"""What a tile of each kind is worth besides, as later cards, goals and the journal may count it."""
