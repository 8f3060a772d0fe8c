"""The trace of a rollout: every decision and draw, as an action of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from solvers.silver.rollouts import layout as at
from solvers.silver.rollouts import verbs
from solvers.silver.rollouts.jit import Table
from solvers.silver.rollouts.policies import Policy
from solvers.silver.rollouts.rounds import play_round
from solvers.silver.rollouts.running import Start
from toolkit.core.decision import Action
from toolkit.games.silver import actions

_ROOM = 1 << 10
"""Steps for which there is room at first."""


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a rollout."""

    action: Action  #: what was chosen or drawn
    options: int  #: how many legal actions there were; 0 for what chance did


def trace(
    start: Start, policies: Sequence[Policy], seed: int | str, number: int = 0
) -> tuple[list[Step], Table]:
    """Return the steps of a rollout and the table at its end; it is the one that `play` plays."""
    room = _ROOM
    while True:
        table = start.ready(policies, room)
        faces, words = start.luck(seed, number)
        for place, face in zip(start.places, faces, strict=True):
            table[place] = face
        table[at.RANDOM : at.RANDOM + at.WORDS] = words
        play_round(table)
        if table[at.TRACED] == table[at.STEPS]:
            return list(_steps(table)), table
        room = table[at.STEPS]


def _steps(table: Table) -> Iterator[Step]:
    for number in range(table[at.TRACED]):
        verb, one, two, options = table[at.TRACE + number * at.TRACED_STEP :][: at.TRACED_STEP]
        yield Step(action_of(verb, one, two), options)


def action_of(verb: int, one: int, two: int) -> Action:
    """Return the action of the game that an option stands for."""
    if verb in _WORDS:
        return _WORDS[verb]
    if verb in _NUMBERED:
        return _NUMBERED[verb][one]
    return _PLACED[verb][one, two]


_WORDS: dict[int, Action] = {
    verbs.DRAW: actions.DRAW,
    verbs.TAKE: actions.TAKE,
    verbs.CALL: actions.CALL,
    verbs.DISCARD: actions.DISCARD,
    verbs.DONE: actions.DONE,
    verbs.LEFT: actions.LEFT,
    verbs.RIGHT: actions.RIGHT,
    verbs.USE: actions.USE,
    verbs.SKIP: actions.SKIP,
    verbs.OFF: actions.OFF,
    verbs.END_TURN: actions.END,
}

_NUMBERED: dict[int, Mapping[int, Action] | Sequence[Action]] = {
    verbs.DEAL: actions.DEALS,
    verbs.DRAWN: actions.DRAWS,
    verbs.SHOW: actions.SHOWS,
    verbs.SHOWN: actions.SHOWN,
    verbs.EXCHANGE: actions.EXCHANGES,
    verbs.AND: actions.ANDS,
    verbs.PLACE: actions.PLACES,
    verbs.KEEP: actions.KEEPS,
    verbs.FETCH: actions.FETCHES,
    verbs.GIVE: actions.GIVES,
    verbs.GUARD_WITH: actions.GUARDS,
    verbs.OVER: actions.OVERS,
    verbs.PROTECT: actions.PROTECTS,
}

_PLACED: dict[int, Mapping[tuple[int, int], Action]] = {
    verbs.LOOK: actions.LOOKS,
    verbs.TURN_UP: actions.TURNS,
    verbs.HIT: actions.HITS,
    verbs.ROB: actions.ROBS,
}
