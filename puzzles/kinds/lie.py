"""The lie: exactly one of the clue cards of a treasure is false; find it, and the treasure.

The island with its landmarks is known, and every card that is not the lie is needed (`spare_truths` says what
that means).

The five levels are the kind's own. Levels 1 and 2 need no supposition: contradicting pairs, and comparing a
card with the places left, suffice; `LONG` parts them by the load of the true cards (`Combining.load`).
Levels 3 to 5 need suppositions ("were this card the lie ..."): `BOUNDS` parts them by the cards that all
suppositions of the trace combine. All bounds are uncalibrated until solving times of people exist.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from puzzles.format.schema import Solution
from puzzles.grading import combining, level_of
from puzzles.kinds.cards import Pinner, check_bare, check_wanted, spare_truths, tally_of, treasure_facts
from puzzles.kinds.lie_rules import RULES, LieReasoning
from puzzles.kinds.proofs import LieSat, count_lies, lie_sat
from puzzles.puzzle import Kind, Marks, Puzzle, PuzzleError, Subject
from solvers.tobago.facts import TreasureFact
from toolkit.core.errors import quote
from toolkit.games.tobago.clues import CLUES
from toolkit.games.tobago.decks import reconstructed_deck
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from puzzles.format.schema import Grade
    from puzzles.grading import Combining
    from puzzles.puzzle import Wanted
    from solvers.tobago.steps import Step, Trace
    from toolkit.games.tobago.setting import Setting
    from toolkit.hexmap import Island

LONG = 75.0
"""The load of the true cards from which a puzzle without supposition is of level 2."""

BOUNDS = (6.0, 11.0)
"""The cards combined in all suppositions from which a puzzle is of level 4 and 5."""

_DRAWS = 100  # of sets of cards on one island: on that of the box one in fifteen is of a wanted level


class Lie(Kind):
    """The kind ``lie``."""

    name = "lie"
    techniques = MappingProxyType(dict(zip(RULES, (1.0, 1.0, 2.0, 2.0, 8.0), strict=True)))

    def check(self, puzzle: Puzzle) -> None:
        """Refuse cards about several treasures or twice the same, other facts, maps in play and a hand."""
        facts = treasure_facts(puzzle)
        check_bare(puzzle)
        if other := next((fact for fact in facts if fact.colour != facts[0].colour), None):
            raise PuzzleError(f"{quote(str(other))}: all cards are about one treasure, {facts[0].colour}")
        if twin := next((fact for i, fact in enumerate(facts) if fact in facts[:i]), None):
            raise PuzzleError(f"{quote(str(twin))} stands there twice: the lie could not be named")
        self.check_solution(puzzle)

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return the treasure with the hexes of the island, and ``lie`` with the texts of the cards."""
        names = puzzle.position.setting.island.names
        return {_colour(puzzle): Subject(names), "lie": Subject(tuple(str(fact) for fact in puzzle.facts))}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers: the hexes on which all cards but one hold."""
        island, masks = puzzle.position.setting.island, _masks(puzzle)
        found = list(bits(tally_of(masks, island.land.mask).but_one))[:limit]
        lies = [next(i for i, mask in enumerate(masks) if not mask >> index & 1) for index in found]
        return [
            Solution(treasures={_colour(puzzle): island.names[index]}, lie=str(puzzle.facts[lie]))
            for index, lie in zip(found, lies, strict=True)
        ]

    def count_by_sat(self, puzzle: Puzzle) -> int:
        """Return how many answers, of at most 2, python-sat finds."""
        return _sat(puzzle).count(2)

    def count_by_constraint(self, puzzle: Puzzle) -> int:
        """Return how many answers, of at most 2, python-constraint2 finds."""
        return count_lies(puzzle.position.setting, treasure_facts(puzzle), 2)

    def reasoning(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> LieReasoning:
        """Return what is known after these marks, and the rules by which people find the lie."""
        island, colour = puzzle.position.setting.island, _colour(puzzle)
        texts, bare = self.texts(puzzle), Marks()
        places = island.cells(marks.get(colour, bare).left_of(frozenset(island.names)))
        suspects = marks.get("lie", bare).left_of(frozenset(texts))
        numbers = frozenset(number for number, text in enumerate(texts) if text in suspects)
        return LieReasoning(_masks(puzzle), places.mask, numbers, island, colour, texts)

    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """Return cards that alone entail what a step says, none of which can be spared, by SAT.

        "Alone" means: of the others it is only known that exactly one of all cards is false.
        """
        return _sat(puzzle).reasons(step)

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return cards of which not just one can be false, none to spare; empty when there is an answer."""
        return _sat(puzzle).clash()

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the cards without any one of which the answer would be the same."""
        numbers = spare_truths(_masks(puzzle), puzzle.position.setting.island.land.mask)
        return tuple(str(puzzle.facts[number]) for number in numbers)

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is."""
        trace, work = self.trace(puzzle), _work(puzzle)
        supposed = _supposed(trace)
        measures = {
            "cards": len(puzzle.facts),
            "hexes": work.hexes,
            "load": work.load,
            "suppositions": len(supposed),
            "supposed cards": sum(supposed),
            "longest supposition": max(supposed, default=0),
        }
        return self.graded(puzzle, trace, _level(trace, work.load), self._needs(puzzle, trace), measures)

    def _needs(self, puzzle: Puzzle, trace: Trace) -> list[str]:
        """Return the techniques without which the rules do not come to the end."""
        used = {step.technique for step in trace.steps}
        return [
            name
            for name in self.techniques
            if name in used
            and not self.reasoning(puzzle, {}).trace([t for t in self.techniques if t != name]).solved
        ]

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle on one random placement of the landmarks."""
        check_wanted(self.name, wanted, 1)
        setting, colour = random_setting(island, random), random.choice(COLOURS)
        pinner = Pinner(setting, reconstructed_deck().kinds)
        for _ in range(_DRAWS):
            puzzle = self._draw(pinner, setting, colour, random)
            if puzzle and _level(self.trace(puzzle), _work(puzzle).load) == wanted.level:
                return puzzle
        return None

    def _draw(self, pinner: Pinner, setting: Setting, colour: str, random: Random) -> Puzzle | None:
        index = random.randrange(len(pinner.true))
        false = [c.number for c in reconstructed_deck().kinds if c.number not in pinner.true[index]]
        cards = pinner.lying(index, random.choice(false), random) if false else None
        if cards is None:
            return None
        facts = [TreasureFact(colour, CLUES[number]) for number in cards]
        name, lie = setting.island.names[index], str(facts[-1])
        random.shuffle(facts)
        return Puzzle(
            kind=self,
            position=Position(setting=setting),
            facts=tuple(facts),
            solution=Solution(treasures={colour: name}, lie=lie),
        )


def _colour(puzzle: Puzzle) -> str:
    return treasure_facts(puzzle)[0].colour


def _sat(puzzle: Puzzle) -> LieSat:
    return lie_sat(puzzle.position.setting, treasure_facts(puzzle))


def _masks(puzzle: Puzzle) -> list[int]:
    masks = puzzle.position.setting.masks
    return [masks[fact.clue.number] for fact in treasure_facts(puzzle)]


def _work(puzzle: Puzzle) -> Combining:
    """Return the work of combining the true cards; all cards when no single one can be false."""
    lie = next((answer.lie for answer in puzzle.kind.answers(puzzle, 1)), "")
    truths = [fact.clue for fact in treasure_facts(puzzle) if str(fact) != lie]
    return combining(puzzle.position.setting, truths)


def _supposed(trace: Trace) -> list[int]:
    """Return the number of cards that each supposition of a trace combines."""
    return [len(step.facts) for step in trace.steps if step.technique == "suppose"]


def _level(trace: Trace, load: float) -> int:
    supposed = _supposed(trace)
    return 2 + level_of(sum(supposed), BOUNDS) if supposed else level_of(load, (LONG,))
