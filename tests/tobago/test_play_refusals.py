"""Refusals of whole games: the rule's reason, and actions that a game does not have."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_helpers import names, on_the_way, play, refused, table
from sizes import examples

from toolkit.core.decision import Action, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.saving import state_to_text
from toolkit.games.tobago import Clue
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules

JUNGLE = Clue.parse("in jungle")
SMALL = GameRules(
    island="J J S S\n J L L B\nM M L B", huts=("a1",), palms=("b2",), statues=("b3>NE",), turn_limit=20
)


@pytest.mark.parametrize(
    "action",
    [
        act.LayClue("pink", JUNGLE),
        act.Step("Z99"),
        act.Raise(""),
        act.RemoveCube("brown", "Z99"),
        act.AmuletClue("brown", None),  # type: ignore[arg-type]
    ],
)
def test_an_action_that_the_game_does_not_have_is_refused(action: Action) -> None:
    state = table(amulets=(1,))
    before = state_to_text(state)
    with pytest.raises(IllegalAction, match="no action of this game of Tobago"):
        state.apply(action)
    assert state_to_text(state) == before


def test_a_text_that_is_no_action_is_refused_with_the_nearest_one() -> None:
    with pytest.raises(ToolkitError, match="did you mean 'raise brown'"):
        GAME.parse("rise brown", 2, GameRules())
    assert str(GAME.parse("  Clue BLACK   next to palm ", 2, GameRules())) == "clue black next to palm"


def test_T33_on_a_single_hex_no_extra_move() -> None:
    state = table("J", amulets=(1,))
    assert refused(state, "amulet move") == "no step leads anywhere from here (T-22)"


def test_T16_an_atv_starts_on_the_island() -> None:
    state = on_the_way(2, until="start")
    assert "no action of this game" in refusal(state, act.Start("Z9"))


def refusal(state: object, action: Action) -> str:
    with pytest.raises(IllegalAction) as caught:
        state.apply(action)  # type: ignore[attr-defined]
    return caught.value.reason


def test_an_action_of_another_decision_lists_what_is_legal() -> None:
    state = table()
    assert refused(state, "take").startswith("not possible now; legal: ")
    play(state, "step b1")
    assert refused(state, "end").startswith("not possible now; legal: step a1, step c1, stop")


@settings(max_examples=examples(10))
@given(st.integers(0, 1_000), st.integers(2, 4))
def test_every_refusal_is_a_sentence_and_changes_nothing(seed: int, players: int) -> None:
    state, random = GAME.new(players, SMALL), Random(seed)
    vocabulary = GAME.vocabulary(players, SMALL)
    while state.to_act() != -2:
        legal = state.legal_actions()
        action = random.choice(vocabulary)
        if state.to_act() >= 0 and action not in legal:
            before = state.observation(state.to_act()).key()
            assert len(refusal(state, action)) > 10
            assert state.observation(state.to_act()).key() == before
        state.apply_unchecked(state.sample_chance(random) if state.to_act() == -1 else random.choice(legal))


def test_T28_T33_losses_and_gains_are_seen_by_all() -> None:
    state = table(lying=["a1"])
    play(state, "pick up")
    for seat in (0, 1, None):
        assert state.observation(seat)["amulets"] == (1, 0)
        assert names(state, state.observation(seat)["amulet_hexes"]) == ""


def test_T12_T12b_on_a_located_map_too_the_refusal_names_the_earlier_card() -> None:
    maps = {"grey": [(0, "not in jungle"), (1, "in mountain")]}
    state = table("J M L S R B", atvs=("b1", "c1"), maps=maps, hands={0: ["in jungle", "in beach"]})
    assert refused(state, "clue grey in jungle").startswith("it contradicts 'not in jungle', 'in mountain'")
