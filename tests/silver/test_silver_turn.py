"""A turn: draw, take or exchange, one card or a set (S-9 to S-21, S-30, S-55, S-62, S-65)."""

from itertools import combinations_with_replacement
from math import comb, prod

import pytest
from scoring_oracle import costs_one_more, leave_together
from silver_helpers import (
    Rules,
    can,
    dealt,
    events,
    idle,
    legal,
    lying,
    over,
    play,
    refused,
    seen,
    table,
    top,
    village,
)

from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.exchange import costs_a_card, could_match, matches

MINE, YOURS = "8 8 5 1 1", "10 11 12 6 7"


def test_S9_turns_go_clockwise_from_the_first_player():
    state = dealt(MINE, YOURS, "2 3 4 0 13")
    order = []
    for _ in range(7):
        order.append(state.turn)
        idle(state)
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_S9_a_turn_is_one_of_draw_take_and_call():
    assert legal(table(MINE)) == ["draw", "take"]
    assert legal(table("8 8 5 1")) == ["draw", "take", "call"]
    for line in ("take, exchange 0", "draw, draw 4, discard", "draw, draw 4, exchange 1", "call"):
        assert play(table("8 8 5 1"), line).to_act() == 1, line


def test_S10_a_drawn_card_is_seen_by_its_drawer_alone():
    state = play(table(MINE), "draw", "draw 4")
    assert seen(state, 0, "held") == "4"
    assert seen(state, 1, "held") == seen(state, None, "held") == "?"
    assert (events(state, 0)[-1], events(state, 1)[-1]) == ("draw 4", "draw ?")
    assert legal(state) == ["discard", *(f"exchange {slot}" for slot in range(5))]


@pytest.mark.parametrize("face", range(5, 13))
def test_S10_S22_S66_a_discarded_5_to_12_may_be_used_or_not(face):
    state = play(table(MINE, discard="9 4"), "draw", f"draw {face}", "discard")
    assert state.to_act() == 0
    assert top(state) == face
    assert len(legal(state)) > 1
    play(state, "skip")
    assert (state.to_act(), village(state, 0), village(state, 1)) == (1, MINE, YOURS)


def test_S11_A1_a_drawn_card_takes_the_slot_of_the_card_given_up_face_down():
    state = play(table("8 8^ 5 1 1"), "draw", "draw 4", "exchange 1")
    assert village(state, 0) == "8 4 5 1 1"
    assert lying(state, "discard") == "9 8"
    assert seen(state, 0, "village 0") == "? 4 ? ? ?"  # known to who drew it
    assert seen(state, 1, "village 0") == "? ? ? ? ?"


@pytest.mark.parametrize(("rule", "over_down", "over_up"), [("up", "4^", "4^"), ("inherit", "4", "4^")])
def test_S11_A1_the_switch_of_the_side_of_a_drawn_card(rule, over_down, over_up):
    for slot, expected in ((0, f"{over_down} 5^"), (1, f"8 {over_up}")):
        state = play(table("8 5^", deck_exchange=rule), "draw", "draw 4", f"exchange {slot}")
        assert village(state, 0) == expected
        assert seen(state, 1, "village 0").split()[slot] == ("4" if "4^" in expected else "?")


def test_S12_the_top_discard_must_be_exchanged_and_lies_face_up():
    state = play(table(MINE, discard="3 7"), "take")
    assert legal(state) == [f"exchange {slot}" for slot in range(5)]
    assert refused(state, "discard").startswith("not possible now")
    play(state, "exchange 2")
    assert village(state, 0) == "8 8 7^ 1 1"
    assert lying(state, "discard") == "3 5"
    assert seen(state, 1, "village 0") == "? ? 7 ? ?"


def test_S12_S63_A33_an_empty_pile_cannot_be_taken_from():
    state = play(dealt("8 5 8 1 1", YOURS), "take", "exchange 0 1", "add right")
    assert (lying(state, "discard"), state.to_act()) == ("", 1)
    assert refused(state, "take") == "the discard pile is empty (A-33)"
    assert not can(state, "take")
    assert can(idle(state), "take")


# ---- the deck runs out (S-30, S-46, S-67) ----
def test_S30_A7_the_round_ends_when_the_last_card_is_drawn_and_that_turn_is_over():
    state = play(table(MINE, deck="7"), "draw", "draw 7", "discard")
    assert (state.decision_kind(), state.deck) == ("beholder", 0)  # it is used like any other (S-70)
    play(state, "look 0:0", "look 0:1")
    assert over(state)
    assert "called" not in events(state, None)[-1]


def test_S46_A8_shown_cards_are_played_on_until_they_are_gone():
    state = table("1^ 8 5 6 7", "2 2 2 6 2^", deck="4", shown="11")
    play(state, "draw", "draw 4", "discard")
    assert (state.deck, state.turn, legal(state)[:2]) == (0, 1, ["take", "shown 0"])
    assert refused(state, "draw") == "the deck is empty (S-30)"
    play(state, "take", "exchange 0", "end")
    assert state.turn == 0  # one may go on without them
    play(state, "shown 0", "exchange 4")
    assert over(state)


def test_S30_A34_a_limit_of_turns_ends_a_round_and_is_named():
    state = idle(table(MINE, turn_limit=3, rounds=1), 3)
    assert (over(state), state.limited) == (True, (1,))
    end = state.outcome()
    assert end.reason == "round 1 was the last (S-57); the turn limit ended round 1 (A-34)"


@pytest.mark.parametrize("face", range(5, 13))
def test_S12_S14_no_ability_of_a_card_taken_from_the_pile_or_given_up(face):
    state = play(table(f"{face} 1 1 1 2", discard=str(face)), "take", "exchange 0")
    assert (state.decision_kind(), state.to_act()) == ("turn", 1)
    state = play(table(f"{face} 1 1 1 2", discard="2"), "draw", "draw 4", "exchange 0")
    assert (state.decision_kind(), state.to_act(), top(state)) == ("turn", 1, face)


def test_S24_S27_S62_a_robbed_face_up_card_stays_face_up():
    state = play(table("8 5^", "4^ 7"), "draw", "draw 12", "discard", "rob 1:0", "give 0")
    assert (village(state, 0), village(state, 1)) == ("4^ 5^", "8 7")
    state = play(table("8 5^", "4^ 7"), "draw", "draw 12", "discard", "rob 1:1", "give 1", "skip")
    assert (village(state, 0), village(state, 1)) == ("8 7", "4^ 5^")


# ---- Several cards exchanged for one ----

DRAWN_4 = ("draw", "draw 4")


def test_S15_S17_equal_cards_leave_and_the_village_shrinks():
    state = play(table("8 5 8 1 1"), *DRAWN_4, "exchange 0 2", "place 0")
    assert village(state, 0) == "4 5 1 1"
    assert lying(state, "discard") == "9 8 8"
    assert (state.to_act(), state.decision_kind()) == (1, "turn")


@pytest.mark.parametrize(("slot", "expected"), [(0, "4 5 1"), (2, "5 4 1")])
def test_S17_S27_the_new_card_takes_one_of_the_freed_slots_and_the_others_close_up(slot, expected):
    state = play(table("8 5 8 1"), *DRAWN_4, "exchange 0 2")
    assert legal(state) == ["place 0", "place 2"]
    assert village(play(state, f"place {slot}"), 0) == expected


def test_S15_S16_A44_any_own_cards_may_be_tried_even_if_they_openly_differ():
    state = play(table("8^ 5^ 1 1"), *DRAWN_4)
    assert [text for text in legal(state) if text.startswith("exchange")] == [
        f"exchange {slot}" for slot in range(4)
    ]
    play(state, "exchange 0 1", "add right")
    assert village(state, 0) == "8 5 1 1 4"


def test_S15_A44_the_switch_forbids_face_up_cards_that_do_not_match():
    state = play(table("8^ 5^ 8 1 13^", open_mismatch="forbidden"), *DRAWN_4)
    assert "legal: and 2, and 3, and 4, done" in refused(state.clone(), "exchange 0 1")
    play(state.clone(), "exchange 0 4", "place 0")  # a 13 is wild
    down = play(state, "exchange 0 3", "add right")  # what lies face-down may be tried
    assert village(down, 0) == "8 5^ 8 1 13^ 4"


@pytest.mark.parametrize("cards", ["8^ 5^ 13^ 13^", "8^ 5^ 13 13", "13 13^ 8^ 5^"])
def test_S15_S55_A14_A44_open_cards_that_13s_can_still_join_do_not_show_a_mismatch(cards):
    rules = {"doppelganger": "pairing", "open_mismatch": "forbidden"}
    state = play(table(f"{cards} 1", **rules), *DRAWN_4, "exchange 0 1 2 3")
    assert village(state, 0) == "4 1"


def test_S19_S62_S65_two_different_cards_go_back_face_down_and_the_drawn_card_is_added():
    state = play(table("8^ 5 1 1", deck="4 6 7"), *DRAWN_4, "exchange 0 1", "add right")
    assert village(state, 0) == "8 5 1 1 4"  # the 8 lay face-up
    assert top(state) == 9
    assert (state.to_act(), state.deck) == (1, 2)  # no further card: two were pushed


@pytest.mark.parametrize(("end", "expected"), [("left", "9^ 8 5 1"), ("right", "8 5 1 9^")])
def test_S19_S62_A4_a_taken_card_is_added_face_up_at_either_end(end, expected):
    state = play(table("8 5 1"), "take", "exchange 0 1")
    assert legal(state) == ["add left", "add right"]
    play(state, f"add {end}")
    assert village(state, 0) == expected
    assert lying(state, "discard") == ""


def test_S19_S62_A39_after_a_failure_a_shown_card_is_added_face_up():
    state = play(table("8 5 1", shown="7"), "shown 0", "exchange 0 1", "add left")
    assert village(state, 0) == "7^ 8 5 1"


@pytest.mark.parametrize("cards", ["8 8 5", "8 5 3", "8 13 5"])
def test_S20_S65_A3_an_attempt_with_three_cards_costs_one_of_the_deck(cards):
    state = play(table(f"{cards} 1", deck="4 6 7"), *DRAWN_4)
    play(state, "exchange 0 1 2", "add right", "add left", "draw 6")
    assert village(state, 0) == f"6 {cards} 1 4"
    assert (state.to_act(), state.deck) == (1, 1)


@pytest.mark.parametrize(("cards", "costs"), [("8 8 5", False), ("8 5 3", True), ("8 8 5 5", False)])
def test_S20_A3_by_the_switch_three_cards_must_differ(cards, costs):
    slots = " ".join(map(str, range(len(cards.split()))))
    state = play(table(f"{cards} 1", penalty="three_different"), *DRAWN_4)
    play(state, f"exchange {slots}", "add right")
    assert state.decision_kind() == ("add" if costs else "turn")


def test_S20_S69_the_penalty_card_is_seen_by_nobody():
    state = play(table("8 5 3 1"), *DRAWN_4, "exchange 0 1 2", "add right", "add right", "draw 6")
    assert village(state, 0) == "8 5 3 1 4 6"
    for viewer in (0, 1, None):
        assert seen(state, viewer, "village 0").split()[-1] == "?"
        assert events(state, viewer)[-1] == "draw ?"


@pytest.mark.parametrize(("rule", "ends"), [(False, False), (True, True)])
def test_S42_A5_a_0_that_is_pushed_in_vain_ends_the_round_by_the_switch_only(rule, ends):
    state = play(
        table("0 5 1", "0^ 2", pushed_pair_ends=rule, rounds=1), *DRAWN_4, "exchange 0 1", "add right"
    )
    assert over(state) == ends
    assert village(state, 0).replace("^", "") == "0 5 1 4"


@pytest.mark.parametrize(("cards", "ends"), [("0^ 5 1", False), ("0^ 0 5", True), ("0 5 0", True)])
def test_S42_A5_by_the_switch_each_0_counts_once(cards, ends):
    state = play(table(cards, "6 2", pushed_pair_ends=True), *DRAWN_4)
    play(state, "exchange 0 1 2", "add right", "add right", "draw 7")
    assert over(state) == ends


def test_S19_S41_S65_a_pushed_resident_loses_its_effect_at_once():
    state = play(table("0^ 5 1 1", "2 2 2 2"), "draw", "draw 0", "exchange 0 1", "add right")
    assert village(state, 0) == "0 5 1 1 0"
    assert state.decision_kind() == "turn"
    state = play(table("2^ 5 1 1"), *DRAWN_4, "exchange 0 1", "add right")
    assert state.to_act() == 1  # no Empath lies open any more: no look is left


# ---- Doppelgangers (S-55) ----
@pytest.mark.parametrize("cards", ["13 8", "13 13", "13 8 8", "13 13 8", "13 8 8 8 8", "13 13 8 8 8"])
def test_S15_S55_a_13_matches_any_card(cards):
    slots = " ".join(map(str, range(len(cards.split()))))
    state = play(table(f"{cards} 1"), *DRAWN_4, f"exchange {slots}")
    assert village(state, 0) == "4 1"


@pytest.mark.parametrize(("cards", "order"), [("8 13 8", "13 8 8"), ("8 13 8 13", "13 13 8 8")])
def test_S55_S63_13s_go_on_the_pile_first(cards, order):
    slots = " ".join(map(str, range(len(cards.split()))))
    state = play(table(f"{cards} 1"), *DRAWN_4, f"exchange {slots}")
    assert lying(state, "discard") == f"9 {order}"


@pytest.mark.parametrize(("rule", "kind"), [("wild", "add"), ("pairing", "turn")])
def test_S55_A14_two_13s_with_two_numbers_match_by_the_pairing_reading_only(rule, kind):
    state = play(table("13 13 8 5", doppelganger=rule), *DRAWN_4, "exchange 0 1 2 3")
    assert state.decision_kind() == kind


# ---- The examples of the rulebook, one test each (section 7 of the digest) ----
@pytest.mark.parametrize(("slot", "expected"), [(0, "4 7 2"), (2, "7 4 2"), (3, "7 4 2")])
def test_S17_three_10s_leave_and_a_4_takes_one_of_their_slots(slot, expected):
    state = play(table("10 7 10 10 2", "9 6 5"), "draw, draw 4", "exchange 0 2 3")
    if slot != 3:  # the slots 2 and 3 are one when the cards have closed up
        play(state, f"place {slot}")
        assert (village(state, 0), lying(state, "discard")) == (expected, "9 10 10 10")
    else:
        assert "place 3" not in map(str, state.legal_actions())


def test_S43_three_face_up_squires_on_the_table_three_shown_cards():
    state = play(table("1^ 5", "1^ 6", "1^ 7"), "draw, draw 4, discard", "show 2", "show 3", "show 8")
    assert (lying(state, "shown"), state.decision_kind(), state.turn) == ("2 3 8", "turn", 1)


def test_S45_two_of_three_squires_leave_and_two_shown_cards_are_taken_without_a_refill():
    state = table("1^ 1^ 5", "1^ 6", "7 9", shown="2 3 8")
    play(state, "draw, draw 4", "exchange 0 1")  # two Squires leave together
    assert (village(state, 0), lying(state, "shown")) == ("4 5", "2 3 8")
    play(state, "shown 0", "exchange 1")
    assert (lying(state, "shown"), state.decision_kind()) == ("3 8", "turn")
    play(state, "shown 1", "exchange 0")
    assert (lying(state, "shown"), state.decision_kind()) == ("3", "turn")
    play(state, "shown 0", "discard")
    assert state.decision_kind() == "refill"  # one Squire is left, and no card is shown


@pytest.mark.parametrize("unknown", range(14))
def test_S55_a_13_leaves_with_a_face_down_card_whatever_that_is(unknown):
    state = play(table(f"13 {unknown} 5", "10 10"), "draw, draw 4", "exchange 0 1")
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


def test_S18_the_incoming_card_is_no_part_of_the_set():
    state = play(table("8 5 1 1 1"), "draw", "draw 8", "exchange 0")
    assert village(state, 0) == "8 5 1 1 1"
    assert top(state) == 8
    state = play(table("8 5 1 1 1"), "draw", "draw 8", "exchange 0 1", "add right")
    assert village(state, 0) == "8 5 1 1 1 8"  # two 8s, but only one was pushed


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
    state = play(table(MINE), "draw", f"draw {face}", "discard")
    assert (state.to_act(), top(state), village(state, 0)) == (1, face, MINE)
