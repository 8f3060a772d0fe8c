"""The questions that ``tobago odds silver`` answers, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from solvers.silver.answers import played, table, tilted, turn
from solvers.silver.answers.answer import Answer
from solvers.silver.answers.asking import LOOKERS_IN_HAND, Asked
from solvers.silver.limits import TooLarge
from solvers.silver.targets import pushable
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games.silver.cards import EXPOSER, MASTER, MOST_TO_CALL, ROBBER, WITCH
from toolkit.games.silver.position import Position, Slot

FORMAT = "silver-odds/1"
"""The name of the format of `Answer` as JSON."""

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
        An unknown question, with the nearest name; or one that has no answer (`answers_or_refusal`).
    """
    found = answers_or_refusal(query, position, asked)
    for problem in refusals(found):
        raise ToolkitError(problem)
    return found


def answers_or_refusal(query: str, position: Position, asked: Asked) -> list[Answer]:
    """Return the answers to a question, or one that says why there is none.

    There is none if model B1 does not answer the question, if it makes no sense in this position, if there is
    nothing to tell, or if it takes too long. `ToolkitError` for an unknown question, with the nearest name,
    and for a position that cannot be.
    """
    if query not in QUERIES:
        hint = did_you_mean(query, QUERIES, "queries")
        raise ToolkitError(f"no query {quote(query)}{hint}")
    position.check()
    try:
        found = list(_told(query, position, asked))
    except ToolkitError as error:
        return [Answer(query=query, refused=str(error))]
    return found or [Answer(query=query, refused=QUERIES[query].nothing)]


def refusals(found: Sequence[Answer]) -> list[str]:
    """Return why some of the questions have no answer at all, each with its name."""
    told = {answer.query for answer in found if not answer.refused}
    silent = [answer for answer in found if answer.query not in told]
    return list(dict.fromkeys(f"query {answer.query}: {answer.refused}" for answer in silent))


def _told(query: str, position: Position, asked: Asked) -> Iterator[Answer]:
    if asked.tilt is None:
        return QUERIES[query].answers(position, asked)
    if query not in TILTED:
        raise ToolkitError(f"it is not answered under model B1; these are: {', '.join(TILTED)}")
    return TILTED[query](position, asked)


def usual_answers(position: Position, asked: Asked) -> Iterator[Answer]:
    """Yield the answers to all questions that are of use; where one takes too long, why there is none.

    `ToolkitError` for a position that cannot be.
    """
    position.check()
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
    """Return answers as JSON data, ``silver-odds/1``, with the models, the rules and the forgotten cards.

    The model is B0, in which every assignment of cards to the hidden places is equally likely, or with a tilt
    B1 with its thetas.
    """
    model = {"model": "B0"} if asked.tilt is None else {"model": "B1", "tilt": asdict(asked.tilt)}
    return {
        "format": FORMAT,
        **model,
        "memory": MEMORY,
        "rules": asdict(position.rules),
        "forgotten": position.forgotten,
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
    from_pile = bool(position.discard) and not _stuck(position)
    return position.held is None and (from_pile or bool(position.shown))


def _stuck(position: Position) -> bool:
    """Tell whether no own card may be given up: the amulet lies on the only one (S-39)."""
    return not pushable(position)


_STUCK = "the amulet lies on the only own card (S-36)"
_ALONE = "no two own cards may leave together"


def _may_replace(position: Position) -> bool:
    return position.held is not None and not _stuck(position)


def _holds(*cards: int) -> Callable[[Position], bool]:
    return lambda position: position.held in cards


QUERIES: dict[str, Query] = {
    "lowest": Query(table.lowest_, _always),
    "call": Query(table.call, _may_call),
    "sum": Query(table.sum_, _always),
    "slot": Query(table.slot, _never, "every card of this village is certain"),
    "draw": Query(turn.draw, _before_drawing),
    "take": Query(turn.take, _may_take),
    "replace": Query(turn.replace, _may_replace, _STUCK),
    "exchange": Query(turn.exchange_, _always, _ALONE),
    "attempt": Query(turn.attempt_, _may_replace, _ALONE),
    "look": Query(turn.look, _holds(*LOOKERS_IN_HAND), "no card that may be looked at is unsure"),
    "rob": Query(turn.rob, _holds(ROBBER), "no card may be robbed, or none given (S-64)"),
    "witch": Query(turn.witch_, _holds(WITCH)),
    "master": Query(turn.master, _holds(MASTER)),
    "expose": Query(turn.expose, _holds(EXPOSER), "no own card lies face-down and free of the amulet"),
    "rascal": Query(table.rascal, _never),
    "villagers": Query(table.villagers_, _always),
    "movers": Query(table.movers, lambda position: position.deck > 0),
    "time": Query(table.time, _always),
    "pairs": Query(table.pairs, _always),
    "memory": Query(
        table.memory,
        lambda position: any(map(_remembered, position.mine)),
        "no own card is half-remembered, such as 12~0.9",
    ),
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
