"""The trace of a mystery: the steps that a person with these techniques takes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import NamedTuple

from solvers.tobago.steps import Reasoning, Step
from solvers.tobago.techniques.compiling import SUPPOSE, TECHNIQUES
from solvers.tobago.techniques.engine import Engine
from solvers.tobago.techniques.rules import (
    CONTRADICTION,
    FIRST_TREASURE,
    POSSIBLE,
    Constraint,
    Literal,
    State,
)
from toolkit.games.tobago.clues import LANDMARKS


class _Firing(NamedTuple):
    """A rule that changed a state: the constraint, the slots that it changed, and the state after it."""

    constraint: Constraint
    changed: int
    after: State


def _merged(one: State, other: State) -> State:
    """Return what is known when two states are."""
    sure = [a | b for a, b in zip(one[:POSSIBLE], other[:POSSIBLE], strict=True)]
    return sure + [a & b for a, b in zip(one[POSSIBLE:], other[POSSIBLE:], strict=True)]


class MysteryReasoning(Reasoning["_Firing | Literal"]):
    """What a solver of a mystery knows, narrowed by the rules of an engine and by suppositions.

    Of suppositions only the one with the shortest story is taken in a round, and of nested ones the first.

    Parameters
    ----------
    engine
        The rules on a mystery.
    start
        A state of `Engine.start`, narrowed by the marks of a solver; it is not changed.
    taking
        The constraints that take part, as a mask; all by default.
    stories
        Whether the shortest of all suppositions is taken and tells its story; else the first that fails is
        taken and tells nothing, which is much faster.
    """

    def __init__(
        self, engine: Engine, start: State | None = None, *, taking: int | None = None, stories: bool = True
    ) -> None:
        self.engine = engine
        self.state = (start or engine.start())[:]
        self.taking = engine.all if taking is None else taking
        self.pending = self.taking
        self.stories = stories
        self.failed = False

    @property
    def solved(self) -> bool:
        """Whether everything is found, and no rule speaks against it."""
        return (
            not self.failed
            and self.engine.solved(self.state)
            and self.engine.propagate(self.state[:], self.pending, self.taking)
        )

    @property
    def over(self) -> bool:
        """Whether everything is found, or nothing fits."""
        return self.failed or self.solved

    def findings(self, technique: str) -> list[_Firing | Literal]:
        """Return the rules that fire, or the suppositions that lead to nothing: of nested ones the first."""
        number = TECHNIQUES.index(technique)
        if number < SUPPOSE:
            return [*self._firings(number)]
        failing = self._failing(number - SUPPOSE)
        return [*failing] if self.stories and number == SUPPOSE else [*islice(failing, 1)]

    def chosen(self, found: list[_Firing | Literal]) -> Sequence[_Firing | Literal]:
        """Return all rules that fire; of several suppositions the one with the shortest story."""
        supposed = [finding for finding in found if not isinstance(finding, _Firing)]
        return [min(supposed, key=self._length)] if len(supposed) > 1 else found

    def take(self, technique: str, finding: _Firing | Literal) -> Iterator[Step]:
        """Learn what a rule says, or that a supposition fails; a contradiction ends it all."""
        if not isinstance(finding, _Firing):
            yield self._refuted(technique, finding)
        elif finding.changed == CONTRADICTION:
            self.failed = True
            yield Step(technique, self._facts(finding.constraint), self._subject(finding.constraint.a))
        else:
            yield from self._logged(finding)
            self.state = _merged(self.state, finding.after)
            self.pending |= self.engine.wakes(finding.changed) & self.taking

    def _firings(self, technique: int) -> list[_Firing]:
        """Return what fires, all that one fact does in one."""
        found: dict[tuple[int, int], _Firing] = {}
        for number, constraint in enumerate(self.engine.constraints):
            if constraint.technique != technique or not self.pending >> number & 1:
                continue
            after = self.state[:]
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

    def _facts(self, constraint: Constraint) -> tuple[str, ...]:
        return () if constraint.fact < 0 else (str(self.engine.mystery.facts[constraint.fact]),)

    def _subject(self, slot: int) -> str:
        if slot >= FIRST_TREASURE:
            return self.engine.mystery.treasures[slot - FIRST_TREASURE]
        return f"{LANDMARKS[slot % POSSIBLE]}s"

    def _logged(self, firing: _Firing) -> Iterator[Step]:
        """Yield one step for each subject of which a firing says what the others of its round have not."""
        names, before, after = self.engine.frame.names_of, self.state, _merged(self.state, firing.after)
        technique, facts = TECHNIQUES[firing.constraint.technique], self._facts(firing.constraint)
        for kind in range(POSSIBLE):
            removed = before[kind + POSSIBLE] & ~after[kind + POSSIBLE]
            forced = after[kind] & ~before[kind]
            if removed or forced:
                yield Step(technique, facts, self._subject(kind), names(removed), names(forced))
        for slot in self.engine.treasure_slots:
            removed = before[slot] & ~after[slot]
            if removed:
                place = self._single(after[slot])
                yield Step(technique, facts, self._subject(slot), names(removed), place)

    def _failing(self, depth: int) -> Iterator[Literal]:
        """Yield the literals that lead to nothing."""
        for literal in list(self.engine.literals(self.state)):
            if self.engine.refutes(self.state, literal, self.taking, depth):
                yield literal

    def _length(self, literal: Literal) -> int:
        """Return how many rules fire between a supposition and the contradiction."""
        fired: list[Constraint] = []
        tried, woken = self.engine.suppose(self.state, literal)
        self.engine.conflict(tried, woken, self.taking, fired)
        return len(fired)

    def _refuted(self, technique: str, literal: Literal) -> Step:
        slot, bit = literal
        subject, removed = self._subject(slot), self.engine.frame.names_of(bit)
        story, facts = self._story(literal, TECHNIQUES.index(technique) - SUPPOSE)
        self.state = self.state[:]
        self.pending |= self.engine.strike(self.state, literal) & self.taking
        forced = self._single(self.state[slot]) if slot >= FIRST_TREASURE else ()
        return Step(technique, facts, subject, removed, forced, 0, (subject, removed[0]), story)

    def _single(self, mask: int) -> tuple[str, ...]:
        """Return the hex of a treasure that has only one left, or nothing."""
        return () if mask & (mask - 1) else self.engine.frame.names_of(mask)

    def _story(self, literal: Literal, depth: int) -> tuple[tuple[Step, ...], tuple[str, ...]]:
        """Return what follows from a supposition, told with as few facts as possible, and these facts."""
        if not self.stories:
            return (), ()
        taking, numbers = self._needed(literal, depth)
        facts = tuple(str(self.engine.mystery.facts[number]) for number in numbers)
        tried, _ = self.engine.suppose(self.state, literal)
        told = MysteryReasoning(self.engine, tried, taking=taking)
        return told.trace(TECHNIQUES[: SUPPOSE + depth]).steps, facts

    def _needed(self, literal: Literal, depth: int) -> tuple[int, tuple[int, ...]]:
        """Drop facts while the supposition still fails, and return what is left: constraints and facts."""
        engine, taking, kept = self.engine, self.taking, []
        for number in range(len(engine.mystery.facts)):
            fewer = taking & ~engine.of_fact[number]
            if engine.refutes(self.state, literal, fewer, depth):
                taking = fewer
            else:
                kept.append(number)
        return taking, tuple(kept)
