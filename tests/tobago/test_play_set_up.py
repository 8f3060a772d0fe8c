"""Set-up (T-5, T-10, T-16 to T-19), and positions that become games."""

import json
import re
from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_helpers import finish, hand_of, legal, on_the_way, play, refused
from sizes import examples

from toolkit.core.decision import CHANCE
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
from toolkit.games.tobago.state import BAG, DISCARDED, HAND, ON_MAPS, PILE, TobagoState

ROOM = "J J S S\n J L L B\nM M L B"


def new(players=2, **rules):
    state = GAME.new(players, GameRules(**rules))
    assert isinstance(state, TobagoState)
    return state


def test_T5_a_place_that_leaves_no_room_for_the_rest_is_never_drawn():
    state = new(island="S S S S S S S", huts=(), statues=(), landmark_gap=3)
    first = [str(action) for action, _ in state.chance_outcomes()]
    assert first == ["place palm a1", "place palm d1", "place palm g1"]
    assert {str(state.sample_chance(Random(seed))) for seed in range(40)} == set(first)


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


def test_T5_each_statue_faces_one_of_the_six_directions():
    state = on_the_way(until="face")
    assert [str(action)[-2:].strip() for action, _ in state.chance_outcomes()] == [
        "N",
        "NE",
        "SE",
        "S",
        "SW",
        "NW",
    ]
    assert new(island=ROOM, huts=(), palms=(), statues=()).facings == ()


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


@pytest.mark.parametrize(("players", "cards"), [(2, 6), (3, 4), (4, 4)])
def test_T16_T16a_hands_and_roses_and_no_amulet_at_the_start(players, cards):
    state = on_the_way(players)
    assert [len(hand_of(state, player)) for player in range(players)] == [cards] * players
    assert state.roses == [14] * players
    assert state.amulet_hexes == 0
    assert state.amulets == [0] * players


def test_T16_atvs_start_on_any_hex_in_turn_order_sharing_allowed():
    state = on_the_way(3, until="start")
    assert state.to_act() == 0
    assert len(legal(state)) == 104
    play(state, "start A22", "start A22")
    assert state.to_act() == 2
    assert state.atvs[0] == state.atvs[1]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T17_each_player_lays_a_drawn_clue_on_a_free_map(players):
    state = on_the_way(players, until="start")
    assert sorted(map(len, state.clues)) == [0] * (4 - players) + [1] * players
    assert sorted(owner for owners in state.owners for owner in owners) == list(range(players))
    assert len(state.clue_cards.cards[ON_MAPS]) == players


def test_T17_T17a_the_player_sees_the_clue_and_chooses_a_free_map():
    state = on_the_way(3, until="starting clue")
    first = legal(state)
    clue = first[0].removeprefix("clue brown ")
    assert first == [f"clue {colour} {clue}" for colour in ("brown", "white", "grey", "black")]
    assert refused(state, "clue brown " + next(c for c in ("in jungle", "in beach") if c != clue)).startswith(
        "the starting clue is"
    )
    play(state, first[1])
    while state.to_act() == CHANCE:
        state.apply(state.sample_chance(Random(0)))
    second = legal(state)[0].removeprefix("clue brown ")
    assert legal(state) == [f"clue {colour} {second}" for colour in ("brown", "grey", "black")]
    assert "a clue lies on white (T-17)" in refused(state, f"clue white {second}")


def test_T17a_an_illegal_starting_clue_is_replaced_by_the_next():
    state = on_the_way(2, GameRules(island="J J J\n J J J", huts=(), palms=(), statues=()), until="turn up")
    play(state, "turn up in jungle")
    assert state.decision_kind() == "turn up"
    assert len(state.clue_cards.cards[DISCARDED]) == 1
    while state.decision_kind() == "turn up":
        state.apply(state.sample_chance(Random(1)))
    assert state.clue_cards.cards[ON_MAPS] or not state.clue_cards.cards[PILE]


@pytest.mark.parametrize("players", [2, 4])
def test_T17a_one_clue_on_each_map_and_each_player_marks_one(players):
    state = on_the_way(players, GameRules(start_maps="all_four"), until="starting clue")
    assert state.owners == [(-1,)] * 4
    assert legal(state) == ["mark brown", "mark white", "mark grey", "mark black"]
    play(state, "mark grey")
    assert legal(state) == ["mark brown", "mark white", "mark black"]
    assert "T-17a" in refused(state, "mark grey")
    while state.decision_kind() == "starting clue":
        state.apply(state.legal_actions()[0])
    assert sorted(owner for owners in state.owners for owner in owners) == [-1] * (4 - players) + list(
        range(players)
    )
    assert state.roses == [14] * players


def test_T18_27_gold_and_2_curses_below_12_gold():
    state = new()
    bag = Counter(state.treasure_cards.cards[BAG])
    assert (bag.total(), bag[0]) == (41, 2)
    assert set(bag) == {0, 2, 3, 4, 5, 6}
    assert state.gold_on_top == 12


def test_T19_players_take_turns_clockwise_from_player_0():
    state = on_the_way(3)
    seen = []
    while len(seen) < 7:
        seen.append(state.to_act())
        step = next(line for line in legal(state) if line.startswith("step"))
        play(state, step, "stop")
    assert seen == [0, 1, 2, 0, 1, 2, 0]


def test_T10_a_supplied_deck_is_played_with():
    cards = (*tuple(str(clue) for clue in reconstructed_deck())[:20], "in jungle")
    state = on_the_way(2, GameRules(deck=cards))
    held = Counter(card for heap in state.clue_cards.cards for card in heap)
    assert held[state.compiled.decks.face[state.compiled.decks.clues[0]]] == cards.count(
        str(state.compiled.decks.clues[0])
    )
    assert held.total() == 21
    assert len(state.clue_cards.cards[HAND]) == 6


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
    assert "clue white in largest lake" in legal(state)
    assert finish(state).outcome() is not None


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
        if state.to_act() != -2:
            state.apply_unchecked(
                state.sample_chance(random) if state.to_act() == -1 else random.choice(state.legal_actions())
            )
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
