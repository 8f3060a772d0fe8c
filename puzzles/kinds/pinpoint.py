"""Pinpoint: find one to four treasures on a known island, each by clue cards of its own.

No card is superfluous, and the cards come from one deck: over all treasures no card is used more often than
the deck holds it.

The five levels are the kind's own. A treasure is as hard as the load of its cards (`Combining.load`): the
cards to combine, the hexes to scan and the reading load in one number. A puzzle is as hard as its hardest
treasure. `BOUNDS` cuts the loads of random minimal card sets on the island of the box near 13, 36, 66 and
89 %. All weights and bounds are uncalibrated until solving times of people exist.
"""

from __future__ import annotations

from collections.abc import Container
from random import Random
from typing import NamedTuple

from puzzles.format.schema import Grade, Solution
from puzzles.kinds.cards import Pinner, check_bare, check_wanted, treasure_facts
from puzzles.kinds.finding import Finding, needs
from puzzles.puzzle import Puzzle, Wanted, combining, level_of
from solvers.tobago.facts import TreasureFact
from solvers.tobago.techniques import Engine
from toolkit.games.tobago.cards import Deck, reconstructed_deck
from toolkit.games.tobago.clues import CLUES, Clue, Setting
from toolkit.games.tobago.maps import COLOURS
from toolkit.games.tobago.placement import random_setting
from toolkit.games.tobago.position import Position
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
        self.check_solution(puzzle, {fact.colour for fact in facts})

    def spare(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the cards without any one of which their treasure has no more candidates than with it."""
        setting, facts = puzzle.position.setting, treasure_facts(puzzle)
        spare = []
        for i, fact in enumerate(facts):
            others = [one.clue for one in facts[:i] + facts[i + 1 :] if one.colour == fact.colour]
            if setting.candidates(others) <= setting.cells(fact.clue):
                spare.append(str(fact))
        return tuple(spare)

    def grade(self, puzzle: Puzzle) -> Grade:
        """Return how hard the puzzle is; the measures are those of its hardest treasure."""
        cards: dict[str, list[Clue]] = {}
        for fact in treasure_facts(puzzle):
            cards.setdefault(fact.colour, []).append(fact.clue)
        combined = [combining(puzzle.position.setting, clues) for clues in cards.values()]
        work, trace = max(combined, key=lambda work: work.load), self.trace(puzzle)
        needed = needs(Engine(self.mystery(puzzle)), trace)
        measures = {"cards": work.cards, "hexes": work.hexes, "load": work.load}
        return self.graded(puzzle, trace, level_of(work.load, BOUNDS), needed, measures)

    def make(self, island: Island, wanted: Wanted, random: Random) -> Puzzle | None:
        """Make one puzzle: one treasure of the wanted level, and others that are no harder."""
        check_wanted(self.name, wanted, len(COLOURS))
        setting, deck = random_setting(island, random), reconstructed_deck()
        count = wanted.treasures or random.randint(1, len(COLOURS))
        treasures: dict[str, _Treasure] = {}
        for colour in random.sample(COLOURS, count):
            levels = range(1 if treasures else wanted.level, wanted.level + 1)
            found = _treasure(setting, deck, levels, random)
            if found is None:
                return None
            treasures[colour] = found
            deck = deck.without(found.cards)
        colours = [colour for colour in COLOURS if colour in treasures]
        return Puzzle(
            kind=self,
            position=Position(setting=setting),
            facts=tuple(TreasureFact(colour, clue) for colour in colours for clue in treasures[colour].cards),
            solution=Solution(treasures={colour: treasures[colour].place for colour in colours}),
        )


class _Treasure(NamedTuple):
    """A treasure: its hex, and the cards that lead to it."""

    place: str
    cards: tuple[Clue, ...]


def _treasure(setting: Setting, deck: Deck, levels: Container[int], random: Random) -> _Treasure | None:
    """Return a random treasure of one of the levels with cards of a deck, or None when none turned up."""
    pinner = Pinner(setting, deck.kinds)
    for _ in range(_DRAWS if pinner.pinnable else 0):
        index = random.choice(pinner.pinnable)
        cards = tuple(CLUES[number] for number in pinner.minimal(index, random))
        if cards and level_of(combining(setting, cards).load, BOUNDS) in levels:
            return _Treasure(setting.island.names[index], tuple(random.sample(cards, len(cards))))
    return None


KIND = Pinpoint()
"""What `puzzles.kinds.kind_named` gives."""
