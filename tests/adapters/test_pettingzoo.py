"""The PettingZoo environments by PettingZoo's own tests, and what these do not look at."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest
from sizes import nightly

from solvers import player
from toolkit import play
from toolkit.core import IllegalAction, ToolkitError
from toolkit.core.game import find_game
from toolkit.testing import probe
from toolkit.testing.walking import Walk, guarded
from workbench.adapters.encoding import encoding_of

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, render_test, seed_test

from workbench.adapters import pettingzoo

GAMES = ("mangrovia", "silver", "tobago", "wayfarers", "wazabi")
DRAWN = {"svg": lambda shown: shown.startswith("<svg"), "ansi": lambda shown: "player_0" in shown}

pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation (space for each agent|is not a NumPy array):UserWarning"
)


def environments(name):
    return getattr(pettingzoo, f"{name}_v0")


def at_random(env, seed):
    """Play on at random; yield the agent and what it observes before each of its choices."""
    random = np.random.default_rng(seed)
    for agent in env.agent_iter():
        observed, _, over, broken_off, _ = env.last()
        if over or broken_off:
            return
        yield agent, observed
        env.step(random.choice(np.flatnonzero(observed["action_mask"])))


@pytest.mark.parametrize("name", GAMES)
def test_what_pettingzoo_asks_of_an_environment(name, capsys):
    made = environments(name)
    api_test(made.env(), num_cycles=60)
    seed_test(made.env, num_cycles=30)
    render_test(made.env, custom_tests=DRAWN)
    assert str(made.env()) == f"{name}_v0"
    assert "player_1" in capsys.readouterr().out  # the mode for people prints


@nightly
@pytest.mark.parametrize("name", GAMES)
def test_what_pettingzoo_asks_in_whole_games_of_every_size(name):
    made = environments(name)
    for players in find_game(name).players:
        env = made.env(players)
        api_test(env, num_cycles=3_000)
        seed_test(lambda players=players: made.env(players), num_cycles=1_000)
        env.reset(seed=players)
        for agent, observed in at_random(env, players):
            assert env.observation_space(agent).contains(observed)


@pytest.mark.parametrize("name", GAMES)
def test_a_seed_deals_the_game_of_play_and_pays_its_end(name):
    game, made = find_game(name), environments(name)
    state = game.new(2)
    record = play(state, [player("random"), player("random")], seed=5)
    env = made.raw_env(2)
    env.reset(seed=5)
    numbering, paid = env.seats.numbering, dict.fromkeys(env.agents, 0.0)
    for actor, action in record.actions:
        if actor >= 0:
            assert env.agent_selection == f"player_{actor}"
            seen = env.seen(env.agent_selection)
            assert [numbering.action(number) for number in mask_of(env)] == list(seen.legal_actions())
            env.step(numbering.number(action))
            paid = {agent: paid[agent] + reward for agent, reward in env.rewards.items()}
    assert env.game_state.full_log() == state.full_log()
    assert tuple(paid.values()) == state.returns()
    assert set(env.terminations.values()) == {True}


def mask_of(env):
    return env.last()[0]["action_mask"].nonzero()[0].tolist()


def test_games_without_a_seed_differ_and_follow_from_the_seed_before():
    def hands(seed):
        env = environments("wazabi").raw_env(2)
        for number in (seed, None):
            env.reset(seed=number)
            yield env.game_state.full_log()

    first, second = hands(3)
    assert first != second
    assert [first, second] == list(hands(3))


def test_what_is_not_legal_ends_the_game_or_is_refused():
    env = environments("silver").env()
    env.reset(seed=1)
    agent, observed = env.agent_selection, env.last()[0]
    wrong = int(np.flatnonzero(observed["action_mask"] == 0)[0])
    env.step(wrong)
    assert set(env.terminations.values()) == {True}
    assert {one: reward for one, reward in env.rewards.items() if reward} == {agent: -1.0}
    raw = environments("silver").raw_env()
    raw.reset(seed=1)
    before = raw.game_state.clone()
    with pytest.raises(IllegalAction):
        raw.step(wrong)
    assert raw.game_state == before
    with pytest.raises(ToolkitError, match="they are numbered from 0 to 699"):
        raw.step(700)


@pytest.mark.parametrize("name", ["silver", "wazabi"])
def test_max_cycles_breaks_off_when_an_agent_has_decided_so_often(name):
    """PettingZoo's own `max_cycles_test` lets all agents act at once, with actions that are not masked."""
    env = environments(name).env(3, max_cycles=4)
    env.reset(seed=2)
    decided = [agent for agent, _ in at_random(env, 2)]
    assert max(decided.count(agent) for agent in env.possible_agents) == 4
    assert set(env.truncations.values()) == {True}
    assert set(env.terminations.values()) == {False}
    while env.agents:  # each of them leaves
        env.step(None)


@pytest.mark.parametrize("name", ["wazabi", *(pytest.param(name, marks=nightly) for name in GAMES[:-1])])
def test_no_agent_observes_what_its_seat_must_not_know(name, monkeypatch):
    """The probe for leaks drives worlds that a seat cannot tell apart: their vectors must be equal, too."""
    compared, alike = [], probe._require_alike

    def vectors_alike(one, two, story):
        alike(one, two, story)
        if one.player is not None:
            encoding = encoding_of(one.game, one.players, one.rules)
            assert encoding.encode(one).tobytes() == encoding.encode(two).tobytes(), story
            compared.append(story)

    monkeypatch.setattr(probe, "_require_alike", vectors_alike)
    game, probing = find_game(name), probe._Probe()
    guarded(Walk.begin(game, 2, game.Rules(), "vectors", None), probing.play)
    assert any("out of sight" in story for story in compared)


def test_rules_are_told_as_they_are_written():
    env = environments("wazabi").raw_env(2, rules={"dice": 2})
    env.reset(seed=1)
    assert env.game_state.rules.dice == 2


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"players": 7}, "Wazabi is for 2 to 6 players"),
        ({"render_mode": "rgb_array"}, "no render_mode 'rgb_array'; the modes are human, ansi, svg"),
        ({"max_cycles": 0}, "max_cycles is a number from 1, or None, not 0"),
        ({"rules": {"dies": 2}}, "did you mean 'dice'"),
    ],
)
def test_what_there_is_not_is_refused(settings, problem):
    with pytest.raises(ToolkitError, match=problem):
        environments("wazabi").env(**settings)
    env = environments("wazabi").env()
    env.reset()
    with pytest.raises(ToolkitError, match="nothing is rendered without a render_mode: human, ansi, svg"):
        env.render()


def test_what_the_page_shows(capsys):
    page = (Path(__file__).parents[2] / "docs" / "adapters.md").read_text(encoding="utf-8")
    (block,) = (one for one in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "pettingzoo" in one)
    names = {}
    exec(block, names)
    assert names["env"].agents == []
    assert "dice, player" in capsys.readouterr().out
