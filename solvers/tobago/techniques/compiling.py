"""Facts compiled into constraints: what a `Mystery` says, as plain numbers over a `Frame`."""

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
from solvers.tobago.techniques import rules
from solvers.tobago.techniques.frame import frame_of
from solvers.tobago.techniques.rules import FIRST_TREASURE, POSSIBLE, Constraint, State, Tables
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation
from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solvers.tobago.mystery import Mystery
    from solvers.tobago.techniques.frame import Frame

TECHNIQUES = (
    "single clue",
    "largest region",
    "spacing",
    "counts",
    "reach",
    "common neighbourhood",
    "relations",
    "suppose",
    "nested suppose",
)
"""The ladder of techniques, easiest first."""

SINGLE_CLUE, LARGEST_REGION, SPACING, COUNTS, REACH, COMMON, RELATIONS, SUPPOSE, NESTED = range(
    len(TECHNIQUES)
)

_RADII = {Relation.NEXT_TO: 1, Relation.WITHIN_2: 2}
_RINGS = 2  # as far as clues look


class Compiler:
    """Compiles one mystery.

    Attributes
    ----------
    frame, tables
        What the rules look up.
    constraints
        Those of the rule for landmarks and of all facts, by technique: the easiest first.
    """

    def __init__(self, mystery: Mystery) -> None:
        self.mystery = mystery
        self.setting = setting = mystery.setting
        radii = [fact.radius for fact in mystery.facts if isinstance(fact, PairFact)]
        self.frame = frame_of(setting.island, setting.rules, max([_RINGS, *radii]))
        self.known = [self.frame.mask(cells.mask) for cells in setting.landmarks.values()]
        self.slots = {colour: FIRST_TREASURE + i for i, colour in enumerate(mystery.treasures)}
        self._clues: dict[int, int] = {}
        counts = tuple(mystery.counts.values())
        apart = tuple(self._apart(kind) for kind in range(POSSIBLE))
        self.tables = Tables(self.frame, counts, apart)
        found = [*self._placement(), *self._compiled()]
        self.constraints = sorted(found, key=lambda constraint: constraint.technique)

    def start(self) -> State:
        """Return the state before any deduction: statues to be found stand off the coast (T-5)."""
        frame, missing = self.frame, self.mystery.missing
        places = [frame.land, frame.land, frame.inland]
        possible = [
            known | (places[kind] if missing.get(LANDMARKS[kind]) else 0)
            for kind, known in enumerate(self.known)
        ]
        return [*self.known, *possible, *[frame.land] * len(self.mystery.treasures)]

    def _apart(self, kind: int) -> dict[int, int]:
        """Return where landmarks may be when one is on a hex; the known ones bind only those to be found."""
        return _Apart(self.frame, self.setting.rules.landmark_gap, self.known[kind])

    def _placement(self) -> Iterator[Constraint]:
        for kind, name in enumerate(LANDMARKS):
            if self.mystery.missing.get(name):
                slots = 1 << kind | 1 << kind + POSSIBLE
                sure = 0b111 | 1 << kind + POSSIBLE
                yield Constraint(rules.spacing, SPACING, -1, sure, kind)
                yield Constraint(rules.full_count, COUNTS, -1, slots, kind)

    def _compiled(self) -> Iterator[Constraint]:
        for number, fact in enumerate(self.mystery.facts):
            yield from self._fact(fact, number)

    def _fact(self, fact: Fact, number: int) -> Iterator[Constraint]:
        match fact:
            case TreasureFact():
                return self._treasure(fact, number)
            case CountFact():
                return self._count(fact, number)
            case CircleFact():
                return self._circle(fact, number)
            case TerrainsFact():
                return self._terrains(fact, number)
            case DistancesFact():
                return self._distances(fact, number)
            case NearestFact():
                return self._nearest(fact, number)
            case PairFact():
                return self._pair(fact, number)

    def _treasure(self, fact: TreasureFact, number: int) -> Iterator[Constraint]:
        slot, clue = self.slots[fact.colour], fact.clue
        if not self._is_open(clue):
            technique = LARGEST_REGION if clue.largest else SINGLE_CLUE
            yield self._inside(slot, technique, number, self._cells(clue))
        elif clue.relation is Relation.IN:
            yield from self._on_landmark(slot, clue, number)
        else:
            yield from self._near_landmark(slot, clue, number)

    def _inside(self, slot: int, technique: int, number: int, mask: int) -> Constraint:
        return Constraint(rules.treasure_in, technique, number, 1 << slot, slot, mask=mask)

    def _on_landmark(self, slot: int, clue: Clue, number: int) -> Iterator[Constraint]:
        kind = LANDMARKS.index(clue.thing)
        reads = 1 << slot | 1 << kind | 1 << kind + POSSIBLE
        rule = rules.treasure_not_on if clue.negative else rules.treasure_on
        yield Constraint(rule, REACH, number, reads, slot, kind)

    def _near_landmark(self, slot: int, clue: Clue, number: int) -> Iterator[Constraint]:
        kind, radius = LANDMARKS.index(clue.thing), _RADII[clue.relation]
        reads = 1 << slot | 1 << kind | 1 << kind + POSSIBLE
        if not clue.negative:
            yield Constraint(rules.treasure_near, REACH, number, reads, slot, kind, radius)
            return
        yield Constraint(rules.treasure_not_near, REACH, number, reads, slot, kind, radius)
        crowded = self.frame.excluded and self._crowded(kind, radius)
        yield Constraint(rules.landmark_not_near, COMMON, number, reads, slot, kind, radius, low=crowded)

    def _crowded(self, kind: int, radius: int) -> bool:
        """Tell whether two landmarks of a kind may stand within `radius` of each other."""
        if self.setting.rules.landmark_gap <= radius:
            return True
        around, known = self.frame.around(radius), self.known[kind]
        return any(around[1 << place] & known & ~(1 << place) for place in bits(known))

    def _count(self, fact: CountFact, number: int) -> Iterator[Constraint]:
        kind, clue = LANDMARKS.index(fact.kind), fact.clue
        if not self._is_open(clue):
            yield self._counting(fact.kind, number, self._cells(clue), fact.number)
        elif clue.relation is Relation.IN:  # two landmarks never share a hex (T-5)
            yield self._counting(fact.kind, number, 0, fact.number)
        else:
            other, radius = LANDMARKS.index(clue.thing), _RADII[clue.relation]
            reads = sum(1 << k | 1 << k + POSSIBLE for k in (kind, other))
            n = fact.number
            yield Constraint(rules.count_near, RELATIONS, number, reads, kind, other, radius, low=n, high=n)

    def _counting(
        self, kind_name: str, number: int, mask: int, low: int, high: int | None = None
    ) -> Constraint:
        kind = LANDMARKS.index(kind_name)
        slots = 1 << kind | 1 << kind + POSSIBLE
        most = low if high is None else high
        return Constraint(rules.count_in, COUNTS, number, slots, kind, mask=mask, low=low, high=most)

    def _circle(self, fact: CircleFact, number: int) -> Iterator[Constraint]:
        ring = self.frame.ring(fact.centre, 1 if self.frame.excluded else 0, fact.radius)
        yield self._counting(fact.kind, number, ring, fact.number)

    def _terrains(self, fact: TerrainsFact, number: int) -> Iterator[Constraint]:
        rest = self.frame.land
        for terrain, count in sorted(Counter(fact.terrains).items()):
            here = self._cells(Clue(Relation.IN, terrain))
            rest &= ~here
            yield self._counting(fact.kind, number, here, count)
        yield self._counting(fact.kind, number, rest, 0)

    def _distances(self, fact: DistancesFact, number: int) -> Iterator[Constraint]:
        rest = self.frame.land
        for steps, count in sorted(Counter(fact.steps).items()):
            here = self.frame.ring(fact.centre, steps, steps)
            rest &= ~here
            yield self._counting(fact.kind, number, here, count)
        yield self._counting(fact.kind, number, rest, 0)

    def _nearest(self, fact: NearestFact, number: int) -> Iterator[Constraint]:
        count = self.mystery.counts[fact.kind]
        here = self.frame.ring(fact.centre, fact.steps, fact.steps)
        yield self._counting(fact.kind, number, self.frame.ring(fact.centre, 0, fact.steps - 1), 0)
        yield self._counting(fact.kind, number, here, 1, max(count, 1))

    def _pair(self, fact: PairFact, number: int) -> Iterator[Constraint]:
        a, b = self.slots[fact.colour], self.slots[fact.other]
        rule, technique = (
            (rules.treasures_not_near, COMMON) if fact.negative else (rules.treasures_near, REACH)
        )
        yield Constraint(rule, technique, number, 1 << a | 1 << b, a, b, fact.radius)

    def _is_open(self, clue: Clue) -> bool:
        """Tell whether a clue is about landmarks of which some are to be found."""
        return bool(self.mystery.missing.get(clue.thing))

    def _cells(self, clue: Clue) -> int:
        """Return where a clue about known things holds."""
        if clue.number not in self._clues:
            self._clues[clue.number] = self.frame.mask(self.setting.masks[clue.number])
        return self._clues[clue.number]


class _Apart(dict[int, int]):
    """For the bit of a hex: where the landmarks of its kind may be when one is there, filled when asked."""

    def __init__(self, frame: Frame, gap: int, known: int) -> None:
        super().__init__()
        self.frame = frame
        self.gap = gap
        self.known = known

    def __missing__(self, bit: int) -> int:
        close = self.frame.near(bit.bit_length() - 1, self.gap - 1)
        own = self.known if bit & self.known else 0
        self[bit] = ~close | bit | own
        return self[bit]
