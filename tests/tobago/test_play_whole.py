"""Whole games: a golden playthrough, a count by hand, and refusals.

``python tests/tobago/test_play_whole.py > tests/tobago/short-game.txt`` makes the golden playthrough anew.
"""

import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from play_helpers import table
from sizes import examples

from toolkit.core.decision import CHANCE, TERMINAL, IllegalAction
from toolkit.core.record import Record
from toolkit.core.saving import state_to_text
from toolkit.games.tobago import Clue
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.rules import GameRules
from toolkit.testing import perft

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
        act.AmuletClue("brown", None),
    ],
)
def test_an_action_that_the_game_does_not_have_is_refused(action):
    state = table(amulets=(1,))
    before = state_to_text(state)
    with pytest.raises(IllegalAction, match="no action of this game of Tobago"):
        state.apply(action)
    assert state_to_text(state) == before


def refusal(state, action):
    with pytest.raises(IllegalAction) as caught:
        state.apply(action)
    return caught.value.reason


@settings(max_examples=examples(10))
@given(st.integers(0, 1_000), st.integers(2, 4))
def test_every_refusal_is_a_sentence_and_changes_nothing(seed, players):
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


# ---- whole games ----

GOLDEN = Path(__file__).with_name("short-game.txt")
RULES = GameRules(
    island="J J S S\n J L L B\nM M L B",
    huts=("a1",),
    palms=("b2",),
    statues=("b3>NE",),
    gold=(2, 3, 4, 5, 6, 6),
    curses=1,
)


def played(seed, players=2, rules=RULES):
    """Return the record of a random game."""
    state, random = GAME.new(players, rules), Random(seed)
    record = Record.of(state, [f"random {player}" for player in range(players)])
    while (actor := state.to_act()) != TERMINAL:
        action = state.sample_chance(random) if actor == CHANCE else random.choice(state.legal_actions())
        state.apply(action)
        record.actions.append((actor, action))
    record.outcome = state.outcome()
    return record


def test_the_golden_playthrough_is_the_game_that_is_played():
    assert played(20).to_text() == GOLDEN.read_text(encoding="utf-8")


def test_T16_T17_T20_T24_the_first_decisions_are_counted_by_hand():
    rules = GameRules(island="J M", huts=(), palms=(), statues=(), deck=("in jungle",) * 14)
    state = GAME.new(2, rules)
    set_up = 12 + 2 * 2 + 2  # draws, starting clues with the choice of their map, ATVs
    assert perft(state, set_up) == 4 * 3 * 2 * 2
    # Player 0 may lay a clue on 2 empty maps, step, exchange, and on the jungle raise 2 located treasures.
    assert perft(state, set_up + 1) == 4 * 3 * 2 * (4 + 4 + 2)


if __name__ == "__main__":
    sys.stdout.write(played(20).to_text())
