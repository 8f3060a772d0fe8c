"""Who knows what: looks, moves of known cards, hidden choices, and play without memory (S-21, S-23, S-69)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from silver_helpers import dealt, events, lying, play, seen, table, village

from toolkit.games.silver.state import TOP, VILLAGE

if TYPE_CHECKING:
    from toolkit.games.silver.state import SilverState

MINE, YOURS, THEIRS = "8 8 5 1 1", "10 11 12 6 7", "2 3 4 4 9"


def worlds(state: SilverState, viewer: int, count: int = 200) -> list[SilverState]:
    """Return positions that a player cannot tell from this one."""
    observation = state.observation(viewer)
    return [observation.sample_world(Random(seed)) for seed in range(count)]  # type: ignore[misc]


def test_S69_at_the_first_turn_each_player_knows_two_own_cards_and_the_discard() -> None:
    state = dealt(MINE, YOURS, THEIRS, looks="04")
    assert [seen(state, 0, f"village {player}") for player in range(3)] == [
        "8 ? ? ? 1",
        "? ? ? ? ?",
        "? ? ? ? ?",
    ]
    assert seen(state, 2, "village 2") == "2 ? ? ? 9"
    assert all(seen(state, None, f"village {player}") == "? ? ? ? ?" for player in range(3))
    assert {seen(state, viewer, "discard") for viewer in (0, 1, 2, None)} == {"9"}


def test_S69_which_card_somebody_looks_at_is_public_and_its_number_is_not() -> None:
    state = play(table("8 5", "4 7", "6 6"), "draw, draw 8, discard", "look 1:1")
    for viewer in (1, 2, None):
        assert events(state, viewer)[-1] == "look 1:1"
    assert events(state, 0)[-2:] == ["look 1:1", "(1:1 is 7)"]


def test_S69_what_was_seen_is_kept_although_it_lies_face_down_again() -> None:
    state = play(table("8 5", "4 7"), "draw, draw 8, discard", "look 1:1", "draw, draw 4, discard")
    assert seen(state, 0, "village 1") == "? 7"


def test_S69_the_own_face_down_cards_the_deck_and_what_is_set_aside_are_not_seen() -> None:
    state = table(MINE)
    assert seen(state, 0, "village 0") == "? ? ? ? ?"
    assert set(seen(state, 0, "deck")) == {"?", " "}
    drawn = Counter(world.cards.cards[VILLAGE][0] for world in worlds(state, 0))
    assert len(drawn) > 10  # anything may lie there


def test_S54_S69_a_robbed_card_stays_known_to_who_knew_it() -> None:
    state = play(dealt(MINE, YOURS, THEIRS), "draw, draw 12, discard", "rob 1:0", "give 1", "skip")
    assert (village(state, 0), village(state, 1)) == ("8 10 5 1 1", "8 11 12 6 7")
    assert seen(state, 0, "village 1") == "8 ? ? ? ?"  # the card that was given away
    assert seen(state, 0, "village 0") == "8 ? ? ? ?"  # the new one was not looked at
    assert seen(state, 1, "village 0") == "? 10 ? ? ?"  # the victim had looked at it
    assert seen(state, 1, "village 1") == "? 11 ? ? ?"
    assert seen(state, 2, "village 0") == seen(state, 2, "village 1") == "? ? ? ? ?"


def test_S54_S69_after_the_look_the_robber_knows_the_card_too() -> None:
    state = play(dealt(MINE, YOURS, THEIRS), "draw, draw 12, discard", "rob 1:3", "give 2", "look 0:2")
    assert seen(state, 0, "village 0") == "8 8 6 ? ?"
    assert seen(state, 1, "village 0") == "? ? ? ? ?"


def test_S21_S69_after_a_failed_attempt_all_know_the_pushed_cards_and_one_knows_the_drawn_one() -> None:
    state = play(dealt(MINE, YOURS, THEIRS), "draw, draw 12", "exchange 1 2", "add left")
    assert village(state, 0) == "12 8 8 5 1 1"
    assert seen(state, 0, "village 0") == "12 8 8 5 ? ?"
    for viewer in (1, 2, None):
        assert seen(state, viewer, "village 0") == "? ? 8 5 ? ?"


def test_S53_S69_a_witchs_card_in_another_village_is_known_to_the_witch_alone() -> None:
    state = play(dealt(MINE, YOURS, THEIRS), "draw, draw 11, discard", "use, draw 3", "hit 1:0")
    assert village(state, 1) == "3 11 12 6 7"
    assert seen(state, 0, "village 1") == "3 ? ? ? ?"
    assert seen(state, 1, "village 1") == "? 11 ? ? ?"  # where a card lay that its owner had seen
    assert seen(state, 2, "village 1") == "? ? ? ? ?"
    assert all(events(state, viewer)[-1].endswith("10)") for viewer in (0, 1, 2))  # all see what was hit


def test_S49_S69_who_put_cards_back_knows_what_the_next_players_draw() -> None:
    state = play(table("4^ 8", "5 5", "6 6"), "draw, draw 7", "draw, draw 3", "keep 3")
    play(state, "discard")
    assert [seen(state, viewer, "top") for viewer in (0, 1, 2, None)] == ["7", "?", "?", "?"]
    play(state, "draw, draw 7")
    assert [seen(state, viewer, "held") for viewer in (0, 1, 2)] == ["7", "7", "?"]
    play(state, "exchange 1")
    assert [seen(state, viewer, "village 1") for viewer in (0, 1, 2)] == ["? 7", "? 7", "? ?"]


def test_S49_S69_a_hidden_choice_among_known_cards_leaves_only_a_group_known() -> None:
    state = play(table("4^ 4^ 8", "4^ 5", "6 6"), "draw, draw 7", "draw, draw 3", "draw, draw 9")
    play(state, "keep 9", "discard, skip")
    assert seen(state, 0, "top") == "7 3"
    play(state, "draw, draw 7", "draw, draw 3", "keep 3", "exchange 1")
    assert (village(state, 1), lying(state, "top")) == ("4^ 3", "7")
    assert (seen(state, 0, "village 1"), seen(state, 0, "top")) == ("4 ?", "?")
    found = Counter(
        (world.cards.cards[VILLAGE + 1][1], world.cards.cards[TOP][0]) for world in worlds(state, 0)
    )
    assert set(found) == {(3, 7), (7, 3)}  # one of the two was kept, the other one lies on top
    assert seen(state, 1, "village 1") == "4 3"


def test_S49_S69_without_such_a_choice_nothing_is_lost() -> None:
    state = play(table("4^ 4^ 8", "5 5", "6 6"), "draw, draw 7", "draw, draw 3", "draw, draw 9")
    play(state, "keep 9", "discard, skip", "draw, draw 7", "exchange 0", "draw, draw 3, exchange 1")
    assert (seen(state, 0, "village 1"), seen(state, 0, "village 2")) == ("7 ?", "? 3")


def test_S10_S69_the_owner_alone_knows_a_card_that_was_kept() -> None:
    state = play(dealt(MINE, YOURS), "draw, draw 4", "exchange 3")
    assert (seen(state, 0, "village 0"), seen(state, 1, "village 0")) == ("8 8 ? 4 ?", "? ? ? ? ?")


def test_S12_S44_S52_S69_cards_that_enter_face_up_are_known_to_all() -> None:
    taken = play(table("8 5", "4 4"), "take", "exchange 0")
    shown = play(table("8 5", "4 4", shown="6"), "shown 0", "exchange 0")
    master = play(table("8 5", "4 4", discard="7 9"), "draw, draw 10, discard", "fetch 7", "exchange 0")
    for state, face in ((taken, 9), (shown, 6), (master, 7)):
        assert {seen(state, viewer, "village 0") for viewer in (1, None)} == {f"{face} ?"}


def test_S20_S69_a_penalty_card_may_be_any_that_nobody_has_seen() -> None:
    state = play(table("8 5 3", "2 2"), "draw, draw 4", "exchange 0 1 2", "add right", "add right", "draw 6")
    for viewer in (0, 1):
        faces = Counter(world.cards.cards[VILLAGE][4] for world in worlds(state, viewer))
        assert len(faces) > 8


def test_S11_S69_A1_a_drawn_card_that_is_laid_face_up_is_told_to_all() -> None:
    state = play(table("8 5", "4 4", deck_exchange="up"), "draw, draw 3", "exchange 1")
    assert [events(state, viewer)[-1] for viewer in (0, 1, None)] == ["(0:1 is 3)"] * 3


def test_S31_S69_all_cards_are_seen_at_scoring_and_none_is_known_afterwards() -> None:
    state = play(table("1 2", "3^ 4"), "call", "draw, draw 4, exchange 0")
    for viewer in (0, 1, None):
        assert "player 0: 1 2 = 3, player 1: 4 4 = 8" in events(state, viewer)[-1]
    assert all(seen(state, viewer, "village 0") == "" for viewer in (0, 1))
    play(state, "deal 1")
    assert seen(state, 1, "village 0") == "?"


# ---- memory = "table" -------------------------------------------------------------------------------------


def test_S23_S69_without_memory_a_look_is_told_once_and_then_lies_face_down() -> None:
    state = play(table("8 5", "4 7", memory="table"), "draw, draw 8, discard", "look 1:1")
    assert "(1:1 is 7)" in events(state, 0)
    assert "(1:1 is 7)" not in events(state, 1)
    assert seen(state, 0, "village 1") == "? ?"
    assert state.observation(0).log == ()


@pytest.mark.parametrize("memory", ["perfect", "table"])
def test_S69_what_lies_open_is_seen_with_and_without_memory(memory: str) -> None:
    state = play(table("8^ 5", "4 7^", shown="6", memory=memory), "draw, draw 3")
    assert seen(state, 1, "village 0") == "8 ?"
    assert seen(state, 0, "village 1") == "? 7"
    assert seen(state, 1, "shown") == "6"
    assert (seen(state, 0, "held"), seen(state, 1, "held")) == ("3", "?")


def test_S21_S69_without_memory_pushed_cards_are_told_and_forgotten() -> None:
    state = play(table("8 5 1", "4 7", memory="table"), "draw, draw 3", "exchange 0 1", "add right")
    assert "(0:0 is 8, 0:1 is 5)" in events(state, 1)
    assert seen(state, 0, "village 0") == seen(state, 1, "village 0") == "? ? ? ?"


def test_S52_A30_without_memory_a_master_looks_through_the_pile_and_nobody_else() -> None:
    state = play(table("8 5", "4 7", discard="7 6 9", memory="table"), "draw, draw 10, discard")
    assert (seen(state, 0, "discard"), seen(state, 1, "discard")) == ("7 6 9 10", "? ? ? 10")
    assert seen(play(state.clone(), "skip"), 0, "discard") == "? ? ? 10"
    play(state, "fetch 6", "exchange 0")
    assert (lying(state, "discard"), seen(state, 0, "discard")) == ("7 9 10 8", "? ? ? 8")


def test_S12_A30_without_memory_the_card_below_a_taken_one_comes_to_light() -> None:
    state = play(table("8 5", "4 7", discard="7 6", memory="table"), "draw, draw 3, discard", "take")
    assert seen(state, 0, "discard") == "? 6"
    assert "(below it lies 6)" in events(state, 0)


def test_S49_A40_without_memory_even_the_drawer_does_not_see_the_top() -> None:
    state = play(table("4^ 8", "5 5", memory="table"), "draw, draw 7", "draw, draw 3", "keep 3")
    assert (lying(state, "top"), seen(state, 0, "top")) == ("7", "?")
    declined = table("8 5", "4 4", memory="table", witch_decline="after_look")
    play(declined, "draw, draw 11, discard", "use, draw 3", "skip")
    assert (lying(declined, "top"), seen(declined, 0, "top")) == ("3", "?")
