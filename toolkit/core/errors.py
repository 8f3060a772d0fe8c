"""The one exception hierarchy, and the nearest valid spelling of a mistyped word."""

from __future__ import annotations

import re
from collections.abc import Iterable

_LONGEST_WORD = 60  # difflib takes quadratic time: nobody mistypes a longer word
_MOST_WORDS = 5_000
_SHORT = 4  # letters of a word of which half may be wrong
_SURE = 0.75  # as close as 'gray' is to 'grey'


class ToolkitError(ValueError):
    """The base of every error that this distribution raises on bad input."""


def nearest(word: str, valid: Iterable[str], close: float | None = None) -> str | None:
    """Return the valid spelling closest to `word`, or None when nothing is `close` (1 for equal words).

    Unless it is said, 0.6 is, and 0.5 for a short word.

    >>> nearest("jungel", ["jungle", "lake"])
    'jungle'
    """
    from difflib import SequenceMatcher  # nobody needs it who types no mistakes

    if len(word) > _LONGEST_WORD:
        return None
    if close is None:
        close = 0.5 if len(word) <= _SHORT else 0.6
    words = sorted(valid)
    folded = {w.lower(): w for w in reversed(words[:_MOST_WORDS])}
    matcher = SequenceMatcher(b=word.lower())
    best, score = None, 0.0
    for candidate in sorted(folded):
        matcher.set_seq1(candidate)
        bounds = matcher.real_quick_ratio, matcher.quick_ratio  # quick to tell, and never below the ratio
        if all(bound() >= max(close, score) for bound in bounds) and matcher.ratio() > score:
            best, score = folded[candidate], matcher.ratio()
    return best if score >= close else None


def quote(text: object, longest: int = 60) -> str:
    """Return the offending text in quotes, cut to a readable length.

    Letters of any script stay as they are; what is not to be seen or turns the writing is an escape.
    """
    shown = repr(text)
    return shown if len(shown) <= longest else f"{shown[: longest - 3]}..."


_ACTS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
_ISOLATE = re.compile("\u2068([^\u2066-\u2069\u202a-\u202e]*)\u2069")


def printable(text: str) -> str:
    r"""Return a text on one line in which all that would act on a terminal is written as an escape.

    That is control characters, ends of lines, changes of the direction of writing, halves of surrogate pairs.
    What writing needs stays, such as the joiners of Persian.

    >>> printable("\x1b[2Jred"), printable("me\n1 you")
    ('\\x1b[2Jred', 'me\\n1 you')
    """
    return _ACTS.sub(lambda found: ascii(found[0])[1:-1], text)


def harmless(text: str) -> str:
    """Return lines in which only the ends of lines act on a terminal (`printable`), and whole isolates.

    What stands between the two marks of an isolate turns nothing round it: so it may have its own direction.
    """
    return "\n".join(map(_isolating, text.split("\n")))


def _isolating(line: str) -> str:
    parts = _ISOLATE.split(line)  # texts around isolates and within them by turns
    return "".join(
        f"\u2068{printable(part)}\u2069" if n % 2 else printable(part) for n, part in enumerate(parts)
    )


def did_you_mean(word: str, valid: Iterable[str], plural: str = "", *, close: float | None = None) -> str:
    """Return ``"; did you mean 'jungle'?"`` for the nearest valid spelling.

    Where none is, an empty text. If the valid words have a name, their `plural`, all of them are told unless
    one is surely meant.

    >>> did_you_mean("xyz", ["en", "fa"], "languages")
    '; the languages are en, fa'
    >>> did_you_mean("eng", ["en", "fa"], "languages")
    "; did you mean 'en'?"
    """
    words = list(valid)
    match, listed = nearest(word, words, close), f"he {plural} are {', '.join(words)}"
    if match and (not plural or nearest(word, words, _SURE)):
        return f"; did you mean {match!r}?"
    if match:
        return f"; did you mean {match!r}? T{listed}"
    return f"; t{listed}" if plural and words else ""


def suggestion_in(problem: str) -> str | None:
    """Return the spelling that `did_you_mean` suggests in the words of an error, if it does.

    >>> suggestion_in("no clue 'in jungel'; did you mean 'in jungle'?")
    'in jungle'
    """
    found = re.search(r"did you mean (['\"])(.*?)\1\?", problem, re.DOTALL)
    return found[2] if found else None


def in_words(error: Exception) -> str:
    """Return an error in words for people: of a file its name and what is wrong, without the number.

    Of an encoding it is what that cannot write or read.

    >>> in_words(FileNotFoundError(2, "No such file or directory", "game.jsonl"))
    'game.jsonl: no such file or directory'
    """
    if isinstance(error, UnicodeEncodeError):
        lacking = quote(error.object[error.start : error.end])
        if error.reason == "surrogates not allowed":
            return f"{lacking} is half a letter, no text"
        return f"the encoding {error.encoding} cannot write {lacking}: set PYTHONIOENCODING=utf-8"
    if isinstance(error, UnicodeDecodeError):
        byte = f"{error.object[error.start]:#04x}"
        return (
            f"the encoding {error.encoding} cannot read the byte {byte}: say in PYTHONIOENCODING what it is"
        )
    if not isinstance(error, OSError) or not error.strerror:
        return str(error)
    name = "" if error.filename is None else f"{printable(str(error.filename))}: "
    return f"{name}{error.strerror[0].lower()}{error.strerror[1:]}"
