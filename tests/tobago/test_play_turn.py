"""A turn: clues, moves and amulets (T-7, T-11 to T-15, T-20 to T-23, T-30 to T-34, E-1 to E-7)."""

from itertools import pairwise

import pytest
from play_helpers import atv, draw_all, hand_of, hold, legal, names, play, raise_it, refused, table

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.play.clue_cards import treasure_map
from toolkit.games.tobago.state import DISCARDED, ON_MAPS, PILE

BROWN = {"brown": [(0, "in jungle")]}


def test_T11_a_clue_goes_below_the_last_one_with_a_rose_of_the_player():
    state = table(maps={"brown": [(1, "not in river")]}, hands={0: ["not in jungle"]})
    play(state, "clue brown not in jungle")
    brown = treasure_map(state, "brown")
    assert [(str(play.clue), play.owner) for play in brown.plays] == [
        ("not in river", "blue"),
        ("not in jungle", "red"),
    ]
    assert state.roses == [14, 14]
    assert names(state, state.candidates[0]) == "c1 d1 e1 f1 g1 h1"


def test_T11_T11a_any_map_may_be_chosen_an_empty_one_too():
    state = table(hands={0: ["in jungle"]})
    assert [line for line in legal(state) if line.endswith("clue white in jungle")] == [
        "clue white in jungle"
    ]
    play(state, "clue white in jungle")
    assert names(state, state.candidates[1]) == "a1 b1"


def test_T11b_without_a_rose_no_clue_and_no_raise():
    state = table(hands={0: ["in jungle"]}, atvs=("e1", "a1"), maps={"brown": [(1, "in lake")]}, amulets=(1,))
    state.roses[0] = 0
    assert not [line for line in legal(state) if "clue" in line or "raise" in line]
    for line in ("clue white in jungle", "amulet clue white in jungle", "raise brown"):
        assert "no compass rose is left (T-11b)" in refused(state, line)


def test_T12_the_reason_names_the_earlier_card():
    state = table(maps=BROWN, hands={0: ["in beach", "not in mountain", "in jungle"]})
    assert refused(state, "clue brown in beach") == "it contradicts 'in jungle' (T-12, T-12a)"
    assert refused(state, "clue brown not in mountain").startswith("removes nothing")
    assert refused(state, "clue grey in lake").endswith("is not in hand (T-11)")


def test_T7_T7a_far_from_a_statue_leaves_the_hex_of_the_statue():
    state = table(
        landmarks={"statues": ["d1>E"]}, hands={0: ["not within 2 of statue", "within 2 of statue"]}
    )
    other = play(state.clone(), "clue brown within 2 of statue")
    play(state, "clue brown not within 2 of statue")
    assert names(state, state.candidates[0]) == "a1 d1 g1 h1 i1 j1"
    assert names(other, other.candidates[0]) == "b1 c1 e1 f1"


def test_T12b_a_located_map_admits_no_further_clue():
    state = table(maps={"brown": [(0, "in lake")]}, hands={0: ["not in jungle"]})
    assert "located" in refused(state, "clue brown not in jungle")
    assert not [line for line in legal(state) if line.startswith("clue brown")]


@pytest.mark.parametrize(("reduce", "allowed"), [("always", False), ("once_marked", True)])
def test_T15_a_clue_may_remove_nothing_while_no_cubes_lie(reduce, allowed):
    drawing = "\n".join(["J J J J J J", *["B B B B B B"] * 4])
    state = table(
        drawing, maps={"brown": [(0, "not in jungle")]}, hands={0: ["not in mountain"]}, must_reduce=reduce
    )
    assert ("clue brown not in mountain" in legal(state)) is allowed


def test_T14_an_empty_pile_is_made_of_the_shuffled_discards():
    state = table(hands={0: ["in jungle"]})
    for face in tuple(state.clue_cards.cards[PILE]):
        state.clue_cards.give(face, PILE, DISCARDED)
    discards = state.clue_cards.cards[DISCARDED][:]
    play(state, "clue brown in jungle")
    assert state.clue_cards.cards[PILE] == discards
    assert state.clue_cards.cards[DISCARDED] == []


def test_T14a_without_pile_and_discards_the_hand_stays_short_until_the_next_draw():
    state = table(hands={0: ["in jungle", "not in river", "in largest lake"]})
    for face in tuple(state.clue_cards.cards[PILE]):
        state.clue_cards.give(face, PILE, ON_MAPS)
    spare = state.clue_cards.cards[ON_MAPS][:2]
    play(state, "clue brown in jungle")
    assert state.decision_kind() == "turn"
    assert len(hand_of(state, 0)) == 5
    for face in spare:
        state.clue_cards.give(face, ON_MAPS, DISCARDED)
    play(state, "step b1", "stop", "clue white not in river")
    draw_all(state)
    assert len(hand_of(state, 0)) == 6


def test_T20_one_main_action_a_turn():
    state = table(hands={0: ["in jungle", "in river"]}, amulets=(1,))
    play(state, "clue brown in jungle")
    for line in ("clue white in river", "step c1", "exchange"):
        assert refused(state, line) == "the main action of this turn is done (T-20)"
    assert "end" in legal(state)
    play(state, "end")
    assert state.to_act() == 1


def test_T20a_in_the_turn_of_an_exchange_nothing_else_is_done():
    state = table(amulets=(2,), lying=["a1"])
    assert "exchange" in legal(state)
    play(state, "pick up")
    assert "T-20a" in refused(state, "exchange")
    assert "exchange" not in legal(state)


def test_T20b_the_turn_falls_out_only_when_nothing_is_possible():
    state = table("J", atvs=("a1", "a1"), hands={0: ["in jungle"]})
    assert legal(state) == ["exchange"]
    hold(state, 0, [], alone=True)
    assert legal(state) == ["end"]
    play(state, "end")
    assert state.to_act() == 1


def test_E1_in_jungle_is_refused_where_not_in_jungle_lies():
    state = table(maps={"grey": [(1, "not in jungle")]}, hands={0: ["in jungle"]})
    assert refused(state, "clue grey in jungle") == "it contradicts 'not in jungle' (T-12, T-12a)"


def test_E2_in_jungle_is_refused_where_in_the_largest_jungle_lies():
    state = table("J J S J", maps={"brown": [(1, "in largest jungle")]}, hands={0: ["in jungle"]})
    assert refused(state, "clue brown in jungle").startswith("removes nothing")


def test_E3_in_jungle_is_refused_where_no_jungle_is_next_to_a_statue():
    drawing, landmarks = "J S S S B", {"statues": ["c1>E"]}
    state = table(
        drawing, landmarks=landmarks, maps={"black": [(1, "next to statue")]}, hands={0: ["in jungle"]}
    )
    assert refused(state, "clue black in jungle") == "it contradicts 'next to statue' (T-12, T-12a)"


def test_E4_white_is_the_intersection_of_its_clues():
    drawing = "J J J J\n S J J S\nS S S S"
    landmarks = {"huts": ["b1"], "palms": ["c2"]}
    maps = {"white": [(1, "next to hut")]}
    state = table(drawing, landmarks=landmarks, maps=maps, hands={0: ["in jungle"], 1: ["next to palm"]})
    assert names(state, state.candidates[1]) == "a1 a2 b2 c1"
    play(state, "clue white in jungle")
    assert names(state, state.candidates[1]) == "a1 b2 c1"
    play(state, "clue white next to palm")
    assert names(state, state.candidates[1]) == "b2 c1"


# ---- Moves step by step, and amulets picked up on the way ----

COAST = "M M M B B B J J S S"
"""The island of E-5 to E-7: A on b1, B on d1, C on f1, D on h1, E on i1."""


def test_T22_a_step_stays_in_its_region_or_enters_an_adjacent_hex():
    state = table()
    assert [line for line in legal(state) if line.startswith("step")] == ["step b1"]
    assert "T-22" in refused(state, "step c1")
    play(state, "step b1")
    assert {"step a1", "step c1", "stop"} == set(legal(state))


def test_T22_a_move_has_at_most_three_steps():
    state = table("J M L B S", atvs=("a1", "e1"))
    play(state, "step b1", "step c1", "step d1")
    assert state.to_act() == 1
    state = table("J M L B S", atvs=("a1", "e1"), lying=["d1"])
    play(state, "step b1", "step c1", "step d1")
    assert refused(state, "step e1") == "a move has at most 3 steps (T-22)"


def test_T22a_one_two_or_three_steps_each_to_another_hex():
    state = table(COAST, atvs=("a1", "d1"))
    assert refused(state, "step a1") == "every step leads to another hex (T-22a)"
    assert "stop" not in legal(state)
    play(state, "step b1", "stop", "step e1", "step f1", "stop")
    assert (atv(state, 0), atv(state, 1)) == ("b1", "f1")


def test_T22_a_raise_ends_the_move_and_its_steps_are_lost():
    state = table(
        atvs=("b1", "a1"), maps={"brown": [(1, "in mountain"), (1, "next to jungle")]}, amulets=(1,)
    )
    play(state, "step c1", "raise brown", "look 2", "look 3", "look 3", "add 2")
    play(state, *["reveal 2", "take", "reveal 3", "take", "reveal 3", "take"])
    play(state, next(line for line in legal(state) if line.startswith("clue")))
    assert "the main action of this turn is done (T-20)" in refused(state, "step d1")
    assert "end" in legal(state)


def test_T22b_a_main_action_not_yet_begun_is_untouched_by_a_raise():
    state = table(atvs=("e1", "a1"), maps={"brown": [(0, "in lake")]})
    play(state, "raise brown", "look 2", "look 3", "add 2", "reveal 2", "take", "reveal 3", "take")
    play(state, next(line for line in legal(state) if line.startswith("clue")))
    assert "step d1" in legal(state)
    assert state.to_act() == 0


def test_T32_T32a_picking_up_is_a_choice_and_costs_no_step():
    state = table(COAST, atvs=("a1", "j1"), lying=["b1", "c1", "d1"])
    play(state, "step b1", "pick up", "step c1", "step d1", "pick up")
    assert state.amulets == [2, 0]
    assert names(state, state.amulet_hexes) == "c1"


def test_T32b_at_the_start_means_that_the_atv_has_not_moved_since():
    state = table(COAST, atvs=("a1", "j1"), lying=["a1"], amulets=(1,))
    assert "pick up" in legal(state)
    play(state, "amulet move", "step b1", "step a1", "stop")
    assert "T-32b" in refused(state, "pick up")
    state = table(COAST, atvs=("a1", "j1"), lying=["a1"], hands={0: ["in jungle"]})
    play(state, "clue brown in jungle")
    assert "pick up" in legal(state)


def test_T32b_a_step_onto_a_treasure_allows_picking_up_and_then_raising():
    maps = {"brown": [(0, "in beach"), (0, "next to mountain")]}
    state = table(COAST, atvs=("c1", "j1"), maps=maps, lying=["d1"])
    play(state, "step d1")
    assert {"pick up", "raise brown"} <= set(legal(state))
    play(state, "pick up")
    assert "raise brown" in legal(state)
    play(state, "raise brown")
    assert state.amulets == [1, 0]


def test_E5_lola_gets_two_amulets_in_three_steps():
    state = table(COAST, atvs=("a1", "d1"), lying=["b1", "d1"])
    play(state, "step b1", "pick up", "step c1", "step d1", "pick up")
    assert state.amulets == [2, 0]
    assert state.to_act() == 0  # her amulets may still be used
    state = table(COAST, atvs=("d1", "a1"), lying=["d1"])
    play(state, "pick up")  # had she not, Roger could have taken it without moving
    assert state.amulets == [1, 0]


def test_E6_T21a_T33_an_amulet_gained_on_the_way_does_not_help_to_the_next():
    state = table(COAST, atvs=("d1", "a1"), lying=["f1", "h1", "i1"])
    play(state, "step f1", "pick up")
    assert "never between its steps (T-21a)" in refused(state, "amulet move")
    play(state, "step g1", "step h1", "pick up", "amulet move", "step i1")
    assert refused(state, "pick up") == "in a move by an amulet none is picked up (T-33)"
    play(state, "stop")
    assert "T-32b" in refused(state, "pick up")
    assert state.amulets == [1, 0]


def test_E7_T32b_with_an_amulet_at_the_start_roger_gets_two():
    state = table(COAST, atvs=("d1", "i1"), lying=["f1", "h1", "i1"], amulets=(1,))
    play(state, "amulet move", "step f1", "stop")
    assert "T-32b" in refused(state, "pick up")
    play(state, "step g1", "step h1", "pick up", "step i1", "pick up")
    assert names(state, state.amulet_hexes) == "f1"
    assert state.amulets == [2, 0]


def test_a_move_is_read_and_written_as_one_line():
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


# ---- Amulets used and amulets that appear ----

GREY = {"grey": [(0, "in jungle")]}
"""Two candidates, so the cubes lie: a1 and b1."""


def test_T33_an_amulet_removes_a_cube_and_goes_back_to_the_supply():
    state = table(maps=GREY, amulets=(1,))
    play(state, "amulet remove grey a1")
    assert names(state, state.candidates[2]) == "b1"
    assert state.amulets == [0, 0]


def test_T33_the_last_cube_stays():
    state = table(maps={"grey": [(0, "in lake")]}, amulets=(1,))
    assert refused(state, "amulet remove grey e1") == "e1 holds the last grey cube: it stays (T-33)"


def test_T33a_only_where_cubes_lie():
    state = table("\n".join(["J J J J J J"] * 4 + ["B"]), maps={"grey": [(0, "in jungle")]}, amulets=(1,))
    assert "no grey cubes lie on the island yet: 24 hexes are possible" in refused(
        state, "amulet remove grey a1"
    )
    assert (
        refused(table(maps=GREY, amulets=(1,)), "amulet remove grey c1") == "no grey cube lies on c1 (T-33a)"
    )


def test_T33_T33a_one_more_clue_is_a_whole_action_with_rose_and_draw():
    state = table(hands={0: ["in jungle", "not in river"]}, amulets=(1,))
    play(state, "amulet clue brown in jungle")
    assert state.roses == [14, 15]
    assert state.amulets == [0, 0]
    draw_all(state)
    assert len(hand_of(state, 0)) == 6
    play(state, "clue white not in river")
    assert state.to_act() == -1
    assert draw_all(state).to_act() == 1


def test_T33_up_to_three_more_steps_without_picking_up():
    state = table("J M L B S", atvs=("a1", "e1"), lying=["b1"], amulets=(1,))
    play(state, "amulet move", "step b1")
    assert refused(state, "pick up") == "in a move by an amulet none is picked up (T-33)"
    play(state, "step c1", "step d1")
    assert "step e1" in legal(state)  # the main move is still to come
    assert atv(state, 0) == "d1"


def test_T33_T33a_T20a_the_exchange_gives_as_many_cards_and_they_may_be_played_at_once():
    state = table(amulets=(1,))
    hold(state, 0, ["in jungle", "in river"], alone=True)
    play(state, "amulet exchange")
    assert len(state.clue_cards.cards[DISCARDED]) == 2
    draw_all(state)
    assert len(hand_of(state, 0)) == 2
    assert [line for line in legal(state) if line.startswith("clue")]


def test_T33_without_an_amulet_none_of_it():
    state = table(maps=GREY, hands={0: ["in jungle"]})
    for line in ("amulet remove grey a1", "amulet clue brown in jungle", "amulet move", "amulet exchange"):
        assert refused(state, line) == "no amulet is left to be used (T-33)"


def test_T21a_the_switch_allows_amulets_between_steps():
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


def raised(landmarks, drawing, lying=(), **rules):
    """Return a game after a treasure was raised on a1."""
    maps = {"brown": [(0, "in lake")]}
    state = table(drawing, atvs=("a1", "b1"), maps=maps, landmarks=landmarks, lying=lying, **rules)
    return raise_it(state, "brown", [2, 2, 2])


def test_T32b_an_amulet_that_appears_under_the_own_atv_waits():
    state = raised({"statues": ["b1>W"]}, "L J J\n J J J")
    assert names(state, state.amulet_hexes) == "a1"
    assert state.to_act() == 0
    assert "T-32b" in refused(state, "pick up")


def test_T30_T34_lola_raises_four_treasures_in_one_turn():
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


LAWN = "L J J J J\n J J J J J\nJ J J J J"
BAY = "L J J . J J\n J J J J J J\nJ J J J J J"


@pytest.mark.parametrize(
    ("drawing", "statues", "lying", "line", "hexes"),
    [
        (LAWN, ["c2>E", "b2>NW"], [], "first_coast", "b1 e2"),
        (LAWN, ["c2>E"], ["e2"], "first_coast", "e2"),  # where one lies none is added
        (LAWN, ["b2>E", "c2>E"], [], "first_coast", "e2"),  # two that look at one hex bring one
        (BAY, ["b1>E"], [], "first_coast", "c1"),
        (BAY, ["b1>E"], [], "farthest", "f1"),
        ("L J J\n J J J", ["b1>NE"], [], "first_coast", "b1"),  # it looks out to sea: its own hex
    ],
)
def test_T31_T31a_an_amulet_appears_where_each_statue_looks_and_all_turn(
    drawing, statues, lying, line, hexes
):
    state = raised({"statues": statues}, drawing, lying=lying, statue_line=line)
    assert names(state, state.amulet_hexes) == hexes
    ways = state.compiled.island.directions
    clockwise = ["E", "SE", "SW", "W", "NW", "NE", "E"]
    turned = dict(pairwise(clockwise))
    assert sorted(ways[way] for way in state.facings) == sorted(turned[one[3:]] for one in statues)


def test_T31a_a_small_supply_serves_the_statues_in_their_order():
    drawing, statues = "L J J J J\n J J J J J\nJ J J J J", {"statues": ["b2>E", "c2>NW"]}
    state = table(drawing, atvs=("a1", "b1"), maps={"brown": [(0, "in lake")]}, landmarks=statues)
    state.amulets = [10, 9]
    raise_it(state, "brown", [2, 2, 2])
    assert names(state, state.amulet_hexes) == "e2"
