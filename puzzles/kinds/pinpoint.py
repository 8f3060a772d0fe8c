"""Pinpoint: find one to four treasures on a known island, each by clue cards of its own.

No card is superfluous, and the cards come from one deck: over all treasures no card is used more often than
the deck holds it.

The five levels are the kind's own. A treasure is as hard as the load of its cards (`Combining.load`): the
cards to combine, the hexes to scan and the reading load in one number. A puzzle is as hard as its hardest
treasure. `BOUNDS` cuts the loads of random minimal card sets on the island of the box near 13, 36, 66 and
89 %. All weights and bounds are uncalibrated until solving times of people exist.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from puzzles.kinds.checks import check_bare, check_order, check_solution, treasure_facts
from puzzles.kinds.combining import combining
from puzzles.kinds.finding import WEIGHTS, Finding
from puzzles.kinds.grading import grade_of, level_of
from puzzles.kinds.minimal import Pinner
from puzzles.kinds.reading import landmarks_to_read, reading_load
from puzzles.puzzle import Puzzle
from puzzles.schema import Solution
from solvers.tobago.facts import TreasureFact
from solvers.tobago.hidden import TECHNIQUES, Engine
from toolkit.games.tobago.clues import CLUES
from toolkit.games.tobago.decks import reconstructed_deck
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping
    from random import Random

    from puzzles.kinds.combining import Combining
    from puzzles.kinds.kind import Order
    from puzzles.schema import Grade
    from solvers.tobago.steps import Trace
    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.decks import Deck
    from toolkit.games.tobago.setting import Setting
    from toolkit.hexmap import Island

BOUNDS = (32.0, 43.0, 60.0, 85.0)
"""The load of the hardest treasure from which a puzzle is of level 2, 3, 4 and 5."""

_DRAWS = 200  # of card sets for one treasure: on the island of the box one in ten is of a wanted level


class Pinpoint(Finding):
    """The kind ``pinpoint``."""

    name = "pinpoint"

    def check(self, puzzle: Puzzle) -> None:
        """Refuse a puzzle without cards, with other facts, with clues on its maps or with a hand."""
        facts = treasure_facts(puzzle)
        check_bare(puzzle)
        check_solution(puzzle, {fact.colour for fact in facts}, ())

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the cards without any one of which their treasure has no more candidates than with it."""
        setting, facts = puzzle.position.setting, treasure_facts(puzzle)
        return tuple(str(fact) for i, fact in enumerate(facts) if _spare(setting, facts, i))

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; the measures are those of its hardest treasure."""
        setting, texts = puzzle.position.setting, [str(fact) for fact in puzzle.facts]
        hardest = _hardest(setting, treasure_facts(puzzle))
        trace = self.trace(puzzle)
        return grade_of(
            trace,
            WEIGHTS,
            level=level_of(hardest.load, BOUNDS),
            reading=reading_load(texts) + landmarks_to_read(texts, setting),
            needs=self._needs(puzzle, trace),
            measures={"cards": hardest.cards, "hexes": hardest.hexes, "load": hardest.load},
        )

    def _needs(self, puzzle: Puzzle, trace: Trace) -> tuple[str, ...]:
        """Return the techniques without which the trace does not come to its end."""
        engine = Engine(self.mystery(puzzle))
        used = sorted({TECHNIQUES.index(step.technique) for step in trace.steps})
        return tuple(
            TECHNIQUES[one]
            for one in used
            if not engine.solves(max(used), engine.taking(other for other in used if other != one))
        )

    def make(self, island: Island, order: Order, random: Random) -> Puzzle | None:
        """Make one puzzle: one treasure of the wanted level, and others that are no harder."""
        check_order(self.name, order, len(COLOURS))
        setting, deck = random_setting(island, random), reconstructed_deck()
        count = order.treasures or random.randint(1, len(COLOURS))
        hidden: dict[str, _Hidden] = {}
        for colour in random.sample(COLOURS, count):
            levels = range(1 if hidden else order.level, order.level + 1)
            found = _hide(setting, deck, levels, random)
            if found is None:
                return None
            hidden[colour] = found
            deck = deck.without(found.cards)
        return _puzzle(self.name, setting, hidden)


class _Hidden(NamedTuple):
    """A treasure: its hex, and the cards that lead to it."""

    place: str
    cards: tuple[Clue, ...]


def _hide(setting: Setting, deck: Deck, levels: Container[int], random: Random) -> _Hidden | None:
    """Return a random treasure of one of the levels with cards of a deck, or None when none turned up."""
    pinner = Pinner(setting, deck.kinds)
    for _ in range(_DRAWS if pinner.pinnable else 0):
        index = random.choice(pinner.pinnable)
        cards = tuple(CLUES[number] for number in pinner.minimal(index, random))
        if cards and level_of(combining(setting, cards).load, BOUNDS) in levels:
            return _Hidden(setting.island.names[index], tuple(random.sample(cards, len(cards))))
    return None


def _puzzle(kind: str, setting: Setting, hidden: Mapping[str, _Hidden]) -> Puzzle:
    colours = [colour for colour in COLOURS if colour in hidden]
    return Puzzle(
        kind_name=kind,
        position=Position(setting=setting),
        facts=tuple(TreasureFact(colour, clue) for colour in colours for clue in hidden[colour].cards),
        solution=Solution(treasures={colour: hidden[colour].place for colour in colours}),
    )


def _hardest(setting: Setting, facts: Iterable[TreasureFact]) -> Combining:
    """Return the work of the treasure whose cards are the most work."""
    cards: dict[str, list[Clue]] = {}
    for fact in facts:
        cards.setdefault(fact.colour, []).append(fact.clue)
    return max((combining(setting, clues) for clues in cards.values()), key=lambda work: work.load)


def _spare(setting: Setting, facts: tuple[TreasureFact, ...], number: int) -> bool:
    colour = facts[number].colour
    others = [f.clue for i, f in enumerate(facts) if f.colour == colour and i != number]
    return setting.candidates(others) <= setting.cells(facts[number].clue)
