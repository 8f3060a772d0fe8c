"""Set-ups that chance makes or that are refused (T-5, T-10, T-16), and positions that become games."""

import json
import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_helpers import hand_of, on_the_way
from playing import any_step, can, random_game
from sizes import examples

from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game, rules_from_dict, rules_to_dict
from toolkit.games.tobago import (
    Position,
    Rules,
    Setting,
    boxed_island,
    placement_faults,
    random_setting,
    reconstructed_deck,
)
from toolkit.games.tobago.board_sides import read_sides
from toolkit.games.tobago.conversion import position_of, state_from_position
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.placement import PlacementError
from toolkit.games.tobago.rules import GameRules
from toolkit.games.tobago.state import PILE


def new(**rules):
    return GAME.new(2, GameRules(**rules))


def test_T5_every_gap_is_either_played_or_refused_as_it_is_for_a_setting():
    found = []
    for gap in [*range(14), 200, 10**30]:
        try:
            state, random = new(landmark_gap=gap), Random(gap)
        except PlacementError as error:
            with pytest.raises(PlacementError, match=re.escape(str(error))):
                random_setting(boxed_island(), gap, Rules(landmark_gap=gap))
            continue
        found.append(gap)
        while state.decision_kind() == "place":
            state.apply_unchecked(state.sample_chance(random))
        assert placement_faults(state.compiled.setting) == []
    assert found == list(range(len(found)))
    assert 6 < len(found) < 10


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"huts": ("Z1",)}, "no hex 'Z1'"),
        ({"statues": ("C21>UP",)}, "no direction 'UP'"),
        ({"huts": ("C21",), "palms": ("C21",)}, "named twice"),
        ({"atvs": ("A22",)}, "1 hexes for 2 players"),
        ({"atvs": ("A22", "X")}, "no hex 'X'"),
        ({"colours": ("red",)}, "1 colours for 2 players"),
        ({"deck": ("in jungle",) * 13}, "need 14"),
    ],
)
def test_T16_a_set_up_that_cannot_be_is_refused(rules, message):
    with pytest.raises(ToolkitError, match=message):
        new(**rules)


def test_T10_a_supplied_deck_is_played_with():
    cards = ("in jungle", *[str(clue) for clue in reconstructed_deck()][:20])
    state = new(deck=cards)
    kinds = state.compiled.decks.clues
    assert Counter(str(kinds[face]) for face in state.clue_cards.cards[PILE]) == Counter(cards)


# ---- A position as a game that goes on, and a game as a position; the rules of a game as data ----

WHOLE = """
format = "tobago-position/1"
[island]
layout = "ABC+0"
[landmarks]
huts = ["B23", "A34", "C10", "C55"]
palms = ["B45", "A00", "C43"]
statues = ["A23>NE", "B22>S", "C21>N"]
[rules]
turn_limit = 50
after_curse = "goes_on"
[maps.brown]
clues = ["in jungle", "not next to hut"]
removed = ["A13"]
owners = ["red", "green"]
[hand]
clues = ["next to statue", "in largest lake"]
[table]
me = "green"
amulets = ["B65"]
[table.atvs]
red = "A22"
green = "C10"
"""


def whole(old="", new=""):
    assert old in WHOLE
    return Position.parse(WHOLE.replace(old, new, 1) if old else WHOLE)


def test_a_position_becomes_a_game_that_goes_on():
    state = state_from_position(whole(), deal=1)
    assert (state.players, state.to_act(), state.decision_kind()) == (2, 1, "turn")
    assert hand_of(state, 1) == ["next to statue", "in largest lake"]
    assert len(hand_of(state, 0)) == 6
    assert state.roses == [14, 14]
    assert state.owners[0] == (0, 1)
    assert state.rules.switches == Rules(turn_limit=50, after_curse="goes_on")
    assert can(state, "clue white in largest lake")
    *_, last = random_game(state, Random(0))
    assert last.outcome() is not None


def test_a_position_survives_the_way_into_a_game_and_back():
    position = whole()
    assert position_of(state_from_position(position, deal=1).observation(1)) == position
    spectator = state_from_position(position, deal=1).observation(None)
    assert position_of(spectator) == replace(position, hand=None, me=None)


def test_a_position_of_another_game_or_of_nobody_is_refused():
    with pytest.raises(ToolkitError, match="an observation of 'wazabi' is no position of Tobago"):
        position_of(find_game("wazabi").new(2).observation(0))
    with pytest.raises(ToolkitError, match="no player 2"):
        position_of(state_from_position(whole(), deal=1).observation(2))


@settings(max_examples=examples(12))
@given(st.integers(0, 500), st.integers(2, 4))
def test_any_turn_of_a_game_is_a_position_and_a_game_again(seed, players):
    state, random = on_the_way(players, GameRules(turn_limit=30), seed), Random(seed)
    for _ in range(random.randrange(60)):
        if state.stack:
            any_step(state, random)
    position = position_of(state.observation(0))
    assert Position.parse(position.to_toml()) == position
    again = state_from_position(position, deal=seed)
    assert position_of(again.observation(0)) == position
    assert again.candidates == state.candidates
    assert (again.legal_clues, again.atvs, again.amulet_hexes) == (
        state.legal_clues,
        state.atvs,
        state.amulet_hexes,
    )


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('"C21>N"', '"C21"', "landmarks.statues: the position does not tell where the statue on C21 looks"),
        ('green = "C10"', "", "a game needs those of 2 to 4 players, and the position has 1"),
        ('me = "green"', 'me = "blue"', "table.me: the position does not tell who asks"),
        ('owners = ["red", "green"]', "", "maps.brown.owners: whose rose lies on 'in jungle' is not told"),
        ('owners = ["red", "green"]', 'owners = ["red", "blue"]', "'not next to hut' blue does not play"),
        ("[hand]", '[hand]\nclues = ["in lake"]\n[x]', "unknown key"),
    ],
)
def test_what_is_missing_for_a_game_is_named(old, new, problem):
    with pytest.raises(ToolkitError, match=problem):
        state_from_position(whole(old, new), deal=1)


def test_an_island_of_supplied_sides_is_played_on():
    text = "side,a,b,terrain\n" + "".join(
        f"d,{a},{b},{'lake' if a else 'beach'}\n" for a in range(3) for b in range(3)
    )
    island = boxed_island("dBC+0", read_sides(text))
    setting = Setting(island, ["B23"], ["B45"], ["C21"])
    position = Position(setting=setting, facings={"C21": "N"}, me="red", atvs={"red": "d00", "blue": "d11"})
    state = state_from_position(position, deal=1)
    assert state.compiled.setting == setting
    assert state.compiled.island.source.terrain("d00") == "beach"


@pytest.mark.parametrize(
    "rules",
    [
        *GAME.editions.values(),
        GameRules(island="J J S\n L B", huts=("a1",), palms=(), statues=("b1>E",), deck=("in jungle",) * 20),
        GameRules(gold=(2, 3), atvs=("A22", "B23"), colours=("green", "red"), turn_limit=7),
    ],
)
def test_rules_are_values_that_json_holds(rules):
    data = json.loads(json.dumps(rules_to_dict(rules)))
    assert rules_from_dict(GAME, data) == rules
    assert hash(rules_from_dict(GAME, data)) == hash(rules)


def test_a_position_becomes_a_game_before_anything_else_is_imported(run_python):
    done = run_python(
        "from toolkit.games.tobago import Position, state_from_position\n"
        "text = open('examples/first-position.toml', encoding='utf-8').read().replace('C21', 'C21>N')\n"
        "print(len(state_from_position(Position.parse(text), deal=1).legal_actions()))"
    )
    assert done.stdout.decode().strip() == "14", done.stderr.decode()
