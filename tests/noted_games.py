"""Games of the engine, noted line by line for a seat: what of them holds for the notes of every game.

A scribe plays a game and notes it: `state` and `seat`, `apply` lets something happen, `line` is what happened
since the last one, and `complete` tells whether one may end here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from toolkit.core.decision import Action
from toolkit.core.errors import ToolkitError
from toolkit.core.state import State
from toolkit.core.told import NotedGame


def lines(
    scribe: Any,
    choose: Callable[[State, Random], Action],
    random: Random,
    steps: int,
    *,
    ended: float = 1,
) -> Iterator[str]:
    """Play at most so many steps; yield the lines, each of which ends where it may with that chance."""
    for _ in range(steps):
        if not scribe.state.stack:
            return
        scribe.apply(choose(scribe.state, random))
        if scribe.complete and (random.random() < ended or not scribe.state.stack):
            yield scribe.line()


def note_truly(scribe: Any, noted: NotedGame[Any], told: Iterator[str]) -> None:
    """What the writer sees after each line is what the engine would show, and so is the end."""
    for line in told:
        noted.tell(line)
        assert noted.seen == scribe.state.observation(scribe.seat), line
    assert noted.lines
    assert noted.outcome == scribe.state.outcome()


def note_wrongly(noted: NotedGame[Any], told: Iterator[str], wrong: Callable[[str], str]) -> int:
    """What is wrong is true of another game, or it changes nothing; return how often it was refused."""
    refused = 0
    for line in told:
        before, other = noted.seen, wrong(line)
        if other != line:
            try:
                noted.tell(other)
            except ToolkitError:
                refused += 1
            else:
                view = noted.seen.views[0]
                shown = Counter(face for zone in view.cards for face in zone if face >= 0)
                assert shown <= Counter(view.layout.deck)
                noted.undo()
            assert noted.seen == before
        noted.tell(line)
    return refused
