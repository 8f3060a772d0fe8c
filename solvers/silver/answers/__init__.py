"""Questions about a position of Silver by name, and their answers as data."""

from solvers.questions import Answer
from solvers.silver.answers.asking import FORMAT, QUERIES, TILTED, Asked
from solvers.silver.answers.questions import (
    answers,
    answers_or_refusal,
    refusals,
    report,
    usual_answers,
    usual_queries,
)

__all__ = [
    "FORMAT",
    "QUERIES",
    "TILTED",
    "Answer",
    "Asked",
    "answers",
    "answers_or_refusal",
    "refusals",
    "report",
    "usual_answers",
    "usual_queries",
]
