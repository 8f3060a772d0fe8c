"""Whole moves in one line: events folded for people, and a line like ``move A22-A23-A34`` unfolded.

Only a move that runs through without anything in between is folded: then the line reads back to the same
actions (`unfolded`).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

from toolkit.core.decision import CHANCE, Action, Reveal
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.history import Event
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.compiled import NOWHERE
from toolkit.games.tobago.play.state import Move, TobagoState
from toolkit.games.tobago.rules import HAND_SIZE


def folded(happened: Iterable[Event]) -> list[tuple[int, str]]:
    """Return events for people: who acted, and the text; each whole move is one line.

    Drawn cards stand in lines of the player who draws them, as far as the events tell who that is.
    """
    return list(_Folding(happened).lines())


class _Folding:
    """Goes through events and remembers of those before what a line needs."""

    def __init__(self, happened: Iterable[Event]) -> None:
        self.left = deque(happened)
        self.hexes: dict[int, str] = {}  # where each ATV stands
        self.mover, self.steps = CHANCE, list[int]()  # who moved last, with the steps of each open move
        self.drawer = CHANCE  # chance events do not say who draws
        self.roses: dict[str, list[int]] = {}
        self.lookers: list[int] = []

    def lines(self) -> Iterator[tuple[int, str]]:
        while self.left:
            event = self.left.popleft()
            who = self._note(event)
            texts = self._move(who, event.action) if isinstance(event.action, act.Step) else [str(event)]
            yield from ((who, text) for text in texts)

    def _note(self, event: Event) -> int:
        """Remember what an event says about later ones, and return whose line it is."""
        actor, action = event.actor, event.action
        if actor != CHANCE:
            self.drawer = actor
        match action:
            case act.Start():
                self.hexes[actor] = action.hex
            case act.LayClue() | act.AmuletClue() | act.Mark():
                self.roses.setdefault(action.colour, []).append(actor)
            case act.AmuletMove():
                self.steps = [*self.steps, 0] if self.mover == actor else [0]
                self.mover = actor
            case act.Raise():  # the looks go round from the raiser (T-25a)
                owners = [actor, *self.roses.pop(action.colour, [])]
                self.lookers = sorted(owners, key=lambda owner: (owner - actor) % max(HAND_SIZE))
                self.steps = []
            case act.Stop():
                del self.steps[-1:]
            case act.PickUp() if self.steps[-1:] == [STEPS_PER_MOVE]:
                del self.steps[-1:]
            case act.Look() if self.lookers:
                return self.lookers.pop(0)
            case act.DrawClue() | act.Add():
                return self.drawer
        return actor

    def _move(self, actor: int, first: act.Step) -> list[str]:
        """Return the lines of a step and those that follow it, up to the end of the move."""
        if actor != self.mover or not self.steps:
            self.mover, self.steps = actor, [0]
        names = [first.hex]
        self.steps[-1] += 1
        while self.steps[-1] < STEPS_PER_MOVE and isinstance(step := self._next(actor), act.Step):
            names.append(step.hex)
            self.steps[-1] += 1
            self.left.popleft()
        start, self.hexes[actor] = self.hexes.get(actor), names[-1]
        after = self._next(actor)
        stopped = isinstance(after, act.Stop)
        ended = self.steps[-1] == STEPS_PER_MOVE and not isinstance(after, act.Stop | act.PickUp | act.Raise)
        if ended or (start and stopped):
            self.steps.pop()
        if not start or not (stopped or ended):
            return [f"step {name}" for name in names]
        if stopped:
            self.left.popleft()
        return [f"move {'-'.join([start, *names])}"]

    def _next(self, actor: int) -> Action | Reveal | None:
        """Return what comes next, if this player does it."""
        return self.left[0].action if self.left and self.left[0].actor == actor else None


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
