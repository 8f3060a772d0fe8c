"""What happened, as linked events: a copy of a state shares them and copies none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from toolkit.core.decision import Action

History = tuple[Any, int, Any] | None
"""The history before, who acted, and the action or what was seen; None: nothing yet."""


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
