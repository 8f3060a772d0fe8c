"""The questions of the bench of puzzles asked of other libraries, written as their users would write them."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from exact_models import CpSatModel
from ortools.sat.python import cp_model

from solvers.tobago.facts import Fact
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from solvers.tobago.proofs import SatProver


def sat_answers(mystery: Mystery) -> list[Answer]:
    """Encode a mystery for python-sat, and look for two answers."""
    with SatProver(mystery) as prover:
        return prover.answers(2)


def cpsat_answers(mystery: Mystery) -> list[Answer]:
    """Encode a mystery for CP-SAT, solve it, forbid the answer and solve it again."""
    return cpsat_solve(cpsat_model(mystery))


def cpsat_model(mystery: Mystery) -> CpSatModel:
    """Encode a mystery for CP-SAT: 0-1 variables and linear sums."""
    return CpSatModel(mystery)


def cpsat_solve(model: CpSatModel) -> list[Answer]:
    """Look for two answers of an encoded mystery; the model forbids them afterwards."""
    places, solver = model.at | model.lies, _one_thread()
    found: list[Answer] = []
    while len(found) < 2 and solver.solve(model.model) == cp_model.OPTIMAL:
        lit = {s: [name for name in places[s] if solver.value(places[s][name])] for s in places}
        model.model.add_bool_or(~places[subject][name] for subject in lit for name in lit[subject])
        treasures = {colour: lit[colour][0] for colour in model.lies}
        found.append(Answer(treasures, {kind: tuple(sorted(lit[kind])) for kind in model.at}))
    return found


def _one_thread() -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver


def cold_reasons(mystery: Mystery, conclusion: Conclusion, preferred: Sequence[int]) -> tuple[int, ...]:
    """Encode a mystery for python-sat, and return facts that entail a conclusion, none of them to spare."""
    with SatProver(mystery) as prover:
        return prover.reasons(conclusion, prefer=preferred)


def cut_by_sat(mystery: Mystery, answer: Answer, random: Random) -> tuple[Fact, ...]:
    """Drop facts in a random order as long as python-sat finds that the rest leaves only this answer."""
    settled = {colour: (name,) for colour, name in answer.treasures.items()}
    settled |= {f"{kind}s": answer.landmarks[kind] for kind in mystery.missing}
    left = list(range(len(mystery.facts)))
    with SatProver(mystery) as prover, prover.solver.switch() as another:
        prover.solver.add([-another, *(-prover.says[one][name] for one in settled for name in settled[one])])
        for number in random.sample(left, len(left)):
            fewer = [other for other in left if other != number]
            if prover.solver.core([another, *(prover.switches[other] for other in fewer)]) is not None:
                left = fewer
    return tuple(mystery.facts[number] for number in left)
