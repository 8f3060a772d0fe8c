"""The one answer of a puzzle, asked of the engines and not believed from a file; and its certificate."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, replace
from hashlib import sha256
from math import inf

from puzzles.format.schema import Certificate, Solution
from puzzles.puzzle import Puzzle, PuzzleError
from solvers.tobago import proofs
from toolkit import __version__


def solved(puzzle: Puzzle) -> Puzzle:
    """Return the puzzle with its one answer as its solution.

    `PuzzleError` when it has no answer or several, or when the solution that it holds is another one.
    """
    found = puzzle.kind.answers(puzzle, 2)
    if len(found) != 1:
        count = "several answers" if found else "no answer"
        raise PuzzleError(f"this puzzle has {count}: 'tobago puzzle solve' says more")
    if puzzle.solution != Solution() and not _says(puzzle, found[0]):
        raise PuzzleError("the solution in the file is not that of the facts: 'tobago puzzle solve' says it")
    return replace(puzzle, solution=found[0])


def certify(puzzle: Puzzle, seed: str = "") -> Certificate:
    """Prove that a puzzle has exactly one answer, that of its solution, and return the certificate.

    `PuzzleError` when a prover finds no answer or two, or another one; `ToolkitError` when one gives up or
    python-sat is not installed.
    """
    provers = puzzle.kind.provers(puzzle)
    if faults := _wrong_answers(puzzle, provers):
        raise PuzzleError(f"this puzzle cannot be certified: {'; '.join(faults)}")
    return Certificate(seed=seed, engine=__version__, trace=trace_hash(puzzle), provers=provers)


def trace_hash(puzzle: Puzzle) -> str:
    """Return the SHA-256 of the solving trace, in hex digits: the same on every platform."""
    trace = json.dumps(asdict(puzzle.kind.trace(puzzle)), sort_keys=True)
    return sha256(trace.encode()).hexdigest()


def verify(puzzle: Puzzle, seconds: float = inf) -> list[str]:
    """Prove a puzzle anew from nothing, and return what is wrong with it as sentences; empty for nothing.

    The certificate is not believed: every prover runs again, and solution, grade and trace are compared. The
    trace and the grade are those of an engine, so they are compared only with the same version. Where a
    prover gives up, or python-constraint2 takes more than some seconds, that is what is wrong, with what the
    others found; `ToolkitError` when python-sat is not installed.
    """
    try:
        with proofs.time_limit(seconds):
            provers = puzzle.kind.provers(puzzle)
        return _wrong_answers(puzzle, provers) or _other_proof(puzzle, provers)
    except proofs.ProofLimit as error:
        return [f"not proven: {error}; {_others(puzzle, error.by_sat)}"]
    except PuzzleError as error:  # the puzzle has no grade
        return [str(error)]


def _wrong_answers(puzzle: Puzzle, provers: Mapping[str, int]) -> list[str]:
    """Return what is wrong with the numbers of answers, and with the solution."""
    many = {
        name: "several answers" if count else "no answer" for name, count in provers.items() if count != 1
    }
    faults = [f"{name} finds {count}" for name, count in many.items()]
    if puzzle.solution == Solution():
        return [*faults, "it says no solution"]
    found = puzzle.kind.answers(puzzle, 1)
    return (
        faults if not found or _says(puzzle, found[0]) else [*faults, "the solution is not that of the facts"]
    )


def _others(puzzle: Puzzle, by_sat: int | None) -> str:
    """Say what the provers that came to an end found."""
    words = ("no answer", "one answer", "several answers")
    by_rules = len(puzzle.kind.answers(puzzle, 2))
    if by_rules == by_sat:
        return f"rules and python-sat agree on {words[by_rules]}"
    return f"rules finds {words[by_rules]}" + ("" if by_sat is None else f", python-sat {words[by_sat]}")


def _says(puzzle: Puzzle, answer: Solution) -> bool:
    """Tell whether the solution of a puzzle says the same as an answer."""
    return puzzle.kind.truth(puzzle) == puzzle.kind.truth(replace(puzzle, solution=answer))


def _other_proof(puzzle: Puzzle, provers: Mapping[str, int]) -> list[str]:
    certificate = puzzle.certificate
    faults = [f"'{text}' can be spared" for text in puzzle.kind.spare(puzzle)]
    if not puzzle.kind.trace(puzzle).solved:
        faults.append("it takes guessing: the techniques get stuck")
    if certificate is None:
        return [*faults, "it has no certificate"]
    if certificate.provers != provers:
        faults.append("the certificate names other provers or results")
    if certificate.engine == __version__:
        if certificate.trace != trace_hash(puzzle):
            faults.append("the solving trace is not that of the certificate")
        if puzzle.grade != puzzle.kind.grade(puzzle):
            faults.append("the grade is not that of the engine")
    return faults
