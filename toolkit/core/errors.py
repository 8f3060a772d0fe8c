"""The one exception hierarchy, and the nearest valid spelling of a mistyped word."""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST_WORD = 60  # difflib takes quadratic time: nobody mistypes a longer word
_MOST_WORDS = 5_000


class ToolkitError(ValueError):
    """The base of every error that this distribution raises on bad input."""


def nearest(word: str, valid: Iterable[str]) -> str | None:
    """Return the valid spelling closest to `word`, or None when nothing is close.

    >>> nearest("jungel", ["jungle", "lake"])
    'jungle'
    """
    if len(word) > _LONGEST_WORD:
        return None
    words = sorted(valid)
    folded = {w.lower(): w for w in reversed(words[:_MOST_WORDS])}
    match = get_close_matches(word.lower(), folded, n=1, cutoff=0.5)
    return folded[match[0]] if match else None


def quote(text: object, longest: int = 60) -> str:
    """Return the offending text in quotes, printable on any terminal and cut to a readable length."""
    shown = ascii(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


def did_you_mean(word: str, valid: Iterable[str]) -> str:
    """Return ``"; did you mean 'jungle'?"`` for the nearest valid spelling, or an empty text."""
    match = nearest(word, valid)
    return f"; did you mean {match!r}?" if match else ""
