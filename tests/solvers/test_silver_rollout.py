"""Rollouts of Silver against the game itself: every option counted, every step applied."""

from collections import Counter
from dataclasses import fields
from importlib.util import find_spec
from random import Random

import numpy as np
import pytest
import rollout_twins as twins
import silver_twins
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import random_game
from sizes import every_day, examples, nightly

from solvers.silver import asking
from solvers.silver.rollouts import (
    Policy,
    compare,
    from_position,
    from_state,
    play,
    policy,
    trace,
    whole_round,
)
from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.table import below, next_word
from toolkit.core.errors import ToolkitError
from toolkit.games.silver import village
from toolkit.games.silver.actions import CALL, DISCARD
from toolkit.games.silver.completion import Hidden
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import position_of
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
        state = GAME.new(players, rules)
        start = whole_round(players, rules, holder=state.amulet, may_protect=state.may_protect)
        ends[twins.replay(start, state, [chosen] * players, seed, number)[at.END]] += 1
    return ends


@pytest.mark.parametrize("profile", PROFILES)
def test_whole_rounds_are_those_of_the_game(profile):
    ends = Counter()
    for players in (2, 3, 4):
        ends += replayed(players, PROFILES[profile], f"{profile}/{players}", rounds=8)
    assert {at.PAIR_MET, at.LAST_TURNS_OVER, at.RAN_OUT} <= set(ends)


def test_each_switch_alone_is_that_of_the_game():
    for number, (name, value) in enumerate(twins.SWITCHES):
        replayed(2 + number % 3, Rules(**{name: value}), f"{name}/{value}", rounds=examples(2))


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
    for number in range(every_day(32, 45)):
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
        twins.replay_from(state, [STEADY, RANDOM, STEADY, STEADY][:players], str(seed))


# ---- Many rollouts at once ----

POOL = [policy("random"), policy("steady"), policy("steady:3")]
START = whole_round(3, Rules())


def same(one, other):
    return all(np.array_equal(getattr(one, part.name), getattr(other, part.name)) for part in fields(one))


def generator(*words):
    table = [0] * at.TRACE
    table[at.RANDOM : at.RANDOM + at.WORDS] = words
    return table


# ---- many rollouts ----
@nightly
@pytest.mark.skipif(not find_spec("numba"), reason="the extra fast is not installed")
def test_compiled_rollouts_are_those_of_python():
    starts = [START, whole_round(2, PROFILES["literal"]), whole_round(4, twins.any_rules(Random(3)))]
    starts.append(from_position(silver_twins.position("8 ?", "? 2! 7~0.5", deck=20)))
    for start in starts:
        policies = (POOL + POOL)[: start.players]
        slow = play(start, policies, range(100), seed=1, engine="python")
        assert same(slow, play(start, policies, range(100), seed=1, engine="numba"))
    state, words = decision("use"), np.arange(1, 41).reshape(10, 4)
    compared = from_state(state), [STEADY] * 2, state.legal_actions()[:3], np.zeros((10, 0), np.int64), words
    assert np.array_equal(compare(*compared, engine="python"), compare(*compared, engine="numba"))


def decision(kind):
    """Return a state of a random game of two at a decision of a kind."""
    states = (twins.some_decision(2, Rules(), Random(number)) for number in range(200))
    return next(state for state in states if state and state.decision_kind() == kind)


def test_an_action_that_is_not_legal_is_refused_and_all_others_have_equal_luck():
    start, policies = from_state(decision("use")), [STEADY] * 2
    faces, words = np.zeros((5, 0), np.int64), np.arange(1, 21).reshape(5, 4)
    twice = compare(start, policies, [DISCARD, DISCARD], faces, words)
    assert (twice[0] == twice[1]).all()
    with pytest.raises(ToolkitError, match="not legal"):
        compare(start, policies, [CALL], faces, words)


def test_rollouts_need_no_numba(run_python):
    code = (
        "import sys; sys.modules['numba'] = None\n"
        "from solvers.silver.rollouts import play, policy, whole_round\n"
        "from solvers.silver.rollouts.compiling import chosen_engine\n"
        "from toolkit.games.silver.rules import Rules\n"
        "assert chosen_engine(None, 10**9) == 'python'\n"
        "print(play(whole_round(2, Rules()), [policy('steady')] * 2, range(3), seed=4).points.tolist())"
    )
    here = play(whole_round(2, Rules()), [policy("steady")] * 2, range(3), seed=4).points.tolist()
    assert run_python(code).stdout.decode().strip() == str(here)


# ---- the generator ----
def test_the_generator_is_xoshiro128_plus_plus():
    """The numbers that its authors' program gives from the state 1, 2, 3, 4."""
    table = generator(1, 2, 3, 4)
    expected = [641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295]
    assert [next_word(table) for _ in expected] == expected


@pytest.mark.parametrize("bound", [1, 2, 3, 7, 52])
def test_numbers_below_a_bound_are_equally_likely(bound):
    table, counts = generator(5, 6, 7, 8), [0] * bound
    for _ in range(20_000):
        counts[below(table, bound)] += 1
    expected = 20_000 / bound
    assert sum((count - expected) ** 2 / expected for count in counts) < bound + 5 * (2 * bound) ** 0.5


# ---- policies ----
def test_policies_by_name():
    assert policy("steady:3") == Policy("steady", 3)
    assert [str(policy(name)) for name in ("random", "steady", "steady:12")] == [
        "random",
        "steady",
        "steady:12",
    ]


@pytest.mark.parametrize(
    ("name", "words"),
    [("stedy", "did you mean 'steady'"), ("steady:x", "no threshold 'x'"), ("random:3", "no threshold '3'")],
)
def test_unknown_policies_are_refused(name, words):
    with pytest.raises(ToolkitError, match=words):
        policy(name)


# ---- The policy `steady` ----
def acts(mine, theirs="? ? ? ? ?", name="steady", steps=1, **keys):
    """Return the first steps of a steady player, in notation."""
    position = silver_twins.position(mine, theirs, **keys)
    state = GAME.complete(position, Random("steady"), insight="nothing")
    found, _ = trace(from_state(state), [policy(name)] * 2, seed=1)
    return [str(step.action) for step in found[:steps]]


def test_it_calls_at_its_threshold_and_not_above():
    assert acts("1 2 2", name="steady:5") == ["call"]
    assert acts("1 2 3", name="steady:5") != ["call"]
    assert acts("1 2 3", name="steady:6") == ["call"]
    assert acts("0 0 1 1 1") != ["call"]  # S-28


def test_it_takes_what_saves_more_than_a_draw():
    assert acts("12 11 10", discard=[4, 0], steps=2) == ["take", "exchange 0"]
    assert acts("12 11 10", discard=[4, 9]) == ["draw"]
    assert acts("12 11 10", discard=[4, 11]) == ["take"]  # two 11s leave together later


def test_it_does_not_take_a_card_for_its_like_that_lies_open():
    assert acts("4", discard=[9, 4], name="steady:0") == ["take"]
    assert acts("4!", discard=[9, 4], name="steady:0") == ["draw"]


@pytest.mark.parametrize("top", [7, 13])
def test_S44_a_shown_card_is_worth_what_it_is_good_for_face_up_and_kept_for_it(top):
    asked = {"theirs": "2 2 2", "shown": [4], "discard": [9, 12], "top": [top], "name": "steady:0"}
    assert acts("1 3 0", steps=2, **asked) == ["shown 0", "exchange 1"]


def test_it_robs_a_card_that_it_knows_to_be_low():
    assert acts("1 2 11", "? 0 ?", held=12, steps=3) == ["discard", "rob 1:1", "give 2"]


def test_S53_a_witch_is_worth_what_the_card_is_that_she_is_known_to_bring():
    asked = {"mine": "1 2 11", "held": 11, "steps": 4}
    assert acts(top=[0], **asked)[2:] == ["draw 0", "exchange 2"]
    assert acts(top=[13], theirs="0 4 4", **asked | {"mine": "1 2 3"})[2:] == ["draw 13", "hit 1:0"]
    assert acts("0 1", "5 5 5", held=11, top=[4], steps=2) == ["discard", "skip"]


def test_S39_A32_a_witch_whom_only_a_loss_is_left_to_is_not_used():
    assert acts("3", "5", held=11, amulet=(0, 0), top=[9], steps=2) == ["discard", "use"]
    assert acts("3", "12", held=11, amulet=(0, 0), top=[7], steps=2) == ["discard", "skip"]
    assert acts("0 1", "5", held=11, amulet=(1, 0), top=[13], steps=2) == ["discard", "skip"]


def test_a_draw_is_worth_what_the_card_is_that_is_known_to_come():
    assert acts("3 3 8", top=[0], discard=[9, 1], name="steady:0") == ["draw"]
    assert acts("3 3 8", top=[7], discard=[9, 1], name="steady:0") == ["take"]


def test_S42_a_second_0_is_not_taken_with_a_high_sum_for_it_ends_the_round():
    mine, theirs = "12 11 13 12 9", "0! 1 3!"
    assert acts(mine, theirs, discard=[9, 0]) == ["draw"]
    assert acts(mine, theirs, discard=[9, 1]) == ["take"]


def test_S47_an_empath_looks_first():
    assert acts("2! ? ? 10 10", discard=[9, 12]) == ["look 0:1"]
    assert acts("2! 1 3 10 10", discard=[9, 12]) == ["draw"]


def test_S29_in_the_last_turn_nothing_is_looked_at_and_points_are_saved():
    assert acts("8 ? ?", held=7) == ["discard"]
    assert acts("8 ? ?", "? ? ?", held=7, called_by=1) == ["exchange 0"]


@pytest.mark.parametrize(("deck", "shown", "last"), [(1, [], True), (2, [], False), (1, [9], False)])
def test_S30_S46_a_turn_with_a_card_in_hand_is_the_last_one_if_no_other_card_will_be_left(deck, shown, last):
    acted = acts("8 ? ?", "? ? ?", held=7, deck=deck, shown=shown)
    assert acted == ["exchange 0" if last else "discard"]


@given(st.integers(0, 10**6), st.integers(2, 4))
@settings(max_examples=examples(12))
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


def test_it_beats_random_play_by_far():
    players = 4
    seats = [STEADY, *[policy("random")] * (players - 1)]
    points = play(whole_round(players, Rules()), seats, range(60), seed=2).points
    assert points[:, 0].mean() < points[:, 1:].mean() / 3


# ---- What amulet and Bodyguards forbid is the same in the game, in positions and in rollouts ----
def states(number):
    """Yield states of random games with any rules: those in which something is protected, and some others."""
    random = Random(f"protection/{number}")
    for _ in range(10):
        for state in random_game(GAME.new(random.choice([2, 3, 4]), twins.any_rules(random)), random):
            if state.decision_kind() in ("turn", "use"):
                kept = any(state.guards) or state.amulet_slot >= 0
                if random.random() < (0.5 if kept else 0.05):
                    yield state


def own(state, player):
    """Return the slots whose cards their owner may push or give away."""
    return [one.slot for one in village.own_cards(state, player, "give")]


@pytest.mark.parametrize("number", range(3))
def test_S36_S64_positions_and_rollouts_protect_what_the_game_does(number):
    protected = Counter()
    for state in states(number):
        me, table = state.turn, from_state(state).table
        position = position_of(state.observation(me))
        others = [player for player in range(state.players) if player != me]
        moved = [(player, slot) for player in others for slot in village.movable_by_rivals(state, player)]
        seen = [(player, slot) for player in others for slot in village.in_sight(state, me, player)]
        assert asking.takeable(position) == moved
        assert asking.other_face_down(position) == seen
        assert asking.pushable(position) == [(me, slot) for slot in own(state, me)]
        assert asking.own_face_down(position) == [(me, slot) for slot in village.in_sight(state, me, me)]
        for player in range(state.players):
            places = [at.card_at(player, slot) for slot in range(len(state.up[player]))]
            compared = {
                at.moved_by_owner: own(state, player),
                at.moved_by_rivals: village.movable_by_rivals(state, player),
                at.seen_by_rivals: village.in_sight(state, (player + 1) % state.players, player),
                at.seen_by_owner: village.in_sight(state, player, player),
            }
            for mirror, slots in compared.items():
                assert [s for s, card in enumerate(places) if mirror(table, card)] == slots
            assert at.own_slots(table, player) == len(own(state, player))
            assert village.may_give(state, player) == bool(own(state, player))
            protected["amulet"] += village.amulet_slot(state, player) >= 0
            protected["guards"] += len(state.guards[player])
    assert min(protected["amulet"], protected["guards"]) > 5, protected


# ---- Deals of hidden cards against every world that a small position allows ----

GAMES = 2_500


@pytest.mark.parametrize("seed", range(12))
def test_deals_are_as_likely_as_their_worlds(seed):
    start = silver_twins.small(seed)
    hidden, random = Hidden(start), Random(f"deals/{seed}")
    found = Counter(tuple(hidden.deal(random)[0]) for _ in range(GAMES))
    law = silver_twins.law(
        silver_twins.worlds(start), lambda world: tuple(world[place] for place in hidden.places)
    )
    assert set(found) <= set(law)
    for numbers, chance in law.items():
        error = float(chance * (1 - chance) / GAMES) ** 0.5
        assert abs(found[numbers] / GAMES - chance) <= 5 * error + 1e-9


def test_a_rollout_of_a_position_is_one_of_its_completed_game():
    """The cards that are dealt into the table lie where the completed game has them."""
    position = silver_twins.position("8 ? 12~0.9", "? 3! ?", deck=12, discard=[9, 4], top=[5, 6])
    start = from_position(position)
    for number in range(20):
        random = Random(f"s/{number}")
        assert start.deal is not None
        faces = start.deal(random)
        state = GAME.complete(position, Random(f"s/{number}"))
        table, whole = list(start.table), from_state(state).table
        for place, face in zip(start.places, faces, strict=True):
            table[place] = face
        deck, pile = at.PILES, at.PILES + at.SLOTS * at.PILE_FIELDS
        assert table[:deck] + table[pile:] == whole[:deck] + whole[pile:]
        assert sorted(table[deck:pile]) == sorted(whole[deck:pile])


def test_who_knows_more_plays_better():
    position = silver_twins.position("8 ? ? ?", "? ? ? ?", deck=20, discard=[9])
    steady, deals = [policy("steady")] * 2, range(every_day(60, 120))
    knows = play(from_position(position, insight="own"), steady, deals, seed=1).points[:, 1].mean()
    blind = play(from_position(position, insight="nothing"), steady, deals, seed=1).points[:, 1].mean()
    assert knows < blind
