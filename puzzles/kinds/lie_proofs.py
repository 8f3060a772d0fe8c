"""The lie by python-sat and by python-constraint2: proofs and minimal reasons, without any masks."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any

from puzzles.kinds.clue_sat import ClueSat
from puzzles.puzzle import PuzzleError
from solvers.tobago.proofs.solver import irreducible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from solvers.tobago.facts import TreasureFact
    from solvers.tobago.steps import Step
    from toolkit.games.tobago.setting import Setting


class LieSat(ClueSat):
    """The cards of a puzzle of which exactly one is false, each with a switch of its own.

    What a card says counts only while its switch is assumed; that exactly one card is false always counts.
    So a reason that cites some cards says nothing of the others but that at most one of all is false, and
    citing one more never spoils it.
    """

    def __init__(self, setting: Setting, cards: Sequence[TreasureFact]) -> None:
        super().__init__(setting)
        self.texts = [str(card) for card in cards]
        self._false = {text: self.new() for text in self.texts}
        self._switches = [self.new() for _ in cards]
        self.add(self._false.values())
        for one, other in combinations(self._false.values(), 2):
            self.add([-one, -other])
        for card, false, switch in zip(cards, self._false.values(), self._switches, strict=True):
            truth = self.truth(card.clue)
            self.add([-switch, false, truth])
            self.add([-switch, -false, -truth])

    def count(self, limit: int) -> int:
        """Return how many answers there are, at most `limit`: on each hex the lie is certain."""
        return len(self.places(self._switches, limit))

    def reasons(self, step: Step) -> tuple[str, ...]:
        """Return the cards that entail a step, none of which can be spared.

        Those that the step does not name are left out first. `PuzzleError` when not even all entail it.
        """
        with self.one_of(self._denial(step)) as denial:
            order = sorted(range(len(self.texts)), key=lambda number: self.texts[number] in step.facts)
            kept = irreducible(order[::-1], lambda some: self._enough(some, denial))
        if kept is None:
            raise PuzzleError(f"the cards do not entail this of {step.subject}")
        return tuple(self.texts[number] for number in sorted(kept))

    def clash(self) -> tuple[str, ...]:
        """Return cards of which not just one can be false, none to spare; empty if there is an answer."""
        kept = irreducible(range(len(self.texts))[::-1], self._enough) or ()
        return tuple(self.texts[number] for number in sorted(kept))

    def _enough(self, numbers: list[int], *denial: int) -> list[int] | None:
        """Return cards that contradict the denial; None when these do not."""
        assumed = [self._switches[number] for number in numbers]
        return numbers if self.impossible([*assumed, *denial]) else None

    def _denial(self, step: Step) -> list[int]:
        """Return the literals of which one is true when a step is wrong."""
        says = self._false.__getitem__ if step.subject == "lie" else self.at
        return [says(value) for value in step.removed] + [-says(value) for value in step.forced]


@lru_cache(maxsize=16)
def sat_of(setting: Setting, cards: tuple[TreasureFact, ...]) -> LieSat:
    """Return the cards as written down for python-sat, once for all questions about a puzzle."""
    return LieSat(setting, cards)


def count_by_constraint(setting: Setting, cards: Sequence[TreasureFact], limit: int) -> int:
    """Return how many answers python-constraint2 finds, at most `limit`."""
    from constraint import Problem  # it takes time to import

    from solvers.tobago.proofs.network import cells_of

    problem: Any = Problem()
    problem.addVariable("treasure", list(setting.island.names))
    problem.addVariable("lie", range(len(cards)))
    for number, card in enumerate(cards):
        problem.addConstraint(
            lambda name, lie, number=number, clue=card.clue: (
                (name in cells_of(setting, clue)) == (lie != number)
            ),
            ["treasure", "lie"],
        )
    return len(list(islice(problem.getSolutionIter(), limit)))
