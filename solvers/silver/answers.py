"""The questions that ``tobago odds silver`` answers, by name."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from solvers.silver import answers_table as table
from solvers.silver import answers_tilted as tilted
from solvers.silver import answers_turn as turn
from solvers.silver.answer import Answer
from solvers.silver.asking import Asked
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.silver.cards import MASTER, MOST_TO_CALL, ROBBER, WITCH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from toolkit.games.silver.position import Position, Slot

__all__ = ["FORMAT", "QUERIES", "Answer", "Asked", "answers", "report", "usual_queries"]

FORMAT = "silver-odds/1"

MEMORY = "slip"
"""The model of a memory: right with its reliability, else any of the 14 numbers came to mind (Q-3)."""


@dataclass(frozen=True, slots=True)
class Query:
    """A question: what answers it, and in which positions it is answered without being asked."""

    answers: Callable[[Position, Asked], Iterator[Answer]]
    usual: Callable[[Position], bool]


def answers(query: str, position: Position, asked: Asked) -> list[Answer]:
    """Return the answers to a question.

    Raises
    ------
    ToolkitError
        An unknown question, with the nearest name; one that model B1 does not answer; or one that makes no
        sense in this position.
    """
    if query not in QUERIES:
        hint = did_you_mean(query, QUERIES) or f"; the queries are {', '.join(QUERIES)}"
        raise ToolkitError(f"no query {quote(query)}{hint}")
    if asked.tilt is None:
        return list(QUERIES[query].answers(position, asked))
    if query not in TILTED:
        raise ToolkitError(f"query {query} is not answered under model B1; these are: {', '.join(TILTED)}")
    return list(TILTED[query](position, asked))


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
    return position.called_by is None and len(position.mine) <= MOST_TO_CALL


def _before_drawing(position: Position) -> bool:
    return position.held is None and position.deck > 0


def _may_take(position: Position) -> bool:
    return position.held is None and bool(position.discard) and not _stuck(position)


def _stuck(position: Position) -> bool:
    """Tell whether the amulet lies on the only own card (S-39)."""
    return len(position.mine) == 1 and position.amulet == (position.me, 0)


def _holds(card: int) -> Callable[[Position], bool]:
    return lambda position: position.held == card


QUERIES: dict[str, Query] = {
    "lowest": Query(table.lowest_, _always),
    "call": Query(table.call, _may_call),
    "sum": Query(table.sum_, _always),
    "slot": Query(table.slot, _never),
    "draw": Query(turn.draw, _before_drawing),
    "take": Query(turn.take, _may_take),
    "replace": Query(turn.replace, lambda position: position.held is not None),
    "exchange": Query(turn.exchange_, _always),
    "attempt": Query(turn.attempt_, _never),
    "look": Query(turn.look, _never),
    "rob": Query(turn.rob, _holds(ROBBER)),
    "witch": Query(turn.witch_, _holds(WITCH)),
    "master": Query(turn.master, _holds(MASTER)),
    "expose": Query(turn.expose, _never),
    "rascal": Query(table.rascal, _never),
    "villagers": Query(table.villagers_, _always),
    "movers": Query(table.movers, lambda position: position.deck > 0),
    "time": Query(table.time, _always),
    "pairs": Query(table.pairs, _always),
    "memory": Query(table.memory, lambda position: any(map(_remembered, position.mine))),
    "kamikaze": Query(table.kamikaze_, lambda position: position.rules.score_mode),
    "hundred": Query(table.hundred, lambda position: position.rules.score_mode),
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
