"""The languages in which people are told things: digits, lists, plural forms, and texts from outside.

A text from outside (a name of a person, a hex, an id) stands between `ISOLATE` and `POP`: it keeps its digits
and its direction whatever stands around it, and what stands around it keeps its own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any
from unicodedata import bidirectional

from toolkit.core.errors import ToolkitError, did_you_mean, printable, quote

ISOLATE, FROM_THE_RIGHT, POP = "\u2068", "\u2067", "\u2069"
"""FIRST STRONG ISOLATE, RIGHT-TO-LEFT ISOLATE and POP DIRECTIONAL ISOLATE (Unicode, UAX 9)."""

Text = str | Mapping[str, str]
"""A text of one language: as it is, or in its plural forms ``one`` and ``other``."""

_OUTSIDE = re.compile(f"{ISOLATE}[^{POP}]*{POP}|[0-9]")
# "a" before a number that begins with a vowel when it is spoken: eight, eleven, eighteen, eighty ...
_ARTICLE = re.compile(rf"{ISOLATE}[^{POP}]*{POP}|\b[Aa](?= {ISOLATE}?(?:8|1[18]\b))")


@dataclass(frozen=True, slots=True)
class Language:
    """What differs between languages besides their words."""

    code: str  #: its code, ``en`` or ``fa``
    called: str  #: its name in itself
    direction: str  #: ``ltr`` or ``rtl``
    digits: str
    signs: str  #: the point of fractions, and percent
    comma: str
    semicolon: str
    last: str  #: what stands before the last thing of a list
    times: str  #: a sentence that is told once for so many times
    refused: str  #: that something cannot be done, before the reason
    over: str  #: that a game without words is over, before the reason
    won: str  #: who won it
    scores: str  #: what each had
    not_now: str  #: the reason where the rules name none
    is_over: str  #: the reason when the game is over
    somebody: str  #: who did what a log does not tell of whom
    unnamed: str  #: a person without a name, by the number of the seat from 1
    numbered: str  #: one of several of a name, by the number of the seat from 1, which is no number of cards
    you: str  #: the person who reads, among others
    letters: tuple[str, ...]  #: by which choices are told apart
    #: what the bots of the toolkit are called, by their names without a budget
    bots: Mapping[str, str] = field(hash=False)

    def bot(self, name: str) -> str:
        """Return what a bot is called: without its budget; one of somebody's own by its name.

        >>> LANGUAGES["en"].bot("ismcts:1s"), LANGUAGES["en"].bot("mine:Bot")
        ('ismcts', 'mine:Bot')
        """
        return self.bots.get(name.partition(":")[0], printable(name))

    def listed(self, things: Sequence[object]) -> str:
        """Return things with commas between them."""
        return self.comma.join(map(str, things))

    def joined(self, things: Sequence[object]) -> str:
        """Return things as a list in a sentence, its last two joined by "and"."""
        if len(things) < 2:
            return self.listed(things)
        return f"{self.listed(things[:-1])}{self.last}{things[-1]}"

    def number(self, number: object) -> str:
        """Return a number in the digits and signs of the language, perhaps with a fraction or in percent."""
        return str(number).translate(str.maketrans("0123456789.%", self.digits + self.signs))

    def plural(self, text: Text, count: object) -> str:
        """Return a text in its form for so many."""
        return text if isinstance(text, str) else text["one" if str(count) == "1" else "other"]

    def filled(self, text: Text, places: Mapping[str, object]) -> str:
        """Return a text, in its form for ``count``, with what stands in its places in braces."""
        return self.plural(text, places.get("count", 1)).format_map(places)

    def whole(self, text: str) -> str:
        """Return a text that keeps its direction wherever it stands, such as a line of a picture."""
        return f"{FROM_THE_RIGHT}{text}{POP}" if self.direction == "rtl" else text

    def finished(self, text: str, *, capital: bool = True) -> str:
        """Return a text as it is shown: in the digits of the language, a sentence with a capital letter.

        Texts from outside keep their digits and letters; what cannot turn a line round is isolated no more.
        Sentences say "a {number}" in English, whatever the number is.

        >>> LANGUAGES["en"].finished("a 7, a 8 and a 11"), LANGUAGES["en"].finished("a 118")
        ('A 7, an 8 and an 11', 'A 118')
        """
        if self.direction == "rtl":
            return _OUTSIDE.sub(lambda one: self.digits[int(one[0])] if len(one[0]) == 1 else one[0], text)
        text = _ARTICLE.sub(lambda one: f"{one[0]}n" if len(one[0]) == 1 else one[0], text)
        text = text[:1].upper() + text[1:] if capital else text
        bare = text.replace(ISOLATE, "").replace(POP, "")
        return text if turns(bare) else bare


def isolated(text: object) -> str:
    """Return a text from outside, kept apart from what stands around it."""
    return f"{ISOLATE}{text}{POP}"


def cut(name: str, longest: int) -> str:
    """Return a name in so many letters at most; what is left out of a longer one is an ellipsis at its end.

    >>> cut("Anastasia", 9), cut("Anna Katharina", 6)
    ('Anastasia', 'Anna…')
    """
    return name if len(name) <= longest else f"{name[: longest - 1].rstrip()}\u2026"


def turns(text: str) -> bool:
    """Tell whether a text holds letters that are written from the right."""
    return not text.isascii() and any(bidirectional(letter) in ("R", "AL", "AN") for letter in text)


def read_words(package: str) -> Mapping[str, Any]:
    """Return the words of the game in this package, from its ``words.toml``."""
    return tomllib.loads(files(package).joinpath("words.toml").read_text(encoding="utf-8"))


def _language(code: str) -> Language:
    words = read_words("toolkit.core.telling")
    texts = {name: text[code] for name, text in words["texts"].items()}
    bots = {name: called[code] for name, called in words["bots"].items()}
    return Language(code, **{**texts, "letters": tuple(texts["letters"].split()), "bots": bots})


LANGUAGES: Mapping[str, Language] = {code: _language(code) for code in ("en", "fa")}
"""The languages by their codes."""


def find_language(code: str) -> Language:
    """Return the language of a code; `ToolkitError` with the nearest one otherwise."""
    if code not in LANGUAGES:
        raise ToolkitError(f"no language {quote(code)}{did_you_mean(code, LANGUAGES, 'languages')}")
    return LANGUAGES[code]
