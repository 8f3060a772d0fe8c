"""Many rollouts at once: the same for every engine, order and number of workers; the generator; policies."""

from __future__ import annotations

from dataclasses import fields
from importlib.util import find_spec
from random import Random

import numpy as np
import pytest
import rollout_twins as twins
import silver_twins
from sizes import nightly

from solvers.silver.rollouts import Policy, from_position, play, policy, policy_names, trace, whole_round
from solvers.silver.rollouts import layout as at
from solvers.silver.rollouts.chance import below, next_word
from solvers.silver.rollouts.jit import chosen_engine
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.rules import PROFILES, Rules

POOL = [policy("random"), policy("steady"), policy("steady:3")]
START = whole_round(3, Rules())


def same(one, other):
    return all(np.array_equal(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))


def generator(*words):
    table = [0] * at.TRACE
    table[at.RANDOM : at.RANDOM + at.WORDS] = words
    return table


# ---- many rollouts ----------------------------------------------------------------------------------------


@nightly
@pytest.mark.skipif(not find_spec("numba"), reason="the extra fast is not installed")
def test_compiled_rollouts_are_those_of_python():
    starts = [START, whole_round(2, PROFILES["literal"]), whole_round(4, twins.any_rules(Random(3)))]
    starts.append(from_position(silver_twins.position("8 ?", "? 2! 7~0.5", deck=20)))
    for start in starts:
        policies = (POOL + POOL)[: start.players]
        slow = play(start, policies, range(100), seed=1, engine="python")
        assert same(slow, play(start, policies, range(100), seed=1, engine="numba"))


def test_numba_is_used_where_it_pays():
    assert chosen_engine(None, 100) == chosen_engine("python", 10**6) == "python"
    assert chosen_engine(None, 10**6) == ("numba" if find_spec("numba") else "python")
    assert chosen_engine("numba", 1) == "numba"


def test_the_result_is_the_same_for_every_number_of_workers():
    one = play(START, POOL, range(50), seed=1)
    assert all(same(one, play(START, POOL, range(50), seed=1, workers=workers)) for workers in (2, 3, 60))


def test_a_rollout_follows_from_its_number_alone():
    whole = play(START, POOL, range(40), seed="s")
    some = play(START, POOL, [7, 3, 31], seed="s")
    assert whole.points[[7, 3, 31]].tolist() == some.points.tolist()
    assert whole.points.tolist() != play(START, POOL, range(40), seed="t").points.tolist()


def test_rounds_say_what_the_traces_say():
    rounds = play(START, POOL, range(20), seed=5)
    for number in range(20):
        steps, table = trace(START, POOL, 5, number)
        assert rounds.steps[number] == len(steps)
        assert rounds.points[number].tolist() == table[at.POINTS : at.POINTS + 3]
        assert rounds.sums[number].tolist() == table[at.SUMS : at.SUMS + 3]
        assert (rounds.callers[number], rounds.ends[number]) == (table[at.CALLER], table[at.END])


def test_a_long_trace_is_whole():
    steps, table = trace(whole_round(2, Rules(turn_limit=2000)), [policy("random")] * 2, 8)
    assert len(steps) == table[at.STEPS] == table[at.TRACED]


def test_a_start_is_not_changed_by_its_rollouts():
    before = list(START.table)
    play(START, POOL, range(5), seed=1)
    trace(START, POOL, 1)
    assert START.table == before


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: play(START, POOL[:2], range(5), seed=1), "2 policies for 3 seats"),
        (lambda: play(START, POOL, range(0), seed=1), "at least one game"),
        (lambda: play(START, POOL, range(5), seed=1, workers=0), "at least one game and one worker"),
        (lambda: chosen_engine("numbra", 5), "did you mean 'numba'"),
    ],
)
def test_what_cannot_be_played_is_refused(call, words):
    with pytest.raises(ToolkitError, match=words):
        call()


def test_random_rounds_have_the_points_of_the_game():
    """The mean points of random play, against random play of the game itself."""
    ours = play(whole_round(3, Rules()), [policy("random")] * 3, range(600), seed="points").points.mean(
        axis=1
    )
    theirs, random = [], Random("points")
    for _ in range(100):
        state = twins.before_round(3, Rules())
        while not state.results:
            chance = state.to_act() == CHANCE
            legal = state.legal_actions()
            state.apply_unchecked(state.sample_chance(random) if chance else random.choice(legal))
        theirs.append(np.mean(state.results[0].points))
    error = (np.var(ours) / len(ours) + np.var(theirs) / len(theirs)) ** 0.5
    assert abs(ours.mean() - np.mean(theirs)) < 4.5 * error


def test_importing_rollouts_does_not_import_numba(run_python):
    code = "import sys, solvers.silver.rollouts; sys.exit('numba' in sys.modules)"
    assert run_python(code).returncode == 0


def test_rollouts_need_no_numba(run_python):
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from solvers.silver.rollouts import play, policy, whole_round\n"
        "from solvers.silver.rollouts.jit import chosen_engine\n"
        "from toolkit.games.silver.rules import Rules\n"
        "assert chosen_engine(None, 10**9) == 'python'\n"
        "print(play(whole_round(2, Rules()), [policy('steady')] * 2, range(3), seed=4).points.tolist())"
    )
    here = play(whole_round(2, Rules()), [policy("steady")] * 2, range(3), seed=4).points.tolist()
    assert run_python(code).stdout.decode().strip() == str(here)


# ---- the generator ----------------------------------------------------------------------------------------


def test_the_generator_is_xoshiro128_plus_plus():
    """The numbers that its authors' program gives from the state 1, 2, 3, 4."""
    table = generator(1, 2, 3, 4)
    expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295]
    assert [next_word(table) for _ in expected] == expected


def test_the_generator_stays_in_32_bits():
    table = generator(*[0xFFFFFFFF] * 4)
    assert all(0 <= next_word(table) < 1 << 32 for _ in range(1_000))
    assert all(0 <= word < 1 << 32 for word in table[at.RANDOM : at.RANDOM + at.WORDS])


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 52])
def test_numbers_below_a_bound_are_equally_likely(bound):
    table, counts = generator(5, 6, 7, 8), [0] * bound
    for _ in range(20_000):
        counts[below(table, bound)] += 1
    expected = 20_000 / bound
    assert sum((count - expected) ** 2 / expected for count in counts) < bound + 5 * (2 * bound) ** 0.5


def test_numbers_below_a_large_bound_are_not_biased():
    """With a bound of 3 * 2 ** 30 one word in four is refused; plain scaling would favour some numbers."""
    table, bound = generator(1, 2, 3, 4), 3 << 30
    rest = [below(table, bound) % 3 for _ in range(6_000)]
    assert max(rest.count(number) for number in range(3)) < 2_000 + 5 * (6_000 * 2 / 9) ** 0.5


# ---- policies ---------------------------------------------------------------------------------------------


def test_policies_by_name():
    assert policy("steady:3") == Policy("steady", 3)
    assert [str(policy(name)) for name in ("random", "steady", "steady:12")] == [
        "random",
        "steady:5",
        "steady:12",
    ]
    assert policy_names() == ["random", "steady"]


@pytest.mark.parametrize(
    ("name", "words"),
    [("stedy", "did you mean 'steady'"), ("steady:x", "no threshold 'x'"), ("random:3", "no threshold '3'")],
)
def test_unknown_policies_are_refused(name, words):
    with pytest.raises(ToolkitError, match=words):
        policy(name)
