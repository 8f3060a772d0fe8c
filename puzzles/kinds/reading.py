"""The reading load of a puzzle: what its texts ask of the eye before any thinking begins.

The weights are a guess, as long as there are no solving times of people to calibrate them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from toolkit.games.tobago.clues import LANDMARKS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.games.tobago.setting import Setting

HARD_WORDS = {"not": 2, "within": 1, "largest": 1}
"""What a word costs beside being read: the complement is to be imagined, a second ring, a region measured."""

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
