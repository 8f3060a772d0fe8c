"""What the type checker refuses: the protocol is typed through state, frame and action together."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SNIPPETS = """
from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import Action, Decision, Kind, on
from toolkit.games.silver.state import SilverState
from toolkit.games.wazabi.actions import NO_CARD, Give, NoCard
from toolkit.games.wazabi.play import Giving, Playing
from toolkit.games.wazabi.state import WazabiState


def legal(_state: WazabiState, _frame: Playing) -> Sequence[Action]:
    return [NO_CARD]


def legal_gifts(_state: WazabiState, _frame: Giving) -> Sequence[Action]:
    return [Give(0)]


def give(state: WazabiState, action: Give, frame: Giving) -> None:
    player, left = frame
    state.dice[player] -= left


def no_card(_state: WazabiState, _action: NoCard, _frame: Playing) -> None:
    return None


def of_silver(state: SilverState, _action: NoCard, _frame: Playing) -> None:
    state.turn += 1


def unpacked_wrongly(state: WazabiState, _action: Give, frame: Giving) -> None:
    player, left, more = frame  # refused: a frame of two fields


def text_to_number(state: WazabiState, _action: Give, frame: Giving) -> None:
    state.dice[0] = frame.left + "1"  # refused: a text is added to a number


RIGHT: Kind[WazabiState] = Decision(Playing, legal, on(NoCard, no_card))
OTHER_GAME: Kind[WazabiState] = Decision(Playing, legal, on(NoCard, of_silver))  # refused
OTHER_KIND: Kind[WazabiState] = Decision(Playing, legal, on(Give, give))  # refused
OTHER_ACTION: Kind[WazabiState] = Decision(Giving, legal_gifts, on(NoCard, give))  # refused
"""


def test_mypy_refuses_what_does_not_belong_together(tmp_path):
    """A handler of another game, kind or action, a wrong unpacking, and text added to a number."""
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
