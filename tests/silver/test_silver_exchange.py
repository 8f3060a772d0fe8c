"""Several cards exchanged for one: success, failure and its price (S-13, S-15 to S-21, S-55, S-62, S-65)."""

from __future__ import annotations

from typing import Any

import pytest
from silver_helpers import can, events, legal, lying, over, play, refused, seen, table, top, village

DRAWN_4 = ("draw", "draw 4")
THREE_PLAYERS = ("8 8 5 1 1", "10 11 12 6 7", "2 2 2 2 9")


def test_S15_S17_equal_cards_leave_and_the_village_shrinks() -> None:
    state = play(table("8 5 8 1 1"), *DRAWN_4, "exchange 0 2", "place 0")
    assert village(state, 0) == "4 5 1 1"
    assert lying(state, "discard") == "9 8 8"
    assert (state.to_act(), state.decision_kind()) == (1, "turn")


@pytest.mark.parametrize(("slot", "expected"), [(0, "4 5 1"), (2, "5 4 1")])
def test_S17_S27_the_new_card_takes_one_of_the_freed_slots_and_the_others_close_up(
    slot: int, expected: str
) -> None:
    state = play(table("8 5 8 1"), *DRAWN_4, "exchange 0 2")
    assert legal(state) == ["place 0", "place 2"]
    assert village(play(state, f"place {slot}"), 0) == expected


def test_S17_neighbouring_slots_are_one_once_the_cards_have_closed_up() -> None:
    state = play(table("5 8 8 1"), *DRAWN_4, "exchange 1 2")
    assert (village(state, 0), state.to_act()) == ("5 4 1", 1)


@pytest.mark.parametrize(("slot", "expected"), [(0, "4^ 5"), (1, "4 5")])
def test_S17_S27_A1_by_the_inherited_side_neighbouring_slots_that_differ_are_two(
    slot: int, expected: str
) -> None:
    state = play(table("8^ 8 5", deck_exchange="inherit"), *DRAWN_4, "exchange 0 1")
    assert legal(state) == ["place 0", "place 1"]
    assert village(play(state, f"place {slot}"), 0) == expected


def test_S15_not_all_equal_cards_need_be_given_up() -> None:
    state = play(table("8 8 8 1"), *DRAWN_4, "exchange 0 1")
    assert village(state, 0) == "4 8 1"


def test_S17_A13_a_whole_village_of_equal_cards_becomes_one_card() -> None:
    state = play(table("8 8 8 8"), *DRAWN_4, "exchange 0 1 2 3")
    assert village(state, 0) == "4"
    assert can(play(state, "draw, draw 2, discard"), "call")


def test_S16_face_up_and_face_down_cards_may_be_mixed() -> None:
    state = play(table("8^ 8 1"), *DRAWN_4, "exchange 0 1")
    assert (village(state, 0), lying(state, "discard")) == ("4 1", "9 8 8")


def test_S15_S16_A44_any_own_cards_may_be_tried_even_if_they_openly_differ() -> None:
    state = play(table("8^ 5^ 1 1"), *DRAWN_4)
    assert [text for text in legal(state) if text.startswith("exchange")] == [
        f"exchange {slot}" for slot in range(4)
    ]
    play(state, "exchange 0 1", "add right")
    assert village(state, 0) == "8 5 1 1 4"


def test_S15_A44_the_switch_forbids_face_up_cards_that_do_not_match() -> None:
    state = play(table("8^ 5^ 8 1 13^", open_mismatch="forbidden"), *DRAWN_4)
    assert "legal: and 2, and 3, and 4, done" in refused(state.clone(), "exchange 0 1")
    play(state.clone(), "exchange 0 4", "place 0")  # a 13 is wild
    down = play(state, "exchange 0 3", "add right")  # what lies face-down may be tried
    assert village(down, 0) == "8 5^ 8 1 13^ 4"


@pytest.mark.parametrize("cards", ["8^ 5^ 13^ 13^", "8^ 5^ 13 13", "13 13^ 8^ 5^"])
def test_S15_S55_A14_A44_open_cards_that_13s_can_still_join_do_not_show_a_mismatch(cards: str) -> None:
    rules: dict[str, Any] = {"doppelganger": "pairing", "open_mismatch": "forbidden"}
    state = play(table(f"{cards} 1", **rules), *DRAWN_4, "exchange 0 1 2 3")
    assert village(state, 0) == "4 1"


def test_S18_the_incoming_card_is_no_part_of_the_set() -> None:
    state = play(table("8 5 1 1 1"), "draw", "draw 8", "exchange 0")
    assert village(state, 0) == "8 5 1 1 1"
    assert top(state) == 8
    state = play(table("8 5 1 1 1"), "draw", "draw 8", "exchange 0 1", "add right")
    assert village(state, 0) == "8 5 1 1 1 8"  # two 8s, but only one was pushed


def test_S19_S62_S65_two_different_cards_go_back_face_down_and_the_drawn_card_is_added() -> None:
    state = play(table("8^ 5 1 1", deck="4 6 7"), *DRAWN_4, "exchange 0 1", "add right")
    assert village(state, 0) == "8 5 1 1 4"  # the 8 lay face-up
    assert top(state) == 9
    assert (state.to_act(), state.deck) == (1, 2)  # no further card: two were pushed


@pytest.mark.parametrize(("end", "expected"), [("left", "9^ 8 5 1"), ("right", "8 5 1 9^")])
def test_S19_S62_A4_a_taken_card_is_added_face_up_at_either_end(end: str, expected: str) -> None:
    state = play(table("8 5 1"), "take", "exchange 0 1")
    assert legal(state) == ["add left", "add right"]
    play(state, f"add {end}")
    assert village(state, 0) == expected
    assert lying(state, "discard") == ""


@pytest.mark.parametrize("rule", ["down", "up", "inherit"])
def test_S19_S62_A1_after_a_failure_a_drawn_card_lies_face_down_in_every_profile(rule: str) -> None:
    state = play(table("8^ 5^ 1", deck_exchange=rule), *DRAWN_4, "exchange 0 1", "add left")
    assert village(state, 0) == "4 8 5 1"


def test_S19_S62_A39_after_a_failure_a_shown_card_is_added_face_up() -> None:
    state = play(table("8 5 1", shown="7"), "shown 0", "exchange 0 1", "add left")
    assert village(state, 0) == "7^ 8 5 1"


@pytest.mark.parametrize("cards", ["8 8 5", "8 5 3", "8 13 5"])
def test_S20_S65_A3_an_attempt_with_three_cards_costs_one_of_the_deck(cards: str) -> None:
    state = play(table(f"{cards} 1", deck="4 6 7"), *DRAWN_4)
    play(state, "exchange 0 1 2", "add right", "add left", "draw 6")
    assert village(state, 0) == f"6 {cards} 1 4"
    assert (state.to_act(), state.deck) == (1, 1)


def test_S20_A3_more_cards_do_not_cost_more() -> None:
    state = play(table("8 5 3 2 1"), *DRAWN_4, "exchange 0 1 2 3 4", "add right", "add right", "draw 6")
    assert village(state, 0) == "8 5 3 2 1 4 6"


@pytest.mark.parametrize(("cards", "costs"), [("8 8 5", False), ("8 5 3", True), ("8 8 5 5", False)])
def test_S20_A3_by_the_switch_three_cards_must_differ(cards: str, costs: bool) -> None:
    slots = " ".join(map(str, range(len(cards.split()))))
    state = play(table(f"{cards} 1", penalty="three_different"), *DRAWN_4)
    play(state, f"exchange {slots}", "add right")
    assert state.decision_kind() == ("add" if costs else "turn")


def test_S20_S69_the_penalty_card_is_seen_by_nobody() -> None:
    state = play(table("8 5 3 1"), *DRAWN_4, "exchange 0 1 2", "add right", "add right", "draw 6")
    assert village(state, 0) == "8 5 3 1 4 6"
    for viewer in (0, 1, None):
        assert seen(state, viewer, "village 0").split()[-1] == "?"
        assert events(state, viewer)[-1] == "draw ?"


def test_S20_S65_with_an_empty_deck_there_is_no_penalty_card() -> None:
    state = play(table("8 5 3 1", deck="4"), *DRAWN_4, "exchange 0 1 2", "add right")
    assert over(state)
    assert state.results[0].villages[0] == (8, 5, 3, 1, 4)


def test_S21_A5_the_pushed_cards_are_known_to_all_afterwards() -> None:
    state = play(table(*THREE_PLAYERS), *DRAWN_4, "exchange 1 2", "add right")
    assert village(state, 0) == "8 8 5 1 1 4"
    assert seen(state, 0, "village 0") == "? 8 5 ? ? 4"
    assert seen(state, 1, "village 0") == seen(state, None, "village 0") == "? 8 5 ? ? ?"
    assert "(0:1 is 8, 0:2 is 5)" in events(state, 2)


def test_S21_a_set_that_leaves_is_seen_by_all_too() -> None:
    state = play(table("8 5 8 1"), *DRAWN_4, "exchange 0 2", "place 2")
    assert [seen(state, viewer, "discard") for viewer in (0, 1, None)] == ["9 8 8"] * 3


@pytest.mark.parametrize(("rule", "ends"), [(False, False), (True, True)])
def test_S42_A5_a_0_that_is_pushed_in_vain_ends_the_round_by_the_switch_only(rule: bool, ends: bool) -> None:
    state = play(
        table("0 5 1", "0^ 2", pushed_pair_ends=rule, rounds=1), *DRAWN_4, "exchange 0 1", "add right"
    )
    assert over(state) == ends
    assert village(state, 0).replace("^", "") == "0 5 1 4"


@pytest.mark.parametrize(("cards", "ends"), [("0^ 5 1", False), ("0^ 0 5", True), ("0 5 0", True)])
def test_S42_A5_by_the_switch_each_0_counts_once(cards: str, ends: bool) -> None:
    state = play(table(cards, "6 2", pushed_pair_ends=True), *DRAWN_4)
    play(state, "exchange 0 1 2", "add right", "add right", "draw 7")
    assert over(state) == ends


def test_S19_S41_S65_a_pushed_resident_loses_its_effect_at_once() -> None:
    state = play(table("0^ 5 1 1", "2 2 2 2"), "draw", "draw 0", "exchange 0 1", "add right")
    assert village(state, 0) == "0 5 1 1 0"
    assert state.decision_kind() == "turn"
    state = play(table("2^ 5 1 1"), *DRAWN_4, "exchange 0 1", "add right")
    assert state.to_act() == 1  # no Empath lies open any more: no look is left


def test_S14_S65_nothing_is_given_up_in_a_failure_and_no_ability_fires() -> None:
    state = play(table("7 8 9 12"), *DRAWN_4, "exchange 0 1 2 3", "add right", "add right", "draw 6")
    assert (lying(state, "discard"), state.to_act(), state.decision_kind()) == ("9", 1, "turn")


def test_S63_a_taken_card_does_not_come_back_in_that_turn() -> None:
    state = play(table("9 9 1", discard="3 9"), "take", "exchange 0 1")
    assert lying(state, "discard") == "3 9 9"
    assert village(state, 0) == "9^ 1"


# ---- Doppelgangers (S-55) ---------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", ["13 8", "13 13", "13 8 8", "13 13 8", "13 8 8 8 8", "13 13 8 8 8"])
def test_S15_S55_a_13_matches_any_card(cards: str) -> None:
    slots = " ".join(map(str, range(len(cards.split()))))
    state = play(table(f"{cards} 1"), *DRAWN_4, f"exchange {slots}")
    assert village(state, 0) == "4 1"


@pytest.mark.parametrize(("cards", "order"), [("8 13 8", "13 8 8"), ("8 13 8 13", "13 13 8 8")])
def test_S55_S63_13s_go_on_the_pile_first(cards: str, order: str) -> None:
    slots = " ".join(map(str, range(len(cards.split()))))
    state = play(table(f"{cards} 1"), *DRAWN_4, f"exchange {slots}")
    assert lying(state, "discard") == f"9 {order}"


def test_S55_a_13_may_leave_alone_and_does_not_join_two_numbers() -> None:
    assert village(play(table("13 8 5"), *DRAWN_4, "exchange 0"), 0) == "4 8 5"
    state = play(table("13 8 5"), *DRAWN_4, "exchange 0 1 2")
    assert state.decision_kind() == "add"


@pytest.mark.parametrize(("rule", "kind"), [("wild", "add"), ("pairing", "turn")])
def test_S55_A14_two_13s_with_two_numbers_match_by_the_pairing_reading_only(rule: str, kind: str) -> None:
    state = play(table("13 13 8 5", doppelganger=rule), *DRAWN_4, "exchange 0 1 2 3")
    assert state.decision_kind() == kind


@pytest.mark.parametrize("cards", ["13 8 5", "13 13 8 5 3"])
def test_S55_A14_by_the_pairing_reading_too_each_number_but_one_needs_a_13(cards: str) -> None:
    slots = " ".join(map(str, range(len(cards.split()))))
    state = play(table(cards, doppelganger="pairing"), *DRAWN_4, f"exchange {slots}")
    matched = len(set(cards.split()) - {"13"}) <= cards.split().count("13")
    assert (state.decision_kind() == "turn") == matched


def test_S56_a_13_that_is_drawn_and_discarded_matches_nothing() -> None:
    state = play(table("8 8 1"), "draw", "draw 13", "discard")
    assert (top(state), state.to_act(), village(state, 0)) == (13, 1, "8 8 1")


def test_S61_a_big_card_is_collected_and_shed_later_with_its_equal() -> None:
    state = play(table("12 5 1 1", "2 2 3 3", discard="12"), "take", "exchange 1")
    assert village(state, 0) == "12 12^ 1 1"
    play(state, "draw", "draw 6", "discard", "skip", *DRAWN_4, "exchange 0 1")
    assert village(state, 0) == "4 1 1"
