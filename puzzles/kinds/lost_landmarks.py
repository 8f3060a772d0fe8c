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
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.kinds.checks import check_bare, check_solution
from puzzles.kinds.cutting import SWAPS, Cutter, suffices
from puzzles.kinds.finding import WEIGHTS, Finding, solution_of, treasures_of
from puzzles.kinds.grading import UNSOLVED, grade_of
from puzzles.kinds.kind import LEVELS
from puzzles.kinds.reading import landmarks_to_read, reading_load
from puzzles.kinds.truths import true_facts
from puzzles.puzzle import Puzzle, PuzzleError
from solvers.tobago.facts import PairFact, TreasureFact
from solvers.tobago.hidden import TECHNIQUES, Engine
from solvers.tobago.hidden.compiling import COUNTS, NESTED, REACH, RELATIONS, SUPPOSE
from solvers.tobago.mystery import Mystery
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import COUNTS as LANDMARK_COUNTS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.setting import Setting

if TYPE_CHECKING:
    from random import Random

    from puzzles.kinds.kind import Order
    from puzzles.schema import Grade
    from solvers.tobago.facts import Fact
    from toolkit.hexmap import Island

HARDEST = (COUNTS, REACH, RELATIONS, SUPPOSE, NESTED)
"""The hardest technique of each level, as numbers of `TECHNIQUES`."""

_UNKNOWN = (("hut",), ("hut", "palm"), LANDMARKS)  # what a puzzle asks for; all at level 5 take minutes
_TREASURES = (1, 2, 2, 3)


class LostLandmarks(Finding):
    """The kind ``lost-landmarks``.

    Parameters
    ----------
    swaps
        How often `make` swaps a fact in search of a better puzzle; 0 is fastest.
    """

    name = "lost-landmarks"

    def __init__(self, swaps: int = SWAPS) -> None:
        self.swaps = swaps

    def mystery(self, puzzle: Puzzle) -> Mystery:
        """Return the puzzle as the engines see it: landmarks that are absent are to be found (T-5)."""
        known = puzzle.position.setting.landmarks
        missing = {kind: LANDMARK_COUNTS[kind] - len(known[kind]) for kind in LANDMARKS}
        return Mystery(
            puzzle.position.setting,
            treasures_of(puzzle),
            puzzle.facts,
            {kind: count for kind, count in missing.items() if count > 0},
        )

    def check(self, puzzle: Puzzle) -> None:
        """Refuse a puzzle without lost landmarks, with clues on its maps or a hand, or another solution."""
        check_bare(puzzle)
        mystery = self.mystery(puzzle)
        if not mystery.missing:
            raise PuzzleError("no landmark is lost: leave out those that are to be found")
        check_solution(puzzle, mystery.treasures, [f"{kind}s" for kind in mystery.missing])

    def level(self, engine: Engine) -> int | None:
        """Return the lowest level whose techniques solve a mystery, or None when none does."""
        fitting = (level for level, hardest in enumerate(HARDEST, 1) if engine.solves(hardest))
        return next(fitting, None)

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the facts without any one of which the techniques of the level still solve the puzzle.

        On the highest level, and for a puzzle beyond the ladder: without which there is still one answer.
        """
        engine = Engine(self.mystery(puzzle))
        hardest = HARDEST[(self.level(engine) or len(HARDEST)) - 1]
        rest = ((fact, engine.all & ~engine.of_fact(n)) for n, fact in enumerate(puzzle.facts))
        return tuple(str(fact) for fact, taking in rest if suffices(engine, hardest, taking))

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; `PuzzleError` when its techniques do not solve it."""
        engine = Engine(self.mystery(puzzle))
        level = self.level(engine) if len(engine.answers(2)) == 1 else None  # quicker to know than the level
        if level is None:
            raise PuzzleError(UNSOLVED)
        texts = [str(fact) for fact in puzzle.facts]
        trace = self.trace(puzzle)
        supposed = sum(step.supposed is not None for step in trace.steps)
        return grade_of(
            trace,
            WEIGHTS,
            level=level,
            reading=reading_load(texts) + landmarks_to_read(texts, puzzle.position.setting),
            needs=_needs(engine, HARDEST[level - 1]),
            measures={"facts": len(puzzle.facts), "suppositions": supposed},
        )

    def make(self, island: Island, order: Order, random: Random) -> Puzzle | None:
        """Make one puzzle; None when nothing of the wanted level could be cut from what is true."""
        setting = random_setting(island, random)
        unknown = order.unknown or random.choice(_UNKNOWN[:2] if order.level == len(LEVELS) else _UNKNOWN)
        colours = COLOURS[: order.treasures or random.choice(_TREASURES)]
        treasures = {colour: random.choice(island.names) for colour in colours}
        landmarks = {f"{kind}s": cells for kind, cells in setting.landmarks.items()}
        known = {f"{kind}s": landmarks[f"{kind}s"] for kind in LANDMARKS if kind not in unknown}
        pool = true_facts(setting, treasures, unknown, random)
        missing = {kind: len(setting.landmarks[kind]) for kind in unknown}
        bare = Setting(island, **known, rules=setting.rules)
        hardest = HARDEST[order.level - 1]
        easier = HARDEST[order.level - 2] if order.level > 1 else None
        truth = Mystery(bare, colours, tuple(pool), missing)
        facts = Cutter(truth, hardest, easier, random, swaps=self.swaps).cut()
        if facts is None:
            return None
        lost = {kind: tuple(setting.landmarks[kind]) for kind in unknown}
        return Puzzle(
            kind_name=self.name,
            position=Position(setting=bare),
            facts=tuple(sorted(facts, key=_reading_order)),
            solution=solution_of(treasures, lost),
        )


def _needs(engine: Engine, hardest: int) -> tuple[str, ...]:
    """Return the techniques without which those up to the hardest get stuck: each is left out in turn."""
    ladder = range(hardest + 1)
    return tuple(TECHNIQUES[number] for number in ladder if not _solved_without(engine, number, hardest))


def _solved_without(engine: Engine, technique: int, hardest: int) -> bool:
    if technique >= SUPPOSE:
        return engine.solves(technique - 1)
    others = [number for number in range(len(TECHNIQUES)) if number != technique]
    return engine.solves(hardest, engine.taking(others))


def _reading_order(fact: Fact) -> tuple[int, str]:
    """Sort treasures first, in the order of the maps, then pairs, then the landmarks."""
    if isinstance(fact, TreasureFact):
        return COLOURS.index(fact.colour), str(fact)
    if isinstance(fact, PairFact):
        return len(COLOURS), str(fact)
    return len(COLOURS) + 1 + LANDMARKS.index(fact.kind), str(fact)
