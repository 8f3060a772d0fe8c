"""Set-up: landmarks, hands, starting clues, ATVs, the treasure deck (T-5, T-16 to T-19)."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play_helpers import hand_of, legal, names, on_the_way, play, refused

from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import (
    Rules,
    boxed_island,
    placement_faults,
    random_setting,
    reconstructed_deck,
)
from toolkit.games.tobago.placement import PlacementError
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules, reconstructed_gold
from toolkit.games.tobago.play.state import BAG, DISCARDED, HAND, ON_MAPS, PILE, TobagoState

ROOM = "J J S S\n J L L B\nM M L B"
TWO_OF_EACH = GameRules(island=ROOM, huts=("a1",), palms=("b2",), statues=("b3>NE",))


def new(players: int = 2, **rules: Any) -> TobagoState:
    state = GAME.new(players, GameRules(**rules))
    assert isinstance(state, TobagoState)
    return state


@given(st.integers(0, 10_000), st.sampled_from(["ABC+0", "ABC+1", "ACB+0", "ACB+1"]))
def test_T5_chance_places_the_landmarks_by_the_rule(seed: int, layout: str) -> None:
    random, state = Random(seed), new(island=layout)
    while state.decision_kind() == "place":
        state.apply_unchecked(state.sample_chance(random))
    assert placement_faults(state.compiled.setting) == []


def test_T5_a_drawn_place_is_one_of_the_outcomes_and_they_weigh_alike() -> None:
    state, random = new(), Random(3)
    while state.decision_kind() == "place":
        outcomes = dict(state.chance_outcomes())
        assert set(outcomes.values()) == {1}
        assert {str(state.sample_chance(random)) for _ in range(30)} <= set(map(str, outcomes))
        state.apply(state.sample_chance(random))


def test_T5_a_place_that_leaves_no_room_for_the_rest_is_never_drawn() -> None:
    state = new(island="S S S S S S S", huts=(), statues=(), landmark_gap=3)
    first = [str(action) for action, _ in state.chance_outcomes()]
    assert first == ["place palm a1", "place palm d1", "place palm g1"]
    assert {str(state.sample_chance(Random(seed))) for seed in range(40)} == set(first)


def test_T5_an_island_without_room_is_refused() -> None:
    with pytest.raises(PlacementError, match="no room for the landmarks"):
        new(island="J J J J J")


def test_T5_every_gap_is_either_played_or_refused_as_it_is_for_a_setting() -> None:
    found = []
    for gap in [*range(201), 10**30]:
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


def test_T5_landmarks_that_the_rules_name_take_the_room_of_the_others() -> None:
    row = "J" + " J" * 9
    assert new(island=row, huts=("b1", "c1", "d1", "e1"), statues=()).to_act() == CHANCE
    with pytest.raises(PlacementError):  # three palms a gap of 4 apart need e1 or f1
        new(island=row, huts=("b1", "c1", "e1", "f1"), statues=())


def test_T5_each_statue_faces_one_of_the_six_directions() -> None:
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


def test_T5_the_rules_may_name_landmarks_and_facings() -> None:
    state = on_the_way(rules=TWO_OF_EACH)
    assert [names(state, sum(1 << n for n in hexes)) for hexes in state.landmarks] == ["a1", "b2", "b3"]
    assert state.compiled.island.directions[state.facings[0]] == "NE"
    assert state.compiled.setting.statues == state.compiled.island.source.cells(["b3"])


def test_T5_a_facing_that_is_not_named_is_drawn() -> None:
    state = on_the_way(rules=GameRules(island=ROOM, huts=(), palms=(), statues=("b3",)), until="face")
    assert len(state.chance_outcomes()) == 6


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
def test_T16_a_set_up_that_cannot_be_is_refused(rules: dict[str, Any], message: str) -> None:
    with pytest.raises(ToolkitError, match=message):
        new(**rules)


@pytest.mark.parametrize(("players", "cards"), [(2, 6), (3, 4), (4, 4)])
def test_T16_T16a_hands_and_roses_and_no_amulet_at_the_start(players: int, cards: int) -> None:
    state = on_the_way(players)
    assert [len(hand_of(state, player)) for player in range(players)] == [cards] * players
    assert state.roses == [14] * players
    assert state.amulet_hexes == 0
    assert state.amulets == [0] * players


@pytest.mark.parametrize("players", [1, 5])
def test_T16_two_to_four_play(players: int) -> None:
    with pytest.raises(ToolkitError, match="2 to 4 players"):
        GAME.new(players)


def test_T16_atvs_start_on_any_hex_in_turn_order_sharing_allowed() -> None:
    state = on_the_way(3, until="start")
    assert state.to_act() == 0
    assert len(legal(state)) == 104
    play(state, "start A22", "start A22")
    assert state.to_act() == 2
    assert state.atvs[0] == state.atvs[1]


def test_T16_a_set_up_may_name_the_hexes_of_the_atvs() -> None:
    state = on_the_way(2, GameRules(atvs=("A22", "C10")), until="start")
    assert legal(state) == ["start A22"]
    assert "A22" in refused(state, "start C10")


@pytest.mark.parametrize("players", [2, 3, 4])
def test_T17_each_player_lays_a_drawn_clue_on_a_free_map(players: int) -> None:
    state = on_the_way(players, until="start")
    assert sorted(map(len, state.clues)) == [0] * (4 - players) + [1] * players
    assert sorted(owner for owners in state.owners for owner in owners) == list(range(players))
    assert len(state.clue_cards.cards[ON_MAPS]) == players


def test_T17_T17a_the_player_sees_the_clue_and_chooses_a_free_map() -> None:
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


def test_T17a_an_illegal_starting_clue_is_replaced_by_the_next() -> None:
    state = on_the_way(2, GameRules(island="J J J\n J J J", huts=(), palms=(), statues=()), until="turn up")
    play(state, "turn up in jungle")
    assert state.decision_kind() == "turn up"
    assert len(state.clue_cards.cards[DISCARDED]) == 1
    while state.decision_kind() == "turn up":
        state.apply(state.sample_chance(Random(1)))
    assert state.clue_cards.cards[ON_MAPS] or not state.clue_cards.cards[PILE]


def test_T17a_maps_stay_empty_when_no_card_begins_one() -> None:
    rules = GameRules(island="J", huts=(), palms=(), statues=())
    state = on_the_way(2, rules, until="start")
    assert state.clues == [(), (), (), ()]
    assert state.clue_cards.cards[PILE] == []


@pytest.mark.parametrize("players", [2, 4])
def test_T17a_one_clue_on_each_map_and_each_player_marks_one(players: int) -> None:
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


def test_T18_27_gold_and_2_curses_below_12_gold() -> None:
    state = new()
    bag = Counter(state.treasure_cards.cards[BAG])
    assert (bag.total(), bag[0]) == (41, 2)
    assert set(bag) == {0, 2, 3, 4, 5, 6}
    assert state.gold_on_top == 12


def test_T18_the_gold_is_a_reconstruction_of_39_cards_and_can_be_supplied() -> None:
    assert len(reconstructed_gold()) == 39
    state = new(gold=(2, 3, 3))
    assert state.treasure_cards.cards[BAG] == [0, 0, 2, 3, 3]
    assert state.gold_on_top == 0


def test_T18_everybody_knows_that_the_curses_are_in_the_deck() -> None:
    state = on_the_way(3)
    for player in range(3):
        world = state.observation(player).sample_world(Random(player))
        assert isinstance(world, TobagoState)
        assert world.treasure_cards.cards[BAG].count(0) == 2


def test_T19_players_take_turns_clockwise_from_player_0() -> None:
    state = on_the_way(3)
    seen: list[int] = []
    while len(seen) < 7:
        seen.append(state.to_act())
        step = next(line for line in legal(state) if line.startswith("step"))
        play(state, step, "stop")
    assert seen == [0, 1, 2, 0, 1, 2, 0]


def test_T10_a_supplied_deck_is_played_with() -> None:
    cards = (*tuple(str(clue) for clue in reconstructed_deck())[:20], "in jungle")
    state = on_the_way(2, GameRules(deck=cards))
    held = Counter(card for heap in state.clue_cards.cards for card in heap)
    assert held[state.compiled.decks.face[state.compiled.decks.clues[0]]] == cards.count(
        str(state.compiled.decks.clues[0])
    )
    assert held.total() == 21
    assert len(state.clue_cards.cards[HAND]) == 6
