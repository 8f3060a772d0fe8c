"""`Puzzle`: a position with something left out, the facts that lead to it and the answer; and its `Kind`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from puzzles.format.ids import Content, id_of
from puzzles.format.schema import Certificate, Grade, Solution, SolvingTime
from puzzles.grading import LEVELS, hardest_of, landmarks_to_read, reading_load
from solvers.tobago.facts import KINDS, Fact
from solvers.tobago.steps import Reasoning, Step, Trace
from solvers.tobago.words import joined
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

UNSOLVED = "it has not exactly one answer, or the techniques get stuck before it: no grade"
"""What is said of a puzzle without grade."""


class PuzzleError(ToolkitError):
    """A puzzle that its kind cannot use."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One thing that a puzzle asks for: the values that it may have, and how many of them it has."""

    values: tuple[str, ...]
    count: int = 1


@dataclass(frozen=True, slots=True)
class Marks:
    """What a solver noted for one subject: the values that are out, and those that are sure."""

    out: frozenset[str] = frozenset()
    sure: frozenset[str] = frozenset()

    def left_of(self, values: frozenset[str]) -> frozenset[str]:
        """Return the values that one thing with these marks may still have."""
        return (values - self.out) & (self.sure or values)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What one puzzle is to be like.

    The level is 1 to 5; `treasures` says how many to hide, 1 to 4, and `unknown`, for ``lost-landmarks``,
    which kinds of landmarks are to be found, such as ``("hut",)``: where it is None, the kind chooses.
    """

    level: int
    treasures: int | None = None
    unknown: tuple[str, ...] | None = None


@dataclass(frozen=True, kw_only=True, repr=False)
class Puzzle(Drawn):
    """One puzzle; immutable. `PuzzleError` for one that its kind cannot use."""

    kind: Kind  #: its kind, such as ``kind_named("lie")`` of `puzzles.kinds`
    #: what is known: the island, the known landmarks, and for ``best-card`` the maps and the hand
    position: Position
    facts: tuple[Fact, ...] = ()  #: what is said
    #: the one answer; an empty one when nobody has solved it yet
    solution: Solution = field(default_factory=Solution)
    grade: Grade | None = None  #: how hard it is, or None when nobody has asked
    certificate: Certificate | None = None  #: what proves it, or None when nobody has asked
    times: tuple[SolvingTime, ...] = ()  #: solving times of people

    def __post_init__(self) -> None:
        self.kind.check(self)

    def __repr__(self) -> str:
        """Name the puzzle without giving its answer away."""
        level = f", level {self.grade.level}" if self.grade else ""
        island = self.position.setting.island.title
        return f"<Puzzle {self.kind.name}{level}: {len(self.facts)} facts on {island}>"

    @property
    def picture(self) -> Picture:
        """The island with the landmarks that are known."""
        return self.position.setting.picture

    @property
    def solved_setting(self) -> Setting:
        """The setting with the landmarks of the solution; of a kind that it does not name, the known ones."""
        known, found = self.position.setting, self.solution
        huts, palms, statues = (getattr(found, kinds) or getattr(known, kinds) for kinds in KINDS)
        return Setting(known.island, huts, palms, statues, known.rules)

    @cached_property
    def id(self) -> str:
        """The one-line ID that holds the content (all but solution, grade, certificate and times)."""
        return id_of(Content(self.kind.name, self.position, self.facts))


@dataclass(frozen=True)
class Kind(ABC):
    """One kind of puzzle: its rules, without any state; `puzzles.kinds` lists all.

    What a kind does not say itself follows from its rules: the trace, what is true by a solution, the counts
    of the provers and most of the grade.
    """

    name: ClassVar[str]
    """As files and the command line name it."""

    techniques: ClassVar[Mapping[str, float]]
    """The ladder of techniques, easiest first, each with what a step costs: guesses, as long as there are no
    solving times of people."""

    @abstractmethod
    def check(self, puzzle: Puzzle) -> None:
        """Raise `PuzzleError` when the puzzle lacks what the kind needs, or has what it cannot use."""

    @abstractmethod
    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return what is asked for: subjects with all their values, known beforehand or not."""

    @abstractmethod
    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers, found by the project's own engine."""

    @abstractmethod
    def proofs(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how many answers, of at most 2, python-sat finds, and how many python-constraint2.

        The first takes clues from `Geometry`, the second from `ReferenceModel`.
        """

    @abstractmethod
    def reasoning(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> Reasoning[Any]:
        """Return what a solver knows who made these marks, taken to be right: the rules of the trace."""

    @abstractmethod
    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """Return facts that alone entail what a step says and none of which can be spared, by SAT."""

    @abstractmethod
    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; `PuzzleError` when its techniques do not solve it."""

    @abstractmethod
    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle of the wanted level, or None when this attempt came to nothing."""

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return facts that cannot all be true and none of which can be spared; empty when none clash."""
        return ()

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return the facts without any one of which the puzzle would be as good; a good puzzle has none."""
        return ()

    def texts(self, puzzle: Puzzle) -> list[str]:
        """Return what is to be read: the facts, or the cards of a position."""
        return [str(fact) for fact in puzzle.facts]

    def truth(self, puzzle: Puzzle) -> dict[str, frozenset[str]]:
        """Return the values of every subject by the solution of the puzzle."""
        asked = self.subjects(puzzle)
        return {subject: frozenset(v) for subject, v in puzzle.solution.parts.items() if subject in asked}

    def provers(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many answers (at most 2 are looked for) each prover finds, by its name.

        Each knows from a source of its own where clues hold: ``rules``, the project's own engine, from
        `Setting.masks`, ``python-constraint2`` from `ReferenceModel` and ``python-sat`` from `Geometry`.
        They share the puzzle and the island: its hexes with their names, places, terrain and neighbours.
        """
        rules = len(self.answers(puzzle, 2))
        by_sat, by_constraint = self.proofs(puzzle)
        return {"rules": rules, "python-sat": by_sat, "python-constraint2": by_constraint}

    def trace(self, puzzle: Puzzle, marks: Mapping[str, Marks] | None = None) -> Trace:
        """Return the steps that lead from the marks (at first: from nothing) to the answer."""
        return self.reasoning(puzzle, marks or {}).trace(tuple(self.techniques))

    def graded(
        self, puzzle: Puzzle, trace: Trace, level: int, needs: Sequence[str], measures: Mapping[str, float]
    ) -> Grade:
        """Return the grade of a puzzle from its trace; `PuzzleError` when this does not reach the end."""
        if not trace.solved:
            raise PuzzleError(UNSOLVED)
        texts, weights = self.texts(puzzle), self.techniques
        return Grade(
            level=level,
            name=LEVELS[level - 1],
            hardest=hardest_of(trace.steps, weights),
            needs=tuple(needs),
            effort=round(sum(weights[step.technique] for step in trace.steps), 2),
            steps=len(trace.steps),
            rounds=len(trace.open),
            bottleneck=round(sum(1 / count for count in trace.open) / max(1, len(trace.open)), 3),
            reading=reading_load(texts) + landmarks_to_read(texts, puzzle.position.setting),
            measures=dict(measures),
        )

    def check_solution(self, puzzle: Puzzle, treasures: Collection[str] | None = None) -> None:
        """Refuse a solution with parts that are not asked for, or other treasures; an empty one is fine.

        When it names treasures, they are all that are asked for (or those given), on hexes of the island.
        """
        solution, subjects = puzzle.solution, self.subjects(puzzle)
        for part in solution.__struct_fields__:
            if getattr(solution, part) and part not in ("treasures", *subjects):
                raise PuzzleError(
                    f"the solution names {quote(part)}, which is not asked for in a {self.name} puzzle"
                )
        asked = [s for s in subjects if s in COLOURS] if treasures is None else treasures
        named = solution.treasures
        if named and named.keys() != set(asked):
            raise PuzzleError(f"the solution is about {_listed(named)}, the puzzle about {_listed(asked)}")
        puzzle.position.setting.island.cells(named.values())
        for part in ("lie", "play", "dead"):
            word, valid = getattr(solution, part), subjects.get(part, Subject(())).values
            if word and word not in valid:
                raise PuzzleError(f"the puzzle has no {part} {quote(word)}{did_you_mean(word, valid)}")


def _listed(colours: Collection[str]) -> str:
    return joined([quote(colour) for colour in sorted(colours)])
