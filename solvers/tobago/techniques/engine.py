"""`Engine`: facts compiled into constraints, the rules run to their end, suppositions, and a search.

`MysteryReasoning` takes the same rules step by step, as a person with these techniques does.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from operator import attrgetter
from typing import NamedTuple

from solvers.tobago.facts import RADIUS, CountFact, Fact, PairFact, TreasureFact, counts_of
from solvers.tobago.mystery import Answer, Mystery
from solvers.tobago.steps import Reasoning, Step
from solvers.tobago.techniques import rules
from solvers.tobago.techniques.demands import crowding
from solvers.tobago.techniques.rules import (
    CONTRADICTION,
    FIRST_TREASURE,
    POSSIBLE,
    SETTLED,
    Constraint,
    Frame,
    Literal,
    State,
    Tables,
    frame_of,
)
from solvers.tobago.techniques.signatures import signatures
from solvers.tobago.techniques.two_sided import two_sided
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation
from toolkit.hexmap.island import bits

# ---- facts as constraints ----------------------------------------------------------------------------------

TECHNIQUES = (
    "single clue",
    "largest region",
    "spacing",
    "counts",
    "reach",
    "common neighbourhood",
    "relations",
    "two-sided clue",
    "crowding",
    "signatures",
    "crowded signatures",
    "suppose",
    "nested suppose",
)
"""The ladder of techniques, easiest first."""

SINGLE_CLUE, LARGEST_REGION, SPACING, COUNTS, REACH, COMMON, RELATIONS = range(7)
TWO_SIDED, CROWDING, SIGNATURES, CROWDED_SIGNATURES, SUPPOSE, NESTED = range(7, len(TECHNIQUES))

_RINGS = 2  # as far as clues look


class Compiler:
    """Compiles one mystery; it is the `Ground` on which facts say their counts.

    Parameters are those of `Engine`.
    """

    def __init__(self, mystery: Mystery, hardest: int = NESTED, frame: Frame | None = None) -> None:
        self.mystery = mystery
        self.setting = setting = mystery.setting
        radii = [fact.radius for fact in mystery.facts if isinstance(fact, PairFact)]
        self.frame = frame or frame_of(setting.island, setting.rules, max([_RINGS, *radii]))
        self.land, self.least, self.ring = self.frame.land, int(self.frame.excluded), self.frame.ring
        self.known = [self.frame.mask(cells.mask) for cells in setting.landmarks.values()]
        self.slots = {colour: FIRST_TREASURE + i for i, colour in enumerate(mystery.treasures)}
        apart = tuple(self._apart(kind) for kind in range(POSSIBLE))
        self.tables = Tables(self.frame, tuple(mystery.counts.values()), apart)
        found = list[Constraint]()
        lost = [kind for kind, name in enumerate(LANDMARKS) if mystery.missing.get(name)]
        for kind in lost:
            found.append(Constraint(rules.spacing, SPACING, frozenset(), 0b111 | _slots(kind), kind))
            found.append(Constraint(rules.full_count, COUNTS, frozenset(), _slots(kind), kind))
        told = [[*self._fact(fact, frozenset([number]))] for number, fact in enumerate(mystery.facts)]
        if hardest >= TWO_SIDED:
            once = dict(zip(mystery.facts[::-1], told[::-1], strict=True))  # said again, it says nothing new
            new = [*found, *chain.from_iterable(once[fact] for fact in dict.fromkeys(mystery.facts))]
            told.append([c for c in self._together(new, lost) if c.technique <= hardest])
        found += chain.from_iterable(told)
        #: those of the rule for landmarks and of all facts, by technique: the easiest first
        self.constraints = sorted(found, key=lambda constraint: constraint.technique)

    def _together(self, found: list[Constraint], lost: list[int]) -> Iterator[Constraint]:
        """Yield what constraints that each say one thing come to when they are put together."""
        yield from two_sided(found, TWO_SIDED)
        yield from crowding(found, self.tables, self.setting.rules.landmark_gap, CROWDING)
        yield from signatures(found, self.tables, lost, SIGNATURES, CROWDED_SIGNATURES)

    def cells(self, clue: Clue) -> int:
        """See `Ground`."""
        return self.frame.mask(self.setting.masks[clue.number])

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

    def _fact(self, fact: Fact, facts: frozenset[int]) -> Iterator[Constraint]:
        match fact:
            case TreasureFact() if self.mystery.is_open(fact.clue):
                yield from self._near_landmark(self.slots[fact.colour], fact.clue, facts)
            case TreasureFact():
                slot, technique = (
                    self.slots[fact.colour],
                    LARGEST_REGION if fact.clue.largest else SINGLE_CLUE,
                )
                mask = self.cells(fact.clue)
                yield Constraint(rules.treasure_in, technique, facts, 1 << slot, slot, mask=mask)
            case PairFact():
                a, b = self.slots[fact.colour], self.slots[fact.other]
                found = (rules.treasures_near, REACH), (rules.treasures_not_near, COMMON)
                yield Constraint(*found[fact.negative], facts, 1 << a | 1 << b, a, b, fact.radius)
            case CountFact() if self.mystery.is_relation(fact):
                yield self._relation(fact, facts)
            case _:
                kind = LANDMARKS.index(fact.kind)
                for mask, low, high in counts_of(fact, self, self.tables.counts[kind]):
                    reads = _slots(kind)
                    yield Constraint(
                        rules.count_in, COUNTS, facts, reads, kind, mask=mask, low=low, high=high
                    )

    def _near_landmark(self, slot: int, clue: Clue, facts: frozenset[int]) -> Iterator[Constraint]:
        kind, radius = LANDMARKS.index(clue.thing), RADIUS[clue.relation]
        reads = 1 << slot | _slots(kind)
        if not clue.negative:
            yield Constraint(rules.treasure_near, REACH, facts, reads, slot, kind, radius)
        elif clue.relation is Relation.IN:
            yield Constraint(rules.treasure_not_on, REACH, facts, reads, slot, kind)
        else:
            yield Constraint(rules.treasure_not_near, REACH, facts, reads, slot, kind, radius)
            crowded = self.frame.excluded and self._crowded(kind, radius)
            yield Constraint(rules.landmark_not_near, COMMON, facts, reads, slot, kind, radius, low=crowded)

    def _crowded(self, kind: int, radius: int) -> bool:
        """Tell whether two landmarks of a kind may stand within `radius` of each other."""
        if self.setting.rules.landmark_gap <= radius:
            return True
        around, known = self.frame.around(radius), self.known[kind]
        return any(around[1 << place] & known & ~(1 << place) for place in bits(known))

    def _relation(self, fact: CountFact, facts: frozenset[int]) -> Constraint:
        kind, other, n = LANDMARKS.index(fact.kind), LANDMARKS.index(fact.clue.thing), fact.number
        if fact.clue.relation is Relation.IN:  # two landmarks never share a hex (T-5)
            return Constraint(rules.count_in, COUNTS, facts, _slots(kind), kind, low=n, high=n)
        radius, reads = RADIUS[fact.clue.relation], _slots(kind) | _slots(other)
        return Constraint(rules.count_near, RELATIONS, facts, reads, kind, other, radius, low=n, high=n)


def _slots(kind: int) -> int:
    return 1 << kind | 1 << kind + POSSIBLE


# ---- to the end --------------------------------------------------------------------------------------------

ALL_TECHNIQUES = range(len(TECHNIQUES))


class Engine:
    """The rules of deduction on one mystery; `start` returns the state before any deduction.

    Masks over the constraints say which of them take part: constraint i is bit i, the easiest come first, and
    so a pending mask is a queue that always runs the easiest rule. `of_fact` holds the mask of each fact.

    Techniques harder than `hardest`, a number of `TECHNIQUES`, are left out, which is quicker. Engines with
    the `frame` of one of them, whose facts look farthest, can go on from each other's states.

    Examples
    --------
    >>> from solvers.tobago.mystery import Mystery
    >>> from toolkit.games.tobago import Setting
    >>> from solvers.tobago.facts import parse_fact
    >>> from toolkit.hexmap import parse_drawing
    >>> facts = tuple(map(parse_fact, ["brown: in jungle", "brown: next to lake"]))
    >>> engine = Engine(Mystery(Setting(parse_drawing("J J L S")), ("brown",), facts))
    >>> [dict(answer.treasures) for answer in engine.answers()]
    [{'brown': 'b1'}]
    """

    def __init__(self, mystery: Mystery, hardest: int = NESTED, frame: Frame | None = None) -> None:
        compiler = Compiler(mystery, hardest, frame)
        self.mystery = mystery
        self.frame = compiler.frame
        self.tables = compiler.tables
        self.constraints = compiler.constraints
        self.all = (1 << len(self.constraints)) - 1
        self.open_kinds = tuple(k for k, name in enumerate(LANDMARKS) if mystery.missing.get(name))
        self.treasure_slots = tuple(range(FIRST_TREASURE, FIRST_TREASURE + len(mystery.treasures)))
        self.start = compiler.start
        self._rules = [
            (c.rule, c, ~(1 << i) if c.rule in SETTLED else self.all) for i, c in enumerate(self.constraints)
        ]
        self._wakes: dict[int, int] = {}
        self.of_fact = [0] * len(mystery.facts)
        for i, c in enumerate(self.constraints):
            for fact in c.facts:
                self.of_fact[fact] |= 1 << i
        #: those that a search runs: what puts facts together finds there what trying finds sooner
        self.plain = self.taking(range(TWO_SIDED))
        #: those that take part inside a supposition: nobody draws tables there
        self.inside = self.taking(range(SIGNATURES))

    def taking(self, techniques: Iterable[int] = ALL_TECHNIQUES, facts: Iterable[int] | None = None) -> int:
        """Return the mask of the constraints of some techniques and facts; T-5 always takes part.

        `techniques` and `facts` are numbers; all facts by default.
        """
        wanted, said = set(techniques), {*(range(len(self.mystery.facts)) if facts is None else facts)}
        taken = (c.technique in wanted and c.facts <= said for c in self.constraints)
        return sum(1 << i for i, takes_part in enumerate(taken) if takes_part)

    def up_to(self, technique: int) -> int:
        """Return the mask of the constraints of a technique and of all easier ones."""
        return (1 << bisect_right(self.constraints, technique, key=attrgetter("technique"))) - 1

    def wakes(self, slots: int) -> int:
        """Return the constraints that read one of the changed slots."""
        found = self._wakes.get(slots)
        if found is None:
            found = sum(1 << i for i, c in enumerate(self.constraints) if c.reads & slots)
            self._wakes[slots] = found
        return found

    def propagate(self, state: State, pending: int, taking: int) -> bool:
        """Narrow a state until no rule fires, the easiest first; False when nothing fits."""
        return self.conflict(state, pending, taking) is None

    def conflict(
        self, state: State, pending: int, taking: int, fired: list[Constraint] | None = None
    ) -> Constraint | None:
        """Narrow a state until no rule fires, and return the constraint that nothing fits, if there is one.

        Every constraint whose rule fires is appended to `fired`.
        """
        run, tables, wakes = self._rules, self.tables, self._wakes
        pending &= taking
        while pending:
            lowest = pending & -pending
            pending ^= lowest
            rule, constraint, others = run[lowest.bit_length() - 1]
            changed = rule(tables, state, constraint)
            if changed:
                if fired is not None:
                    fired.append(constraint)
                if changed < 0:
                    return constraint
                woken = wakes.get(changed)
                pending |= (self.wakes(changed) if woken is None else woken) & taking & others
        return None

    def solved(self, state: State) -> bool:
        """Tell whether everything is found (what is left over of the possible hexes may still stand)."""
        counts = self.tables.counts
        return all(state[k].bit_count() == counts[k] for k in self.open_kinds) and all(
            state[slot] and not state[slot] & (state[slot] - 1) for slot in self.treasure_slots
        )

    def suppose(self, state: State, literal: Literal) -> tuple[State, int]:
        """Return the state in which a literal is true, and the constraints that this wakes."""
        slot, bit = literal
        tried = state[:]
        tried[slot] = bit if slot >= FIRST_TREASURE else tried[slot] | bit
        return tried, self.wakes(1 << slot)

    def strike(self, state: State, literal: Literal) -> int:
        """Make a literal false in a state, and return the constraints that this wakes."""
        slot, bit = literal
        if slot < FIRST_TREASURE:
            slot += POSSIBLE
        state[slot] &= ~bit
        return self.wakes(1 << slot)

    def literals(self, state: State) -> Iterator[Literal]:
        """Yield what is still open, subjects with the fewest places first, hexes in the frame's order."""
        for slot, places in sorted(self.open_places(state), key=lambda item: (item[1].bit_count(), item[0])):
            yield from ((slot, 1 << place) for place in bits(places))

    def open_places(self, state: State) -> list[tuple[int, int]]:
        """Return the slots of what is not found yet, with the hexes that are open for it."""
        kinds = [(k, state[k + POSSIBLE] & ~state[k]) for k in self.open_kinds]
        treasures = [(s, state[s]) for s in self.treasure_slots if state[s] & (state[s] - 1)]
        return [(slot, places) for slot, places in kinds + treasures if places]

    def close(self, state: State, pending: int, taking: int, depth: int = 0) -> bool:
        """Narrow a state by the rules and by suppositions nested to a depth; False when nothing fits."""
        if not self.propagate(state, pending, taking):
            return False
        while depth and not self.solved(state):
            struck = False
            for slot, bit in list(self.literals(state)):
                still_open = state[slot] if slot >= FIRST_TREASURE else state[slot + POSSIBLE] & ~state[slot]
                if bit & still_open and self.refutes(state, (slot, bit), taking, depth - 1):
                    struck = True
                    if not self.propagate(state, self.strike(state, (slot, bit)), taking):
                        return False
            if not struck:
                break
        return True

    def refutes(self, state: State, literal: Literal, taking: int, depth: int = 0) -> bool:
        """Tell whether a supposition, with further ones nested to a depth inside it, leads to nothing."""
        tried, woken = self.suppose(state, literal)
        return not self.close(tried, woken, taking & self.inside, depth)

    def solves(self, hardest: int, taking: int | None = None) -> bool:
        """Tell whether the techniques up to the hardest one find everything.

        `taking` restricts the constraints further, as a mask (`taking`).
        """
        mask = self.all if taking is None else taking
        depth = max(0, hardest - SUPPOSE + 1)
        if hardest < SUPPOSE:
            mask &= self.up_to(hardest)
        state = self.start()
        return self.close(state, mask, mask, depth) and self.solved(state)

    def answers(self, limit: int = 2, *, taking: int | None = None) -> list[Answer]:
        """Return up to `limit` answers, by the rules and by search; each is exact, and none is left out."""
        search = Search(self, self.plain if taking is None else self.plain & taking, limit)
        return [self._answer(full) for full in search.run()]

    def certain(self, taking: int) -> State:
        """Return the hexes of each slot that all answers share which some constraints leave.

        What only one of two answers has is not certain; whatever the first one has, and no answer lacks, is.
        `ToolkitError` when there is no answer.
        """
        common = self._shared(self.start(), taking)
        if common is None:
            raise ToolkitError("these constraints leave no answer")
        for slot in (*self.open_kinds, *self.treasure_slots):
            for place in bits(common[slot] & ~(self.start()[slot] if slot < FIRST_TREASURE else 0)):
                state = self.start()
                self.strike(state, (slot, 1 << place))
                if common[slot] >> place & 1 and (other := self._shared(state, taking)):
                    common = [one & another for one, another in zip(common, other, strict=True)]
        return common

    def _shared(self, start: State, taking: int) -> State | None:
        """Return one answer that a state leaves, or None."""
        return next(iter(Search(self, self.plain & taking, 1).run(start)), None)

    def _answer(self, state: State) -> Answer:
        names = self.frame.names_of
        treasures = {
            colour: names(state[slot])[0]
            for colour, slot in zip(self.mystery.treasures, self.treasure_slots, strict=True)
        }
        return Answer(treasures, {kind: names(state[k]) for k, kind in enumerate(LANDMARKS)})


class Search:
    """Depth-first search that branches where few places are left and much has failed.

    The choice is that of "dom/wdeg" (Boussemart, Hemery, Lecoutre and Sais, ECAI 2004): the places that are
    left for each thing to be found, divided by the number of failures so far of constraints that read the
    subject.
    """

    def __init__(self, engine: Engine, taking: int, limit: int) -> None:
        self.engine = engine
        self.taking = taking
        self.limit = limit
        self.failures = [1] * len(engine.start())
        self.found: list[State] = []

    def run(self, start: State | None = None) -> list[State]:
        """Return up to `limit` states in which everything is decided, from a state that changes."""
        state = start or self.engine.start()
        if self._holds(state, self.engine.all):
            self._branch(state)
        return self.found

    def _holds(self, state: State, pending: int) -> bool:
        broken = self.engine.conflict(state, pending, self.taking)
        if broken is None:
            return True
        for slot in range(len(state)):
            self.failures[slot] += broken.reads >> slot & 1
        return False

    def _branch(self, state: State) -> None:
        engine = self.engine
        while (literal := self._choose(state)) is not None:
            tried, woken = engine.suppose(state, literal)
            if self._holds(tried, woken):
                self._branch(tried)
                if len(self.found) >= self.limit:
                    return
            if not self._holds(state, engine.strike(state, literal)):
                return
        self.found.append(state)

    def _choose(self, state: State) -> Literal | None:
        """Return what to try next, or None when everything is decided."""
        counts, best, chosen = self.engine.tables.counts, 0.0, None
        for slot, places in self.engine.open_places(state):
            wanted = 1 if slot >= FIRST_TREASURE else counts[slot] - state[slot].bit_count()
            weight = places.bit_count() / (wanted * self.failures[slot])
            if chosen is None or weight < best:
                best, chosen = weight, (slot, places & -places)
        return chosen


# ---- step by step ------------------------------------------------------------------------------------------


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
    `start` is a state of `Engine.start`, narrowed by the marks of a solver; it is not changed.
    """

    def __init__(
        self, engine: Engine, start: State | None = None, *, taking: int | None = None, stories: bool = True
    ) -> None:
        self.engine = engine
        self.state = (start or engine.start())[:]
        self.taking = engine.all if taking is None else taking  #: the constraints that take part, as a mask
        self.pending = self.taking
        #: whether the shortest of all suppositions is taken and tells its story; else the first that fails is
        #: taken and tells nothing, which is much faster
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
        engine, state, depth = self.engine, self.state, number - SUPPOSE
        open_ = list(engine.literals(state))
        failing = (literal for literal in open_ if engine.refutes(state, literal, self.taking, depth))
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
        """Return what fires, all that the same facts do in one."""
        found: dict[tuple[frozenset[int], int], _Firing] = {}
        for number, constraint in enumerate(self.engine.constraints):
            if constraint.technique != technique or not self.pending >> number & 1:
                continue
            after = self.state[:]
            changed = constraint.rule(self.engine.tables, after, constraint)
            if changed == CONTRADICTION:
                return [_Firing(constraint, changed, after)]
            if changed:
                key = constraint.facts, 0 if constraint.facts else constraint.a
                known = found.get(key)
                if known:
                    changed, after = changed | known.changed, _merged(after, known.after)
                found[key] = _Firing(constraint, changed, after)
            else:
                self.pending &= ~(1 << number)
        return list(found.values())

    def _facts(self, constraint: Constraint) -> tuple[str, ...]:
        return tuple(str(self.engine.mystery.facts[number]) for number in sorted(constraint.facts))

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

    def _length(self, literal: Literal) -> int:
        """Return how many rules fire between a supposition and the contradiction."""
        fired: list[Constraint] = []
        tried, woken = self.engine.suppose(self.state, literal)
        self.engine.conflict(tried, woken, self.taking & self.engine.inside, fired)
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
        engine, taking, kept = self.engine, self.taking & self.engine.inside, []
        for number in range(len(engine.mystery.facts)):
            fewer = taking & ~engine.of_fact[number]
            if engine.refutes(self.state, literal, fewer, depth):
                taking = fewer
            else:
                kept.append(number)
        return taking, tuple(kept)
