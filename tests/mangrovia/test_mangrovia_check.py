"""Mangrovia keeps to the protocol and leaks nothing: all variants and switches, every number of players."""

from functools import partial

import pytest
from game_checks import cases, not_elsewhere, probed, said
from mangrovia_oracle import Table

from toolkit.games.mangrovia import LANDSCAPES
from toolkit.games.mangrovia.game import GAME
from toolkit.testing import Oracle, check_game, leak_probe

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
CASES = cases(GAME, VARIANTS)

VALUABLES = {2: 9, 3: 8, 4: 7, 5: 7, 6: 6, 7: 6}  # M-3
AMULETS = {1: 5, 2: 10, 3: 9, 4: 7, 5: 5, 6: 4}  # M-5
START_CARDS = ((3, 4), (2, 6), (4, 5), (3, 7), (5, 6))  # M-2


def valuables(verb, state):
    """Return the weights of a card: the copies that lie nowhere else."""
    cards = Counter(VALUABLES)
    cards.update(card for pair in START_CARDS[: state.players] for card in pair)
    return said(verb, not_elsewhere(cards, state.valuables, "pile", int))


def landscapes(verb, state):
    return said(
        verb, not_elsewhere(dict.fromkeys(LANDSCAPES, 8), state.landscapes, "pile", LANDSCAPES.__getitem__)
    )
