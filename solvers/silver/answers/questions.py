"""The questions that ``tobago odds silver`` answers, by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any

from solvers.questions import Answer, Questions
from solvers.questions import Asked as Given
from solvers.silver.answers import played, table, tilted, turn
from solvers.silver.answers.asking import LOOKERS_IN_HAND, Asked
from solvers.silver.limits import TooLarge
from solvers.silver.targets import pushable
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import EXPOSER, MASTER, MOST_TO_CALL, ROBBER, WITCH
from toolkit.games.silver.position import Position

FORMAT = "silver-odds/1"
"""The name of the format of `Answer` as JSON."""

MEMORY = "slip"
"""The model of a memory: right with its reliability, else any of the 14 numbers came to mind (Q-3)."""

QUERIES = Questions[Position](FORMAT)
"""The questions, in the order in which they are answered."""

TILTED = Questions[Position](FORMAT)
"""The questions that are answered under model B1 as well."""


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
    return found or [Answer(query=query, refused=_NOTHING.get(query, "nothing here fits the question"))]


def refusals(found: Sequence[Answer]) -> list[str]:
    """Return why some of the questions have no answer at all, each with its name."""
    told = {answer.query for answer in found if not answer.refused}
    silent = [answer for answer in found if answer.query not in told]
    return list(dict.fromkeys(f"query {answer.query}: {answer.refused}" for answer in silent))


def _told(query: str, position: Position, asked: Asked) -> list[Answer]:
    questions = QUERIES if asked.tilt is None else TILTED
    if query not in questions:
        raise ToolkitError(f"it is not answered under model B1; these are: {', '.join(TILTED)}")
    given = {name: getattr(asked, name) for name in questions[query].settings}
    return questions.answers(query, position, Given(given))


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


# ---- where they are of use ---------------------------------------------------------------------------------


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


def _may_replace(position: Position) -> bool:
    return position.held is not None and not _stuck(position)


def _holds(*cards: int) -> Callable[[Position], bool]:
    return lambda position: position.held in cards


def _remembers(position: Position) -> bool:
    return any(slot.number is not None and slot.hidden for slot in position.mine)


def _scoring(position: Position) -> bool:
    return position.rules.score_mode


_IN_ORDER: tuple[tuple[Callable[..., Iterator[Answer]], Callable[[Position], bool]], ...] = (
    (table.lowest_, _always),
    (table.call, _may_call),
    (table.sum_, _always),
    (table.slot_, _never),
    (turn.draw, _before_drawing),
    (turn.take, _may_take),
    (turn.replace, _may_replace),
    (turn.exchange_, _always),
    (turn.attempt_, _may_replace),
    (turn.look, _holds(*LOOKERS_IN_HAND)),
    (turn.rob, _holds(ROBBER)),
    (turn.witch_, _holds(WITCH)),
    (turn.master, _holds(MASTER)),
    (turn.expose, _holds(EXPOSER)),
    (table.rascal, _never),
    (table.villagers_, _always),
    (table.movers, lambda position: position.deck > 0),
    (table.time, _always),
    (table.pairs, _always),
    (table.memory, _remembers),
    (table.kamikaze_, _scoring),
    (table.hundred, _scoring),
    (played.reveal, _never),
    (played.ending, _never),
    (played.win, _never),
    (played.threshold, _never),
)
for _find, _usual in _IN_ORDER:
    QUERIES.asks(usual=_usual)(_find)
for _find in (tilted.lowest, tilted.sum_, tilted.slot_, tilted.replace, tilted.rob):
    TILTED.asks()(_find)

_ALONE = "no two own cards may leave together"
_NOTHING = {
    "slot": "every card of this village is certain",
    "replace": "the amulet lies on the only own card (S-36)",
    "exchange": _ALONE,
    "attempt": _ALONE,
    "look": "no card that may be looked at is unsure",
    "rob": "no card may be robbed, or none given (S-64)",
    "expose": "no own card lies face-down and free of the amulet",
    "memory": "no own card is half-remembered, such as 12~0.9",
}
"""Why there may be no answer."""
