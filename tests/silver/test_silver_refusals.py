"""Refusals: the rule's reason against what is not legal, and actions that the game does not have."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from silver_helpers import new_game, play, refused, table
from sizes import examples

from toolkit.core.decision import CHANCE, TERMINAL, IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.core.saving import state_to_text
from toolkit.games.silver.actions import Card, Face, Own, Word
from toolkit.games.silver.game import GAME

AMULET = "the amulet protects this card (S-36)"
GUARDED = "a Bodyguard protects this card (S-48)"


@pytest.mark.parametrize(
    ("before", "line", "reason"),
    [
        ("", "call", "5 cards are too many: 4 at most (S-28)"),
        ("", "shown 1", "there are 1 cards beside the deck (S-44)"),
        ("draw, draw 4", "exchange 7", "the village has 5 cards"),
        ("draw, draw 4", "exchange 4", AMULET),
        ("draw, draw 9, discard", "look 0:9", "the village of player 0 has 5 cards"),
        ("draw, draw 9, discard", "look 0:1", "this card lies face-up (S-23)"),
        ("draw, draw 9, discard", "look 1:1", GUARDED),
        ("draw, draw 8, discard", "look 0:0", "it must be a card of an opponent (S-50, S-51)"),
        ("draw, draw 7, discard", "look 1:3", "it must be an own card (S-6, S-47, S-50, S-51)"),
        ("draw, draw 5, discard", "turn 1:3", "it must be an own card (S-6, S-47, S-50, S-51)"),
        ("draw, draw 5, discard", "turn 0:4", AMULET),
        ("draw, draw 6, discard", "turn 0:0", "it must be a card of an opponent (S-50, S-51)"),
        ("draw, draw 12, discard", "rob 0:0", "it must be a card of an opponent (S-53, S-54)"),
        ("draw, draw 12, discard", "rob 1:0", GUARDED),
        ("draw, draw 11, discard, use, draw 4", "hit 1:1", GUARDED),
        ("look 0:0", "look 0:2", "no Empath of this village may look in this turn (S-47)"),
    ],
)
def test_the_reason_names_the_rule(before: str, line: str, reason: str) -> None:
    state = table("8 2^ 5 1 1", "3^ 8 6 7", shown="9", guards={1: (0, 1)}, amulet="0:4")
    if before:
        play(state, before)
    assert refused(state, line) == reason


@pytest.mark.parametrize(
    ("before", "line"), [("", "discard"), ("draw, draw 4", "end"), ("draw, draw 12, discard", "use")]
)
def test_without_a_rule_against_it_the_refusal_says_what_is_legal(before: str, line: str) -> None:
    state = table("8 2^ 5 1 1", "3^ 8 6 7")
    if before:
        play(state, before)
    legal = list(map(str, state.legal_actions()))
    more = f" and {len(legal) - 8} more" if len(legal) > 8 else ""
    assert refused(state, line) == f"not possible now; legal: {', '.join(legal[:8])}{more}"


def test_S48_a_guard_that_was_moved_just_now_is_not_moved_again_at_once() -> None:
    state = play(table("3^ 8 5 1"), "guard 0, over 1")
    reason = "this Bodyguard was moved just now: something else must be done first (S-48)"
    assert refused(state.clone(), "guard 0, over 2") == reason
    assert play(state, "draw, draw 4", "guard 0, over 2").guards[0] == ((0, 2),)


@pytest.mark.parametrize(
    "action", [Own("exchange", 49), Own("swap", 0), Face("fetch", 14), Word("pass"), Card("draw", 14)]
)
def test_an_action_that_the_game_does_not_have_is_refused(action: Own | Face | Word | Card) -> None:
    state = table("8 5")
    before = state_to_text(state)
    with pytest.raises(IllegalAction, match="no action of this game of Silver"):
        state.apply(action)
    assert state_to_text(state) == before


@pytest.mark.parametrize(
    ("text", "nearest"), [("exchnge 1", "exchange 1"), ("lok 0:1", "look 0:1"), ("drw", "draw")]
)
def test_a_text_that_is_no_action_is_refused_with_the_nearest_one(text: str, nearest: str) -> None:
    with pytest.raises(ToolkitError, match=f"no action '{text}' in Silver; did you mean '{nearest}'"):
        GAME.parse(text, 2, table("8 5").rules)


@pytest.mark.parametrize("text", ["look 2:0", "rob 3:1"])
def test_a_player_who_does_not_sit_at_the_table_cannot_be_named(text: str) -> None:
    with pytest.raises(ToolkitError, match=f"no action '{text}' in Silver"):
        GAME.parse(text, 2, table("8 5").rules)


def test_S10_chance_brings_no_card_that_lies_elsewhere() -> None:
    state = play(table("8 8 8 8 1"), "draw")
    with pytest.raises(IllegalAction, match="chance cannot do that now"):
        play(state, "draw 8")


@settings(max_examples=examples(10))
@given(st.integers(0, 1_000), st.integers(2, 4))
def test_every_refusal_is_a_sentence_and_changes_nothing(seed: int, players: int) -> None:
    state, random = new_game(players, rounds=1, turn_limit=30), Random(seed)
    vocabulary = GAME.vocabulary(players, state.rules)
    while (actor := state.to_act()) != TERMINAL:
        legal, action = state.legal_actions(), random.choice(vocabulary)
        if actor >= 0 and action not in legal:
            before = state.observation(actor).key()
            with pytest.raises(IllegalAction) as caught:
                state.apply(action)
            assert len(caught.value.reason) > 10
            assert state.observation(actor).key() == before
        state.apply_unchecked(state.sample_chance(random) if actor == CHANCE else random.choice(legal))
