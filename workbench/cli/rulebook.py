"""``tobago rule``: what a rule says that a message names by its number."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.games import SHIPPED
from workbench.cli.completing import completed, rule_words
from workbench.cli.options import Json, argument, command
from workbench.cli.printing import styled, table_of, tell

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.games.rulebook import Rule


@command(epilog="Example: tobago rule T-17")
def rule(
    *, words: tuple[str, ...] = argument("[GAME] [NUMBER]...", completed(rule_words)), as_json: Json
) -> None:
    """Tell what a rule such as T-17 says, or list the rules of GAME.

    Numbers may be written t17, and as ranges: T-24 to T-31. Tobago and Mangrovia both have worked examples
    E-1, E-2 ...; GAME says of which game they are meant.
    """
    from toolkit.games.rulebook import find_rules, rules_of

    game, numbers = _asked(words)
    found = [one for number in numbers for one in find_rules(number, game)]
    if found:
        tell(as_json, _data, told, tuple(dict.fromkeys(found)))
    elif game:
        tell(as_json, _data, _listed, rules_of(game))
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
    rules = [
        {
            "number": one.number,
            "game": one.game,
            "heading": one.heading,
            "text": one.text,
            "marks": dict(one.marks),
        }
        for one in found
    ]
    return {"format": "toolkit-rules/1", "rules": rules}


def told(found: Sequence[Rule]) -> Iterator[RenderableType]:
    """Yield each rule below its number, in lines as wide as the terminal."""
    width = get_terminal_size().columns
    for place, one in enumerate(found):
        where = fill(f"{one.number} ({one.game.capitalize()}: {one.heading})", width)
        yield styled("\n" * (place > 0), (one.number, "bold"), where.removeprefix(one.number))
        lines = one.text.splitlines()
        deeper = "  " if len(lines) == 1 else "    "  # the cells of a table begin further left
        yield from (
            styled(fill(line, width, initial_indent="  ", subsequent_indent=deeper)) for line in lines
        )
        if one.marks:
            marks = "; ".join(f"[{mark}] {meaning}" for mark, meaning in one.marks)
            filled = fill(f"({marks})", width, initial_indent="  ", subsequent_indent="  ")
            yield styled((filled, "dim"))


def _listed(found: Sequence[Rule]) -> Iterator[RenderableType]:
    """Yield a table of what rules are about, with their numbers."""
    headings: dict[str, list[str]] = {}
    for one in found:
        headings.setdefault(one.heading, []).append(one.number)
    rows = [(heading, ", ".join(numbers)) for heading, numbers in headings.items()]
    yield table_of("about", "rules", rows=rows)
    yield styled(f"{len(found)} in all; tobago rule NUMBER tells one")
