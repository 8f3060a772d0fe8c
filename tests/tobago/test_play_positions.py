"""A position as a game that goes on, and a game as a position; the rules of a game as data."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_helpers import finish, hand_of, legal, on_the_way, play
from sizes import examples

from toolkit.core.errors import ToolkitError
from toolkit.core.game import find_game, rules_from_dict, rules_to_dict
from toolkit.games.tobago import CLUES, Deck, Position, Rules, Setting, TreasureMap, boxed_island
from toolkit.games.tobago.board_sides import read_sides
from toolkit.games.tobago.play.conversion import position_of, state_from_position
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.games.tobago.play.set_up import blank_state
from toolkit.games.tobago.play.state import ON_MAPS

EXAMPLE = Position.load(Path(__file__).parents[2] / "examples" / "first-position.toml")
"""A position file that players may have: one statue without facing, owners and ATVs of some."""

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


def whole(old: str = "", new: str = "") -> Position:
    assert old in WHOLE
    return Position.parse(WHOLE.replace(old, new, 1) if old else WHOLE)


def test_a_position_becomes_a_game_that_goes_on() -> None:
    state = state_from_position(whole(), deal=1)
    assert (state.players, state.to_act(), state.decision_kind()) == (2, 1, "turn")
    assert hand_of(state, 1) == ["next to statue", "in largest lake"]
    assert len(hand_of(state, 0)) == 6
    assert state.roses == [14, 14]
    assert state.owners[0] == (0, 1)
    assert state.rules.switches == Rules(turn_limit=50, after_curse="goes_on")
    assert "clue white in largest lake" in legal(state)
    assert finish(state).outcome() is not None


def test_a_position_survives_the_way_into_a_game_and_back() -> None:
    position = whole()
    assert position_of(state_from_position(position, deal=1).observation(1)) == position
    spectator = state_from_position(position, deal=1).observation(None)
    assert position_of(spectator) == replace(position, hand=None, me=None)


def test_a_position_of_another_game_or_of_nobody_is_refused() -> None:
    with pytest.raises(ToolkitError, match="an observation of 'wazabi' is no position of Tobago"):
        position_of(find_game("wazabi").new(2).observation(0))
    with pytest.raises(ToolkitError, match="no player 2"):
        position_of(state_from_position(whole(), deal=1).observation(2))


@settings(max_examples=examples(12))
@given(st.integers(0, 500), st.integers(2, 4))
def test_any_turn_of_a_game_is_a_position_and_a_game_again(seed: int, players: int) -> None:
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
def test_what_is_missing_for_a_game_is_named(old: str, new: str, problem: str) -> None:
    with pytest.raises(ToolkitError, match=problem):
        state_from_position(whole(old, new), deal=1)


def test_hands_that_are_not_known_are_dealt_only_if_asked_for() -> None:
    with pytest.raises(ToolkitError, match="the clues of red: a seed would deal them"):
        state_from_position(whole())
    with pytest.raises(ToolkitError, match="the clues of red, green"):
        state_from_position(replace(whole(), hand=None))
    assert hand_of(state_from_position(whole(), deal=1), 0) == hand_of(
        state_from_position(whole(), deal=1), 0
    )


def test_what_no_game_can_hold_is_refused() -> None:
    many = replace(whole(), hand=tuple(CLUES[:7]))
    with pytest.raises(ToolkitError, match=r"hand.clues: 7 clues, and 2 players hold 6 \(T-16\)"):
        state_from_position(many, deal=1)
    names = whole().setting.island.names[:21]
    with pytest.raises(ToolkitError, match=r"table.amulets: 21 lie there, and there are 20"):
        state_from_position(replace(whole(), amulets=names), deal=1)


def test_cards_that_the_deck_lacks_are_added_to_it() -> None:
    position = replace(whole(), deck=Deck("small", tuple((clue, 1) for clue in CLUES[2:40])))
    state = state_from_position(position, deal=1)
    assert state.rules.deck is not None
    assert state.rules.deck.count("in jungle") == 1
    assert len(state.clue_cards.cards[ON_MAPS]) == 2


def test_an_island_of_supplied_sides_is_played_on() -> None:
    text = "side,a,b,terrain\n" + "".join(
        f"d,{a},{b},{'lake' if a else 'beach'}\n" for a in range(3) for b in range(3)
    )
    island = boxed_island("dBC+0", read_sides(text))
    setting = Setting(island, ["B23"], ["B45"], ["C21"])
    position = Position(setting=setting, facings={"C21": "N"}, me="red", atvs={"red": "d00", "blue": "d11"})
    state = state_from_position(position, deal=1)
    assert state.compiled.setting == setting
    assert state.compiled.island.source.terrain("d00") == "beach"


def test_before_the_set_up_a_game_is_an_empty_position() -> None:
    position = position_of(blank_state(2, GameRules()).observation(None))
    assert (len(position.setting.huts), dict(position.atvs)) == (0, {})


def test_the_example_of_a_position_tells_too_little() -> None:
    with pytest.raises(ToolkitError):
        state_from_position(EXAMPLE, deal=1)


@pytest.mark.parametrize(
    "rules",
    [
        *GAME.editions.values(),
        GameRules(island="J J S\n L B", huts=("a1",), palms=(), statues=("b1>E",), deck=("in jungle",) * 20),
        GameRules(gold=(2, 3), atvs=("A22", "B23"), colours=("green", "red"), turn_limit=7),
    ],
)
def test_rules_are_values_that_json_holds(rules: GameRules) -> None:
    data = json.loads(json.dumps(rules_to_dict(rules)))
    assert rules_from_dict(GAME, data) == rules
    assert hash(rules_from_dict(GAME, data)) == hash(rules)


@pytest.mark.parametrize(
    ("name", "value", "problem"),
    [
        ("curses", 3, "rule curses: no value 3; it is one of 2, 1, 0"),
        ("curses", True, "rule curses: no value True"),
        ("after_curse", "goes on", "did you mean 'goes_on'"),
        ("turn_limit", 0, "rule turn_limit: 0 is too few; 1 is the least"),
        ("turn_limit", "9", "is no number"),
        ("island", 7, "rule island: 7 is no text"),
        ("huts", ("A22", 3), "rule huts: .* is no list of texts"),
        ("gold", (2, True), "rule gold: .* is no list of whole numbers"),
        ("gold", (2, 0), "a gold card with 0 coins"),
        ("colours", None, "is no list of texts"),
        ("colours", ("red", "bleu"), "no player 'bleu'; did you mean 'blue'"),
        ("colours", ("red", "red"), "names a colour twice"),
    ],
)
def test_a_wrong_rule_is_refused(name: str, value: Any, problem: str) -> None:
    with pytest.raises(ToolkitError, match=problem):
        GameRules(**{name: value})


def test_the_components_of_another_set_up_have_another_hash() -> None:
    usual = GAME.hashes(GameRules())
    assert usual == GAME.hashes(GameRules(turn_limit=3, curses=2))
    for changed, rules in {
        "island": GameRules(island="ABC+1"),
        "clue deck": GameRules(deck=("in jungle",)),
        "treasure deck": GameRules(curses=1),
    }.items():
        other = GAME.hashes(rules)
        assert [name for name in usual if usual[name] != other[name]] == [changed]


def test_a_map_of_a_position_without_candidate_is_no_game() -> None:
    position = whole()
    brown = TreasureMap(
        position.setting, "brown", position.maps["brown"].plays, position.setting.island.names
    )
    with pytest.raises(ToolkitError, match=r"maps.brown: no candidate is left"):
        state_from_position(replace(position, maps={"brown": brown}), deal=1)


def test_a_game_loaded_from_a_position_is_played_on_by_its_seats() -> None:
    state = state_from_position(whole(), deal=1)
    step = next(line for line in legal(state) if line.startswith("step"))
    play(state, step, "stop")
    assert state.to_act() == 0


def test_T17a_a_clue_that_nobody_marked_goes_into_a_position_and_back():
    state = on_the_way(2, GAME.Rules(start_maps="all_four"), seed=3)
    assert (-1,) in state.owners
    position = position_of(state.observation(state.to_act()))
    assert state_from_position(position, deal=1).owners == state.owners
