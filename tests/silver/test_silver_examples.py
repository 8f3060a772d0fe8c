"""The examples of the rulebook, one test each (section 7 of the digest)."""

from __future__ import annotations

import pytest
from silver_helpers import lying, play, table, village


@pytest.mark.parametrize(("slot", "expected"), [(0, "4 7 2"), (2, "7 4 2"), (3, "7 4 2")])
def test_S17_three_10s_leave_and_a_4_takes_one_of_their_slots(slot: int, expected: str) -> None:
    state = play(table("10 7 10 10 2", "9 6 5"), "draw, draw 4", "exchange 0 2 3")
    if slot != 3:  # the slots 2 and 3 are one when the cards have closed up
        play(state, f"place {slot}")
        assert (village(state, 0), lying(state, "discard")) == (expected, "9 10 10 10")
    else:
        assert "place 3" not in map(str, state.legal_actions())


def test_S43_three_face_up_squires_on_the_table_three_shown_cards() -> None:
    state = play(table("1^ 5", "1^ 6", "1^ 7"), "draw, draw 4, discard", "show 2", "show 3", "show 8")
    assert (lying(state, "shown"), state.decision_kind(), state.turn) == ("2 3 8", "turn", 1)


def test_S45_two_of_three_squires_leave_and_two_shown_cards_are_taken_without_a_refill() -> None:
    state = table("1^ 1^ 5", "1^ 6", "7 9", shown="2 3 8")
    play(state, "draw, draw 4", "exchange 0 1")  # two Squires leave together
    assert (village(state, 0), lying(state, "shown")) == ("4 5", "2 3 8")
    play(state, "shown 0", "exchange 1")
    assert (lying(state, "shown"), state.decision_kind()) == ("3 8", "turn")
    play(state, "shown 1", "exchange 0")
    assert (lying(state, "shown"), state.decision_kind()) == ("3", "turn")
    play(state, "shown 0", "discard")
    assert state.decision_kind() == "refill"  # one Squire is left, and no card is shown


def test_S49_with_two_face_up_rascals_up_to_three_cards_are_drawn() -> None:
    state = play(table("4^ 4^ 8"), "draw, draw 2", "draw, draw 3", "draw, draw 6")
    assert list(map(str, state.legal_actions())) == ["keep 2", "keep 3", "keep 6"]


def test_S55_one_13_leaves_with_four_equal_cards() -> None:
    state = play(table("8 8 13 8 8"), "draw, draw 4", "exchange 0 1 2 3 4")
    assert (village(state, 0), lying(state, "discard")) == ("4", "9 13 8 8 8 8")


def test_S55_two_13s_leave_as_a_pair() -> None:
    state = play(table("13 5 13"), "draw, draw 4", "exchange 0 2", "place 2")
    assert (village(state, 0), lying(state, "discard")) == ("5 4", "9 13 13")


def test_S55_each_of_two_13s_may_leave_alone() -> None:
    assert village(play(table("13 5 13"), "draw, draw 4", "exchange 2"), 0) == "13 5 4"


@pytest.mark.parametrize("unknown", range(14))
def test_S55_a_13_leaves_with_a_face_down_card_whatever_that_is(unknown: int) -> None:
    state = play(table(f"13 {unknown} 5", "10 10"), "draw, draw 4", "exchange 0 1")
    assert village(state, 0) == "4 5"
    assert lying(state, "discard").split()[1:] == sorted(
        map(str, (13, unknown)), key=lambda face: face != "13"
    )
