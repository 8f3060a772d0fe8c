"""Lines of several actions: a set in one go, and actions with commas between them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolkit.core.decision import IllegalAction
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import ANDS, DONE, EXCHANGES, MOST_SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.core.decision import Action
    from toolkit.core.state import State

_SET = re.compile(r"exchange((?: +\d+)+)", re.IGNORECASE)


def actions_of_line(text: str, state: State) -> tuple[Action, ...]:
    """Return the actions of a line, such as ``draw`` or ``exchange 0 2 3``; the state stays as it is.

    A set is complete as it is written: it needs no ``done``. `ToolkitError` for what cannot be read, and for
    a set that names a slot twice.
    """
    trial = state.clone()
    found: list[Action] = []
    for part in text.split(","):
        for action in _actions(part.strip(), trial):
            if action == DONE and found and trial.decision_kind() != "set":
                continue  # no further card could join the set
            found.append(action)
            try:
                trial.apply(action)
            except IllegalAction:  # whoever applies the line is told why
                return tuple(found)
    return tuple(found)


def _actions(part: str, state: State) -> Iterator[Action]:
    match = _SET.fullmatch(part)
    slots = sorted(map(int, match[1].split())) if match else []
    if len(set(slots)) < len(slots):
        raise ToolkitError(f"{part}: a slot is named twice")
    if not match or slots[-1] >= MOST_SLOTS:
        yield state.game.parse(part, state.players, state.rules)
        return
    yield EXCHANGES[slots[0]]
    yield from (ANDS[slot] for slot in slots[1:])
    yield DONE
