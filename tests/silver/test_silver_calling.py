"""The call, the last turns and the next round (S-25, S-28, S-29, S-33 to S-36)."""

from __future__ import annotations

from random import Random

import pytest
from silver_helpers import can, chances, idle, legal, over, play, refused, table, village

from toolkit.games.silver.state import FACE_DOWN, SilverState

THREE = ("1 2", "5 5 5", "6 7")


@pytest.mark.parametrize("count", range(1, 8))
def test_S28_who_has_four_cards_or_fewer_may_call(count: int) -> None:
    cards = " ".join("1231234"[:count])
    state = table(cards)
    assert can(state, "call") == (count <= 4)
    if count > 4:
        assert refused(state, "call") == f"{count} cards are too many: 4 at most (S-28)"


def test_S28_the_turn_ends_at_once_and_the_village_stays() -> None:
    state = play(table("1 2^ 3", "5 5"), "call")
    assert (state.caller, state.turn, village(state, 0)) == (0, 1, "1 2^ 3")  # the Empath looks at nothing


@pytest.mark.parametrize("line", ["look 0:0", "guard 2, over 0", "guard 3, off"])
def test_S25_S28_S66_nothing_else_is_done_in_the_turn_of_a_call(line: str) -> None:
    state = table("1 2^ 3^ 3^", guards={0: (3, 1)})
    assert can(state, "call")
    play(state, line)
    assert refused(state, "call") == "something was done in this turn already (S-25, S-28)"


def test_S28_no_call_instead_of_using_a_card_that_was_drawn() -> None:
    assert not can(play(table("1 2 3"), "draw, draw 4"), "call")
    assert not can(play(table("1 2^ 3"), "draw, draw 4, discard"), "call")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_S29_S71_every_other_player_has_one_more_turn(players: int) -> None:
    state = play(table(*("1 2", "5 5 5", "6 7", "8 8")[:players]), "call")
    order = []
    while state.decision_kind() == "turn":
        order.append(state.turn)
        assert refused(state, "call") == "player 0 has called already (S-29)"
        idle(state)
    assert order == list(range(1, players))
    assert over(state)


def test_S29_S66_free_actions_are_open_in_the_last_turns() -> None:
    state = play(table("1 2", "2^ 5 6"), "call")
    assert legal(state) == ["draw", "take", "look 1:1", "look 1:2"]


def test_S29_A23_the_cards_of_the_caller_may_be_robbed_and_hit() -> None:
    state = play(table("1 2", "9 8"), "call", "draw, draw 12, discard", "rob 0:0", "give 0", "skip")
    assert state.results[0] == (((9, 2), (1, 8)), (21, 9))


@pytest.mark.parametrize("face", [face for face in range(14) if face not in (0, 11, 12)])
def test_S61_without_11_and_12_nobody_changes_the_cards_of_the_caller(face: int) -> None:
    for seed in range(5):
        state, random = play(table("1 2", "9 8 7"), "call", f"draw, draw {face}"), Random(seed)
        while not over(state):
            state.apply(random.choice(state.legal_actions() or (state.sample_chance(random),)))
        assert state.results[0].villages[0] == (1, 2)


def test_S30_A38_with_an_empty_deck_the_missing_turns_are_lost() -> None:
    state = play(table(*THREE, deck="9"), "call", "draw, draw 9, discard, skip")
    assert over(state)
    assert state.results[0].points == (0, 15, 13)  # the caller is scored as usual


def test_S30_A38_by_the_switch_they_are_played_without_the_deck() -> None:
    state = play(table(*THREE, deck="9", finish_last_turns=True), "call", "draw, draw 9, discard, skip")
    assert (state.turn, legal(state)) == (2, ["take"])
    assert over(play(state, "take, exchange 1"))


def test_S30_A38_by_the_switch_a_turn_without_anything_to_do_just_ends() -> None:
    state = table("1 2", "5 5", "6", deck="9", amulet="2:0", finish_last_turns=True)
    play(state, "call", "draw, draw 9, discard, skip")
    assert legal(state) == ["end"]
    assert over(play(state, "end"))


def test_S31_S34_S35_the_next_round_is_dealt_from_all_cards_and_the_holder_begins() -> None:
    state = play(table("8 8", "2 2", "5 6"), "draw, draw 4, discard", "call")
    idle(state, 2)
    assert (state.round, state.first, state.amulet, state.totals) == (2, 1, 1, (16, 0, 11))
    assert sum(chances(state).values()) == 52
    for number in range(16):
        state.apply(state.sample_chance(Random(number)))
    assert (state.decision_kind(), state.to_act()) == ("first looks", 1)
    play(state, "look 1:0, look 1:1, look 2:3, look 2:4, look 0:0, look 0:4")
    assert (state.decision_kind(), state.turn, state.deck) == ("turn", 1, 31)
    assert state.up == [[FACE_DOWN] * 5] * 3


def test_S33_S34_rounds_and_totals_are_open_to_all() -> None:
    state = idle(play(table("2 2", "5 6"), "call"))
    for viewer in (0, 1, None):
        assert state.observation(viewer)[SilverState.totals] == (0, 11)
        assert str(state.log(viewer)[-1]) == (
            "(round 1, called by 0: player 0: 2 2 = 4, player 1: 5 6 = 11; points 0, 11; totals 0, 11)"
        )


@pytest.mark.parametrize(("rule", "second"), [("successful_call", False), ("any_holder", True)])
def test_S33_S36_A9_A45_the_right_to_place_the_amulet_is_won_by_a_call(rule: str, second: bool) -> None:
    called = idle(play(table("2 2", "5 6", amulet_use=rule), "call"))
    assert (called.amulet, called.may_protect) == (0, True)
    failed = idle(play(table("8 8", "5 6", amulet_use=rule), "call"))
    assert (failed.amulet, failed.may_protect) == (1, second)


def test_S36_A45_the_right_lapses_with_the_next_award() -> None:
    state = table("8 8", "5 6", "7 7", amulet="1")
    idle(play(state, "call"), 2)
    assert (state.amulet, state.may_protect, state.amulet_slot) == (1, False, -1)  # kept by the lowest score


def test_S36_the_amulet_is_taken_from_its_card_at_the_end_of_the_round() -> None:
    state = idle(play(table("2 2", "5 6", amulet="0:1"), "call"))
    assert (state.amulet, state.amulet_slot, state.may_protect) == (0, -1, True)
