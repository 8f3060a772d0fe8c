"""The set-up of Wayfarers by the numbers of the rules, and the rules that are refused."""

import json
from collections import Counter

import pytest
from wayfarers_helpers import at, bring, do, legal, set_up, stores, table, until

from toolkit.core.decision import TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.saving import state_from_dict, state_to_text
from toolkit.games.wayfarers.components.names import KINDS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOT, SLOTS, TILES
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.state import OPEN, PILE
from toolkit.games.wayfarers.tableau import Tableau


@pytest.mark.parametrize("players", [2, 3, 4])
def test_Y1_Y2_Y115_cards_and_workers_on_the_table(players):
    state = set_up(players)
    assert [KINDS[CARDS[card].kind] for card in state.display] == [kind for kind in KINDS for _ in range(4)]
    heaps = [state.zones(kind).cards for kind in range(5)]
    assert [(len(heap[PILE]), len(heap[OPEN])) for heap in heaps] == [(32, 4)] * 4 + [(12, 4)]
    assert (set(state.tokens), set(state.workers)) == ({-1}, {0})
    hands = [sum(one.hands[colour] for one in state.tableaux) for colour in range(3)]
    assert (state.green.bit_count(), hands) == (4, [0, players, players])


@pytest.mark.parametrize(
    ("fields", "ways"),
    [
        ({"cards": "L01", "marker": "c1u"}, {"ABB": ["to c2t"], "BAA": []}),  # 2 cities, or 2 townsfolk
        ({"tiles": "UB1@2,2", "marker": "c3u"}, {"BAB": ["to c4t"], "ABA": []}),  # a basic tile, or a planet
        (
            {"cards": "L09 L10 L11", "marker": "c9u"},
            {"BBA": ["to c10-1"], "AAB": []},
        ),  # 4 observatories, or 5 stars
    ],
)
def test_Y1_each_section_of_the_main_board_has_two_faces(fields, ways):
    for sections, expected in ways.items():
        assert legal(bring(at(**fields, sections=sections), "journal"), "to") == expected


def test_Y3_ten_journal_tiles_lie_on_the_spaces_of_the_odd_columns():
    state = GAME.new(2, Rules(start_player=0, boards=(1, 2)))
    for number in range(10, 0, -1):
        assert [weight for _, weight in state.chance_outcomes()] == [1] * number
        do(state, f"journal tile J{number:02}")
    assert (state.journal_tiles, state.decision_kind()) == (tuple(range(9, -1, -1)), "reveal")


WAYS = ["c0 c1u", "c0 c1l", "c2t c3u", "c2b c3l", "c4t c5u", "c4b c5l", "c6m c7u", "c6m c7l"]


@pytest.mark.parametrize(("number", "ways"), list(enumerate(WAYS)))
def test_Y4_Y33_a_green_worker_lies_beside_each_pair_of_columns_1_3_5_and_7(number, ways):
    before, space = ways.split()
    cards = "W01 L01 L02 L03 L09 W04 W05 W06 L15"  # every requirement there is met
    state = do(bring(at(cards, marker=before, guilds=(3, 0, 0)), "journal"), f"to {space}")
    assert (state.green, state.tableaux[0].hands) == (0b1111 & ~(1 << number // 2), (1, 1, 1))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_Y5_T14_ten_special_tiles_and_a_copy_of_each_other_for_each_player(players):
    left = dict(zip([tile.id for tile in TILES], set_up(players).tiles_left, strict=True))
    others = [f"U{kind}{pile}" for kind in "LWSB" for pile in (1, 2, 3)] + ["UB4"]
    special = [f"UP{number:02}" for number in range(1, 11)]
    assert left == dict.fromkeys(others, players) | dict.fromkeys(special, 1)


def test_Y6_boards_dice_influence_marker_and_workers_of_each_player():
    state = GAME.new(4, Rules(start_player=0))
    for board in range(1, 5):
        assert legal(state) == [f"board {left}" for left in range(board, 5)]
        do(state, f"board {board}")
    until("roll", state)
    rolls = {str(roll): weight for roll, weight in state.chance_outcomes()}
    assert (len(rolls), sum(rolls.values())) == (56, 6**3)
    assert (rolls["roll 3 3 3"], rolls["roll 3 3 4"], rolls["roll 1 2 6"]) == (1, 3, 6)
    do(state, "roll 1 2 6", "roll 4 4 5", "roll 3 3 3", "roll 1 1 1")
    assert [one.dice for one in state.tableaux] == [(1, 2, 6), (4, 4, 5), (3, 3, 3), (1, 1, 1)]
    assert [one.board for one in state.tableaux] == [1, 2, 3, 4]
    slots = ["middle 1", "middle 2", "middle 3", "middle 4", "city", "harbour"]
    for one in state.tableaux:
        assert (one.reserve, one.influence + sum(one.guilds), one.marker, one.hands) == (2, 15, 0, (0, 1, 1))
        assert [SLOTS[slot.slot].name for slot in one.slots] == slots


@pytest.mark.parametrize("first", range(4))
def test_Y7_what_the_turn_order_brings(first):
    state = GAME.new(4)
    assert legal(state) == ["start 0", "start 1", "start 2", "start 3"]
    until("turn", do(state, f"start {first}"))
    order = [(first + turn) % 4 for turn in range(4)]
    brought = [(3, 2, (0, 0, 1)), (3, 2, (0, 1, 1)), (4, 2, (0, 1, 1)), (4, 3, (0, 1, 1))]
    for player, expected in zip(order, brought, strict=True):
        assert (*stores(state, player), state.tableaux[player].guilds) == expected
    for player in (*order, first):
        assert state.to_act() == player
        until("turn", do(state, "rest"))


def test_T14_set_up_with_two_players():
    state = set_up(2)
    assert (stores(state, 0), state.tableaux[0].guilds) == ((3, 2), (0, 0, 1))
    assert (stores(state, 1), state.tableaux[1].guilds) == ((3, 2), (0, 1, 1))
    assert Counter(state.tiles_left) == {2: 13, 1: 10}


@pytest.mark.parametrize(("supply", "silver"), [("unlimited", 9), ("counted", 7)])
def test_Y8_silver_and_provisions_run_out_only_if_they_are_counted(supply, silver):
    state = table(supply=supply).seat(0, silver=5).seat(1, silver=41).turn()  # 48 lie in the box
    assert stores(bring(state, "2 silver", "2 provision", "2 silver")) == (silver, 2)


@pytest.mark.parametrize(
    ("rules", "part"),
    [
        ({"start_player": 2}, "start_player"),
        ({"boards": (1, 2, 3)}, "boards"),
        ({"boards": (1, 1)}, "boards"),
        ({"boards": (0, 5)}, "boards"),
        ({"sections": "AAC"}, "sections"),
        ({"supply": "scarce"}, "supply"),
        ({"turn_limit": 0}, "turn_limit"),
        ({"rival": "land"}, "rival"),
    ],
)
def test_Y1_Y6_Y7_rules_that_do_not_fit_are_refused(rules, part):
    with pytest.raises(ToolkitError, match=part):
        GAME.new(2, Rules(**rules))


def test_the_turn_limit_is_no_rule_but_ends_a_game_that_stands_still():
    state = set_up(2, turn_limit=2)
    for _ in range(4):
        until("turn", do(state, "rest"))
    assert (state.to_act(), state.outcome().reason) == (TERMINAL, "the limit of 2 turns is reached")


@pytest.mark.parametrize(("promos", "sizes"), [(False, [36, 36, 36, 36, 16]), (True, [38, 38, 37, 38, 18])])
def test_promos_are_in_the_decks_only_if_said(promos, sizes):
    state = set_up(2, promos=promos)
    assert [len(state.zones(kind).layout.deck) for kind in range(5)] == sizes


@pytest.mark.parametrize(
    ("key", "value", "problem"),
    [
        ("player", 2, "it is the turn of seat 2"),
        ("discount", [-1, 0], "less than nothing"),
        ("journal_tiles", [0] * 9, "the journal tiles are"),
        ("workers", [64] + [0] * 19, "place 0 of the display"),
        ("tokens", [2] + [-1] * 19, "place 0 of the display"),
        ("marker", 28, "the markers are on the spaces"),
        ("dice", [1, 2, 7], "the dice show"),
        ("placed", [[SLOT["L01"], 1]], "lie on slots of others"),
        ("land_folk", [CARD["L01"]], "land cards"),
        ("land", [CARD["harbour"]], "land cards"),
        ("board", 5, "has board 5"),
        ("tiles", [[9, 2**31, 2, 0]], "does not lie on the paper"),
        ("tiles", [[9, 1, 1, 0]], "does not lie on the paper"),
        ("stack", [["rest", 0, [7], 0]], "has not all of the dice that may be rolled"),
    ],
)
def test_saved_states_that_cannot_be_are_refused(key, value, problem):
    data = json.loads(state_to_text(set_up()))
    names = [field.name for field in Tableau.OPEN]
    if key in names:
        data["fields"]["tableaux"][0][names.index(key)] = value
    else:
        (data if key == "stack" else data["fields"])[key] = value
    with pytest.raises(ToolkitError, match=problem):
        state_from_dict(data)
