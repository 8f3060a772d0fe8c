"""`Finding`: what the kinds share whose answer is where things lie: they are a `Mystery` with its engine."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar

from puzzles.cutting import hardest_in
from puzzles.format.schema import Grade, Solution
from puzzles.kinds.stated import Stated
from puzzles.puzzle import UNSOLVED, Marks, Puzzle, PuzzleError, Subject
from solvers.tobago import proofs
from solvers.tobago.compiled import answers
from solvers.tobago.facts import CountFact, Fact, LandmarkFact, PairFact, Statement, TreasureFact, parse_fact
from solvers.tobago.mystery import Mystery
from solvers.tobago.proofs.sat import SatProver
from solvers.tobago.steps import Step, Trace
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import SUPPOSE, MysteryReasoning
from solvers.tobago.techniques.rules import POSSIBLE, State
from toolkit.core.errors import quote
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS


class Finding(Stated):
    """A kind of puzzle that asks where treasures and landmarks are."""

    hardest: ClassVar[tuple[int, ...]]
    """The hardest technique of each level, as numbers of `TECHNIQUES`."""

    techniques = MappingProxyType(
        dict(zip(TECHNIQUES, (1, 1.5, 1, 2, 3, 4, 5, 6, 7, 9, 11, 12, 40), strict=True))
    )

    reasoner: ClassVar[type[MysteryReasoning]] = MysteryReasoning
    """What narrows what is known, step by step."""

    def mystery(self, puzzle: Puzzle) -> Mystery:
        """Return the puzzle as the engines see it; here all landmarks are known."""
        return Mystery(puzzle.position.setting, treasures_of(puzzle), place_facts(puzzle))

    def engine(self, puzzle: Puzzle) -> Engine:
        """Return the rules that deduce what is to be found, with the whole ladder of techniques."""
        return _engine(self.mystery(puzzle))

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return each treasure and each kind of landmark to be found, with the hexes of the island."""
        mystery = self.mystery(puzzle)
        names, counts = mystery.setting.island.names, mystery.counts
        return {s: Subject(names, counts.get(s[:-1], 1)) for s in mystery.subjects}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers, found by the rules and by search."""
        mystery = self.mystery(puzzle)
        found = list[Solution]()
        for one in answers(mystery, limit):
            huts, palms, statues = (one.landmarks[k] if k in mystery.missing else () for k in LANDMARKS)
            found.append(Solution(treasures=dict(one.treasures), huts=huts, palms=palms, statues=statues))
        return found

    def proofs(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how many answers python-sat and python-constraint2 find; `ProofLimit` where one gives up."""
        mystery = self.mystery(puzzle)
        with SatProver(mystery) as prover:
            by_sat = len(prover.answers(2))
        try:
            return by_sat, len(proofs.csp_answers(mystery, 2))
        except proofs.ProofLimit as error:
            error.by_sat = by_sat
            raise

    def reasoning(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> MysteryReasoning:
        """Return what is known after these marks, with the whole ladder of techniques."""
        engine = self.engine(puzzle)
        return self.reasoner(engine, _marked(engine, marks))

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the facts without any one of which there is still one answer."""
        engine = self.engine(puzzle)
        rest = ((fact, engine.all & ~engine.of_fact[n]) for n, fact in enumerate(puzzle.facts))
        return tuple(str(fact) for fact, taking in rest if len(engine.answers(2, taking=taking)) == 1)

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; `PuzzleError` when its techniques do not solve it.

        The level is that of the hardest technique of the trace, which takes the easiest that finds anything.
        """
        engine = self.engine(puzzle)
        if len(engine.answers(2)) != 1:  # quicker to know than the trace
            raise PuzzleError(UNSOLVED)
        trace = self.trace(puzzle)
        supposed = sum(step.supposed is not None for step in trace.steps)
        measures = {"facts": len(puzzle.facts), "suppositions": supposed}
        return self.graded(puzzle, trace, self.level(trace), tuple(self.needs(engine, trace)), measures)

    def solves(self, engine: Engine, hardest: int, taking: int) -> bool:
        """Tell whether techniques up to the hardest one find everything by some constraints, as a mask."""
        return engine.solves(hardest, taking)

    def needs(self, engine: Engine, trace: Trace) -> Iterator[str]:
        """Yield the techniques of a trace without which those up to its hardest get stuck.

        Each is left out in turn. What the trace and its stories do without is not needed.
        """
        used, hardest = _used(trace.steps), hardest_in(trace)
        for number, name in enumerate(TECHNIQUES):
            others = engine.taking(other for other in range(len(TECHNIQUES)) if other != number)
            left = number - 1 if number >= SUPPOSE else hardest
            if name in used and not self.solves(engine, left, others):
                yield name

    def level(self, trace: Trace) -> int:
        """Return the level of the hardest technique of a trace; beyond the ladder, the highest one."""
        return 1 + bisect_left(self.hardest, hardest_in(trace)) if trace.solved else len(self.hardest)

    def sat(self, puzzle: Puzzle) -> SatProver:
        """See `Stated.sat`."""
        return _prover(self.mystery(puzzle))

    def looks_at(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """See `Kind.looks_at`: all of which its facts speak, as far as it is to be found."""
        said = [parse_fact(text) for text in step.facts]
        spoken = {*spoken_of(said)}
        for fact in said:
            if isinstance(fact, TreasureFact | CountFact):
                spoken.add(f"{fact.clue.thing}s")
            if isinstance(fact, LandmarkFact):
                spoken.add(f"{fact.kind}s")
        return tuple(one for one in self.subjects(puzzle) if one in spoken and one != step.subject)


def _used(steps: Iterable[Step]) -> set[str]:
    """Return the techniques of steps and their stories."""
    return {name for step in steps for name in (step.technique, *_used(step.story))}


def place_facts(puzzle: Puzzle) -> tuple[Fact, ...]:
    """Return the facts of a puzzle, all of them about places; `PuzzleError` for one about hidden cards."""
    if other := next((fact for fact in puzzle.facts if not isinstance(fact, Fact)), None):
        raise PuzzleError(f"{quote(str(other))} does not belong into a {puzzle.kind.name} puzzle", str(other))
    return tuple(fact for fact in puzzle.facts if isinstance(fact, Fact))


def treasures_of(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the treasures that the facts and the solution speak of, in the order of the maps."""
    named = {*puzzle.solution.treasures, *spoken_of(puzzle.facts)}
    return tuple(colour for colour in COLOURS if colour in named)


def spoken_of(facts: Iterable[Statement]) -> Iterator[str]:
    """Yield the treasures of which each fact speaks."""
    for fact in facts:
        if isinstance(fact, TreasureFact | PairFact):
            yield fact.colour
        if isinstance(fact, PairFact):
            yield fact.other


def reading_order(fact: Fact) -> tuple[int, str]:
    """Sort treasures first, in the order of the maps, then pairs, then the landmarks."""
    if isinstance(fact, TreasureFact):
        return COLOURS.index(fact.colour), str(fact)
    if isinstance(fact, PairFact):
        return len(COLOURS), str(fact)
    return len(COLOURS) + 1 + LANDMARKS.index(fact.kind), str(fact)


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


_engine = lru_cache(maxsize=16)(Engine)
_prover = lru_cache(maxsize=16)(SatProver)
"""The rules and a prover, written down once for all questions about a puzzle."""
