"""What happened, as linked events: a copy of a state shares them and copies none.

A state links every event once, with who saw it. What a seat heard is linked apart from it, without what the
seat did not see, when somebody asks for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.core.decision import Action

History = tuple[Any, int, Any] | None
"""What a seat heard before, who acted, and the action or what was seen; None: nothing yet."""

Happened = tuple[Any, int, Any, int] | None
"""What happened before, who acted, the action or what was seen, and a mask of who saw it; None: nothing."""


@dataclass(frozen=True, slots=True)
class Reveal:
    """Something that a seat sees and that is no action, such as the cards of a hand that it receives.

    Attributes
    ----------
    what
        A sentence in the words of the rules, such as ``hand: draw 3, lose 1 die``.
    """

    what: str

    def __str__(self) -> str:
        return f"({self.what})"


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as a seat saw it.

    Attributes
    ----------
    actor
        The player who acted, or `CHANCE`.
    action
        The action, veiled if the seat did not see all of it, or a `Reveal`.
    """

    actor: int
    action: Action | Reveal

    def __str__(self) -> str:
        return str(self.action)

    def to_list(self) -> list[Any]:
        """Return the event as JSON data: who acted, whether it was a `Reveal`, and its text."""
        if isinstance(self.action, Reveal):
            return [self.actor, 1, self.action.what]
        return [self.actor, 0, str(self.action)]


def heard(happened: Happened, until: Happened, history: History, seat: int) -> History:
    """Return the history of a seat, or with a mask of all bits that of what really happened.

    Parameters
    ----------
    happened
        What happened.
    until
        The part of it that `history` tells already.
    history
        What the seat heard so far.
    seat
        The mask of the seat. Of an action that it did not see it hears the veiled one, of a `Reveal` nothing.
    """
    news = []
    while happened is not until and happened:
        news.append(happened)
        happened = happened[0]
    for _, actor, what, seen_by in reversed(news):
        if seen_by & seat or seat == -1:
            history = (history, actor, what)
        elif not isinstance(what, Reveal):
            history = (history, actor, what.veiled())
    return history


def events(history: History) -> tuple[Event, ...]:
    """Return the events of a history, the first one first."""
    found = []
    while history:
        history, actor, action = history
        found.append(Event(actor, action))
    return tuple(reversed(found))


def linked(happened: tuple[Event, ...]) -> History:
    """Return the history of these events."""
    history: History = None
    for event in happened:
        history = (history, event.actor, event.action)
    return history
