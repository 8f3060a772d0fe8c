"""Expedition: lost landmarks that unfold; what is found opens the next fact.

The facts have an order. Of F facts about N things to be found (treasures, and landmarks that are not given)
the first F - (N - 1) are open at the start, and each find but the last opens one more. A **find** is a hex of
a treasure or of a lost landmark that is proven by what is open. In whatever order things are found, the same
is open in the end: what can be proven only grows.

The five levels are those of a ladder of techniques without suppositions within suppositions, and they are the
days of a week (`level_of_day`), Monday easy and Sunday hard:

====== ==================================================================================
level  needed beside what is easier
====== ==================================================================================
1      single clues, largest regions, spacing, counts
2      reach
3      common neighbourhoods
4      counts between kinds of landmarks
5      suppositions, at most `MOST_SUPPOSED`
====== ==================================================================================

An expedition is made forwards (`_Maker`) from all that is true of an island (`puzzles.truth`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from math import log2
from random import Random
from typing import NamedTuple

from puzzles.cutting import cost
from puzzles.format.schema import Grade
from puzzles.kinds.lost_landmarks import KIND as LOST
from puzzles.kinds.lost_landmarks import LostLandmarks, hidden
from puzzles.puzzle import UNSOLVED, Marks, Puzzle, PuzzleError, Wanted
from solvers.tobago import proofs
from solvers.tobago.facts import DistancesFact, Fact, NearestFact
from solvers.tobago.mystery import Conclusion, Mystery
from solvers.tobago.steps import Step
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import COMMON, COUNTS, REACH, RELATIONS, SUPPOSE, MysteryReasoning
from solvers.tobago.techniques.rules import FIRST_TREASURE, State
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

HARDEST = (COUNTS, REACH, COMMON, RELATIONS, SUPPOSE)
"""The hardest technique of each level, as numbers of `TECHNIQUES`."""

MOST_SUPPOSED = 5
"""As many suppositions an expedition takes at most."""

_WEEK = (1, 2, 2, 3, 3, 4, 5)  # the levels of the days from Monday on
_SIZES = (
    ((("palm",), 1), (("statue",), 1), (("hut",), 1)),
    ((("hut",), 1), (("palm",), 2), (("statue",), 2)),
    ((("hut",), 2), (("palm", "statue"), 1)),
    ((("hut", "palm"), 1), (("hut", "statue"), 1), (("palm", "statue"), 2)),
    ((LANDMARKS, 1),),
)
"""What is lost at each level, and how many treasures."""


def level_of_day(day: date) -> int:
    """Return the level of the expedition of a day.

    >>> [level_of_day(date(2026, 11, 23 + n)) for n in range(7)]
    [1, 2, 2, 3, 3, 4, 5]
    """
    return _WEEK[day.weekday()]


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


def turns(engine: Engine, hardest: int, gone: int = 0) -> Iterator[Turn]:
    """Yield the turns of an expedition: find what techniques prove, open as many facts, and go on.

    It ends when all is found or nothing more is. Nothing is supposed as long as there is something to find
    without. `gone` is a mask of constraints that do not take part.
    """
    state, found = engine.start(), 0
    usable, depth = engine.up_to(hardest) & ~gone, max(0, hardest - SUPPOSE + 1)
    while found < wanted_in(engine.mystery):
        open_, places = open_with(engine.mystery, found), dict[int, int]()
        taking = usable & engine.taking(facts=range(open_))
        for deep in dict.fromkeys((0, depth)):
            if not engine.close(state, taking, taking, deep):
                return
            places = found_in(engine, state)
            if _count(places) > found:
                break
        else:
            return
        found = _count(places)
        yield Turn(open_, places)


def unfolds(engine: Engine, hardest: int, gone: int = 0) -> bool:
    """Tell whether techniques find everything, turn by turn."""
    return any(_count(turn.found) == wanted_in(engine.mystery) for turn in turns(engine, hardest, gone))


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

    def engine(self, puzzle: Puzzle) -> Engine:
        """Return the engine of a puzzle: nobody puts facts together in tables while they unfold."""
        return Engine(self.mystery(puzzle), RELATIONS)

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the facts that may as well be blank: as many are open, and the level still finds all."""
        engine = self.engine(puzzle)
        hardest = HARDEST[(_level(engine) or len(HARDEST)) - 1]
        facts = enumerate(puzzle.facts)
        return tuple(str(fact) for n, fact in facts if unfolds(engine, hardest, engine.of_fact[n]))

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; `PuzzleError` when its techniques do not find everything."""
        engine = self.engine(puzzle)
        level = _level(engine)
        if level is None:
            raise PuzzleError(UNSOLVED)
        hardest, trace = HARDEST[level - 1], self.trace(puzzle)
        needs = tuple(TECHNIQUES[n] for n in range(hardest + 1) if not _unfolds_without(engine, hardest, n))
        measures = {"facts": len(puzzle.facts), "suppositions": _supposed(trace.steps)}
        return self.graded(puzzle, trace, level, needs, measures)

    def provers(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many answers each prover finds; by turns, python-sat tells those to each turn's finds.

        That is 1 when all that is found in a turn is entailed by the facts open then, and everything is
        found; with one thing that is not, it is 2.
        """
        return {**super().provers(puzzle), "python-sat by turns": self._by_turns(puzzle)}

    def _by_turns(self, puzzle: Puzzle) -> int:
        mystery = self.mystery(puzzle)
        engine, done = Engine(mystery, RELATIONS), dict[int, int]()
        for turn in turns(engine, HARDEST[(_level(engine) or len(HARDEST)) - 1]):
            seen = Mystery(mystery.setting, mystery.treasures, mystery.facts[: turn.open], mystery.missing)
            with proofs.SatProver(seen) as prover:
                for slot, places in turn.found.items():
                    names = engine.frame.names_of(places & ~done.get(slot, 0))
                    if names and not _entailed(prover, Conclusion(_subject(engine, slot), forced=names)):
                        return 2
            done = dict(turn.found)
        return min(2, len(engine.answers(2))) if _count(done) == wanted_in(mystery) else 2

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle; None when what is true led to none of the wanted level.

        `PuzzleError` for one kind of unknown landmarks on the level that counts kinds by each other.
        """
        if HARDEST[wanted.level - 1] == RELATIONS and len(wanted.unknown or LANDMARKS) < 2:
            raise PuzzleError("on this level kinds of landmarks are counted by each other: leave two unknown")
        unknown, treasures = random.choice(_SIZES[wanted.level - 1])
        colours = COLOURS[: wanted.treasures or treasures]
        truth, solution = hidden(random_setting(island, random), wanted.unknown or unknown, colours, random)
        facts = _Maker(truth, wanted.level, random).ordered()
        if facts is None:
            return None
        puzzle = Puzzle(kind=self, position=Position(setting=truth.setting), facts=facts, solution=solution)
        return puzzle if _supposed(self.trace(puzzle).steps) <= MOST_SUPPOSED else None


def _level(engine: Engine) -> int | None:
    """Return the lowest level whose techniques find everything, or None when none does."""
    return next((level for level, hardest in enumerate(HARDEST, 1) if unfolds(engine, hardest)), None)


def _unfolds_without(engine: Engine, hardest: int, technique: int) -> bool:
    if technique == SUPPOSE:
        return unfolds(engine, SUPPOSE - 1)
    others = (number for number in range(len(TECHNIQUES)) if number != technique)
    return unfolds(engine, hardest, engine.all & ~engine.taking(others))


def _supposed(steps: Iterable[Step]) -> int:
    return sum(step.supposed is not None for step in steps)


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

_HARD = 0.5  # of the finds after the first such one take the hardest technique, if luck has it
_BIAS = 1.5  # how much earlier facts are drawn that only the hardest technique can use
_TRIES = 16  # facts that are tried for a find by supposing, and for one that only helps
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
        self.hardest, self.easier = HARDEST[level - 1], HARDEST[max(0, level - 2)]
        self.plain = min(self.hardest, RELATIONS)  # what is quickly asked
        self.is_hard = self.hardest == self.easier  #: whether some find takes the hardest technique
        hard = self.engine.taking([self.hardest])
        self.weights = [_BIAS if mask & hard and not self.is_hard else 1 for mask in self.engine.of_fact]
        self.usable = {number: self.engine.up_to(number) for number in HARDEST}

    def ordered(self) -> tuple[Fact, ...] | None:
        """Return the facts in their order, or None when this attempt came to nothing."""
        start, later = self._opening(), list[int]()
        while len(later) < wanted_in(self.truth) - 1:
            known = [*start, *later]
            state = self._state(known)
            if (leading := self._leading(known, state)) is not None:
                later.append(leading)
            elif len(start) < _MOST_OPEN and (helping := self._helping(known, state)) is not None:
                start.append(helping)
            else:
                return None
        return self._checked(start, later) if self.is_hard else None

    def _state(self, known: Iterable[int]) -> State:
        """Return what techniques make of some facts."""
        state = self.engine.start()
        self._close(state, self.engine.all, known, self.hardest)
        return state

    def _with(self, state: State, known: Iterable[int], number: int, hardest: int) -> State:
        """Return what techniques make of one fact more than those that led to a state."""
        after = state[:]
        self._close(after, self.engine.of_fact[number], [*known, number], hardest)
        return after

    def _close(self, state: State, pending: int, known: Iterable[int], hardest: int) -> None:
        taking = self.usable[hardest] & (self.bare | sum(self.engine.of_fact[n] for n in known))
        self.engine.close(state, pending, taking, max(0, hardest - SUPPOSE + 1))

    def _found(self, state: State) -> int:
        return _count(found_in(self.engine, state))

    def _drawn(self, known: Collection[int]) -> list[int]:
        """Return the facts that are not known, in a random order: early those of the hardest technique."""
        rest = [number for number in range(len(self.truth.facts)) if number not in known]
        return sorted(rest, key=lambda number: self.random.random() ** self.weights[number])

    def _opening(self) -> list[int]:
        """Return facts that prove something without supposing, none of which can be spared."""

        def proves(some: Iterable[int]) -> bool:
            state = self.engine.start()
            self._close(state, self.engine.all, some, self.plain)
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
        """Return a fact that leads to just one find more, at times only by the hardest technique; or None."""
        wanted, plain, hard = self._found(state) + 1, list[int](), list[int]()
        tries = _TRIES if self.hardest == SUPPOSE else 0
        for number in self._drawn(known):
            found = self._found(self._with(state, known, number, self.plain))
            if found == wanted:
                plain.append(number)
                if self._found(self._with(state, known, number, self.easier)) < wanted:
                    hard.append(number)
            elif found < wanted and tries > 0:
                tries -= 1
                if self._found(self._with(state, known, number, SUPPOSE)) == wanted:
                    hard.append(number)
                    break
        chosen = hard if hard and (not self.is_hard or self.random.random() < _HARD) else plain
        self.is_hard = self.is_hard or chosen is hard
        chosen.sort(key=lambda number: cost(self.truth.facts[n] for n in (*known, number)))
        further = (n for n in chosen if self._found(self._with(state, known, n, self.hardest)) == wanted)
        return next(further, None)

    def _helping(self, known: Sequence[int], state: State) -> int | None:
        """Return the fact, of some, that leaves least open and finds nothing; None without one."""
        found, best = self._found(state), dict[int, float]()
        for number in self._drawn(known)[:_TRIES]:
            after = self._with(state, known, number, self.plain)
            if self._found(after) == found:
                open_ = self.engine.open_places(after)
                best[number] = sum(log2(places.bit_count()) for _, places in open_)
        return min(best, key=best.__getitem__, default=None)

    def _checked(self, start: Sequence[int], later: Sequence[int]) -> tuple[Fact, ...] | None:
        """Return the facts less those of the start that can be spared; None when a later one can."""
        kept = list(start)
        for number in start:
            rest = [one for one in kept if one != number]
            if rest and unfolds(self._engine_of(rest, later), self.hardest):
                kept = rest
        engine = self._engine_of(kept, later)
        spared = any(
            unfolds(engine, self.hardest, engine.of_fact[n]) for n in range(len(kept), len(engine.of_fact))
        )
        too_easy = self.hardest != self.easier and unfolds(engine, self.easier)
        return None if spared or too_easy or not unfolds(engine, self.hardest) else engine.mystery.facts

    def _engine_of(self, start: Iterable[int], later: Iterable[int]) -> Engine:
        facts = tuple(self.truth.facts[n] for n in (*start, *later))
        return Engine(replace(self.truth, facts=facts), RELATIONS)


KIND = Expedition()
"""What `puzzles.kinds.kind_named` gives."""
