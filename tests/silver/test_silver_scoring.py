"""The points of a round and the award of the amulet, also against the oracle (S-31 to S-33, S-36, S-60)."""

from __future__ import annotations

from typing import Any

import pytest
import scoring_oracle as oracle
from hypothesis import example, given
from hypothesis import strategies as st
from silver_helpers import SCORINGS, Rules, idle, play, scored, table

from toolkit.games.silver.scoring import amulet_winner, round_points

LOW = st.integers(0, 13) | st.integers(0, 3)  # low cards make ties likely
VILLAGES = st.lists(st.lists(LOW, min_size=1, max_size=7) | st.just(oracle.HERO), min_size=2, max_size=4)
# ---- a round (S-31 to S-33) -------------------------------------------------------------------------------


def test_S31_S38_face_up_and_face_down_cards_count_with_their_numbers() -> None:
    assert scored("8 5^ 1 4^", "13 0^", "2 2 3^", called=False) == (18, 13, 7)


@pytest.mark.parametrize(
    ("villages", "expected"),
    [
        (("1 2", "5 5", "6 7"), (0, 10, 13)),
        (("1 2", "3", "6 7"), (0, 3, 13)),  # tied
        (("1 3", "3", "6 7"), (14, 3, 13)),  # not lowest
        (("13 13", "3", "1 2"), (36, 3, 3)),
    ],
)
def test_S32_the_caller_scores_0_or_10_more_and_the_others_their_sums(
    villages: tuple[str, ...], expected: tuple[int, ...]
) -> None:
    assert scored(*villages) == expected


def test_S31_S32_without_a_call_everybody_scores_the_own_sum() -> None:
    assert scored("1 2", "3", "6 7", called=False) == (3, 3, 13)


def test_S56_a_13_that_is_held_counts_13() -> None:
    assert scored("13", "9 9", called=False) == (13, 18)


@pytest.mark.parametrize(
    ("villages", "holder", "first", "winner"),
    [
        (("9 9", "5 5", "6 6"), -1, 0, 1),  # the lowest one, not the caller
        (("9 9", "5 5", "6 4"), -1, 2, 2),  # tied: the nearest to the first player, beginning with it
        (("9 9", "5 5", "6 4"), -1, 0, 1),
        (("9 9", "5 5", "6 4"), 2, 0, 2),  # tied: who held it keeps it
        (("9 9", "5 5", "6 4"), 0, 0, 1),  # the holder is not among them
    ],
)
def test_S33_A36_the_amulet_goes_to_the_lowest_score(
    villages: tuple[str, ...], holder: int, first: int, winner: int
) -> None:
    state = table(*villages, deck="1", amulet=str(holder) if holder >= 0 else "")
    state.first = first
    idle(state)
    assert (state.amulet, state.may_protect) == (winner, False)


@pytest.mark.parametrize(("rule", "winner"), [("caller", 0), ("holder", 1)])
def test_S33_A35_a_caller_who_ties_with_the_holder(rule: str, winner: int) -> None:
    state = idle(play(table("1 2", "3", amulet="1", amulet_tie=rule), "call"))
    assert (state.amulet, state.results[0].points) == (winner, (0, 3))


@pytest.mark.parametrize(("holder", "winner"), [("", 0), ("2", 2)])
def test_S33_A9_by_the_switch_the_amulet_stays_without_a_successful_call(holder: str, winner: int) -> None:
    state = table("9 9", "5 5", "6 6", deck="1", amulet_award="call_only", amulet=holder)
    idle(state)
    assert (state.amulet, state.first) == (winner, winner)


@given(VILLAGES, st.integers(-1, 3), SCORINGS)
@example([[1, 2], [3]], 0, Rules())
def test_S31_S32_S60_points_are_those_of_the_oracle(
    villages: list[list[int]], caller: int, rules: Any
) -> None:
    caller = min(caller, len(villages) - 1)
    assert round_points(villages, caller, kamikaze=rules.score_mode) == oracle.points(villages, caller, rules)


@given(VILLAGES, st.integers(-1, 3), st.integers(-1, 3), st.integers(0, 3), SCORINGS)
@example([[12, 12, 13, 13], [50], [9]], 0, 1, 0, Rules(amulet_tie="holder", score_mode=True))
def test_S33_S36_the_amulet_goes_where_the_oracle_says(
    villages: list[list[int]], caller: int, holder: int, first: int, rules: Any
) -> None:
    most = len(villages) - 1
    caller, holder, first = min(caller, most), min(holder, most), min(first, most)
    points = oracle.points(villages, caller, rules)
    found = amulet_winner(villages, points, caller, holder, first, rules)
    assert found == oracle.amulet(villages, caller, holder, first, rules)
