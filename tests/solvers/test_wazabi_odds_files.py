"""Wazabi position files: what they hold, what is missing, and what cannot be."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.core.document import PositionError
from toolkit.core.record import Record
from toolkit.games.wazabi.cards import CARDS, NAMES, find_deck
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.position import Position
from toolkit.games.wazabi.rules import Rules

EXAMPLE = Path(__file__).parents[2] / "examples" / "wazabi-position.toml"
PLAIN = {"format": "wazabi-position/1", "me": 0, "dice": [4, 3, 5], "hand": ["lose 1 die", "draw 3"]}


def position(**keys: Any) -> Position:
    return Position.parse(json.dumps(PLAIN | keys), "here.json")


def test_W2_W4_W20_the_example_says_what_is_left_out() -> None:
    assert Position.load(EXAMPLE) == position()
    found = position()
    assert (found.hands, found.draw, found.discard) == ((2, 3, 3), 28, ())
    assert (found.direction, found.misses, found.rules) == ("clockwise", (0, 0, 0), Rules(dice=4))


def test_W7a_unseen_cards_are_those_of_pile_and_hands() -> None:
    found = position(discard=["draw 3", "swap dice"], misses=[0, 1, 0], direction="anticlockwise")
    assert sum(found.unseen.values()) == found.draw + 6
    assert (found.unseen["draw 3"], found.unseen["swap dice"], found.unseen["miss a turn"]) == (1, 2, 1)
    assert found.direction == "anticlockwise"


def test_W26_A11_A3_rules_of_a_file_are_those_of_the_game() -> None:
    first = position(rules={"deck": "first", "miss_cost": 1})
    assert first.unseen["give 1 die"] == 3
    assert first.rules.cards["miss a turn"].cost == 1
    assert position(rules={"swap_hands": 4}).unseen["pass cards"] == 3


def test_W8_W29_W30a_who_may_be_given_dice_and_who_is_a_rival() -> None:
    plain = position(dice=[1, 1, 1, 1])
    assert (plain.others, plain.neighbours, plain.receivers, plain.rivals) == (
        (1, 2, 3),
        (1, 3),
        (1, 2, 3),
        (1, 2, 3),
    )
    close = position(dice=[1, 1, 1, 1], rules={"neighbours_only": True})
    assert (close.receivers, close.targets) == ((1, 3), (1, 2, 3))
    teams = position(dice=[1, 1, 1, 1], rules={"teams": True})
    assert (teams.partner, teams.receivers, teams.rivals) == (2, (1, 2, 3), (1, 3))
    rivals = position(dice=[1, 1, 1, 1], rules={"teams": True, "choose_partner": False})
    assert (rivals.receivers, rivals.targets) == ((1, 3), (1, 3))


def test_W27a_who_has_finished_is_no_neighbour() -> None:
    found = position(dice=[2, 0, 3, 1], rules={"play_on": True})
    assert (found.others, found.neighbours, found.hands) == ((2, 3), (2, 3), (2, 0, 3, 3))


def test_W2_W31_W30_what_cannot_be_is_named() -> None:
    for keys, said in [
        ({"hand": ["lose 1 dice"]}, r"hand\[0\]: no card 'lose 1 dice' in .*; did you mean 'lose 1 die'"),
        ({"hand": ["give 1 die"]}, r"hand\[0\]: no card 'give 1 die' in the deck 'rulebook'"),
        ({"discard": ["zzz"]}, r"discard\[0\]: no card 'zzz' .*; the cards are lose 1 die, "),
        ({"hand": ["swap dice"] * 4}, "hand: 4 in hand of 'swap dice'; the deck holds 3"),
        ({"discard": ["draw 3"] * 3}, "discard: 1 in hand and 3 in discard of 'draw 3'; the deck holds 3"),
        ({"misses": [1, 2, 0]}, "misses: 3 in misses of 'miss a turn'; the deck holds 2"),
        ({"misses": [700_000_000, 0, 0]}, "misses: 700000000 in misses of 'miss a turn'; the deck holds 2"),
        ({"misses": [1, 0]}, "misses: 2 numbers for 3 players"),
        ({"dice": [9, 9, 9]}, r"dice: 27 dice in all; 3 players have at most 24 \(W-31\)"),
        ({"dice": [5, 5, 5, 5, 4]}, r"dice: 24 dice in all; 5 players have at most 20 \(W-31\)"),
        ({"rules": {"dice": 3}}, r"dice: 12 dice in all; 3 players began with 9 \(W-31\)"),
        ({"rules": {"dice": 9}}, "rules: rule dice: 3 players with 9 dice need 27"),
        ({"dice": [4]}, "dice: Wazabi is for 2 to 6 players, not 1"),
        ({"dice": [1] * 7}, "dice: Wazabi is for 2 to 6 players, not 7"),
        ({"dice": [0, 3, 5]}, r"dice\[0\]: without dice you have finished"),
        ({"dice": [4, 0, 5]}, r"dice\[1\]: a player without dice has won, unless rules.play_on"),
        ({"dice": [4, 0, 0], "rules": {"play_on": True}}, "dice: nobody else has dice"),
        (
            {"dice": [4, 0, 5], "hands": [2, 1, 3], "rules": {"play_on": True}},
            r"hands\[1\]: 1, but this player has finished",
        ),
        ({"dice": [4, -1, 5]}, "dice"),
        ({"me": 3}, "me: no player 3; the players are 0 to 2"),
        ({"me": -1}, "me: no player -1"),
        ({"hands": [3, 3, 3]}, r"hand: 2 cards, but hands\[0\] says 3"),
        ({"hands": [2, 3]}, "hands: 2 numbers for 3 players"),
        ({"hands": [2, 20, 15]}, r"hands: 37 cards in hands and discarded; there are 36 \(W-2\)"),
        ({"draw": 29}, "draw: 29 here and 8 in hands, discarded or before players make 37; there are 36"),
        ({"draw": 3}, "draw: 3 here .* make 11; there are 36"),
        ({"direction": "clockwize"}, "direction: 'clockwize' is not valid; did you mean 'clockwise'"),
        ({"rules": {"deck": "frist"}}, "rules.deck: 'frist' is not valid; did you mean 'first'"),
        ({"rules": {"dek": "first"}}, "rules: unknown key 'dek'; did you mean 'deck'"),
        ({"rules": {"teams": True}}, r"rules: rule teams: for 4 or 6 players, not 3 \(W-30\)"),
        ({"dise": [1]}, "unknown key 'dise'; did you mean 'dice'"),
        ({"dice": "4"}, "dice: '4' is not valid"),
        ({"format": "wazabi-position/2"}, "format: .* is not valid; did you mean 'wazabi-position/1'"),
    ]:
        with pytest.raises(PositionError, match=f"^here.json: {said}"):
            position(**keys)


def test_a_key_that_is_missing_is_named() -> None:
    with pytest.raises(PositionError, match=r"^here\.json: dice: this key is needed"):
        Position.parse('{"format": "wazabi-position/1", "me": 0, "hand": []}', "here.json")


# ---------------------------------------------------------------- completed to a game


@given(st.integers(0, 10**6), st.sampled_from(["clockwise", "anticlockwise"]))
def test_W2_W7a_a_completed_position_keeps_what_is_seen(seed: int, direction: str) -> None:
    start = position(me=1, hands=[1, 2, 4], discard=["swap dice"], misses=[0, 0, 1], direction=direction)
    state = GAME.complete(start, Random(seed))
    assert Counter(face for zone in state.cards.cards for face in zone) == Counter(
        find_deck("rulebook").faces
    )
    assert sum(map(len, state.cards.cards)) == CARDS
    assert [len(state.cards.cards[seat]) for seat in range(3)] == [1, 2, 4]
    assert [NAMES[face] for face in state.cards.cards[1]] == list(start.hand)
    assert [NAMES[face] for face in state.cards.cards[state.discard]] == ["swap dice"]
    assert (state.turn, state.decision_kind(), state.dice) == (1, "roll", [4, 3, 5])
    assert state.direction == (1 if direction == "clockwise" else -1)
    assert len(state.cards.cards[state.before(2)]) == 1


def test_W20a_a_completed_position_passes_over_missed_turns() -> None:
    state = GAME.complete(position(misses=[1, 0, 0], direction="anticlockwise"), Random(1))
    assert (state.turn, state.cards.cards[state.before(0)]) == (2, [])
    assert [NAMES[face] for face in state.cards.cards[state.discard]] == ["miss a turn"]
    record = Record.of(state, ["a", "b", "c"], from_here=True)
    assert Record.parse("\n".join(record.to_lines()) + "\n").replay() == state


def test_every_unseen_card_may_lie_anywhere() -> None:
    hands = Counter(
        face for seed in range(400) for face in GAME.complete(position(), Random(seed)).cards.cards[1]
    )
    unseen = position().unseen
    for face, found in hands.items():
        expected = 400 * 3 * unseen[NAMES[face]] / 34
        assert abs(found - expected) < 5 * expected**0.5
