"""`csp_answers`: the answers of a mystery by python-constraint2, with a careful model.

The model: every treasure and every landmark to be found is a variable over hexes.

- Unary: what speaks of one hex at a time cuts the domains before the search.
- Equal landmarks: the fact that splits the landmarks of a kind most finely by hexes ("in beach, jungle,
  jungle", "at 1, 3, 3 from B32", "exactly 2 in lake") gives each landmark its own part of the island;
  within a part they stand in ascending order, so that every set of landmarks is found once.
- Binary: spacing, order, and treasures near each other are tables of pairs.
- All other facts are constraints that prune what their assigned variables decide (`propagators`).
- The library's `BacktrackingSolver` takes the variable with the most constraints next, and of several the
  one with the fewest values left, so kinds of landmarks that many facts tie together come first. (On the
  whole a fixed order, or fewest values alone, searched longer.)
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from solvers.tobago.mystery import Answer
from toolkit.games.tobago.clues import LANDMARKS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from solvers.tobago.mystery import Mystery
    from solvers.tobago.proofs.csp_model import Model


def csp_answers(mystery: Mystery, limit: int = 2) -> list[Answer]:
    """Return up to `limit` answers that fit all facts and the rule for landmarks (T-5).

    `ProofLimit` when the search tries more values than `LARGEST_SEARCH`.
    """
    from solvers.tobago.proofs.csp_model import Model  # it needs the library, which is slow to import

    model = Model(mystery)
    return [_answer(model, found) for found in islice(_solutions(model), limit)]


def _solutions(model: Model) -> Iterator[Mapping[str, str]]:
    from constraint import BacktrackingSolver, Problem

    from solvers.tobago.proofs.propagators import Budget

    settled = [constraint for constraint, variables in model.constraints if not variables]
    if not all(constraint((), {}, {}) for constraint in settled) or not all(model.domains.values()):
        return
    if not model.domains:
        yield {}  # all is known, and nothing speaks against it
        return
    problem = Problem(BacktrackingSolver())
    for variable, hexes in model.domains.items():
        problem.addVariable(variable, hexes)
    problem.addConstraint(Budget(), list(model.domains))
    for constraint, variables in model.constraints:
        if variables:  # to the library, none would mean all
            problem.addConstraint(constraint, variables)
    yield from problem.getSolutionIter()


def _answer(model: Model, found: Mapping[str, str]) -> Answer:
    treasures = {colour: found[colour] for colour in model.mystery.treasures}
    landmarks = {
        kind: tuple(sorted([*model.known[kind], *(found[slot] for slot in model.slots[kind])]))
        for kind in LANDMARKS
    }
    return Answer(treasures, landmarks)
