"""The silver amulet: who may place it, what it protects, and what is left to do (S-36 to S-40, S-64)."""

from __future__ import annotations

import pytest
from silver_helpers import can, idle, legal, over, play, refused, seen, table, village

PROTECTED = "the amulet protects this card (S-36)"


def test_S36_A10_its_holder_places_it_once_on_any_own_card() -> None:
    state = table("8 5^ 1", amulet="0")
    assert legal(state, "protect") == ["protect 0", "protect 1", "protect 2"]
    play(state, "protect 1")
    assert state.amulet_slot == 1
    assert legal(state) == ["draw", "take"]  # it cannot be moved, and in this turn nobody calls
    idle(state, 2)
    assert legal(state, "protect") == []


@pytest.mark.parametrize("lines", [(), ("draw, draw 4",), ("draw, draw 4, discard",), ("take",)])
def test_S36_S66_before_with_or_after_the_card_of_the_turn(lines: tuple[str, ...]) -> None:
    assert can(play(table("8 5^ 1", amulet="0"), *lines), "protect 2")


def test_S36_nobody_else_may_place_it_and_it_need_not_be_placed() -> None:
    assert legal(table("8 5^ 1", amulet="1"), "protect") == []
    state = play(table("8 5^ 1", amulet="0"), "draw, draw 4, discard", "end")
    assert (state.turn, state.amulet_slot) == (1, -1)


def test_S33_S36_A9_a_holder_who_won_it_without_a_call_does_not_place_it() -> None:
    state = idle(table("8 5", "1 1", deck="4"))  # nobody called: the lowest score holds it
    play(state, *(f"deal {face}" for face in (1, 1, 1, 1, 2, 8, 8, 8, 8, 9)), "show 9")
    play(state, "look 1:0, look 1:1, look 0:0, look 0:1")
    assert (state.amulet, state.turn, legal(state)) == (1, 1, ["draw", "take"])


def test_S36_S64_A11_its_owner_may_not_look_at_turn_or_move_the_card() -> None:
    state = table("2^ 8 5", amulet="0:1")
    assert legal(state, "look") == ["look 0:2"]
    assert refused(state, "look 0:1") == PROTECTED
    assert legal(play(state, "draw, draw 4"), "exchange") == ["exchange 0", "exchange 2"]
    assert refused(state, "exchange 1") == PROTECTED
    assert refused(state, "exchange 0 1") == PROTECTED  # nor push it forward
    for face, words in ((5, ["turn 0:2"]), (7, ["look 0:2"]), (9, ["look 0:2"])):
        used = play(table("2^ 8 5", "6^ 7^", amulet="0:1"), f"draw, draw {face}, discard")
        assert legal(used)[: len(words) + 1] == [*words, "skip"]


@pytest.mark.parametrize("face", [6, 8, 9, 11, 12])
def test_S36_S64_opponents_neither_see_nor_turn_nor_move_the_card(face: int) -> None:
    state = play(table("1^ 1^", "2 8 5^", amulet="1:1"), f"draw, draw {face}, discard")
    if face == 11:
        play(state, "use, draw 4")
    free = {action[-1] for action in legal(state) if ":" in action}
    assert free == ({"0", "2"} if face in (11, 12) else {"0"})
    word = {6: "turn", 11: "hit", 12: "rob"}.get(face, "look")
    assert refused(state, f"{word} 1:1") == PROTECTED


def test_S36_S64_neither_robber_nor_master_nor_witch_moves_the_card() -> None:
    mine = "2^ 8 5"
    robber = play(table(mine, "6 7", amulet="0:1"), "draw, draw 12, discard", "rob 1:0")
    assert legal(robber) == ["give 0", "give 2"]
    master = play(table(mine, amulet="0:1"), "draw, draw 10, discard", "fetch 9")
    assert legal(master) == ["exchange 0", "exchange 2"]
    witch = play(table(mine, amulet="0:1"), "draw, draw 11, discard", "use, draw 4")
    assert legal(witch, "exchange") == ["exchange 0", "exchange 2"]


@pytest.mark.parametrize(("card", "line"), [("2", "look 0:1"), ("3", "guard 0")])
def test_S37_a_protected_face_up_card_keeps_its_ability(card: str, line: str) -> None:
    assert can(table(f"{card}^ 8 5", amulet="0:0"), line)


def test_S37_rascals_squires_and_villagers_too() -> None:
    assert play(table("4^ 8 5", amulet="0:0"), "draw, draw 6").decision_kind() == "rascal"
    squire = play(table("1^ 8 5", amulet="0:0"), "draw, draw 4, discard")
    assert squire.decision_kind() == "refill"
    villager = play(table("0^ 8 5", amulet="0:0", discard="0"), "take", "exchange 1")
    assert over(villager)


def test_S37_A43_a_guard_under_the_amulet_may_be_put_on_duty() -> None:
    state = play(table("3^ 8 5", amulet="0:0"), "guard 0, over 1")
    assert state.guards[0] == ((0, 1),)


def test_S36_A12_amulet_and_guard_do_not_lie_on_one_card() -> None:
    assert legal(table("3^ 8 5", amulet="0", guards={0: (0, 1)}), "protect") == ["protect 0", "protect 2"]
    assert legal(play(table("3^ 8 5", amulet="0:1"), "guard 0")) == ["over 2"]


@pytest.mark.parametrize(("cards", "legal_call"), [("8 5 1 1", True), ("8 5 1 1 1", False)])
def test_S38_A24_the_protected_card_counts_as_a_card_of_the_village(cards: str, legal_call: bool) -> None:
    assert can(table(cards, amulet="0:0"), "call") == legal_call


def test_S38_the_protected_card_counts_for_the_sum() -> None:
    state = idle(play(table("8 1", "4 4", amulet="0:0"), "call"))
    assert state.results[0].points == (19, 8)


def test_S39_with_the_amulet_on_the_only_card_nothing_is_taken_or_exchanged() -> None:
    state = table("8", amulet="0:0")
    assert legal(state) == ["draw", "call"]
    assert refused(state, "take") == "the amulet lies on the only card (S-39)"
    assert legal(play(state, "draw, draw 4")) == ["discard"]


@pytest.mark.parametrize("face", [5, 7, 10, 12])
def test_S39_A41_no_ability_that_touches_the_own_village(face: int) -> None:
    state = play(table("8", amulet="0:0"), f"draw, draw {face}, discard")
    assert state.turn == 1


@pytest.mark.parametrize("face", [6, 8, 9])
def test_S39_abilities_that_do_not_touch_the_own_village_may_be_used(face: int) -> None:
    state = play(table("8", amulet="0:0"), f"draw, draw {face}, discard")
    assert len(legal(state)) == 5 + 1


def test_S39_A41_a_witch_may_still_hit_an_opponent() -> None:
    state = play(table("8", "6 7", amulet="0:0"), "draw, draw 11, discard", "use, draw 4")
    assert legal(state) == ["hit 1:0", "hit 1:1"]


def test_S39_S70_A41_a_witch_without_any_card_to_exchange_looks_at_nothing() -> None:
    state = play(table("8", "3^ 7", amulet="0:0", guards={1: (0, 1)}), "draw, draw 11, discard")
    assert state.turn == 1


def test_S39_a_shown_card_may_be_discarded_though_not_kept() -> None:
    state = play(table("8", amulet="0:0", shown="6"), "shown 0")
    assert legal(state) == ["discard"]


def test_S12_S39_S71_who_has_taken_a_card_still_has_one_to_give_up() -> None:
    state = play(table("8", amulet="0"), "take")
    assert legal(state, "exchange") == ["exchange 0"]
    for line in legal(state, "protect"):
        assert legal(play(state.clone(), line)) != []


def test_S25_S40_no_call_in_the_turn_in_which_it_is_placed() -> None:
    state = table("8 1", amulet="0")
    assert can(state, "call")
    play(state, "protect 0")
    assert refused(state, "call") == "something was done in this turn already (S-25, S-28)"
    assert can(idle(state, 2), "call")


def test_S36_the_card_is_followed_when_the_village_shifts() -> None:
    state = play(table("6 6 8 1", amulet="0:2"), "draw, draw 4", "exchange 0 1")
    assert (village(state, 0), state.amulet_slot) == ("4 8 1", 1)
    state = play(table("6 5 8 1", amulet="0:2"), "draw, draw 4", "exchange 0 1", "add left")
    assert (village(state, 0), state.amulet_slot) == ("4 6 5 8 1", 3)


def test_S36_S64_a_look_before_it_was_placed_stays_known() -> None:
    state = play(table("2^ 8 1", amulet="0"), "look 0:1", "protect 1")
    assert seen(state, 0, "village 0") == "2 8 ?"
