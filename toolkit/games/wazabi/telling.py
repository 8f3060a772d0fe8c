"""A game told for people: one line for what a player did in a turn, with what chance brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import CHANCE
from toolkit.core.history import Event, Reveal
from toolkit.games.wazabi.actions import Roll

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUND_WON = "round"
"""How the news of the end of a round begins (W-32)."""


def told(happened: Sequence[Event]) -> list[tuple[int, str]]:
    """Return events as lines: who acted, and what happened.

    A roll, its draws and gifts and the card are one line of the player whose turn it is, known from the first
    choice in it. The deal, the rolls for the start, and a turn in which nobody has chosen yet are of chance.
    """
    lines = []
    for run in _runs(happened):
        actor = next((event.actor for event in run if event.actor != CHANCE), CHANCE)
        lines.append((actor, ", ".join(map(str, run))))
    return lines


def _runs(happened: Sequence[Event]) -> Iterator[list[Event]]:
    run: list[Event] = []
    for number, event in enumerate(happened):
        if run and _begins_anew(run, event, happened[number + 1 : number + 2]):
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def _begins_anew(run: list[Event], event: Event, following: Sequence[Event]) -> bool:
    """Tell whether an event belongs to another line than the events before it."""
    if _rolls(event):  # a roll that is followed by another one was for the start
        return not _rolls(run[-1]) or not any(map(_rolls, following))
    if event.actor != CHANCE:
        return any(other.actor not in (CHANCE, event.actor) for other in run)
    return isinstance(run[-1].action, Reveal) and run[-1].action.what.startswith(ROUND_WON)


def _rolls(event: Event) -> bool:
    return isinstance(event.action, Roll)
