"""Calls in whole rounds of Silver, against the game itself (Q-8, Q-24)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from math import isclose
from random import Random

import pytest
from rollout_twins import replay

from solvers.silver.rollouts import Policy, policy
from solvers.silver.simulated import calls as calls
from solvers.silver.simulated.calls import calls_in_play
from toolkit.core.errors import ToolkitError
from toolkit.core.hidden import HIDDEN
from toolkit.games.silver.cards import MOST_TO_CALL
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import SilverState

POOL = ("steady:3", "random")


def by_the_game(pool, rules, games, seed):
    """Return the points with and without a call by cards and sum; the engine checks and scores each round."""
    found = defaultdict(list)
    for number in range(games):
        me, names = number % (len(pool) + 1), [Policy(), *map(policy, pool)]
        policies = names[-me:] + names[:-me] if me else names
        waiting = [replace(one, call=-1) if seat == me else one for seat, one in enumerate(policies)]
        seen = set()
        for state in calls._states(rules, waiting, seed, number):
            turn = open_turn(state, me)
            if turn is None or turn in seen:
                continue
            seen.add(turn)
            called = state.clone()
            called.apply(calls.CALL)
            random = Random(f"{seed}/{number}/refill")
            while called.to_act() == calls.CHANCE:
                called.apply(called.sample_chance(random))
            tables = [replay(calls.from_state(called), called, policies, f"{seed}/on", number)]
            tables.append(
                replay(
                    calls.without_call(calls.from_state(state)), waited(state), policies, f"{seed}/on", number
                )
            )
            found[turn].append([table[me] for table in tables])
    return found


def open_turn(state, me):
    """Return the number and the sum of the own cards where the player knows all of them and may call."""
    if (
        state.to_act() != me
        or state.decision_kind() != "turn"
        or "call" not in map(str, state.legal_actions())
    ):
        return None
    village = state.observation(me)[SilverState.cards].zone(f"village {me}")
    return None if HIDDEN in village else (len(village), sum(village))


def waited(state):
    """Return the state in a turn in which it is too late to call (S-66)."""
    later = state.clone()
    later.acted = True
    return later


def test_Q8_calls_and_going_on_are_scored_as_in_the_game():
    found = calls_in_play(POOL, Rules(), games=24, seed="game")
    expected = by_the_game(POOL, Rules(), 24, "game")
    assert [(one.cards, one.sum) for one in found] == sorted(expected)
    assert sum(one.turns for one in found) > 24
    for one in found:
        rows = expected[one.cards, one.sum]
        assert one.turns == len(rows)
        assert isclose(one.score.value, sum(score for score, _ in rows) / len(rows))
        assert isclose(one.going_on.value, sum(other for _, other in rows) / len(rows))
        assert isclose(one.saved.value, one.going_on.value - one.score.value, abs_tol=1e-9)
        assert one.succeeded == sum(score == 0 for score, _ in rows)
        assert one.cards <= MOST_TO_CALL
        assert one.chance.low <= one.chance.value <= one.chance.high


def test_S32_a_low_sum_succeeds_more_often_than_a_high_one():
    found = calls_in_play(["steady"], Rules(), games=80, seed="sums")
    low, high = ([one for one in found if (one.sum <= 5) == few] for few in (True, False))
    shares = [sum(one.succeeded for one in some) / sum(one.turns for one in some) for some in (low, high)]
    assert shares[0] > shares[1] + 0.2


def test_calls_follow_from_the_seed_and_name_the_policies():
    asked = {"pool": ["steady:3"], "rules": Rules(), "games": 12}
    found = calls_in_play(**asked, call=4)
    assert found == calls_in_play(**asked, call=4)
    assert found != calls_in_play(**asked, call=4, seed=2)
    assert {one.how.policies for one in found} == {("steady:4", "steady:3")}


@pytest.mark.parametrize(
    ("pool", "rules", "games", "words"),
    [
        ([], Rules(), 1, "0 opponents"),
        (["steady"] * 4, Rules(), 1, "4 opponents"),
        (["steady"], Rules(), 0, "0 rounds"),
        (["stedy"], Rules(), 1, "did you mean 'steady'"),
        (["steady"], Rules(memory="table"), 1, "rules.memory = table"),
    ],
)
def test_rounds_that_cannot_be_are_refused(pool, rules, games, words):
    with pytest.raises(ToolkitError, match=words):
        calls_in_play(pool, rules, games=games)
