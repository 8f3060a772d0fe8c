"""The lie: exactly one of the clue cards of a treasure is false; find it, and the treasure.

The island with its landmarks is known, and every card that is not the lie is needed (`spare_truths` says what
that means).

The five levels are the kind's own. Levels 1 and 2 need no supposition: contradicting pairs, and comparing a
card with the places left, suffice; `LONG` parts them by the load of the true cards (`Combining.load`).
Levels 3 to 5 need suppositions ("were this card the lie ..."): `BOUNDS` parts them by the cards that all
suppositions of the trace combine. All bounds are uncalibrated until solving times of people exist.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations, islice
from operator import and_
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from puzzles.format.schema import Grade, Solution
from puzzles.grading import Combining, combining, fewest_first
from puzzles.kinds.cards import (
    ClueSat,
    Pinner,
    broken_on,
    check_bare,
    check_wanted,
    spare_truths,
    treasure_facts,
)
from puzzles.kinds.stated import Stated
from puzzles.puzzle import Marks, Puzzle, PuzzleError, Subject, Wanted
from solvers.tobago.facts import TreasureFact
from solvers.tobago.proofs.sat import StatedSat, irreducible
from solvers.tobago.steps import Reasoning, Step, Trace
from toolkit.core.errors import quote
from toolkit.games.tobago.cards import reconstructed_deck
from toolkit.games.tobago.clues import CLUES, Setting
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island
from toolkit.hexmap.island import bits

LONG = 75.0
"""The load of the true cards from which a puzzle without supposition is of level 2."""

BOUNDS = (6.0, 11.0)
"""The cards combined in all suppositions from which a puzzle is of level 4 and 5."""

_DRAWS = 100  # of sets of cards on one island: on that of the box one in fifteen is of a wanted level


class Firing(NamedTuple):
    """What one rule found: the places and suspects that go, by the cards that it looked at.

    Of a supposition, the first card is the supposed lie, and the others are those that then leave no place.
    """

    cards: tuple[int, ...]
    places: int = 0
    suspects: frozenset[int] = frozenset()
    supposed: bool = False


@dataclass(slots=True)
class LieReasoning(Reasoning[Firing]):
    """What a solver knows of the lie and the treasure: the places and the suspects that are left change.

    All rules rest on "exactly one card is false", so every card but the lie is true together with all others.
    A card is its place among the `masks` on which the cards hold, and among their `texts`.
    """

    masks: Sequence[int]
    places: int
    suspects: frozenset[int]
    island: Island
    colour: str
    texts: Sequence[str]

    @property
    def solved(self) -> bool:
        """Whether the lie and the place are found: one of each is left, and all other cards hold there."""
        if len(self.suspects) > 1 or self.places.bit_count() != 1:
            return False
        return {card for card, mask in enumerate(self.masks) if not self.places & mask} == self.suspects

    @property
    def over(self) -> bool:
        """Whether they are, or nothing fits: the marks or the cards are wrong."""
        return self.solved or not self.places or not self.suspects

    def findings(self, technique: str) -> Iterator[Firing]:
        """Return what the rule of a technique finds."""
        return RULES[technique](self)

    def chosen(self, found: list[Firing]) -> Sequence[Firing]:
        """Return all; of suppositions only the one with the fewest cards: nobody tries a longer one first."""
        return [min(found, key=lambda firing: len(firing.cards))] if found[0].supposed else found

    def take(self, technique: str, finding: Firing) -> Iterator[Step]:
        """Take a firing as far as those of its round before it have left something to take."""
        if not self.places or not self.suspects:
            return
        places, suspects = self.places & finding.places, self.suspects & finding.suspects
        story = self._story(finding) if finding.supposed else ()
        self.places &= ~places
        self.suspects -= suspects
        facts = tuple(self.texts[card] for card in sorted(finding.cards))
        if places:
            forced = self._names(self.places) if self.places.bit_count() == 1 else ()
            yield Step(technique, facts, self.colour, self._names(places), forced)
        if suspects:
            forced = self._said(self.suspects) if len(self.suspects) == 1 else ()
            supposed = ("lie", self.texts[finding.cards[0]]) if story else None
            yield Step(technique, facts, "lie", self._said(suspects), forced, 0, supposed, story)

    def _story(self, firing: Firing) -> tuple[Step, ...]:
        """Tell how the places vanish when the first card is the lie and the others hold.

        The last step removes nothing: it names the card that holds on no place that is left.
        """
        left, told = self.places, list[Step]()
        for card in firing.cards:
            technique, against = "single clue", ~self.masks[card]
            if card == firing.cards[0]:
                technique, against = "false clue", self.masks[card]
            gone, left = left & against, left & ~against
            told.append(Step(technique, (self.texts[card],), self.colour, self._names(gone) if left else ()))
        return tuple(told)

    def _names(self, mask: int) -> tuple[str, ...]:
        return tuple(self.island.names[index] for index in bits(mask))

    def _said(self, cards: frozenset[int]) -> tuple[str, ...]:
        return tuple(sorted(self.texts[card] for card in cards))


def single_clue(known: LieReasoning) -> Iterator[Firing]:
    """Take away the places where a card does not hold that is surely true."""
    for card, mask in enumerate(known.masks):
        if card not in known.suspects and known.places & ~mask:
            yield Firing((card,), places=known.places & ~mask)


def false_clue(known: LieReasoning) -> Iterator[Firing]:
    """Take away the places where the lie holds, once it is known."""
    if len(known.suspects) == 1:
        (lie,) = known.suspects
        if known.places & known.masks[lie]:
            yield Firing((lie,), places=known.places & known.masks[lie])


def contradicting_pair(known: LieReasoning) -> Iterator[Firing]:
    """Find two cards that hold together on no place: one of them is the lie, and all others are true."""
    for pair in combinations(sorted(known.suspects), 2):
        others = known.suspects - set(pair)
        if others and not known.places & known.masks[pair[0]] & known.masks[pair[1]]:
            yield Firing(pair, suspects=others)


def same_everywhere(known: LieReasoning) -> Iterator[Firing]:
    """Compare a card with the places left: it is true if it holds on all, the lie if it holds on none."""
    for card in sorted(known.suspects):
        holding, others = known.places & known.masks[card], known.suspects - {card}
        if others and holding in (known.places, 0):
            yield Firing((card,), suspects=others if not holding else frozenset([card]))


def suppose(known: LieReasoning) -> Iterator[Firing]:
    """Suppose that a card is the lie: if all others then hold on no place left together, it is true."""
    for card in sorted(known.suspects):
        against = _refutation(known, card)
        if against is not None:
            yield Firing((card, *against), suspects=frozenset([card]), supposed=True)


def _refutation(known: LieReasoning, lie: int) -> tuple[int, ...] | None:
    """Return other suspects that leave no place when one is the lie, or None when all of them leave some.

    Always the card is taken that leaves the fewest places; then those go that are not needed.
    """
    start, taken = known.places & ~known.masks[lie], list[int]()
    others = fewest_first(start, sorted(known.suspects - {lie}), known.masks)
    for card, left in others if start else ():
        taken.append(card)
        if not left:
            break

    def refuting(cards: list[int]) -> list[int] | None:
        return None if reduce(and_, (known.masks[card] for card in cards), start) else cards

    needed = irreducible(taken[::-1], refuting)
    return None if needed is None else needed[::-1]


RULES: Mapping[str, Callable[[LieReasoning], Iterator[Firing]]] = {
    "single clue": single_clue,
    "false clue": false_clue,
    "contradicting pair": contradicting_pair,
    "same everywhere": same_everywhere,
    "suppose": suppose,
}
"""The rule of each technique, easiest first."""


# ---- proofs ------------------------------------------------------------------------------------------------


class LieSat(StatedSat):
    """The cards of a puzzle of which exactly one is false, each with a switch of its own.

    What a card says counts only while its switch is assumed; that exactly one card is false always counts.
    So a reason that cites some cards says nothing of the others but that at most one of all is false, and
    citing one more never spoils it.
    """

    def __init__(self, setting: Setting, cards: Sequence[TreasureFact]) -> None:
        self._clues = clues = ClueSat(setting)
        solver = clues.solver
        false = {str(card): solver.new() for card in cards}
        switches = {number: solver.new() for number in range(len(cards))}
        super().__init__(solver, {cards[0].colour: clues.place, "lie": false}, switches)
        solver.add(false.values())
        for one, other in combinations(false.values(), 2):
            solver.add([-one, -other])
        for card, lie, switch in zip(cards, false.values(), switches.values(), strict=True):
            truth = clues.truth(card.clue)
            solver.add([-switch, lie, truth])
            solver.add([-switch, -lie, -truth])

    def count(self, limit: int) -> int:
        """Return how many answers there are, at most `limit`: on each hex the lie is certain."""
        return len(self._clues.places([*self.switches.values()], limit))


lie_sat = lru_cache(maxsize=16)(LieSat)
"""The cards as written down for python-sat, once for all questions about a puzzle."""


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


# ---- the kind ----------------------------------------------------------------------------------------------


class Lie(Stated):
    """The kind ``lie``."""

    name = "lie"
    techniques = MappingProxyType(dict(zip(RULES, (1.0, 1.0, 2.0, 2.0, 8.0), strict=True)))

    def check(self, puzzle: Puzzle) -> None:
        """Refuse cards about several treasures or twice the same, other facts, maps in play and a hand."""
        check_bare(puzzle)
        facts = treasure_facts(puzzle)
        if other := next((fact for fact in facts if fact.colour != facts[0].colour), None):
            raise PuzzleError(
                f"{quote(str(other))}: all cards are about one treasure, {facts[0].colour}", str(other)
            )
        if twin := next((fact for i, fact in enumerate(facts) if fact in facts[:i]), None):
            raise PuzzleError(f"{quote(str(twin))} stands there twice: the lie could not be named", str(twin))
        self.check_solution(puzzle)

    def subjects(self, puzzle: Puzzle) -> dict[str, Subject]:
        """Return the treasure with the hexes of the island, and ``lie`` with the texts of the cards."""
        names = puzzle.position.setting.island.names
        return {_colour(puzzle): Subject(names), "lie": Subject(tuple(str(fact) for fact in puzzle.facts))}

    def answers(self, puzzle: Puzzle, limit: int = 2) -> list[Solution]:
        """Return up to `limit` answers: the hexes on which all cards but one hold."""
        island, masks = puzzle.position.setting.island, _masks(puzzle)
        found = islice(bits(broken_on(masks, island.land.mask)[1]), limit)
        lies = ((i, next(n for n, mask in enumerate(masks) if not mask >> i & 1)) for i in found)
        return [
            Solution(treasures={_colour(puzzle): island.names[index]}, lie=str(puzzle.facts[lie]))
            for index, lie in lies
        ]

    def tally(self, puzzle: Puzzle) -> dict[str, int]:
        """Return how many cards are broken on each hex: on that of the treasure exactly one, the lie."""
        island = puzzle.position.setting.island
        broken = enumerate(broken_on(_masks(puzzle), island.land.mask))
        return {island.names[index]: number for number, mask in broken for index in bits(mask)}

    def proofs(self, puzzle: Puzzle) -> tuple[int, int]:
        """Return how many answers python-sat and python-constraint2 find, of at most 2."""
        return self.sat(puzzle).count(2), count_lies(puzzle.position.setting, treasure_facts(puzzle), 2)

    def sat(self, puzzle: Puzzle) -> LieSat:
        """See `Stated.sat`."""
        return lie_sat(puzzle.position.setting, treasure_facts(puzzle))

    def reasoning(self, puzzle: Puzzle, marks: Mapping[str, Marks]) -> LieReasoning:
        """Return what is known after these marks, and the rules by which people find the lie."""
        island, colour = puzzle.position.setting.island, _colour(puzzle)
        texts, bare = self.texts(puzzle), Marks()
        places = island.cells(marks.get(colour, bare).left_of(frozenset(island.names)))
        suspects = marks.get("lie", bare).left_of(frozenset(texts))
        numbers = frozenset(number for number, text in enumerate(texts) if text in suspects)
        return LieReasoning(_masks(puzzle), places.mask, numbers, island, colour, texts)

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the cards without any one of which the answer would be the same."""
        numbers = spare_truths(_masks(puzzle), puzzle.position.setting.island.land.mask)
        return tuple(str(puzzle.facts[number]) for number in numbers)

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is."""
        trace, work = self.trace(puzzle), _work(puzzle)
        supposed, used = _supposed(trace), {step.technique for step in trace.steps}
        rest = {name: [other for other in self.techniques if other != name] for name in used}
        needs = [
            n for n in self.techniques if n in used and not self.reasoning(puzzle, {}).trace(rest[n]).solved
        ]
        measures = {
            "cards": len(puzzle.facts),
            "hexes": work.hexes,
            "load": work.load,
            "suppositions": len(supposed),
            "supposed cards": sum(supposed),
            "longest supposition": max(supposed, default=0),
        }
        return self.graded(puzzle, trace, _level(trace, work.load), needs, measures)

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
    return 3 + bisect_right(BOUNDS, sum(supposed)) if supposed else 1 + (load >= LONG)


KIND = Lie()
"""What `puzzles.kinds.kind_named` gives."""
