"""Simulated odds of Silver against the game itself and exact odds (Q-7, Q-16, Q-18, Q-20, Q-23, Q-24)."""

from __future__ import annotations

from dataclasses import replace
from math import isclose
from random import Random

import numpy as np
import pytest
import silver_twins as twins
from game_checks import apply_unsettled

from solvers.intervals import share
from solvers.silver import static_call
from solvers.silver.rollouts import from_position, play, policy
from solvers.silver.simulated.estimates import estimate
from solvers.silver.simulated.matches import match_chances
from solvers.silver.simulated.replies import call_after_replies
from solvers.silver.simulated.revealer import revealings
from solvers.silver.simulated.rounds import endings
from solvers.silver.simulated.thresholds import call_thresholds
from solvers.silver.turns.villagers import exposure
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules

CALL = twins.position("1 2 ?", "? ? ? ?", "? 3! ?", deck=12, discard=[9])


def played_on(position, random):
    """Play a position on at random in the game itself; return the points and the turns of that round."""
    state = GAME.complete(position, random)
    while state.decision_kind() != "score":
        chance = state.to_act() == CHANCE
        legal = state.legal_actions()
        apply_unsettled(state, state.sample_chance(random) if chance else random.choice(legal))
    turns = state.turns
    state.settle()
    return state.results[-1].points, turns


def differs(mean, error, values):
    """Return by how many standard errors a simulated mean differs from that of other values."""
    return abs(mean - np.mean(values)) / (error**2 + np.var(values) / len(values)) ** 0.5


# ---- calls -------------------------------------------------------------------------------------------


def test_calls_succeed_as_often_as_in_the_game():
    found, random = call_after_replies(CALL, "random", games=1_200), Random("calls")
    called = replace(CALL, called_by=0)
    points = [played_on(called, random)[0][0] for _ in range(500)]
    assert differs(found.score.value, found.score.standard_error, points) < 4.5
    assert differs(found.chance.value, found.standard_error, [not mine for mine in points]) < 4.5


def test_going_on_is_worth_what_it_is_in_the_game():
    position = replace(CALL, villages=(CALL.mine + CALL.mine[-1:] * 2, *CALL.villages[1:]))
    found, random = endings(position, "random", games=600), Random("going on")
    turns = [played_on(position, random)[1] for _ in range(300)]
    pairs = sum(found.pairs.values()) / found.how.games
    assert differs(found.turns.value - pairs, found.turns.standard_error, turns) < 4.5


def test_a_call_to_which_the_reply_changes_nothing_is_the_static_one():
    """The deck is empty and a 13 lies beside it: who takes it discards it, and no card is left (S-46)."""
    position = twins.position("1 8~0.5 ?", "? ? ?", "? 3! ?", deck=0, shown=[13], discard=[13])
    found, exact = call_after_replies(position, games=1_500, insight="nothing"), static_call(position)
    assert abs(found.chance.value - float(exact.chance)) < 4.5 * found.standard_error
    assert abs(found.score.value - float(exact.score)) < 4.5 * found.score.standard_error


def test_replies_make_a_call_worse():
    found = call_after_replies(CALL, games=1_000)
    assert found.chance.high < float(static_call(CALL).chance)
    assert found.how.insight == "own"
    assert call_after_replies(CALL, games=1_000, insight="nothing").succeeded > found.succeeded


def test_a_call_is_scored_by_its_success():
    """Without success the score is the sum and 10: the score is that much more than the sum at failures."""
    found = call_after_replies(CALL, games=500)
    assert found.score.value > (1 - found.chance.value) * 10
    assert isclose(found.saved.value, found.going_on.value - found.score.value, abs_tol=1e-9)
    assert found.chance.low < found.chance.value < found.chance.high
    assert isclose(found.standard_error**2 * 499, found.chance.value * (1 - found.chance.value))


def test_a_call_that_is_made_is_not_compared():
    made, before = (call_after_replies(replace(CALL, called_by=by), games=300) for by in (0, None))
    assert (made.going_on, made.saved) == (None, None)
    assert (made.succeeded, made.score) == (before.succeeded, before.score)


def test_the_answer_is_the_same_for_any_number_of_workers():
    assert call_after_replies(CALL, games=99) == call_after_replies(CALL, games=99, workers=4)
    assert call_after_replies(CALL, games=99, seed=2) != call_after_replies(CALL, games=99)


@pytest.mark.parametrize(
    ("position", "words"),
    [
        (replace(CALL, called_by=1), "player 1 has called already"),
        (replace(CALL, held=4), "none may be held"),
        (twins.position("1 2 3 4 5", "? ?"), "5 own cards"),
    ],
)
def test_S28_S29_where_i_cannot_call_nothing_is_simulated(position, words):
    with pytest.raises(ToolkitError, match=words):
        call_after_replies(position)


# ---- how rounds end ---------------------------------------------------------------------


def test_all_rounds_end_somehow():
    found = endings(CALL, games=400)
    assert sum(found.ends.values()) == 400
    assert sum(found.pairs.values()) == found.ends["villagers"]
    chances = [found.pair_within(turns).value for turns in range(60)]
    assert chances == sorted(chances)
    assert chances[-1] == found.chance("villagers").value


def test_S42_the_pair_meets_in_the_first_turn_as_often_as_it_is_taken():
    """A 0 lies open in my village and one on the pile: any card of mine may go for it."""
    position = twins.position("0! 5 6 7 8", "? ? ? ? ?", deck=20, discard=[9, 0])
    found = endings(position, "steady", games=50)
    assert found.pair_within(1).value == 1
    assert found.turns.value == 1


def test_Q16_a_revealer_ends_the_round_as_often_as_the_other_0_lies_there():
    position = twins.position("0! 5 6", "? ? ?", deck=20, discard=[9], held=6)
    none, *found = revealings(position, games=600)
    exact = float(exposure(replace(position, me=1, held=None, discard=(9, 6)), 0).ends)
    assert none.place is None
    assert none.ended == 0
    assert none.saved.value == 0
    assert [answer.place for answer in found] == [(1, 0), (1, 1), (1, 2)]
    for answer in found:
        assert abs(answer.ends.value - exact) < 4.5 * (exact * (1 - exact) / 1_500) ** 0.5


def test_S50_S64_a_revealer_turns_what_it_may():
    position = twins.position("1 5", "3! ? ?", deck=20, discard=[9], held=6, guards=[[1, 0, 1]])
    assert [answer.place for answer in revealings(position, games=5)] == [None, (1, 2)]
    anybody = replace(position, rules=Rules(revealer="any"))
    assert [answer.place for answer in revealings(anybody, games=5)] == [None, (0, 0), (0, 1), (1, 2)]
    with pytest.raises(ToolkitError, match="no 6 is held"):
        revealings(replace(position, held=None))


@pytest.mark.parametrize("keys", [{"deck": 0}, {"deck": 20, "called_by": 1}])
def test_S42_an_end_by_the_last_card_or_turn_is_not_one_by_the_0s(keys):
    position = twins.position("5 6", "? ?", discard=[9], held=6, **keys)
    for found in revealings(position, games=20):
        assert found.ended == 0


# ---- games ------------------------------------------------------------------------------------------


def test_all_victories_are_shared_out():
    for rules in (Rules(), Rules(score_mode=True)):
        found = match_chances((0, 0, 0), rules, games=40)
        assert isclose(sum(one.value for one in found.shares), 1)
    assert match_chances((0, 0), Rules(), games=5).rounds.value == 4


def test_a_lead_that_no_round_can_turn_wins():
    found = match_chances((0, 500), Rules(), next_round=4, games=100)
    assert [one.value for one in found.shares] == [1, 0]


def test_the_last_round_decides_as_its_points_do():
    start, games = from_position(replace(CALL, round=4)), 200
    found = match_chances((3, 1, 2), Rules(), next_round=4, start=start, games=games, seed="last")
    points = play(start, [policy("steady")] * 3, range(games), seed="last/4").points
    totals = (points + np.array([3, 1, 2])).tolist()
    for player in range(3):
        others = [row[:player] + row[player + 1 :] for row in totals]
        alone = sum(row[player] < min(rest) for row, rest in zip(totals, others, strict=True))
        tied = sum(row[player] == min(rest) for row, rest in zip(totals, others, strict=True))
        assert alone <= found.shares[player].value * games <= alone + tied


def test_the_interval_of_victories_is_that_of_their_share():
    found = match_chances((0, 500), Rules(), next_round=4, games=100)
    assert found.chance(0) == share(100, 100)
    assert found.chance(1) == share(0, 100)
    shared = match_chances((0, 0), Rules(score_mode=True), games=30)
    for player, one in enumerate(shared.shares):
        assert shared.chance(player).value == one.value
        assert shared.chance(player).low <= one.value <= shared.chance(player).high


def test_equal_seats_win_equally_often():
    found = match_chances((0, 0), Rules(), games=200, seed="equal")
    assert abs(found.shares[0].value - 0.5) < 4.5 * found.shares[0].standard_error


def test_score_mode_ends_at_100():
    found = match_chances((95, 99), Rules(score_mode=True), games=60)
    assert found.rounds.value < match_chances((0, 0), Rules(score_mode=True), games=60).rounds.value


@pytest.mark.parametrize(
    ("totals", "rules", "more", "words"),
    [
        ((0, 100), Rules(score_mode=True), {}, "the game is over"),
        ((0, 0), Rules(), {"next_round": 5}, "no round 5"),
        ((0, 0), Rules(), {"games": 0}, "at least one game"),
        ((0, 0), Rules(), {"start": from_position(CALL)}, "2 totals for 3 players"),
        ((0, 0), Rules(), {"name": "greedy"}, "no policy"),
    ],
)
def test_games_that_cannot_be_are_refused(totals, rules, more, words):
    with pytest.raises(ToolkitError, match=words):
        match_chances(totals, rules, **more)


# ---- thresholds -------------------------------------------------------------------------------------


def test_thresholds_are_compared_in_the_same_rounds():
    found = call_thresholds(["steady", "steady:3"], [0, 5, 12], Rules(), games=150)
    assert [one.call for one in found] == [0, 5, 12]
    best = min(found, key=lambda one: one.points.value)
    assert best.behind.value == best.behind.standard_error == 0
    for one in found:
        assert isclose(one.behind.value, one.points.value - best.points.value, abs_tol=1e-9)
    assert found[0].called < found[1].called < found[2].called
    assert found[1].success.value > found[2].success.value


def test_thresholds_follow_from_the_seed_alone():
    asked = {"pool": ["steady"], "thresholds": [2, 6], "rules": Rules(), "games": 40}
    assert call_thresholds(**asked) == call_thresholds(**asked, workers=3)
    assert call_thresholds(**asked, seed=2) != call_thresholds(**asked)


def test_who_never_calls_has_no_success():
    [found] = call_thresholds(["random"], [0], Rules(turn_limit=1), games=20)
    assert found.called == 0
    assert found.success is None


def test_a_threshold_needs_opponents():
    with pytest.raises(ToolkitError, match="0 opponents"):
        call_thresholds([], [5], Rules())


# ---- estimates --------------------------------------------------------------------------------------------


def test_an_estimate_is_a_mean_with_its_error():
    found = estimate(np.array([1.0, 2.0, 3.0]))
    assert (found.value, found.games) == (2.0, 3)
    assert isclose(found.standard_error, 1 / 3**0.5)
    assert str(found.interval) == "2.000 [-0.484, 4.484]"
    assert estimate(np.array([4])).interval.low is None


def test_an_interval_does_not_leave_the_range_of_the_values():
    few = np.array([0, 1, 1, 0, 0, 5])
    assert estimate(few).interval.low < 0
    assert (estimate(few, 0).interval.low, estimate(few, 0).interval.high) == (0, estimate(few).interval.high)
    assert str(estimate(np.array([0.0, 1.0]), 0, 1).interval) == "0.500 [0.000, 1.000]"
    won = match_chances((0, 0), Rules(), games=2, seed=1)
    for one in (*won.shares, won.rounds):
        assert one.least <= one.interval.low <= one.value <= one.interval.high <= one.most


def test_intervals_hold_the_truth_as_often_as_they_say():
    """The chance of no 0 under a slot, known exactly, lies in about 95 of 100 intervals."""
    position = twins.position("0! 5 6", "?", deck=20, discard=[9], held=6)
    exact = float(exposure(replace(position, me=1, held=None, discard=(9, 6)), 0).ends)
    answers = [revealings(position, "random", games=60, seed=seed)[1].ends for seed in range(60)]
    held = sum(one.low <= exact <= one.high for one in answers)
    assert held >= 50  # of 60 at 95 %: fewer once in 10,000 times
