"""Whole games: a golden playthrough, a count by hand, and refusals.

``PYTHONPATH=.:tests python tests/tobago/test_play_whole.py > tests/tobago/short-game.txt`` makes it anew.
"""

import sys
from pathlib import Path
from random import Random

import pytest
from play_helpers import table
from playing import any_action

from toolkit.core.decision import IllegalAction
from toolkit.core.record import Record
from toolkit.core.saving import state_to_text
from toolkit.games.tobago import Clue
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.rules import GameRules
from toolkit.testing import perft


@pytest.mark.parametrize(
    "action",
    [
        act.LayClue("pink", Clue.parse("in jungle")),
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


def test_T11_T12_T13_T16_T19_what_no_play_can_bring_about_is_named():
    good = table(maps={"brown": [(1, "in lake")]})
    assert list(GAME.faults(good)) == []
    for field, number, value, words in [
        ("roses", 0, 14, "player 0 has 14 roses and 0 on maps"),
        ("atvs", 1, 700, "the ATV of player 1 is on no hex"),
        ("amulets", 1, 21, "more than 20 amulets"),
        ("clues", 1, (3,), "not those that were laid there"),
        ("candidates", 0, 5, "candidates of map 0"),
        ("legal_clues", 2, 7, "legal clues of map 2"),
    ]:
        state = good.clone()
        getattr(state, field)[number] = value
        assert words in next(iter(GAME.faults(state)))


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
    while state.stack:
        record.actions.append((state.to_act(), action := any_action(state, random)))
        state.apply(action)
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
