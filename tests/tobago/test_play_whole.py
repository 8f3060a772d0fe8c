"""Whole games: a golden playthrough, a count by hand, records, and a state as data.

``python tests/tobago/test_play_whole.py > tests/tobago/short-game.txt`` makes the golden playthrough anew.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.game import find_game
from toolkit.core.record import Record
from toolkit.core.saving import state_from_dict, state_to_dict
from toolkit.games.tobago.play.game import GAME
from toolkit.games.tobago.play.game_rules import GameRules
from toolkit.testing import perft

GOLDEN = Path(__file__).with_name("short-game.txt")
RULES = GameRules(
    island="J J S S\n J L L B\nM M L B",
    huts=("a1",),
    palms=("b2",),
    statues=("b3>NE",),
    gold=(2, 3, 4, 5, 6, 6),
    curses=1,
)


def played(seed: int, players: int = 2, rules: GameRules = RULES) -> Record:
    """Return the record of a random game."""
    state, random = GAME.new(players, rules), Random(seed)
    record = Record.of(state, [f"random {player}" for player in range(players)])
    while (actor := state.to_act()) != TERMINAL:
        action = state.sample_chance(random) if actor == CHANCE else random.choice(state.legal_actions())
        state.apply(action)
        record.actions.append((actor, action))
    record.outcome = state.outcome()
    return record


def test_the_golden_playthrough_is_the_game_that_is_played() -> None:
    assert played(20).to_text() == GOLDEN.read_text(encoding="utf-8")


def test_tobago_is_among_the_games() -> None:
    assert find_game("tobago") is GAME
    assert (GAME.title, list(GAME.players)) == ("Tobago", [2, 3, 4])


def test_T16_T17_T20_T24_the_first_decisions_are_counted_by_hand() -> None:
    rules = GameRules(island="J M", huts=(), palms=(), statues=(), deck=("in jungle",) * 14)
    state = GAME.new(2, rules)
    set_up = 12 + 2 * 2 + 2  # draws, starting clues with the choice of their map, ATVs
    assert perft(state, set_up) == 4 * 3 * 2 * 2
    # Player 0 may lay a clue on 2 empty maps, step, exchange, and on the jungle raise 2 located treasures.
    assert perft(state, set_up + 1) == 4 * 3 * 2 * (4 + 4 + 2)


@settings(max_examples=examples(5))
@given(st.integers(0, 10_000), st.integers(2, 4))
def test_records_and_states_survive_the_way_through_files(seed: int, players: int) -> None:
    record = played(seed, players)
    again = Record.parse("\n".join(record.to_lines()) + "\n")
    assert again.actions == record.actions
    end = again.replay()
    assert end.outcome() == record.outcome
    assert state_from_dict(state_to_dict(end)) == end
    assert pickle.loads(pickle.dumps(end)) == end


if __name__ == "__main__":
    sys.stdout.write(played(20).to_text())
