"""Mangrovia keeps to the protocol and leaks nothing: all variants and switches, every number of players."""

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from game_checks import GAMES, Checks, not_elsewhere, said
from mangrovia_helpers import second_table

from toolkit.games.mangrovia import LANDSCAPES, TILES
from toolkit.games.mangrovia.game import GAME
from toolkit.testing import Oracle

pytestmark = pytest.mark.long

Rules = GAME.Rules
VARIANTS = {
    "statue tiles, otherwise": Rules(
        stone_tiles="statues", statue_beats_neutral=False, renewal="when_needed"
    ),
    "other tiles, otherwise": Rules(stone_tiles="others", tile_amulet_scores=True, spent_ones="board"),
    "two colours": Rules(neutral_colours="by_mark", unclaimed_talisman="left", spent_ones="out"),
    "other prizes": Rules(prize_needs_hut=False, stone_counts_neutral=False, start_player_ban="all"),
    "partial amulets": Rules(amulets_partial=True, start_player=0),
    "birds waived": Rules(stone_tiles="all", free_landscape="waives_birds", renewal="when_needed"),
}

VALUABLES = {2: 9, 3: 8, 4: 7, 5: 7, 6: 6, 7: 6}  # M-3
AMULETS = {1: 5, 2: 10, 3: 9, 4: 7, 5: 5, 6: 4}  # M-5


def valuables(verb, state):
    """Return the weights of a card of the pile: the copies that lie nowhere else."""
    return said(verb, not_elsewhere(VALUABLES, state.valuables, "pile", int))


def landscapes(verb, state):
    cards = dict.fromkeys(LANDSCAPES, 8)
    return said(verb, not_elsewhere(cards, state.landscapes, "pile", LANDSCAPES.__getitem__))


def amulets(state):
    return said("amulet", not_elsewhere(AMULETS, state.amulets, "bag", int))


def tiles(state):
    """Return how many stone tiles of each kind are still to be laid (M-38, M-41)."""
    statues = {f"statue {path.id}": 1 for path in state.rules.layout.paths}
    others = {"card 3": 3, "amulet 2": 3, "free landscape": 2}
    kinds = {"all": statues | others, "statues": statues, "others": others}[state.rules.stone_tiles]
    return said("tile", Counter(kinds) - Counter(TILES[tile] for tile in state.stone if tile >= 0))


def starters(state):
    return {f"start {player}": 1 for player in range(state.players)}


WEIGHTS = {
    "start player": starters,
    "tile": tiles,
    "draw valuable": partial(valuables, "draw"),
    "turn up valuable": partial(valuables, "turn up"),
    "draw landscape": partial(landscapes, "draw"),
    "turn up landscape": partial(landscapes, "turn up"),
    "amulet": amulets,
}


def totals(state, _record):
    """Return the totals that the second engine finds in what lies on the table (M-32 to M-36)."""
    huts, kept = (state.owners, state.sizes, state.pole), state.amulets.cards[: state.players]
    return second_table(state.rules, huts, state.tiles, state.points, kept).scores()["total"]


LIKED = (
    ("build e5", "build h1"),  # dual spaces, whose landscape is asked for under both their birds (M-25)
    ("birds mangrove sand", "birds reed water"),
    ("build r", "take amulets"),  # who builds on amulet spaces puts amulets back (M-15)
    ("build",),
)


def eager(state, random):
    """Do what leads to decisions that random play seldom meets."""
    if random.random() < 0.1 or state.to_act() < 0:
        return None
    legal = {str(action): action for action in state.legal_actions()}
    liked = [[text for text in legal if text.startswith(words)] for words in LIKED]
    return next((legal[random.choice(texts)] for texts in liked if texts), None)


def without(case):
    """Return the decisions that a case never meets."""
    never = {
        "another amulet": not case.rules.amulets_partial,
        "tile": case.rules.stone_tiles == "none",
        "start player": case.rules.start_player is not None,
    }
    return [kind for kind, is_never in never.items() if is_never]


(
    test_every_state_keeps_to_the_protocol,
    test_games_end_as_they_should,
    test_nobody_sees_what_is_hidden,
) = Checks(
    GAME,
    VARIANTS,
    eager,
    Oracle(WEIGHTS, totals),
    # what seats may think of landscapes grows with each renewal, and every state is saved
    shorter=lambda rules: rules if GAMES else replace(rules, round_limit=4),
    without=without,
)
