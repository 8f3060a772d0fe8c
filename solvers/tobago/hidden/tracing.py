"""The trace: the steps that a person with these techniques takes, the easiest first, in rounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from solvers.tobago.hidden.compiling import NESTED, SUPPOSE, TECHNIQUES
from solvers.tobago.hidden.rules import CONTRADICTION, FIRST_TREASURE, POSSIBLE, State
from solvers.tobago.steps import Step, Trace
from toolkit.games.tobago.clues import LANDMARKS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.tobago.hidden.engine import Engine
    from solvers.tobago.hidden.rules import Constraint, Literal


class _Firing(NamedTuple):
    """A rule that changed a state: the constraint, the slots that it changed, and the state after it."""

    constraint: Constraint
    changed: int
    after: State


def trace(
    engine: Engine,
    start: State | None = None,
    *,
    hardest: int = NESTED,
    taking: int | None = None,
    told: bool = True,
) -> Trace:
    """Return the steps from a state (at first: from nothing) as far as the techniques lead.

    In a round all steps of the easiest technique that has any are found from the same state, and then taken
    together. Of suppositions only the one with the shortest story is taken, and of nested ones the first.

    Parameters
    ----------
    engine
        The rules on a mystery.
    start
        A state of `Engine.start`, narrowed by the marks of a solver; it is not changed.
    hardest
        The number of the hardest technique (`TECHNIQUES`).
    taking
        The constraints that take part, as a mask; all by default.
    told
        Whether the shortest of all suppositions is taken and tells its story; else the first that fails is
        taken and tells nothing, which is much faster.
    """
    state = (start or engine.start())[:]
    return _Tracer(engine, state, engine.all if taking is None else taking, hardest, told).trace()


def _merged(one: State, other: State) -> State:
    """Return what is known when two states are."""
    sure = [a | b for a, b in zip(one[:POSSIBLE], other[:POSSIBLE], strict=True)]
    return sure + [a & b for a, b in zip(one[POSSIBLE:], other[POSSIBLE:], strict=True)]


class _Tracer:
    """Takes the steps of one trace."""

    def __init__(self, engine: Engine, state: State, taking: int, hardest: int, told: bool) -> None:
        self.engine = engine
        self.state = state
        self.taking = taking
        self.pending = taking
        self.hardest = hardest
        self.told = told
        self.steps: list[Step] = []
        self.open: list[int] = []
        self.failed = False

    def trace(self) -> Trace:
        while not (self.failed or self._done()) and (self._rules_round() or self._supposing_round()):
            pass
        return Trace(tuple(self.steps), tuple(self.open), not self.failed and self._done())

    def _done(self) -> bool:
        """Tell whether everything is found, and no rule speaks against it."""
        return self.engine.solved(self.state) and self.engine.propagate(
            self.state[:], self.pending, self.taking
        )

    def _rules_round(self) -> bool:
        """Take all steps of the easiest rule that has any; False when no rule fires."""
        for technique in range(min(self.hardest + 1, SUPPOSE)):
            if firings := self._firings(technique):
                self._take(firings)
                return True
        return False

    def _firings(self, technique: int) -> list[_Firing]:
        """Return what fires, all that one fact does in one."""
        found: dict[tuple[int, int], _Firing] = {}
        for number in self._pending_of(technique):
            constraint, after = self.engine.constraints[number], self.state[:]
            changed = constraint.rule(self.engine.tables, after, constraint)
            if changed == CONTRADICTION:
                return [_Firing(constraint, changed, after)]
            if changed:
                key = constraint.fact, constraint.a if constraint.fact < 0 else 0
                known = found.get(key)
                if known:
                    changed, after = changed | known.changed, _merged(after, known.after)
                found[key] = _Firing(constraint, changed, after)
            else:
                self.pending &= ~(1 << number)
        return list(found.values())

    def _pending_of(self, technique: int) -> Iterator[int]:
        for number, constraint in enumerate(self.engine.constraints):
            if constraint.technique == technique and self.pending >> number & 1:
                yield number

    def _take(self, firings: list[_Firing]) -> None:
        """Log the steps of one round, each as far as it adds something, and bring their results together."""
        this_round = len(self.open)
        for firing in firings:
            if firing.changed == CONTRADICTION:
                self.steps.append(self._contradiction(firing.constraint, this_round))
                self.failed = True
            else:
                self.steps += self._logged(firing, this_round)
                self.state = _merged(self.state, firing.after)
                self.pending |= self.engine.wakes(firing.changed) & self.taking
        self.open.append(len(firings))

    def _contradiction(self, constraint: Constraint, this_round: int) -> Step:
        technique = TECHNIQUES[constraint.technique]
        return Step(technique, self._facts(constraint), self._subject(constraint.a), round=this_round)

    def _facts(self, constraint: Constraint) -> tuple[str, ...]:
        return () if constraint.fact < 0 else (str(self.engine.mystery.facts[constraint.fact]),)

    def _subject(self, slot: int) -> str:
        if slot >= FIRST_TREASURE:
            return self.engine.mystery.treasures[slot - FIRST_TREASURE]
        return f"{LANDMARKS[slot % POSSIBLE]}s"

    def _logged(self, firing: _Firing, this_round: int) -> Iterator[Step]:
        """Yield one step for each subject of which a firing says what the others of its round have not."""
        names, before, after = self.engine.frame.names_of, self.state, _merged(self.state, firing.after)
        technique, facts = TECHNIQUES[firing.constraint.technique], self._facts(firing.constraint)
        for kind in range(POSSIBLE):
            removed = before[kind + POSSIBLE] & ~after[kind + POSSIBLE]
            forced = after[kind] & ~before[kind]
            if removed or forced:
                yield Step(technique, facts, self._subject(kind), names(removed), names(forced), this_round)
        for slot in self.engine.treasure_slots:
            removed = before[slot] & ~after[slot]
            if removed:
                place = self._single(after[slot])
                yield Step(technique, facts, self._subject(slot), names(removed), place, this_round)

    def _supposing_round(self) -> bool:
        """Take one supposition that fails; False when none does."""
        for technique in range(SUPPOSE, self.hardest + 1):
            found = self._suppositions(technique - SUPPOSE)
            if found:
                self._take_supposition(technique, *found)
                return True
        return False

    def _suppositions(self, depth: int) -> tuple[Literal, int] | None:
        """Return a literal that leads to nothing, and how many do."""
        failing = (
            literal
            for literal in list(self.engine.literals(self.state))
            if self.engine.refutes(self.state, literal, self.taking, depth)
        )
        if depth or not self.told:
            first = next(failing, None)
            return (first, 1) if first else None
        found = list(failing)
        return (min(found, key=self._length), len(found)) if found else None

    def _length(self, literal: Literal) -> int:
        """Return how many rules fire between a supposition and the contradiction."""
        fired: list[Constraint] = []
        tried, woken = self.engine.suppose(self.state, literal)
        self.engine.conflict(tried, woken, self.taking, lambda constraint, *_: fired.append(constraint))
        return len(fired)

    def _take_supposition(self, technique: int, literal: Literal, count: int) -> None:
        slot, bit = literal
        subject, removed = self._subject(slot), self.engine.frame.names_of(bit)
        story, facts = self._story(literal, technique - SUPPOSE)
        self.state = self.state[:]
        self.pending |= self.engine.strike(self.state, literal) & self.taking
        forced = self._single(self.state[slot]) if slot >= FIRST_TREASURE else ()
        supposed = subject, removed[0]
        step = Step(TECHNIQUES[technique], facts, subject, removed, forced, len(self.open), supposed, story)
        self.steps.append(step)
        self.open.append(count)

    def _single(self, mask: int) -> tuple[str, ...]:
        """Return the hex of a treasure that has only one left, or nothing."""
        return () if mask & (mask - 1) else self.engine.frame.names_of(mask)

    def _story(self, literal: Literal, depth: int) -> tuple[tuple[Step, ...], tuple[str, ...]]:
        """Return what follows from a supposition, told with as few facts as possible, and these facts."""
        if not self.told:
            return (), ()
        taking, numbers = self._needed(literal, depth)
        facts = tuple(str(self.engine.mystery.facts[number]) for number in numbers)
        tried, _ = self.engine.suppose(self.state, literal)
        hardest = SUPPOSE + depth - 1
        return trace(self.engine, tried, hardest=hardest, taking=taking).steps, facts

    def _needed(self, literal: Literal, depth: int) -> tuple[int, tuple[int, ...]]:
        """Drop facts while the supposition still fails, and return what is left: constraints and facts."""
        engine, taking, kept = self.engine, self.taking, []
        for number in range(len(engine.mystery.facts)):
            fewer = taking & ~engine.of_fact(number)
            if engine.refutes(self.state, literal, fewer, depth):
                taking = fewer
            else:
                kept.append(number)
        return taking, tuple(kept)
