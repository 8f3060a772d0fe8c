"""`Finding`: what the kinds share whose answer is where things lie: they are a `Mystery` with its engine."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType

from puzzles.cutting import hardest_in
from puzzles.format.schema import Solution
from puzzles.puzzle import Kind, Marks, Puzzle, Subject
from solvers.tobago import proofs
from solvers.tobago.facts import PairFact, TreasureFact
from solvers.tobago.mystery import Conclusion, Mystery
from solvers.tobago.steps import Step, Trace
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import RELATIONS, SUPPOSE, MysteryReasoning
from solvers.tobago.techniques.rules import POSSIBLE, State
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS


class Finding(Kind):
    """A kind of puzzle that asks where treasures and landmarks are."""

    techniques = MappingProxyType(
        dict(zip(TECHNIQUES, (1, 1.5, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 40), strict=True))
    )

    def mystery(self, puzzle: Puzzle) -> Mystery:
        """Return the puzzle as the engines see it; here all landmarks are known."""
        return Mystery(puzzle.position.setting, treasures_of(puzzle), puzzle.facts)

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return each treasure and each kind of landmark to be found, with the hexes of the island."""
        mystery = self.mystery(puzzle)
        names, counts = mystery.setting.island.names, mystery.counts
        return {s: Subject(names, counts.get(s[:-1], 1)) for s in mystery.subjects}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers, found by the rules and by search."""
        mystery = self.mystery(puzzle)
        found = list[Solution]()
        for one in Engine(mystery, RELATIONS).answers(limit):
            huts, palms, statues = (one.landmarks[k] if k in mystery.missing else () for k in LANDMARKS)
            found.append(Solution(treasures=dict(one.treasures), huts=huts, palms=palms, statues=statues))
        return found

    def proofs(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how many answers python-sat and python-constraint2 find; `ProofLimit` where one gives up."""
        mystery = self.mystery(puzzle)
        with proofs.SatProver(mystery) as prover:
            by_sat = len(prover.answers(2))
        try:
            return by_sat, len(proofs.csp_answers(mystery, 2))
        except proofs.ProofLimit as error:
            error.by_sat = by_sat
            raise

    def reasoning(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> MysteryReasoning:
        """Return what is known after these marks, with the whole ladder of techniques."""
        engine = Engine(self.mystery(puzzle))
        return MysteryReasoning(engine, _marked(engine, marks))

    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """Return facts that alone entail a step and none of which can be spared, by python-sat.

        Of several such sets, one that keeps the facts which the step looked at is preferred.
        """
        texts = [str(fact) for fact in puzzle.facts]
        preferred = [number for number, text in enumerate(texts) if text in step.facts]
        conclusion = Conclusion(step.subject, step.removed, step.forced)
        numbers = _prover(self.mystery(puzzle)).reasons(conclusion, prefer=preferred)
        return tuple(texts[number] for number in numbers)

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return facts that cannot all be true and none of which can be spared; empty when none clash."""
        return tuple(str(puzzle.facts[n]) for n in _prover(self.mystery(puzzle)).clash())


def needs(engine: Engine, trace: Trace) -> tuple[str, ...]:
    """Return the techniques of a trace without which those up to its hardest get stuck.

    Each is left out in turn. What the trace and its stories do without is not needed.
    """
    hardest = hardest_in(trace)

    def solved_without(technique: int) -> bool:
        if technique >= SUPPOSE:
            return engine.solves(technique - 1)
        others = [number for number in range(len(TECHNIQUES)) if number != technique]
        return engine.solves(hardest, engine.taking(others))

    used = _used(trace.steps)
    return tuple(name for n, name in enumerate(TECHNIQUES) if name in used and not solved_without(n))


def _used(steps: Iterable[Step]) -> set[str]:
    """Return the techniques of steps and their stories."""
    return {name for step in steps for name in (step.technique, *_used(step.story))}


def treasures_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the treasures that the facts and the solution speak of, in the order of the maps."""
    named = set(puzzle.solution.treasures)
    named |= {fact.colour for fact in puzzle.facts if isinstance(fact, TreasureFact | PairFact)}
    named |= {fact.other for fact in puzzle.facts if isinstance(fact, PairFact)}
    return tuple(colour for colour in COLOURS if colour in named)


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


@lru_cache(maxsize=16)
def _prover(mystery: Mystery) -> proofs.SatProver:
    """Return a prover, written down once for all questions about a puzzle."""
    return proofs.SatProver(mystery)
