"""`Step` and `Trace`, the same for every kind of puzzle, and `Reasoning`, the one loop that makes a trace."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from operator import itemgetter
from typing import Generic, TypeVar

Finding = TypeVar("Finding")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that follows from what was known before."""

    technique: str  #: the name of the rule that fired
    facts: tuple[str, ...]  #: the facts that the rule looked at, in their canonical texts
    #: of what it speaks: the colour of a treasure, ``huts``, ``palms``, ``statues``, or what else a kind of
    #: puzzle asks for
    subject: str
    removed: tuple[str, ...] = ()  #: the values (mostly hexes) that the subject cannot have, sorted
    forced: tuple[str, ...] = ()  #: those that it surely has, sorted
    round: int = 0  #: the number of serial rounds before it: steps of one round were open at the same time
    #: for a supposition that fails: the subject and the value that was tried
    supposed: tuple[str, str] | None = None
    #: what followed from the supposition, up to the contradiction; its last step says what is impossible
    story: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """The steps from the start (or from the marks of a solver) to the end."""

    steps: tuple[Step, ...]  #: in order; `Step.round` never falls
    #: for each round, how many steps could have been taken: those of the easiest technique that had any
    open: tuple[int, ...]
    solved: bool  #: whether everything is found at the end; if not, the techniques were stuck


class Reasoning(ABC, Generic[Finding]):
    """What a solver knows so far, and the rules that narrow it: all that a kind of problem says of its trace.

    A finding is what one rule would do now: take away values of a subject, or settle it.
    """

    @property
    @abstractmethod
    def solved(self) -> bool:
        """Whether everything is found."""

    @property
    def over(self) -> bool:
        """Whether there is nothing to go on for: everything is found, or nothing fits."""
        return self.solved

    @abstractmethod
    def findings(self, technique: str) -> Iterable[Finding]:
        """Return all that a technique finds in what is known now, which stays as it is."""

    @abstractmethod
    def take(self, technique: str, finding: Finding) -> Iterable[Step]:
        """Learn a finding, as far as others of its round have left something, and return what it settles."""

    def chosen(self, found: list[Finding]) -> Sequence[Finding]:
        """Return which findings of a technique are taken in one round: all, where nothing else is said."""
        return found

    def trace(self, techniques: Sequence[str]) -> Trace:
        """Return the steps as far as the techniques (easiest first) lead; what is known changes."""
        taken = list(self.steps(techniques))
        rounds = {step.round: count for step, count in taken}
        return Trace(tuple(step for step, _ in taken), tuple(rounds.values()), self.solved)

    def steps(self, techniques: Sequence[str]) -> Iterator[tuple[Step, int]]:
        """Yield the steps of the trace when they are asked for, each with how many its round could take.

        In a round all that the easiest technique finds that finds anything is found from the same state, and
        then taken together.
        """
        for number in count():
            ladder = ((technique, list(self.findings(technique))) for technique in techniques)
            technique, found = ("", []) if self.over else next(filter(itemgetter(1), ladder), ("", []))
            if not found:
                return
            for finding in self.chosen(found):
                for step in self.take(technique, finding):
                    yield replace(step, round=number), len(found)
