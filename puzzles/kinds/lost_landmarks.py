"""Lost landmarks: the terrain is known, some kinds of landmarks and one to four treasures are not.

The five levels are those of the ladder of techniques (`TECHNIQUES`): what the rule engine needs at least.

====== =========================================================================================
level  needed beside what is easier
====== =========================================================================================
1      single clues, largest regions, spacing, counts: each fact is about one thing to be found
2      reach: where a treasure can be says where a landmark can be, and the other way round
3      common neighbourhoods (negative clues) or counts between kinds of landmarks
4      a supposition: one hex is tried, and the rules lead to a contradiction
5      a supposition within a supposition
====== =========================================================================================

A puzzle is cut from all that is true of an island (`true_facts`) by a `Cutter`. Facts are dropped in a random
order as long as the techniques of the level still solve the mystery; what is left is minimal: without any one
of its facts they do not. Then single facts are swapped for others, and what is better is kept, as in
simulated annealing: fewer facts, more variety, more negatives (`cost`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import exp
from random import Random

from puzzles.format.schema import Grade, Solution
from puzzles.kinds.cards import check_bare
from puzzles.kinds.finding import Finding, needs, treasures_of
from puzzles.puzzle import LEVELS, UNSOLVED, Puzzle, PuzzleError, Wanted
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
from solvers.tobago.mystery import Mystery
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import COUNTS, NESTED, REACH, RELATIONS, SUPPOSE, MysteryReasoning
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Relation, Setting
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import COUNTS as LANDMARK_COUNTS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

# ---- what is true, and few facts of it ---------------------------------------------------------------------

_CIRCLES, _RADII = 24, (2, 3)  # surveys of a kind from random hexes, and how far they look
_VIEWS = 12  # hexes from which the nearest landmark, and the distance of each, are seen
_PAIR_RADII = (1, 2, 3, 4)

_UNATTESTED = frozenset(c for c in CLUES if c.relation is Relation.IN and c.thing in LANDMARKS)

SWAPS = 12
"""How often a swap is tried; with 0 the first minimal set is taken."""

_MORE = 8  # facts that are added at once
_TOO_EASY = 10.0  # the cost of a set that is not of the wanted level
_WARMTH = 1.0  # the cost by which a worse set is still accepted now and then, at first
_COMMON_SHAPE = 2  # facts of one shape that cost nothing beside being read
_REPEATED, _NEGATIVE = 0.3, -0.2
_SUPPOSITION = 0.3  # many of them tire; beyond level 4 they are too many to count at every swap
_BIAS = 3.0  # how much later facts are dropped that only a technique of the wanted level can use


def true_facts(
    setting: Setting, treasures: Mapping[str, str], kinds: Sequence[str], random: Random
) -> list[Fact]:
    """Return facts that are true of a full setting and its treasures.

    All clues about treasures, all counts, terrains and pairs; surveys from hexes drawn at random. Clues that
    a treasure lies on a landmark are left out: no such card is attested (T-10).

    Parameters
    ----------
    setting, treasures
        The truth: all landmarks, and the hex of each treasure by colour.
    kinds
        The kinds of landmarks to be found: only they are spoken of.
    """
    facts: list[Fact] = [*_treasure_facts(setting, treasures), *_pair_facts(setting, treasures)]
    for kind in kinds:
        facts += _count_facts(setting, kind)
        facts += _surveys(setting, kind, random)
    return facts


def _treasure_facts(setting: Setting, treasures: Mapping[str, str]) -> Iterator[Fact]:
    for colour, name in treasures.items():
        here = setting.island.number(name)
        for clue in CLUES:
            if setting.masks[clue.number] >> here & 1 and clue not in _UNATTESTED:
                yield TreasureFact(colour, clue)


def _pair_facts(setting: Setting, treasures: Mapping[str, str]) -> Iterator[Fact]:
    least = _least(setting)
    for one, other in combinations(treasures, 2):
        steps = setting.distance(treasures[one], treasures[other])
        for radius in _PAIR_RADII:
            near = steps is not None and least <= steps <= radius
            yield PairFact(one, radius, other, negative=not near)


def _count_facts(setting: Setting, kind: str) -> Iterator[Fact]:
    cells = setting.landmarks[kind]
    for clue in CLUES[::2]:
        if clue.thing != kind and clue not in _UNATTESTED:
            yield CountFact(kind, (cells.mask & setting.masks[clue.number]).bit_count(), clue)
    yield TerrainsFact(kind, tuple(sorted(setting.island.terrain(name) for name in cells)))


def _least(setting: Setting) -> int:
    """Return how near a hex is to itself for "within" (T-7)."""
    return 0 if setting.rules.own_hex == "included" else 1


def _surveys(setting: Setting, kind: str, random: Random) -> Iterator[Fact]:
    """Yield what is seen of a kind from some hexes; from a hex without a way over land, no distance is."""
    names = setting.island.names
    least = _least(setting)
    for centre in random.choices(names, k=_CIRCLES):
        radius = random.choice(_RADII)
        near = sum(s is not None and least <= s <= radius for s in setting.distances(kind, centre))
        yield CircleFact(kind, near, radius, centre)
    for centre in random.choices(names, k=_VIEWS):
        steps = sorted(s for s in setting.distances(kind, centre) if s is not None)
        if steps:
            yield NearestFact(kind, steps[0], centre)
        if len(steps) == len(setting.landmarks[kind]):
            yield DistancesFact(kind, tuple(steps), centre)


def look_of(fact: Fact) -> tuple[str, bool]:
    """Return what facts of one look share, as ``brown next to``; and whether it says where nothing is."""
    match fact:
        case TreasureFact(colour, clue):
            return f"{colour} {clue.relation}", clue.negative
        case CountFact(kind, number, clue):
            return f"{kind} {clue.relation}", number == 0
        case PairFact():
            return "pair", fact.negative
        case _:
            return f"{fact.kind} {type(fact).__name__}", False


def cost(facts: Iterable[Fact]) -> float:
    """Return what a set of facts costs a reader: their number, repetition; negatives are welcome."""
    looks = [look_of(fact) for fact in facts]
    shapes = Counter(shape for shape, _ in looks)
    repeated = sum(max(0, count - _COMMON_SHAPE) for count in shapes.values())
    return len(looks) + _REPEATED * repeated + _NEGATIVE * sum(negative for _, negative in looks)


def suffices(engine: Engine, hardest: int, taking: int) -> bool:
    """Tell whether techniques solve a mystery; for the hardest of all, whether it has one answer.

    `taking` is the mask of the constraints that take part (`Engine.taking`).
    """
    if hardest == NESTED:
        return len(engine.answers(2, taking=taking)) == 1
    return engine.solves(hardest, taking)


class Cutter:
    """Cuts one puzzle of what is known, with all that is true as the facts of the mystery."""

    def __init__(self, mystery: Mystery, hardest: int, easier: int | None, random: Random) -> None:
        self.facts = mystery.facts
        self.engine = Engine(mystery)
        self.hardest = hardest  #: the hardest technique that may be needed (a number of `TECHNIQUES`)
        self.easier = easier  #: that of the level below, which must not suffice; None on the lowest level
        self.random = random  #: draws the order of dropping and the swaps
        self.bare = self.engine.taking(facts=())
        self.weights = [self._weight(number) for number in range(len(mystery.facts))]

    def cut(self) -> tuple[Fact, ...] | None:
        """Return the facts of a puzzle of the wanted level, or None when this attempt came to nothing."""
        grown = self._grown(())
        if grown is None:
            return None
        best = self._annealed(self._minimal(grown))
        return tuple(self.facts[number] for number in best) if self._needs_level(best) else None

    def _weight(self, number: int) -> float:
        """Return how late a fact is dropped: late when it takes more than the level below to use it."""
        easier = min(self.easier or 0, COUNTS)
        hardest = max(c.technique for c in self.engine.constraints if c.fact == number)
        return _BIAS if self.easier is not None and hardest > easier else 1.0

    def _taking(self, numbers: Iterable[int]) -> int:
        return self.bare | sum(self.engine.of_fact[number] for number in numbers)

    def _solves(self, numbers: Iterable[int]) -> bool:
        return suffices(self.engine, self.hardest, self._taking(numbers))

    def _grown(self, start: Sequence[int]) -> list[int] | None:
        """Return the facts of `start` and random others, as many as suffice; None when all do not."""
        numbers = [n for n in range(len(self.facts)) if n not in set(start)]
        numbers.sort(key=lambda n: self.random.random() ** self.weights[n])
        chosen = list(start)
        while not self._solves(chosen):
            if not numbers:
                return None
            chosen += numbers[:_MORE]
            del numbers[:_MORE]
        return chosen

    def _minimal(self, numbers: list[int]) -> list[int]:
        """Return what is left when facts are dropped in a random order as long as the rest suffices."""
        left = set(numbers)
        for number in sorted(numbers, key=lambda n: -(self.random.random() ** self.weights[n])):
            if self._solves(left - {number}):
                left.discard(number)
        return sorted(left)

    def _needs_level(self, numbers: list[int]) -> bool:
        """Tell whether the level below does not suffice, and for the hardest level that the ladder does."""
        taking = self._taking(numbers)
        if self.easier is not None and self.engine.solves(self.easier, taking):
            return False
        return self.hardest < NESTED or self.engine.solves(NESTED, taking)

    def _annealed(self, found: list[int]) -> list[int]:
        """Swap single facts for others and keep what costs less, rarely what costs a little more."""
        current = best = found, self._cost(found)
        for swap in range(SWAPS):
            dropped = self.random.choice(current[0])
            grown = self._grown([n for n in current[0] if n != dropped])
            if grown is None:
                continue
            facts = self._minimal(grown)
            other = facts, self._cost(facts)
            worse = other[1] - current[1]
            if worse <= 0 or self.random.random() < exp(-worse * (swap + 1) / _WARMTH):
                current = other
            if current[1] < best[1]:
                best = current
        return best[0]

    def _cost(self, numbers: list[int]) -> float:
        too_easy = 0.0 if self._needs_level(numbers) else _TOO_EASY
        supposing = 0.0
        if self.hardest == SUPPOSE:
            solver = MysteryReasoning(self.engine, taking=self._taking(numbers), stories=False)
            steps = solver.trace(TECHNIQUES[: SUPPOSE + 1]).steps
            supposing = _SUPPOSITION * sum(step.supposed is not None for step in steps)
        return too_easy + supposing + cost(self.facts[number] for number in numbers)


# ---- the kind ----------------------------------------------------------------------------------------------

HARDEST = (COUNTS, REACH, RELATIONS, SUPPOSE, NESTED)
"""The hardest technique of each level, as numbers of `TECHNIQUES`."""

_UNKNOWN = (("hut",), ("hut", "palm"), LANDMARKS)  # what a puzzle asks for; all at level 5 take minutes
_TREASURES = (1, 2, 2, 3)


class LostLandmarks(Finding):
    """The kind ``lost-landmarks``."""

    name = "lost-landmarks"

    def mystery(self, puzzle: Puzzle) -> Mystery:
        """Return the puzzle as the engines see it: landmarks that are absent are to be found (T-5)."""
        known = puzzle.position.setting.landmarks
        missing = {kind: LANDMARK_COUNTS[kind] - len(known[kind]) for kind in LANDMARKS}
        lost = {kind: count for kind, count in missing.items() if count > 0}
        return Mystery(puzzle.position.setting, treasures_of(puzzle), puzzle.facts, lost)

    def check(self, puzzle: Puzzle) -> None:
        """Refuse a puzzle without lost landmarks, with clues on its maps or a hand, or another solution."""
        check_bare(puzzle)
        if not self.mystery(puzzle).missing:
            raise PuzzleError("no landmark is lost: leave out those that are to be found")
        self.check_solution(puzzle)

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the facts without any one of which the techniques of the level still solve the puzzle.

        On the highest level, and for a puzzle beyond the ladder: without which there is still one answer.
        """
        engine = Engine(self.mystery(puzzle))
        hardest = HARDEST[(_level(engine) or len(HARDEST)) - 1]
        rest = ((fact, engine.all & ~engine.of_fact[n]) for n, fact in enumerate(puzzle.facts))
        return tuple(str(fact) for fact, taking in rest if suffices(engine, hardest, taking))

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; `PuzzleError` when its techniques do not solve it."""
        engine = Engine(self.mystery(puzzle))
        level = _level(engine) if len(engine.answers(2)) == 1 else None  # quicker to know than the level
        if level is None:
            raise PuzzleError(UNSOLVED)
        trace = self.trace(puzzle)
        supposed = sum(step.supposed is not None for step in trace.steps)
        measures = {"facts": len(puzzle.facts), "suppositions": supposed}
        return self.graded(puzzle, trace, level, needs(engine, HARDEST[level - 1]), measures)

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle; None when nothing of the wanted level could be cut from what is true."""
        setting = random_setting(island, random)
        unknown = wanted.unknown or random.choice(_UNKNOWN[:2] if wanted.level == len(LEVELS) else _UNKNOWN)
        colours = COLOURS[: wanted.treasures or random.choice(_TREASURES)]
        treasures = {colour: random.choice(island.names) for colour in colours}
        landmarks = {f"{kind}s": tuple(cells) for kind, cells in setting.landmarks.items()}
        lost = {f"{kind}s": landmarks[f"{kind}s"] for kind in unknown}
        known = {plural: cells for plural, cells in landmarks.items() if plural not in lost}
        huts, palms, statues = (lost.get(plural, ()) for plural in landmarks)
        pool = true_facts(setting, treasures, unknown, random)
        bare = Setting(island, **known, rules=setting.rules)
        truth = Mystery(bare, colours, tuple(pool), {kind: len(lost[f"{kind}s"]) for kind in unknown})
        easier, hardest = (None, *HARDEST)[wanted.level - 1], HARDEST[wanted.level - 1]
        facts = Cutter(truth, hardest, easier, random).cut()
        if facts is None:
            return None
        return Puzzle(
            kind=self,
            position=Position(setting=bare),
            facts=tuple(sorted(facts, key=_reading_order)),
            solution=Solution(treasures=treasures, huts=huts, palms=palms, statues=statues),
        )


def _level(engine: Engine) -> int | None:
    """Return the lowest level whose techniques solve a mystery, or None when none does."""
    return next((level for level, hardest in enumerate(HARDEST, 1) if engine.solves(hardest)), None)


def _reading_order(fact: Fact) -> tuple[int, str]:
    """Sort treasures first, in the order of the maps, then pairs, then the landmarks."""
    if isinstance(fact, TreasureFact):
        return COLOURS.index(fact.colour), str(fact)
    if isinstance(fact, PairFact):
        return len(COLOURS), str(fact)
    return len(COLOURS) + 1 + LANDMARKS.index(fact.kind), str(fact)


KIND = LostLandmarks()
"""What `puzzles.kinds.kind_named` gives."""
