"""The variables and constraints of `csp_answers`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb, prod
from typing import TYPE_CHECKING

from constraint import AllDifferentConstraint

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from solvers.tobago.proofs.network import coast_of, ground_of, steps_of, straight_steps
from solvers.tobago.proofs.propagators import (
    ExactlyIn,
    FarTreasure,
    Fits,
    NearCount,
    NearTreasure,
    SomeIn,
)
from toolkit.games.tobago.clues import LANDMARKS, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from constraint import Constraint

    from solvers.tobago.mystery import Mystery
    from solvers.tobago.proofs.propagators import Table
    from toolkit.games.tobago.clues import Clue

Split = list[tuple[frozenset[str], int]]
"""Disjoint parts of the island that cover it, and how many landmarks of a kind stand in each."""

_RADIUS = {Relation.IN: 0, Relation.NEXT_TO: 1, Relation.WITHIN_2: 2}


class Model:
    """A mystery as variables over hexes and constraints on them.

    Attributes
    ----------
    domains
        The hexes of each treasure, by its colour, and of each landmark to be found, such as ``hut 0``.
    slots
        The variables of each kind of landmark.
    constraints
        Each with its variables. One without variables speaks of what is known and can only be true or false.
    """

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.island, self.rules = mystery.setting.island, mystery.setting.rules
        self.names = self.island.names
        self.least = 0 if self.rules.own_hex == "included" else 1
        self.known = {kind: tuple(cells) for kind, cells in mystery.setting.landmarks.items()}
        self.domains = {colour: list(self.names) for colour in mystery.treasures}
        self.constraints: list[tuple[Constraint, Sequence[str]]] = []
        self._steps = steps_of(self.island, self.rules.distance)
        self._straight = straight_steps(self.island)
        self._near: dict[tuple[int, int], Table] = {}
        self.slots = {kind: self._place(kind) for kind in LANDMARKS}
        self._demand(AllDifferentConstraint(), [slot for slots in self.slots.values() for slot in slots])
        for fact in mystery.facts:
            self._fact(fact)

    def _demand(self, constraint: Constraint, variables: Sequence[str]) -> None:
        self.constraints.append((constraint, variables))

    def _ground(self, clue: Clue) -> frozenset[str]:
        """Return where a clue about terrain or the ocean holds."""
        return ground_of(self.island, self.rules, clue)

    def near(self, low: int, high: int) -> Table:
        """Return for each hex the hexes from `low` to `high` steps away."""
        if (low, high) not in self._near:
            self._near[low, high] = {
                one: frozenset(other for other, steps in row.items() if low <= steps <= high)
                for one, row in self._steps.items()
            }
        return self._near[low, high]

    # Landmarks: which hexes, in which order, how far apart

    def _place(self, kind: str) -> list[str]:
        """Add the landmarks of a kind that are to be found, each in its own part of the island (T-5)."""
        free = self._free(kind)
        splits = [self._unknown(kind, split) for split in self._splits(kind)]
        for cells, number in (part for split in splits for part in split):
            free = free - cells if number == 0 else free
        everywhere: Split = [(free, self.mystery.missing.get(kind, 0))]
        finest = min([everywhere, *splits], key=lambda split: _ways(split, free))
        parts = [cells & free for cells, number in finest for _ in range(number)]
        slots = [f"{kind} {place}" for place in range(len(parts))]
        self.domains |= {slot: sorted(part) for slot, part in zip(slots, parts, strict=True)}
        for cells, number in (part for split in splits for part in split if part[1] != 0):
            self._demand(ExactlyIn(cells, number), slots)
        for (slot, part), (other, other_part) in combinations(zip(slots, parts, strict=True), 2):
            self._demand(Fits(self._spaced(part, other_part)), [slot, other])
        return slots

    def _free(self, kind: str) -> frozenset[str]:
        """Return the hexes on which one of a kind may be found, as far as the known landmarks tell (T-5)."""
        taken = {name for names in self.known.values() for name in names}
        if kind == "statue":
            taken |= coast_of(self.island, self.rules)
        ours = self.known[kind]
        return frozenset(n for n in self.names if n not in taken and all(self._apart(n, o) for o in ours))

    def _apart(self, one: str, other: str) -> bool:
        return self._straight[one][other] >= self.rules.landmark_gap

    def _spaced(self, part: frozenset[str], other_part: frozenset[str]) -> Table:
        """Return which hexes of two parts go together; in the same part, only in ascending order."""
        return {
            one: frozenset(
                other
                for other in other_part
                if self._apart(one, other) and (part != other_part or one < other)
            )
            for one in part
        }

    def _splits(self, kind: str) -> list[Split]:
        """Return the splits that facts about this kind alone describe."""
        found = []
        for fact in self.mystery.facts:
            if isinstance(fact, TerrainsFact) and fact.kind == kind:
                found.append(self._classes(fact.terrains, self.island.terrain))
            elif isinstance(fact, DistancesFact) and fact.kind == kind:
                found.append(self._classes(fact.steps, self._steps[fact.centre].get))
            elif isinstance(fact, CircleFact | CountFact | NearestFact) and fact.kind == kind:
                found += self._two_parts(fact)
        return found

    def _classes(self, listed: Iterable[object], class_of: Callable[[str], object]) -> Split:
        numbers = Counter(listed)
        parts: dict[object, set[str]] = {found: set() for found in [*numbers, None]}
        for name in self.names:
            found = class_of(name)
            parts[found if found in numbers else None].add(name)
        return [(frozenset(cells), numbers[found]) for found, cells in parts.items()]

    def _two_parts(self, fact: CircleFact | CountFact | NearestFact) -> list[Split]:
        if isinstance(fact, CountFact) and fact.clue.thing in LANDMARKS:
            return []
        if isinstance(fact, CountFact):
            inside, number = self._ground(fact.clue), fact.number
        elif isinstance(fact, CircleFact):
            inside, number = self.near(self.least, fact.radius)[fact.centre], fact.number
        else:
            inside, number = self.near(0, fact.steps - 1)[fact.centre], 0
        rest = self.mystery.counts[fact.kind] - number
        return [[(inside, number), (frozenset(self.names) - inside, rest)]]

    def _unknown(self, kind: str, split: Split) -> Split:
        """Return how many landmarks are left to be found in each part."""
        return [(cells, number - len(cells.intersection(self.known[kind]))) for cells, number in split]

    # Facts

    def _fact(self, fact: Fact) -> None:
        if isinstance(fact, TreasureFact):
            self._treasure(fact)
        elif isinstance(fact, PairFact):
            self._pair(fact)
        elif isinstance(fact, NearestFact):
            ring = self.near(fact.steps, fact.steps)[fact.centre]
            if ring.isdisjoint(self.known[fact.kind]):
                self._demand(SomeIn(ring), self.slots[fact.kind])
        elif isinstance(fact, CountFact) and fact.clue.thing in LANDMARKS:
            self._count(fact)

    def _treasure(self, fact: TreasureFact) -> None:
        clue = fact.clue
        if clue.thing not in LANDMARKS:
            cells = self._ground(clue)
            self.domains[fact.colour] = [name for name in self.domains[fact.colour] if name in cells]
            return
        inside = clue.relation is Relation.IN
        barred = self.least == 1 and not inside
        near = self.near(0 if inside else self.least, _RADIUS[clue.relation])
        known = self.known[clue.thing]
        apart = not barred or self.rules.landmark_gap > _RADIUS[clue.relation]
        far = FarTreasure(near, known, barred, apart)
        self._demand(
            far if clue.negative else NearTreasure(near, known, barred),
            [fact.colour, *self.slots[clue.thing]],
        )

    def _count(self, fact: CountFact) -> None:
        inside = fact.clue.relation is Relation.IN
        near = self.near(0 if inside else 1, _RADIUS[fact.clue.relation])
        ours, theirs = self.slots[fact.kind], self.slots[fact.clue.thing]
        known, others = self.known[fact.kind], self.known[fact.clue.thing]
        self._demand(NearCount(fact.number, near, len(ours), known, others), [*ours, *theirs])

    def _pair(self, fact: PairFact) -> None:
        near = self.near(self.least, fact.radius)
        if fact.negative:
            near = {name: frozenset(self.names) - others for name, others in near.items()}
        self._demand(Fits(near), [fact.colour, fact.other])


def _ways(split: Split, free: frozenset[str]) -> int:
    """Return in how many ways the landmarks can be chosen from the free hexes of their parts."""
    return prod(comb(len(cells & free), max(number, 0)) for cells, number in split)
