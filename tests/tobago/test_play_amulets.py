"""Amulets used and amulets that appear (T-21a, T-31, T-33, T-34)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from play_helpers import atv, draw_all, hand_of, hold, legal, names, play, raise_it, refused, table

from toolkit.games.tobago.play.compiled import compiled_island
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.games.tobago.play.state import DISCARDED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.games.tobago.play.state import TobagoState

GREY = {"grey": [(0, "in jungle")]}
"""Two candidates, so the cubes lie: a1 and b1."""


def test_T33_an_amulet_removes_a_cube_and_goes_back_to_the_supply() -> None:
    state = table(maps=GREY, amulets=(1,))
    play(state, "amulet remove grey a1")
    assert names(state, state.candidates[2]) == "b1"
    assert state.amulets == [0, 0]


def test_T33_the_last_cube_stays() -> None:
    state = table(maps={"grey": [(0, "in lake")]}, amulets=(1,))
    assert refused(state, "amulet remove grey e1") == "e1 holds the last grey cube: it stays (T-33)"


def test_T33a_only_where_cubes_lie() -> None:
    state = table("\n".join(["J J J J J J"] * 4 + ["B"]), maps={"grey": [(0, "in jungle")]}, amulets=(1,))
    assert "no grey cubes lie on the island yet: 24 hexes are possible" in refused(
        state, "amulet remove grey a1"
    )
    assert (
        refused(table(maps=GREY, amulets=(1,)), "amulet remove grey c1") == "no grey cube lies on c1 (T-33a)"
    )


def test_T33_T33a_one_more_clue_is_a_whole_action_with_rose_and_draw() -> None:
    state = table(hands={0: ["in jungle", "not in river"]}, amulets=(1,))
    play(state, "amulet clue brown in jungle")
    assert state.roses == [14, 15]
    assert state.amulets == [0, 0]
    draw_all(state)
    assert len(hand_of(state, 0)) == 6
    play(state, "clue white not in river")
    assert state.to_act() == -1
    assert draw_all(state).to_act() == 1


def test_T33_up_to_three_more_steps_without_picking_up() -> None:
    state = table("J M L B S", atvs=("a1", "e1"), lying=["b1"], amulets=(1,))
    play(state, "amulet move", "step b1")
    assert refused(state, "pick up") == "in a move by an amulet none is picked up (T-33)"
    play(state, "step c1", "step d1")
    assert "step e1" in legal(state)  # the main move is still to come
    assert atv(state, 0) == "d1"


def test_T33_T33a_T20a_the_exchange_gives_as_many_cards_and_they_may_be_played_at_once() -> None:
    state = table(amulets=(1,))
    hold(state, 0, ["in jungle", "in river"], alone=True)
    play(state, "amulet exchange")
    assert len(state.clue_cards.cards[DISCARDED]) == 2
    draw_all(state)
    assert len(hand_of(state, 0)) == 2
    assert [line for line in legal(state) if line.startswith("clue")]


def test_T33_without_an_amulet_none_of_it() -> None:
    state = table(maps=GREY, hands={0: ["in jungle"]})
    for line in ("amulet remove grey a1", "amulet clue brown in jungle", "amulet move", "amulet exchange"):
        assert refused(state, line) == "no amulet is left to be used (T-33)"


def test_T33_without_clues_there_is_nothing_to_exchange() -> None:
    state = table(amulets=(1,))
    hold(state, 0, [], alone=True)
    assert refused(state, "amulet exchange") == "no clue is in hand (T-33)"


def test_T21_T21a_any_number_of_amulets_one_after_another_before_and_after_the_main_action() -> None:
    state = table(maps={"grey": [(0, "not in jungle")]}, amulets=(4,))
    play(state, "amulet remove grey c1", "amulet remove grey d1", "step b1", "stop")
    play(state, "amulet remove grey e1", "amulet exchange")
    assert draw_all(state).to_act() == 1


def test_T21a_the_switch_allows_amulets_between_steps() -> None:
    state = table(
        "J M L B S",
        maps={"grey": [(0, "not in jungle")]},
        atvs=("a1", "e1"),
        amulets=(2,),
        amulets_between_steps="yes",
    )
    play(state, "step b1", "amulet remove grey c1", "step c1", "amulet move", "step d1", "stop", "step e1")
    assert atv(state, 0) == "e1"
    assert state.to_act() == 1


def test_T21a_T22b_with_the_switch_a_raise_also_ends_the_interrupted_move() -> None:
    state = table(
        "J M L B S",
        atvs=("a1", "e1"),
        maps={"brown": [(0, "in beach")]},
        amulets=(1,),
        amulets_between_steps="yes",
    )
    play(state, "step b1", "step c1", "amulet move", "step d1")
    raise_it(state, "brown", [2, 2, 2])
    assert state.to_act() == 1  # neither the extra move nor the main move goes on


def test_T21a_T33_with_the_switch_what_the_extra_move_reaches_is_not_picked_up() -> None:
    state = table("J M L B S", atvs=("a1", "e1"), lying=["c1"], amulets=(1,), amulets_between_steps="yes")
    play(state, "step b1", "amulet move", "step c1", "stop")
    assert refused(state, "pick up").endswith("(T-32, T-32b)")


def raised(
    landmarks: dict[str, list[str]], drawing: str, lying: Sequence[str] = (), **rules: Any
) -> TobagoState:
    """Return a game after a treasure was raised on a1."""
    maps = {"brown": [(0, "in lake")]}
    state = table(drawing, atvs=("a1", "b1"), maps=maps, landmarks=landmarks, lying=lying, **rules)
    return raise_it(state, "brown", [2, 2, 2])


def test_T31_an_amulet_appears_where_each_statue_looks_and_all_turn_60_degrees() -> None:
    state = raised({"statues": ["c2>E", "b2>NW"]}, "L J J J J\n J J J J J\nJ J J J J")
    assert names(state, state.amulet_hexes) == "b1 e2"
    directions = state.compiled.island.directions
    assert sorted(directions[way] for way in state.facings) == ["NE", "SE"]


def test_T31_T31a_clockwise_on_boards_and_on_drawn_islands() -> None:
    assert compiled_island(GameRules()).directions == ("N", "NE", "SE", "S", "SW", "NW")
    drawn = compiled_island(GameRules(island="J J")).directions
    start = drawn.index("E")
    assert drawn[start:] + drawn[:start] == ("E", "SE", "SW", "W", "NW", "NE")


def test_T31_where_an_amulet_lies_none_is_added() -> None:
    state = raised({"statues": ["c2>E"]}, "L J J J J\n J J J J J\nJ J J J J", lying=["e2"])
    assert names(state, state.amulet_hexes) == "e2"


def test_T31a_two_statues_that_look_at_one_hex_bring_one_amulet() -> None:
    state = raised({"statues": ["b2>E", "c2>E"]}, "L J J J J\n J J J J J\nJ J J J J")
    assert names(state, state.amulet_hexes) == "e2"


def test_T31a_a_small_supply_serves_the_statues_in_their_order() -> None:
    drawing, statues = "L J J J J\n J J J J J\nJ J J J J", {"statues": ["b2>E", "c2>NW"]}
    state = table(drawing, atvs=("a1", "b1"), maps={"brown": [(0, "in lake")]}, landmarks=statues)
    state.amulets = [10, 9]
    raise_it(state, "brown", [2, 2, 2])
    assert names(state, state.amulet_hexes) == "e2"


@pytest.mark.parametrize(("line", "hexes"), [("first_coast", "c1"), ("farthest", "f1")])
def test_T31_a_gaze_ends_at_the_first_coast_or_at_the_farthest_hex(line: str, hexes: str) -> None:
    drawing = "L J J . J J\n J J J J J J\nJ J J J J J"
    state = raised({"statues": ["b1>E"]}, drawing, statue_line=line)
    assert names(state, state.amulet_hexes) == hexes


def test_T31_a_statue_that_looks_out_to_sea_sees_its_own_hex() -> None:
    state = raised({"statues": ["b1>NE"]}, "L J J\n J J J")
    assert names(state, state.amulet_hexes) == "b1"


def test_T32b_an_amulet_that_appears_under_the_own_atv_waits() -> None:
    state = raised({"statues": ["b1>W"]}, "L J J\n J J J")
    assert names(state, state.amulet_hexes) == "a1"
    assert state.to_act() == 0
    assert "T-32b" in refused(state, "pick up")


def test_T34_lola_raises_four_treasures_in_one_turn() -> None:
    maps = {
        "grey": [(0, "in jungle")],
        "black": [(0, "in mountain")],
        "brown": [(0, "in lake")],
        "white": [(0, "next to mountain"), (0, "next to beach")],
    }
    state = table("J J M L B S R", atvs=("b1", "g1"), maps=maps, amulets=(2,))
    play(state, "amulet remove grey a1")
    raise_it(state, "grey", [2, 2, 3], begin="grey")
    play(state, "step c1")
    raise_it(state, "black", [4, 4, 3], begin="black")
    play(state, "amulet move", "step d1")
    assert {"raise brown", "raise white"} <= set(legal(state))
    raise_it(state, "white", [2, 2, 3, 3], begin="white")
    raise_it(state, "brown", [5, 5, 3], begin="brown")
    assert state.coins(0) == 2 + 2 + 4 + 4 + 2 + 2 + 3 + 5 + 5
    assert state.to_act() == 1
