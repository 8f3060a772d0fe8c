"""One learner against bots: Gymnasium's own check, and the same games as `play` plays."""

from __future__ import annotations

import re
import runpy
import warnings
from pathlib import Path

import pytest
from sizes import nightly

from solvers import player
from solvers.players import Bot
from toolkit import play
from toolkit.core import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.play import streams

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from workbench.adapters.gymnasium import Alone  # noqa: E402

ROOT = Path(__file__).parents[2]
GAMES = ("mangrovia", "silver", "tobago", "wayfarers", "wazabi")


@pytest.mark.parametrize("name", GAMES)
def test_what_gymnasium_asks_of_an_environment(name):
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        env = gymnasium.make(f"toolkit/{name}-v0", players=("random", "me"), render_mode="svg")
        check_env(env.unwrapped)
    assert [str(one.message) for one in told if "Box observation space m" not in str(one.message)] == []
    assert env.unwrapped.seat == 1


@pytest.mark.parametrize(
    ("name", "bots"),
    [
        ("wazabi", ("me", "greedy")),
        ("silver", ("random", "me", "random")),
        ("mangrovia", ("random", "me")),
        ("tobago", ("me", "random")),
        ("wayfarers", ("me",)),
    ],
)
def test_a_learner_who_chooses_as_a_bot_plays_the_game_of_that_bot(name, bots):
    seed, seat = 11, bots.index("me")
    state = find_game(name).new(len(bots))
    play(state, [player("greedy" if bot == "me" else bot) for bot in bots], seed=seed)
    env, mine = Alone(name, bots), player("greedy")
    mine.sit(seat, streams(seed, len(bots))[1][seat])
    (numbers, info), reward, over = env.reset(seed=seed), 0.0, False
    while not over:
        assert env.observation_space.contains(numbers)
        assert env.action_masks().tolist() == [bool(legal) for legal in info["action_mask"]]
        action = mine.choose(env.seen, env.seen.legal_actions())
        assert reward == 0
        numbers, reward, over, broken_off, info = env.step(env.seats.numbering.number(action))
        assert not broken_off
    assert env.game_state.full_log() == state.full_log()
    assert reward == state.returns()[seat]
    with pytest.raises(ToolkitError, match=r"no game is going on: reset\(\) begins one"):
        env.step(0)


class Counting(Bot):
    """Chooses by how often it was asked: what it keeps from one game shows in the next."""

    asked = 0

    def choose(self, observation, legal_actions):
        self.asked += 1
        return legal_actions[self.asked % len(legal_actions)]


def test_each_game_has_bots_of_its_own():
    env, logs = Alone("wazabi", ("me", Counting())), []
    for _ in range(2):
        env.reset(seed=5)
        over = False
        while not over:
            _, _, over, _, _ = env.step(env.seats.numbering.number(env.seen.legal_actions()[0]))
        logs.append(env.game_state.full_log())
    assert logs[0] == logs[1]


def test_an_illegal_action_loses_with_the_reason_of_the_rules():
    env = Alone("silver", ("me", "random"))
    _, info = env.reset(seed=1)
    wrong = int((info["action_mask"] == 0).nonzero()[0][0])
    _, reward, over, broken_off, info = env.step(wrong)
    assert (reward, over, broken_off) == (-1.0, True, False)
    assert str(env.seats.numbering.action(wrong)) in info["illegal"]
    with pytest.raises(ToolkitError, match="no game is going on"):
        env.step(wrong)


def test_a_game_begins_with_a_choice_of_the_learner():
    """With one die somebody has often won before the learner is asked: then another game is dealt."""
    env = Alone("wazabi", ("random", "me"), rules={"dice": 1})
    over = 0
    for seed in range(60):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        state = find_game("wazabi").new(2, find_game("wazabi").Rules(dice=1))
        record = play(state, [player("random"), player("random")], seed=seed)
        over += all(actor != 1 for actor, _ in record.actions)
    assert over > 0


@pytest.mark.parametrize(
    ("players", "problem"),
    [
        (("greedy", "random"), "the players are bots and once \"me\", not \\('greedy', 'random'\\)"),
        (("me", "me"), 'the players are bots and once "me"'),
        (("me", "gredy"), "no player 'gredy'; did you mean 'greedy'"),
        (("me", "remembering:0.9"), "remembering"),
    ],
)
def test_players_that_there_are_not_are_refused(players, problem):
    with pytest.raises(ToolkitError, match=problem):
        Alone("wazabi", players)


def test_what_the_page_shows(capsys):
    page = (ROOT / "docs" / "adapters.md").read_text(encoding="utf-8")
    (block,) = (one for one in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "gymnasium" in one)
    names = {}
    exec(block, names)
    assert names["same"].unwrapped.seats.encoding is names["env"].seats.encoding
    assert capsys.readouterr().out.startswith("Outcome(reason=")


def test_the_example_learns():
    """After few games a step of the weights was taken, towards what won; the nightly test asks for more."""
    example = runpy.run_path(str(ROOT / "examples" / "train_wazabi.py"))
    policy, won = example["train"](80, 1)
    assert (policy.steps, len(won)) == (2, 80)
    assert policy.weights.any()


@nightly
def test_the_example_beats_a_random_player():
    example = runpy.run_path(str(ROOT / "examples" / "train_wazabi.py"))
    policy, _ = example["train"](5_000, 1)
    results = example["tried"](policy, 1_000, 10**6)
    assert sum(results) > 700
