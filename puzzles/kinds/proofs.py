"""Puzzles of clue cards by python-sat and python-constraint2: proofs and minimal reasons, without masks.

Where a clue holds comes from `Geometry` for python-sat and from `ReferenceModel` for python-constraint2:
neither from the project's masks nor from each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from itertools import combinations, islice
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.kinds.cards import play_text
from puzzles.puzzle import PuzzleError
from solvers.tobago.facts import TreasureFact
from solvers.tobago.proofs.geometry import geometry_of
from solvers.tobago.proofs.sat import Solver, irreducible
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.maps import TreasureMap
from toolkit.games.tobago.position import Position
from toolkit.games.tobago.setting import Setting

if TYPE_CHECKING:
    from solvers.tobago.steps import Step


class ClueSat:
    """The place of one treasure, and whether clues hold there, as literals of one solver.

    That it lies on one hex only is not said: all clauses bind the hexes one by one, so of a model with
    several hexes each of them alone is a model too. `ToolkitError` when python-sat is not installed.
    """

    def __init__(self, setting: Setting) -> None:
        self._geometry = geometry_of(setting)
        self.place = {name: number for number, name in enumerate(setting.island.names, 1)}
        self._top = len(self.place)
        self._truths: dict[Clue, int] = {}
        self._solver = Solver([[*self.place.values()]])
        self.add = self._solver.add

    def new(self) -> int:
        """Return a fresh variable."""
        self._top += 1
        return self._top

    def truth(self, clue: Clue) -> int:
        """Return the literal that is true exactly when a clue holds where the treasure lies."""
        if clue not in self._truths:
            truth = self._truths[clue] = self.new()
            cells = self._geometry.cells(clue)
            for name, place in self.place.items():
                self.add([-place, truth if name in cells else -truth])
        return self._truths[clue]

    def impossible(self, assumed: Iterable[int]) -> bool:
        """Tell whether the literals cannot all be true."""
        return self._solver.core(sorted(set(assumed))) is not None

    @contextmanager
    def one_of(self, literals: Iterable[int]) -> Iterator[int]:
        """Lend a literal that, when assumed inside the block, demands one of some literals."""
        switch = self.new()
        self.add([-switch, *literals])
        try:
            yield switch
        finally:
            self.add([-switch])

    def places(self, assumed: Sequence[int], limit: int) -> list[str]:
        """Return up to `limit` hexes on which the treasure may lie when the literals are true."""
        found, asked = list[str](), self.new()
        while len(found) < limit and (model := self._solver.model([asked, *assumed])):
            found.append(next(name for name, place in self.place.items() if place in model))
            self.add([-asked, -self.place[found[-1]]])
        self.add([-asked])
        return found


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
        says = self._false if step.subject == "lie" else self.place
        denial = [says[value] for value in step.removed] + [-says[value] for value in step.forced]
        order = sorted(range(len(self.texts)), key=lambda number: self.texts[number] in step.facts)
        with self.one_of(denial) as denied:
            kept = irreducible(order[::-1], lambda some: self._enough(some, denied))
        if kept is None:
            raise PuzzleError(f"the cards do not entail this of {step.subject}")
        return tuple(self.texts[number] for number in sorted(kept))

    def clash(self) -> tuple[str, ...]:
        """Return cards of which not just one can be false, none to spare; empty if there is an answer."""
        kept = irreducible(range(len(self.texts))[::-1], self._enough) or ()
        return tuple(self.texts[number] for number in sorted(kept))

    def _enough(self, numbers: list[int], *denied: int) -> list[int] | None:
        """Return cards that contradict what is denied; None when these do not."""
        return numbers if self.impossible([*(self._switches[n] for n in numbers), *denied]) else None


@lru_cache(maxsize=16)
def lie_sat(setting: Setting, cards: tuple[TreasureFact, ...]) -> LieSat:
    """Return the cards as written down for python-sat, once for all questions about a puzzle."""
    return LieSat(setting, cards)


def count_lies(setting: Setting, cards: Sequence[TreasureFact], limit: int) -> int:
    """Return how many answers python-constraint2 finds, at most `limit`."""
    from constraint import Problem  # it takes time to import, and so does networkx

    from solvers.tobago.reference import reference_of

    problem: Any = Problem()
    cells = reference_of(setting).cells
    problem.addVariable("treasure", list(setting.island.names))
    problem.addVariable("lie", range(len(cards)))
    for number, card in enumerate(cards):
        problem.addConstraint(
            lambda name, lie, number=number, clue=card.clue: (name in cells(clue)) == (lie != number),
            ["treasure", "lie"],
        )
    return len(list(islice(problem.getSolutionIter(), limit)))


class Effect(NamedTuple):
    """What a play would do: the candidates that it leaves (at most 2 are counted), and if it removes any."""

    left: int
    removes: bool

    @property
    def legal(self) -> bool:
        """Whether it may be played (T-12)."""
        return self.left > 0 and self.removes


Effects = dict[tuple[str, "Clue"], Effect]
"""What each play does, by its map and its card."""


def answers_of(effects: Effects) -> dict[str, set[str]]:
    """Return the locating plays as ``play``, the dead cards as ``dead``: each pair of them is an answer."""
    legal = {play: effect for play, effect in effects.items() if effect.legal}
    dead = {card for _, card in effects} - {card for _, card in legal}
    locating = {play_text(*play) for play, effect in legal.items() if effect.left == 1}
    return {"play": locating, "dead": set(map(str, dead))}


def count_answers(effects: Effects) -> int:
    """Return how many answers there are, at most 2."""
    return min(2, prod(map(len, answers_of(effects).values())))


class BestCardSat:
    """The maps and the hand of a position as written down for python-sat."""

    def __init__(self, maps: Iterable[TreasureMap], hand: Iterable[Clue]) -> None:
        self.maps = {treasure_map.colour: treasure_map for treasure_map in maps}
        self.hand = {str(card): card for card in hand}
        self._sat = ClueSat(next(iter(self.maps.values())).setting)

    @cached_property
    def effects(self) -> Effects:
        """What each play would do."""
        return {(c, card): self._effect(c, card) for c in self.maps for card in self.hand.values()}

    def _effect(self, colour: str, card: Clue) -> Effect:
        before, truth = self._candidates(self.maps[colour]), self._sat.truth(card)
        left = len(self._sat.places([*before, truth], 2))
        return Effect(left, not self._sat.impossible([*before, -truth]))

    def _candidates(self, treasure_map: TreasureMap, clues: Iterable[Clue] | None = None) -> list[int]:
        """Return the literals that are all true exactly on the hexes that clues of a map leave (T-13)."""
        truths = {self._sat.truth(clue) for clue in (treasure_map.clues if clues is None else clues)}
        return [*(-self._sat.place[name] for name in treasure_map.removed), *sorted(truths)]

    def reasons(self, step: Step) -> tuple[str, ...]:
        """Return the laid clues that entail a step, in the order of the maps; `PuzzleError` if none do.

        That a play is illegal, or locates, is entailed by some clues of its map, and none of those can be
        spared. That a play is legal, or leaves several hexes, is a possibility: it takes all clues of the
        map, for one that is not cited could forbid it. Cubes that were removed are seen, not cited.
        """
        right = answers_of(self.effects)[step.subject]
        if right & set(step.removed) or not right >= set(step.forced):
            raise PuzzleError(f"the maps do not entail this of {step.subject}")
        denials: dict[str, list[list[int] | None]] = {colour: [] for colour in self.maps}
        for colour, denial in self._denials(step):
            denials[colour].append(denial)
        return tuple(
            play_text(colour, clue)
            for colour, denied in denials.items()
            for clue in self._needed(self.maps[colour], denied)
        )

    def _denials(self, step: Step) -> Iterator[tuple[str, list[int] | None]]:
        """Yield, for each thing that a step says, its map and what would deny it; None for a possibility.

        That a card is not dead shows on a map that the step cites, or else on one with few clues.
        """
        cited = {text.partition(":")[0] for text in step.facts}
        for value in (*step.removed, *step.forced):
            where, _, text = value.rpartition(": ")
            card = self.hand[text]
            if where:
                yield where, self._denial(where, card)
            elif value in step.forced:
                yield from ((colour, self._denial(colour, card)) for colour in self.maps)
            else:
                legal = [colour for colour in self.maps if self.effects[colour, card].legal]
                yield min(legal, key=lambda c: (c not in cited, len(self.maps[c].clues))), None

    def _denial(self, colour: str, card: Clue) -> list[int] | None:
        """Return what would deny that a play locates, or that it is illegal; None for another play."""
        effect, truth = self.effects[colour, card], self._sat.truth(card)
        if not effect.legal:
            return [-truth if effect.left else truth]
        if effect.left > 1:
            return None
        (place,) = self._sat.places([*self._candidates(self.maps[colour]), truth], 1)
        return [truth, -self._sat.place[place]]

    def _needed(self, treasure_map: TreasureMap, denials: Sequence[list[int] | None]) -> tuple[Clue, ...]:
        """Return clues of a map with which every denial is impossible; all of them for a possibility."""

        def enough(clues: list[Clue]) -> list[Clue] | None:
            left = self._candidates(treasure_map, clues)
            return clues if all(self._sat.impossible([*left, *(d or ())]) for d in denials) else None

        if None in denials:
            return treasure_map.clues
        return (irreducible(treasure_map.clues[::-1], enough) or ())[::-1]


@lru_cache(maxsize=16)
def best_card_sat(maps: tuple[TreasureMap, ...], hand: tuple[Clue, ...]) -> BestCardSat:
    """Return the maps and the hand as written down for python-sat, once for all questions about a puzzle."""
    return BestCardSat(maps, hand)


def effects_by_constraint(position: Position) -> Effects:
    """Return what each play would do, found by python-constraint2."""
    from constraint import Problem  # it takes time to import, and so does networkx

    from solvers.tobago.reference import reference_of

    cells, hand = reference_of(position.setting).cells, position.hand or ()
    effects: Effects = {}
    for colour, treasure_map in position.maps.items():
        problem: Any = Problem()
        left = [name for name in position.setting.island.names if name not in treasure_map.removed]
        problem.addVariable("treasure", left)
        problem.addVariable("card", list(hand))
        problem.addVariable("holds", [False, True])
        problem.addConstraint(
            lambda name, clues=treasure_map.clues: all(name in cells(clue) for clue in clues),
            ["treasure"],
        )
        problem.addConstraint(
            lambda name, card, holds: (name in cells(card)) == holds, ["treasure", "card", "holds"]
        )
        counts = Counter((found["card"], found["holds"]) for found in problem.getSolutions())
        effects |= {
            (colour, card): Effect(min(2, counts[card, True]), counts[card, False] > 0) for card in hand
        }
    return effects
