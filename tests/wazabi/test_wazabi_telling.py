from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from wazabi_helpers import do, new_game, random_game, table

from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.core.play import play
from toolkit.core.record import Record
from toolkit.games.wazabi.game import GAME

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation


def test_a_turn_is_one_line_of_its_player() -> None:
    heaps = {"hand 0": ["others keep 2"], "hand 1": ["draw 3"] * 3, "hand 2": ["pass dice"]}
    state = do(table(heaps=heaps), "roll 2 wazabi 1 card 1 die", "draw swap dice", "give 1")
    do(state, "play others keep 2", "discard draw 3", "roll 4 wazabi 1 die")
    assert GAME.lines(state.full_log()) == [
        (0, "roll 2 wazabi 1 card 1 die, draw swap dice, give 1, play others keep 2"),
        (1, "discard draw 3"),
        (CHANCE, "roll 4 wazabi 1 die"),
    ]
    assert GAME.lines(state.log(2))[0] == (
        0,
        "roll 2 wazabi 1 card 1 die, draw ?, give 1, play others keep 2",
    )


def test_the_deal_and_the_rolls_for_the_start_are_told_apart_from_turns() -> None:
    state = new_game(2, rounds=2)
    for _ in range(6):
        do(state, str(state.chance_outcomes()[0][0]))
    do(state, "roll 4 card", "roll 1 wazabi 3 die", "roll 4 die", *["give 0"] * 4, "draw draw 3")
    assert [actor for actor, _ in GAME.lines(state.full_log())] == [CHANCE, CHANCE, 1, CHANCE]
    assert [text.count(",") + 1 for _, text in GAME.lines(state.full_log())] == [6, 2, 6, 1]
    assert GAME.lines(state.full_log())[2][1].endswith("give 0, (round 1 goes to player 1)")


def test_nothing_is_left_out() -> None:
    *_, state = random_game(new_game(5, play_on=True), Random(3))
    told = ", ".join(text for _, text in GAME.lines(state.full_log()))
    assert told == ", ".join(map(str, state.full_log()))
    assert GAME.lines(()) == []


def test_a_line_may_hold_several_actions() -> None:
    state = do(table(heaps={"hand 0": ["swap dice"]}), "roll 3 wazabi 1 die")
    line = GAME.parse_line("give 2, PLAY  swap dice, choose 1", state)
    assert list(map(str, line)) == ["give 2", "play swap dice", "choose 1"]
    with pytest.raises(ToolkitError, match="no action ' chose 1' in Wazabi; did you mean 'choose 1'"):
        GAME.parse_line("play swap dice, chose 1", state)


class Chooser:
    """Plays at random."""

    def __init__(self, name: str) -> None:
        self.name = name

    def sit(self, seat: int, random: Random) -> None:
        self.random = random

    def choose(self, observation: Observation, legal_actions: Sequence[Action]) -> Action:
        return self.random.choice(legal_actions)

    def notify(self, event: Event) -> None:
        """Forget it."""


def test_W2_W17_W20_W22_W32_a_short_tournament_is_the_same_on_every_platform() -> None:
    state = new_game(3, dice=2, rounds=2)
    record = play(state, [Chooser(name) for name in ("ann", "ben", "cy")], seed=1)
    assert record.to_text() == (Path(__file__).parent / "short-tournament.txt").read_text(encoding="utf-8")
    again = Record.parse("\n".join(record.to_lines()) + "\n")
    assert again.replay() == state
