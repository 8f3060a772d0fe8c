"""Tobago in words: its names and sentences in both languages, and clues as people say them.

Puzzles and pages say clues and names with them too, so the teller, which knows the whole game, is a module of
its own.
"""

from __future__ import annotations

from toolkit.core.telling.language import find_language, read_words
from toolkit.games.tobago.clues import Clue

WORDS = read_words("toolkit.games.tobago")
"""The words of Tobago (``words.toml``)."""


def say_clue(clue: Clue, lang: str) -> str:
    """Return a clue as people say it; no two clues give the same words.

    `ToolkitError` for a language that the games are not told in.

    >>> say_clue(Clue.parse("not next to hut"), "en")
    'not next to a hut'
    """
    code, names = find_language(lang).code, WORDS["names"]
    thing = names["clue_things"][f"largest_{clue.thing}" if clue.largest else clue.thing][code]
    form = "not_" * clue.negative + ("in" if clue.relation == "in" else "near")
    said: str = names["clue"][clue_sort(clue)][code]
    return said.format(thing=thing[form])


def clue_sort(clue: Clue) -> str:
    """Return which of the six sorts a clue is of (T-6), such as ``not_next_to``."""
    return "not_" * clue.negative + clue.relation.replace(" ", "_")
