"""A turn: its main action, moves step by step, and amulets before and after (T-20 to T-22, T-32, T-33).

Frames: ``("turn", player, phase, pick)`` and ``("move", player, phase, main, left, pick)``. ``pick`` is 1
where an amulet may be picked up; ``phase`` of a move is that of the turn after it; ``main`` is 0 in an extra
move by an amulet; ``left`` counts the steps that are left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from toolkit.core.decision import Decision
from toolkit.games.tobago.maps import cubes_lie
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.clue_cards import (
    clue_plays,
    discard_hand,
    fill_hand,
    lay_from_hand,
    narrow,
    open_draws,
)
from toolkit.games.tobago.play.compiled import MAP_NUMBER, MAPS
from toolkit.games.tobago.play.reasons import why_not_in_move, why_not_in_turn
from toolkit.games.tobago.play.state import BEGUN, DONE, FRESH, HAND, TURN_LIMIT
from toolkit.games.tobago.play.treasure import begin_raise
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action, Frame
    from toolkit.games.tobago.play.state import TobagoState


# ---- how turns follow each other --------------------------------------------------------------------------


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
    state.stack.append(("turn", left, FRESH, state.amulet_hexes >> state.atvs[left] & 1))


# ---- what is legal ----------------------------------------------------------------------------------------


def _turn_actions(state: TobagoState, frame: Frame) -> list[Action]:
    _, player, phase, pick = frame
    found: list[Action] = []
    if phase != DONE:
        found = main_actions(state, player, phase)
    may_end = not found or phase == DONE  # T-20b
    found += raises(state, player)
    if pick:
        found.append(act.PICK_UP)
    found += _amulet_uses(state, player)
    if may_end:
        found.append(act.END)
    return found


def main_actions(state: TobagoState, player: int, phase: int) -> list[Action]:
    """Return the clue plays, first steps, and the exchange that are open to a player (T-20)."""
    actions = state.compiled.actions
    found = clue_plays(state, player, actions.lay)
    found += actions.steps[state.atvs[player]]
    if phase == FRESH and state.clue_cards.cards[HAND + player]:
        found.append(act.EXCHANGE)
    return found


def _move_actions(state: TobagoState, frame: Frame) -> list[Action]:
    _, player, _, _, left, pick = frame
    found: list[Action] = list(state.compiled.actions.steps[state.atvs[player]]) if left else []
    if left == STEPS_PER_MOVE:  # an extra move begins with a step (T-22a)
        return found
    found.append(act.STOP)
    found += raises(state, player)
    if pick:
        found.append(act.PICK_UP)
    if left and state.rules.amulets_between_steps == "yes":  # T-21a
        found += _amulet_uses(state, player)
    return found


def raises(state: TobagoState, player: int) -> Sequence[Action]:
    """Return the treasures that the player may raise: located, under the ATV, with a free rose (T-24)."""
    here = 1 << state.atvs[player]
    if here not in state.candidates or not state.roses[player]:
        return ()
    table = state.compiled.actions.raises
    return [table[number] for number in MAPS if state.candidates[number] == here and state.clues[number]]


def _amulet_uses(state: TobagoState, player: int) -> list[Action]:
    """Return how the player may use an amulet (T-33)."""
    if not state.amulets[player]:
        return []
    actions = state.compiled.actions
    found = clue_plays(state, player, actions.amulet_clue)
    for number in MAPS:
        if cubes := _spare_cubes(state, number):
            row = actions.remove[number]
            found += [row[hex_] for hex_ in bits(cubes)]
    if actions.steps[state.atvs[player]]:
        found.append(act.AMULET_MOVE)
    if state.clue_cards.cards[HAND + player]:
        found.append(act.AMULET_EXCHANGE)
    return found


def _spare_cubes(state: TobagoState, number: int) -> int:
    """Return the hexes of a map from which an amulet may take the cube: never the last one (T-33, T-33a)."""
    left = state.candidates[number]
    lie = cubes_lie(len(state.clues[number]), left.bit_count())
    return left if lie and left.bit_count() > 1 else 0


# ---- what follows -----------------------------------------------------------------------------------------


def _resume(state: TobagoState, frame: Frame) -> None:
    """Go on with a turn after something beside its main action, or with a move that it interrupted."""
    if frame[0] == "move":
        state.stack.append(frame)
    else:
        _, player, phase, pick = frame
        go_on(state, player, max(phase, BEGUN), pick)


def _lay(state: TobagoState, action: act.LayClue, frame: Frame) -> None:
    _, player, _, pick = frame
    lay_from_hand(state, player, action)
    go_on(state, player, DONE, pick)
    fill_hand(state, player)


def _exchange(state: TobagoState, _action: act.Exchange, frame: Frame) -> None:
    player = frame[1]
    count = discard_hand(state, player)
    next_turn(state, player)
    open_draws(state, player, count)


def _end(state: TobagoState, _action: act.End, frame: Frame) -> None:
    next_turn(state, frame[1])


def _first_step(state: TobagoState, action: act.Step, frame: Frame) -> None:
    _arrive(state, action, frame[1], DONE, 1, STEPS_PER_MOVE - 1)


def _next_step(state: TobagoState, action: act.Step, frame: Frame) -> None:
    _, player, phase, main, left, _ = frame
    _arrive(state, action, player, phase, main, left - 1)


def _arrive(state: TobagoState, action: act.Step, player: int, phase: int, main: int, left: int) -> None:
    """Move the ATV; the move goes on while steps are left or an amulet may be picked up (T-22, T-32)."""
    here = state.atvs[player] = state.compiled.island.index[action.hex]
    pick = main & state.amulet_hexes >> here
    if left or pick:
        state.stack.append(("move", player, phase, main, left, pick))
    else:
        _end_move(state, player, phase)


def _stop(state: TobagoState, _action: act.Stop, frame: Frame) -> None:
    _end_move(state, frame[1], frame[2])


def _end_move(state: TobagoState, player: int, phase: int) -> None:
    """Go on with the turn, unless this extra move interrupted another move (T-21a), which is open again."""
    if not state.stack or state.stack[-1][0] != "move":
        go_on(state, player, phase, 0)


def _pick_up(state: TobagoState, _action: act.PickUp, frame: Frame) -> None:
    player = frame[1]
    state.amulet_hexes &= ~(1 << state.atvs[player])
    state.amulets[player] += 1
    if frame[0] == "turn":
        go_on(state, player, max(frame[2], BEGUN), 0)
    elif frame[4]:
        state.stack.append((*frame[:5], 0))
    else:
        _end_move(state, player, frame[2])


def _raise(state: TobagoState, action: act.Raise, frame: Frame) -> None:
    """Raise a treasure; a move under way, and one that it interrupted, ends with it (T-22, T-22b)."""
    kind, player, phase = frame[:3]
    while state.stack and state.stack[-1][0] == "move":
        state.stack.pop()
    state.stack.append(("turn", player, max(phase, BEGUN), frame[3] if kind == "turn" else 0))
    begin_raise(state, player, MAP_NUMBER[action.colour])


def _remove_cube(state: TobagoState, action: act.RemoveCube, frame: Frame) -> None:
    number = MAP_NUMBER[action.colour]
    cube = 1 << state.compiled.island.index[action.hex]
    state.amulets[frame[1]] -= 1
    state.removed[number] |= cube
    narrow(state, number, ~cube)
    _resume(state, frame)


def _amulet_clue(state: TobagoState, action: act.AmuletClue, frame: Frame) -> None:
    player = frame[1]
    state.amulets[player] -= 1
    lay_from_hand(state, player, action)
    _resume(state, frame)
    fill_hand(state, player)


def _amulet_move(state: TobagoState, _action: act.AmuletMove, frame: Frame) -> None:
    kind, player, phase = frame[:3]
    state.amulets[player] -= 1
    if kind == "move":
        state.stack.append((*frame[:5], 0))  # what the extra move reaches is not picked up (T-33)
    state.stack.append(("move", player, max(phase, BEGUN), 0, STEPS_PER_MOVE, 0))


def _amulet_exchange(state: TobagoState, _action: act.AmuletExchange, frame: Frame) -> None:
    player = frame[1]
    state.amulets[player] -= 1
    count = discard_hand(state, player)
    _resume(state, frame)
    open_draws(state, player, count)


_AMULETS: dict[type[Any], Any] = {
    act.RemoveCube: _remove_cube,
    act.AmuletClue: _amulet_clue,
    act.AmuletMove: _amulet_move,
    act.AmuletExchange: _amulet_exchange,
}

TURNS = {
    "turn": Decision(
        _turn_actions,
        {
            act.LayClue: _lay,
            act.Step: _first_step,
            act.Exchange: _exchange,
            act.Raise: _raise,
            act.PickUp: _pick_up,
            act.End: _end,
            **_AMULETS,
        },
        why_not_in_turn,
    ),
    "move": Decision(
        _move_actions,
        {act.Step: _next_step, act.Stop: _stop, act.Raise: _raise, act.PickUp: _pick_up, **_AMULETS},
        why_not_in_move,
    ),
}
"""The decisions of a turn."""
