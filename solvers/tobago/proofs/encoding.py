"""`Encoding`: a mystery as clauses, with one literal that switches each fact on."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

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
from solvers.tobago.proofs.clauses import TRUE, Clauses
from solvers.tobago.proofs.geometry import RADIUS, geometry_of
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from solvers.tobago.mystery import Mystery

Literals = dict[str, int]  # hex -> literal


class Encoding:
    """The clauses of a mystery.

    Attributes
    ----------
    formula
        The rule for landmarks (T-5) and one hex for each treasure as hard clauses, and the facts.
    landmarks
        For each kind, the literal of each hex that says it stands there.
    treasures
        For each colour, the literal of each hex that says it lies there.
    selectors
        For each fact, in order, the literal that demands it.
    """

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.geometry = geometry_of(mystery.setting.island, mystery.setting.rules)
        self.formula = Clauses()
        self.landmarks = {kind: self._places(kind) for kind in LANDMARKS}
        self.treasures = {colour: self._fresh(self.geometry.names) for colour in mystery.treasures}
        self._near: dict[tuple[str, int], Literals] = {}
        self._place()
        self.selectors = [self._fact(fact) for fact in mystery.facts]

    def _fresh(self, names: Iterable[str]) -> Literals:
        return {name: self.formula.new() for name in names}

    def _places(self, kind: str) -> Literals:
        """Return `TRUE` for known landmarks, and a variable where one of the kind may be found."""
        known = self.mystery.setting.landmarks
        taken = {name for cells in known.values() for name in cells}
        places = dict.fromkeys(self.geometry.names, -TRUE) | dict.fromkeys(known[kind], TRUE)
        if self.mystery.missing.get(kind):
            barred = taken | self.geometry.coast if kind == "statue" else taken
            places |= self._fresh(name for name in self.geometry.names if name not in barred)
        return places

    def _place(self) -> None:
        for kind, places in self.landmarks.items():
            self.formula.exactly(list(places.values()), self.mystery.counts[kind])
            self._keep_apart(places)
        for treasure in self.treasures.values():
            self.formula.exactly(list(treasure.values()), 1)
        for name in self.geometry.names:
            here = [places[name] for places in self.landmarks.values()]
            for number, literal in enumerate(here):
                for other in here[:number]:
                    self.formula.add(-literal, -other)

    def _keep_apart(self, places: Literals) -> None:
        """Keep the landmarks of a kind apart; those that were known stand as they are (T-5)."""
        gap = self.mystery.setting.rules.landmark_gap
        for name, literal in places.items():
            if literal in (TRUE, -TRUE):
                continue
            for other in self.geometry.closer(name, gap):
                if places[other] == TRUE or places[other] > literal:  # each pair once
                    self.formula.add(-literal, -places[other])

    def _fact(self, fact: Fact) -> int:
        given = self.formula.new()
        writers: dict[type, Callable[..., None]] = {
            TreasureFact: self._treasure,
            CountFact: self._count,
            CircleFact: self._circle,
            TerrainsFact: self._terrains,
            DistancesFact: self._distances,
            NearestFact: self._nearest,
            PairFact: self._pair,
        }
        writers[type(fact)](fact, given)
        return given

    def _treasure(self, fact: TreasureFact, given: int) -> None:
        holds = self._holds(fact.clue)
        for name, literal in self.treasures[fact.colour].items():
            self.formula.add(-given, -literal, holds[name])

    def _holds(self, clue: Clue) -> Literals:
        """Return for each hex a literal that is true exactly when the clue holds there."""
        if clue.thing not in LANDMARKS:
            cells = self.geometry.cells(clue)
            return {name: TRUE if name in cells else -TRUE for name in self.geometry.names}
        near = self._near_landmark(clue.thing, clue.relation)
        return {name: -literal for name, literal in near.items()} if clue.negative else near

    def _near_landmark(self, kind: str, relation: Relation) -> Literals:
        if relation is Relation.IN:
            return self.landmarks[kind]
        key = kind, RADIUS[relation]
        if key not in self._near:
            self._near[key] = {name: self._beside(*key, name) for name in self.geometry.names}
        return self._near[key]

    def _beside(self, kind: str, radius: int, name: str) -> int:
        """Return a literal for "near a landmark of the kind", and not on one unless that counts (T-7)."""
        places, least = self.landmarks[kind], self.geometry.least
        around = [places[other] for other in self.geometry.around(name, least, radius)]
        itself = places[name] if least else -TRUE
        beside = self.formula.new()
        self.formula.add(-beside, -itself)
        self.formula.add(-beside, *around)
        for literal in around:
            self.formula.add(beside, itself, -literal)
        return beside

    def _count(self, fact: CountFact, given: int) -> None:
        places, holds = self.landmarks[fact.kind], self._holds(fact.clue)
        if fact.clue.thing in LANDMARKS:
            counted = [self.formula.both(literal, holds[name]) for name, literal in places.items()]
            self.formula.exactly(counted, fact.number, given)
        else:
            self._number(fact.kind, [n for n in places if holds[n] == TRUE], fact.number, given)

    def _number(self, kind: str, names: Collection[str], number: int, given: int) -> None:
        """Demand `number` landmarks on some hexes, by counting there or elsewhere, whatever is less."""
        chosen, rest = set(names), self.mystery.counts[kind] - number
        if rest < 0:
            self.formula.add(-given)
            return
        places = self.landmarks[kind]
        inside = [literal for name, literal in places.items() if name in chosen and literal != -TRUE]
        outside = [literal for name, literal in places.items() if name not in chosen and literal != -TRUE]
        if len(inside) * number <= len(outside) * rest:
            self.formula.exactly(inside, number, given)
        else:
            self.formula.exactly(outside, rest, given)

    def _circle(self, fact: CircleFact, given: int) -> None:
        names = self.geometry.around(fact.centre, self.geometry.least, fact.radius)
        self._number(fact.kind, names, fact.number, given)

    def _terrains(self, fact: TerrainsFact, given: int) -> None:
        self._classes(fact.kind, fact.terrains, self.geometry.terrain, given)

    def _distances(self, fact: DistancesFact, given: int) -> None:
        self._classes(fact.kind, fact.steps, self.geometry.steps(fact.centre).get, given)

    def _classes(
        self, kind: str, listed: Iterable[object], class_of: Callable[[str], object], given: int
    ) -> None:
        """Demand for each class of hexes as many landmarks as it is listed times, and none elsewhere."""
        numbers = Counter(listed)
        members: dict[object, list[int]] = {found: [] for found in numbers}
        for name, literal in self.landmarks[kind].items():
            found = class_of(name)
            if found in numbers:
                members[found].append(literal)
            else:
                self.formula.add(-given, -literal)
        for found, number in numbers.items():
            self.formula.exactly(members[found], number, given)

    def _nearest(self, fact: NearestFact, given: int) -> None:
        places = self.landmarks[fact.kind]
        for name in self.geometry.around(fact.centre, 0, fact.steps - 1):
            self.formula.add(-given, -places[name])
        ring = self.geometry.around(fact.centre, fact.steps, fact.steps)
        self.formula.add(-given, *(places[name] for name in ring))

    def _pair(self, fact: PairFact, given: int) -> None:
        self._supported(fact, fact.colour, fact.other, given)
        self._supported(fact, fact.other, fact.colour, given)

    def _supported(self, fact: PairFact, colour: str, other: str, given: int) -> None:
        """Demand that a treasure is only where the other one has a fitting hex."""
        others = self.treasures[other]
        for name, literal in self.treasures[colour].items():
            near = set(self.geometry.around(name, self.geometry.least, fact.radius))
            fitting = [found for hex_, found in others.items() if (hex_ in near) != fact.negative]
            self.formula.add(-given, -literal, *fitting)
