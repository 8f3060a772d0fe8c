"""A turn: its main action, moves step by step, and amulets before and after (T-20 to T-22, T-32, T-33)."""

from __future__ import annotations

from collections.abc import Sequence

from toolkit.core.decision import Action, Decision, Kind, on
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
from toolkit.games.tobago.play.state import BEGUN, DONE, FRESH, HAND, TURN_LIMIT, Move, TobagoState, Turn
from toolkit.games.tobago.play.treasure import begin_raise
from toolkit.hexmap.island import bits

# ---- how turns follow each other --------------------------------------------------------------------------


def go_on_with_turn(state: TobagoState, player: int, phase: int, pick: int) -> None:
    """Let a player choose what comes next in the turn, or end it when nothing is left to choose.

    Only what everybody sees decides that: amulets held, an amulet that may be picked up (`pick`), a treasure
    that may be raised.
    """
    if phase == DONE and not pick and not state.amulets[player] and not raises(state, player):
        next_turn(state, player)
    else:
        state.stack.append(Turn(player, phase, pick))


def next_turn(state: TobagoState, player: int) -> None:
    """Begin the turn of the player to the left; after the last one the game is over (T-19, T-35b)."""
    if state.turn >= state.rules.turn_limit:
        state.ending = TURN_LIMIT
        return
    state.turn += 1
    left = (player + 1) % state.players
    state.stack.append(Turn(left, FRESH, state.amulet_hexes >> state.atvs[left] & 1))


# ---- what is legal ----------------------------------------------------------------------------------------


def _turn_actions(state: TobagoState, frame: Turn) -> list[Action]:
    player, phase, pick = frame
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


def _move_actions(state: TobagoState, frame: Move) -> list[Action]:
    player, _, _, left, pick = frame
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


def _resume(state: TobagoState, frame: Turn | Move) -> None:
    """Go on with a turn after something beside its main action, or with a move that it interrupted."""
    if isinstance(frame, Move):
        state.stack.append(frame)
    else:
        go_on_with_turn(state, frame.actor, max(frame.phase, BEGUN), frame.pick)


def _lay(state: TobagoState, action: act.LayClue, frame: Turn) -> None:
    lay_from_hand(state, frame.actor, action)
    go_on_with_turn(state, frame.actor, DONE, frame.pick)
    fill_hand(state, frame.actor)


def _exchange(state: TobagoState, _action: act.Exchange, frame: Turn) -> None:
    player = frame.actor
    count = discard_hand(state, player)
    next_turn(state, player)
    open_draws(state, player, count)


def _end(state: TobagoState, _action: act.End, frame: Turn) -> None:
    next_turn(state, frame.actor)


def _first_step(state: TobagoState, action: act.Step, frame: Turn) -> None:
    _arrive(state, action, frame.actor, DONE, 1, STEPS_PER_MOVE - 1)


def _next_step(state: TobagoState, action: act.Step, frame: Move) -> None:
    player, phase, main, left, _ = frame
    _arrive(state, action, player, phase, main, left - 1)


def _arrive(state: TobagoState, action: act.Step, player: int, phase: int, main: int, left: int) -> None:
    """Move the ATV; the move goes on while steps are left or an amulet may be picked up (T-22, T-32)."""
    here = state.atvs[player] = state.compiled.island.index[action.hex]
    pick = main & state.amulet_hexes >> here
    if left or pick:
        state.stack.append(Move(player, phase, main, left, pick))
    else:
        _end_move(state, player, phase)


def _stop(state: TobagoState, _action: act.Stop, frame: Move) -> None:
    _end_move(state, frame.actor, frame.phase)


def _end_move(state: TobagoState, player: int, phase: int) -> None:
    """Go on with the turn, unless this extra move interrupted another move (T-21a), which is open again."""
    if not state.stack or not isinstance(state.stack[-1], Move):
        go_on_with_turn(state, player, phase, 0)


def _pick_up(state: TobagoState, _action: act.PickUp, frame: Turn | Move) -> None:
    player = frame.actor
    state.amulet_hexes &= ~(1 << state.atvs[player])
    state.amulets[player] += 1
    if isinstance(frame, Turn):
        go_on_with_turn(state, player, max(frame.phase, BEGUN), 0)
    elif frame.left:
        state.stack.append(frame._replace(pick=0))
    else:
        _end_move(state, player, frame.phase)


def _raise(state: TobagoState, action: act.Raise, frame: Turn | Move) -> None:
    """Raise a treasure; a move under way, and one that it interrupted, ends with it (T-22, T-22b)."""
    while state.stack and isinstance(state.stack[-1], Move):
        state.stack.pop()
    pick = frame.pick if isinstance(frame, Turn) else 0
    state.stack.append(Turn(frame.actor, max(frame.phase, BEGUN), pick))
    begin_raise(state, frame.actor, MAP_NUMBER[action.colour])


def _remove_cube(state: TobagoState, action: act.RemoveCube, frame: Turn | Move) -> None:
    number = MAP_NUMBER[action.colour]
    cube = 1 << state.compiled.island.index[action.hex]
    state.amulets[frame.actor] -= 1
    state.removed[number] |= cube
    narrow(state, number, ~cube)
    _resume(state, frame)


def _amulet_clue(state: TobagoState, action: act.AmuletClue, frame: Turn | Move) -> None:
    player = frame.actor
    state.amulets[player] -= 1
    lay_from_hand(state, player, action)
    _resume(state, frame)
    fill_hand(state, player)


def _amulet_move(state: TobagoState, _action: act.AmuletMove, frame: Turn | Move) -> None:
    state.amulets[frame.actor] -= 1
    if isinstance(frame, Move):
        state.stack.append(frame._replace(pick=0))  # what the extra move reaches is not picked up (T-33)
    state.stack.append(Move(frame.actor, max(frame.phase, BEGUN), 0, STEPS_PER_MOVE, 0))


def _amulet_exchange(state: TobagoState, _action: act.AmuletExchange, frame: Turn | Move) -> None:
    player = frame.actor
    state.amulets[player] -= 1
    count = discard_hand(state, player)
    _resume(state, frame)
    open_draws(state, player, count)


_AMULETS = (
    on(act.RemoveCube, _remove_cube),
    on(act.AmuletClue, _amulet_clue),
    on(act.AmuletMove, _amulet_move),
    on(act.AmuletExchange, _amulet_exchange),
)

TURNS: dict[str, Kind[TobagoState]] = {
    "turn": Decision(
        Turn,
        _turn_actions,
        on(act.LayClue, _lay),
        on(act.Step, _first_step),
        on(act.Exchange, _exchange),
        on(act.Raise, _raise),
        on(act.PickUp, _pick_up),
        on(act.End, _end),
        *_AMULETS,
        why_not=why_not_in_turn,
    ),
    "move": Decision(
        Move,
        _move_actions,
        on(act.Step, _next_step),
        on(act.Stop, _stop),
        on(act.Raise, _raise),
        on(act.PickUp, _pick_up),
        *_AMULETS,
        why_not=why_not_in_move,
    ),
}
"""The decisions of a turn."""
