"""`csp_answers`: the answers of a mystery by python-constraint2, with a careful model.

The model: every treasure and every landmark is a variable over hexes; those that are known have one value.

- What speaks of one hex at a time cuts the domains before the search.
- Equal landmarks: the fact that splits the landmarks of a kind most finely by hexes ("in beach, jungle,
  jungle", "at 1, 3, 3 from B32", "exactly 2 in lake") gives each landmark its own part of the island;
  within a part they stand in ascending order, so that every set of landmarks is found once.
- The library's `BacktrackingSolver` takes the variable with the most constraints next, and of several the
  one with the fewest values left, so kinds of landmarks that many facts tie together come first. (On the
  whole a fixed order, or fewest values alone, searched longer.)

Where clues hold and how far hexes are apart it takes from `ReferenceModel`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from itertools import chain, combinations, count, islice
from math import comb, inf, prod
from time import monotonic
from typing import Any

from constraint import (
    AllDifferentConstraint,
    BacktrackingSolver,
    Constraint,
    InSetConstraint,
    Problem,
    SomeInSetConstraint,
)
from constraint.domain import Domain

from solvers.tobago.facts import (
    RADIUS,
    CountFact,
    Fact,
    LandmarkFact,
    NearestFact,
    PairFact,
    TreasureFact,
    counts_of,
)
from solvers.tobago.mystery import Answer, Mystery
from solvers.tobago.reference import reference_of
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation
from toolkit.hexmap import OCEAN

LARGEST_SEARCH = 500_000
"""How many values a search may try: about half a minute on the island of the box, but counted, so that every
computer stops alike. On larger islands a value takes longer: `time_limit` is for who cannot wait."""

_limit: ContextVar[float] = ContextVar("seconds for each search", default=inf)

_NOBODY = "nobody"  # a variable for constraints on no landmark at all, where the library would take all

Split = list[tuple[frozenset[str], int]]
"""Disjoint parts of the island that cover it, and how many landmarks of a kind stand in each."""


class ProofLimit(ToolkitError):  # noqa: N818 - nobody's mistake: a search that would not end in time
    """A mystery that `csp_answers` does not decide within `LARGEST_SEARCH` or a `time_limit`.

    `by_sat` is how many answers python-sat found of it, if that was asked before.
    """

    by_sat: int | None = None


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Give each search inside the block so many seconds; it stops when it next tries a value."""
    token = _limit.set(seconds)
    try:
        yield
    finally:
        _limit.reset(token)


def csp_answers(mystery: Mystery, limit: int = 2) -> list[Answer]:
    """Return up to `limit` answers that fit all facts and the rule for landmarks (T-5).

    `ProofLimit` when the search tries more values than `LARGEST_SEARCH`, or longer than a `time_limit`.
    """
    model = _Model(mystery)
    return [model.answer(found) for found in islice(model.problem.getSolutionIter(), limit)]


class _Model:
    """A mystery as variables over hexes and constraints on them; `landmarks` are the variables by kind."""

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.ground = reference_of(mystery.setting)
        self.known = {kind: tuple(cells) for kind, cells in mystery.setting.landmarks.items()}
        self.problem: Any = Problem(BacktrackingSolver())
        self.problem.addConstraint(Budget())
        self.problem.addVariable(_NOBODY, [None])
        self.problem.addVariables(mystery.treasures, mystery.setting.island.names)
        self.to_find: list[str] = []
        self.landmarks = {kind: self._place(kind) for kind in LANDMARKS}
        self._demand(AllDifferentConstraint(), self.to_find)
        for fact in mystery.facts:
            self._fact(fact)

    def answer(self, found: Mapping[str, str]) -> Answer:
        """Return a solution of the problem as an answer."""
        treasures = {colour: found[colour] for colour in self.mystery.treasures}
        landmarks = {k: tuple(sorted(found[v] for v in names)) for k, names in self.landmarks.items()}
        return Answer(treasures, landmarks)

    def _demand(self, constraint: Constraint | Callable[..., bool], variables: Sequence[str]) -> None:
        self.problem.addConstraint(constraint, list(variables) or [_NOBODY])

    # Landmarks: which hexes, in which order, how far apart

    def _place(self, kind: str) -> list[str]:
        """Add the landmarks of a kind, those to be found each in its own part of the island (T-5)."""
        known = [f"known {kind} {name}" for name in self.known[kind]]
        for variable, name in zip(known, self.known[kind], strict=True):
            self.problem.addVariable(variable, [name])
        splits = self._splits(kind)
        parts = dict(zip((f"{kind} {n}" for n in count()), self._parts(kind, splits), strict=False))
        for variable, part in parts.items():
            self.problem.addVariable(variable, self.mystery.setting.island.names)
            self._demand(InSetConstraint(part), [variable])
        for one, other in combinations(parts, 2):
            self._demand(self._ascending if parts[one] == parts[other] else self._apart, [one, other])
        for cells, number in chain.from_iterable(splits):
            self._demand(SomeInSetConstraint(cells, number, exact=True), [*known, *parts])
        self.to_find += parts
        return [*known, *parts]

    def _splits(self, kind: str) -> list[Split]:
        """Return the splits that facts about this kind alone describe."""
        found, total = [], self.mystery.counts[kind]
        for fact in self.mystery.facts:
            if isinstance(fact, LandmarkFact) and fact.kind == kind and not self.mystery.is_relation(fact):
                counts = counts_of(fact, self.ground, total)
                exact = [(cells, low) for cells, low, high in counts if low == high]
                rest = self.ground.land.difference(*(cells for cells, _ in exact))
                found.append([*exact, (rest, total - sum(number for _, number in exact))])
        return found

    def _parts(self, kind: str, splits: Sequence[Split]) -> list[frozenset[str]]:
        """Return where each landmark to be found may stand, by the finest split."""
        if not self.mystery.missing.get(kind):
            return []
        free = self._free(kind).difference(*(cells for cells, n in chain.from_iterable(splits) if n == 0))
        everywhere: Split = [(self.ground.land, self.mystery.counts[kind])]
        to_find = [
            [(cells & free, number - len(cells.intersection(self.known[kind]))) for cells, number in split]
            for split in (everywhere, *splits)
        ]
        finest = min(to_find, key=lambda split: prod(comb(len(cells), max(n, 0)) for cells, n in split))
        return [cells for cells, number in finest for _ in range(number)]

    def _free(self, kind: str) -> frozenset[str]:
        """Return the hexes on which one of a kind may be found, as far as the known landmarks tell (T-5)."""
        taken = {name for names in self.known.values() for name in names}
        if kind == "statue":
            taken |= self.ground.cells(Clue(Relation.NEXT_TO, OCEAN))
        return frozenset(
            name for name in self.ground.land - taken if all(self._apart(name, o) for o in self.known[kind])
        )

    def _apart(self, one: str, other: str) -> bool:
        return self.ground.straight(one, other) >= self.mystery.setting.rules.landmark_gap

    def _ascending(self, one: str, other: str) -> bool:
        return one < other and self._apart(one, other)

    # Facts

    def _fact(self, fact: Fact) -> None:
        match fact:
            case TreasureFact() if self.mystery.is_open(fact.clue):
                self._near(fact.colour, fact.clue)
            case TreasureFact():
                self._demand(InSetConstraint(self.ground.cells(fact.clue)), [fact.colour])
            case PairFact():
                near = partial(self._beside, self.ground.least, fact.radius)
                self._demand(_negation(near) if fact.negative else near, [fact.colour, fact.other])
            case CountFact() if self.mystery.is_relation(fact):
                ours, theirs = self.landmarks[fact.kind], self.landmarks[fact.clue.thing]
                near = partial(self._beside, self._least(fact.clue), RADIUS[fact.clue.relation])
                self._demand(_CountNear(fact.number, len(ours), near), [*ours, *theirs])
            case NearestFact():  # what else is said of one kind alone is said by its splits
                ring = self.ground.ring(fact.centre, fact.steps, fact.steps)
                self._demand(SomeInSetConstraint(ring), self.landmarks[fact.kind])

    def _least(self, clue: Clue) -> int:
        return 0 if clue.relation is Relation.IN else self.ground.least

    def _beside(self, low: int, high: int, one: str, other: str) -> bool:
        return other in self.ground.ring(one, low, high)

    def _near(self, colour: str, clue: Clue) -> None:
        """Demand a clue about landmarks of which some are to be found (T-7)."""
        landmarks, radius, least = self.landmarks[clue.thing], RADIUS[clue.relation], self._least(clue)

        def holds(at: str, *others: str) -> bool:
            """Tell whether a landmark is near, and none on the hex itself unless that counts."""
            return not (least and at in others) and not self.ground.ring(at, least, radius).isdisjoint(others)

        if not clue.negative:
            self._demand(holds, [colour, *landmarks])
            if least:
                self._demand(AllDifferentConstraint(), [colour, *landmarks])
        elif least and self.mystery.setting.rules.landmark_gap <= radius:
            self._demand(_negation(holds), [colour, *landmarks])
        else:  # no landmark to be found is near another one
            known = self.known[clue.thing]
            for landmark in landmarks:
                self._demand(
                    lambda at, other: (
                        (bool(least) and at in known) or not self._beside(least, radius, at, other)
                    ),
                    [colour, landmark],
                )


def _negation(holds: Callable[..., bool]) -> Callable[..., bool]:
    return lambda *found: not holds(*found)


class Budget(Constraint):  # type: ignore[misc]  # the library is untyped
    """Always true; raises `ProofLimit` when the search has tried too many values, or for too long."""

    def __init__(self) -> None:
        self.tried, self.seconds = 0, _limit.get()
        self.end = monotonic() + self.seconds

    def __call__(self, *_: object) -> bool:  # pyright: ignore[reportIncompatibleMethodOverride]
        """See `Constraint`."""
        self.tried += 1
        if self.tried > LARGEST_SEARCH:
            raise ProofLimit(f"python-constraint2 tried {LARGEST_SEARCH:,} values without coming to an end")
        if monotonic() > self.end:
            raise ProofLimit(f"python-constraint2 did not come to an end within {self.seconds:g} seconds")
        return True


class _CountNear(Constraint):  # type: ignore[misc]
    """Exactly `number` of the first `ours` variables are near one of the other variables.

    It counts the landmarks of one kind near those of another (T-7), as far as they are placed.
    """

    def __init__(self, number: int, ours: int, near: Callable[[str, str], bool]) -> None:
        self.number = number
        self.ours = ours
        self.near = near

    def __call__(  # pyright: ignore[reportIncompatibleMethodOverride]  # there it is inferred as True
        self,
        variables: Sequence[str],
        domains: dict[str, Domain],
        assignments: dict[str, str],
        forwardcheck: object = False,
    ) -> bool:
        """Tell whether the assignments can still be extended; hide values that cannot extend them."""
        ours, theirs = variables[: self.ours], variables[self.ours :]
        others = [assignments[variable] for variable in theirs if variable in assignments]
        placed = [assignments[variable] for variable in ours if variable in assignments]
        bare = [name for name in placed if not any(self.near(name, other) for other in others)]
        missing = self.number - (len(placed) - len(bare))
        most = len(ours) - len(placed) + (len(bare) if len(others) < len(theirs) else 0)
        if not forwardcheck or not 0 <= missing <= most:
            return 0 <= missing <= most
        if missing:  # the library looks at the last open variable
            return bool(self.forwardCheck(variables, domains, assignments))
        ours_open, theirs_open = (
            [domains[v] for v in some if v not in assignments] for some in (ours, theirs)
        )
        return _hide(ours_open, lambda name: any(self.near(name, other) for other in others)) and _hide(
            theirs_open, lambda name: any(self.near(one, name) for one in bare)
        )


def _hide(open_domains: Iterable[Domain], wrong: Callable[[str], bool]) -> bool:
    """Hide the wrong values of some domains; tell whether each has one left."""
    for domain in open_domains:
        for value in filter(wrong, domain[:]):
            domain.hideValue(value)
        if not domain:
            return False
    return True
