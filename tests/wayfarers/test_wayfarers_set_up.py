"""The set-up of Wayfarers by the numbers of the rules, and the rules that are refused."""

import json

import pytest
from playing import do
from wayfarers_helpers import set_up, until

from toolkit.core.decision import TERMINAL
from toolkit.core.errors import ToolkitError
from toolkit.core.saving import state_from_dict, state_to_text
from toolkit.games.wayfarers.components.names import KINDS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, SLOT, TILES
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


@pytest.mark.parametrize("players", [2, 3, 4])
def test_Y5_T14_ten_special_tiles_and_a_copy_of_each_other_for_each_player(players):
    left = dict(zip([tile.id for tile in TILES], set_up(players).tiles_left, strict=True))
    others = [f"U{kind}{pile}" for kind in "LWSB" for pile in (1, 2, 3)] + ["UB4"]
    special = [f"UP{number:02}" for number in range(1, 11)]
    assert left == dict.fromkeys(others, players) | dict.fromkeys(special, 1)


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
