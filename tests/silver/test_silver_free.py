"""Free actions of Empaths and Bodyguards, and what a Bodyguard protects (S-47, S-48, S-64, S-66)."""

from __future__ import annotations

import pytest
from silver_helpers import can, legal, play, refused, seen, table, village

# ---- 2, the Empath (S-47) ---------------------------------------------------------------------------------


def test_S47_A17_an_empath_looks_at_one_own_face_down_card_in_a_turn() -> None:
    state = table("2^ 8 5^ 1")
    assert legal(state, "look") == ["look 0:1", "look 0:3"]
    play(state, "look 0:3")
    assert [seen(state, viewer, "village 0") for viewer in (0, 1)] == ["2 ? 5 1", "2 ? 5 ?"]
    assert refused(state, "look 0:1") == "no Empath of this village may look in this turn (S-47)"


def test_S47_there_is_a_look_for_each_empath() -> None:
    state = play(table("2^ 8 2^ 1"), "look 0:3", "look 0:1")
    assert legal(state) == ["draw", "take"]
    assert seen(state, 0, "village 0") == "2 8 2 1"


@pytest.mark.parametrize(
    "lines", [("look 0:1",), ("draw, draw 4", "look 0:1"), ("draw, draw 4, discard", "look 0:1")]
)
def test_S47_S66_before_with_or_after_the_drawn_card(lines: tuple[str, ...]) -> None:
    state = play(table("2^ 8 1"), *lines)
    assert seen(state, 0, "village 0") == "2 8 ?"


def test_S47_in_the_next_turn_it_looks_again_and_not_in_the_turn_of_others() -> None:
    state = play(table("2^ 8 1", "5 6 7"), "look 0:1", "draw, draw 4, discard")
    assert legal(state) == ["draw", "take", "call"]
    play(state, "draw, draw 4, discard")
    assert legal(state, "look") == ["look 0:1", "look 0:2"]


def test_S47_A17_A22_an_empath_works_as_soon_as_it_lies_face_up_and_not_before() -> None:
    assert legal(table("2 8 1"), "look") == []
    state = play(table("5 8 1", discard="2"), "take", "exchange 0")
    assert legal(state) == ["look 0:1", "look 0:2", "end"]


def test_S47_S54_an_empath_that_was_robbed_looks_in_the_new_village() -> None:
    state = play(table("5 8 1", "2^ 6"), "draw, draw 12, discard", "rob 1:0", "give 0")
    assert legal(state) == ["look 0:1", "look 0:2", "end"]


@pytest.mark.parametrize("lines", [("exchange 0 1",), ("exchange 0 2", "add left")])
def test_S47_A17_an_empath_that_has_looked_is_followed_when_the_village_shifts(
    lines: tuple[str, ...],
) -> None:
    state = play(table("6 6 5 2^ 8"), "look 0:4", "draw, draw 4", *lines)
    assert state.turn == 1  # no look is left


def test_S66_a_turn_ends_by_a_word_while_a_free_action_is_left() -> None:
    state = play(table("2^ 8 1"), "draw, draw 4, discard")
    assert (state.turn, legal(state)) == (0, ["look 0:1", "look 0:2", "end"])
    assert play(state.clone(), "look 0:1").turn == 1
    assert play(state, "end").turn == 1


def test_S44_S47_S66_with_a_shown_card_in_hand_too() -> None:
    state = play(table("2^ 8 1", shown="4"), "shown 0", "look 0:1", "discard")
    assert state.turn == 1


# ---- 3, the Bodyguard (S-48, S-64) ------------------------------------------------------------------------


def test_S48_A43_a_bodyguard_guards_another_own_card_face_up_or_down() -> None:
    state = play(table("3^ 8 5^ 1"), "guard 0")
    assert legal(state) == ["over 1", "over 2", "over 3"]
    play(state, "over 2")
    assert state.guards[0] == ((0, 2),)
    assert village(state, 0) == "3^ 8 5^ 1"  # the guard keeps its slot


def test_S48_A18_it_is_placed_moved_and_taken_off_at_any_moment_of_the_turn() -> None:
    state = play(table("3^ 8 5^ 1"), "guard 0, over 1", "draw, draw 4", "guard 0, over 2")
    assert state.guards[0] == ((0, 2),)
    play(state, "discard", "guard 0, off")
    assert not state.guards[0]


def test_S48_A18_it_may_move_again_once_something_else_was_done() -> None:
    state = play(table("3^ 2^ 8 5"), "guard 0, over 1", "look 0:2", "guard 0, over 2")
    assert state.guards[0] == ((0, 2),)


def test_S48_it_guards_until_it_is_moved_also_in_later_turns() -> None:
    state = play(table("3^ 8 1", "5 6 7"), "guard 0, over 1", "draw, draw 4, discard", "end")
    play(state, "draw, draw 4, discard")
    assert state.guards[0] == ((0, 1),)


def test_S48_A22_a_bodyguard_in_hiding_guards_nothing() -> None:
    assert legal(table("3 8 1"), "guard") == []


def test_S48_S64_opponents_neither_move_guard_and_charge_nor_look_at_or_turn_the_charge() -> None:
    yours, guards = "3^ 8 5 6^", {1: (0, 1)}
    rob = play(table("1 1", yours, guards=guards), "draw, draw 12, discard")
    assert legal(rob) == ["rob 1:2", "rob 1:3", "skip"]
    assert refused(rob, "rob 1:0") == refused(rob, "rob 1:1") == "a Bodyguard protects this card (S-48)"
    hit = play(table("1 1", yours, guards=guards), "draw, draw 11, discard", "use, draw 4")
    assert legal(hit, "hit") == ["hit 1:2", "hit 1:3"]
    for face, word in ((6, "turn"), (8, "look"), (9, "look")):
        state = play(table("1 1", yours, guards=guards), f"draw, draw {face}, discard")
        assert legal(state, f"{word} 1") == [f"{word} 1:2"]
        assert refused(state, f"{word} 1:1") == "a Bodyguard protects this card (S-48)"


def test_S48_S64_the_owner_may_look_at_turn_exchange_and_give_away_what_is_guarded() -> None:
    mine, guards = "3^ 8 2^", {0: (0, 1)}
    state = table(mine, guards=guards)
    assert can(state, "look 0:1")
    assert can(play(state, "draw, draw 4"), "exchange 1")
    assert village(play(state.clone(), "exchange 1"), 0) == "3^ 4 2^"
    assert village(play(state, "exchange 0"), 0) == "4 8 2^"
    assert can(play(table(mine, guards=guards), "draw, draw 5, discard"), "turn 0:1")
    gift = play(table(mine, "6 7", guards=guards), "draw, draw 12, discard", "rob 1:0")
    assert legal(gift) == ["give 0", "give 1", "give 2"]


@pytest.mark.parametrize(("rule", "targets"), [(False, ["rob 1:0", "rob 1:1"]), (True, ["rob 1:1"])])
def test_S64_A18_an_idle_bodyguard_is_protected_by_the_switch_only(rule: bool, targets: list[str]) -> None:
    state = play(table("1 1", "3^ 8", idle_guard_protected=rule), "draw, draw 12, discard")
    assert legal(state, "rob") == targets


@pytest.mark.parametrize(("slot", "after"), [(1, ()), (0, ()), (2, ((0, 1),))])
def test_S48_A43_when_guard_or_charge_leaves_nothing_is_guarded_any_more(
    slot: int, after: tuple[tuple[int, int], ...]
) -> None:
    state = play(table("3^ 8 1", guards={0: (0, 1)}), "draw, draw 4", f"exchange {slot}")
    assert state.guards[0] == after


def test_S48_A43_a_guard_that_is_turned_down_is_off_duty_and_a_charge_stays_guarded() -> None:
    guard = play(table("3^ 8 1", guards={0: (0, 1)}), "draw, draw 4", "exchange 0 2", "add right")
    assert guard.guards[0] == ()
    charge = play(table("3^ 8^ 1", guards={0: (0, 1)}), "draw, draw 4", "exchange 1 2", "add right")
    assert (charge.guards[0], village(charge, 0)) == (((0, 1),), "3^ 8 1 4")


def test_S48_guard_and_charge_are_followed_when_the_village_shifts() -> None:
    state = play(table("6 5 3^ 8", guards={0: (2, 3)}), "draw, draw 4", "exchange 0 1", "add left")
    assert state.guards[0] == ((3, 4),)
    state = play(table("6 6 3^ 8", guards={0: (2, 3)}), "draw, draw 4", "exchange 0 1")
    assert state.guards[0] == ((1, 2),)


def test_S48_A43_a_bodyguard_that_is_guarded_is_not_put_on_duty() -> None:
    state = table("3^ 3^ 8 5", guards={0: (0, 1)})
    assert legal(state, "guard") == ["guard 0"]


def test_S48_A43_no_second_guard_over_one_card_nor_over_a_guard_on_duty() -> None:
    state = play(table("3^ 3^ 8 5", guards={0: (0, 2)}), "guard 1")
    assert legal(state) == ["over 3"]
    assert play(state, "over 3").guards[0] == ((0, 2), (1, 3))
