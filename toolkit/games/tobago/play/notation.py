"""A whole move in one line: ``move A22-A23-A34`` stands for its steps and, where needed, a stop."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError, quote
from toolkit.games.tobago.play import actions as act

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action
    from toolkit.games.tobago.play.state import TobagoState


def unfolded(text: str, state: TobagoState) -> tuple[Action, ...]:
    """Return the actions of a folded move, or nothing for another text.

    The first hex must be that of the ATV that moves, else it is a `ToolkitError`; so is an unknown hex.
    """
    match = re.fullmatch(r"\s*move\s+(\S+)\s*", text, re.IGNORECASE)
    if not match:
        return ()
    first, *names = match[1].split("-")
    player = state.to_act()
    if player < 0:
        raise ToolkitError(f"{quote(text.strip())}: no player is to act")
    if state.atvs[player] < 0:
        raise ToolkitError(f"{quote(text.strip())}: the ATV is not on the island yet (T-16)")
    here = state.board.ground.island.names[state.atvs[player]]
    if first.casefold() != here.casefold():
        raise ToolkitError(f"{quote(text.strip())}: the ATV stands on {here}, not on {quote(first)}")
    steps = tuple(state.game.parse(f"step {name}", state.players, state.rules) for name in names)
    if not names:
        raise ToolkitError(f"{quote(text.strip())}: a move has at least one step (T-22a)")
    return (*steps, act.STOP) if _stays_open(state, steps) else steps


def _stays_open(state: TobagoState, steps: Sequence[Action]) -> bool:
    """Tell whether the move is still under way after these steps; an illegal step is left to `apply`."""
    trial = state.clone()
    for step in steps:
        if step not in trial.legal_actions():
            return False
        trial.apply_unchecked(step)
    return _moves(trial) >= max(1, _moves(state))


def _moves(state: TobagoState) -> int:
    """Return how many moves are under way: an extra move may interrupt another one (T-21a)."""
    return sum(frame[0] == "move" for frame in state.stack)
