"""`Cutter`: few facts of all that are true, so that the techniques of a level lead to the one answer.

Facts are dropped in a random order as long as the techniques still solve the mystery; what is left is
minimal: without any one of its facts they do not. Then single facts are swapped for others, and what is
better is kept, as in simulated annealing: fewer facts, more variety, more negatives (`cost`), and a way to
the answer that is no drudgery: fewer steps, few suppositions, none of them long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from math import exp
from random import Random

from solvers.tobago.compiled import compiled
from solvers.tobago.facts import CountFact, Fact, PairFact, TreasureFact
from solvers.tobago.mystery import Mystery
from solvers.tobago.steps import Step, Trace
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import COUNTS, NESTED, RELATIONS, SUPPOSE, MysteryReasoning
from solvers.tobago.techniques.rules import Constraint

SWAPS = 12
"""How often a swap is tried; with 0 the first minimal set is taken."""

_MORE = 8  # facts that are added at once
_UNFIT = 10.0  # the cost of a set that is not of the wanted level
_WARMTH = 1.0  # the cost by which a worse set is still accepted now and then, at first
_COMMON_SHAPE = 2  # facts of one shape that cost nothing beside being read
_REPEATED, _NEGATIVE = 0.3, -0.2
_STEP, _SUPPOSITION = 0.1, 0.2  # many of them tire
MOST_SUPPOSED, LONGEST = 8, 12
"""As many suppositions a puzzle takes at most, and as many lines the story of each."""

_BIAS = 3.0  # how much later facts are dropped that only a technique of the wanted level can use


def look_of(fact: Fact) -> tuple[str, bool]:
    """Return what facts of one look share, as ``brown next to``; and whether it says where nothing is."""
    match fact:
        case TreasureFact(colour, clue):
            return f"{colour} {clue.relation}", clue.negative
        case CountFact(kind, number, clue):
            return f"{kind} {clue.relation}", number == 0
        case PairFact():
            return "pair", fact.negative
        case _:
            return f"{fact.kind} {type(fact).__name__}", False


def cost(facts: Iterable[Fact]) -> float:
    """Return what a set of facts costs a reader: their number, repetition; negatives are welcome."""
    looks = [look_of(fact) for fact in facts]
    shapes = Counter(shape for shape, _ in looks)
    repeated = sum(max(0, count - _COMMON_SHAPE) for count in shapes.values())
    return len(looks) + _REPEATED * repeated + _NEGATIVE * sum(negative for _, negative in looks)


def lines_of(step: Step) -> int:
    """Return how many lines a step is told in: a supposition, what follows, and that it cannot be."""
    return 1 if step.supposed is None else 2 + sum(map(lines_of, step.story))


def bearable(trace: Trace) -> bool:
    """Tell whether a trace leads to the end by few suppositions with short stories."""
    told = [lines_of(step) for step in trace.steps if step.supposed]
    return trace.solved and len(told) <= MOST_SUPPOSED and max(told, default=0) <= LONGEST


def hardest_in(trace: Trace) -> int:
    """Return the hardest technique of a trace, as a number of `TECHNIQUES`.

    A trace takes the easiest technique that finds anything, so those below it do not lead to the end.
    """
    return max((TECHNIQUES.index(step.technique) for step in trace.steps), default=0)


def suffices(engine: Engine, hardest: int, taking: int) -> bool:
    """Tell whether techniques solve a mystery; for the hardest of all, whether it has one answer.

    `taking` is the mask of the constraints that take part (`Engine.taking`).
    """
    if hardest == NESTED:
        return len(engine.answers(2, taking=taking)) == 1
    return engine.solves(hardest, taking)


class Cutter:
    """Cuts one puzzle of what is known, with all that is true as the facts of the mystery."""

    def __init__(self, mystery: Mystery, hardest: int, easier: int | None, random: Random) -> None:
        self.mystery = mystery
        self.facts = mystery.facts
        self.hardest = hardest  #: the hardest technique that may be needed (a number of `TECHNIQUES`)
        self.easier = easier  #: that of the level below, which must not suffice; None on the lowest level
        self.random = random  #: draws the order of dropping and the swaps
        self.compiled = compiled(mystery)  #: answers what it can, the same and much faster
        self.weights = self._weights()

    @cached_property
    def engine(self) -> Engine:
        """The rules in Python; to write so many facts down for them takes time."""
        return Engine(self.mystery, RELATIONS)  # two of so many facts go together in too many ways

    def cut(self) -> tuple[Fact, ...] | None:
        """Return the facts of a puzzle of the wanted level, or None when this attempt came to nothing."""
        grown = self._grown(())
        if grown is None:
            return None
        best = self._annealed(self._minimal(grown))
        return tuple(self.facts[number] for number in best) if self._fits(best) else None

    def _weights(self) -> list[float]:
        """Return how late each fact is dropped: late when it takes more than the level below to use it."""
        if self.easier is None:
            return [1.0] * len(self.facts)
        easier = min(self.easier, COUNTS)
        if self.compiled:
            late = [hardest > easier for hardest in self.compiled.hardest]
        else:
            harder = self.engine.up_to(RELATIONS) & ~self.engine.up_to(easier)
            late = [bool(own & harder) for own in self.engine.of_fact]
        return [_BIAS if is_late else 1.0 for is_late in late]

    @cached_property
    def bare(self) -> int:
        """The constraints that no fact says."""
        return self.engine.taking(facts=())

    def _taking(self, numbers: Iterable[int]) -> int:
        return self.bare | sum(self.engine.of_fact[number] for number in numbers)

    def _solves(self, hardest: int, numbers: Collection[int]) -> bool:
        """Tell whether rules for single facts, up to the hardest, solve the puzzle of some facts."""
        if self.compiled and (found := self.compiled.solves(hardest, numbers)) is not None:
            return found
        return self.engine.solves(hardest, self._taking(numbers))

    def _has_one_answer(self, numbers: Collection[int]) -> bool:
        if self.compiled:
            return self.compiled.count(2, numbers) == 1
        return suffices(self.engine, NESTED, self._taking(numbers))

    def _few(self, numbers: Sequence[int]) -> Engine:
        """Return the engine of some facts alone, with the whole ladder."""
        facts = tuple(self.facts[number] for number in numbers)
        return Engine(replace(self.mystery, facts=facts), self.hardest)

    def _used(self, numbers: Collection[int]) -> Collection[int] | None:
        """Return facts among these with which the techniques solve it; None when they do not.

        What is quickly asked comes first; it takes all of them to be used. Else those go that no rule used.
        """
        plain = min(self.hardest, RELATIONS)
        if self.hardest == NESTED:
            return numbers if self._has_one_answer(numbers) else None
        if self._solves(plain, numbers):
            return numbers
        if plain == self.hardest or not self._has_one_answer(numbers):
            return None
        chosen, fired = sorted(numbers), list[Constraint]()
        few = self._few(chosen)
        if self.hardest == SUPPOSE:
            return numbers if few.solves(SUPPOSE) else None
        state = few.start()
        few.conflict(state, few.all, few.all, fired)
        return {chosen[n] for c in fired for n in c.facts} if few.solved(state) else None

    def _grown(self, start: Sequence[int]) -> list[int] | None:
        """Return the facts of `start` and random others, as many as suffice; None when all do not."""
        held = set(start)
        numbers = [n for n in range(len(self.facts)) if n not in held]
        numbers.sort(key=lambda n: self.random.random() ** self.weights[n])
        chosen = list(start)
        while self._used(chosen) is None:
            if not numbers:
                return None
            chosen += numbers[:_MORE]
            del numbers[:_MORE]
        return chosen

    def _minimal(self, numbers: list[int]) -> list[int]:
        """Return what is left when facts are dropped in a random order as long as the rest suffices."""
        left: Collection[int] = set(numbers)
        for number in sorted(numbers, key=lambda n: -(self.random.random() ** self.weights[n])):
            if number in left and (used := self._used({*left} - {number})) is not None:
                left = used
        return sorted(left)

    def _fits(self, numbers: list[int]) -> bool:
        """Tell whether the level below does not suffice, and suppositions are few and short."""
        trace = MysteryReasoning(self._few(numbers)).trace(TECHNIQUES[: self.hardest + 1])
        return bearable(trace) and self._is_of_level(trace)

    def _is_of_level(self, trace: Trace) -> bool:
        return trace.solved and (self.easier is None or hardest_in(trace) > self.easier)

    def _annealed(self, found: list[int]) -> list[int]:
        """Swap single facts for others and keep what costs less, rarely what costs a little more."""
        current = best = found, self._cost(found)
        for swap in range(SWAPS):
            dropped = self.random.choice(current[0])
            grown = self._grown([n for n in current[0] if n != dropped])
            if grown is None:
                continue
            facts = self._minimal(grown)
            other = facts, self._cost(facts)
            worse = other[1] - current[1]
            if worse <= 0 or self.random.random() < exp(-worse * (swap + 1) / _WARMTH):
                current = other
            if current[1] < best[1]:
                best = current
        return best[0]

    def _cost(self, numbers: list[int]) -> float:
        solver = MysteryReasoning(self._few(numbers), stories=False)  # which takes a fraction of the time
        trace = solver.trace(TECHNIQUES[: self.hardest + 1])
        unfit = 0.0 if self._is_of_level(trace) else _UNFIT
        supposed = sum(step.supposed is not None for step in trace.steps)
        way = _STEP * len(trace.steps) + _SUPPOSITION * supposed
        return unfit + way + cost(self.facts[number] for number in numbers)
