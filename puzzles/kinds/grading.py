"""What the grades of all kinds share: the vector made from a trace, and a level made from a measure."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from puzzles.kinds.kind import LEVELS
from puzzles.puzzle import PuzzleError
from puzzles.schema import Grade, Hardest

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from solvers.tobago.steps import Step, Trace


UNSOLVED = "it has not exactly one answer, or the techniques get stuck before it: no grade"
"""What is said of a puzzle without grade."""


def level_of(measure: float, bounds: Sequence[float]) -> int:
    """Return the level, 1 to 5, of a measure: one more for each of the four ascending bounds that it reaches.

    >>> level_of(12.0, (10, 20, 30, 40))
    2
    """
    return 1 + bisect_right(bounds, measure)


def grade_of(
    trace: Trace,
    weights: Mapping[str, float],
    *,
    level: int,
    reading: int,
    needs: tuple[str, ...] = (),
    measures: Mapping[str, float],
) -> Grade:
    """Return the grade of a puzzle with this solving trace; `PuzzleError` when it does not reach the end.

    Parameters
    ----------
    trace
        From nothing to the end.
    weights
        What a step of each technique costs; of two techniques, the dearer one is the harder.
    level, reading, needs, measures
        As in `Grade`.
    """
    if not trace.solved:
        raise PuzzleError(UNSOLVED)
    return Grade(
        level=level,
        name=LEVELS[level - 1],
        hardest=_hardest(trace.steps, weights),
        needs=needs,
        effort=round(sum(weights[step.technique] for step in trace.steps), 2),
        steps=len(trace.steps),
        rounds=len(trace.open),
        bottleneck=round(_bottleneck(trace.open), 3),
        reading=reading,
        measures=dict(measures),
    )


def _hardest(steps: Sequence[Step], weights: Mapping[str, float]) -> Hardest:
    def hardest(some: Sequence[Step]) -> str:
        return max((step.technique for step in some), key=lambda name: weights[name], default="")

    placed = next((i for i, step in enumerate(steps, 1) if step.forced), len(steps))
    return Hardest(
        overall=hardest(steps), before_placement=hardest(steps[:placed]), first_step=hardest(steps[:1])
    )


def _bottleneck(open_steps: Sequence[int]) -> float:
    return sum(1 / count for count in open_steps) / len(open_steps) if open_steps else 0.0
