"""The questions that ``tobago odds silver`` answers, by name."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from solvers.silver.answers import played, table, tilted, turn
from solvers.silver.answers.answer import Answer
from solvers.silver.limits import TooLarge
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.silver.cards import MASTER, MOST_TO_CALL, ROBBER, WITCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from solvers.silver.answers.asking import Asked
    from toolkit.games.silver.position import Position, Slot

FORMAT = "silver-odds/1"

MEMORY = "slip"
"""The model of a memory: right with its reliability, else any of the 14 numbers came to mind (Q-3)."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question.

    Attributes
    ----------
    answers
        What answers it.
    usual
        Tells in which positions it is answered without being asked.
    nothing
        Why there may be no answer to it.
    """

    answers: Callable[[Position, Asked], Iterator[Answer]]
    usual: Callable[[Position], bool]
    nothing: str = "nothing here fits the question"


def answers(query: str, position: Position, asked: Asked) -> list[Answer]:
    """Return the answers to a question.

    Raises
    ------
    ToolkitError
        An unknown question, with the nearest name; one that model B1 does not answer; or one that makes no
        sense in this position, or to which there is nothing to tell. `TooLarge` if it takes too long.
    """
    if query not in QUERIES:
        hint = did_you_mean(query, QUERIES) or f"; the queries are {', '.join(QUERIES)}"
        raise ToolkitError(f"no query {quote(query)}{hint}")
    if asked.tilt is not None and query not in TILTED:
        raise ToolkitError(f"query {query} is not answered under model B1; these are: {', '.join(TILTED)}")
    found = list(_told(query, position, asked))
    if not found:
        raise ToolkitError(f"query {query}: {QUERIES[query].nothing}")
    if all(answer.refused for answer in found):
        raise TooLarge(f"query {query}: {found[0].refused}")
    return found


def _told(query: str, position: Position, asked: Asked) -> Iterator[Answer]:
    return (QUERIES[query].answers if asked.tilt is None else TILTED[query])(position, asked)


def usual_answers(position: Position, asked: Asked) -> Iterator[Answer]:
    """Yield the answers to all questions that are of use; where one takes too long, why there is none."""
    for query in usual_queries(position, asked):
        try:
            yield from list(_told(query, position, asked))
        except TooLarge as error:
            yield Answer(query=query, refused=str(error))


def usual_queries(position: Position, asked: Asked) -> list[str]:
    """Return the questions that are of use in a position, of those that the model answers."""
    known = QUERIES if asked.tilt is None else TILTED
    return [name for name, query in QUERIES.items() if name in known and query.usual(position)]


def report(position: Position, asked: Asked, found: Sequence[Answer]) -> dict[str, Any]:
    """Return answers as JSON data, ``silver-odds/1``, with the models and the rules behind them.

    The model is B0, in which every assignment of cards to the hidden places is equally likely, or with a tilt
    B1 with its thetas.
    """
    model = {"model": "B0"} if asked.tilt is None else {"model": "B1", "tilt": asdict(asked.tilt)}
    return {
        "format": FORMAT,
        **model,
        "memory": MEMORY,
        "rules": asdict(position.rules),
        "answers": [answer.to_dict() for answer in found],
    }


def _always(_position: Position) -> bool:
    return True


def _never(_position: Position) -> bool:
    return False


def _may_call(position: Position) -> bool:
    few = len(position.mine) <= MOST_TO_CALL
    return few and position.called_by is None and position.held is None


def _before_drawing(position: Position) -> bool:
    return position.held is None and position.deck > 0


def _may_take(position: Position) -> bool:
    return position.held is None and bool(position.discard) and not _stuck(position)


def _stuck(position: Position) -> bool:
    """Tell whether the amulet lies on the only own card (S-39)."""
    return len(position.mine) == 1 and position.amulet == (position.me, 0)


_STUCK = "the amulet lies on the only own card (S-36)"
_ALONE = "no two own cards may leave together"


def _may_replace(position: Position) -> bool:
    return position.held is not None and not _stuck(position)


def _holds(card: int) -> Callable[[Position], bool]:
    return lambda position: position.held == card


QUERIES: dict[str, Query] = {
    "lowest": Query(table.lowest_, _always),
    "call": Query(table.call, _may_call),
    "sum": Query(table.sum_, _always),
    "slot": Query(table.slot, _never, "every card of this village is certain"),
    "draw": Query(turn.draw, _before_drawing),
    "take": Query(turn.take, _may_take),
    "replace": Query(turn.replace, _may_replace, _STUCK),
    "exchange": Query(turn.exchange_, _always, _ALONE),
    "attempt": Query(turn.attempt_, _never, _ALONE),
    "look": Query(turn.look, _never, "no card that may be looked at is unsure"),
    "rob": Query(turn.rob, _holds(ROBBER), "no card may be robbed, or none given (S-64)"),
    "witch": Query(turn.witch_, _holds(WITCH)),
    "master": Query(turn.master, _holds(MASTER)),
    "expose": Query(turn.expose, _never, "no own card lies face-down and free of the amulet"),
    "rascal": Query(table.rascal, _never),
    "villagers": Query(table.villagers_, _always),
    "movers": Query(table.movers, lambda position: position.deck > 0),
    "time": Query(table.time, _always),
    "pairs": Query(table.pairs, _always),
    "memory": Query(table.memory, lambda position: any(map(_remembered, position.mine))),
    "kamikaze": Query(table.kamikaze_, lambda position: position.rules.score_mode),
    "hundred": Query(table.hundred, lambda position: position.rules.score_mode),
    "reveal": Query(played.reveal, _never),
    "ending": Query(played.ending, _never),
    "win": Query(played.win, _never),
    "threshold": Query(played.threshold, _never),
}
"""The questions, in the order in which they are answered."""

TILTED: dict[str, Callable[[Position, Asked], Iterator[Answer]]] = {
    "lowest": tilted.lowest,
    "sum": tilted.sum_,
    "slot": tilted.slot,
    "replace": tilted.replace,
    "rob": tilted.rob,
}
"""The questions that are answered under model B1 as well."""


def _remembered(slot: Slot) -> bool:
    return slot.number is not None and slot.hidden
