"""A turn: draw, take or exchange, one card or a set (S-9 to S-21, S-30, S-55, S-62, S-65)."""

from itertools import combinations_with_replacement
from math import comb, prod

import pytest
from playing import do, legal
from scoring_oracle import costs_one_more, leave_together
from silver_helpers import Rules, lying, table, top, village

from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.exchange import costs_a_card, could_match, matches

MINE, YOURS = "8 8 5 1 1", "10 11 12 6 7"


@pytest.mark.parametrize("face", range(5, 13))
def test_S10_S22_S66_a_discarded_5_to_12_may_be_used_or_not(face):
    state = do(table(MINE, discard="9 4"), "draw", f"draw {face}", "discard")
    assert state.to_act() == 0
    assert top(state) == face
    assert len(legal(state)) > 1
    do(state, "skip")
    assert (state.to_act(), village(state, 0), village(state, 1)) == (1, MINE, YOURS)


# ---- the deck runs out (S-30, S-46, S-67) ----


@pytest.mark.parametrize("face", range(5, 13))
def test_S12_S14_no_ability_of_a_card_taken_from_the_pile_or_given_up(face):
    state = do(table(f"{face} 1 1 1 2", discard=str(face)), "take", "exchange 0")
    assert (state.decision_kind(), state.to_act()) == ("turn", 1)
    state = do(table(f"{face} 1 1 1 2", discard="2"), "draw", "draw 4", "exchange 0")
    assert (state.decision_kind(), state.to_act(), top(state)) == ("turn", 1, face)


# ---- Several cards exchanged for one ----

DRAWN_4 = ("draw", "draw 4")


# ---- Doppelgangers (S-55) ----
@pytest.mark.parametrize("cards", ["13 8", "13 13", "13 8 8", "13 13 8", "13 8 8 8 8", "13 13 8 8 8"])
def test_S15_S55_a_13_matches_any_card(cards):
    slots = " ".join(map(str, range(len(cards.split()))))
    state = do(table(f"{cards} 1"), *DRAWN_4, f"exchange {slots}")
    assert village(state, 0) == "4 1"


# ---- The examples of the rulebook, one test each (section 7 of the digest) ----


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


@pytest.mark.parametrize("face", [0, 1, 2, 3, 4, 13])
def test_S10_S56_a_discarded_card_without_such_an_ability_ends_the_turn(face):
    state = do(table(MINE), "draw", f"draw {face}", "discard")
    assert (state.to_act(), top(state), village(state, 0)) == (1, face, MINE)
