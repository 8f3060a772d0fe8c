"""Facts compiled into constraints: what a `Mystery` says, as plain numbers over a `Frame`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from solvers.tobago.facts import RADIUS, CountFact, Fact, PairFact, TreasureFact, counts_of
from solvers.tobago.mystery import Mystery
from solvers.tobago.techniques import rules
from solvers.tobago.techniques.frame import frame_of
from solvers.tobago.techniques.rules import FIRST_TREASURE, POSSIBLE, Constraint, State, Tables
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation
from toolkit.hexmap.island import bits

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

_RINGS = 2  # as far as clues look


class Compiler:
    """Compiles one mystery; it is the `Ground` on which facts say their counts.

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
        self.land, self.least, self.ring = self.frame.land, int(self.frame.excluded), self.frame.ring
        self.known = [self.frame.mask(cells.mask) for cells in setting.landmarks.values()]
        self.slots = {colour: FIRST_TREASURE + i for i, colour in enumerate(mystery.treasures)}
        self._clues: dict[int, int] = {}
        apart = tuple(self._apart(kind) for kind in range(POSSIBLE))
        self.tables = Tables(self.frame, tuple(mystery.counts.values()), apart)
        found = [*self._placement()]
        for number, fact in enumerate(mystery.facts):
            found += self._fact(fact, number)
        self.constraints = sorted(found, key=lambda constraint: constraint.technique)

    def cells(self, clue: Clue) -> int:
        """See `Ground`."""
        if clue.number not in self._clues:
            self._clues[clue.number] = self.frame.mask(self.setting.masks[clue.number])
        return self._clues[clue.number]

    def start(self) -> State:
        """Return the state before any deduction: statues to be found stand off the coast (T-5)."""
        frame, missing = self.frame, self.mystery.missing
        places = zip(LANDMARKS, (frame.land, frame.land, frame.inland), self.known, strict=True)
        possible = [known | (where if missing.get(kind) else 0) for kind, where, known in places]
        return [*self.known, *possible, *[frame.land] * len(self.slots)]

    def _apart(self, kind: int) -> Callable[[int], int]:
        """Return where landmarks may be when one is on a hex; the known ones bind only those to be found."""
        frame, gap, known = self.frame, self.setting.rules.landmark_gap, self.known[kind]
        return cache(
            lambda bit: ~frame.near(bit.bit_length() - 1, gap - 1) | bit | (known if bit & known else 0)
        )

    def _placement(self) -> Iterator[Constraint]:
        for kind, name in enumerate(LANDMARKS):
            if self.mystery.missing.get(name):
                yield Constraint(rules.spacing, SPACING, -1, 0b111 | _slots(kind), kind)
                yield Constraint(rules.full_count, COUNTS, -1, _slots(kind), kind)

    def _fact(self, fact: Fact, number: int) -> Iterator[Constraint]:
        match fact:
            case TreasureFact() if self.mystery.is_open(fact.clue):
                yield from self._near_landmark(self.slots[fact.colour], fact.clue, number)
            case TreasureFact():
                slot, technique = (
                    self.slots[fact.colour],
                    LARGEST_REGION if fact.clue.largest else SINGLE_CLUE,
                )
                mask = self.cells(fact.clue)
                yield Constraint(rules.treasure_in, technique, number, 1 << slot, slot, mask=mask)
            case PairFact():
                a, b = self.slots[fact.colour], self.slots[fact.other]
                found = (rules.treasures_near, REACH), (rules.treasures_not_near, COMMON)
                yield Constraint(*found[fact.negative], number, 1 << a | 1 << b, a, b, fact.radius)
            case CountFact() if self.mystery.is_relation(fact):
                yield self._relation(fact, number)
            case _:
                kind = LANDMARKS.index(fact.kind)
                for mask, low, high in counts_of(fact, self, self.tables.counts[kind]):
                    reads = _slots(kind)
                    yield Constraint(
                        rules.count_in, COUNTS, number, reads, kind, mask=mask, low=low, high=high
                    )

    def _near_landmark(self, slot: int, clue: Clue, number: int) -> Iterator[Constraint]:
        kind, radius = LANDMARKS.index(clue.thing), RADIUS[clue.relation]
        reads = 1 << slot | _slots(kind)
        if not clue.negative:
            yield Constraint(rules.treasure_near, REACH, number, reads, slot, kind, radius)
        elif clue.relation is Relation.IN:
            yield Constraint(rules.treasure_not_on, REACH, number, reads, slot, kind)
        else:
            yield Constraint(rules.treasure_not_near, REACH, number, reads, slot, kind, radius)
            crowded = self.frame.excluded and self._crowded(kind, radius)
            yield Constraint(rules.landmark_not_near, COMMON, number, reads, slot, kind, radius, low=crowded)

    def _crowded(self, kind: int, radius: int) -> bool:
        """Tell whether two landmarks of a kind may stand within `radius` of each other."""
        if self.setting.rules.landmark_gap <= radius:
            return True
        around, known = self.frame.around(radius), self.known[kind]
        return any(around[1 << place] & known & ~(1 << place) for place in bits(known))

    def _relation(self, fact: CountFact, number: int) -> Constraint:
        kind, other, n = LANDMARKS.index(fact.kind), LANDMARKS.index(fact.clue.thing), fact.number
        if fact.clue.relation is Relation.IN:  # two landmarks never share a hex (T-5)
            return Constraint(rules.count_in, COUNTS, number, _slots(kind), kind, low=n, high=n)
        radius, reads = RADIUS[fact.clue.relation], _slots(kind) | _slots(other)
        return Constraint(rules.count_near, RELATIONS, number, reads, kind, other, radius, low=n, high=n)


def _slots(kind: int) -> int:
    return 1 << kind | 1 << kind + POSSIBLE
