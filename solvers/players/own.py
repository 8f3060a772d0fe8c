"""Players of somebody's own: what goes wrong in their code is told with its line, and ends no program."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import TYPE_CHECKING, Any

from toolkit.core.decision import Action, IllegalAction
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation
    from toolkit.core.play import Player
    from toolkit.core.state import State


class OwnFault(ToolkitError):  # noqa: N818  # as in "whose fault"
    """What went wrong in code of somebody's own, and in which line of it."""


@contextmanager
def own_code(what: str) -> Iterator[None]:
    """Run code of somebody's own: `OwnFault` says what went wrong, whatever it is."""
    try:
        yield
    except (Exception, SystemExit) as error:
        why = str(error) if isinstance(error, ToolkitError) else _told(error)
        raise OwnFault(f"{what}: {why}{_place(error)}") from error


def _told(error: BaseException) -> str:
    return f"{type(error).__name__}{f': {error}' if str(error) else ''}"


def _place(error: BaseException) -> str:
    """Return the last line of somebody's own that ran: the fault is in what it asked of Python or of us.

    Their own are the files of the folder in which the first one lies that was called from here.
    """
    ran = [(one, Path(one.filename).parent) for one in extract_tb(error.__traceback__)]
    own = [(one, folder) for one, folder in ran if folder not in _CALLING and "<frozen" not in one.filename]
    if not own or isinstance(error, SyntaxError):  # which names the place by itself
        return ""
    last = [one for one, folder in own if folder == own[0][1]][-1]
    return f" ({last.filename}, line {last.lineno})"


_CALLING = {Path(file).parent for file in (__file__, os.__file__, importlib.__file__)}


@contextmanager
def told_whose(players: Sequence[Player], state: State) -> Iterator[None]:
    """Run a game: `OwnFault` says who chose what is not legal."""
    try:
        yield
    except IllegalAction as error:
        raise OwnFault(f"{players[state.to_act()].name}: {error}") from error


class Own:
    """A player of somebody's own at a table."""

    def __init__(self, one: Any) -> None:
        self.one = one
        self.name: str = one.name

    def sit(self, seat: int, random: Random) -> None:
        """Take a seat."""
        with own_code(self.name):
            self.one.sit(seat, random)

    def choose(self, observation: Observation[Any], legal_actions: Sequence[Action]) -> Action:
        """Return what the player chooses, be it legal or not."""
        with own_code(self.name):
            chosen: Action = self.one.choose(observation, legal_actions)
        return chosen

    def notify(self, event: Event) -> None:
        """Let the player hear what happened."""
        with own_code(self.name):
            self.one.notify(event)
