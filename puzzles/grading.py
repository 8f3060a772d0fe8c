"""How much work a puzzle is, and how many minutes it takes: one scale for all kinds of puzzles.

All weights are guesses, as long as there are no solving times of people to calibrate them: `calibration` fits
the same sorts of work to such times.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType

from puzzles.format.schema import Grade
from solvers.tobago.steps import Trace

READING = "reading"
"""The sort of work that is no technique: a unit of the reading load of the grade."""

STRIKING = "striking"
"""The other one: a value, mostly a hex, that a step takes away and a solver strikes on the paper."""

READ = 0.5
"""What a unit of reading load weighs against one hex to scan, or one single clue."""

STRUCK = 0.1
"""What a struck value weighs: mostly several go at a stroke."""

UNIT = 5.0
"""How many seconds of a typical solver a weight of 1 is taken for."""


def guesses(techniques: Mapping[str, float]) -> Mapping[str, float]:
    """Return the sorts of work with their guessed weights, those of the techniques among them."""
    return MappingProxyType({READING: READ, STRIKING: STRUCK, **techniques})


def work_in(trace: Trace, reading: int) -> dict[str, float]:
    """Return the work that a trace is: steps by technique, ``reading`` and ``striking``."""
    steps = Counter(step.technique for step in trace.steps)
    return {READING: reading, STRIKING: sum(len(step.removed) for step in trace.steps), **steps}


def minutes_of(work: Mapping[str, float], weights: Mapping[str, float], unit: float = UNIT) -> float:
    """Return how many minutes work takes a typical solver, to one digit; a weight is so many seconds."""
    return round(sum(weights[sort] * amount for sort, amount in work.items()) * unit / 60, 1)


def whole_minutes(grade: Grade | None) -> int:
    """Return the minutes of a grade as people are told them: whole ones, at least 1; 0 for unknown ones."""
    return max(1, round(grade.minutes)) if grade and grade.minutes else 0
