"""Tobago in words: its names and sentences in both languages, and clues as people say them.

Puzzles and pages say clues and names with them too, so the teller, which knows the whole game, is a module of
its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from toolkit.core.telling.language import find_language, isolated, read_words
from toolkit.games.tobago.clues import CLUES, Clue

WORDS = read_words("toolkit.games.tobago")
"""The words of Tobago (``words.toml``)."""

_SIGN = re.compile("[<>=]?[0-9]*%?")


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


@cache
def in_words(lang: str) -> Callable[[str], str]:
    """Return what says in a language the words of which pictures and tables of Tobago are made.

    These are clues, colours, terrains, landmarks, directions, what stands in ``names.drawing``, numbers, and
    names of hexes, which are kept apart. `ToolkitError` for a language that the games are not told in.

    >>> in_words("en")("next to hut"), in_words("en")("NE")
    ('next to a hut', 'north-east')
    """
    language, names = find_language(lang), WORDS["names"]
    colours = {key: said[lang] for group in ("colours", "players") for key, said in names[group].items()}
    known = {str(clue): say_clue(clue, lang) for clue in CLUES} | colours | {", ": language.comma}
    for group in ("terrains", "landmarks", "directions"):
        known |= {key: said[lang] for key, said in names[group].items()}
    for key, said in names["drawing"].items():
        known |= {
            key.replace("{colour}", one): said[lang].replace("{colour}", colours[one]) for one in colours
        }

    def say(word: str) -> str:
        outside = word.isascii() and not _SIGN.fullmatch(word)
        return known.get(word) or language.finished(isolated(word) if outside else word, capital=False)

    return say


def clue_sort(clue: Clue) -> str:
    """Return which of the six sorts a clue is of (T-6), such as ``not_next_to``."""
    return "not_" * clue.negative + clue.relation.replace(" ", "_")
