"""What happened, as linked events: a copy of a state shares them and copies none.

A state links every event once, with who saw it. What a seat heard is linked apart from it, without what the
seat did not see, when somebody asks for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Any

from toolkit.core.decision import Action, Frame, Reveal

History = tuple[Any, int, Any, Any] | None
"""What a seat heard before, and the parts of an `Event`; None: nothing yet."""

Happened = tuple[Any, int, Any, Any, int] | None
"""What happened before, the parts of an `Event`, and a mask of who saw it; None: nothing."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as a seat saw it."""

    actor: int  #: the player who acted, `CHANCE` or `AUTOMATIC`
    action: Action | Reveal  #: the action, veiled if the seat did not see all of it, or a `Reveal`
    #: What was open when it was done, which says for whom chance acts; None for a `Reveal`, and where a log
    #: was read that does not tell it.
    frame: Frame | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return str(self.action)


def runs(
    happened: Sequence[Event], begins: Callable[[Event, Sequence[Event], Event | None], bool]
) -> Iterator[list[Event]]:
    """Yield events in runs; `begins` tells from an event, the run before it and the next where one begins."""
    run: list[Event] = []
    for event, following in zip_longest(happened, happened[1:]):
        if run and begins(event, run, following):
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def heard(happened: Happened, until: Happened, history: History, seen_by: int | None) -> History:
    """Return the history of a seat, or of what really happened.

    Parameters
    ----------
    happened
        What happened.
    until
        The part of it that `history` tells already.
    history
        What was told so far.
    seen_by
        The mask of the seat: of an action that it did not see it hears the veiled one, of a `Reveal` nothing.
        None: all that happened, as it was.
    """
    news = []
    while happened is not until and happened:
        news.append(happened)
        happened = happened[0]
    for _, actor, what, frame, mask in reversed(news):
        if seen_by is None or mask & seen_by:
            history = (history, actor, what, frame)
        elif not isinstance(what, Reveal):
            history = (history, actor, what.veiled(), frame)
    return history


def events(history: History, until: History = None) -> tuple[Event, ...]:
    """Return the events of a history, the first one first, or what it gained since it was `until`."""
    found = []
    while history and history is not until:
        history, actor, what, frame = history
        found.append(Event(actor, what, frame))
    return tuple(found[::-1])


def flat(history: History, until: History = None) -> list[tuple[int, Action | Reveal]]:
    """Return who acted, and the action or what was seen, the first one first; as in `events`."""
    found = []
    while history and history is not until:
        history, actor, what, _ = history
        found.append((actor, what))
    return found[::-1]


def linked(happened: Iterable[Event]) -> History:
    """Return the history of some events."""
    history: History = None
    for event in happened:
        history = (history, event.actor, event.action, event.frame)
    return history
