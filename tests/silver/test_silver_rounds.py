"""The call, points, the amulet and the end of the game, also against the oracle (S-7, S-25 to S-38, S-57)."""

from random import Random

import pytest
import scoring_oracle as oracle
from hypothesis import example, given
from hypothesis import strategies as st
from playing import chances, do
from silver_helpers import SCORINGS, Rules, finish, idle, table

from toolkit.games.silver.scoring import amulet_winner, game_winners, new_totals, round_points
from toolkit.games.silver.state import FACE_DOWN, SilverState


def test_S31_S34_S35_the_next_round_is_dealt_from_all_cards_and_the_holder_begins():
    state = do(table("8 8", "2 2", "5 6"), "draw, draw 4, discard", "call")
    idle(state, 2)
    assert (state.round, state.first, state.amulet, state.totals) == (2, 1, 1, (16, 0, 11))
    assert sum(chances(state).values()) == 52
    for number in range(16):
        state.apply(state.sample_chance(Random(number)))
    assert (state.decision_kind(), state.to_act()) == ("first looks", 1)
    do(state, "look 1:0, look 1:1, look 2:3, look 2:4, look 0:0, look 0:4")
    assert (state.decision_kind(), state.turn, state.deck) == ("turn", 1, 31)
    assert state.up == [[FACE_DOWN] * 5] * 3


# ---- The points of a round and the award of the amulet, also against the oracle ----

LOW = st.integers(0, 13) | st.integers(0, 3)  # low cards make ties likely
VILLAGES = st.lists(st.lists(LOW, min_size=1, max_size=7) | st.just(oracle.HERO), min_size=2, max_size=4)


# ---- a round (S-31 to S-33) ----


@pytest.mark.parametrize(
    ("villages", "holder", "first", "winner"),
    [
        (("9 9", "5 5", "6 6"), -1, 0, 1),  # the lowest one, not the caller
        (("9 9", "5 5", "6 4"), -1, 2, 2),  # tied: the nearest to the first player, beginning with it
        (("9 9", "5 5", "6 4"), -1, 0, 1),
        (("9 9", "5 5", "6 4"), 2, 0, 2),  # tied: who held it keeps it
        (("9 9", "5 5", "6 4"), 0, 0, 1),  # the holder is not among them
    ],
)
def test_S33_A36_the_amulet_goes_to_the_lowest_score(villages, holder, first, winner):
    state = table(*villages, deck="1", amulet=str(holder) if holder >= 0 else "")
    state.first = first
    idle(state)
    assert (state.amulet, state.may_protect) == (winner, False)


@given(VILLAGES, st.integers(-1, 3), SCORINGS)
@example([[1, 2], [3]], 0, Rules())
def test_S31_S32_S60_points_are_those_of_the_oracle(villages, caller, rules):
    caller = min(caller, len(villages) - 1)
    assert round_points(villages, caller, kamikaze=rules.score_mode) == oracle.points(villages, caller, rules)


@given(VILLAGES, st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 3), SCORINGS)
@example([[12, 12, 13, 13], [50], [9]], 0, 1, 0, Rules(amulet_tie="holder", score_mode=True))
def test_S33_S36_the_amulet_goes_where_the_oracle_says(villages, caller, holder, first, rules):
    most = len(villages) - 1
    caller, holder, first = min(caller, most), min(holder, most), min(first, most)
    points = oracle.points(villages, caller, rules)
    found = amulet_winner(villages, points, caller, holder, first, rules)
    assert found == oracle.amulet(villages, caller, holder, first, rules)


# ---- The totals and the end of the game, also against the oracle ----
@pytest.mark.parametrize(
    ("rounds", "number", "over"), [(4, 3, False), (4, 4, True), (2, 1, False), (2, 2, True)]
)
def test_S7_S57_there_are_four_rounds_or_as_many_as_the_rules_say(rounds, number, over):
    state = table("4", "1 1", deck="1", rounds=rounds)
    state.round = number
    assert (finish(state, called=False).outcome() is not None) == over


def after_last_round(*villages, totals, **facts):
    """Return the game after its last round, which ended with the deck."""
    state = table(*villages, deck="1", **facts)
    state.totals, state.round = totals, 4
    return finish(state, called=False)


def won(state):
    """Return who has won."""
    end = state.outcome()
    return end.winners


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((10, 20, 30), 0),  # 12, 22, 33
        ((30, 11, 10), 1),  # 32, 13, 13: the holder is not tied; to its left sits 1
        ((11, 11, 10), 0),  # 13, 13, 13: the holder
    ],
)
def test_S57_a_tie_goes_to_the_holder_or_the_nearest_to_the_left(totals, winner):
    state = after_last_round("2^", "1 1", "3", totals=totals, amulet="0")
    assert (state.amulet, won(state)) == (0, (winner,))


def score_mode(*villages, totals, called=False, **facts):
    """Return a game by points after a round that player 0 called, or that ended with the deck."""
    state = table(*villages, score_mode=True, deck=None if called else "1", **facts)
    state.totals, state.round = totals, 9
    return finish(state, called=called)


@pytest.mark.parametrize(("total", "over"), [(89, False), (90, False), (91, True), (110, True)])
def test_S58_S59_the_game_goes_on_until_somebody_has_100_points(total, over):
    state = score_mode("5 5", "1 1", totals=(total, 20))  # 90 and 10 are exactly 100: they become 50
    assert (state.outcome() is not None) == over
    if over:
        assert won(state) == (1,)


@pytest.mark.parametrize(("rule", "expected"), [("shared", (1, 2)), ("amulet", (1,))])
def test_S58_A29_a_tie_by_the_last_round_then_shared_or_by_the_amulet(rule, expected):
    lower = score_mode("5 6", "1 2", "1 1", totals=(90, 20, 21), score_tie=rule)
    assert (lower.totals, won(lower)) == ((101, 23, 23), (2,))  # 2 points in the last round against 3
    tied = score_mode("5 6", "1 2", "1 2", "2", totals=(90, 20, 20, 40), score_tie=rule, amulet="2")
    assert (tied.totals, tied.amulet) == ((101, 23, 23, 42), 3)
    assert won(tied) == expected  # by the amulet: clockwise from 3, 1 sits nearer than 2


@pytest.mark.parametrize(("halved", "total"), [(False, 50), (True, 100)])
def test_S59_A28_exactly_100_becomes_50_once(halved, total):
    state = table("5 5", "1 1", deck="1", score_mode=True)
    state.totals, state.halved = (90, 20), (halved, False)
    idle(state)
    assert (state.totals, state.halved) == ((total, 22), (True, False))
    assert (state.outcome() is not None) == halved  # a second exact 100 stays and ends the game
    assert state.observation(1)[SilverState.halved] == (True, False)  # public


def test_S59_S68_A28_resets_of_all_come_before_the_end_and_10_more_count():
    state = score_mode("5 5", "1 1", "6 4", totals=(80, 20, 90), called=True)  # 0 fails: 20 points
    assert (state.totals, state.halved) == ((50, 22, 50), (True, False, True))
    assert (state.outcome(), state.results[0].points) == (None, (20, 2, 10))


@pytest.mark.parametrize("called", [False, True])
def test_S60_A27_a_kamikaze_scores_0_and_all_others_50(called):
    state = score_mode("12 13 13 12", "1", "5 6", totals=(0, 0, 10), called=called)
    assert state.results[0].points == (0, 50, 50)
    assert (state.totals, state.amulet, state.may_protect) == ((0, 50, 60), 0, called)


@pytest.mark.parametrize("village", ["12 12 13", "12 12 13 13 0", "12 12 12 13", "12 12 12 13 13"])
def test_S60_A27_it_takes_exactly_two_12s_and_two_13s(village):
    state = score_mode(village, "1", totals=(0, 0))
    assert state.results[0].points == (sum(map(int, village.split())), 1)


TOTALS = st.lists(st.integers(0, 120) | st.sampled_from([49, 50, 88, 90]), min_size=2, max_size=4)


@given(TOTALS, st.data(), SCORINGS)
def test_S34_S59_totals_are_those_of_the_oracle(totals, data, rules):
    seats = st.lists(st.integers(0, 60) | st.just(10), min_size=len(totals), max_size=len(totals))
    points = data.draw(seats)
    halved = data.draw(st.lists(st.booleans(), min_size=len(totals), max_size=len(totals)))
    expected = [oracle.add_up(*seat, rules) for seat in zip(totals, points, halved, strict=True)]
    found = new_totals(totals, points, halved, score_mode=rules.score_mode)
    assert found == (tuple(total for total, _ in expected), tuple(had for _, had in expected))


@given(st.lists(st.integers(0, 4), min_size=2, max_size=4), st.data(), SCORINGS)
def test_S57_S58_winners_are_those_of_the_oracle(totals, data, rules):
    last = data.draw(st.lists(st.integers(0, 3), min_size=len(totals), max_size=len(totals)))
    holder = data.draw(st.integers(0, len(totals) - 1))
    assert game_winners(totals, last, holder, rules) == oracle.winners(totals, last, holder, rules)
