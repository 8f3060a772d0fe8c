"""The benchmark of the games plays whole games and measures what it says. No time is asserted."""

from __future__ import annotations

from random import Random

import pytest
from bench_games import looking, our_steps, random_steps

from toolkit.core.decision import CHANCE
from toolkit.core.game import find_game

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", ["wazabi", "tobago", "silver"])
def test_whole_games_are_played_for_every_number_of_players(name):
    game = find_game(name)
    steps = our_steps(name, Random(3))()
    assert steps == sum(
        random_steps(game, players, random) for random in [Random(3)] for players in game.players
    )
    assert steps > 20 * len(game.players)


@pytest.mark.parametrize("name", ["wazabi", "tobago", "silver"])
def test_looks_are_taken_where_a_player_acts(name):
    spent, kept = looking(name, 2, seed=7)
    assert spent > 0
    assert kept
    for state, seen in kept:
        assert state.to_act() == seen.player != CHANCE
        assert seen == state.observation(seen.player)
