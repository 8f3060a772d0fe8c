"""A turn: its main action, moves step by step, and amulets before and after (T-20 to T-22, T-32, T-33)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from toolkit.core.decision import Action, asks
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.maps import cubes_lie
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play import clue_cards
from toolkit.games.tobago.play.treasure import begin_raise
from toolkit.games.tobago.rules import COLOURS
from toolkit.games.tobago.state import HAND, MAP_NUMBER, MAPS, TURN_LIMIT, TobagoState
from toolkit.hexmap.island import bits

FRESH, BEGUN, DONE = range(3)
"""The phases of a turn: nothing done, something beside the main action done, main action done."""


@asks("{asked}")
class Turn(NamedTuple):
    """A player says what comes next in the turn (T-20)."""

    actor: int
    phase: int
    pick: int  #: 1 where an amulet may be picked up

    def asked(self, _seen: object) -> str:
        """Return what is asked in this phase."""
        if self.phase == DONE:
            return "Your main action is done; what else? (T-21)"
        return "One clue or one move; besides, amulets and located treasures (T-20, T-21)"

    def legal(self, state: TobagoState) -> Sequence[Action]:
        player, phase, pick = self
        found = main_actions(state, player, phase) if phase != DONE else []
        may_end = not found or phase == DONE  # T-20b
        found += raises(state, player)
        if pick:
            found.append(act.PICK_UP)
        found += _amulet_uses(state, player)
        if may_end:
            found.append(act.END)
        return found

    def go_on(self, state: TobagoState) -> None:
        """Let the player choose what comes next, or end the turn when nothing is left to choose.

        Only what everybody sees decides that: amulets held, an amulet that may be picked up, a treasure that
        may be raised.
        """
        player, phase, pick = self
        if phase == DONE and not pick and not state.amulets[player] and not raises(state, player):
            next_turn(state, player)
        else:
            state.stack.append(self)

    def lay(self, state: TobagoState, action: act.LayClue) -> None:
        clue_cards.lay_from_hand(state, self.actor, action)
        Turn(self.actor, DONE, self.pick).go_on(state)
        clue_cards.fill_hand(state, self.actor)

    def go(self, state: TobagoState, action: act.Step) -> None:
        _arrive(state, action, self.actor, DONE, 1, STEPS_PER_MOVE - 1)

    def exchange(self, state: TobagoState, action: act.Exchange) -> None:  # noqa: ARG002
        count = clue_cards.discard_hand(state, self.actor)
        next_turn(state, self.actor)
        clue_cards.open_draws(state, self.actor, count)

    def pick_up(self, state: TobagoState, action: act.PickUp) -> None:  # noqa: ARG002
        _take_amulet(state, self.actor)
        Turn(self.actor, max(self.phase, BEGUN), 0).go_on(state)

    def do_besides(self, state: TobagoState, action: act.Raise | act.AmuletUse) -> None:
        """Raise a treasure, or use an amulet."""
        _do_besides(state, self._replace(phase=max(self.phase, BEGUN)), self, action)

    def end(self, state: TobagoState, action: act.End) -> None:  # noqa: ARG002
        next_turn(state, self.actor)

    def why_not(
        self,
        state: TobagoState,
        action: act.LayClue | act.Step | act.Exchange | act.PickUp | act.Raise | act.AmuletUse | act.End,
    ) -> str:
        if self.phase == DONE and isinstance(action, act.LayClue | act.Step | act.Exchange):
            return "the main action of this turn is done (T-20)"
        if isinstance(action, act.Exchange):
            if self.phase != FRESH:
                return "an exchange costs the whole turn: nothing else is done in it (T-20a)"
            return "no clue is in hand (T-20)"
        if isinstance(action, act.End):
            return "one cannot pass: play a clue, move or exchange (T-20b)"
        return _why_not(state, self.actor, action)


@asks("You move; steps left: {left} (T-22)")
class Move(NamedTuple):
    """A move under way (T-22)."""

    actor: int
    phase: int  #: that of the turn after it
    main: int  #: 0 in an extra move by an amulet
    left: int  #: so many steps are left
    pick: int  #: 1 where an amulet may be picked up

    def legal(self, state: TobagoState) -> Sequence[Action]:
        player, _, _, left, pick = self
        found: list[Action] = list(state.compiled.island.steps[state.atvs[player]]) if left else []
        if left == STEPS_PER_MOVE:  # an extra move begins with a step (T-22a)
            return found
        found.append(act.STOP)
        found += raises(state, player)
        if pick:
            found.append(act.PICK_UP)
        if left and state.rules.amulets_between_steps == "yes":  # T-21a
            found += _amulet_uses(state, player)
        return found

    def go_on(self, state: TobagoState) -> None:
        """Let the move go on."""
        state.stack.append(self)

    def go(self, state: TobagoState, action: act.Step) -> None:
        _arrive(state, action, self.actor, self.phase, self.main, self.left - 1)

    def stop(self, state: TobagoState, action: act.Stop) -> None:  # noqa: ARG002
        _end_move(state, self.actor, self.phase)

    def pick_up(self, state: TobagoState, action: act.PickUp) -> None:  # noqa: ARG002
        _take_amulet(state, self.actor)
        if self.left:
            state.stack.append(self._replace(pick=0))
        else:
            _end_move(state, self.actor, self.phase)

    def do_besides(self, state: TobagoState, action: act.Raise | act.AmuletUse) -> None:
        """Raise a treasure, or use an amulet between two steps (T-21a)."""
        _do_besides(state, Turn(self.actor, max(self.phase, BEGUN), 0), self, action)

    def why_not(
        self, state: TobagoState, action: act.Step | act.Stop | act.PickUp | act.Raise | act.AmuletUse
    ) -> str:
        if self.left == STEPS_PER_MOVE and not isinstance(action, act.Step):
            return "a move has at least one step (T-22a)"
        if isinstance(action, act.Step) and not self.left:
            return f"a move has at most {STEPS_PER_MOVE} steps (T-22)"
        if isinstance(action, act.PickUp) and not self.main:
            return "in a move by an amulet none is picked up (T-33)"
        if isinstance(action, act.AmuletUse) and state.rules.amulets_between_steps == "no":
            return "amulets are used before or after a move, never between its steps (T-21a)"
        return _why_not(state, self.actor, action)


def next_turn(state: TobagoState, player: int) -> None:
    """Begin the turn of the player to the left; after the last one the game is over (T-19, T-35b)."""
    if state.turn >= state.rules.turn_limit:
        state.ending = TURN_LIMIT
        return
    state.turn += 1
    state.stack.append(fresh_turn(state, (player + 1) % state.players))


def fresh_turn(state: TobagoState, player: int) -> Turn:
    """Return a turn at its beginning: the amulet under the ATV may be picked up (T-32)."""
    return Turn(player, FRESH, state.amulet_hexes >> state.atvs[player] & 1)


# ---- what is legal ----------------------------------------------------------------------------------------


def main_actions(state: TobagoState, player: int, phase: int) -> list[Action]:
    """Return the clue plays, first steps, and the exchange that are open to a player (T-20)."""
    found = clue_cards.clue_plays(state, player, state.compiled.decks.lay)
    found += state.compiled.island.steps[state.atvs[player]]
    if phase == FRESH and state.clue_cards.cards[HAND + player]:
        found.append(act.EXCHANGE)
    return found


def raises(state: TobagoState, player: int) -> Sequence[Action]:
    """Return the treasures that the player may raise: located, under the ATV, with a free rose (T-24)."""
    here = 1 << state.atvs[player]
    if here not in state.candidates or not state.roses[player]:
        return ()
    maps = [number for number in MAPS if state.candidates[number] == here and state.clues[number]]
    return [act.Raise.of[COLOURS[number]] for number in maps]


def _amulet_uses(state: TobagoState, player: int) -> list[Action]:
    """Return how the player may use an amulet (T-33)."""
    if not state.amulets[player]:
        return []
    island = state.compiled.island
    found = clue_cards.clue_plays(state, player, state.compiled.decks.amulet_clue)
    for number, colour in enumerate(COLOURS):
        found += [act.RemoveCube.of[colour, island.names[hex_]] for hex_ in bits(_spare_cubes(state, number))]
    if island.steps[state.atvs[player]]:
        found.append(act.AMULET_MOVE)
    if state.clue_cards.cards[HAND + player]:
        found.append(act.AMULET_EXCHANGE)
    return found


def _spare_cubes(state: TobagoState, number: int) -> int:
    """Return the hexes of a map from which an amulet may take the cube: never the last one (T-33, T-33a)."""
    left = state.candidates[number]
    lie = cubes_lie(len(state.clues[number]), left.bit_count())
    return left if lie and left.bit_count() > 1 else 0


def _why_not(state: TobagoState, player: int, action: Action) -> str:
    """Return the rule's reason against an action in a turn or move."""
    here = state.compiled.island.names[state.atvs[player]]
    if isinstance(action, act.AmuletUse) and not state.amulets[player]:
        return "no amulet is left to be used (T-33)"
    match action:
        case act.LayClue() | act.AmuletClue():
            return clue_cards.why_not_lay(state, player, action)
        case act.Step() if action.hex == here:
            return "every step leads to another hex (T-22a)"
        case act.Step():
            return f"a step from {here} stays in its region or enters an adjacent hex of another one (T-22)"
        case act.Raise():
            return clue_cards.treasure_map(state, action.colour).why_not_raise(here) or clue_cards.NO_ROSE
        case act.PickUp() if state.amulet_hexes >> state.atvs[player] & 1:
            ends = "a step of the main move ends there"
            return f"it lay there when the turn began, or {ends}: else it stays (T-32, T-32b)"
        case act.PickUp():
            return f"no amulet lies on {here} (T-32)"
        case act.RemoveCube():
            return clue_cards.treasure_map(state, action.colour).why_not_remove(action.hex)
        case act.AmuletExchange():
            return "no clue is in hand (T-33)"
        case _:
            return "no step leads anywhere from here (T-22)"


# ---- what follows -----------------------------------------------------------------------------------------


def _arrive(state: TobagoState, action: act.Step, player: int, phase: int, main: int, left: int) -> None:
    """Move the ATV; the move goes on while steps are left or an amulet may be picked up (T-22, T-32)."""
    here = state.atvs[player] = state.compiled.island.index[action.hex]
    pick = main & state.amulet_hexes >> here
    if left or pick:
        state.stack.append(Move(player, phase, main, left, pick))
    else:
        _end_move(state, player, phase)


def _end_move(state: TobagoState, player: int, phase: int) -> None:
    """Go on with the turn, unless this extra move interrupted another move (T-21a), which is open again."""
    if not state.stack or not isinstance(state.stack[-1], Move):
        Turn(player, phase, 0).go_on(state)


def _take_amulet(state: TobagoState, player: int) -> None:
    """Give the amulet under the ATV to its player (T-32)."""
    state.amulet_hexes &= ~(1 << state.atvs[player])
    state.amulets[player] += 1


def _do_besides(
    state: TobagoState, turn: Turn, frame: Turn | Move, action: act.Raise | act.AmuletUse
) -> None:
    """Do something beside the main action: in a turn, or in a move, of which `turn` is the turn.

    A turn or move goes on afterwards; a raise ends all moves under way (T-22, T-22b).
    """
    player, resumed = turn.actor, turn if isinstance(frame, Turn) else frame
    if isinstance(action, act.Raise):
        while state.stack and isinstance(state.stack[-1], Move):
            state.stack.pop()
        state.stack.append(turn)
        begin_raise(state, player, MAP_NUMBER[action.colour])
        return
    state.amulets[player] -= 1
    match action:
        case act.RemoveCube():
            number, cube = MAP_NUMBER[action.colour], 1 << state.compiled.island.index[action.hex]
            state.removed[number] |= cube
            clue_cards.narrow(state, number, ~cube)
            resumed.go_on(state)
        case act.AmuletClue():
            clue_cards.lay_from_hand(state, player, action)
            resumed.go_on(state)
            clue_cards.fill_hand(state, player)
        case act.AmuletMove():
            if isinstance(frame, Move):  # what the extra move reaches is not picked up (T-33)
                state.stack.append(frame._replace(pick=0))
            state.stack.append(Move(player, turn.phase, 0, STEPS_PER_MOVE, 0))
        case act.AmuletExchange():
            count = clue_cards.discard_hand(state, player)
            resumed.go_on(state)
            clue_cards.open_draws(state, player, count)
