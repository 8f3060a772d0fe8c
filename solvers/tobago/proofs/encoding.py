"""`Encoding`: a mystery as clauses, with one literal that switches each fact on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solvers.tobago.facts import RADIUS, CountFact, Fact, LandmarkFact, PairFact, TreasureFact, counts_of
from solvers.tobago.proofs.clauses import TRUE, Clauses
from solvers.tobago.proofs.geometry import geometry_of
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation

if TYPE_CHECKING:
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
        self.geometry = geometry_of(mystery.setting)
        self.names = mystery.setting.island.names
        self.formula = Clauses()
        self.landmarks = {kind: self._places(kind) for kind in LANDMARKS}
        self.treasures = {colour: self._fresh(self.names) for colour in mystery.treasures}
        self._near: dict[tuple[str, int], Literals] = {}
        self._place()
        self.selectors = [self._fact(fact) for fact in mystery.facts]

    def _fresh(self, names: Iterable[str]) -> Literals:
        return {name: self.formula.new() for name in names}

    def _places(self, kind: str) -> Literals:
        """Return `TRUE` for known landmarks, and a variable where one of the kind may be found."""
        known = self.mystery.setting.landmarks
        taken = {name for cells in known.values() for name in cells}
        places = dict.fromkeys(self.names, -TRUE) | dict.fromkeys(known[kind], TRUE)
        if self.mystery.missing.get(kind):
            barred = taken | self.geometry.coast if kind == "statue" else taken
            places |= self._fresh(name for name in self.names if name not in barred)
        return places

    def _place(self) -> None:
        for kind, places in self.landmarks.items():
            self.formula.exactly(list(places.values()), self.mystery.counts[kind])
            self._keep_apart(places)
        for treasure in self.treasures.values():
            self.formula.exactly(list(treasure.values()), 1)
        for name in self.names:
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
        match fact:
            case TreasureFact():
                holds = self._holds(fact.clue)
                for name, literal in self.treasures[fact.colour].items():
                    self.formula.add(-given, -literal, holds[name])
            case PairFact():
                self._supported(fact, fact.colour, fact.other, given)
                self._supported(fact, fact.other, fact.colour, given)
            case CountFact() if fact.clue.thing in LANDMARKS:
                places, holds = self.landmarks[fact.kind], self._holds(fact.clue)
                counted = [self.formula.both(literal, holds[name]) for name, literal in places.items()]
                self.formula.exactly(counted, fact.number, given)
            case _:
                self._count(fact, given)
        return given

    def _count(self, fact: LandmarkFact, given: int) -> None:
        counts = counts_of(fact, self.geometry, self.mystery.counts[fact.kind])
        for cells, low, high in counts:
            inside = [literal for name, literal in self.landmarks[fact.kind].items() if name in cells]
            if low != high:  # at least one, at most all
                self.formula.add(-given, *inside)
            elif len(counts) == 1:
                self._number(fact.kind, cells, low, given)
            else:
                self.formula.exactly(inside, low, given)

    def _holds(self, clue: Clue) -> Literals:
        """Return for each hex a literal that is true exactly when the clue holds there."""
        if clue.thing not in LANDMARKS:
            cells = self.geometry.cells(clue)
            return {name: TRUE if name in cells else -TRUE for name in self.names}
        near = self._near_landmark(clue.thing, clue.relation)
        return {name: -literal for name, literal in near.items()} if clue.negative else near

    def _near_landmark(self, kind: str, relation: Relation) -> Literals:
        if relation is Relation.IN:
            return self.landmarks[kind]
        key = kind, RADIUS[relation]
        if key not in self._near:
            self._near[key] = {name: self._beside(*key, name) for name in self.names}
        return self._near[key]

    def _beside(self, kind: str, radius: int, name: str) -> int:
        """Return a literal for "near a landmark of the kind", and not on one unless that counts (T-7)."""
        places, least = self.landmarks[kind], self.geometry.least
        near = self.geometry.ring(name, least, radius)
        around = [literal for other, literal in places.items() if other in near]
        itself = places[name] if least else -TRUE
        beside = self.formula.new()
        self.formula.add(-beside, -itself)
        self.formula.add(-beside, *around)
        for literal in around:
            self.formula.add(beside, itself, -literal)
        return beside

    def _number(self, kind: str, cells: frozenset[str], number: int, given: int) -> None:
        """Demand `number` landmarks on some hexes, by counting there or elsewhere, whatever is less."""
        rest = self.mystery.counts[kind] - number
        if rest < 0:
            self.formula.add(-given)
            return
        places = self.landmarks[kind]
        inside = [literal for name, literal in places.items() if name in cells and literal != -TRUE]
        outside = [literal for name, literal in places.items() if name not in cells and literal != -TRUE]
        if len(inside) * number <= len(outside) * rest:
            self.formula.exactly(inside, number, given)
        else:
            self.formula.exactly(outside, rest, given)

    def _supported(self, fact: PairFact, colour: str, other: str, given: int) -> None:
        """Demand that a treasure is only where the other one has a fitting hex."""
        others = self.treasures[other]
        for name, literal in self.treasures[colour].items():
            near = self.geometry.ring(name, self.geometry.least, fact.radius)
            fitting = [found for hex_, found in others.items() if (hex_ in near) != fact.negative]
            self.formula.add(-given, -literal, *fitting)
