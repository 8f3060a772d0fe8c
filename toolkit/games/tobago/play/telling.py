"""Whole moves in one line: events folded for people, and a line like ``move A22-A23-A34`` unfolded.

Only a move that runs through without anything in between is folded: then the line reads back to the same
actions (`unfolded`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.compiled import NOWHERE
from toolkit.games.tobago.play.state import HAND_SIZE, Move

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action, Reveal
    from toolkit.core.history import Event
    from toolkit.games.tobago.play.state import TobagoState


def folded(happened: Sequence[Event]) -> list[tuple[int, str]]:
    """Return events for people: who acted, and the text; each whole move is one line.

    Drawn cards stand in lines of the player who draws them, as far as the events tell who that is.
    """
    return _Folding(happened).lines()


class _Folding:
    """Goes through events and remembers where the ATVs stand and how many steps the open moves have."""

    def __init__(self, happened: Sequence[Event]) -> None:
        self.happened = happened
        self.hexes: dict[int, str] = {}
        self.mover = CHANCE
        self.drawers = _Drawers()
        self.open: list[int] = []

    def lines(self) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        place = 0
        while place < len(self.happened):
            event = self.happened[place]
            if isinstance(event.action, act.Step):
                texts, taken = self._move(place)
            else:
                self._note(event)
                texts, taken = [str(event)], 1
            who = self.drawers.of(event)
            found += [(who, text) for text in texts]
            place += taken
        return found

    def _move(self, place: int) -> tuple[list[str], int]:
        """Return the lines of the steps that begin at a place, and how many events they stand for."""
        actor = self.happened[place].actor
        if actor != self.mover or not self.open:
            self.mover, self.open = actor, [0]
        names = self._names(place)
        start, self.hexes[actor] = self.hexes.get(actor), names[-1]
        self.open[-1] += len(names)
        after = self._action(place + len(names), actor)
        stopped = isinstance(after, act.Stop)
        ended = self.open[-1] == STEPS_PER_MOVE and not isinstance(after, act.Stop | act.PickUp | act.Raise)
        if start is None or not (stopped or ended):
            self._note_end(ended)
            return [f"step {name}" for name in names], len(names)
        self._note_end(ended=True)
        return [f"move {'-'.join([start, *names])}"], len(names) + stopped

    def _names(self, place: int) -> list[str]:
        """Return the hexes of the steps that follow each other from a place, up to the end of the move."""
        names: list[str] = []
        actor = self.happened[place].actor
        while isinstance(step := self._action(place + len(names), actor), act.Step):
            names.append(step.hex)
            if self.open[-1] + len(names) >= STEPS_PER_MOVE:
                break
        return names

    def _action(self, place: int, actor: int) -> Action | Reveal | None:
        """Return what a player did at a place; None when that was somebody else."""
        if place < len(self.happened) and self.happened[place].actor == actor:
            return self.happened[place].action
        return None

    def _note_end(self, ended: bool) -> None:
        if ended:
            self.open.pop()

    def _note(self, event: Event) -> None:
        """Remember what an event that is no step says about moves."""
        action = event.action
        if isinstance(action, act.Start):
            self.hexes[event.actor] = action.hex
        elif isinstance(action, act.AmuletMove):
            self.open = [*self.open, 0] if self.mover == event.actor else [0]
            self.mover = event.actor
        elif isinstance(action, act.Raise):
            self.open = []
        elif isinstance(action, act.Stop) or (
            isinstance(action, act.PickUp) and self.open[-1:] == [STEPS_PER_MOVE]
        ):
            del self.open[-1:]


class _Drawers:
    """Goes through events and remembers who draws next: chance events do not say it."""

    def __init__(self) -> None:
        self.actor = CHANCE
        self.roses: dict[str, list[int]] = {}
        self.lookers: list[int] = []

    def of(self, event: Event) -> int:
        """Return whose line an event is."""
        action = event.action
        if event.actor != CHANCE:
            self._note(event.actor, action)
        elif isinstance(action, act.DrawClue):
            return self.actor
        elif isinstance(action, act.Look) and self.lookers:
            return self.lookers.pop(0)
        elif isinstance(action, act.Add):
            return self.actor
        return event.actor

    def _note(self, actor: int, action: Action | Reveal) -> None:
        """Remember the roses that players lay, and who looks when a treasure is raised (T-25a)."""
        self.actor = actor
        if isinstance(action, act.LayClue | act.AmuletClue | act.Mark):
            self.roses.setdefault(action.colour, []).append(actor)
        elif isinstance(action, act.Raise):
            owners = [actor, *self.roses.pop(action.colour, [])]
            self.lookers = sorted(owners, key=lambda owner: (owner - actor) % max(HAND_SIZE))


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
    if state.atvs[player] == NOWHERE:
        raise ToolkitError(f"{quote(text.strip())}: the ATV is not on the island yet (T-16)")
    here = state.compiled.island.names[state.atvs[player]]
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
    return sum(isinstance(frame, Move) for frame in state.stack)
