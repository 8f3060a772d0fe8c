"""Rollouts of Silver against the game itself: every option counted, every step applied (S-1 to S-71)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
import rollout_twins as twins
import silver_twins
from hypothesis import given
from hypothesis import strategies as st
from sizes import examples

from solvers.silver.rollouts import from_state, policy, trace, whole_round
from solvers.silver.rollouts import layout as at
from solvers.silver.rollouts.trace import action_of
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import slots, vocabulary
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import PROFILES, Rules

RANDOM, STEADY = policy("random"), policy("steady")
PLAYERS = st.integers(2, 4)
SEEDS = st.integers(0, 10**9)
RULES = st.fixed_dictionaries(
    {},
    optional={
        **{name: st.sampled_from([v for n, v in twins.SWITCHES if n == name]) for name, _ in twins.SWITCHES},
        "turn_limit": st.integers(1, 60),
    },
)


def replayed(players, rules, seed, rounds=1, chosen=RANDOM):
    ends = Counter()
    for number in range(rounds):
        state = twins.before_round(players, rules)
        start = whole_round(players, rules, holder=state.amulet, may_protect=state.may_protect)
        ends[twins.replay(start, state, [chosen] * players, seed, number)[at.END]] += 1
    return ends


@pytest.mark.parametrize("profile", PROFILES)
def test_whole_rounds_are_those_of_the_game(profile):
    ends = Counter()
    for players in (2, 3, 4):
        ends += replayed(players, PROFILES[profile], f"{profile}/{players}", rounds=70)
    assert {at.PAIR_MET, at.LAST_TURNS_OVER, at.RAN_OUT} <= set(ends)


def test_each_switch_alone_is_that_of_the_game():
    for name, value in twins.SWITCHES:
        for players in (2, 3, 4):
            replayed(players, Rules(**{name: value}), f"{name}/{value}", rounds=examples(5))


@given(PLAYERS, RULES, SEEDS)
def test_rounds_of_all_rules_together_are_those_of_the_game(players, rules, seed):
    replayed(players, Rules(**rules), str(seed))


def test_rounds_that_a_limit_cuts_short_leave_the_same_cards():
    random = Random("limits")
    for number in range(examples(100)):
        rules = twins.any_rules(random)
        players = random.choice([2, 3, 4])
        replayed(players, rules, f"limits/{number}")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("profile", PROFILES)
def test_rollouts_go_on_from_turns_and_uses_in_the_middle(profile, players):
    random, kinds = Random(f"{profile}/{players}"), Counter()
    for number in range(30):
        state = twins.some_decision(players, PROFILES[profile], random)
        if state is not None:
            kinds[state.decision_kind()] += 1
            twins.replay_from(state, [RANDOM] * players, str(number))
    assert kinds["turn"] > 2
    assert kinds["use"] > 2


@given(PLAYERS, RULES, SEEDS)
def test_rollouts_go_on_under_all_rules(players, rules, seed):
    state = twins.some_decision(players, Rules(**rules), Random(seed))
    if state is not None:
        twins.replay_from(state, [RANDOM, STEADY, RANDOM, STEADY][:players], str(seed))


def test_every_verb_is_used():
    used = Counter()
    for number in range(150):
        rules = twins.any_rules(Random(number))
        steps, _ = trace(whole_round(3, replace(rules, turn_limit=200)), [RANDOM] * 3, number)
        used.update(str(step.action).split()[0] for step in steps)
    holder = whole_round(3, Rules(), holder=1, may_protect=True)
    used.update(str(step.action).split()[0] for step in trace(holder, [RANDOM] * 3, 1)[0])
    assert set(used) == {str(action).split()[0] for action in vocabulary(3)}


def test_a_later_round_with_the_right_to_the_amulet_is_that_of_the_game():
    random, placed = Random("amulet"), 0
    for number in range(80):
        players = random.choice([2, 3, 4])
        state = twins.some_decision(players, Rules(amulet_use="any_holder"), random)
        if state is not None and state.round > 1:
            table = twins.replay_from(state, [RANDOM] * players, str(number))
            placed += table[at.PLACED]
    assert placed > 3


def test_S9_a_turn_without_a_card_to_take_has_free_actions_and_its_end():
    """All cards lie in villages, in the last turns after a call (A-38): an Empath may look, or may not."""
    mine = " ".join(["2!", "3!", *["?"] * 36])
    rules = {"finish_last_turns": True}
    position = silver_twins.position(mine, "? ? ? ?", deck=0, discard=[], called_by=1, rules=rules)
    for number in range(30):
        state = GAME.complete(position, Random(number))
        steps, _ = trace(from_state(state), [RANDOM] * 2, str(number))
        twins.replay_from(state, [RANDOM] * 2, str(number))
        assert str(steps[-1].action) == "end"


def test_S15_S65_villages_grow_to_the_end_of_the_deck():
    rules, largest = Rules(turn_limit=2000), 0
    for number in range(40):
        table = twins.replay(
            whole_round(2, rules), twins.before_round(2, rules), [RANDOM] * 2, "grow", number
        )
        largest = max(largest, *table[at.SIZES : at.SIZES + 2])
    assert 20 < largest <= slots(2)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_steady_players_only_do_what_is_legal(players):
    for number in range(examples(40)):
        rules = twins.any_rules(Random(f"steady/{number}"))
        replayed(players, rules, f"steady/{number}", chosen=STEADY)


def test_a_round_can_be_followed_from_nowhere_else():
    state = twins.before_round(2, Rules())
    with pytest.raises(ToolkitError, match="turn or use"):
        from_state(state)


def test_verbs_stand_for_actions_of_the_vocabulary():
    known = set(map(str, vocabulary(4)))
    for step in trace(whole_round(4, Rules()), [RANDOM] * 4, 5)[0]:
        assert str(step.action) in known
    assert str(action_of(15, 2, 3)) == "look 2:3"
