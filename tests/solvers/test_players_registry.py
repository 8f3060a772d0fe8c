"""Players by their names."""

from __future__ import annotations

from random import Random

import pytest
from kuhn import GAME as KUHN

from solvers.players import Ismcts, find_advice, player, player_names
from solvers.players.registry import check_player
from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game
from toolkit.core.play import play


@pytest.mark.parametrize(
    "name",
    [
        "random",
        "greedy",
        "ismcts:7",
        "ismcts:0.25s",
        "ismcts:0.000001s",
        "ismcts:1234.5s",
        "ismcts:10s",
        "remembering:0.97",
        "remembering:power:1:0.5",
        "remembering:last:7",
    ],
)
def test_a_player_is_found_by_its_name_and_says_it(name):
    assert player(name).name == name
    assert player(f" {name} ").name == name


@pytest.mark.parametrize("seconds", [1e-6, 0.0000123, 0.1 + 0.2, 1 / 3, 2, 1234.56789, 9999])
def test_the_name_of_a_search_by_the_clock_reads_back(seconds):
    search = Ismcts(seconds=seconds)
    assert player(search.name).seconds == search.seconds == pytest.approx(seconds, abs=5e-7)


@pytest.mark.parametrize("iterations", [0, -1, 10_000_001, 2.5, 4.0, float("nan"), True, "7", None])
def test_a_number_of_iterations_that_cannot_be_is_refused(iterations):
    with pytest.raises(ToolkitError, match="is no budget: give iterations from 1"):
        Ismcts(iterations)


@pytest.mark.parametrize("seconds", [0, -0.5, 1e-7, 10_000, float("nan"), float("inf")])
def test_seconds_that_cannot_be_are_refused(seconds):
    with pytest.raises(ToolkitError, match="seconds are no budget: give iterations from 1"):
        Ismcts(seconds=seconds)


def test_ismcts_has_a_budget_of_its_own():
    assert player("ismcts").name == "ismcts:200"
    assert set(player_names()) == {"random", "greedy", "ismcts", "remembering"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("gredy", "no player 'gredy'; did you mean 'greedy'?"),
        ("", "no player ''; the players are random, greedy, ismcts"),
        ("random:3", "player 'random' takes no budget, such as '3'"),
        ("greedy:", "player 'greedy' takes no budget, such as ''"),
        ("ismcts:", "'' is no budget"),
        ("ismcts:0", "ismcts: 0 is no budget"),
        ("ismcts:-5", "'-5' is no budget"),
        ("ismcts:0s", "0.0 seconds are no budget"),
        ("ismcts:0.000s", "0.0 seconds are no budget"),
        ("ismcts:99999999", "99999999 is no budget"),
        ("ismcts:9999.5s", "9999.5 seconds are no budget"),
        ("ismcts:99999999999", "is no budget"),
        ("ismcts:1e3", "is no budget"),
        ("ismcts:\u0663", "is no budget"),
    ],
)
def test_another_name_is_refused(name, message):
    with pytest.raises(ToolkitError) as error:
        player(name)
    assert message in str(error.value)


def test_every_call_makes_a_new_player():
    assert player("greedy") is not player("greedy")


def test_there_is_advice_for_the_games_of_the_toolkit_alone():
    assert find_advice("wazabi") is not None
    assert find_advice("tobago") is not None
    assert find_advice("silver") is not None
    assert find_advice("kuhn") is None


def test_greedy_says_that_it_does_not_know_a_game():
    with pytest.raises(ToolkitError, match="does not know kuhn: it knows silver, tobago, wazabi"):
        play(KUHN.new(2), [player("greedy"), player("random")], seed=1)


@pytest.mark.parametrize(
    ("name", "game", "message"),
    [
        ("greedy", "kuhn", "does not know kuhn: it knows silver, tobago, wazabi"),
        (" remembering:0.9 ", "wazabi", "plays Silver only, not wazabi"),
        ("remembering", "wazabi", "plays Silver only, not wazabi"),
        ("remembering", "silver", "give the chance for a turn"),
        ("gredy", "wazabi", "did you mean 'greedy'?"),
    ],
)
def test_a_player_who_does_not_know_the_game_is_refused_before_it(name, game, message):
    with pytest.raises(ToolkitError) as error:
        check_player(name, game)
    assert message in str(error.value)


def test_who_knows_the_game_may_play():
    for name, game in (
        ("greedy", "wazabi"),
        ("remembering:last:7", "silver"),
        ("random", "kuhn"),
        ("ismcts", "kuhn"),
    ):
        check_player(name, game)


def test_a_search_by_the_clock_ends():
    state = find_game("wazabi").new(2)
    play(state, [player("ismcts:0.0001s"), player("greedy")], seed=1)
    assert state.outcome()


def test_random_takes_every_legal_action_equally_often():
    state = find_game("wazabi").new(6)
    random = Random(3)
    while state.decision_kind() != "give":
        chance = state.to_act() < 0
        state.apply(state.sample_chance(random) if chance else random.choice(state.legal_actions()))
    seat = player("random")
    seat.sit(0, random)
    legal = state.legal_actions()
    chosen = [seat.choose(state.observation(state.to_act()), legal) for _ in range(2_000)]
    for action in legal:
        assert chosen.count(action) == pytest.approx(400, abs=65)  # 3.6 standard errors
