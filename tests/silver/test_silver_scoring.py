"""Sets of cards and scores of Silver against the oracle, and what holds for each number of a card."""

from itertools import combinations_with_replacement
from math import comb, prod
from random import Random

import pytest
import scoring_oracle as oracle
from hypothesis import example, given
from hypothesis import strategies as st
from playing import chances, do, legal
from scoring_oracle import costs_one_more, leave_together
from silver_helpers import SCORINGS, Rules, idle, lying, table, top, village

from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.exchange import costs_a_card, could_match, matches
from toolkit.games.silver.scoring import amulet_winner, game_winners, new_totals, round_points
from toolkit.games.silver.state import FACE_DOWN


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


# ---- points, the amulet, totals and winners are those of the oracle ----

LOW = st.integers(0, 13) | st.integers(0, 3)  # low cards make ties likely
VILLAGES = st.lists(st.lists(LOW, min_size=1, max_size=7) | st.just(oracle.HERO), min_size=2, max_size=4)


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


# ---- what holds for each number of a card ----

MINE, YOURS = "8 8 5 1 1", "10 11 12 6 7"


@pytest.mark.parametrize("face", range(5, 13))
def test_S10_S22_S66_a_discarded_5_to_12_may_be_used_or_not(face):
    state = do(table(MINE, discard="9 4"), "draw", f"draw {face}", "discard")
    assert state.to_act() == 0
    assert top(state) == face
    assert len(legal(state)) > 1
    do(state, "skip")
    assert (state.to_act(), village(state, 0), village(state, 1)) == (1, MINE, YOURS)


@pytest.mark.parametrize("face", [0, 1, 2, 3, 4, 13])
def test_S10_S56_a_discarded_card_without_such_an_ability_ends_the_turn(face):
    state = do(table(MINE), "draw", f"draw {face}", "discard")
    assert (state.to_act(), top(state), village(state, 0)) == (1, face, MINE)


@pytest.mark.parametrize("face", range(5, 13))
def test_S12_S14_no_ability_of_a_card_taken_from_the_pile_or_given_up(face):
    state = do(table(f"{face} 1 1 1 2", discard=str(face)), "take", "exchange 0")
    assert (state.decision_kind(), state.to_act()) == ("turn", 1)
    state = do(table(f"{face} 1 1 1 2", discard="2"), "draw", "draw 4", "exchange 0")
    assert (state.decision_kind(), state.to_act(), top(state)) == ("turn", 1, face)


@pytest.mark.parametrize("cards", ["13 8", "13 13", "13 8 8", "13 13 8", "13 8 8 8 8", "13 13 8 8 8"])
def test_S15_S55_a_13_matches_any_card(cards):
    slots = " ".join(map(str, range(len(cards.split()))))
    state = do(table(f"{cards} 1"), "draw, draw 4", f"exchange {slots}")
    assert village(state, 0) == "4 1"


@pytest.mark.parametrize("unknown", range(14))
def test_S55_a_13_leaves_with_a_face_down_card_whatever_that_is(unknown):
    state = do(table(f"13 {unknown} 5", "10 10"), "draw, draw 4", "exchange 0 1")
    assert village(state, 0) == "4 5"
    assert lying(state, "discard").split()[1:] == sorted(
        map(str, (13, unknown)), key=lambda face: face != "13"
    )


# ---- Which sets leave together and which attempts cost a card ----

SETS = [
    cards
    for size in range(1, 6)
    for cards in combinations_with_replacement(range(14), size)
    if all(cards.count(number) <= COPIES[number] for number in set(cards))
]
"""All multisets of the box with 1 to 5 cards."""


def copies_of(cards):
    """Return in how many ways such cards can be taken from the box."""
    return prod(comb(COPIES[number], cards.count(number)) for number in set(cards))


def test_the_sets_are_all_that_can_be_drawn():
    for size in range(1, 6):
        assert sum(copies_of(cards) for cards in SETS if len(cards) == size) == comb(52, size)


@pytest.mark.parametrize("reading", ["wild", "pairing"])
def test_S13_S15_S55_A14_matches_are_those_of_the_oracle(reading):
    rules = Rules(doppelganger=reading)
    assert [cards for cards in SETS if matches(cards, rules) != leave_together(cards, reading)] == []


@pytest.mark.parametrize("reading", ["attempt_of_3", "three_different"])
def test_S20_A3_penalties_are_those_of_the_oracle(reading):
    rules = Rules(penalty=reading)
    assert [cards for cards in SETS if costs_a_card(cards, rules) != costs_one_more(cards, reading)] == []


@pytest.mark.parametrize("reading", ["wild", "pairing"])
def test_S15_S55_A14_A44_a_mismatch_is_open_when_no_hidden_cards_could_mend_it(reading):
    rules = Rules(doppelganger=reading)
    for shown in (cards for cards in SETS if len(cards) < 4):
        for others in range(3):
            hidden = combinations_with_replacement(range(14), others)
            mended = any(leave_together((*shown, *more), reading) for more in hidden)
            assert could_match(shown, others, rules) == mended, (shown, others)
