"""The games in OpenSpiel, judged by its own tests, bots and algorithms; skipped where it is not installed."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import numpy as np
import pytest
from sizes import PROFILE

from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game

pyspiel = pytest.importorskip("pyspiel", reason="the extra openspiel is not installed: .ci/nightly adapters")

from workbench.adapters.openspiel import game_string, register_in_openspiel  # noqa: E402

LONG = PROFILE == "thorough"
GAMES = ("mangrovia", "silver", "tobago", "wayfarers", "wazabi")
CASES = [(name, players) for name in GAMES for players in find_game(name).players]
SHORT = [("mangrovia", 2), ("wayfarers", 1), ("wazabi", 3), ("silver", 2)]


def loaded(name, players, **rules):
    return pyspiel.load_game(game_string(name, players, find_game(name).Rules(**rules)))


def walk(game, seed, steps):
    """Play at random, and hand out every state on the way: the same object, which changes."""
    state, random = game.new_initial_state(), Random(seed)
    for _ in range(steps):
        yield state
        if state.is_terminal():
            return
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "players"), CASES if LONG else SHORT)
def test_its_random_simulation_with_serialization(name, players):
    pyspiel.random_sim_test(loaded(name, players), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", GAMES)
def test_copies_share_a_state_until_one_of_them_goes_on(name):
    game, last = loaded(name, find_game(name).players[-1]), None
    for state in walk(game, 3, 40):
        if last:
            assert str(last[1]) == last[0]  # the state has gone on since it was copied
        before, copies = str(state), (state.clone(), state.clone())
        last = before, copies[1]
        assert copies[0].world is state.world
        copies[0].apply_action(state.legal_actions()[0])
        assert str(state) == str(copies[1]) == before
        assert copies[1].clone().world == state.world
        assert copies[0].history() == [*state.history(), state.legal_actions()[0]]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_seen_comes_back_from_a_serialized_state(name):
    """The text of what was heard is written on from step to step; the state read back writes it anew."""
    game = loaded(name, find_game(name).players[0])
    for step, state in enumerate(walk(game, 4, 90)):
        told = [state.information_state_string(seat) for seat in range(game.num_players())]
        if step % 30 == 29:
            text = pyspiel.serialize_game_and_state(game, state)
            again, back = pyspiel.deserialize_game_and_state(text)
            assert str(again) == str(game)
            assert back.world == state.world
            assert back.history() == state.history()
            assert [back.information_state_string(seat) for seat in range(game.num_players())] == told


@pytest.mark.parametrize("name", GAMES)
def test_a_player_sees_the_same_of_every_world_that_fits(name):
    game, sampler = loaded(name, find_game(name).players[-1]), Random(9).random
    for step, state in enumerate(walk(game, 5, 120)):
        seat = step % game.num_players()
        if step % 10:
            continue
        other = state.resample_from_infostate(seat, sampler)
        assert other.information_state_string(seat) == state.information_state_string(seat)
        assert other.observation_string(seat) == state.observation_string(seat)
        assert other.observation_tensor(seat) == state.observation_tensor(seat)
        assert other.legal_actions() == state.legal_actions() or state.current_player() != seat


def test_a_player_does_not_see_what_others_draw():
    """The strings of one seat tell its own cards and only that others have some."""
    state = next(state for state in walk(loaded("wazabi", 2), 1, 99) if state.world.decision_kind() == "card")
    hands = state.world.cards.cards[:2]
    hidden = ",".join(['"?"'] * len(hands[1]))
    assert f'"hand 0":{str(hands[0]).replace(" ", "")}' in state.observation_string(0)
    assert f'"hand 1":[{hidden}]' in state.observation_string(0)
    drawn = [line for line in state.information_state_string(0).splitlines() if line.startswith("-1: draw")]
    assert sum("?" in line for line in drawn) == 3
    assert sum("?" not in line for line in drawn) >= 3


def test_the_tensor_is_the_encoding_of_what_is_seen():
    game = loaded("silver", 3)
    assert game.observation_tensor_shape() == [game.encoding.size]
    for state in walk(game, 6, 30):
        seen = game.encoding.encode(state.world.observation(1))
        assert np.array_equal(np.float32(state.observation_tensor(1)), seen)


@pytest.mark.parametrize("name", GAMES)
def test_rules_are_parameters(name):
    game = find_game(name)
    for edition, rules in game.editions.items():
        players = 1 if "rival" in edition else 4
        made = pyspiel.load_game(game_string(name, players, rules))
        assert (made.players, made.rules) == (players, rules)
        assert pyspiel.load_game(str(made)).rules == rules  # with every parameter said


def test_lists_and_open_rules_are_parameters_too():
    rules = find_game("tobago").Rules(huts=("A22", "C33"), gold=(2, 3))
    made = pyspiel.load_game(game_string("tobago", 2, rules))
    assert made.rules == rules
    assert made.rules.palms is None
    assert loaded("wayfarers", 2, start_player=1, boards=(3, 1)).rules.boards == (3, 1)
    assert loaded("wayfarers", 2).rules.start_player is None


def test_what_does_not_fit_is_refused():
    with pytest.raises(ToolkitError, match="rule deck: no value 'firts'; did you mean 'first'"):
        pyspiel.load_game("toolkit_wazabi(deck=firts)")
    with pytest.raises(ToolkitError, match="Silver is for 2 to 4 players, not 5"):
        game_string("silver", 5)
    with pytest.raises(ToolkitError, match="rule sides: its text cannot stand in the name"):
        game_string("tobago", 2, find_game("tobago").Rules(sides="side,a,b,terrain\na,0,0,lake\n"))
    state = loaded("wazabi", 2).new_initial_state()
    with pytest.raises(ToolkitError, match="chance cannot do that now"):
        state.apply_action(210)


def test_the_page_of_adapters_works():
    page = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8")
    blocks = [block for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "pyspiel" in block]
    names = {}
    for block in blocks:
        exec(block, names)
    assert names["state"].is_terminal()
    assert len(blocks) == 2


# ---- its bots and algorithms -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES if LONG else ["wazabi"])
def test_its_bots_play_to_the_end(name):
    from open_spiel.python.algorithms import ismcts
    from open_spiel.python.bots import uniform_random

    game, random = loaded(name, 2), np.random.RandomState(1)
    searcher = ismcts.ISMCTSBot(
        game=game,
        uct_c=2.0,
        max_simulations=4 if name == "wazabi" else 2,
        max_world_samples=-1,
        random_state=random,
        evaluator=Blind(),
    )
    bots, state = [searcher, uniform_random.UniformRandomBot(1, random)], game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choice(actions, p=chances))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    assert state.returns() == list(state.world.returns())


class Blind:
    """An evaluator that thinks nothing of a state: rollouts of whole games would take minutes."""

    def evaluate(self, state):
        return [0.0] * state.num_players()

    def prior(self, state):
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


def test_its_cfr_finds_the_value_of_kuhn_poker(monkeypatch):
    """A game of the protocol through the adapter: -1/18 for who begins, as is known (Kuhn 1950)."""
    from open_spiel.python.algorithms.cfr import CFRSolver
    from open_spiel.python.algorithms.expected_game_score import policy_value

    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "core"))
    register_in_openspiel(__import__("kuhn").GAME)
    game = pyspiel.load_game("toolkit_kuhn")
    solver = CFRSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert policy_value(game.new_initial_state(), [policy] * 2)[0] == pytest.approx(-1 / 18, abs=0.005)


def test_its_sampling_cfr_goes_through_a_tiny_wazabi():
    """Plain CFR cannot: players who tie roll again for the start, so that no depth is the last."""
    from open_spiel.python.algorithms import external_sampling_mccfr as mccfr

    np.random.seed(1)
    solver = mccfr.ExternalSamplingSolver(loaded("wazabi", 2, dice=1, turn_limit=2), mccfr.AverageType.SIMPLE)
    for _ in range(10):
        solver.iteration()
    assert len(solver.average_policy()._infostates) > 10


def test_its_playthrough():
    from absl import flags
    from open_spiel.python.algorithms.generate_playthrough import playthrough

    flags.FLAGS(["playthrough"])
    lines = playthrough("toolkit_wazabi(players=2,dice=1)", None, seed=1).splitlines()
    assert 'GameType.long_name = "Wazabi"' in lines
    assert "IsTerminal() = True" in lines
    assert any(line.startswith("InformationStateString(0) = ") for line in lines)
