"""Best card: find the play of the hand that locates a treasure, and the card that is dead.

The position has maps with clues and a hand. Exactly one legal play (a card of the hand on a map) leaves one
hex, and exactly one card of the hand can be legal on no map before the next treasure is raised (`Table.dead`
proves that this shows in the position as it is).

The five levels are the kind's own: `BOUNDS` cuts `load`, which is the cards to combine on all maps, the hexes
to scan (those of combining each map, and its candidates, which the hand is held against), the legal plays to
compare and the reading load in one number. Weights and bounds are uncalibrated until solving times of people
exist.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzles.kinds.best_card_maker import random_position
from puzzles.kinds.best_card_rules import TECHNIQUES, Table, comparison, laid_texts
from puzzles.kinds.checks import check_order, check_solution, check_word
from puzzles.kinds.combining import Combining, combining
from puzzles.kinds.grading import grade_of, level_of
from puzzles.kinds.kind import Subject
from puzzles.kinds.reading import landmarks_to_read, reading_load
from puzzles.puzzle import Puzzle, PuzzleError
from puzzles.schema import Solution
from toolkit.core.errors import quote
from toolkit.games.tobago.decks import reconstructed_deck
from toolkit.games.tobago.placement import random_setting

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from puzzles.kinds.best_card_proofs import BestCardSat
    from puzzles.kinds.kind import Marks, Order
    from puzzles.schema import Grade
    from solvers.tobago.steps import Step, Trace
    from toolkit.games.tobago.position import Position
    from toolkit.hexmap import Island

WEIGHTS: Mapping[str, float] = dict(zip(TECHNIQUES, (1.0, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0), strict=True))
"""What a step of each technique costs: a guess, as long as there are no solving times of people."""

PLAY = 2.0
"""What a legal play to compare weighs against one hex to scan. A guess likewise."""

BOUNDS = (165.0, 190.0, 220.0, 265.0)
"""The load from which a puzzle is of level 2, 3, 4 and 5."""

_DRAWS = 60  # of positions on one placement of the landmarks


class BestCard:
    """The kind ``best-card``."""

    name = "best-card"

    def check(self, puzzle: Puzzle) -> None:
        """Refuse facts, a hand that is missing or holds a card twice, maps without candidates, and T-15."""
        position, solution = puzzle.position, puzzle.solution
        if puzzle.facts:
            raise PuzzleError(
                f"{quote(str(puzzle.facts[0]))}: a best-card puzzle has clues on maps, not facts"
            )
        if not position.hand:
            raise PuzzleError("a best-card puzzle needs a hand of clue cards")
        if twin := next((card for i, card in enumerate(position.hand) if card in position.hand[:i]), None):
            raise PuzzleError(f"{quote(str(twin))} is in the hand twice: the dead card could not be named")
        if lost := next((colour for colour, m in position.maps.items() if not m.candidates), None):
            raise PuzzleError(f"the {lost} map has no candidate left")
        if position.setting.rules.must_reduce != "always":
            raise PuzzleError("a best-card puzzle needs the rule must_reduce = 'always' (T-15)")
        if solution.treasures and not solution.play:
            raise PuzzleError("the solution names no play that locates the treasure")
        check_solution(puzzle, {solution.play.partition(":")[0]}, ("play", "dead"))
        for part, subject in self.subjects(puzzle).items():
            check_word(part, getattr(solution, part), subject.values)

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return ``play`` with every card of the hand on every map, and ``dead`` with the cards."""
        table = Table(puzzle.position)
        return {"play": Subject(tuple(table.verdicts)), "dead": Subject(tuple(table.hand))}

    def truth(self, puzzle: Puzzle) -> dict[str, frozenset[str]]:
        """Return the play and the dead card by the solution of the puzzle."""
        found = {"play": puzzle.solution.play, "dead": puzzle.solution.dead}
        return {subject: frozenset({value}) for subject, value in found.items() if value}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers: each locating play with each dead card."""
        return _answers(Table(puzzle.position))[:limit]

    def provers(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many answers (at most 2 are looked for) each of three engines finds."""
        from puzzles.kinds.best_card_proofs import count_answers, effects_by_constraint

        return {
            "rules": len(self.answers(puzzle)),
            "python-sat": count_answers(_sat(puzzle).effects()),
            "python-constraint2": count_answers(effects_by_constraint(puzzle.position)),
        }

    def trace(self, puzzle: Puzzle, marks: Mapping[str, Marks] | None = None) -> Trace:
        """Return the steps that lead from the marks to the play and the dead card."""
        return comparison(Table(puzzle.position), marks or {}).run()

    def reasons(self, puzzle: Puzzle, step: Step) -> tuple[str, ...]:
        """Return laid clues that entail what a step says, by SAT; `BestCardSat.reasons` says how."""
        return _sat(puzzle).reasons(step)

    def clash(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return nothing: there are no facts, and every map that `check` lets pass has candidates."""
        return ()

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:  # noqa: ARG002
        """Return nothing: the clues on the maps come from legal play, whether they are needed or not."""
        return ()

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; no technique does another's work, so those used are needed."""
        trace, work = self.trace(puzzle), _work(puzzle.position)
        texts = _texts(puzzle.position)
        return grade_of(
            trace,
            WEIGHTS,
            level=level_of(work.load, BOUNDS),
            reading=work.all.reading + landmarks_to_read(texts, puzzle.position.setting),
            needs=tuple(sorted({step.technique for step in trace.steps}, key=TECHNIQUES.index)),
            measures={
                "cards": work.all.cards,
                "hexes": work.all.hexes,
                "plays": work.plays,
                "load": work.load,
            },
        )

    def make(self, island: Island, order: Order, random: Random) -> Puzzle | None:
        """Make one puzzle on one random placement of the landmarks."""
        check_order(self.name, order, 1)
        setting = random_setting(island, random)
        for _ in range(_DRAWS):
            position = random_position(setting, reconstructed_deck(), random)
            if position and level_of(_work(position).load, BOUNDS) == order.level:
                solution = _answers(Table(position))[0]
                return Puzzle(kind_name=self.name, position=position, solution=solution)
        return None


@dataclass(frozen=True, slots=True)
class _Work:
    """The work of all maps together, and the number of legal plays to compare."""

    all: Combining
    plays: int

    @property
    def load(self) -> float:
        """Both in one number, in hexes; its weights are uncalibrated."""
        return self.all.load + PLAY * self.plays


def _work(position: Position) -> _Work:
    maps = position.maps.values()
    combined = [combining(position.setting, treasure_map.clues) for treasure_map in maps]
    hexes = sum(work.hexes for work in combined) + sum(len(m.candidates) for m in maps)
    cards = sum(work.cards for work in combined)
    legal = sum(verdict.legal for verdict in Table(position).verdicts.values())
    return _Work(Combining(cards, hexes, reading_load(_texts(position))), legal)


def _texts(position: Position) -> list[str]:
    """Return what is to be read: the laid clues and the hand."""
    laid = [text for treasure_map in position.maps.values() for text in laid_texts(treasure_map)]
    return [*laid, *map(str, position.hand or ())]


def _answers(table: Table) -> list[Solution]:
    return [
        Solution(treasures={play.partition(":")[0]: str(table.verdicts[play].after)}, play=play, dead=dead)
        for play in table.locating
        for dead in table.dead
    ]


def _sat(puzzle: Puzzle) -> BestCardSat:
    from puzzles.kinds.best_card_proofs import sat_of  # it loads an extra

    return sat_of(tuple(puzzle.position.maps.values()), puzzle.position.hand or ())
