"""What the table itself says, in the language of who reads it: refusals, notes, what a set-up lacks.

It has its sentences as all servers have theirs (`workbench.serving.words`), in its own ``words.toml``.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from puzzles.words import say_clue, words
from toolkit.core.errors import ToolkitError
from toolkit.core.telling.language import Language, isolated, read_words
from toolkit.games.tobago.clues import Clue
from workbench.serving import words as serving
from workbench.table.session import Speech

SENTENCES = {**serving.SENTENCES, **read_words("workbench.table")["says"]}
"""The sentences of the table by their keys: the English one as ``reason``, and the Persian one."""


def spoken(speech: Speech) -> Literal["en", "fa"]:
    """Return the language of a speech: beside the notation of records English is spoken."""
    return "en" if speech == "notation" else speech


def say(sentence: str, language: str) -> str:
    """Return a sentence of the table in a language."""
    return serving.say(sentence, language, SENTENCES, _named)


def _named(place: str, text: str, said: Language) -> str:
    """Return what people call what stands in a place; what comes from outside stands apart."""
    match place:
        case "bot":
            return isolated(said.bot(text))
        case "colours":
            return said.listed([_named("colour", one, said) for one in text.split(", ")])
        case "missing":
            return said.semicolon.join(say(one, said.code) for one in text.split("; "))
        case "clue":
            with suppress(ToolkitError):
                return say_clue(Clue.parse(text.strip("'")), said.code)
        case "colour" | "landmark":
            bare, texts = text.strip("'"), words(said.code).texts
            keys = (f"table.common.{bare}", f"colours.{bare}", f"landmarks.{bare}.one")
            if named := next((texts[key] for key in keys if key in texts), ""):
                return named
    return serving.apart(place, text, said)
