"""Moves step by step, and amulets picked up on the way (T-21 to T-23, T-32, examples E-5 to E-7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_helpers import atv, legal, names, on_the_way, play, refused, table

from toolkit.core.errors import ToolkitError
from toolkit.core.saving import state_to_text
from toolkit.games.tobago.movement import steps_from
from toolkit.games.tobago.play.game import GAME

COAST = "M M M B B B J J S S"
"""The island of E-5 to E-7: A on b1, B on d1, C on f1, D on h1, E on i1."""


@given(st.integers(0, 200))
def test_T22_a_step_leads_where_the_movement_graph_is_one_step_away(seed: int) -> None:
    state = on_the_way(2, seed=seed)
    here = atv(state, 0)
    wanted = [name for name, steps in steps_from(state.compiled.island.source, here).items() if steps == 1]
    assert [line for line in legal(state) if line.startswith("step")] == [
        f"step {name}" for name in sorted(wanted)
    ]


def test_T22_a_step_stays_in_its_region_or_enters_an_adjacent_hex() -> None:
    state = table()
    assert [line for line in legal(state) if line.startswith("step")] == ["step b1"]
    assert "T-22" in refused(state, "step c1")
    play(state, "step b1")
    assert {"step a1", "step c1", "stop"} == set(legal(state))


def test_T22_a_move_has_at_most_three_steps() -> None:
    state = table("J M L B S", atvs=("a1", "e1"))
    play(state, "step b1", "step c1", "step d1")
    assert state.to_act() == 1
    state = table("J M L B S", atvs=("a1", "e1"), lying=["d1"])
    play(state, "step b1", "step c1", "step d1")
    assert refused(state, "step e1") == "a move has at most 3 steps (T-22)"


def test_T22a_one_two_or_three_steps_each_to_another_hex() -> None:
    state = table(COAST, atvs=("a1", "d1"))
    assert refused(state, "step a1") == "every step leads to another hex (T-22a)"
    assert "stop" not in legal(state)
    play(state, "step b1", "stop", "step e1", "step f1", "stop")
    assert (atv(state, 0), atv(state, 1)) == ("b1", "f1")


def test_T22_landmarks_and_other_atvs_do_not_block_and_the_ocean_does() -> None:
    landmarks = {"huts": ["b1"], "statues": ["c1>E"]}
    state = table("J M L . B", atvs=("a1", "b1"), landmarks=landmarks)
    play(state, "step b1", "step c1")
    assert legal(state) == ["step b1", "stop"]


def test_T22_a_raise_ends_the_move_and_its_steps_are_lost() -> None:
    state = table(
        atvs=("b1", "a1"), maps={"brown": [(1, "in mountain"), (1, "next to jungle")]}, amulets=(1,)
    )
    play(state, "step c1", "raise brown", "look 2", "look 3", "look 3", "add 2")
    play(state, *["reveal 2", "take", "reveal 3", "take", "reveal 3", "take"])
    play(state, next(line for line in legal(state) if line.startswith("clue")))
    assert "the main action of this turn is done (T-20)" in refused(state, "step d1")
    assert "end" in legal(state)


def test_T22b_a_main_action_not_yet_begun_is_untouched_by_a_raise() -> None:
    state = table(atvs=("e1", "a1"), maps={"brown": [(0, "in lake")]})
    play(state, "raise brown", "look 2", "look 3", "add 2", "reveal 2", "take", "reveal 3", "take")
    play(state, next(line for line in legal(state) if line.startswith("clue")))
    assert "step d1" in legal(state)
    assert state.to_act() == 0


def test_T23_through_the_jungle_and_through_the_mountains() -> None:
    state = table("J J J M M M", atvs=("a1", "a1"))
    play(state, "move a1-c1-d1-f1")
    assert atv(state, 0) == "f1"
    assert state.to_act() == 1


def test_T23_lake_scrubland_river() -> None:
    state = table("L S S S R", atvs=("a1", "a1"))
    play(state, "move a1-b1-d1-e1")
    assert atv(state, 0) == "e1"


def test_T21_T30_T32_pick_up_at_the_start_of_the_turn() -> None:
    state = table(COAST, atvs=("a1", "d1"), lying=["a1"])
    play(state, "pick up")
    assert (state.amulets, state.amulet_hexes) == ([1, 0], 0)
    assert [line for line in legal(state) if line.startswith("step")]


def test_T32_T32a_picking_up_is_a_choice_and_costs_no_step() -> None:
    state = table(COAST, atvs=("a1", "j1"), lying=["b1", "c1", "d1"])
    play(state, "step b1", "pick up", "step c1", "step d1", "pick up")
    assert state.amulets == [2, 0]
    assert names(state, state.amulet_hexes) == "c1"


def test_T32a_after_the_last_step_the_amulet_may_be_left() -> None:
    state = table(COAST, atvs=("a1", "j1"), lying=["d1"])
    play(state, "step b1", "step c1", "step d1")
    assert legal(state) == ["stop", "pick up"]
    play(state, "stop")
    assert (state.amulets, names(state, state.amulet_hexes)) == ([0, 0], "d1")


def test_T32_a_step_must_end_on_the_amulet() -> None:
    state = table(COAST, atvs=("a1", "j1"), lying=["b1"])
    play(state, "step c1")
    assert "no amulet lies on c1 (T-32)" in refused(state, "pick up")


def test_T32b_at_the_start_means_that_the_atv_has_not_moved_since() -> None:
    state = table(COAST, atvs=("a1", "j1"), lying=["a1"], amulets=(1,))
    assert "pick up" in legal(state)
    play(state, "amulet move", "step b1", "step a1", "stop")
    assert "T-32b" in refused(state, "pick up")
    state = table(COAST, atvs=("a1", "j1"), lying=["a1"], hands={0: ["in jungle"]})
    play(state, "clue brown in jungle")
    assert "pick up" in legal(state)


def test_T32b_a_step_onto_a_treasure_allows_picking_up_and_then_raising() -> None:
    maps = {"brown": [(0, "in beach"), (0, "next to mountain")]}
    state = table(COAST, atvs=("c1", "j1"), maps=maps, lying=["d1"])
    play(state, "step d1")
    assert {"pick up", "raise brown"} <= set(legal(state))
    play(state, "pick up")
    assert "raise brown" in legal(state)
    play(state, "raise brown")
    assert state.amulets == [1, 0]


def test_E5_lola_gets_two_amulets_in_three_steps() -> None:
    state = table(COAST, atvs=("a1", "d1"), lying=["b1", "d1"])
    play(state, "step b1", "pick up", "step c1", "step d1", "pick up")
    assert state.amulets == [2, 0]
    assert state.to_act() == 0  # her amulets may still be used
    state = table(COAST, atvs=("d1", "a1"), lying=["d1"])
    play(state, "pick up")  # had she not, Roger could have taken it without moving
    assert state.amulets == [1, 0]


def test_E6_T21a_T33_an_amulet_gained_on_the_way_does_not_help_to_the_next() -> None:
    state = table(COAST, atvs=("d1", "a1"), lying=["f1", "h1", "i1"])
    play(state, "step f1", "pick up")
    assert "never between its steps (T-21a)" in refused(state, "amulet move")
    play(state, "step g1", "step h1", "pick up", "amulet move", "step i1")
    assert refused(state, "pick up") == "in a move by an amulet none is picked up (T-33)"
    play(state, "stop")
    assert "T-32b" in refused(state, "pick up")
    assert state.amulets == [1, 0]


def test_E7_T32b_with_an_amulet_at_the_start_roger_gets_two() -> None:
    state = table(COAST, atvs=("d1", "i1"), lying=["f1", "h1", "i1"], amulets=(1,))
    play(state, "amulet move", "step f1", "stop")
    assert "T-32b" in refused(state, "pick up")
    play(state, "step g1", "step h1", "pick up", "step i1", "pick up")
    assert names(state, state.amulet_hexes) == "f1"
    assert state.amulets == [2, 0]


def test_T22a_an_extra_move_begins_with_a_step() -> None:
    state = table(COAST, atvs=("d1", "a1"), amulets=(1,))
    play(state, "amulet move")
    assert refused(state, "stop") == "a move has at least one step (T-22a)"


def test_a_move_is_read_and_written_as_one_line() -> None:
    state = table(COAST, atvs=("d1", "a1"))
    assert list(map(str, GAME.parse_line(" MOVE d1-f1 ", state))) == ["step f1", "stop"]
    assert list(map(str, GAME.parse_line("move D1-f1-g1-h1", state))) == ["step f1", "step g1", "step h1"]
    for line, problem in {
        "move a1-b1": "the ATV stands on d1",
        "move d1": "at least one step",
        "move d1-zz9": "no action 'step zz9'",
    }.items():
        with pytest.raises(ToolkitError, match=problem):
            GAME.parse_line(line, state)


@given(st.integers(0, 10_000))
def test_lines_for_people_read_back_to_the_same_game(seed: int) -> None:
    from random import Random

    rules = GAME.Rules(island="J J S S\n J L L B\nM M L B", huts=("a1",), palms=("b2",), statues=("b3>NE",))
    rules = GAME.Rules(
        **{
            **{name: getattr(rules, name) for name in ("island", "huts", "palms", "statues")},
            "turn_limit": 12,
        }
    )
    state, random = GAME.new(2, rules), Random(seed)
    while state.to_act() != -2:
        state.apply_unchecked(
            state.sample_chance(random) if state.to_act() == -1 else random.choice(state.legal_actions())
        )
    again = GAME.new(2, rules)
    for _, line in GAME.lines(state.full_log()):
        for action in GAME.parse_line(line, again) if not line.startswith("(") else ():
            again.apply(action)
    assert state_to_text(again) == state_to_text(state)


def test_T21a_T22_a_folded_move_within_a_move_leaves_the_outer_one_open():
    state = table("J M L S R B", atvs=("a1", "a1"), amulets=(1, 0), amulets_between_steps="yes")
    play(state, "step b1", "amulet move")
    assert [str(action) for action in GAME.parse_line("move b1-c1-d1-e1", state)] == [
        "step c1",
        "step d1",
        "step e1",
    ]
    play(state, "move b1-c1-d1-e1")
    assert (state.to_act(), state.decision_kind()) == (0, "move")
