"""The abilities of 5 to 12, used as a card just drawn is discarded (S-50 to S-54, S-63, S-64, S-70)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from silver_helpers import chances, legal, lying, play, refused, seen, table, top, village

if TYPE_CHECKING:
    from toolkit.games.silver.state import SilverState

MINE, YOURS, THEIRS = "8 5^ 1", "10 11^ 12 6", "3 7^ 9"


def discarded(face: int, *villages: str, **facts: Any) -> SilverState:
    """Return a game in which player 0 has just drawn and discarded a card."""
    return play(table(*(villages or (MINE, YOURS, THEIRS)), **facts), "draw", f"draw {face}", "discard")


# ---- 5 and 6 (S-50) ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("slot", "expected"), [(0, "8^ 5^ 1"), (2, "8 5^ 1^")])
def test_S50_an_exposer_turns_an_own_face_down_card(slot: int, expected: str) -> None:
    state = discarded(5)
    assert legal(state) == ["turn 0:0", "turn 0:2", "skip"]
    play(state, f"turn 0:{slot}")
    assert village(state, 0) == expected
    assert all(seen(state, viewer, "village 0").split()[slot] != "?" for viewer in (0, 1, 2, None))


def test_S50_A15_a_revealer_turns_a_face_down_card_of_an_opponent() -> None:
    state = discarded(6)
    assert legal(state) == ["turn 1:0", "turn 1:2", "turn 1:3", "turn 2:0", "turn 2:2", "skip"]
    assert "opponent" in refused(state, "turn 0:0")
    play(state, "turn 1:2")
    assert village(state, 1) == "10 11^ 12^ 6"
    assert seen(state, 2, "village 1") == "? 11 12 ?"


def test_S50_A15_by_the_english_cards_a_revealer_turns_anybodys_card() -> None:
    state = discarded(6, revealer="any")
    assert legal(state, "turn 0") == ["turn 0:0", "turn 0:2"]
    assert village(play(state, "turn 0:2"), 0) == "8 5^ 1^"


@pytest.mark.parametrize(("face", "village_of"), [(5, 0), (6, 1)])
def test_S50_a_resident_that_was_turned_up_works_from_now_on(face: int, village_of: int) -> None:
    state = play(table("2 8", "2 6"), "draw", f"draw {face}", "discard", f"turn {village_of}:0")
    if village_of == 0:
        assert legal(state) == ["look 0:1", "end"]  # in the same turn
    else:
        assert "look 1:1" in legal(state)


# ---- 7, 8 and 9 (S-51) ------------------------------------------------------------------------------------


def test_S51_A16_a_beholder_looks_at_up_to_two_own_cards() -> None:
    state = discarded(7)
    assert legal(state) == ["look 0:0", "look 0:2", "skip"]
    play(state, "look 0:2")
    assert legal(state) == ["look 0:0", "skip"]
    assert seen(play(state.clone(), "skip"), 0, "village 0") == "? 5 1"
    play(state, "look 0:0")
    assert (seen(state, 0, "village 0"), seen(state, 1, "village 0")) == ("8 5 1", "? 5 ?")
    assert (village(state, 0), state.turn) == (MINE, 1)


def test_S51_A16_by_the_switch_a_beholder_looks_at_both_once_begun() -> None:
    state = discarded(7, beholder="both")
    assert "skip" in legal(state)  # abilities are optional (S-22)
    play(state, "look 0:2")
    assert legal(state) == ["look 0:0"]


@pytest.mark.parametrize("rule", ["up_to_2", "both"])
def test_S51_S70_a_beholder_with_one_target_looks_at_one(rule: str) -> None:
    state = play(discarded(7, "8 5^", YOURS, beholder=rule), "look 0:0")
    assert state.turn == 1


def test_S51_an_apprentice_seer_looks_at_a_card_of_an_opponent() -> None:
    state = discarded(8)
    assert legal(state) == ["look 1:0", "look 1:2", "look 1:3", "look 2:0", "look 2:2", "skip"]
    assert "opponent" in refused(state, "look 0:0")
    play(state, "look 2:2")
    assert [seen(state, viewer, "village 2") for viewer in (0, 1, 2)] == ["? 7 9", "? 7 ?", "? 7 ?"]
    assert village(state, 2) == THEIRS


def test_S51_a_seer_looks_at_a_card_of_anybody() -> None:
    state = discarded(9)
    assert len(legal(state, "look")) == 2 + 3 + 2
    assert seen(play(state.clone(), "look 0:0"), 0, "village 0") == "8 5 ?"
    assert seen(play(state, "look 1:3"), 0, "village 1") == "? 11 ? 6"


# ---- 10, the Master (S-52) --------------------------------------------------------------------------------


def test_S52_A31_a_master_may_take_any_card_of_the_pile_but_itself() -> None:
    state = discarded(10, discard="4 7 4 2")
    assert legal(state) == ["fetch 2", "fetch 4", "fetch 7", "skip"]
    play(state, "fetch 7")
    assert legal(state) == ["exchange 0", "exchange 1", "exchange 2"]  # it must be exchanged
    play(state, "exchange 0")
    assert village(state, 0) == "7^ 5^ 1"
    assert lying(state, "discard") == "4 4 2 10 8"  # the Master first, then what was given up (S-63)


def test_S52_the_exchange_rules_hold_for_a_master() -> None:
    state = play(discarded(10, "8 8 1", YOURS, discard="7 2"), "fetch 7", "exchange 0 1")
    assert (village(state, 0), lying(state, "discard")) == ("7^ 1", "2 10 8 8")


def test_S52_S62_A31_after_a_failure_the_fetched_card_is_added_face_up() -> None:
    state = play(discarded(10, "8 5 1", YOURS, discard="7 2"), "fetch 7", "exchange 0 1", "add left")
    assert (village(state, 0), lying(state, "discard")) == ("7^ 8 5 1", "2 10")


def test_S52_A31_one_may_look_and_take_nothing() -> None:
    state = play(discarded(10, discard="7 2"), "skip")
    assert (village(state, 0), lying(state, "discard"), state.turn) == (MINE, "7 2 10", 1)


def test_S52_another_master_of_the_pile_may_be_taken() -> None:
    assert legal(discarded(10, discard="10 3")) == ["fetch 3", "fetch 10", "skip"]


def test_S52_S63_the_uppermost_copy_is_taken_and_the_order_of_the_rest_stays() -> None:
    state = play(discarded(10, discard="4 7 4 2"), "fetch 4", "exchange 2")
    assert lying(state, "discard") == "4 7 2 10 1"


# ---- 11, the Witch (S-53) ---------------------------------------------------------------------------------


def test_S53_a_witch_looks_at_the_top_of_the_deck_and_exchanges_it_for_an_own_card() -> None:
    state = play(discarded(11), "use")
    assert (state.decision_kind(), sum(chances(state).values())) == ("draw", 40)
    play(state, "draw 2")
    assert [seen(state, viewer, "held") for viewer in (0, 1)] == ["2", "?"]
    play(state, "exchange 0")
    assert (village(state, 0), lying(state, "discard")) == ("2 5^ 1", "9 11 8")


def test_S53_several_own_cards_by_the_exchange_rules() -> None:
    state = play(discarded(11, "8 8 1", YOURS), "use, draw 2", "exchange 0 1")
    assert (village(state, 0), lying(state, "discard")) == ("2 1", "9 11 8 8")
    state = play(discarded(11, "8 5 1", YOURS), "use, draw 2", "exchange 0 1", "add right")
    assert (village(state, 0), lying(state, "discard")) == ("8 5 1 2", "9 11")


def test_S53_S62_S69_a_card_of_an_opponent_is_hit_and_only_the_witch_knows_the_new_one() -> None:
    state = play(discarded(11), "use, draw 2", "hit 1:2")
    assert (village(state, 1), lying(state, "discard")) == ("10 11^ 2 6", "9 11 12")
    views = [seen(state, viewer, "village 1") for viewer in (0, 1, 2, None)]
    assert views == ["? 11 2 ?", "? 11 ? ?", "? 11 ? ?", "? 11 ? ?"]


@pytest.mark.parametrize(("rule", "expected"), [("down", "10 2 12 6"), ("inherit", "10 2^ 12 6")])
def test_S53_S62_A2_which_way_up_over_a_face_up_card_of_an_opponent(rule: str, expected: str) -> None:
    state = play(discarded(11, witch_orientation=rule), "use, draw 2", "hit 1:1")
    assert village(state, 1) == expected
    assert seen(state, 2, "village 1").split()[1] == ("2" if rule == "inherit" else "?")
    assert village(play(discarded(11, witch_orientation=rule), "use, draw 2", "hit 1:0"), 1) == "2 11^ 12 6"


@pytest.mark.parametrize(("rule", "expected"), [("down", "2"), ("up", "2^"), ("inherit", "2^")])
def test_S53_S62_A1_in_the_own_village_a_witchs_card_lies_like_a_drawn_one(rule: str, expected: str) -> None:
    state = play(discarded(11, deck_exchange=rule), "use, draw 2", "exchange 1")
    assert village(state, 0) == f"8 {expected} 1"


def test_S53_A32_after_the_look_one_must_exchange() -> None:
    state = discarded(11)
    assert legal(state) == ["use", "skip"]
    assert village(play(state.clone(), "skip"), 0) == MINE
    play(state, "use, draw 2")
    assert len(legal(state, "exchange")) == 3
    assert len(legal(state, "hit")) == 4 + 3
    assert "skip" not in legal(state)


def test_S53_A32_by_the_switch_a_witch_may_be_declined_after_the_look() -> None:
    state = play(discarded(11, witch_decline="after_look"), "use, draw 2")
    assert "skip" in legal(state)
    play(state, "skip")
    assert (village(state, 0), lying(state, "top"), state.turn) == (MINE, "2", 1)
    assert chances(play(state, "draw")) == {"draw 2": 1}
    assert (seen(state, 0, "top"), seen(state, 1, "top")) == ("2", "?")


def test_S53_S14_the_card_that_was_hit_has_no_effect() -> None:
    state = play(discarded(11, "8 5", "12 6"), "use, draw 2", "hit 1:0")
    assert (state.decision_kind(), state.turn, top(state)) == ("turn", 1, 12)


# ---- 12, the Robber (S-54) --------------------------------------------------------------------------------


def test_S54_a_robber_swaps_a_card_of_an_opponent_with_an_own_one_and_may_look() -> None:
    state = discarded(12)
    assert legal(state) == [
        *(f"rob 1:{slot}" for slot in range(4)),
        *(f"rob 2:{slot}" for slot in range(3)),
        "skip",
    ]
    play(state, "rob 1:2")
    assert legal(state) == ["give 0", "give 1", "give 2"]
    play(state, "give 0")
    assert (village(state, 0), village(state, 1)) == ("12 5^ 1", "10 11^ 8 6")
    assert legal(state) == ["look 0:0", "skip"]
    assert seen(play(state.clone(), "skip"), 0, "village 0") == "? 5 ?"
    play(state, "look 0:0")
    assert [seen(state, viewer, "village 0") for viewer in (0, 1, 2)] == ["12 5 ?", "? 5 ?", "? 5 ?"]
    assert seen(state, 1, "village 1") == "? 11 ? ?"  # the victim may not look


@pytest.mark.parametrize(
    ("rob", "gift", "mine", "yours"),
    [(1, 1, "8 11^ 1", "10 5^ 12 6"), (1, 0, "11^ 5^ 1", "10 8 12 6"), (0, 1, "8 10 1", "5^ 11^ 12 6")],
)
def test_S54_S62_each_card_keeps_its_side(rob: int, gift: int, mine: str, yours: str) -> None:
    state = play(discarded(12), f"rob 1:{rob}", f"give {gift}")
    assert (village(state, 0), village(state, 1)) == (mine, yours)
    assert (state.decision_kind() == "robber look") == (rob == 0)  # a face-up card needs no look


def test_S54_a_squire_that_was_robbed_still_shows_a_card_and_a_villager_ends_nothing() -> None:
    state = play(discarded(12, "8 5", "1^ 6", shown="4"), "rob 1:0", "give 0")
    assert (village(state, 0), state.turn, lying(state, "shown")) == ("1^ 5", 1, "4")
    state = play(discarded(12, "8 5", "0^ 6"), "rob 1:0", "give 0")
    assert state.decision_kind() == "turn"


# ---- without a target (S-70) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("face", "mine", "yours", "discard"),
    [
        (5, "8^ 5^", YOURS, "9"),
        (6, MINE, "6^ 7^", "9"),
        (7, "8^ 5^", YOURS, "9"),
        (8, MINE, "6^ 7^", "9"),
        (9, "8^ 5^", "6^ 7^", "9"),
        (10, MINE, YOURS, ""),
    ],
)
def test_S70_an_ability_without_a_target_does_nothing(face: int, mine: str, yours: str, discard: str) -> None:
    state = discarded(face, mine, yours, discard=discard)
    assert (state.decision_kind(), state.turn, top(state)) == ("turn", 1, face)


def test_S70_a_witch_does_nothing_with_an_empty_deck() -> None:
    state = discarded(11, deck="11", shown="4")
    assert (state.decision_kind(), state.turn, state.deck) == ("turn", 1, 0)


def test_S70_the_last_card_of_the_deck_is_used_like_any_other() -> None:
    state = discarded(12, deck="12")
    play(state, "rob 1:0", "give 0")
    assert state.decision_kind() == "robber look"
