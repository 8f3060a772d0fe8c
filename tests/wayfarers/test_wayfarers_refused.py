"""Rules, lines and saved states of Wayfarers that are refused, and actions that are made anew and are not."""

import json

import pytest
from wayfarers_helpers import set_up, table

from toolkit.core.errors import ToolkitError
from toolkit.core.saving import state_from_dict, state_to_text
from toolkit.games.wayfarers.actions import Say
from toolkit.games.wayfarers.components.tables import CARD, SLOT
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.rules import Rules
from toolkit.games.wayfarers.tableau import Tableau


@pytest.mark.parametrize(
    ("rule", "value"),
    [("start_player", 2), ("boards", (1, 2, 3)), ("boards", (1, 1)), ("boards", (0, 5)), ("sections", "AAC"),
     ("supply", "scarce"), ("turn_limit", 0), ("rival", "land")],
)  # fmt: skip
def test_Y1_Y6_Y7_rules_that_do_not_fit_are_refused(rule, value):
    with pytest.raises(ToolkitError, match=rule):
        GAME.new(2, Rules(**{rule: value}))


def test_Y11_the_trade_ability_is_not_named_by_its_guild():
    with pytest.raises(ToolkitError, match="'trade'"):
        GAME.parse_line("trade", set_up())


@pytest.mark.parametrize(("line", "kind"), [("rest", "rest"), ("use trade", "adjust")])
def test_Y9_an_action_that_is_equal_but_made_anew_does_the_same(line, kind):
    state = table().seat(0, dice=[1, 2], guilds=(0, 1, 0)).turn()
    state.apply(Say(line))
    assert state.decision_kind() == kind


def test_Y115_the_rival_is_for_one_player():
    with pytest.raises(ToolkitError, match="rule rival: 'journal' is for one player, and 3 play"):
        GAME.new(3, Rules(rival="journal"))


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
