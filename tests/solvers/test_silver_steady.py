"""The policy `steady`: what it does, and that it only uses what its player knows."""

from __future__ import annotations

from random import Random

import pytest
import rollout_twins as twins
import silver_twins
from hypothesis import given
from hypothesis import strategies as st

from solvers.silver.rollouts import from_state, play, policy, trace, whole_round
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules

STEADY = policy("steady")


def acts(mine, theirs="? ? ? ? ?", name="steady", steps=1, **keys):
    """Return the first steps of a steady player, in notation."""
    position = silver_twins.position(mine, theirs, **keys)
    state = GAME.complete(position, Random("steady"), insight="nothing")
    found, _ = trace(from_state(state), [policy(name)] * 2, seed=1)
    return [str(step.action) for step in found[:steps]]


def test_it_calls_at_its_threshold_and_not_above():
    assert acts("1 2 2") == ["call"]
    assert acts("1 2 3") != ["call"]
    assert acts("1 2 3", name="steady:6") == ["call"]
    assert acts("0 0 1 1 1") != ["call"]  # S-28


def test_it_takes_what_saves_more_than_a_draw():
    assert acts("12 11 10", discard=[4, 0], steps=2) == ["take", "exchange 0"]
    assert acts("12 11 10", discard=[4, 11]) == ["draw"]


def test_it_gives_up_all_cards_of_a_number_with_the_13s():
    assert acts("9 4 9 13 9", held=3, steps=5) == ["exchange 0", "and 2", "and 3", "and 4", "place 0"]


def test_it_discards_what_saves_nothing():
    assert acts("1 2 3 4 5", held=6) == ["discard"]


def test_it_looks_at_its_own_unknown_cards_with_an_empath():
    assert acts("2! ? 9 9 9") == ["look 0:1"]


def test_it_uses_a_beholder_for_both_looks():
    assert acts("? 1 ? 2 3", held=7, steps=3) == ["discard", "look 0:0", "look 0:2"]


def test_it_robs_a_card_that_it_knows_to_be_low():
    assert acts("1 2 11", "? 0 ?", held=12, steps=3) == ["discard", "rob 1:1", "give 2"]


def test_it_protects_a_low_card():
    state = GAME.complete(silver_twins.position("1 8 8 8 8", "? ?"), Random(1))
    state.amulet, state.may_protect = 0, True
    steps, _ = trace(from_state(state), [STEADY] * 2, seed=1)
    assert str(steps[0].action) == "protect 0"


@given(st.integers(0, 10**6), st.integers(2, 4))
def test_it_does_the_same_in_all_worlds_that_look_alike(seed, players):
    state = twins.some_decision(players, Rules(), Random(seed))
    if state is None:
        return
    mine = state.observation(state.to_act())
    first = _first(state, players)
    for number in range(3):
        world = mine.sample_world(Random(f"{seed}/{number}"))
        assert _first(world, players) == first


def _first(state, players):
    return trace(from_state(state), [STEADY] * players, seed=1)[0][0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_beats_random_play_by_far(players):
    seats = [STEADY, *[policy("random")] * (players - 1)]
    points = play(whole_round(players, Rules()), seats, range(300), seed=2).points
    assert points[:, 0].mean() < points[:, 1:].mean() / 3
