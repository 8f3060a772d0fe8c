"""The open points of the digest of Mangrovia, each with both values of its switch (B-1 to B-29)."""

import pytest
from mangrovia_helpers import (
    chances,
    do,
    hut,
    legal,
    lying,
    new_game,
    next_bowl,
    refused,
    set_up,
    table,
    told,
)

from toolkit.core.errors import ToolkitError


@pytest.mark.parametrize(
    ("switch", "white", "standing"), [("one", 2, ((2, 2),)), ("by_mark", 3, ((2, 1), (3, 1)))]
)
def test_B1_the_neutral_huts_of_two_players_have_one_colour_or_two(switch, white, standing):
    state = set_up(2, neutral_colours=switch)
    assert [hut(state, space) for space in ("e1", "c2", "e3", "r9")] == [
        (2, 1),
        (2, 1),
        (white, 1),
        (white, 1),
    ]
    assert state.counted.path_prizes(2).order == standing  # e1 and e3 on V3


def test_B28_with_three_players_the_grey_marks_have_one_colour():
    for switch in ("one", "by_mark"):
        state = set_up(3, neutral_colours=switch)
        assert [hut(state, space) for space in ("e1", "c2", "g3")] == [(3, 1)] * 3


def test_B2_the_first_ritual_space_is_that_of_piers_1_and_12():
    state = do(set_up(4), "bowl R1", "bowl R6", "bowl R5", "bowl R4")
    assert (state.pier, state.to_act()) == (1, 0)
    do(state, "decline", "decline")
    assert (state.pier, state.to_act()) == (4, 3)
    while state.pier < 12:
        do(state, (legal(state) or list(chances(state)))[-1])
    assert (state.decision_kind(), state.to_act()) == ("birds", 0)


@pytest.mark.parametrize(("side", "next_start"), [("right", 0), ("left", 2)])
def test_B3_the_talisman_that_nobody_took_goes_to_one_side(side, next_start):
    state = next_bowl(table(11, start=1, unclaimed_talisman=side))
    assert state.to_act() == next_start


@pytest.mark.parametrize(("goes", "heap"), [("bag", "spent"), ("board", "board"), ("out", "out")])
def test_B4_spent_amulets_of_value_1_are_set_aside_go_to_the_board_or_leave_the_game(goes, heap):
    state = table(8, rest=3, heaps={"hand 0": "water", "kept 0": "1 2"}, spent_ones=goes)
    do(state, "build f6, pay amulet 1, pay amulet 2")
    assert lying(state, "amulets", heap) == ([1, 2] if heap == "spent" else [1])
    assert 2 in lying(state, "amulets", "spent")
    more = table(2, huts={"r1": 0}, rest=3, heaps={"bag": "6", "spent": "1"}, spent_ones=goes)
    do(more, "take amulets", "amulet 6")
    assert lying(more, "amulets", "bag") == [1]  # what was set aside, whatever it is
    assert lying(more, "amulets", "board") == []  # that stack is never refilled


def test_B5_pier_5_gives_two_face_up_or_two_face_down_cards():
    heaps = {"open": "5 6 sand"}
    up = do(table(5, heaps=heaps), "take 5")
    assert legal(up) == ["take 6", "take sand", "decline"]
    assert refused(up, "from valuables") == "no face-down card can be taken now (M-13)"
    down = do(table(5, heaps=heaps), "from landscapes", "draw reed")
    assert legal(down) == ["from valuables", "from landscapes", "decline"]
    assert refused(down, "take 6") == "no face-up card can be taken now (M-13)"
    assert do(down, "from valuables", "draw 7").pier == 8


def test_B6_pier_11_is_the_hut_then_the_card():
    state = table(11, heaps={"hand 0": "7 water"})
    assert refused(state, "from valuables") == "no face-down card can be taken now (M-13)"
    do(state, "build c6, pay 7")
    assert legal(state) == ["from valuables", "from landscapes", "decline"]
    declined = do(table(11, heaps={"hand 0": "7 water"}), "decline")
    assert refused(declined, "build c6").startswith("this pier builds no hut now")


def test_B7_the_birds_may_stay_and_the_talisman_comes_all_the_same():
    state = do(table(12, start=2, birds="reed water"), "birds reed water")
    assert (next_bowl(state).to_act(), state.birds) == (0, (1, 3))


def test_B8_no_double_hut_with_one_hut_left():
    state = table(9, left={0: 1}, heaps={"hand 0": "7 7 7 water water"})
    assert legal(state, "build") == ["build b2", "build c6", "build h6", "build r8"]
    assert refused(state, "build a1 double") == "too few huts are left: 1 (M-24)"
    two = table(9, left={0: 2}, heaps={"hand 0": "6 7 7 water water"})
    do(two, "build a1 double, pay 6, pay 7, pay 7")
    assert (two.supply[0], two.last) == (0, 0)


def test_B9_pier_10_with_one_hut_left_or_one_payable_space_builds_one():
    last = do(table(10, left={0: 1}, heaps={"hand 0": "7 7 water water"}), "build h6, pay 7")
    assert (last.stack, last.outcome().reason) == ([], "player 0 has built the last hut (M-31)")
    one = do(table(10, heaps={"hand 0": "7 4 water water"}), "build c6, pay 7")
    assert legal(one) == ["decline"]
    declined = do(table(10, bowls={1: 1}, heaps={"hand 0": "7 4 water water"}), "decline")
    assert (declined.pier, declined.to_act()) == (12, 1)  # declined once is declined


def test_B10_a_bag_with_too_few_is_filled_on_the_way_and_one_goes_back_even_of_one():
    three = {"r1": 0, "r2": 0, "r3": 0}
    state = do(table(2, huts=three, rest=3, heaps={"bag": "5", "spent": "2 4"}), "take amulets", "amulet 5")
    assert chances(state) == {"amulet 2": 1, "amulet 4": 1}
    do(state, "amulet 2", "amulet 4", "return 4")
    assert (lying(state, "amulets", "kept 0"), lying(state, "amulets", "bag")) == ([2, 5], [4])
    state = do(table(2, huts=three, rest=3, heaps={"bag": "5"}), "take amulets", "amulet 5")
    assert legal(state) == ["return 5"]
    do(state, "return 5")
    assert lying(state, "amulets", "kept 0") == []


def test_B11_M30_without_any_card_there_is_none_and_the_rows_are_filled_as_far_as_possible():
    state = table(5, rest=3, heaps={"pile": "7"})
    assert legal(state) == ["from valuables", "decline"]
    assert refused(state, "from landscapes") == "no card is left there (M-26)"
    do(state, "from valuables", "draw 7")
    assert state.decision_kind() == "bowl"  # no second card, and nothing to turn up
    state = next_bowl(table(5, rest=3, heaps={"pile": "2", "played": "6 sand"}))
    assert lying(state, "valuables", "open") + lying(state, "landscapes", "open") == [2, 6, "sand"]
    assert next_bowl(do(state, *["bowl R6", "bowl R5", "bowl R4", "bowl R3"])).round == 3


def test_B13_a_stone_tile_of_the_first_hut_pays_for_the_second():
    heaps = {"hand 0": "2 6 4 sand water"}
    state = table(10, birds="sand water", stone_tiles="others", heaps=heaps)
    do(state, "build a2, pay 2, pay 6")
    assert state.tiles[0] == (8,)  # a card of 3
    do(state, "build c6, pay tile 3, pay 4")
    assert (state.supply[0], state.tiles[0]) == (7, ())


def test_B14_in_the_last_round_those_without_huts_still_take_cards_and_amulets():
    state = table(10, bowls={2: 0, 1: 1}, left={0: 1}, heaps={"hand 0": "7 7 water water"})
    do(state, "build h6, pay 7")  # the first of two
    assert (state.pier, legal(state)) == (11, ["from valuables", "from landscapes", "decline"])
    do(state, "from valuables", "draw 3")
    assert (state.pier, state.to_act()) == (12, 1)
    state = table(5, bowls={6: 0, 5: 1}, left={0: 0}, heaps={"hand 0": "7 7 water water"})
    assert (do(state, "decline").pier, state.to_act()) == (6, 0)
    while state.pier < 7:
        do(state, "decline")
    assert legal(state) == ["from valuables", "from landscapes", "take amulets", "decline"]
    alone = table(8, left={0: 0}, heaps=RICH)
    assert legal(alone) == ["take amulets", "decline"]


RICH = {"hand 0": "7 7 7 water water"}


@pytest.mark.parametrize("players", range(2, 6))
def test_B15_the_ban_on_R1_with_two_and_three_players_or_with_any_number(players):
    assert ("bowl R1" in legal(set_up(players))) == (players > 3)
    for_all = set_up(players, start_player_ban="all")
    assert refused(for_all, "bowl R1") == "the start player may not put the first bowl there (M-10)"
    assert "bowl R1" in legal(do(for_all, "bowl R5"))


def drawing_last(**rules):
    """Return a player who has drawn three amulets, the last ones of the bag, while two are set aside."""
    huts = {"r1": 0, "r2": 0, "r3": 0, "r4": 1}
    heaps = {"bag": "2 3 4", "spent": "6 6"}
    state = table(2, bowls={5: 1, 6: 2}, huts=huts, rest=3, heaps=heaps, **rules)
    return do(state, "take amulets", "amulet 2", "amulet 3", "amulet 4")


def test_B17_the_bag_is_filled_before_one_is_put_back_and_that_one_joins_it():
    state = drawing_last()
    assert (lying(state, "amulets", "bag"), lying(state, "amulets", "spent")) == ([6, 6], [])
    assert lying(do(state, "return 2"), "amulets", "bag") == [2, 6, 6]


def test_B17_when_needed_the_one_put_back_is_drawn_before_the_bag_is_filled():
    state = do(drawing_last(renewal="when_needed"), "return 2")
    assert (lying(state, "amulets", "bag"), lying(state, "amulets", "spent")) == ([2], [6, 6])
    while state.pier < 8:
        do(state, "decline")
    assert chances(do(state, "take amulets")) == {"amulet 2": 1}
    do(state, "amulet 2")
    assert (lying(state, "amulets", "bag"), lying(state, "amulets", "spent")) == ([], [6, 6])


@pytest.mark.parametrize(
    ("renewal", "pile", "played"), [("at_once", [2, 2], []), ("when_needed", [], [2, 2])]
)
def test_B17_a_pile_is_renewed_as_soon_as_it_is_empty_or_when_a_card_is_needed(renewal, pile, played):
    state = table(5, rest=3, heaps={"pile": "5", "played": "2 2"}, renewal=renewal)
    do(state, "from valuables", "draw 5")
    assert (lying(state, "valuables", "pile"), lying(state, "valuables", "played")) == (pile, played)
    assert ("(the valuables are shuffled)" in told(state, 1, 9)) == (renewal == "at_once")
    assert chances(do(state, "from valuables")) == {"draw 2": 2}
    assert "(the valuables are shuffled)" in told(state, 1, 9)


@pytest.mark.parametrize("renewal", ["at_once", "when_needed"])
def test_B17_a_payment_renews_no_empty_pile_but_the_next_draw_does(renewal):
    heaps = {"pile": "5", "hand 0": "3 4 sand"}
    bowls = {5: 0, 2: 0}
    state = table(7, bowls=bowls, birds="sand reed", rest=3, heaps=heaps, renewal=renewal)
    do(state, "from valuables", "draw 5", "build c1, pay 3, pay 4")
    assert (lying(state, "valuables", "pile"), lying(state, "valuables", "played")) == ([], [3, 4])
    assert (state.pier, legal(state)) == (11, ["from valuables", "from landscapes", "decline"])
    declined = do(state.clone(), "decline")  # to fill the rows is to draw as well
    assert declined.decision_kind() == "turn up valuable"
    assert lying(declined, "valuables", "pile") == [3, 4]
    do(state, "from valuables")
    assert (chances(state), lying(state, "valuables", "played")) == ({"draw 3": 1, "draw 4": 1}, [])


def test_B17_an_amulet_spent_while_the_bag_is_empty_fills_it_at_the_next_draw():
    huts = {"r1": 0}
    state = table(7, bowls={5: 0, 2: 0}, huts=huts, rest=3, heaps={"bag": "3", "hand 0": "water"})
    do(state, "take amulets", "amulet 3", "build f6, pay amulet 3")
    assert (lying(state, "amulets", "bag"), lying(state, "amulets", "spent")) == ([], [3])
    again = table(2, huts=huts, rest=3, heaps={"spent": "3"})
    assert chances(do(again, "take amulets")) == {"amulet 3": 1}


def test_B18_amulets_are_taken_whole_or_not_at_all():
    huts = {"r1": 0, "r2": 0, "r3": 0}
    state = do(table(2, huts=huts), "take amulets", "amulet 2")
    assert state.decision_kind() == "amulet"
    do(state, "amulet 3", "amulet 4")
    assert legal(state) == ["return 2", "return 3", "return 4"]
    partial = do(table(2, huts=huts, amulets_partial=True), "take amulets", "amulet 2")
    assert legal(partial) == ["another amulet", "enough"]
    do(partial, "another amulet", "amulet 3", "enough")
    assert legal(partial) == ["return 2", "return 3", "keep all"]
    do(partial, "keep all")
    assert lying(partial, "amulets", "kept 0") == [2, 3]
    one = do(table(2, huts={"r1": 0}, amulets_partial=True), "take amulets", "amulet 2")
    assert one.pier != 2  # a single one is kept anyway


def test_B19_each_card_may_be_declined_and_the_face_down_part_still_be_taken():
    state = do(table(1, heaps={"open": "5 6"}), "take 5", "decline")
    assert legal(state) == ["from valuables", "from landscapes", "decline"]
    state = do(table(6, heaps={"open": "5 6"}), "decline", "from valuables", "draw 2", "decline")
    assert (lying(state, "valuables", "hand 0"), state.pier) == ([2], 7)


def test_B23_chance_says_who_begins_or_the_rules_do():
    assert chances(new_game(3)) == {"start 0": 1, "start 1": 1, "start 2": 1}
    assert (set_up(3, start_player=2).start, set_up(3, start_player=2).to_act()) == (2, 2)
    with pytest.raises(ToolkitError, match="start_player: 3, and 3 play"):
        new_game(3, start_player=3)


FREE = {0: ["free landscape"]}


def test_B26_the_free_landscape_tile_replaces_a_card_and_waives_the_birds():
    state = table(10, stone_tiles="others", tiles=FREE, heaps={"hand 0": "7 7 water"})
    assert "build c1" in legal(state)  # sand, without a bird and without a card of sand
    both = do(state.clone(), "build c6")
    assert legal(both) == ["pay water", "pay free landscape"]
    do(both, "pay free landscape, pay 7")
    assert (lying(both, "landscapes", "hand 0"), both.tiles[0]) == (["water"], ())
    do(state, "build c1")
    assert (state.tiles[0], lying(state, "landscapes", "played")) == ((), [])
    assert refused(do(state, "pay 7"), "build a7") == "no bird marks its landscape (M-17)"
    none = table(8, stone_tiles="others", tiles=FREE, heaps={"hand 0": "7"})
    assert legal(none, "build") == [
        f"build {space}" for space in ["c1", "b2", "g4", "c6", "h6", "a7", "r1", "r8"]
    ]


def test_B26_it_serves_for_a_single_hut_only():
    state = table(9, stone_tiles="others", tiles=FREE, heaps={"hand 0": "7 7 water"})
    assert [text for text in legal(state, "build") if text.endswith("double")] == []
    assert refused(state, "build c6 double").startswith("the hand holds too few landscape cards")
    assert refused(state, "build c1 double") == "no bird marks its landscape (M-17)"


def test_B26_with_the_other_value_it_waives_the_birds_alone():
    rules = {"stone_tiles": "others", "tiles": FREE, "free_landscape": "waives_birds"}
    state = table(8, heaps={"hand 0": "7 sand"}, **rules)
    assert legal(state, "build") == ["build c1"]  # the card of sand is paid all the same
    do(state, "build c1, pay 7")
    assert (state.tiles[0], lying(state, "landscapes", "played")) == ((), ["sand"])
    marked = do(table(8, heaps={"hand 0": "7 water"}, **rules), "build c6, pay 7")
    assert marked.tiles[0] == (10,)  # where a bird stands it is of no use
    dual = table(8, heaps={"hand 0": "2 7 mangrove sand"}, **rules)
    assert legal(do(dual, "build h1")) == ["pay mangrove", "pay sand"]
    assert do(dual.clone(), "pay mangrove").tiles[0] == (10,)
    assert do(dual, "pay sand").tiles[0] == ()  # for the half without a bird


def test_B27_tiles_mix_with_cards_or_amulets_of_their_kind_also_for_a_double_hut():
    tiles = {0: ["card 3", "card 3", "amulet 2"]}
    heaps = {"hand 0": "4 4 water water", "kept 0": "3 5"}
    state = table(9, stone_tiles="others", tiles=tiles, heaps=heaps)
    do(state.clone(), "build a5 double, pay tile 2, pay amulet 3, pay amulet 5")
    do(state, "build c6 double, pay tile 3, pay tile 3, pay 4, pay 4")
    assert (hut(state, "c6"), state.tiles[0]) == ((0, 2), (9,))
    exact = table(8, stone_tiles="others", tiles=tiles, heaps={"hand 0": "2 water", "kept 0": "2"})
    assert refused(exact, "build c6") == "no cards make exactly 7 (M-18)"  # 2 3 3, and amulets do not mix in


def test_B29_what_cannot_be_done_is_not_offered_and_not_asked():
    nothing = {"rest": 3}
    assert table(2, bowls={6: 1}, **nothing).pier != 2  # no amulet of value 1
    assert table(7, **nothing).decision_kind() == "bowl"
    assert legal(table(7, rest=3, heaps={"pile": "5"})) == ["from valuables", "decline"]
    assert legal(table(7, rest=3, heaps={"board": "1"})) == ["take amulets", "decline"]
    assert legal(table(7, rest=3, huts={"r1": 0}, heaps={"board": "1", "pile": "5"})) == [
        "from valuables",
        "decline",
    ]
    assert "take amulets" not in legal(table(8, huts={"r1": 0}, rest=3, heaps={"hand 0": "7 water"}))
    assert table(5, rest=3, heaps={"open": "5"}).decision_kind() == "action"


def test_B29_M43_whether_a_hand_can_pay_is_private_so_it_is_asked():
    assert legal(table(11, heaps={"hand 0": "2 reed"})) == ["decline"]
    assert legal(table(11, heaps={"hand 0": "7"})) == ["from valuables", "from landscapes", "decline"]
    assert legal(table(11, heaps={"hand 0": "water"})) == ["from valuables", "from landscapes", "decline"]


def test_B29_M24_where_no_plain_space_is_left_only_single_huts_are_asked_for():
    plain = dict.fromkeys(["b1", "e6", "g8"], 1)  # paid in amulets, as c4 (stone), r7 and r10 are
    heaps = {"hand 0": "mangrove mangrove", "kept 0": "3 6"}
    state = table(9, huts=plain, birds="mangrove reed", heaps=heaps)
    assert (state.stack[-1].hut, state.stack[-1].double) == (1, 0)
    assert legal(state) == ["build r7", "decline"]
