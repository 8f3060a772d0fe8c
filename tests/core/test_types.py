"""What the type checker refuses: the protocol is typed through state, frame and action together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SNIPPETS = """
from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolkit.core.decision import Action
from toolkit.games.silver.state import SilverState
from toolkit.games.wazabi.actions import NO_CARD, Give, NoCard, Play
from toolkit.games.wazabi.state import WazabiState


class Giving(NamedTuple):
    actor: int
    left: int

    def legal(self, _state: WazabiState) -> Sequence[Action]:
        return [NO_CARD, "no card"]  # refused: a text is no action

    def give(self, state: WazabiState, action: Give) -> None:
        state.dice[action.player] += self.left
        actor, left, more = self  # refused: a frame of two fields
        state.dice[0] = self.left + "1"  # refused: a text is added to a number
        self.left = 0  # refused: frames are never changed in place

    def play(self, state: WazabiState, action: Play | NoCard) -> None:
        state.dice[0] -= action.face  # refused: it may be no card
        state.villages.clear()  # refused: of another game

    def of_silver(self, state: SilverState, action: Give) -> None:
        state.stack.append(Giving(action.player, self.left))
        state.stack.append(action)  # refused: an action is no frame
"""


def test_mypy_refuses_what_does_not_belong_together(tmp_path):
    """A field of another game or action, a wrong unpacking, a changed frame, an action for a frame."""
    file = tmp_path / "snippets.py"
    file.write_text(SNIPPETS, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "--no-error-summary"]
    done = subprocess.run(
        [*command, f"--cache-dir={tmp_path / 'cache'}", str(file)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[2],
        timeout=300,
    )
    refused = {number for number, line in enumerate(SNIPPETS.splitlines(), 1) if "# refused" in line}
    found = {int(line.split(":")[1]) for line in done.stdout.splitlines() if ": error:" in line}
    assert found == refused, done.stdout + done.stderr
