"""How a turn goes on and how the next one begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.games.tobago.play.plays import raises
from toolkit.games.tobago.play.state import TURN_LIMIT

if TYPE_CHECKING:
    from toolkit.games.tobago.play.state import TobagoState

FRESH, BEGUN, DONE = range(3)
"""The phases of a turn: nothing done, something beside the main action done, main action done."""


def go_on(state: TobagoState, player: int, phase: int, pick: int) -> None:
    """Let a player choose what comes next in the turn, or end it when nothing is left to choose.

    Only what everybody sees decides that: amulets held, an amulet that may be picked up (`pick`), a treasure
    that may be raised.
    """
    if phase == DONE and not pick and not state.amulets[player] and not raises(state, player):
        next_turn(state, player)
    else:
        state.stack.append(("turn", player, phase, pick))


def next_turn(state: TobagoState, player: int) -> None:
    """Begin the turn of the player to the left; after the last one the game is over (T-19, T-35b)."""
    if state.turn >= state.rules.turn_limit:
        state.ending = TURN_LIMIT
        return
    state.turn += 1
    left = (player + 1) % state.players
    state.stack.append(("turn", left, FRESH, state.lying >> state.atvs[left] & 1))
