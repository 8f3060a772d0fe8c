"""The rules of Mangrovia by their numbers: set-up, the three phases, and the stone tiles (M-1 to M-47)."""

from collections import Counter

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
from toolkit.games.mangrovia import LANDSCAPES, TILES

GREY, WHITE = ["e1", "c2", "g3"], ["e3", "c5", "a6", "h7", "g8", "r8", "r9"]
RICH = {"hand 0": "2 2 3 3 4 4 5 5 6 6 7 7 " + 2 * "mangrove reed sand water ", "kept 0": "2 2 3 3 4 5"}
"""What pays for a hut or a double hut on every space."""


def names(state, numbers):
    return [state.rules.layout.spaces[number].id for number in numbers]


def built(state, colour):
    return names(state, [number for number, owner in enumerate(state.owners) if owner == colour])


# ---- set-up ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "huts", "bowls"), [(2, 10, 2), (3, 10, 2), (4, 9, 1), (5, 8, 1)])
def test_M1_M42_huts_and_bowls_for_each_number_of_players(players, huts, bowls):
    state = set_up(players)
    assert (state.points, state.supply) == ([0] * players, [huts] * players)
    put = 0
    while state.decision_kind() == "bowl":
        do(state, legal(state)[-1])
        put += 1
    assert put == bowls * players
    assert state.bowls.count(-1) == {2: 1, 3: 0, 4: 2, 5: 1}[players]


def test_M2_start_cards_go_clockwise_from_the_start_player():
    pairs = (3, 4), (2, 6), (4, 5), (3, 7), (5, 6)
    state = do(new_game(5), "start 2")
    assert state.start_cards == (pairs[3], pairs[4], pairs[0], pairs[1], pairs[2])
    state = do(new_game(3), "start 1")
    assert (state.start, state.start_cards) == (1, (pairs[2], pairs[0], pairs[1]))


def test_M3_43_valuables_and_32_landscapes_are_shuffled_dealt_and_turned_up():
    state = new_game(4, start_player=0)
    assert chances(state) == dict.fromkeys(["draw mangrove", "draw reed", "draw sand", "draw water"], 8)
    while state.decision_kind() == "draw landscape":
        do(state, next(iter(chances(state))))
    values = {2: 9, 3: 8, 4: 7, 5: 7, 6: 6, 7: 6}
    assert chances(state) == {f"turn up {value}": copies for value, copies in values.items()}
    state = set_up(4)
    assert [len(lying(state, "landscapes", f"hand {player}")) for player in range(4)] == [2] * 4
    assert [len(lying(state, "valuables", heap)) for heap in ("open", "pile", "hand 0")] == [4, 39, 0]
    assert [len(lying(state, "landscapes", heap)) for heap in ("open", "pile")] == [3, 21]


def test_M4_M5_M6_boat_birds_amulets_and_pole_tiles_at_the_start():
    state = set_up(4)
    assert (state.pier, [LANDSCAPES[face] for face in state.birds]) == (0, ["mangrove", "water"])
    assert lying(state, "amulets", "board") == [1] * 5
    assert Counter(lying(state, "amulets", "bag")) == {2: 10, 3: 9, 4: 7, 5: 5, 6: 4}
    assert (state.track, state.pole) == ([0] * 4, (0,) * 8)


def test_M7_M8_neutral_huts_lie_on_their_marks_and_with_two_players_the_last_ritual_space_is_blocked():
    three, two = set_up(3), set_up(2)
    assert sorted(built(three, 3)) == sorted(GREY)
    assert (three.pole, three.bowls) == ((0,) * 8, (-1,) * 6)
    assert sorted(built(two, 2)) == sorted(GREY + WHITE)
    board = two.rules.layout
    assert {name: tile for name, tile in zip(names(two, board.pole), two.pole, strict=True) if tile} == {
        "h7": 2
    }
    assert refused(two, "bowl R6") == "with two players the last ritual space is blocked (M-8)"
    assert all(set_up(players).owners == (-1,) * 48 for players in (4, 5))
    state = do(table(8, 2, heaps={"hand 0": "water", "kept 0": "3"}), "build f6, pay amulet 3")
    assert (state.points[0], hut(state, "f6")) == (3, (0, 1))  # 3 is on top now


# ---- phase 1 and the boat ----------------------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 6))
def test_M9_M10_bowls_are_put_clockwise_and_the_first_one_of_the_start_player_never_on_R1(players):
    state, actors = set_up(players, start_player=1), [1]
    open_to_first = [f"bowl R{space}" for space in range(1 if players > 3 else 2, 6 if players == 2 else 7)]
    assert (state.round, legal(state)) == (1, open_to_first)
    if players <= 3:
        assert refused(state, "bowl R1") == "the start player may not put the first bowl there (M-10)"
    do(state, "bowl R3")
    assert "bowl R1" in legal(state)  # for the next player
    assert refused(state, "bowl R3") == "a bowl lies there (M-9)"
    while state.decision_kind() == "bowl":
        actors.append(state.to_act())
        if players <= 3 and len(actors) == players + 1:
            assert "bowl R1" in legal(state)  # the second bowl of the start player
        do(state, legal(state)[-1])
    assert actors == [(1 + turn) % players for turn in range(players * (2 if players <= 3 else 1))]


def test_M11_the_boat_stops_only_at_piers_with_a_bowl_and_each_bowl_acts_once_on_either_side():
    state = do(set_up(4), "bowl R2", "bowl R4", "bowl R5", "bowl R3")
    stops = [state.pier]
    while state.decision_kind() != "bowl":
        if state.pier < 13 and state.pier != stops[-1]:
            stops.append(state.pier)
        if state.to_act() >= 0:
            assert state.to_act() == {2: 0, 11: 0, 4: 1, 9: 1, 5: 2, 8: 2, 3: 3, 10: 3}[state.pier]
        do(state, (legal(state) or list(chances(state)))[-1])
    assert stops == [2, 3, 4, 5, 8, 9, 10, 11]


def test_M12_the_order_binds_and_every_part_can_be_declined():
    state = table(4, heaps={"open": "5 reed"})
    assert legal(state) == ["take 5", "take reed", "decline"]
    assert refused(state, "from valuables") == "no face-down card can be taken now (M-13)"
    assert legal(do(state, "decline")) == ["from valuables", "from landscapes", "decline"]
    assert refused(state, "take 5") == "no face-up card can be taken now (M-13)"
    assert refused(state, "take amulets") == "no amulets can be taken now (M-15)"
    do(state, "decline")
    assert state.pier == 13  # nothing to build with at pier 9


def test_M13_the_first_face_down_card_is_seen_before_the_second_is_chosen():
    state = do(table(6, heaps={"open": "5"}), "take 5", "from valuables")
    do(state, "draw 7")
    assert legal(state) == ["from valuables", "from landscapes", "decline"]
    assert [told(state, seat, 1) for seat in (0, 1, None)] == [["draw 7"], ["draw ?"], ["draw ?"]]
    do(state, "from landscapes", "draw sand")
    assert lying(state, "valuables", "hand 0") == [5, 7]
    assert lying(state, "landscapes", "hand 0") == ["sand"]
    assert state.pier == 7


def test_M14_rows_are_not_refilled_before_phase_3_and_an_empty_row_lapses():
    state = do(table(1, bowls={3: 1}, heaps={"open": "5 sand"}), "take 5", "take sand")
    assert legal(state) == ["from valuables", "from landscapes", "decline"]
    do(state, "decline")
    assert (state.pier, state.to_act()) == (12, 0)  # pier 3 had nothing for player 1
    do(state, "birds reed sand")
    assert state.decision_kind() == "turn up valuable"
    state = table(3, heaps={"open": "5"})
    assert refused(state, "take 6") == "no such card lies face up (M-14)"


def test_M13_M14_there_is_no_hand_limit_and_nothing_comes_from_other_hands():
    state = table(5, heaps={"open": "5", "hand 0": "7 7 7 7 7 7 6 6 6 6 6 6", "hand 1": "2 3 4"})
    assert legal(state) == ["take 5", "from valuables", "from landscapes", "decline"]
    assert "draw 6" not in chances(do(state, "from valuables"))


def test_M13_each_pier_gives_as_many_cards_as_it_says_and_no_more():
    taken = {}
    for pier in (1, 3, 4, 5, 6, 7):
        state = table(pier, heaps={"open": "2 3 mangrove reed"})
        while state.pier == pier:
            do(state, legal(state)[0] if state.to_act() == 0 else next(iter(chances(state))))
        taken[pier] = len(lying(state, "valuables", "hand 0")) + len(lying(state, "landscapes", "hand 0"))
    assert taken == {1: 3, 3: 1, 4: 2, 5: 2, 6: 3, 7: 1}


@pytest.mark.parametrize("huts", range(9))
def test_M15_amulets_by_the_huts_on_amulet_spaces(huts):
    state = table(2, huts={f"r{number + 1}": 0 for number in range(huts)}, heaps={"kept 0": "6"})
    assert state.track[0] == huts
    do(state, "take amulets")
    drawn = 0
    while state.decision_kind() == "amulet":
        do(state, ("amulet 2", "amulet 2", "amulet 3", "amulet 4", "amulet 5")[drawn])
        drawn += 1
    assert drawn == min(huts, 5)
    assert (state.decision_kind() == "return amulet") == (huts >= 2)
    if huts >= 3:
        assert legal(state)[:2] == ["return 2", "return 3"]
        assert "not possible now; legal: return 2" in refused(state, "return 6")  # not one of those drawn
    if huts >= 2:
        do(state, "return 2")
        assert lying(state, "amulets", "bag").count(2) == 9  # of ten
    kept = {0: [1], 1: [2], 2: [2], 3: [2, 3], 4: [2, 3, 4]}.get(huts, [2, 3, 4, 5])
    assert lying(state, "amulets", "kept 0") == [*kept, 6]
    assert len(lying(state, "amulets", "board")) == (4 if huts == 0 else 5)


def test_M16_M28_birds_go_to_two_different_landscapes_and_may_stay():
    state = table(12, start=2)
    pairs = [(first, second) for first in range(4) for second in range(first + 1, 4)]
    assert legal(state) == [f"birds {LANDSCAPES[first]} {LANDSCAPES[second]}" for first, second in pairs]
    with pytest.raises(ToolkitError, match="no action 'birds sand sand'"):
        do(state, "birds sand sand")
    do(state, "birds reed sand")
    assert [LANDSCAPES[face] for face in state.birds] == ["reed", "sand"]
    assert told(state, 1, 1) == ["(player 0 has the talisman)"]
    assert next_bowl(state).to_act() == state.start == 0


# ---- building ----------------------------------------------------------------------------------------------


def test_M17_only_on_empty_spaces_of_landscapes_with_a_bird():
    state = table(8, birds="reed water", huts={"a7": 1, "f6": 2}, heaps=RICH)
    spaces = state.rules.layout.spaces
    marked = [space.id for space in spaces if {1, 3}.intersection(space.landscapes)]
    assert legal(state, "build") == [f"build {name}" for name in marked if name not in ("a7", "f6")]
    assert refused(state, "build a7") == "the space is not empty (M-17)"
    assert refused(state, "build c1") == "no bird marks its landscape (M-17)"


@pytest.mark.parametrize(
    ("space", "hand", "kept", "reason"),
    [
        ("c1", "4 4 sand", "", "no cards make exactly 7 (M-18)"),  # no overpaying
        ("c1", "3 sand", "", "no cards make exactly 7 (M-18)"),
        ("c1", "3 2 sand", "2 5", "no cards make exactly 7 (M-18)"),  # never the other kind, nor mixed
        ("a5", "5 water", "2 2", "no amulets make exactly 5 (M-18)"),
        ("c1", "3 4 water", "", "the hand holds too few landscape cards that fit (M-18, M-25)"),
        ("c1", "3 4 sand", "", None),
        ("a5", "water", "2 3", None),
        ("c1", "2 2 3 sand", "", None),
    ],
)
def test_M18_the_price_is_paid_exactly_and_in_kind_with_a_card_of_the_landscape(space, hand, kept, reason):
    state = table(8, birds="sand water", heaps={"hand 0": hand, "kept 0": kept})
    if reason:
        assert refused(state, f"build {space}") == reason
    else:
        assert f"build {space}" in legal(state)


def test_M18_M19_M26_what_is_paid_goes_one_by_one_and_the_points_count_when_the_hut_stands():
    state = table(8, birds="sand water", heaps={"hand 0": "2 3 4 5 6 sand sand"})
    do(state, "build c1")
    assert legal(state) == ["pay 2", "pay 3"]
    assert lying(state, "landscapes", "played") == ["sand"]
    assert legal(do(state, "pay 3")) == ["pay 4"]
    assert (state.points, hut(state, "c1")) == ([0] * 4, (-1, 0))
    assert "not possible now; legal: pay 4" in refused(state, "pay 6")
    do(state, "pay 4")
    assert (state.points, state.supply, hut(state, "c1")) == ([1, 0, 0, 0], [8, 9, 9, 9], (0, 1))
    assert lying(state, "valuables", "played") == [3, 4]
    assert lying(state, "landscapes", "hand 0") == ["sand"]
    assert state.pier == 13  # one hut


def test_M20_a_hut_in_the_pole_area_takes_the_top_tile_and_moves_by_it():
    state = table(8, huts={"f5": 1, "g7": 2}, heaps={"hand 0": "water", "kept 0": "3"})
    do(state, "build f6, pay amulet 3")
    found = dict(zip(names(state, state.rules.layout.pole), state.pole, strict=True))
    assert (found["f5"], found["g7"], found["f6"], state.points[0]) == (2, 3, 4, 4)


def test_M21_the_middle_squares_are_no_spaces():
    state = table(8, heaps=RICH)
    for middle in ("b3", "g6"):
        with pytest.raises(ToolkitError, match=f"no action 'build {middle}'"):
            do(state, f"build {middle}")
    board = state.rules.layout
    assert (len(board.stone), len(board.pole), len(board.amulet)) == (8, 8, 10)


def test_M22_M45_two_huts_one_after_the_other_each_paid_for_itself():
    state = table(10, birds="reed water", heaps={"hand 0": "2 6 6 reed water"})
    do(state, "build d3, pay 2, pay 6")
    assert (state.points[0], state.pier) == (3, 10)
    assert refused(state, "build d3") == "the space is not empty (M-17)"
    assert legal(state) == ["build e7", "build r3", "decline"]
    do(state, "build e7, pay 6")
    assert (state.supply[0], state.points[0]) == (7, 3)
    both = table(10, birds="reed water", heaps={"hand 0": "4 4 6 reed water"})
    assert refused(both, "build a7") == "no cards make exactly 7 (M-18)"


def test_M45_the_pole_tile_of_the_first_hut_is_gone_before_the_second():
    state = table(10, birds="sand water", heaps={"hand 0": "6 7 sand sand water", "kept 0": "5 3"})
    do(state, "build f7, pay amulet 5", "build h6, pay 7")
    assert state.pier == 13  # no third hut, though a sand and a 6 are left
    assert (state.points[0], state.pole) == (5, (0, 0, 0, 0, 3, 2, 0, 0))


def test_M23_a_double_hut_costs_twice_the_price_as_one_sum_and_two_landscapes():
    state = table(9, heaps={"hand 0": "6 7 7 water water"})
    assert refused(state, "build a1") == "no cards make exactly 10 (M-18)"
    do(state, "build a1 double")
    assert lying(state, "landscapes", "played") == ["water", "water"]
    do(state, "pay 6", "pay 7", "pay 7")
    assert (hut(state, "a1"), state.points[0], state.supply[0]) == ((0, 2), 8, 7)
    assert state.pier == 13  # a single or a double hut, not both
    state = table(9, heaps={"hand 0": "water water", "kept 0": "4 6"})
    do(state, "build a5 double, pay amulet 4, pay amulet 6")
    assert lying(state, "amulets", "spent") == [4, 6]
    one = table(9, heaps={"hand 0": "6 7 7 water reed"})
    assert refused(one, "build a1 double") == "the hand holds too few landscape cards that fit (M-18, M-25)"
    assert "double hut" in refused(table(8, heaps=RICH), "build a1 double")


def test_M24_no_double_hut_in_the_areas_and_none_on_a_hut_that_stands():
    state = table(9, huts={"c6": 0}, heaps=RICH)
    doubles = [text.split()[1] for text in legal(state, "build") if text.endswith("double")]
    assert " ".join(doubles) == "a1 b1 h1 e2 g3 g4 a5 c5 e5 e6 e7"  # a mangrove or water half, but for c6
    for space in ("b2", "f6", "r6"):
        assert f"build {space}" in legal(state)
        assert refused(state, f"build {space} double").endswith("and on amulet spaces (M-24)")
    assert refused(state, "build c6 double") == "the space is not empty (M-17)"


def test_M25_a_dual_space_takes_a_card_of_either_half_that_a_bird_marks():
    one = table(8, heaps={"hand 0": "2 7 mangrove sand"})
    do(one, "build h1")
    assert (one.decision_kind(), lying(one, "landscapes", "played")) == ("pay", ["mangrove"])
    wrong = table(8, heaps={"hand 0": "2 7 sand"})
    assert refused(wrong, "build h1") == "the hand holds too few landscape cards that fit (M-18, M-25)"
    both = table(8, birds="mangrove sand", heaps={"hand 0": "2 7 mangrove sand"})
    assert legal(do(both, "build h1")) == ["pay mangrove", "pay sand"]
    do(both, "pay sand, pay 2, pay 7")
    assert (lying(both, "landscapes", "hand 0"), both.points[0]) == (["mangrove"], 4)


def test_M25_a_double_hut_on_a_dual_space_takes_one_of_each_only_under_both_birds():
    of_each = {"hand 0": "4 7 7 mangrove sand"}
    assert "too few landscape cards" in refused(table(9, heaps=of_each), "build h1 double")
    state = do(table(9, birds="mangrove sand", heaps=of_each), "build h1 double")
    assert legal(state) == ["pay mangrove"]
    do(state, "pay mangrove, pay sand, pay 4, pay 7, pay 7")
    assert (hut(state, "h1"), state.points[0]) == ((0, 2), 8)
    assert lying(state, "landscapes", "played") == ["mangrove", "sand"]
    state = table(9, birds="mangrove sand", heaps={"hand 0": "4 7 7 mangrove mangrove sand sand"})
    assert legal(do(state, "build h1 double")) == ["pay mangrove", "pay sand"]
    first = do(state.clone(), "pay mangrove")
    assert (first.stack[-1].left, legal(first)) == (1, ["pay mangrove", "pay sand"])  # both of one half too
    assert legal(do(state, "pay sand")) == ["pay 4"]  # in ascending order the other one is sand as well
    assert lying(state, "landscapes", "hand 0") == ["mangrove", "mangrove"]


def test_M26_start_cards_leave_the_game_and_a_payment_says_which_cards():
    state = table(8, birds="sand reed", start_cards={0: (3, 4)}, heaps={"hand 0": "3 4 sand"})
    do(state, "build c1, pay start 3, pay 4")
    assert (lying(state, "valuables", "hand 0"), lying(state, "valuables", "played")) == ([3], [4])
    assert state.start_cards[0] == (4,)


def test_M44_every_exact_sub_multiset_is_a_payment_made_in_one_way():
    state = table(8, birds="sand reed", start_cards={0: (3, 4)}, heaps={"hand 0": "2 3 4 5 reed"})
    found = []

    def pay(state, paid):
        if state.decision_kind() != "pay":
            found.append(", ".join(paid))
            return
        for text in legal(state):
            pay(do(state.clone(), text), [*paid, text.removeprefix("pay ")])

    pay(do(state, "build a4"), [])
    threes = ["2, 3, 4", "2, 3, start 4", "2, start 3, 4", "2, start 3, start 4"]
    assert found == [*threes, "4, 5", "start 4, 5"]


def test_M26_an_exhausted_pile_is_made_of_its_played_cards():
    heaps = {"pile": "5 sand", "played": "2 2 7 reed"}
    state = do(table(5, rest=3, heaps=heaps), "from valuables", "draw 5")
    assert (lying(state, "valuables", "pile"), lying(state, "valuables", "played")) == ([2, 2, 7], [])
    assert lying(state, "landscapes", "played") == ["reed"]  # each kind has its own piles
    assert told(state, None, 1) == ["(the valuables are shuffled)"]
    do(state, "from landscapes", "draw sand")
    assert lying(state, "landscapes", "pile") == ["reed"]
    assert "(the landscapes are shuffled)" in told(state, 2, 3)


def test_M27_spent_amulets_go_back_when_the_bag_is_empty():
    state = table(8, heaps={"hand 0": "water", "kept 0": "2 3"})
    do(state, "build a5, pay amulet 2, pay amulet 3")
    assert lying(state, "amulets", "spent") == [2, 3]
    assert len(lying(state, "amulets", "bag")) == 33
    state = table(2, huts={"r1": 0}, rest=3, heaps={"bag": "6", "spent": "1 2 3"})
    do(state, "take amulets", "amulet 6")
    assert (lying(state, "amulets", "bag"), lying(state, "amulets", "spent")) == ([1, 2, 3], [])
    assert "(the bag is filled)" in told(state, 1, 3)


# ---- phase 3 and the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "start", "next_start"), [(2, 0, 1), (4, 2, 1), (4, 0, 3), (5, 1, 0)])
def test_M29_without_R1_the_talisman_goes_right_and_the_birds_to_the_empty_landscapes(
    players, start, next_start
):
    state = table(11, players, birds="mangrove reed", start=start)
    do(state, "decline")
    assert told(state, None, 1) == [f"(player {next_start} has the talisman; the birds go to sand and water)"]
    next_bowl(state)
    assert (state.to_act(), state.birds) == (next_start, (2, 3))


def test_M30_bowls_come_back_but_the_blocking_one_and_the_rows_are_filled():
    state = table(11, 2, bowls={1: 1}, heaps={"open": "2 7 water"})
    do(state, "decline", "birds mangrove water")
    turned = []
    while state.decision_kind() != "bowl":
        turned.append(state.decision_kind())
        do(state, next(iter(chances(state))))
    assert turned == ["turn up valuable"] * 2 + ["turn up landscape"] * 2
    assert (state.bowls, state.pier, state.round) == ((-1, -1, -1, -1, -1, 2), 0, 2)


def test_M31_the_round_of_the_last_hut_is_played_to_its_end():
    state = table(
        8, bowls={3: 1, 1: 2}, left={0: 1}, heaps={"hand 0": "7 water", "hand 1": "7 7 water water"}
    )
    do(state, "build c6, pay 7")
    assert (state.last, state.to_act(), state.pier) == (0, 1, 10)
    do(state, "build h6, pay 7", "decline")
    assert state.outcome() is None
    do(state, "birds reed sand")
    end = state.outcome()
    assert end.reason == "player 0 has built the last hut (M-31)"
    assert "talisman" not in " ".join(told(state, 0, 5))  # there is no phase 3
    assert told(state, 0, 1) == ["(player 3 shows amulets: none)"]


def test_M31_the_guard_against_endless_games_ends_after_a_whole_round():
    state = table(11, bowls={1: 1}, round_limit=1)
    do(state, "decline", "birds reed sand")
    assert state.outcome().reason == "the limit of 1 rounds is reached"


def test_M46_neutral_huts_bring_nobody_points_or_tiles():
    state = set_up(2, stone_tiles="all")
    assert (len(state.points), len(state.tiles), len(state.scores().totals)) == (2, 2, 2)
    assert state.points == [0, 0]  # though a neutral hut lies on pole tile 2
    assert state.stone.count(-1) == 1  # no tile under the neutral hut


# ---- stone tiles -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "laid"), [(2, 7), (3, 7), (4, 8), (5, 8)])
def test_M38_tiles_lie_on_the_free_stone_spaces_and_go_to_who_builds_there(players, laid):
    state = new_game(players, start_player=0, stone_tiles="all")
    kinds = {f"tile {name}": 1 for name in TILES[:8]}
    assert chances(state) == kinds | {"tile card 3": 3, "tile amulet 2": 3, "tile free landscape": 2}
    count = 0
    while state.decision_kind() == "tile":
        do(state, "tile card 3" if count == 0 else next(iter(chances(state))))
        count += 1
    assert count == laid
    state = table(8, players, stone_tiles="all", heaps={"hand 0": "7 water"})
    do(state, "build b2, pay 7")
    assert state.tiles[0] == (1,)  # the second tile laid: a statue
    assert state.stone.count(-1) == 9 - laid


def test_M40_a_tile_pays_once_and_is_gone():
    tiles = {0: ["card 3", "amulet 2"]}
    state = table(10, stone_tiles="others", tiles=tiles, heaps={"hand 0": "4 4 water water", "kept 0": "3"})
    do(state, "build c6, pay tile 3, pay 4")
    assert (state.tiles[0], lying(state, "valuables", "played")) == ((9,), [4])
    assert legal(state) == ["build g3", "build a5", "build f6", "decline"]
    do(state, "build a5, pay tile 2, pay amulet 3")
    assert (state.tiles[0], lying(state, "amulets", "spent")) == ((), [3])
    assert set(state.stone) == {-1}


@pytest.mark.parametrize("players", [2, 4])
def test_M41_only_the_statues_or_only_the_others(players):
    for form, kinds in (("statues", set(range(8))), ("others", {8, 9, 10})):
        laid = [tile for tile in set_up(players, stone_tiles=form).stone if tile >= 0]
        assert set(laid) <= kinds
        assert len(laid) == (8 if players == 4 else 7)
