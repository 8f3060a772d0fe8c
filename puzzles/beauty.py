"""`beauty_of`: which of several puzzles of one order is the most pleasant, by what can be counted.

Nobody has asked people yet: the parts say what setters of puzzles praise, and their weights are guesses. They
compare puzzles that were ordered alike, of one kind, level and size, and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzles.puzzle import Puzzle
from solvers.tobago.steps import Step, Trace

_FACT, _MIXED, _USED, _KEY, _TEDIUM = 1.0, 6.0, 6.0, 8.0, 4.0
_LONG = 300  # hexes and other values: to strike as many is as tedious as a puzzle should ever be
_WORD = re.compile(r"[a-z]{3,}")  # what a text is about; neither hexes nor numbers nor "in", "to", "of"


class Beauty(NamedTuple):
    """The parts of the beauty of a puzzle; `score` is one number of them, the higher the better."""

    facts: int  #: what is said, in sentences or cards: the fewer, the better
    mixed: float  #: how much of what is said was not said before: different words by all words, 0 to 1
    used: float  #: the share of what is said at which the proof looks, 0 to 1
    #: the share of all that is ruled out which falls from the first step of the hardest technique on, divided
    #: by how many such steps there are: 1 where one such step opens all
    key: float
    tedium: float  #: the values to strike, in units of 300

    @property
    def score(self) -> float:
        """All parts in one number, in facts that one would read more for it; its weights are guesses."""
        praised = _MIXED * self.mixed + _USED * self.used + _KEY * self.key
        return round(praised - _FACT * self.facts - _TEDIUM * self.tedium, 6)


def beauty_of(puzzle: Puzzle) -> Beauty:
    """Return the parts of the beauty of a puzzle; `PuzzleError` as its kind raises it for the trace.

    Examples
    --------
    >>> from puzzles.collection import collection
    >>> beauty_of(collection("lie")[0])
    Beauty(facts=4, mixed=0.636, used=1.0, key=1.0, tedium=0.353)
    """
    texts, trace = puzzle.kind.texts(puzzle), puzzle.kind.trace(puzzle)
    words = [word for text in texts for word in _WORD.findall(text)]
    looked_at = {fact for step in _told(trace.steps) for fact in step.facts}
    return Beauty(
        facts=len(texts),
        mixed=round(len(set(words)) / max(1, len(words)), 3),
        used=round(sum(text in looked_at for text in texts) / max(1, len(texts)), 3),
        key=round(_key(trace, puzzle.kind.techniques), 3),
        tedium=round(sum(len(step.removed) for step in trace.steps) / _LONG, 3),
    )


def _told(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield steps, and those of the stories that they tell."""
    for step in steps:
        yield step
        yield from _told(step.story)


def _key(trace: Trace, weights: Mapping[str, float]) -> float:
    """Return what the hardest technique opens, shared among the steps that take it."""
    hardest = max((step.technique for step in trace.steps), key=weights.__getitem__, default="")
    places = [place for place, step in enumerate(trace.steps) if step.technique == hardest]
    removed = [len(step.removed) for step in trace.steps]
    return sum(removed[places[0] :]) / len(places) / max(1, sum(removed)) if places else 0.0
