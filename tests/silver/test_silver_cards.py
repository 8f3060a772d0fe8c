"""The abilities of the cards (S-41 to S-46, S-49 to S-54, S-63, S-64, S-70)."""

import pytest
from silver_helpers import chances, legal, lying, over, play, refused, seen, table, top, village

from toolkit.core.decision import CHANCE

MINE, YOURS, THEIRS = "8 5^ 1", "10 11^ 12 6", "3 7^ 9"


def discarded(face, *villages, **facts):
    """Return a game in which player 0 has just drawn and discarded a card."""
    return play(table(*(villages or (MINE, YOURS, THEIRS)), **facts), "draw", f"draw {face}", "discard")


# ---- 5 and 6 (S-50) ----
def test_S50_A15_a_revealer_turns_a_face_down_card_of_an_opponent():
    state = discarded(6)
    assert legal(state) == ["turn 1:0", "turn 1:2", "turn 1:3", "turn 2:0", "turn 2:2", "skip"]
    assert "opponent" in refused(state, "turn 0:0")
    play(state, "turn 1:2")
    assert village(state, 1) == "10 11^ 12^ 6"
    assert seen(state, 2, "village 1") == "? 11 12 ?"


def test_S50_A15_by_the_english_cards_a_revealer_turns_anybodys_card():
    state = discarded(6, revealer="any")
    assert legal(state, "turn 0") == ["turn 0:0", "turn 0:2"]
    assert village(play(state, "turn 0:2"), 0) == "8 5^ 1^"


# ---- 7, 8 and 9 (S-51) ----
def test_S51_A16_a_beholder_looks_at_up_to_two_own_cards():
    state = discarded(7)
    assert legal(state) == ["look 0:0", "look 0:2", "skip"]
    play(state, "look 0:2")
    assert legal(state) == ["look 0:0", "skip"]
    assert seen(play(state.clone(), "skip"), 0, "village 0") == "? 5 1"
    play(state, "look 0:0")
    assert (seen(state, 0, "village 0"), seen(state, 1, "village 0")) == ("8 5 1", "? 5 ?")
    assert (village(state, 0), state.turn) == (MINE, 1)


def test_S51_A16_by_the_switch_a_beholder_looks_at_both_once_begun():
    state = discarded(7, beholder="both")
    assert "skip" in legal(state)  # abilities are optional (S-22)
    play(state, "look 0:2")
    assert legal(state) == ["look 0:0"]


def test_S51_an_apprentice_seer_looks_at_a_card_of_an_opponent():
    state = discarded(8)
    assert legal(state) == ["look 1:0", "look 1:2", "look 1:3", "look 2:0", "look 2:2", "skip"]
    assert "opponent" in refused(state, "look 0:0")
    play(state, "look 2:2")
    assert [seen(state, viewer, "village 2") for viewer in (0, 1, 2)] == ["? 7 9", "? 7 ?", "? 7 ?"]
    assert village(state, 2) == THEIRS


def test_S51_a_seer_looks_at_a_card_of_anybody():
    state = discarded(9)
    assert len(legal(state, "look")) == 2 + 3 + 2
    assert seen(play(state.clone(), "look 0:0"), 0, "village 0") == "8 5 ?"
    assert seen(play(state, "look 1:3"), 0, "village 1") == "? 11 ? 6"


# ---- 10, the Master (S-52) ----
def test_S52_A31_a_master_may_take_any_card_of_the_pile_but_itself():
    state = discarded(10, discard="4 7 4 2")
    assert legal(state) == ["fetch 2", "fetch 4", "fetch 7", "skip"]
    play(state, "fetch 7")
    assert legal(state) == ["exchange 0", "exchange 1", "exchange 2"]  # it must be exchanged
    play(state, "exchange 0")
    assert village(state, 0) == "7^ 5^ 1"
    assert lying(state, "discard") == "4 4 2 10 8"  # the Master first, then what was given up (S-63)


# ---- 11, the Witch (S-53) ----
def test_S53_a_witch_looks_at_the_top_of_the_deck_and_exchanges_it_for_an_own_card():
    state = play(discarded(11), "use")
    assert (state.decision_kind(), sum(chances(state).values())) == ("draw", 40)
    play(state, "draw 2")
    assert [seen(state, viewer, "held") for viewer in (0, 1)] == ["2", "?"]
    play(state, "exchange 0")
    assert (village(state, 0), lying(state, "discard")) == ("2 5^ 1", "9 11 8")


def test_S53_several_own_cards_by_the_exchange_rules():
    state = play(discarded(11, "8 8 1", YOURS), "use, draw 2", "exchange 0 1")
    assert (village(state, 0), lying(state, "discard")) == ("2 1", "9 11 8 8")
    state = play(discarded(11, "8 5 1", YOURS), "use, draw 2", "exchange 0 1", "add right")
    assert (village(state, 0), lying(state, "discard")) == ("8 5 1 2", "9 11")


def test_S53_S62_S69_a_card_of_an_opponent_is_hit_and_only_the_witch_knows_the_new_one():
    state = play(discarded(11), "use, draw 2", "hit 1:2")
    assert (village(state, 1), lying(state, "discard")) == ("10 11^ 2 6", "9 11 12")
    views = [seen(state, viewer, "village 1") for viewer in (0, 1, 2, None)]
    assert views == ["? 11 2 ?", "? 11 ? ?", "? 11 ? ?", "? 11 ? ?"]


@pytest.mark.parametrize(("rule", "expected"), [("down", "10 2 12 6"), ("inherit", "10 2^ 12 6")])
def test_S53_S62_A2_which_way_up_over_a_face_up_card_of_an_opponent(rule, expected):
    state = play(discarded(11, witch_orientation=rule), "use, draw 2", "hit 1:1")
    assert village(state, 1) == expected
    assert seen(state, 2, "village 1").split()[1] == ("2" if rule == "inherit" else "?")
    assert village(play(discarded(11, witch_orientation=rule), "use, draw 2", "hit 1:0"), 1) == "2 11^ 12 6"


@pytest.mark.parametrize(("rule", "expected"), [("down", "2"), ("up", "2^"), ("inherit", "2^")])
def test_S53_S62_A1_in_the_own_village_a_witchs_card_lies_like_a_drawn_one(rule, expected):
    state = play(discarded(11, deck_exchange=rule), "use, draw 2", "exchange 1")
    assert village(state, 0) == f"8 {expected} 1"


def test_S53_A32_after_the_look_one_must_exchange():
    state = discarded(11)
    assert legal(state) == ["use", "skip"]
    assert village(play(state.clone(), "skip"), 0) == MINE
    play(state, "use, draw 2")
    assert len(legal(state, "exchange")) == 3
    assert len(legal(state, "hit")) == 4 + 3
    assert "skip" not in legal(state)


def test_S53_A32_by_the_switch_a_witch_may_be_declined_after_the_look():
    state = play(discarded(11, witch_decline="after_look"), "use, draw 2")
    assert "skip" in legal(state)
    play(state, "skip")
    assert (village(state, 0), lying(state, "top"), state.turn) == (MINE, "2", 1)
    assert chances(play(state, "draw")) == {"draw 2": 1}
    assert (seen(state, 0, "top"), seen(state, 1, "top")) == ("2", "?")


# ---- 12, the Robber (S-54) ----
def test_S54_a_robber_swaps_a_card_of_an_opponent_with_an_own_one_and_may_look():
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
def test_S54_S62_each_card_keeps_its_side(rob, gift, mine, yours):
    state = play(discarded(12), f"rob 1:{rob}", f"give {gift}")
    assert (village(state, 0), village(state, 1)) == (mine, yours)
    assert (state.decision_kind() == "robber look") == (rob == 0)  # a face-up card needs no look


# ---- without a target (S-70) ----
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
def test_S70_an_ability_without_a_target_does_nothing(face, mine, yours, discard):
    state = discarded(face, mine, yours, discard=discard)
    assert (state.decision_kind(), state.turn, top(state)) == ("turn", 1, face)


# ---- Villagers, Squires and Rascals ----
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
def test_S41_S42_the_round_ends_when_both_lie_face_up_in_villages(mine, yours, lines):
    shown, discard = ("0", "9") if "shown" in lines else ("", "0" if "take" in lines else "9")
    state = table(mine, yours, shown=shown, discard=discard)
    play(state, lines)
    assert over(state)


def test_S41_in_the_pile_beside_the_deck_and_in_hiding_they_do_nothing():
    state = play(table("0 5 1", "2 2", shown="0"), "draw", "draw 4", "discard")
    assert state.to_act() == 1
    state = play(table("5 5 1", "0^ 2", discard="0"), "draw", "draw 4", "discard")
    assert state.to_act() == 1
    state = play(table("5 5 1", "0^ 2"), "draw", "draw 0", "exchange 0")  # kept face-down
    assert state.to_act() == 1


def test_S42_A6_they_end_the_last_turns_too_and_the_call_is_scored():
    state = play(table("1 2", "0 3", "0^ 4"), "call", "draw, draw 5, discard, turn 1:0")
    assert over(state)
    assert state.results[0].points == (0, 3, 4)


def test_S42_A37_the_cards_of_a_failed_attempt_are_moved_before_the_score():
    state = play(table("5 6 7", "0^ 2", discard="0"), "take", "exchange 0 1 2", "add left")
    assert state.decision_kind() == "add"  # the penalty card still comes
    play(state, "add right", "draw 8")
    assert (over(state), state.results[0].villages[0]) == (True, (0, 5, 6, 7, 8))


def test_S42_S67_A37_no_look_and_no_refill_follow():
    state = play(table("2^ 5 1^", "0^ 2", discard="0", rounds=1), "take", "exchange 1")
    assert (over(state), lying(state, "shown")) == (True, "")


# ---- 1, the Squire (S-43 to S-46) ----
def test_S43_one_card_is_shown_for_each_face_up_squire_on_the_table():
    state = play(table("1^ 1 5", "1^ 2", "3 4"), "draw", "draw 4", "discard")
    assert (state.decision_kind(), state.to_act()) == ("refill", CHANCE)
    play(state, "show 12", "show 5")
    assert (lying(state, "shown"), state.turn) == ("12 5", 1)
    assert [seen(state, viewer, "shown") for viewer in (0, 1, 2, None)] == ["12 5"] * 4


def test_S43_A42_refilling_goes_on_in_the_last_turns():
    state = play(table("1^ 2", "3 4", "5 6"), "call", "show 9", "shown 0, discard, skip")
    assert (state.caller, state.decision_kind()) == (0, "refill")


def test_S44_a_shown_card_is_taken_instead_of_drawing_and_lies_face_up():
    state = table("1^ 5 6", "2 2", shown="4")
    assert "shown 0" in legal(state)
    play(state, "shown 0", "exchange 2")
    assert village(state, 0) == "1^ 5 4^"
    play(state, "show 7")
    assert lying(state, "shown") == "7"
    assert (state.turn, top(state)) == (1, 6)


@pytest.mark.parametrize(("rule", "kind"), [(True, "exposer"), (False, "turn")])
def test_S44_A20_a_shown_card_that_is_discarded_works_like_a_drawn_one(rule, kind):
    state = play(table("5 6", "2 2", shown="5", squire_ability=rule), "shown 0", "discard")
    assert (state.decision_kind(), top(state)) == (kind, 5)


def test_S45_when_a_squire_leaves_the_shown_cards_stay():
    state = play(table("1^ 5 6", "2 2", shown="4"), "draw", "draw 8", "exchange 0")
    assert (village(state, 0), lying(state, "shown")) == ("8 5 6", "4")
    play(state, "shown 0", "discard")
    assert (lying(state, "shown"), state.decision_kind(), state.turn) == ("", "turn", 0)  # and no new one


def test_S45_with_too_few_cards_in_the_deck_what_is_there_is_shown():
    state = play(table("1^ 1^ 1^ 5", "2 2", "3 3", "6 6", deck="7 9"), "draw", "draw 7", "discard, skip")
    assert chances(state) == {"show 9": 1}
    play(state, "show 9")
    assert (lying(state, "shown"), state.turn, state.deck) == ("9", 1, 0)


def test_S46_the_round_ends_with_the_last_shown_card():
    state = play(table("1^ 5", "2 2", deck="", shown="6"), "shown 0", "exchange 1")
    assert over(state)


# ---- 4, the Rascal (S-49) ----
def test_S49_one_rascal_draws_one_card_more_and_one_is_kept():
    state = play(table("4^ 5 6"), "draw", "draw 7")
    assert legal(state) == ["draw", "keep 7"]
    play(state, "draw", "draw 3")
    assert legal(state) == ["keep 3", "keep 7"]
    play(state, "keep 3")
    assert (lying(state, "held"), lying(state, "top")) == ("3", "7")
    play(state, "exchange 1")
    assert village(state, 0) == "4^ 3 6"


@pytest.mark.parametrize(("rule", "order"), [("restore", "7 3"), ("reverse", "3 7")])
def test_S49_A40_the_rest_goes_back_on_top_of_the_deck_in_its_order(rule, order):
    state = play(table("4^ 4^ 6", rascal_putback=rule), "draw", "draw 7", "draw", "draw 3", "draw", "draw 9")
    play(state, "keep 9")
    assert lying(state, "top") == order
    play(state, "discard", "skip", "draw")
    assert chances(state) == {f"draw {order[0]}": 1}


def test_S49_A40_with_too_few_cards_what_is_there_is_drawn():
    state = play(table("4^ 4^ 6", deck="7 8"), "draw", "draw 7", "draw", "draw 8")
    assert legal(state) == ["keep 7", "keep 8"]
    state = play(table("4^ 4^ 6", deck="7"), "draw", "draw 7")
    assert state.decision_kind() == "use"
