"""`Words`: the catalog of one language, ``en.toml`` or ``fa.toml``, with its digits, lists and plurals."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files

from toolkit.core.errors import ToolkitError, did_you_mean, quote

LANGUAGES = ("en", "fa")
"""The languages that have a catalog."""


class WordsError(ToolkitError):
    """A language without a catalog, or something that a catalog has no words for."""


class Words:
    """The texts of one language by dotted keys, such as ``kinds.lie.name``; parts in braces are filled in."""

    def __init__(self, lang: str, texts: Mapping[str, str]) -> None:
        self.lang = lang
        self.texts = texts

    def text(self, key: str, /, **parts: str) -> str:
        """Return a text with its parts filled in; `WordsError` with the nearest key for an unknown one."""
        if key not in self.texts:
            raise WordsError(f"{self.lang}: no words for {quote(key)}{did_you_mean(key, self.texts)}")
        return self.texts[key].format_map(parts)

    def counted(self, key: str, number: int, /, **parts: str) -> str:
        """Return the text for a number of things: that of ``key.none``, ``key.one`` or ``key.many``."""
        return self.text(
            f"{key}.{('none', 'one', 'many')[min(number, 2)]}", number=self.number(number), **parts
        )

    def number(self, value: float) -> str:
        """Return a number in the digits of the language, with at most two decimals."""
        digits = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
        signs = str.maketrans("0123456789.", self.text("language.digits") + self.text("language.point"))
        return digits.translate(signs)

    def name(self, name: str) -> str:
        """Return the name of a hex, kept apart from the direction of the text around it."""
        return self.text("language.name", name=name)

    def joined(self, parts: Sequence[str]) -> str:
        """Return a list as people write it, its last two joined by "and"."""
        if len(parts) < 2:
            return "".join(parts)
        return self.text("language.and", before=self.listed(parts[:-1]), last=parts[-1])

    def listed(self, parts: Sequence[str]) -> str:
        """Return a list with the commas of the language."""
        return self.text("language.comma").join(parts)


@cache
def words(lang: str) -> Words:
    """Return the catalog of a language; `WordsError` for one that has none.

    >>> words("en").text("colours.grey")
    'grey'
    """
    if lang not in LANGUAGES:
        raise WordsError(f"no language {quote(lang)}{did_you_mean(lang, LANGUAGES, 'languages')}")
    text = files("puzzles.words").joinpath(f"{lang}.toml").read_text(encoding="utf-8")
    return Words(lang, dict(_flat("", tomllib.loads(text))))


def _flat(prefix: str, table: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(f"{prefix}{key}.", value)
        else:
            yield f"{prefix}{key}", str(value)
