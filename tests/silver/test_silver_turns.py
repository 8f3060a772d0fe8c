"""A turn: draw, take or call; what lies how afterwards; when the cards run out (S-9 to S-14, S-30)."""

from __future__ import annotations

import pytest
from silver_helpers import (
    can,
    dealt,
    events,
    idle,
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

MINE, YOURS = "8 8 5 1 1", "10 11 12 6 7"


def test_S9_turns_go_clockwise_from_the_first_player() -> None:
    state = dealt(MINE, YOURS, "2 3 4 0 13")
    order = []
    for _ in range(7):
        order.append(state.turn)
        idle(state)
    assert order == [0, 1, 2, 0, 1, 2, 0]


def test_S9_a_turn_is_one_of_draw_take_and_call() -> None:
    assert legal(table(MINE)) == ["draw", "take"]
    assert legal(table("8 8 5 1")) == ["draw", "take", "call"]
    for line in ("take, exchange 0", "draw, draw 4, discard", "draw, draw 4, exchange 1", "call"):
        assert play(table("8 8 5 1"), line).to_act() == 1, line


def test_S10_a_drawn_card_is_seen_by_its_drawer_alone() -> None:
    state = play(table(MINE), "draw", "draw 4")
    assert seen(state, 0, "held") == "4"
    assert seen(state, 1, "held") == seen(state, None, "held") == "?"
    assert (events(state, 0)[-1], events(state, 1)[-1]) == ("draw 4", "draw ?")
    assert legal(state) == ["discard", *(f"exchange {slot}" for slot in range(5))]


@pytest.mark.parametrize("face", [0, 1, 2, 3, 4, 13])
def test_S10_S56_a_discarded_card_without_such_an_ability_ends_the_turn(face: int) -> None:
    state = play(table(MINE), "draw", f"draw {face}", "discard")
    assert (state.to_act(), top(state), village(state, 0)) == (1, face, MINE)


@pytest.mark.parametrize("face", range(5, 13))
def test_S10_S22_S66_a_discarded_5_to_12_may_be_used_or_not(face: int) -> None:
    state = play(table(MINE, discard="9 4"), "draw", f"draw {face}", "discard")
    assert state.to_act() == 0
    assert top(state) == face
    assert len(legal(state)) > 1
    play(state, "skip")
    assert (state.to_act(), village(state, 0), village(state, 1)) == (1, MINE, YOURS)


def test_S11_A1_a_drawn_card_takes_the_slot_of_the_card_given_up_face_down() -> None:
    state = play(table("8 8^ 5 1 1"), "draw", "draw 4", "exchange 1")
    assert village(state, 0) == "8 4 5 1 1"
    assert lying(state, "discard") == "9 8"
    assert seen(state, 0, "village 0") == "? 4 ? ? ?"  # known to who drew it
    assert seen(state, 1, "village 0") == "? ? ? ? ?"


@pytest.mark.parametrize(("rule", "over_down", "over_up"), [("up", "4^", "4^"), ("inherit", "4", "4^")])
def test_S11_A1_the_switch_of_the_side_of_a_drawn_card(rule: str, over_down: str, over_up: str) -> None:
    for slot, expected in ((0, f"{over_down} 5^"), (1, f"8 {over_up}")):
        state = play(table("8 5^", deck_exchange=rule), "draw", "draw 4", f"exchange {slot}")
        assert village(state, 0) == expected
        assert seen(state, 1, "village 0").split()[slot] == ("4" if "4^" in expected else "?")


def test_S11_A1_A22_a_drawn_resident_that_is_kept_face_down_does_nothing() -> None:
    state = play(table("8 8 5 2^", "9 1 1 1"), "draw", "draw 0", "exchange 0", "end")
    assert village(state, 0) == "0 8 5 2^"
    play(state, "draw", "draw 0", "exchange 0")
    assert (state.decision_kind(), state.to_act()) == ("turn", 0)  # two Villagers, but both in hiding


def test_S12_the_top_discard_must_be_exchanged_and_lies_face_up() -> None:
    state = play(table(MINE, discard="3 7"), "take")
    assert legal(state) == [f"exchange {slot}" for slot in range(5)]
    assert refused(state, "discard").startswith("not possible now")
    play(state, "exchange 2")
    assert village(state, 0) == "8 8 7^ 1 1"
    assert lying(state, "discard") == "3 5"
    assert seen(state, 1, "village 0") == "? ? 7 ? ?"


@pytest.mark.parametrize("face", range(5, 13))
def test_S12_S14_no_ability_of_a_card_taken_from_the_pile_or_given_up(face: int) -> None:
    state = play(table(f"{face} 1 1 1 2", discard=str(face)), "take", "exchange 0")
    assert (state.decision_kind(), state.to_act()) == ("turn", 1)
    state = play(table(f"{face} 1 1 1 2", discard="2"), "draw", "draw 4", "exchange 0")
    assert (state.decision_kind(), state.to_act(), top(state)) == ("turn", 1, face)


def test_S12_S63_A33_an_empty_pile_cannot_be_taken_from() -> None:
    state = play(dealt("8 5 8 1 1", YOURS), "take", "exchange 0 1", "add right")
    assert (lying(state, "discard"), state.to_act()) == ("", 1)
    assert refused(state, "take") == "the discard pile is empty (A-33)"
    assert not can(state, "take")
    assert can(idle(state), "take")


def test_S13_a_single_card_can_always_be_exchanged_known_or_not() -> None:
    for slot in range(5):
        for up in ("", "^"):
            cards = MINE.split()
            cards[slot] += up
            state = play(table(" ".join(cards)), "draw", "draw 12", f"exchange {slot}")
            assert (state.to_act(), top(state)) == (1, int(MINE.split()[slot]))
            assert village(state, 0).split()[slot] == "12"


def test_S24_S27_S62_a_robbed_face_up_card_stays_face_up() -> None:
    state = play(table("8 5^", "4^ 7"), "draw", "draw 12", "discard", "rob 1:0", "give 0")
    assert (village(state, 0), village(state, 1)) == ("4^ 5^", "8 7")
    pass_by(state)
    state = play(table("8 5^", "4^ 7"), "draw", "draw 12", "discard", "rob 1:1", "give 1", "skip")
    assert (village(state, 0), village(state, 1)) == ("8 7", "4^ 5^")


def test_S23_S27_a_look_is_private_and_the_card_stays_where_it_is() -> None:
    state = table("8 5", "4^ 7 6")
    play(state, "draw", "draw 8", "discard")
    assert legal(state, "look") == ["look 1:1", "look 1:2"]  # the face-up one needs no look
    assert refused(state, "look 1:0") == "this card lies face-up (S-23)"
    play(state, "look 1:2")
    assert (village(state, 1), seen(state, 0, "village 1"), seen(state, 1, "village 1")) == (
        "4^ 7 6",
        "4 ? 6",
        "4 ? ?",
    )


def test_S27_S69_A30_only_the_top_of_the_pile_is_seen_without_memory() -> None:
    state = play(table(MINE, memory="table"), "draw", "draw 4", "discard")
    assert seen(state, 0, "discard") == "? 4"
    assert seen(play(state, "take"), 1, "discard") == "9"  # it comes to light again
    assert seen(play(table(MINE), "draw", "draw 4", "discard"), 1, "discard") == "9 4"


# ---- the deck runs out (S-30, S-46, S-67) -----------------------------------------------------------------


def test_S30_A7_the_round_ends_when_the_last_card_is_drawn_and_that_turn_is_over() -> None:
    state = play(table(MINE, deck="7"), "draw", "draw 7", "discard")
    assert (state.decision_kind(), state.deck) == ("beholder", 0)  # it is used like any other (S-70)
    play(state, "look 0:0", "look 0:1")
    assert over(state)
    assert "called" not in events(state, None)[-1]


def test_S30_S49_A7_a_card_that_a_rascal_puts_back_lets_the_round_go_on() -> None:
    state = play(table("4^ 8", deck="6 7"), "draw", "draw 6", "draw", "draw 7")
    assert state.deck == 0
    play(state, "keep 6", "exchange 1")
    assert (state.decision_kind(), state.to_act(), state.deck) == ("turn", 1, 1)


def test_S30_the_pile_is_never_shuffled_again() -> None:
    state = table(MINE, deck="2", discard="3 4 5 6", rounds=1)
    play(state, "draw", "draw 2", "discard")
    assert over(state)
    assert lying(state, "discard").endswith("3 4 5 6 2")


def test_S46_A8_shown_cards_are_played_on_until_they_are_gone() -> None:
    state = table("1^ 8 5 6 7", "2 2 2 6 2^", deck="4", shown="11")
    play(state, "draw", "draw 4", "discard")
    assert (state.deck, state.turn, legal(state)[:2]) == (0, 1, ["take", "shown 0"])
    assert refused(state, "draw") == "the deck is empty (S-30)"
    play(state, "take", "exchange 0", "end")
    assert state.turn == 0  # one may go on without them
    play(state, "shown 0", "exchange 4")
    assert over(state)


def test_S30_A34_a_limit_of_turns_ends_a_round_and_is_named() -> None:
    state = idle(table(MINE, turn_limit=3, rounds=1), 3)
    assert (over(state), state.limited) == (True, (1,))
    end = state.outcome()
    assert end is not None
    assert end.reason == "round 1 was the last (S-57); the turn limit ended round 1 (A-34)"


def test_S12_S30_A34_players_who_take_each_others_discards_for_ever_are_stopped() -> None:
    state = table("8 5", "7 6", rounds=1)
    for _ in range(200):
        play(state, "take, exchange 0")
    assert (over(state), state.turns, state.deck) == (True, 200, 37)


def test_S67_the_end_of_a_turn_refills_then_passes_on() -> None:
    state = play(table("1^ 8 5", "2 2 2 2", deck="4 6 9"), "draw", "draw 4", "discard")
    assert (state.decision_kind(), state.turn) == ("refill", 0)
    play(state, "show 6")
    assert (state.decision_kind(), state.turn, lying(state, "shown")) == ("turn", 1, "6")


def test_S71_with_an_empty_deck_a_shown_card_may_still_be_taken_and_discarded() -> None:
    state = play(table("8 5", shown="4", deck="", rounds=1), "shown 0", "discard")
    assert (top(state), over(state)) == (4, True)
