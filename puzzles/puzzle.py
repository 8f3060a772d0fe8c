"""`Puzzle`: a position with something left out, the facts that lead to it and the answer; and its `Kind`.

What proves it stands below: the one answer is asked of the engines, and not believed from a file. How hard it
is stands in `puzzles.grading`.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from math import inf
from random import Random
from typing import Any, ClassVar

from puzzles.format.ids import Content, id_of
from puzzles.format.schema import Certificate, Grade, Solution, SolvingTime
from puzzles.grading import guesses, hardest_of, landmarks_to_read, minutes_of, reading_load, work_in
from solvers.tobago import proofs
from solvers.tobago.facts import KINDS, Statement
from solvers.tobago.steps import Reasoning, Step, Trace
from toolkit import __version__
from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.core.telling.language import find_language
from toolkit.games.tobago.clues import Setting
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import placement_faults
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

# ---- what it is and what it asks ---------------------------------------------------------------------------

UNSOLVED = "it has not exactly one answer, or the techniques get stuck before it: no grade"
"""What is said of a puzzle without grade."""

LEVELS = ("easy", "moderate", "tricky", "hard", "fiendish")
"""The names of the levels 1 to 5."""


class PuzzleError(ToolkitError):
    """A puzzle that its kind cannot use."""

    def __init__(self, problem: str, text: str = "") -> None:
        self.text = text  #: the fact that is to blame, or ``hand``, where it is one of these
        super().__init__(problem)


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
    facts: tuple[Statement, ...] = ()  #: what is said
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

    @property
    def placement_faults(self) -> list[str]:
        """What the rule for landmarks (T-5) has against the known ones, as sentences.

        How many there are is no fault where some are to be found, and no matter where no card speaks of them.
        """
        position, asked = self.position, self.kind.subjects(self)
        laid = [clue for treasure_map in position.maps.values() for clue in treasure_map.clues]
        said = " ".join(map(str, [*self.facts, *laid, *(position.hand or ())]))
        idle = tuple(
            f"{len(cells)} {kind}"  # so begins what is said of their number
            for kind, cells in position.setting.landmarks.items()
            if f"{kind}s" in asked or kind not in said
        )
        return [fault for fault in placement_faults(position.setting) if not fault.startswith(idle)]

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

    levels: ClassVar[int] = len(LEVELS)
    """How many levels it has, from 1 on: no more than its thinking gets harder."""

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

    def reasons_on_paper(
        self,
        puzzle: Puzzle,
        step: Step,
        marks: Mapping[str, Marks],  # noqa: ARG002
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return facts, and subjects whose marks are right, that entail what a step says; none can be spared.

        They are facts alone, unless fewer of them do with the marks.
        """
        return self.reasons(puzzle, step), ()

    def looks_at(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:  # noqa: ARG002
        """Return the other subjects whose marks a step builds on."""
        return ()

    @abstractmethod
    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; `PuzzleError` when its techniques do not solve it."""

    @abstractmethod
    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle of the wanted level, or None when this attempt came to nothing."""

    def prepare_for_many(self) -> bool:
        """Load what makes many puzzles faster; False where there is nothing like it."""
        return False

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return facts that cannot all be true and none of which can be spared; empty when none clash."""
        return ()

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return the facts without any one of which the puzzle would be as good; a good puzzle has none."""
        return ()

    def seen(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> Puzzle:  # noqa: ARG002
        """Return the puzzle as who made these marks sees it: where facts open by and by, with those alone."""
        return puzzle

    def proven(self, puzzle: Puzzle) -> dict[str, dict[str, int]]:  # noqa: ARG002
        """Return for each value of the answer how many open facts prove it; nothing where all are open."""
        return {}

    def tally(self, puzzle: Puzzle) -> dict[str, int]:  # noqa: ARG002
        """Return a number for each hex, where a 1 on one hex alone proves the answer; nothing elsewhere."""
        return {}

    def texts(self, puzzle: Puzzle) -> list[str]:
        """Return what is to be read: the facts, or the cards of a position."""
        return [str(fact) for fact in puzzle.facts]

    def reading(self, puzzle: Puzzle) -> int:
        """Return what there is to read: the words of the texts, and the landmarks of which they speak."""
        texts = self.texts(puzzle)
        return reading_load(texts) + landmarks_to_read(texts, puzzle.position.setting)

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
        weights = self.techniques
        return Grade(
            level=level,
            name=LEVELS[level - 1],
            hardest=hardest_of(trace.steps, weights),
            needs=tuple(needs),
            effort=round(sum(weights[step.technique] for step in trace.steps), 2),
            steps=len(trace.steps),
            rounds=len(trace.open),
            bottleneck=round(sum(1 / count for count in trace.open) / max(1, len(trace.open)), 3),
            reading=self.reading(puzzle),
            minutes=minutes_of(work_in(trace, self.reading(puzzle)), guesses(weights)),
            measures=dict(measures),
        )

    def check_solution(self, puzzle: Puzzle, treasures: Collection[str] | None = None) -> None:
        """Refuse a solution with parts that are not asked for, or other treasures; an empty one is fine.

        When it names treasures, they are all that are asked for (or those given), on hexes of the island.
        """
        solution, subjects = puzzle.solution, self.subjects(puzzle)
        for part in solution.parts:
            if part not in (*solution.treasures, *subjects):
                raise PuzzleError(
                    f"the solution names {quote(part)}, which is not asked for in a {self.name} puzzle"
                )
        asked = [s for s in subjects if s in COLOURS] if treasures is None else treasures
        named = solution.treasures
        if named and named.keys() != set(asked):
            some = ([quote(colour) for colour in sorted(one)] for one in (named, asked))
            told, wanted = map(find_language("en").joined, some)
            raise PuzzleError(f"the solution is about {told}, the puzzle about {wanted}")
        puzzle.position.setting.island.cells(named.values())
        for part, (word, *_) in solution.parts.items():
            if part not in (*named, *KINDS) and word not in (valid := subjects[part].values):
                raise PuzzleError(f"the puzzle has no {part} {quote(word)}{did_you_mean(word, valid)}")


# ---- what proves it ----------------------------------------------------------------------------------------


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
