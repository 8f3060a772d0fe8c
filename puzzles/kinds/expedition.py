"""Expedition: lost landmarks that unfold; what is found opens the next fact.

The facts have an order. Of F facts about N things to be found (treasures, and landmarks that are not given)
the first F - (N - 1) are open at the start, and each find but the last opens one more. A **find** is a hex of
a treasure or of a lost landmark that is proven by what is open. In whatever order things are found, the same
is open in the end: what can be proven only grows.

The four levels are the first four of lost landmarks: nothing is ever supposed. They are the days of a week
(`of_day`), Monday easy and Sunday hard and long.

An expedition is made forwards (`_Maker`) from all that is true of an island (`puzzles.truth`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice
from math import log2
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from puzzles.cutting import cost
from puzzles.kinds.lost_landmarks import KIND as LOST
from puzzles.kinds.lost_landmarks import LostLandmarks, hidden
from puzzles.puzzle import Marks, Puzzle, PuzzleError, Wanted
from solvers.tobago import proofs
from solvers.tobago.facts import DistancesFact, Fact, NearestFact
from solvers.tobago.mystery import Conclusion, Mystery
from solvers.tobago.steps import Step
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import RELATIONS, MysteryReasoning
from solvers.tobago.techniques.rules import FIRST_TREASURE, State
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

_SIZES = (
    ((("palm",), 1), (("statue",), 1), (("hut",), 1)),
    ((("hut",), 1), (("palm",), 2), (("statue",), 2)),
    ((("hut",), 2), (("palm", "statue"), 1)),
    ((("hut", "palm"), 1), (("hut", "statue"), 1), (("palm", "statue"), 2)),
)
"""What is lost at each level, and how many treasures."""

_WEEK = (1, 2, 2, 3, 3, 4)
"""The levels of the days from Monday on; Sunday is hard, too, and everything is lost."""


def of_day(day: date) -> Wanted:
    """Return what is wanted of the expedition of a day.

    >>> [of_day(date(2026, 11, 23 + n)).level for n in range(7)]
    [1, 2, 2, 3, 3, 4, 4]
    """
    if day.weekday() < len(_WEEK):
        return Wanted(level=_WEEK[day.weekday()])
    return Wanted(level=4, treasures=2, unknown=LANDMARKS)


# ---- what is open ------------------------------------------------------------------------------------------


def wanted_in(mystery: Mystery) -> int:
    """Return how many things are to be found: treasures, and landmarks that are not given."""
    return len(mystery.treasures) + sum(mystery.missing.values())


def open_with(mystery: Mystery, found: int) -> int:
    """Return how many facts are open when so many things are found."""
    last = wanted_in(mystery) - 1
    return len(mystery.facts) - last + min(found, last)


def found_in(engine: Engine, state: State) -> dict[int, int]:
    """Return what is found, by slot: lost landmarks that are sure, and treasures with one hex left."""
    start = engine.start()
    found = {kind: state[kind] & ~start[kind] for kind in engine.open_kinds}
    return found | {slot: state[slot] for slot in engine.treasure_slots if state[slot].bit_count() == 1}


def _count(places: Mapping[int, int]) -> int:
    return sum(mask.bit_count() for mask in places.values())


class Turn(NamedTuple):
    """How many facts are open, and the hexes that they prove, by slot."""

    open: int
    found: Mapping[int, int]


def turns(engine: Engine, hardest: int, taking: int | None = None) -> Iterator[Turn]:
    """Yield the turns of an expedition: find what techniques prove, open as many facts, and go on.

    It ends when all is found or nothing more is. `taking` restricts the constraints further, as a mask.
    """
    state, found = engine.start(), 0
    usable = engine.up_to(hardest) & (engine.all if taking is None else taking)
    while found < wanted_in(engine.mystery):
        open_ = open_with(engine.mystery, found)
        told = usable & engine.taking(facts=range(open_))
        if not engine.propagate(state, told, told):
            return
        places = found_in(engine, state)
        if _count(places) == found:
            return
        found = _count(places)
        yield Turn(open_, places)


def unfolds(engine: Engine, hardest: int, taking: int | None = None) -> bool:
    """Tell whether techniques find everything, turn by turn."""
    return any(_count(turn.found) == wanted_in(engine.mystery) for turn in turns(engine, hardest, taking))


class Unfolding(MysteryReasoning):
    """What a solver of an expedition knows: of the facts those take part that are open by now."""

    def __init__(self, engine: Engine, start: State | None = None) -> None:
        super().__init__(engine, start, taking=0)
        self._open()

    def take(self, technique: str, finding: object) -> Iterator[Step]:
        """Learn a finding, and open what it opens."""
        yield from super().take(technique, finding)  # type: ignore[arg-type]
        self._open()

    def _open(self) -> None:
        engine = self.engine
        open_ = open_with(engine.mystery, _count(found_in(engine, self.state)))
        taking = engine.taking(facts=range(open_))
        self.pending |= taking & ~self.taking
        self.taking = taking


# ---- the kind ----------------------------------------------------------------------------------------------


class Expedition(LostLandmarks):
    """The kind ``expedition``."""

    name = "expedition"
    hardest = LostLandmarks.hardest[:-1]
    levels = len(hardest)
    techniques = MappingProxyType(
        {name: LostLandmarks.techniques[name] for name in TECHNIQUES[: hardest[-1] + 1]}
    )
    reasoner = Unfolding

    def check(self, puzzle: Puzzle) -> None:
        """Refuse what is no puzzle of lost landmarks, or has too few facts to open one for each find."""
        super().check(puzzle)
        mystery = self.mystery(puzzle)
        if (wanted := wanted_in(mystery)) > len(mystery.facts):
            facts = len(mystery.facts)
            raise PuzzleError(
                f"{wanted} things are to be found with {facts} facts: each find but the last opens a fact, "
                f"so at least {wanted} are needed"
            )

    def seen(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> Puzzle:
        """Return the lost landmarks that an expedition is so far: with the facts that the marks opened."""
        mystery = self.mystery(puzzle)
        known = puzzle.position.setting.landmarks
        given = {f"{kind}s": frozenset(cells) for kind, cells in known.items()}
        found = sum(len(one.sure - given.get(subject, frozenset())) for subject, one in marks.items())
        facts = puzzle.facts[: open_with(mystery, found)]
        return Puzzle(kind=LOST, position=puzzle.position, facts=facts, solution=puzzle.solution)

    def prepare_for_many(self) -> bool:
        """Load nothing: facts are put in order by the rules in Python."""
        return False

    def proven(self, puzzle: Puzzle) -> dict[str, dict[str, int]]:
        """Return with how many open facts each hex is a find: from then on all answers share it.

        Whatever way of thinking leads there, the techniques of the level or others.
        """
        mystery = self.mystery(puzzle)
        engine, proven = Engine(mystery, RELATIONS), dict[str, dict[str, int]]()
        for open_ in range(open_with(mystery, 0), len(mystery.facts) + 1):
            certain = engine.certain(engine.taking(facts=range(open_)))
            for slot, places in found_in(engine, certain).items():
                known = proven.setdefault(_subject(engine, slot), {})
                known |= {name: open_ for name in engine.frame.names_of(places) if name not in known}
        return proven

    def solves(self, engine: Engine, hardest: int, taking: int) -> bool:
        """Tell whether techniques up to the hardest one find everything, turn by turn."""
        return unfolds(engine, hardest, taking)

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the facts that may as well be blank: as many are open, and the level still finds all."""
        engine = self.engine(puzzle)
        hardest = self.hardest[self.level(self.trace(puzzle)) - 1]
        rest = ((fact, engine.all & ~engine.of_fact[n]) for n, fact in enumerate(puzzle.facts))
        return tuple(str(fact) for fact, taking in rest if unfolds(engine, hardest, taking))

    def provers(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many answers each prover finds; by turns, python-sat tells those to each turn's finds.

        That is 1 when all that is found in a turn is entailed by the facts open then, and everything is
        found; with one thing that is not, it is 2.
        """
        return {**super().provers(puzzle), "python-sat by turns": self._by_turns(puzzle)}

    def _by_turns(self, puzzle: Puzzle) -> int:
        mystery = self.mystery(puzzle)
        engine, done = self.engine(puzzle), dict[int, int]()
        for turn in turns(engine, self.hardest[-1]):
            seen = Mystery(mystery.setting, mystery.treasures, mystery.facts[: turn.open], mystery.missing)
            with proofs.SatProver(seen) as prover:
                for slot, places in turn.found.items():
                    names = engine.frame.names_of(places & ~done.get(slot, 0))
                    if names and not _entailed(prover, Conclusion(_subject(engine, slot), forced=names)):
                        return 2
            done = dict(turn.found)
        return min(2, len(engine.answers(2))) if _count(done) == wanted_in(mystery) else 2

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle; None when what is true led to none of the wanted level."""
        unknown, treasures = random.choice(_SIZES[wanted.level - 1])
        colours = COLOURS[: wanted.treasures or treasures]
        truth, solution = hidden(random_setting(island, random), wanted.unknown or unknown, colours, random)
        facts = _Maker(truth, wanted.level, random).ordered()
        if facts is None:
            return None
        return Puzzle(kind=self, position=Position(setting=truth.setting), facts=facts, solution=solution)


def _subject(engine: Engine, slot: int) -> str:
    """Return what a slot of a state is about."""
    return (
        f"{LANDMARKS[slot]}s"
        if slot in engine.open_kinds
        else engine.mystery.treasures[slot - FIRST_TREASURE]
    )


def _entailed(prover: proofs.SatProver, conclusion: Conclusion) -> bool:
    try:
        prover.reasons(conclusion)
    except ToolkitError:
        return False
    return True


# ---- the making --------------------------------------------------------------------------------------------

_HARD = 0.5  # of the finds after the first such one take more than the level below, if luck has it
_BIAS = 1.5  # how much earlier facts are drawn that the level below cannot use
_TRIES = 16  # facts that are tried for a find by putting facts together, and for one that only helps
_MOST_OPEN = 12  # facts at the start: more of them are too much to read


def _says_where(fact: Fact) -> bool:
    """Tell whether a fact names the hex of a landmark: it leaves nothing to be found."""
    match fact:
        case NearestFact(steps=steps):
            return steps == 0
        case DistancesFact(steps=several):
            return 0 in several
        case _:
            return False


class _Maker:
    """Puts some of the facts that are true in an order in which each find opens one that leads to the next.

    It goes forwards. Random facts are open until something is found; then each find opens a fact that leads
    to just one more. Where none does, one more fact that narrows what is left is open from the start.
    """

    def __init__(self, truth: Mystery, level: int, random: Random) -> None:
        self.truth = replace(truth, facts=tuple(fact for fact in truth.facts if not _says_where(fact)))
        self.random, self.engine = random, Engine(self.truth, RELATIONS)
        self.bare = self.engine.taking(facts=())
        #: the hardest technique of this level, and of the level below, which must not suffice
        self.hardest, self.easier = Expedition.hardest[level - 1], Expedition.hardest[max(0, level - 2)]
        self.plain = min(self.hardest, RELATIONS)  # what is quickly asked
        self.is_hard = self.hardest == self.easier  #: whether some find takes more than the level below
        hard = 0 if self.is_hard else self.engine.all & ~self.engine.up_to(self.easier)
        self.weights = [_BIAS if mask & hard else 1 for mask in self.engine.of_fact]

    def ordered(self) -> tuple[Fact, ...] | None:
        """Return the facts in their order, or None when this attempt came to nothing."""
        start, later = self._opening(), list[int]()
        state = self._state(start)
        while len(later) < wanted_in(self.truth) - 1:
            known = [*start, *later]
            if (leading := self._leading(known, state)) is not None:
                later.append(leading)
            elif len(start) < _MOST_OPEN and (leading := self._helping(known, state)) is not None:
                start.append(leading)
            else:
                return None
            state = self._with(state, known, leading, self.hardest)
        return self._checked(start, later) if self.is_hard else None

    def _state(self, known: Iterable[int]) -> State:
        """Return what techniques make of some facts."""
        engine = self._engine_of(known)
        state = engine.start()
        engine.propagate(state, engine.all, engine.all)
        return state

    def _with(self, state: State, known: Sequence[int], number: int, hardest: int) -> State:
        """Return what techniques make of one fact more than those that led to a state."""
        after, told = state[:], (*known, number)
        if hardest <= self.plain:
            self.engine.propagate(after, self.engine.of_fact[number], self._taking(told, hardest))
        else:
            few = self._engine_of(told)
            few.propagate(after, few.of_fact[-1], few.up_to(hardest))
        return after

    def _taking(self, known: Iterable[int], hardest: int) -> int:
        """Return the mask of what is quickly asked of some facts."""
        told = self.bare | sum(self.engine.of_fact[number] for number in known)
        return self.engine.up_to(hardest) & told

    def _found(self, state: State) -> int:
        return _count(found_in(self.engine, state))

    def _drawn(self, known: Collection[int]) -> list[int]:
        """Return the facts that are not known, in a random order: early those of harder techniques."""
        rest = [number for number in range(len(self.truth.facts)) if number not in known]
        return sorted(rest, key=lambda number: self.random.random() ** self.weights[number])

    def _opening(self) -> list[int]:
        """Return facts that quickly prove something, none of which can be spared."""

        def proves(some: Iterable[int]) -> bool:
            state, told = self.engine.start(), self._taking(some, self.plain)
            self.engine.propagate(state, told, told)
            return self._found(state) > 0

        drawn, chosen = self._drawn(()), list[int]()
        while not proves(chosen):
            chosen.append(drawn.pop(0))
        for number in chosen[:]:
            rest = [one for one in chosen if one != number]
            if proves(rest):
                chosen = rest
        return chosen

    def _leading(self, known: Sequence[int], state: State) -> int | None:
        """Return a fact that leads to just one find more, at times by more than the level below; or None."""
        wanted, plain, hard = self._found(state) + 1, list[int](), list[int]()
        wants_hard = not self.is_hard or (self.hardest > self.easier and self.random.random() < _HARD)
        left = dict[int, float]()  # of the facts that narrow and find nothing: how much is open

        def leads(number: int, hardest: int) -> bool:
            return self._found(self._with(state, known, number, hardest)) == wanted

        for number in self._drawn(known):
            after = self._with(state, known, number, self.plain)
            found = self._found(after)
            if found == wanted:
                plain.append(number)
                if wants_hard and self.easier < self.plain and not leads(number, self.easier):
                    hard.append(number)
            elif wants_hard and found < wanted and after != state:
                left[number] = self._open(after)
        if not hard and self.hardest > self.plain:
            nearest = sorted(left, key=left.__getitem__)[:_TRIES]
            hard += islice((n for n in nearest if leads(n, self.hardest) and not leads(n, self.easier)), 1)
        chosen = hard or plain
        self.is_hard = self.is_hard or chosen is hard
        chosen.sort(key=lambda number: cost(self.truth.facts[n] for n in (*known, number)))
        return next((number for number in chosen if leads(number, self.hardest)), None)

    def _helping(self, known: Sequence[int], state: State) -> int | None:
        """Return the fact, of some, that leaves least open and finds nothing; None without one."""
        found, best = self._found(state), dict[int, float]()
        for number in self._drawn(known)[:_TRIES]:
            after = self._with(state, known, number, self.plain)
            if self._found(after) == found:
                best[number] = self._open(after)
        return min(best, key=best.__getitem__, default=None)

    def _open(self, state: State) -> float:
        """Return how much a state leaves open, in bits."""
        return sum(log2(places.bit_count()) for _, places in self.engine.open_places(state))

    def _checked(self, start: Sequence[int], later: Sequence[int]) -> tuple[Fact, ...] | None:
        """Return the facts less those of the start that can be spared; None when a later one can."""
        kept = list(start)
        for number in start:
            rest = [one for one in kept if one != number]
            if rest and unfolds(self._engine_of([*rest, *later]), self.hardest):
                kept = rest
        engine = self._engine_of([*kept, *later])
        last = (engine.all & ~engine.of_fact[number] for number in range(len(kept), len(engine.of_fact)))
        spared = any(unfolds(engine, self.hardest, taking) for taking in last)
        too_easy = self.hardest != self.easier and unfolds(engine, self.easier)
        return None if spared or too_easy or not unfolds(engine, self.hardest) else engine.mystery.facts

    def _engine_of(self, known: Iterable[int]) -> Engine:
        """Return the rules for some facts, with all techniques of the level."""
        facts = tuple(self.truth.facts[number] for number in known)
        return Engine(replace(self.truth, facts=facts), self.hardest, self.engine.frame)


KIND = Expedition()
"""What `puzzles.kinds.kind_named` gives."""
