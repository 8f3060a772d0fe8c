"""Play of any game in tests: at random, or by lines in notation; and what may be done, refused, heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any, TypeVar

import pytest

from toolkit.core.decision import CHANCE, Action, IllegalAction
from toolkit.core.history import Event
from toolkit.core.observation import Observation
from toolkit.core.saving import state_to_text
from toolkit.core.state import State

S = TypeVar("S", bound=State)


# ---- at random ----
def any_action(state: State, random: Random) -> Action:
    """Return something that can happen: what chance brings, or any legal action."""
    return state.sample_chance(random) if state.to_act() == CHANCE else random.choice(state.legal_actions())


def any_step(state: S, random: Random) -> S:
    """Let something happen at random."""
    state.apply_unchecked(any_action(state, random))
    return state


def random_game(state: S, random: Random) -> Iterator[S]:
    """Play at random to the end; yield the state before every step and at the end."""
    while state.stack:
        yield state
        any_step(state, random)
    yield state


def decisions(state: S, random: Random, choose: Callable[[S], Action] | None = None) -> Iterator[S]:
    """Play to the end; yield the state before each decision, which is taken at random or as `choose` says."""
    while state.stack:
        if state.to_act() == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        yield state
        state.apply_unchecked(choose(state) if choose else random.choice(state.legal_actions()))


def brought(state: S, random: Random) -> S:
    """Let chance do all that it does now, such as a deal."""
    while state.to_act() == CHANCE:
        state.apply(state.sample_chance(random))
    return state


class Bold:
    """A player who chooses at random, and remembers what it heard."""

    def __init__(self, name: str = "bold") -> None:
        self.name = name
        self.heard: list[Event] = []

    def sit(self, seat: int, random: Random) -> None:
        self.seat, self.random = seat, random

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        assert observation.player == self.seat
        assert tuple(legal_actions) == observation.legal_actions()
        return self.random.choice(legal_actions)

    def notify(self, event: Event) -> None:
        self.heard.append(event)


# ---- by lines ----
def read(state: State, line: str) -> tuple[Action, ...]:
    """Return the actions of a line in notation."""
    actions: tuple[Action, ...] = state.game.parse_line(line, state)
    return actions


def do(state: S, *lines: str) -> S:
    """Apply lines in notation, with commas between actions, also what chance brings; the rules check them."""
    for line in lines:
        for part in line.split(", "):
            for action in read(state, part):
                state.apply(action)
    return state


def refused(state: State, line: str) -> str:
    """Return the rule's reason against the last action of a line; the state must stay as it was before it."""
    *before, last = read(state, line)
    for action in before:
        state.apply(action)
    text = state_to_text(state)
    with pytest.raises(IllegalAction) as caught:
        state.apply(last)
    assert state_to_text(state) == text
    return caught.value.reason


# ---- what may be done, and what was heard ----
def can(state: State, line: str) -> bool:
    """Tell whether the first action of a line is legal now."""
    return read(state, line)[0] in state.legal_actions()


def legal(state: State, word: str = "") -> list[str]:
    """Return what the player to act may do, in notation; with a word, only what begins with it."""
    return [str(action) for action in state.legal_actions() if str(action).startswith(word)]


def chances(state: State) -> dict[str, int]:
    """Return what chance may do, with its weights."""
    return {str(action): weight for action, weight in state.chance_outcomes()}


def events(state: State, viewer: int | None) -> list[str]:
    """Return the log of a seat as texts; None is a spectator."""
    return [str(event) for event in state.log(viewer)]
