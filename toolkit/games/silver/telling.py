"""A game told for people: one line for what a player did in a turn, with what chance brought."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.decision import CHANCE
from toolkit.core.history import Event, Reveal
from toolkit.games.silver.actions import SCORE, Card, Own, Word

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def told(happened: Sequence[Event]) -> list[tuple[int, str]]:
    """Return events as lines: who acted, and what happened; a set that is given up is one action."""
    return [(_actor(run), ", ".join(_texts(run))) for run in _runs(happened)]


def _actor(run: Sequence[Event]) -> int:
    return next((event.actor for event in run if event.actor != CHANCE), CHANCE)


def _runs(happened: Sequence[Event]) -> Iterator[list[Event]]:
    """Yield what belongs together: the deal, the looks of a player, a turn, the end of a round."""
    run: list[Event] = []
    for event in happened:
        if run and _begins_anew(run, event):
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def _begins_anew(run: Sequence[Event], event: Event) -> bool:
    if event.actor != CHANCE:
        return event.actor != _actor(run)
    if event.action == SCORE:
        return True
    return _of_the_round(event) != _of_the_round(run[-1]) and run[-1].action != SCORE


def _of_the_round(event: Event) -> bool:
    return isinstance(event.action, Reveal) and event.action.what.startswith("round ")


def _texts(run: Sequence[Event]) -> Iterator[str]:
    """Yield the texts of a run: ``exchange 0 2 3`` for a set, ``deal ? x 20`` for the same again."""
    folded: list[tuple[str, int]] = []
    for event in run:
        text = str(event.action)
        if folded and isinstance(event.action, Own) and event.action.verb == "and":
            folded[-1] = (f"{folded[-1][0]} {event.action.slot}", 1)
        elif isinstance(event.action, Word) and text == "done":
            continue
        elif folded and folded[-1][0] == text and isinstance(event.action, Card):
            folded[-1] = (text, folded[-1][1] + 1)
        else:
            folded.append((text, 1))
    return (text if count == 1 else f"{text} x {count}" for text, count in folded)
