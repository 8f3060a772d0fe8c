"""Pinpoint: find one to four treasures on a known island, by clue cards and by what they say of each other.

No fact is superfluous, and the cards come from one deck: over all treasures no card is used more often than
the deck holds it. The five levels are those of the ladder of techniques (`TECHNIQUES`): what the rule engine
needs at least.

====== =========================================================================================
level  needed beside what is easier
====== =========================================================================================
1      single clues: each treasure is found by its own cards
2      a largest region: regions are measured first
3      reach: treasures are near each other, and two at least are not found by their own cards
4      common neighbourhood: a treasure is away from another one, wherever that one lies; or near it,
       and not too near (a two-sided clue)
5      a supposition: one hex is tried, and the rules lead to a contradiction
====== =========================================================================================

A puzzle is cut (`puzzles.cutting`) from all that is true of the treasures (`puzzles.truth`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

from puzzles.cutting import Cutter
from puzzles.format.schema import Solution
from puzzles.kinds.cards import check_bare, check_wanted
from puzzles.kinds.finding import Finding, reading_order, spoken_of
from puzzles.puzzle import Puzzle, PuzzleError, Wanted
from puzzles.truth import true_facts
from solvers.tobago.facts import Fact, PairFact, TreasureFact
from solvers.tobago.mystery import Mystery
from solvers.tobago.techniques import TECHNIQUES
from solvers.tobago.techniques.engine import LARGEST_REGION, NESTED, REACH, SINGLE_CLUE, SUPPOSE
from toolkit.core.errors import quote
from toolkit.games.tobago.cards import Deck, reconstructed_deck
from toolkit.games.tobago.clues import Clue, Setting
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
from toolkit.hexmap import Island

_TREASURES = ((1, 2), (2,), (3,), (3, 4), (3, 4))  # how many a puzzle of each level hides
_LEAST = (1, 1, 2, 2, 3)  # at least: what two say of each other takes no supposition
_DRAWS = 10  # of treasures on one placement of the landmarks
_MOST_SUPPOSED = 4
_TALKING = 3  # the level from which on treasures speak of each other: it takes two of them


class Pinpoint(Finding):
    """The kind ``pinpoint``."""

    name = "pinpoint"
    hardest = (SINGLE_CLUE, LARGEST_REGION, REACH, SUPPOSE - 1, NESTED)

    def check(self, puzzle: Puzzle) -> None:
        """Refuse a puzzle without facts, facts that are not about treasures, clues on maps, and a hand."""
        check_bare(puzzle)
        for fact in puzzle.facts:
            if not isinstance(fact, TreasureFact | PairFact):
                said = "its facts are clues about treasures, such as 'brown: next to hut'"
                raise PuzzleError(
                    f"{quote(str(fact))} does not belong into a pinpoint puzzle: {said}", str(fact)
                )
        if not puzzle.facts:
            raise PuzzleError("a pinpoint puzzle needs cards as facts, such as 'brown: next to hut'")
        self.check_solution(puzzle, {*spoken_of(puzzle.facts)})

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle; None when nothing of the wanted level could be cut from what is true."""
        check_wanted(self.name, wanted, len(COLOURS))
        level = wanted.level
        if (wanted.treasures or len(COLOURS)) < _LEAST[level - 1]:
            least = f"{_LEAST[level - 1]} to {len(COLOURS)}"
            raise PuzzleError(
                f"a pinpoint puzzle of level {level} hides {least} treasures, not {wanted.treasures}"
            )
        setting = random_setting(island, random)
        some = random.sample(COLOURS, wanted.treasures or random.choice(_TREASURES[level - 1]))
        colours = tuple(colour for colour in COLOURS if colour in some)
        tries = (self._draw(setting, colours, level, random) for _ in range(_DRAWS))
        return next(filter(None, tries), None)

    def _draw(self, setting: Setting, colours: tuple[str, ...], level: int, random: Random) -> Puzzle | None:
        """Return a puzzle of a level with treasures anywhere, or None when these do not give one."""
        treasures = {colour: random.choice(setting.island.names) for colour in colours}
        true = true_facts(setting, treasures, (), random)
        truth = Mystery(setting, colours, tuple(_dealt(true, reconstructed_deck(), random)))
        easier = None if level == 1 else self.hardest[level - 2]
        facts = Cutter(truth, self.hardest[level - 1], easier, random).cut()
        if facts is None:
            return None
        ordered = sorted(facts, key=reading_order)
        puzzle = Puzzle(
            kind=self,
            position=Position(setting=setting),
            facts=tuple(ordered),
            solution=Solution(treasures=treasures),
        )
        if level >= _TALKING and _together(puzzle) < 2:
            return None
        return None if self.spare(puzzle) or self._is_drudgery(puzzle) else puzzle

    def _is_drudgery(self, puzzle: Puzzle) -> bool:
        """Tell whether it takes too many suppositions, or one within another."""
        trace = self.trace(puzzle)
        supposed = [step.technique for step in trace.steps if step.supposed]
        return len(supposed) > _MOST_SUPPOSED or TECHNIQUES[NESTED] in supposed


def _together(puzzle: Puzzle) -> int:
    """Return how many treasures cannot be found by their own cards."""
    cards: dict[str, list[Clue]] = {colour: [] for colour in puzzle.solution.treasures}
    for fact in puzzle.facts:
        if isinstance(fact, TreasureFact):
            cards[fact.colour].append(fact.clue)
    return sum(len(puzzle.position.setting.candidates(clues)) > 1 for clues in cards.values())


def _dealt(facts: Iterable[Fact], deck: Deck, random: Random) -> Iterator[Fact]:
    """Yield facts in their order, but of the clues only as many of each card as the deck holds, at random."""
    numbered = [*enumerate(facts)]
    left, dealt = Counter({card: deck.copies(card) for card in deck.kinds}), set[int]()
    for number, fact in random.sample(numbered, len(numbered)):
        if isinstance(fact, TreasureFact):
            left[fact.clue] -= 1
        if not isinstance(fact, TreasureFact) or left[fact.clue] >= 0:
            dealt.add(number)
    return (fact for number, fact in numbered if number in dealt)


KIND = Pinpoint()
"""What `puzzles.kinds.kind_named` gives."""
