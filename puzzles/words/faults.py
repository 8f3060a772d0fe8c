"""Why lines are no puzzle (`puzzles.format.text`), told in the language of who reads it.

The code says it in English; ``[faults]`` of the catalogs has these sentences with places for what varies.
"""

from __future__ import annotations

import re
from ast import literal_eval
from functools import cache

from puzzles.words import Words, words
from toolkit.core.errors import printable
from toolkit.core.telling.language import isolated
from toolkit.core.telling.teller import Entry, citing, matching

_HINT = re.compile("(.*?)(?:; ((?:did you mean '|the (?:kinds|islands) are |it is one of ).*))?", re.DOTALL)
# `quote` writes in letters of all terminals, and may cut a text off within one of these
_ESCAPE = re.compile(r"\\(?:x[0-9a-f]{2}|u[0-9a-f]{4}|U000[0-9a-f]{5}|U0010[0-9a-f]{4}|[nrt\\'\"])")
_BETWEEN = re.compile(", | and | ")


def say_fault(problem: str, say: Words) -> str:
    """Return what is wrong with a puzzle in the words of a language, with what could stand there."""
    if say.lang == "en":
        return problem
    found = _HINT.fullmatch(problem)
    bare, hint = found.groups() if found else (problem, None)
    told = [citing(_told(bare, say), bare), *([_told(hint, say)] if hint else [])]
    return say.language.finished(say.language.semicolon.join(told))


@cache
def _entries(lang: str) -> dict[str, Entry]:
    """Return the sentences by their keys: that of the code as ``reason``, and that of the language."""
    english, other = words("en").texts, words(lang).texts
    return {key: {"reason": english[key], lang: other[key]} for key in english if key.startswith("faults.")}


def _told(problem: str, say: Words) -> str:
    """Return a sentence of the code in another language; one that has no words as it is."""
    entry, places = matching(problem, _entries(say.lang))
    if entry is None:
        return isolated(printable(problem))
    return say.language.filled(
        entry[say.lang], {name: _placed(name, text, say) for name, text in places.items()}
    )


def _placed(place: str, text: str, say: Words) -> str:
    """Return what stands in a place of a sentence."""
    match place:
        case "kind":
            return text
        case "problem":
            return _told(text, say)
        case "colour":
            return say.text(f"colours.{text}")
        case "landmark":
            return say.text(f"landmarks.{text.removesuffix('s')}.one")
        case "puzzle":
            return say.text("page.quoted", text=say.text(f"kinds.{text}.name"))
        case "plural" | "others":
            return say.text(f"subjects.{text}")
        case "words":
            return say.listed([isolated(word) for word in _BETWEEN.split(text)])
        case "found" if not text.startswith(("'", '"')):
            return _told(text, say)
    if re.fullmatch("[0-9,]+", text):
        return say.language.number(text)
    read = _ESCAPE.sub(lambda code: literal_eval(f'"{code[0]}"'), text.strip("'\""))
    return say.text("page.quoted", text=isolated(printable(read)))
