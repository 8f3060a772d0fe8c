"""The lie: exactly one of the clue cards of a treasure is false; find it, and the treasure.

The island with its landmarks is known, and every card that is not the lie is needed (`spare_truths` says what
that means).

The five levels are the kind's own. Levels 1 and 2 need no supposition: contradicting pairs, and comparing a
card with the places left, suffice; `LONG` parts them by the load of the true cards (`Combining.load`).
Levels 3 to 5 need suppositions ("were this card the lie ..."): `BOUNDS` parts them by the cards that all
suppositions of the trace combine. All bounds are uncalibrated until solving times of people exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.kinds.checks import check_bare, check_order, check_solution, check_word, treasure_facts
from puzzles.kinds.combining import combining
from puzzles.kinds.grading import grade_of, level_of
from puzzles.kinds.kind import Subject
from puzzles.kinds.lie_maker import lying_cards, spare_truths, tally_of
from puzzles.kinds.lie_rules import TECHNIQUES, Investigation, State
from puzzles.kinds.minimal import Pinner
from puzzles.kinds.reading import landmarks_to_read, reading_load
from puzzles.puzzle import Puzzle, PuzzleError
from puzzles.schema import Solution
from solvers.tobago.facts import TreasureFact
from toolkit.core.errors import quote
from toolkit.games.tobago.clues import CLUES
from toolkit.games.tobago.decks import reconstructed_deck
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from puzzles.kinds.combining import Combining
    from puzzles.kinds.kind import Marks, Order
    from puzzles.kinds.lie_proofs import LieSat
    from puzzles.schema import Grade
    from solvers.tobago.steps import Step, Trace
    from toolkit.games.tobago.setting import Setting
    from toolkit.hexmap import Island

WEIGHTS: Mapping[str, float] = dict(zip(TECHNIQUES, (1.0, 1.0, 2.0, 2.0, 8.0), strict=True))
"""What a step of each technique costs: a guess, as long as there are no solving times of people."""

LONG = 75.0
"""The load of the true cards from which a puzzle without supposition is of level 2."""

BOUNDS = (6.0, 11.0)
"""The cards combined in all suppositions from which a puzzle is of level 4 and 5."""

_DRAWS = 100  # of sets of cards on one island: on that of the box one in fifteen is of a wanted level


class Lie:
    """The kind ``lie``."""

    name = "lie"

    def check(self, puzzle: Puzzle) -> None:
        """Refuse cards about several treasures or twice the same, other facts, maps in play and a hand."""
        facts = treasure_facts(puzzle)
        check_bare(puzzle)
        if other := next((fact for fact in facts if fact.colour != facts[0].colour), None):
            raise PuzzleError(f"{quote(str(other))}: all cards are about one treasure, {facts[0].colour}")
        if twin := next((fact for i, fact in enumerate(facts) if fact in facts[:i]), None):
            raise PuzzleError(f"{quote(str(twin))} stands there twice: the lie could not be named")
        check_solution(puzzle, {facts[0].colour}, ("lie",))
        check_word("lie", puzzle.solution.lie, [str(fact) for fact in facts])

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return the treasure with the hexes of the island, and ``lie`` with the texts of the cards."""
        names = puzzle.position.setting.island.names
        return {_colour(puzzle): Subject(names), "lie": Subject(tuple(str(fact) for fact in puzzle.facts))}

    def truth(self, puzzle: Puzzle) -> dict[str, frozenset[str]]:
        """Return the hex and the false card by the solution of the puzzle."""
        found = {colour: frozenset({name}) for colour, name in puzzle.solution.treasures.items()}
        return {**found, "lie": frozenset({puzzle.solution.lie})} if puzzle.solution.lie else found

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers: the hexes on which all cards but one hold."""
        island, masks = puzzle.position.setting.island, _masks(puzzle)
        found = list(bits(tally_of(masks, island.land.mask).but_one))[:limit]
        lies = [next(i for i, mask in enumerate(masks) if not mask >> index & 1) for index in found]
        return [
            Solution(treasures={_colour(puzzle): island.names[index]}, lie=str(puzzle.facts[lie]))
            for index, lie in zip(found, lies, strict=True)
        ]

    def provers(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many answers (at most 2 are looked for) each of three engines finds."""
        from puzzles.kinds.lie_proofs import count_by_constraint

        return {
            "rules": len(self.answers(puzzle)),
            "python-sat": _sat(puzzle).count(2),
            "python-constraint2": count_by_constraint(puzzle.position.setting, treasure_facts(puzzle), 2),
        }

    def trace(self, puzzle: Puzzle, marks: Mapping[str, Marks] | None = None) -> Trace:
        """Return the steps that lead from the marks to the lie and the hex."""
        return _investigation(puzzle, marks or {}).run()

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
        trace, texts = self.trace(puzzle), [str(fact) for fact in puzzle.facts]
        setting = puzzle.position.setting
        work, supposed = _work(puzzle), _supposed(trace)
        return grade_of(
            trace,
            WEIGHTS,
            level=_level(trace, work.load),
            reading=reading_load(texts) + landmarks_to_read(texts, setting),
            needs=_needs(puzzle, trace),
            measures={
                "cards": len(texts),
                "hexes": work.hexes,
                "load": work.load,
                "suppositions": len(supposed),
                "supposed cards": sum(supposed),
                "longest supposition": max(supposed, default=0),
            },
        )

    def make(self, island: Island, order: Order, random: Random) -> Puzzle | None:
        """Make one puzzle on one random placement of the landmarks."""
        check_order(self.name, order, 1)
        setting, colour = random_setting(island, random), random.choice(COLOURS)
        pinner = Pinner(setting, reconstructed_deck().kinds)
        for _ in range(_DRAWS):
            puzzle = self._draw(pinner, setting, colour, random)
            if puzzle and _level(self.trace(puzzle), _work(puzzle).load) == order.level:
                return puzzle
        return None

    def _draw(self, pinner: Pinner, setting: Setting, colour: str, random: Random) -> Puzzle | None:
        index = random.randrange(len(pinner.true))
        false = [c.number for c in reconstructed_deck().kinds if c.number not in pinner.true[index]]
        cards = lying_cards(pinner, index, random.choice(false), random) if false else None
        if cards is None:
            return None
        facts = [TreasureFact(colour, CLUES[number]) for number in cards]
        name, lie = setting.island.names[index], str(facts[-1])
        random.shuffle(facts)
        return Puzzle(
            kind_name=self.name,
            position=Position(setting=setting),
            facts=tuple(facts),
            solution=Solution(treasures={colour: name}, lie=lie),
        )


def _colour(puzzle: Puzzle) -> str:
    return treasure_facts(puzzle)[0].colour


def _sat(puzzle: Puzzle) -> LieSat:
    from puzzles.kinds.lie_proofs import sat_of  # it loads an extra

    return sat_of(puzzle.position.setting, treasure_facts(puzzle))


def _masks(puzzle: Puzzle) -> list[int]:
    masks = puzzle.position.setting.masks
    return [masks[fact.clue.number] for fact in treasure_facts(puzzle)]


def _work(puzzle: Puzzle) -> Combining:
    """Return the work of combining the true cards; all cards when no single one can be false."""
    lie = next((answer.lie for answer in Lie().answers(puzzle, 1)), "")
    truths = [fact.clue for fact in treasure_facts(puzzle) if str(fact) != lie]
    return combining(puzzle.position.setting, truths)


def _investigation(puzzle: Puzzle, marks: Mapping[str, Marks]) -> Investigation:
    """Return the rules at the state of a solver who made these marks, taken to be right."""
    island, colour = puzzle.position.setting.island, _colour(puzzle)
    texts = [str(fact) for fact in puzzle.facts]
    places, suspects = island.land, frozenset(texts)
    if colour in marks:
        places = (places - marks[colour].out) & (marks[colour].sure or places)
    if "lie" in marks:
        suspects = (suspects - marks["lie"].out) & (marks["lie"].sure or suspects)
    numbers = frozenset(number for number, text in enumerate(texts) if text in suspects)
    return Investigation(State(_masks(puzzle), places.mask, numbers), island, colour, texts)


def _supposed(trace: Trace) -> list[int]:
    """Return the number of cards that each supposition of a trace combines."""
    return [len(step.facts) for step in trace.steps if step.technique == "suppose"]


def _level(trace: Trace, load: float) -> int:
    supposed = _supposed(trace)
    return 2 + level_of(sum(supposed), BOUNDS) if supposed else level_of(load, (LONG,))


def _needs(puzzle: Puzzle, trace: Trace) -> tuple[str, ...]:
    """Return the techniques without which the rules do not come to the end."""
    used = {step.technique for step in trace.steps}
    return tuple(
        name
        for name in TECHNIQUES
        if name in used
        and not _investigation(puzzle, {}).run([other for other in TECHNIQUES if other != name]).solved
    )
