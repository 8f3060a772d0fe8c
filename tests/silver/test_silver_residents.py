"""Villagers, Squires and Rascals: cards that work while they lie face-up (S-41 to S-46, S-49)."""

from __future__ import annotations

import pytest
from silver_helpers import (
    chances,
    events,
    legal,
    lying,
    over,
    pass_by,
    play,
    refused,
    seen,
    table,
    top,
    village,
)

from toolkit.core.decision import CHANCE

# ---- 0, the Villager (S-41, S-42) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mine", "yours", "lines"),
    [
        ("0^ 0 1", "2 2", "draw, draw 5, discard, turn 0:1"),  # in one village
        ("0^ 1 1", "0 2", "draw, draw 6, discard, turn 1:0"),  # in two
        ("0^ 5 1", "2 2", "take, exchange 1"),
        ("5 5 1", "0^ 2", "shown 0, exchange 1"),
        ("5 6 1", "0^ 2", "take, exchange 0 1, add right"),  # added after a failure
    ],
)
def test_S41_S42_the_round_ends_when_both_lie_face_up_in_villages(mine: str, yours: str, lines: str) -> None:
    shown, discard = ("0", "9") if "shown" in lines else ("", "0" if "take" in lines else "9")
    state = table(mine, yours, shown=shown, discard=discard)
    play(state, lines)
    assert over(state)


def test_S41_S42_by_a_master_too() -> None:
    state = play(table("5 8 1", "0^ 2", discard="0 4"), "draw", "draw 10", "discard", "fetch 0")
    play(state, "exchange 0")
    assert (over(state), state.results[0].villages[0]) == (True, (0, 8, 1))


def test_S41_in_the_pile_beside_the_deck_and_in_hiding_they_do_nothing() -> None:
    state = play(table("0 5 1", "2 2", shown="0"), "draw", "draw 4", "discard")
    assert state.to_act() == 1
    state = play(table("5 5 1", "0^ 2", discard="0"), "draw", "draw 4", "discard")
    assert state.to_act() == 1
    state = play(table("5 5 1", "0^ 2"), "draw", "draw 0", "exchange 0")  # kept face-down
    assert state.to_act() == 1


def test_S42_A6_they_end_the_last_turns_too_and_the_call_is_scored() -> None:
    state = play(table("1 2", "0 3", "0^ 4"), "call", "draw, draw 5, discard, turn 1:0")
    assert over(state)
    assert state.results[0].points == (0, 3, 4)


def test_S42_A6_without_a_call_nobody_scores_0_or_10_more() -> None:
    state = play(table("0^ 1", "0 3"), "draw", "draw 6", "discard", "turn 1:0")
    assert state.results[0].points == (1, 3)


def test_S42_A37_the_cards_of_a_failed_attempt_are_moved_before_the_score() -> None:
    state = play(table("5 6 7", "0^ 2", discard="0"), "take", "exchange 0 1 2", "add left")
    assert state.decision_kind() == "add"  # the penalty card still comes
    play(state, "add right", "draw 8")
    assert (over(state), state.results[0].villages[0]) == (True, (0, 5, 6, 7, 8))


def test_S42_S67_A37_no_look_and_no_refill_follow() -> None:
    state = play(table("2^ 5 1^", "0^ 2", discard="0", rounds=1), "take", "exchange 1")
    assert (over(state), lying(state, "shown")) == (True, "")


# ---- 1, the Squire (S-43 to S-46) -------------------------------------------------------------------------


def test_S43_one_card_is_shown_for_each_face_up_squire_on_the_table() -> None:
    state = play(table("1^ 1 5", "1^ 2", "3 4"), "draw", "draw 4", "discard")
    assert (state.decision_kind(), state.to_act()) == ("refill", CHANCE)
    play(state, "show 12", "show 5")
    assert (lying(state, "shown"), state.turn) == ("12 5", 1)
    assert [seen(state, viewer, "shown") for viewer in (0, 1, 2, None)] == ["12 5"] * 4


def test_S43_A42_a_squire_turned_up_in_mid_turn_shows_a_card_at_the_end_of_it() -> None:
    state = play(table("1 5", "2 2"), "draw", "draw 5", "discard", "turn 0:0")
    assert state.decision_kind() == "refill"


def test_S43_A42_refilling_goes_on_in_the_last_turns() -> None:
    state = play(table("1^ 2", "3 4", "5 6"), "call", "show 9", "shown 0, discard, skip")
    assert (state.caller, state.decision_kind()) == (0, "refill")


def test_S43_after_the_last_turn_nothing_is_refilled() -> None:
    state = play(table("1^ 2", "3 4", shown="9"), "call", "shown 0, exchange 0")
    assert over(state)


def test_S44_a_shown_card_is_taken_instead_of_drawing_and_lies_face_up() -> None:
    state = table("1^ 5 6", "2 2", shown="4")
    assert "shown 0" in legal(state)
    play(state, "shown 0", "exchange 2")
    assert village(state, 0) == "1^ 5 4^"
    play(state, "show 7")
    assert lying(state, "shown") == "7"
    assert (state.turn, top(state)) == (1, 6)


def test_S44_everybody_may_take_one() -> None:
    state = play(table("1^ 5 6", "2 2", shown="4"), "draw", "draw 3", "discard")
    assert "shown 0" in legal(state)
    assert refused(state, "shown 1") == "there are 1 cards beside the deck (S-44)"


@pytest.mark.parametrize(("rule", "kind"), [(True, "exposer"), (False, "turn")])
def test_S44_A20_a_shown_card_that_is_discarded_works_like_a_drawn_one(rule: bool, kind: str) -> None:
    state = play(table("5 6", "2 2", shown="5", squire_ability=rule), "shown 0", "discard")
    assert (state.decision_kind(), top(state)) == (kind, 5)


def test_S44_A21_rascals_draw_no_further_card_with_a_shown_one() -> None:
    state = play(table("4^ 5 6", "2 2", shown="8"), "shown 0")
    assert state.decision_kind() == "use"
    assert "draw" not in legal(state)


def test_S45_when_a_squire_leaves_the_shown_cards_stay() -> None:
    state = play(table("1^ 5 6", "2 2", shown="4"), "draw", "draw 8", "exchange 0")
    assert (village(state, 0), lying(state, "shown")) == ("8 5 6", "4")
    play(state, "shown 0", "discard")
    assert (lying(state, "shown"), state.decision_kind(), state.turn) == ("", "turn", 0)  # and no new one


def test_S45_with_too_few_cards_in_the_deck_what_is_there_is_shown() -> None:
    state = play(table("1^ 1^ 1^ 5", "2 2", "3 3", "6 6", deck="7 9"), "draw", "draw 7", "discard, skip")
    assert chances(state) == {"show 9": 1}
    play(state, "show 9")
    assert (lying(state, "shown"), state.turn, state.deck) == ("9", 1, 0)


def test_S45_S69_nobody_sees_a_card_before_it_is_shown() -> None:
    state = play(table("1^ 5", "2 2"), "draw", "draw 4", "discard")
    assert legal(state) == []  # no choice is left to anybody
    assert chances(state)["show 9"] == 3


def test_S46_the_round_ends_with_the_last_shown_card() -> None:
    state = play(table("1^ 5", "2 2", deck="", shown="6"), "shown 0", "exchange 1")
    assert over(state)


# ---- 4, the Rascal (S-49) ---------------------------------------------------------------------------------


def test_S49_one_rascal_draws_one_card_more_and_one_is_kept() -> None:
    state = play(table("4^ 5 6"), "draw", "draw 7")
    assert legal(state) == ["draw", "keep 7"]
    play(state, "draw", "draw 3")
    assert legal(state) == ["keep 3", "keep 7"]
    play(state, "keep 3")
    assert (lying(state, "held"), lying(state, "top")) == ("3", "7")
    play(state, "exchange 1")
    assert village(state, 0) == "4^ 3 6"


def test_S49_A19_the_further_draws_are_optional_and_decided_one_by_one() -> None:
    state = play(table("4^ 4^ 6"), "draw", "draw 7", "keep 7", "discard", "skip")
    assert (lying(state, "top"), state.to_act()) == ("", 1)
    state = play(table("4^ 4^ 6"), "draw", "draw 7", "draw", "draw 3")
    assert legal(state) == ["draw", "keep 3", "keep 7"]


def test_S49_a_rascal_in_hiding_or_in_another_village_does_not_count() -> None:
    state = play(table("4 5 6", "4^ 1"), "draw", "draw 7")
    assert state.decision_kind() == "use"


@pytest.mark.parametrize(("rule", "order"), [("restore", "7 3"), ("reverse", "3 7")])
def test_S49_A40_the_rest_goes_back_on_top_of_the_deck_in_its_order(rule: str, order: str) -> None:
    state = play(table("4^ 4^ 6", rascal_putback=rule), "draw", "draw 7", "draw", "draw 3", "draw", "draw 9")
    play(state, "keep 9")
    assert lying(state, "top") == order
    play(state, "discard", "skip", "draw")
    assert chances(state) == {f"draw {order[0]}": 1}


def test_S49_A40_a_kept_card_may_be_any_and_the_others_keep_their_order() -> None:
    state = play(table("4^ 4^ 6"), "draw", "draw 7", "draw", "draw 3", "draw", "draw 9", "keep 3")
    assert lying(state, "top") == "7 9"


def test_S49_A40_with_too_few_cards_what_is_there_is_drawn() -> None:
    state = play(table("4^ 4^ 6", deck="7 8"), "draw", "draw 7", "draw", "draw 8")
    assert legal(state) == ["keep 7", "keep 8"]
    state = play(table("4^ 4^ 6", deck="7"), "draw", "draw 7")
    assert state.decision_kind() == "use"


def test_S49_a_discarded_card_of_a_rascal_may_be_used() -> None:
    state = play(table("4^ 5 6"), "draw", "draw 7", "draw", "draw 5", "keep 7", "discard")
    assert state.decision_kind() == "beholder"


def test_S49_A40_a_witch_then_takes_the_card_that_was_put_back() -> None:
    state = play(table("4^ 5 6"), "draw", "draw 11", "draw", "draw 3", "keep 11", "discard", "use")
    assert chances(state) == {"draw 3": 1}
    play(state, "draw 3", "exchange 1")
    assert village(pass_by(state), 0) == "4^ 3 6"


def test_S49_A40_a_penalty_card_that_was_put_back_is_known_to_the_rascal() -> None:
    state = play(table("4^ 5 6 8"), "draw", "draw 7", "draw", "draw 3", "keep 7")
    play(state, "exchange 1 2 3", "add right", "add right", "draw 3")
    assert village(state, 0) == "4^ 5 6 8 7 3"
    assert seen(state, 0, "village 0").split()[-1] == "3"
    assert seen(state, 1, "village 0").split()[-1] == "?"


def test_S49_S69_the_others_see_only_how_many_cards_were_drawn() -> None:
    state = play(table("4^ 5 6"), "draw", "draw 7", "draw", "draw 3", "keep 3")
    assert events(state, 1)[-5:] == ["draw", "draw ?", "draw", "draw ?", "keep ?"]
    assert (seen(state, 1, "top"), seen(state, 0, "top")) == ("?", "7")
