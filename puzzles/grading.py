"""How hard a puzzle is: what there is to read, what to combine, the hardest technique, and how many minutes.

A level says which techniques are needed, and each kind says how it comes to one; minutes say how long it
takes, on one scale for all kinds. All weights are guesses, as long as there are no solving times of people to
calibrate them: `puzzles.calibration` fits the same sorts of work to such times.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from puzzles.format.schema import Grade, Hardest
from solvers.tobago.steps import Step, Trace
from toolkit.games.tobago.clues import LANDMARKS, Clue, Setting

# ---- what there is to read and to combine ------------------------------------------------------------------

HARD_WORDS = {"not": 2, "within": 1, "largest": 1}
"""What a word costs beside being read: the complement is to be imagined, a second ring, a region measured."""

CARD = 4.0
"""What a card weighs against one hex to scan."""

READ = 0.5
"""What a unit of reading load weighs against one hex to scan, or one single clue."""

_WORD = re.compile(r"\w+")


def reading_load(texts: Iterable[str]) -> int:
    """Return the words of facts or cards in their canonical texts, the hard ones counted more.

    >>> reading_load(["brown: in jungle", "brown: not next to hut"])
    10
    """
    words = [word.lower() for text in texts for word in _WORD.findall(text)]
    return len(words) + sum(HARD_WORDS.get(word, 0) for word in words)


def landmarks_to_read(texts: Iterable[str], setting: Setting) -> int:
    """Return how many known landmarks are of a kind that some of the texts speak of."""
    words = {word.lower() for text in texts for word in _WORD.findall(text)}
    return sum(len(setting.landmarks[kind]) for kind in LANDMARKS if words & {kind, f"{kind}s"})


@dataclass(frozen=True, slots=True)
class Combining:
    """How much work a set of cards about one treasure is: their number, and their reading load.

    The `hexes` to scan, when always that card is taken next which leaves the fewest, are those of the first
    card, then those left for each further card to look at.
    """

    cards: int
    hexes: int
    reading: int

    @property
    def load(self) -> float:
        """All three in one number, in hexes; its weights are uncalibrated."""
        return CARD * self.cards + self.hexes + READ * self.reading


def combining(setting: Setting, clues: Iterable[Clue]) -> Combining:
    """Return how much work it is to find where all these clues hold."""
    cards = tuple(clues)
    numbers = sorted({clue.number for clue in cards})
    left = [left.bit_count() for _, left in fewest_first(setting.island.land.mask, numbers, setting.masks)]
    return Combining(len(cards), sum(left[:-1]), reading_load(map(str, cards)))


def fewest_first(start: int, cards: Iterable[int], masks: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield each card and the places left after it: always the card that leaves the fewest is next."""
    left, rest = start, list(cards)
    while rest:
        best = min(rest, key=lambda card: (left & masks[card]).bit_count())
        rest.remove(best)
        left &= masks[best]
        yield best, left


def hardest_of(steps: Sequence[Step], weights: Mapping[str, float]) -> Hardest:
    """Return the hardest techniques of steps: of two techniques, the one that costs more is the harder."""

    def hardest(count: int) -> str:
        return max((step.technique for step in steps[:count]), key=lambda name: weights[name], default="")

    placed = next((i for i, step in enumerate(steps, 1) if step.forced), len(steps))
    return Hardest(overall=hardest(len(steps)), before_placement=hardest(placed), first_step=hardest(1))


# ---- all work, and the minutes that it takes ---------------------------------------------------------------

READING = "reading"
"""The sort of work that is no technique: a unit of the reading load of the grade."""

STRIKING = "striking"
"""The other one: a value, mostly a hex, that a step takes away and a solver strikes on the paper."""

STRUCK = 0.1
"""What a struck value weighs: mostly several go at a stroke."""

UNIT = 5.0
"""How many seconds of a typical solver a weight of 1 is taken for."""


def guesses(techniques: Mapping[str, float]) -> Mapping[str, float]:
    """Return the sorts of work with their guessed weights, those of the techniques among them."""
    return MappingProxyType({READING: READ, STRIKING: STRUCK, **techniques})


def work_in(trace: Trace, reading: int) -> dict[str, float]:
    """Return the work that a trace is: steps by technique, ``reading`` and ``striking``."""
    steps = Counter(step.technique for step in trace.steps)
    return {READING: reading, STRIKING: sum(len(step.removed) for step in trace.steps), **steps}


def minutes_of(work: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """Return how many minutes work takes a typical solver, to one digit; a weight is so many seconds."""
    return round(sum(weights[sort] * amount for sort, amount in work.items()) * UNIT / 60, 1)


def whole_minutes(grade: Grade | None) -> int:
    """Return the minutes of a grade as people are told them: whole ones, at least 1; 0 for unknown ones."""
    return max(1, round(grade.minutes)) if grade and grade.minutes else 0
