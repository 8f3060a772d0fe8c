"""Lost landmarks: the terrain is known, some kinds of landmarks and one to four treasures are not.

The five levels are those of the ladder of techniques (`TECHNIQUES`): the hardest that the trace takes.

====== =========================================================================================
level  needed beside what is easier
====== =========================================================================================
1      single clues, largest regions, spacing, counts: each fact is about one thing to be found
2      reach: where a treasure can be says where a landmark can be, and the other way round
3      common neighbourhoods, counts between kinds of landmarks, two-sided clues
4      crowding, signatures, crowded signatures: what several facts say together of landmarks
5      a supposition: one hex is tried, and the rules lead to a contradiction
====== =========================================================================================

A puzzle is cut (`puzzles.cutting`) from all that is true of an island (`puzzles.truth`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import ClassVar

from puzzles.cutting import Cutter, suffices
from puzzles.format.schema import Solution
from puzzles.kinds.cards import check_bare
from puzzles.kinds.finding import Finding, place_facts, reading_order, treasures_of
from puzzles.puzzle import Puzzle, PuzzleError, Wanted
from puzzles.truth import true_facts
from solvers.tobago.compiled import load
from solvers.tobago.mystery import Mystery
from solvers.tobago.techniques.engine import COUNTS, CROWDED_SIGNATURES, NESTED, REACH, TWO_SIDED
from toolkit.games.tobago.clues import LANDMARKS, Setting
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import COUNTS as LANDMARK_COUNTS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

_ONE, _TWO, _ALL = (tuple(combinations(LANDMARKS, count)) for count in (1, 2, 3))
_UNKNOWN: tuple[tuple[tuple[str, ...], ...], ...] = (_ONE, _ONE + _TWO, _TWO, *[_TWO + _ALL * 2] * 2)
"""Which kinds of landmarks may be lost at each level."""

_TREASURES = (1, 2)


class LostLandmarks(Finding):
    """The kind ``lost-landmarks``."""

    name = "lost-landmarks"
    hardest: ClassVar[tuple[int, ...]] = (COUNTS, REACH, TWO_SIDED, CROWDED_SIGNATURES, NESTED)

    def mystery(self, puzzle: Puzzle) -> Mystery:
        """Return the puzzle as the engines see it: landmarks that are absent are to be found (T-5)."""
        known = puzzle.position.setting.landmarks
        missing = {kind: LANDMARK_COUNTS[kind] - len(known[kind]) for kind in LANDMARKS}
        lost = {kind: count for kind, count in missing.items() if count > 0}
        return Mystery(puzzle.position.setting, treasures_of(puzzle), place_facts(puzzle), lost)

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
        engine = self.engine(puzzle)
        hardest = self.hardest[self.level(self.trace(puzzle)) - 1]
        rest = ((fact, engine.all & ~engine.of_fact[n]) for n, fact in enumerate(puzzle.facts))
        return tuple(str(fact) for fact, taking in rest if suffices(engine, hardest, taking))

    def prepare_for_many(self) -> bool:
        """Load the compiled search."""
        return load()

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle; None when nothing of the wanted level could be cut from what is true."""
        setting = random_setting(island, random)
        unknown = wanted.unknown or random.choice(_UNKNOWN[wanted.level - 1])
        colours = COLOURS[: wanted.treasures or random.choice(_TREASURES)]
        truth, solution = hidden(setting, unknown, colours, random)
        easier, hardest = (None, *self.hardest)[wanted.level - 1], self.hardest[wanted.level - 1]
        facts = Cutter(truth, hardest, easier, random).cut()
        if facts is None:
            return None
        ordered = sorted(facts, key=reading_order)
        return Puzzle(
            kind=self,
            position=Position(setting=truth.setting),
            facts=tuple(ordered),
            solution=solution,
        )


def hidden(
    setting: Setting, unknown: Sequence[str], colours: Sequence[str], random: Random
) -> tuple[Mystery, Solution]:
    """Hide treasures on a full setting, and kinds of its landmarks: what is true of it, and the answer."""
    treasures = {colour: random.choice(setting.island.names) for colour in colours}
    landmarks = {f"{kind}s": tuple(cells) for kind, cells in setting.landmarks.items()}
    lost = {f"{kind}s": landmarks[f"{kind}s"] for kind in unknown}
    huts, palms, statues = (lost.get(plural, ()) for plural in landmarks)
    known = {plural: cells for plural, cells in landmarks.items() if plural not in lost}
    bare = Setting(setting.island, **known, rules=setting.rules)
    missing = {kind: len(lost[f"{kind}s"]) for kind in unknown}
    pool = tuple(true_facts(setting, treasures, unknown, random))
    solution = Solution(treasures=treasures, huts=huts, palms=palms, statues=statues)
    return Mystery(bare, tuple(colours), pool, missing), solution


KIND = LostLandmarks()
"""What `puzzles.kinds.kind_named` gives."""
