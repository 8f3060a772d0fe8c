"""What servers say, in the language of who reads it: refusals.

The code says all this in English. ``words.toml`` has each sentence with places for what varies, and beside it
the Persian one.
"""

from __future__ import annotations

from collections.abc import Callable

from toolkit.core.errors import printable
from toolkit.core.telling.language import Language, find_language, isolated, read_words
from toolkit.core.telling.teller import Entry, citing, matching

SENTENCES: dict[str, Entry] = read_words("workbench.serving")["says"]
"""The sentences of all servers by their keys: the English one as ``reason``, and the Persian one."""


def apart(_place: str, text: str, _said: Language) -> str:
    """Return what stands in a place: what is no number comes from outside, and stands apart."""
    return text if text.isdecimal() else isolated(printable(text))


def say(
    sentence: str,
    language: str,
    sentences: dict[str, Entry] = SENTENCES,
    named: Callable[[str, str, Language], str] = apart,
) -> str:
    """Return one of some sentences in a language; `named` says what people call what stands in a place.

    One that has no words, such as what is wrong with a line that no page sends, is told as it is.
    """
    if language == "en" or not sentence:
        return sentence
    said = find_language(language)
    entry, places = matching(sentence, sentences)
    if entry is None:
        return said.finished(said.refused.format(isolated(printable(sentence))))
    told = said.filled(entry[language], {place: named(place, text, said) for place, text in places.items()})
    return said.finished(citing(told, sentence))
