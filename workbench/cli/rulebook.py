"""``tobago rule``: what a rule says that a message names by its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, partial
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games import SHIPPED
from workbench.cli.choices import LANGUAGES, OneOf
from workbench.cli.completing import completed, rule_words
from workbench.cli.options import Json, argument, command, option
from workbench.cli.printing import styled, table_of, tell

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.games.rulebook import Rule


@command(epilog="Example: tobago rule T-17")
def rule(
    *,
    words: tuple[str, ...] = argument("[GAME] [NUMBER]...", completed(rule_words)),
    lang: str = option("LANG", "en or fa.", type=OneOf("language", LANGUAGES), default="en"),
    as_json: Json,
) -> None:
    """Tell what a rule such as T-17 says, or list the rules of GAME.

    Numbers may be written t17, and as ranges: T-24 to T-31. Tobago and Mangrovia both have worked examples
    E-1, E-2 ...; GAME says of which game they are meant.
    """
    from toolkit.games.rulebook import find_rules, rules_of

    game, numbers = _asked(words)
    found = [one for number in numbers for one in find_rules(number, game, lang)]
    if found:
        tell(as_json, _data, partial(told, language=lang), tuple(dict.fromkeys(found)))
    elif game:
        tell(as_json, _data, partial(_listed, language=lang), rules_of(game, lang))
    else:
        raise click.UsageError("say a number, such as T-17, or a game, whose rules are listed then")


def _asked(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the game that is named first, if one is, and the numbers and ranges."""
    first = words[0].lower() if words else ""
    game = first if first in SHIPPED else None
    if first.isalpha() and not game:
        raise ToolkitError(f"no game or rule {quote(words[0])}{did_you_mean(first, SHIPPED, 'games')}")
    return game, re.findall(r"[^\s,]+(?: to [^\s,]+)?", " ".join(words[1:] if game else words))


def _data(found: Sequence[Rule]) -> dict[str, Any]:
    """Return rules as JSON data, ``toolkit-rules/1``."""
    return {"format": "toolkit-rules/1", "rules": [one.to_dict() for one in found]}


def told(found: Sequence[Rule], language: str) -> Iterator[RenderableType]:
    """Yield each rule below its number, in lines as wide as the terminal."""
    from toolkit.core.telling.language import find_language, isolated

    said, width = find_language(language), get_terminal_size().columns
    for place, one in enumerate(found):
        number = said.finished(isolated(one.number))
        where = fill(f"{number} ({_title(one.game, language)}: {one.heading})", width)
        yield styled("\n" * (place > 0), (number, "bold"), where.removeprefix(number))
        lines = one.text.splitlines()
        deeper = "  " if len(lines) == 1 else "    "  # the cells of a table begin further left
        yield from (
            styled(fill(line, width, initial_indent="  ", subsequent_indent=deeper)) for line in lines
        )
        if one.marks:
            marks = said.semicolon.join(f"[{isolated(mark)}] {meaning}" for mark, meaning in one.marks)
            filled = fill(
                said.finished(f"({marks})", capital=False), width, initial_indent="  ", subsequent_indent="  "
            )
            yield styled((filled, "dim"))


@cache
def _title(game: str, language: str) -> str:
    """Return what people call a game."""
    from toolkit.core.telling.language import read_words

    return str(read_words(f"toolkit.games.{game}")["names"]["game"]["title"][language])


def _listed(found: Sequence[Rule], language: str) -> Iterator[RenderableType]:
    """Yield a table of what rules are about, with their numbers."""
    from toolkit.core.telling.language import find_language, isolated, read_words

    said, words = find_language(language), read_words("workbench.cli.play")["rules"]
    headings: dict[str, list[str]] = {}
    for one in found:
        headings.setdefault(one.heading, []).append(said.finished(isolated(one.number)))
    rows = [(heading, said.listed(numbers)) for heading, numbers in headings.items()]
    yield table_of(words["about"][language], words["rules"][language], rows=rows)
    places = {"count": len(found), "command": isolated("tobago rule NUMBER")}
    yield styled(said.finished(said.filled(words["in_all"][language], places)))
