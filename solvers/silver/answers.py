"""The questions that ``tobago odds silver`` answers, by name, and their answers as data.

Each is declared beside the function that answers it, in the files of its subject.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from solvers.questions import Answer, Asked
from solvers.silver import calling, exchanging, hidden, memory, played, scoring, sets, turn  # noqa: F401  # declared
from solvers.silver.asking import FORMAT, QUERIES, TooLarge
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.position import Position

__all__ = [
    "FORMAT",
    "QUERIES",
    "Answer",
    "Asked",
    "answers",
    "answers_or_refusal",
    "refusals",
    "report",
    "usual_answers",
    "usual_queries",
]

MEMORY = "slip"
"""The model of a memory: right with its reliability, else any of the 14 numbers came to mind (Q-3)."""

_FIRST = (
    *("lowest", "call", "sum", "slot", "places"),
    *("draw", "take", "replace", "exchange", "attempt", "look", "rob", "witch", "master", "expose"),
    *("rascal", "villagers", "movers", "time", "pairs", "memory", "kamikaze", "hundred"),
)
"""The order of the answers; all other questions come last."""

for _name in sorted(QUERIES, key=lambda name: _FIRST.index(name) if name in _FIRST else len(_FIRST)):
    QUERIES[_name] = QUERIES.pop(_name)


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
    QUERIES.check(query)
    position.check()
    try:
        found = _told(query, position, asked)
    except ToolkitError as error:
        return [Answer(query=query, refused=str(error))]
    return found or [Answer(query=query, refused=QUERIES[query].nothing)]


def refusals(found: Sequence[Answer]) -> list[str]:
    """Return why some of the questions have no answer at all, each with its name."""
    told = {answer.query for answer in found if not answer.refused}
    silent = [answer for answer in found if answer.query not in told]
    return list(dict.fromkeys(f"query {answer.query}: {answer.refused}" for answer in silent))


def _told(query: str, position: Position, asked: Asked) -> list[Answer]:
    if query not in (known := _answered(asked)):
        raise ToolkitError(f"it is not answered under model B1; these are: {', '.join(known)}")
    if "insight" in asked and position.seen is not None:
        raise ToolkitError("insight is what nothing tells: here `seen` says what the others know")
    return QUERIES.answers(query, position, asked)


def _answered(asked: Asked) -> list[str]:
    """Return the questions that the model answers: B0 all of them."""
    return list(QUERIES) if asked.get("tilt") is None else QUERIES.asked_by("tilt")


def usual_answers(position: Position, asked: Asked) -> Iterator[Answer]:
    """Yield the answers to all questions that are of use; where one takes too long, why there is none.

    `ToolkitError` for a position that cannot be.
    """
    position.check()
    for query in usual_queries(position, asked):
        try:
            yield from _told(query, position, asked)
        except TooLarge as error:
            yield Answer(query=query, refused=str(error))


def usual_queries(position: Position, asked: Asked) -> list[str]:
    """Return the questions that are of use in a position, of those that the model answers."""
    return [query for query in _answered(asked) if QUERIES[query].fits(position)]


def report(position: Position, asked: Asked, found: Sequence[Answer]) -> dict[str, Any]:
    """Return answers as JSON data, ``silver-odds/1``, with the models, the rules and the forgotten cards.

    The model is B0, in which every assignment of cards to the hidden places is equally likely, or with a tilt
    B1 with its thetas.
    """
    tilt = asked.get("tilt")
    model = {"model": "B0"} if tilt is None else {"model": "B1", "tilt": asdict(tilt)}
    return {
        "format": FORMAT,
        **model,
        "memory": MEMORY,
        "rules": asdict(position.rules),
        "forgotten": position.forgotten,
        "answers": [answer.to_dict() for answer in found],
    }
