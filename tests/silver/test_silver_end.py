"""The totals and the end of the game, also against the oracle (S-7, S-34, S-57 to S-60, S-68)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
import scoring_oracle as oracle
from hypothesis import given
from hypothesis import strategies as st
from silver_helpers import SCORINGS, finish, idle, new_game, random_game, scored, seen, table

from toolkit.games.silver.actions import RoundScored
from toolkit.games.silver.scoring import game_winners, new_totals
from toolkit.games.silver.state import SilverState


def test_S7_S34_S57_four_rounds_are_added_and_the_lowest_total_wins() -> None:
    state = new_game(3)
    *_, end = random_game(state, Random(4))
    outcome = end.outcome()
    assert outcome is not None
    assert outcome.reason == "round 4 was the last (S-57)"
    assert len(end.results) == 4
    sums = tuple(sum(points) for points in zip(*(points for _, points in end.results), strict=True))
    assert outcome.scores == sums
    assert all(sums[winner] == min(sums) for winner in outcome.winners)
    assert end.returns() == tuple(float(player in outcome.winners) for player in range(3))


@pytest.mark.parametrize(
    ("rounds", "number", "over"), [(4, 3, False), (4, 4, True), (2, 1, False), (2, 2, True)]
)
def test_S57_there_are_four_rounds_or_as_many_as_the_rules_say(rounds: int, number: int, over: bool) -> None:
    state = table("4", "1 1", deck="1", rounds=rounds)
    state.round = number
    assert (finish(state, called=False).outcome() is not None) == over


def after_last_round(*villages: str, totals: tuple[int, ...], **facts: Any) -> SilverState:
    """Return the game after its last round, which ended with the deck."""
    state = table(*villages, deck="1", **facts)
    state.totals, state.round = totals, 4
    return finish(state, called=False)


def won(state: SilverState) -> tuple[int, ...]:
    """Return who has won."""
    end = state.outcome()
    assert end is not None
    return end.winners


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((10, 20, 30), 0),  # 12, 22, 33
        ((30, 11, 10), 1),  # 32, 13, 13: the holder is not tied; to its left sits 1
        ((11, 11, 10), 0),  # 13, 13, 13: the holder
    ],
)
def test_S57_a_tie_goes_to_the_holder_or_the_nearest_to_the_left(
    totals: tuple[int, ...], winner: int
) -> None:
    state = after_last_round("2^", "1 1", "3", totals=totals, amulet="0")
    assert (state.amulet, won(state)) == (0, (winner,))


def test_S57_S68_A46_the_amulet_is_awarded_before_ties_are_broken() -> None:
    state = after_last_round("4", "1 1", "3", totals=(9, 20, 10), amulet="0")
    assert (state.totals, state.amulet) == ((13, 22, 13), 1)
    assert won(state) == (2,)  # nearest to the new holder, not to the old one


def test_S7_S57_no_round_follows_the_fourth_and_all_villages_lie_open() -> None:
    state = after_last_round("4", "1 1", "3", totals=(0, 0, 0))
    assert (state.stack, state.round) == ([], 4)
    assert [seen(state, None, f"village {player}") for player in range(3)] == ["4", "1 1", "3"]


def score_mode(*villages: str, totals: tuple[int, ...], called: bool = False, **facts: Any) -> SilverState:
    """Return a game by points after a round that player 0 called, or that ended with the deck."""
    state = table(*villages, score_mode=True, deck=None if called else "1", **facts)
    state.totals, state.round = totals, 9
    return finish(state, called=called)


@pytest.mark.parametrize(("total", "over"), [(89, False), (90, False), (91, True), (110, True)])
def test_S58_S59_the_game_goes_on_until_somebody_has_100_points(total: int, over: bool) -> None:
    state = score_mode("5 5", "1 1", totals=(total, 20))  # 90 and 10 are exactly 100: they become 50
    assert (state.outcome() is not None) == over
    if over:
        assert won(state) == (1,)


def test_S58_a_game_by_points_has_no_last_round() -> None:
    state = score_mode("5 5", "1 1", totals=(0, 0))
    assert (state.round, state.outcome()) == (10, None)


@pytest.mark.parametrize(("rule", "expected"), [("shared", (1, 2)), ("amulet", (1,))])
def test_S58_A29_a_tie_by_the_last_round_then_shared_or_by_the_amulet(
    rule: str, expected: tuple[int, ...]
) -> None:
    lower = score_mode("5 6", "1 2", "1 1", totals=(90, 20, 21), score_tie=rule)
    assert (lower.totals, won(lower)) == ((101, 23, 23), (2,))  # 2 points in the last round against 3
    tied = score_mode("5 6", "1 2", "1 2", "2", totals=(90, 20, 20, 40), score_tie=rule, amulet="2")
    assert (tied.totals, tied.amulet) == ((101, 23, 23, 42), 3)
    assert won(tied) == expected  # by the amulet: clockwise from 3, 1 sits nearer than 2


@pytest.mark.parametrize(("halved", "total"), [(False, 50), (True, 100)])
def test_S59_A28_exactly_100_becomes_50_once(halved: bool, total: int) -> None:
    state = table("5 5", "1 1", deck="1", score_mode=True)
    state.totals, state.halved = (90, 20), (halved, False)
    idle(state)
    assert (state.totals, state.halved) == ((total, 22), (True, False))
    assert (state.outcome() is not None) == halved  # a second exact 100 stays and ends the game
    assert state.observation(1)[SilverState.halved] == (True, False)  # public


def test_S59_S68_A28_resets_of_all_come_before_the_end_and_10_more_count() -> None:
    state = score_mode("5 5", "1 1", "6 4", totals=(80, 20, 90), called=True)  # 0 fails: 20 points
    assert (state.totals, state.halved) == ((50, 22, 50), (True, False, True))
    assert (state.outcome(), state.results[0].points) == (None, (20, 2, 10))


def test_S59_without_score_mode_100_stays_100() -> None:
    assert after_last_round("5 5", "1 1", totals=(90, 20)).totals == (100, 22)


@pytest.mark.parametrize("called", [False, True])
def test_S60_A27_a_kamikaze_scores_0_and_all_others_50(called: bool) -> None:
    state = score_mode("12 13 13 12", "1", "5 6", totals=(0, 0, 10), called=called)
    assert state.results[0].points == (0, 50, 50)
    assert (state.totals, state.amulet, state.may_protect) == ((0, 50, 60), 0, called)


def test_S60_A27_a_kamikaze_outdoes_a_call() -> None:
    state = score_mode("0", "12 12 13 13", totals=(0, 0), called=True)
    assert (state.results[0].points, state.amulet, state.may_protect) == ((50, 0), 1, False)


@pytest.mark.parametrize("village", ["12 12 13", "12 12 13 13 0", "12 12 12 13", "12 12 12 13 13"])
def test_S60_A27_it_takes_exactly_two_12s_and_two_13s(village: str) -> None:
    state = score_mode(village, "1", totals=(0, 0))
    assert state.results[0].points == (sum(map(int, village.split())), 1)


def test_S60_only_in_score_mode() -> None:
    assert scored("12 12 13 13", "1", called=False) == (50, 1)


TOTALS = st.lists(st.integers(0, 120) | st.sampled_from([49, 50, 88, 90]), min_size=2, max_size=4)


@given(TOTALS, st.data(), SCORINGS)
def test_S34_S59_totals_are_those_of_the_oracle(totals: list[int], data: st.DataObject, rules: Any) -> None:
    seats = st.lists(st.integers(0, 60) | st.just(10), min_size=len(totals), max_size=len(totals))
    points = data.draw(seats)
    halved = data.draw(st.lists(st.booleans(), min_size=len(totals), max_size=len(totals)))
    expected = [oracle.add_up(*seat, rules) for seat in zip(totals, points, halved, strict=True)]
    found = new_totals(totals, points, halved, score_mode=rules.score_mode)
    assert found == (tuple(total for total, _ in expected), tuple(had for _, had in expected))


@given(st.lists(st.integers(0, 4), min_size=2, max_size=4), st.data(), SCORINGS)
def test_S57_S58_winners_are_those_of_the_oracle(totals: list[int], data: st.DataObject, rules: Any) -> None:
    last = data.draw(st.lists(st.integers(0, 3), min_size=len(totals), max_size=len(totals)))
    holder = data.draw(st.integers(0, len(totals) - 1))
    assert game_winners(totals, last, holder, rules) == oracle.winners(totals, last, holder, rules)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("by_points", [False, True])
def test_S31_S34_S57_S58_S68_whole_games_are_scored_as_by_the_oracle(players: int, by_points: bool) -> None:
    state = new_game(players, score_mode=by_points, turn_limit=40)
    totals, halved = [0] * players, [False] * players
    before = state.clone()
    for now in random_game(state, Random(players)):
        if len(now.results) > len(before.results):
            told = now.full_log()[-1].action
            assert isinstance(told, RoundScored)
            villages = list(map(list, now.results[-1].villages))
            points = oracle.points(villages, told.caller, now.rules)
            both = [oracle.add_up(*seat, now.rules) for seat in zip(totals, points, halved, strict=True)]
            totals, halved = [total for total, _ in both], [had for _, had in both]
            assert (now.results[-1].points, list(now.totals), list(now.halved)) == (points, totals, halved)
            held = oracle.amulet(villages, told.caller, before.amulet, before.first, now.rules)
            assert (now.amulet, now.may_protect) == held
        before = now.clone()
    assert won(before) == oracle.winners(totals, before.results[-1].points, before.amulet, before.rules)
    assert max(totals) >= 100 if by_points else len(before.results) == 4
