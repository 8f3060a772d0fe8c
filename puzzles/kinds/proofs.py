"""Puzzles of clue cards by python-sat and python-constraint2: proofs and minimal reasons, without masks.

Where a clue holds comes from `Geometry` for python-sat and from `ReferenceModel` for python-constraint2:
neither from the project's masks nor from each other.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import combinations, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from puzzles.kinds.best_card_rules import play_text
from puzzles.puzzle import PuzzleError
from solvers.tobago.proofs.geometry import geometry_of
from solvers.tobago.proofs.network import cells_of
from solvers.tobago.proofs.solver import Solver, irreducible
from toolkit.core.errors import quote

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from solvers.tobago.facts import TreasureFact
    from solvers.tobago.steps import Step
    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.maps import TreasureMap
    from toolkit.games.tobago.position import Position
    from toolkit.games.tobago.setting import Setting


class ClueSat:
    """The place of one treasure, and whether clues hold there, as literals of one solver.

    That it lies on one hex only is not said: all clauses bind the hexes one by one, so of a model with
    several hexes each of them alone is a model too.

    Parameters
    ----------
    setting
        The island with its landmarks, under its rules.

    Raises
    ------
    ToolkitError
        python-sat is not installed (extra ``proof``).
    """

    def __init__(self, setting: Setting) -> None:
        self._landmarks = setting.landmarks
        self._geometry = geometry_of(setting.island, setting.rules)
        self._places = {name: number for number, name in enumerate(setting.island.names, 1)}
        self._top = len(self._places)
        self._truths: dict[Clue, int] = {}
        self._solver = Solver([[*self._places.values()]])

    def new(self) -> int:
        """Return a fresh variable."""
        self._top += 1
        return self._top

    def add(self, literals: Iterable[int]) -> None:
        """Demand that one of the literals is true."""
        self._solver.add(literals)

    def at(self, name: str) -> int:
        """Return the literal that says that the treasure lies on a hex."""
        return self._places[name]

    def truth(self, clue: Clue) -> int:
        """Return the literal that is true exactly when a clue holds where the treasure lies."""
        if clue not in self._truths:
            self._truths[clue] = self.new()
            cells = self._geometry.cells(clue, self._landmarks.get(clue.thing, ()))
            for name, place in self._places.items():
                self.add([-place, self._truths[clue] if name in cells else -self._truths[clue]])
        return self._truths[clue]

    def impossible(self, assumed: Iterable[int]) -> bool:
        """Tell whether the literals cannot all be true."""
        return self._solver.core(sorted(set(assumed))) is not None

    @contextmanager
    def one_of(self, literals: Iterable[int]) -> Iterator[int]:
        """Give a literal that, when assumed inside the block, demands one of some literals."""
        switch = self.new()
        self.add([-switch, *literals])
        try:
            yield switch
        finally:
            self.add([-switch])

    def places(self, assumed: Sequence[int], limit: int) -> list[str]:
        """Return up to `limit` hexes on which the treasure may lie when the literals are true."""
        found: list[str] = []
        switch = self.new()
        while len(found) < limit:
            model = self._solver.model([switch, *assumed])
            if model is None:
                break
            found.append(next(name for name, place in self._places.items() if place in model))
            self.add([-switch, -self._places[found[-1]]])
        self.add([-switch])
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
def lie_sat(setting: Setting, cards: tuple[TreasureFact, ...]) -> LieSat:
    """Return the cards as written down for python-sat, once for all questions about a puzzle."""
    return LieSat(setting, cards)


def count_lies(setting: Setting, cards: Sequence[TreasureFact], limit: int) -> int:
    """Return how many answers python-constraint2 finds, at most `limit`."""
    from constraint import Problem  # it takes time to import

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


class Effect(NamedTuple):
    """What a play would do: the candidates that it leaves (at most 2 are counted), and if it removes any."""

    left: int
    removes: bool

    @property
    def legal(self) -> bool:
        """Whether it may be played (T-12)."""
        return self.left > 0 and self.removes


def count_answers(effects: Mapping[tuple[str, Clue], Effect]) -> int:
    """Return how many answers (at most 2 are counted) there are: each locating play with each dead card."""
    locating = sum(effect.legal and effect.left == 1 for effect in effects.values())
    cards = {card for _, card in effects}
    dead = len(cards - {card for (_, card), effect in effects.items() if effect.legal})
    return min(2, locating * dead)


class BestCardSat:
    """The maps and the hand of a position as written down for python-sat."""

    def __init__(self, maps: Iterable[TreasureMap], hand: Iterable[Clue]) -> None:
        self.maps = {treasure_map.colour: treasure_map for treasure_map in maps}
        self.hand = {str(card): card for card in hand}
        self._sat = ClueSat(next(iter(self.maps.values())).setting)

    def effects(self) -> dict[tuple[str, Clue], Effect]:
        """Return what each play would do."""
        return {(c, card): self._effect(c, card) for c in self.maps for card in self.hand.values()}

    def reasons(self, step: Step) -> tuple[str, ...]:
        """Return the laid clues that entail a step, in the order of the maps; `PuzzleError` if none do.

        That a play is illegal, or locates, is entailed by some clues of its map, and none of those can be
        spared. That a play is legal, or leaves several hexes, is a possibility: it takes all clues of the
        map, for one that is not cited could forbid it. Cubes that were removed are seen, not cited.
        """
        denials: dict[str, list[list[int] | None]] = {}
        for colour, denial in self._claims(step):
            denials.setdefault(colour, []).append(denial)
        return tuple(
            play_text(colour, clue)
            for colour in self.maps
            for clue in self._needed(self.maps[colour], denials.get(colour, []))
        )

    def _needed(self, treasure_map: TreasureMap, denials: Sequence[list[int] | None]) -> tuple[Clue, ...]:
        """Return clues of a map with which every denial is impossible; None denies a possibility."""
        if None in denials:
            return treasure_map.clues
        removed = self._removed(treasure_map)

        def enough(clues: list[Clue]) -> list[Clue] | None:
            cited = [*removed, *map(self._sat.truth, clues)]
            denied = all(self._sat.impossible([*cited, *(denial or ())]) for denial in denials)
            return clues if denied else None

        needed = irreducible(treasure_map.clues[::-1], enough)
        if needed is None:
            raise PuzzleError(f"the {treasure_map.colour} map does not entail this")
        return needed[::-1]

    def _claims(self, step: Step) -> Iterator[tuple[str, list[int] | None]]:
        """Yield, for each thing that a step says, the map that it is about and what would deny it."""
        for value in step.removed:
            if step.subject == "dead":
                yield self._legal_somewhere(self.hand[value], step), None
            else:
                colour, _, card = value.partition(": ")
                yield colour, self._against(colour, self.hand[card])
        for value in step.forced:
            if step.subject == "dead":
                yield from ((colour, self._illegal(colour, self.hand[value])) for colour in self.maps)
            else:
                colour, _, card = value.partition(": ")
                yield colour, self._elsewhere(colour, self.hand[card])

    def _legal_somewhere(self, card: Clue, step: Step) -> str:
        """Return a map on which a card is legal: one that the step cites, or else one with few clues."""
        legal = [colour for colour in self.maps if self._effect(colour, card).legal]
        if not legal:
            raise PuzzleError(f"{quote(str(card))} is legal on no map")
        cited = {text.partition(":")[0] for text in step.facts}
        return min(legal, key=lambda colour: (colour not in cited, len(self.maps[colour].clues)))

    def _against(self, colour: str, card: Clue) -> list[int] | None:
        """Return what would deny that a play is illegal; None for a legal one that leaves several hexes."""
        effect = self._effect(colour, card)
        if effect.legal and effect.left == 1:
            raise PuzzleError(f"{quote(play_text(colour, card))} locates the {colour} treasure")
        return None if effect.legal else self._illegal(colour, card)

    def _illegal(self, colour: str, card: Clue) -> list[int]:
        """Return what would deny that a play is illegal: that it leaves a candidate, or removes one."""
        effect = self._effect(colour, card)
        if effect.legal:
            raise PuzzleError(f"{quote(play_text(colour, card))} is legal")
        truth = self._sat.truth(card)
        return [-truth if effect.left else truth]

    def _elsewhere(self, colour: str, card: Clue) -> list[int]:
        """Return what would deny that a play locates: another hex that it leaves."""
        truth = self._sat.truth(card)
        left = self._sat.places([*self._candidates(self.maps[colour]), truth], 2)
        if len(left) != 1:
            raise PuzzleError(f"{quote(play_text(colour, card))} does not locate the {colour} treasure")
        return [truth, -self._sat.at(left[0])]

    def _effect(self, colour: str, card: Clue) -> Effect:
        before, truth = self._candidates(self.maps[colour]), self._sat.truth(card)
        left = len(self._sat.places([*before, truth], 2))
        return Effect(left, not self._sat.impossible([*before, -truth]))

    def _candidates(self, treasure_map: TreasureMap) -> list[int]:
        """Return the literals that are all true exactly on the candidates of a map (T-13)."""
        truths = {self._sat.truth(clue) for clue in treasure_map.clues}
        return [*self._removed(treasure_map), *sorted(truths)]

    def _removed(self, treasure_map: TreasureMap) -> list[int]:
        return [-self._sat.at(name) for name in treasure_map.removed]


@lru_cache(maxsize=16)
def best_card_sat(maps: tuple[TreasureMap, ...], hand: tuple[Clue, ...]) -> BestCardSat:
    """Return the maps and the hand as written down for python-sat, once for all questions about a puzzle."""
    return BestCardSat(maps, hand)


def effects_by_constraint(position: Position) -> dict[tuple[str, Clue], Effect]:
    """Return what each play would do, found by python-constraint2."""
    from constraint import Problem  # it takes time to import

    cells = partial(cells_of, position.setting)
    effects: dict[tuple[str, Clue], Effect] = {}
    for colour, treasure_map in position.maps.items():
        problem: Any = Problem()
        problem.addVariable(
            "treasure", [n for n in position.setting.island.names if n not in treasure_map.removed]
        )
        problem.addVariable("card", list(position.hand or ()))
        problem.addVariable("holds", [False, True])
        problem.addConstraint(
            lambda name, clues=treasure_map.clues: all(name in cells(clue) for clue in clues),
            ["treasure"],
        )
        problem.addConstraint(
            lambda name, card, holds: (name in cells(card)) == holds, ["treasure", "card", "holds"]
        )
        counts = Counter((found["card"], found["holds"]) for found in problem.getSolutions())
        for card in position.hand or ():
            effects[colour, card] = Effect(min(2, counts[card, True]), counts[card, False] > 0)
    return effects
