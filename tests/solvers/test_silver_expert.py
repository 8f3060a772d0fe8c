"""The expert of Silver: it sees no more than its seat, follows from its seed, and compares what is legal."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
import rollout_twins as twins
from hypothesis import given
from hypothesis import strategies as st
from sizes import examples

from solvers.players import player
from solvers.players.expert import Expert
from solvers.players.registry import beside_people
from solvers.silver.rollouts import from_state, playing, policy
from toolkit.core.errors import ToolkitError
from toolkit.core.play import play
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Leave numba alone: to make the functions takes a minute."""
    monkeypatch.setattr(playing, "load", lambda: False)


def chosen(state, seed):
    one = Expert(2)
    one.sit(state.to_act(), Random(seed))
    return one.choose(state.observation(state.to_act()), state.legal_actions())


def test_it_chooses_the_same_in_all_worlds_that_look_alike():
    random, compared = Random("alike"), 0
    while compared < examples(3):
        state = twins.some_decision(random.choice([2, 3, 4]), Rules(), random)
        if state is not None:
            worlds = [state.observation(state.to_act()).sample_world(random) for _ in range(2)]
            assert len({chosen(one, compared) for one in [state, *worlds]}) == 1
            compared += 1


def test_a_game_follows_from_its_seed():
    names = ["expert:1w", "greedy"]
    games = [play(GAME.new(2, Rules(rounds=1)), list(map(player, names)), seed=5) for _ in range(2)]
    assert games[0].actions == games[1].actions


@given(st.integers(0, 10**9))
def test_each_action_of_a_turn_and_of_a_card_in_hand_begins_a_round_of_the_game(seed):
    rules = twins.any_rules(Random(seed))
    state = twins.some_decision(2 + seed % 3, replace(rules, turn_limit=60), Random(seed))
    if state is None:
        return
    start, policies = from_state(state), [policy("random")] * state.players
    for first in state.legal_actions():
        twins.replay(start, state.clone(), policies, str(seed), first=first)


def test_cards_are_dealt_to_owners_who_know_them_low_ones_first():
    state = GAME.new(2)
    random = Random(3)
    while state.decision_kind() != "turn":
        state.apply_unchecked(state.sample_chance(random) if state.to_act() < 0 else state.legal_actions()[0])
    start, kept = playing._unseen(from_state(state), state.to_act())
    dealt = playing._dealt(start, kept, 2_000, Random(1))
    assert kept == 2
    assert (np.sort(dealt, axis=1) == np.sort([start.table[place] for place in start.places])).all()
    assert dealt[:, :kept].mean() + 1 < dealt[:, kept:].mean()
    assert abs(dealt[:, kept].mean() - dealt[:, -1].mean()) < 0.5


def test_until_it_is_ready_it_plays_as_the_judge_does(monkeypatch):
    asked = []
    monkeypatch.setattr(playing, "prepare", lambda: asked.append("prepare"))
    monkeypatch.setattr(playing, "is_prepared", lambda: False)
    monkeypatch.setattr(playing, "compare", None)  # nothing is compared
    players = [player("expert:soon"), player("expert:9w:soon")]
    play(GAME.new(2, Rules(rounds=1)), players, seed=2)
    assert asked == ["prepare", "prepare"]


def test_names_of_experts_are_read_and_refused():
    for name in ("expert", "expert:200w", "expert:0.5s", "expert:soon", "expert:200w:soon", "expert:2s:soon"):
        assert player(name).name == name
    for budget in ("", "0", "x", "100001", "soon:3", "1:", "0s", "5m"):
        with pytest.raises(ToolkitError, match="worlds from 1 to 100,000, such as expert:200w, or seconds"):
            player(f"expert:{budget}")
    names = ["me", "expert", "expert:7w"]
    assert beside_people(names, "silver") == ["me", "expert:soon", "expert:7w:soon"]
    assert beside_people(names, "tobago") == names
