"""`Finding`: what the kinds share whose answer is where things lie: they are a `Mystery` with its engine."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from puzzles.kinds.kind import Subject
from puzzles.schema import Solution
from solvers.tobago.facts import PairFact, TreasureFact
from solvers.tobago.hidden import TECHNIQUES, Engine
from solvers.tobago.hidden.rules import POSSIBLE
from solvers.tobago.hidden.tracing import trace
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from puzzles.kinds.kind import Marks
    from puzzles.puzzle import Puzzle
    from solvers.tobago.facts import Fact
    from solvers.tobago.hidden.rules import State
    from solvers.tobago.proofs import SatProver
    from solvers.tobago.steps import Step, Trace
    from toolkit.games.tobago.setting import Setting

Missing = tuple[tuple[str, int], ...]  # `Mystery.missing` as a value that can be hashed

WEIGHTS: Mapping[str, float] = dict(zip(TECHNIQUES, (1, 1.5, 1, 2, 3, 4, 5, 12, 40), strict=True))
"""What a step of each technique costs: a guess, as long as there are no solving times of people."""


class Finding:
    """A kind of puzzle that asks where treasures and landmarks are."""

    def mystery(self, puzzle: Puzzle) -> Mystery:
        """Return the puzzle as the engines see it; here all landmarks are known."""
        return Mystery(puzzle.position.setting, treasures_of(puzzle), puzzle.facts)

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return each treasure and each kind of landmark to be found, with the hexes of the island."""
        mystery = self.mystery(puzzle)
        names, counts = mystery.setting.island.names, mystery.counts
        return {s: Subject(names, counts.get(s[:-1], 1)) for s in mystery.subjects}

    def truth(self, puzzle: Puzzle) -> dict[str, frozenset[str]]:
        """Return the hexes of every subject by the solution of the puzzle."""
        found = {colour: frozenset({name}) for colour, name in puzzle.solution.treasures.items()}
        kinds = {f"{kind}s": frozenset(getattr(puzzle.solution, f"{kind}s")) for kind in LANDMARKS}
        asked = self.mystery(puzzle).subjects
        return {subject: names for subject, names in {**found, **kinds}.items() if subject in asked}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers, found by the rules and by search."""
        mystery = self.mystery(puzzle)
        return [_solution(mystery, answer) for answer in Engine(mystery).answers(limit)]

    def provers(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many answers (at most 2 are looked for) each of three engines finds."""
        from solvers.tobago.proofs import SatProver, csp_answers  # they import libraries that take time

        mystery = self.mystery(puzzle)
        with SatProver(mystery) as prover:
            by_sat = len(prover.answers(2))
        return {
            "rules": len(Engine(mystery).answers(2)),
            "python-sat": by_sat,
            "python-constraint2": len(csp_answers(mystery, 2)),
        }

    def trace(self, puzzle: Puzzle, marks: Mapping[str, Marks] | None = None) -> Trace:
        """Return the steps of the whole ladder of techniques that lead from the marks to the answer."""
        engine = Engine(self.mystery(puzzle))
        return trace(engine, _marked(engine, marks or {}))

    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """Return facts that alone entail a step and none of which can be spared, by python-sat.

        Of several such sets, one that keeps the facts which the step looked at is preferred.
        """
        texts = [str(fact) for fact in puzzle.facts]
        preferred = [number for number, text in enumerate(texts) if text in step.facts]
        conclusion = Conclusion(step.subject, step.removed, step.forced)
        numbers = _prover_of(self.mystery(puzzle)).reasons(conclusion, prefer=preferred)
        return tuple(texts[number] for number in numbers)

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return facts that cannot all be true and none of which can be spared; empty when none clash."""
        return tuple(str(puzzle.facts[n]) for n in _prover_of(self.mystery(puzzle)).clash())


def treasures_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the treasures that the facts and the solution speak of, in the order of the maps."""
    named = set(puzzle.solution.treasures)
    for fact in puzzle.facts:
        if isinstance(fact, TreasureFact | PairFact):
            named.add(fact.colour)
        if isinstance(fact, PairFact):
            named.add(fact.other)
    return tuple(colour for colour in COLOURS if colour in named)


def solution_of(treasures: Mapping[str, str], landmarks: Mapping[str, tuple[str, ...]]) -> Solution:
    """Return a solution from the hex of each treasure, and the hexes of each kind that was to be found."""
    huts, palms, statues = (landmarks.get(kind, ()) for kind in LANDMARKS)
    return Solution(treasures=dict(treasures), huts=huts, palms=palms, statues=statues)


def _solution(mystery: Mystery, answer: Answer) -> Solution:
    found = {kind: answer.landmarks[kind] for kind in LANDMARKS if mystery.missing.get(kind)}
    return solution_of(answer.treasures, found)


def _marked(engine: Engine, marks: Mapping[str, Marks]) -> State:
    """Return the state of a solver who made these marks, taken to be right."""
    state, frame = engine.start(), engine.frame
    for subject, marked in marks.items():
        out, sure = frame.mask_of(marked.out), frame.mask_of(marked.sure)
        if subject in engine.mystery.treasures:
            slot = engine.treasure_slots[engine.mystery.treasures.index(subject)]
            state[slot] &= ~out & (sure or -1)
        else:
            kind = LANDMARKS.index(subject[:-1])
            state[kind] |= sure
            state[kind + POSSIBLE] &= ~out
            if state[kind].bit_count() == engine.tables.counts[kind]:
                state[kind + POSSIBLE] = state[kind]
    return state


def _prover_of(mystery: Mystery) -> SatProver:
    missing = tuple((kind, mystery.missing.get(kind, 0)) for kind in LANDMARKS)
    return _prover(mystery.setting, mystery.treasures, mystery.facts, missing)


@lru_cache(maxsize=16)
def _prover(
    setting: Setting, treasures: tuple[str, ...], facts: tuple[Fact, ...], missing: Missing
) -> SatProver:
    """Return a prover, written down once for all questions about a puzzle."""
    from solvers.tobago.proofs import SatProver  # python-sat is an extra

    return SatProver(Mystery(setting, treasures, facts, dict(missing)))
