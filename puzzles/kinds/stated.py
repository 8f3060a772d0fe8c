"""`Stated`: what kinds share whose facts python-sat knows: why a step is right, and which facts clash."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from puzzles.puzzle import Kind, Marks, Puzzle
from solvers.tobago.mystery import Conclusion
from solvers.tobago.proofs.sat import StatedSat
from solvers.tobago.steps import Step


class Stated(Kind):
    """A kind of puzzle in which every reason is some of the facts."""

    by_marks: ClassVar[bool] = False
    """Whether hints rather cite marks than the facts that led to them."""

    @abstractmethod
    def sat(self, puzzle: Puzzle) -> StatedSat:
        """Return the facts, by their places from 0, written down once for all questions about a puzzle."""

    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """See `Kind.reasons`; of several such sets, one that keeps the facts which the step looked at."""
        looked_at, conclusion = _about(puzzle, step)
        return tuple(str(puzzle.facts[n]) for n in self.sat(puzzle).reasons(conclusion, prefer=looked_at))

    def reasons_on_paper(
        self, puzzle: Puzzle, step: Step, marks: Mapping[str, Marks]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """See `Kind.reasons_on_paper`: with marks, the facts are those that the step looked at."""
        alone, (looked_at, conclusion) = self.reasons(puzzle, step), _about(puzzle, step)
        noted = sorted(marks, key=lambda subject: subject == step.subject)  # its own are dropped first
        known = [
            Conclusion(one, tuple(sorted(marks[one].out)), tuple(sorted(marks[one].sure))) for one in noted
        ]
        order: list[int | Conclusion] = [*looked_at, *known]
        if self.by_marks:
            order = [*known, *looked_at]
        found = self.sat(puzzle).reasons_among(conclusion, order) or ()
        facts = tuple(str(puzzle.facts[one]) for one in found if isinstance(one, int))
        cited = tuple(one.subject for one in found if isinstance(one, Conclusion))
        return (facts, cited) if found and len(facts) < len(alone) else (alone, ())

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:
        """See `Kind.clash`."""
        return tuple(str(puzzle.facts[n]) for n in self.sat(puzzle).clash())


def _about(puzzle: Puzzle, step: Step) -> tuple[list[int], Conclusion]:
    """Return the places of the facts that a step looked at, and what it says."""
    looked_at = [number for number, fact in enumerate(puzzle.facts) if str(fact) in step.facts]
    return looked_at, Conclusion(step.subject, step.removed, step.forced)
