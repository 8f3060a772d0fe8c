"""The tables of ``tobago games``, and how the tables of a game look."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.table import Table
from rich.text import Text

from toolkit.core.game import rules_to_dict
from workbench.cli.game_options import rule_word, rule_words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from rich.console import RenderableType

    from toolkit.core.game import Game


def games(found: Iterable[Game[Any, Any]]) -> Table:
    """Return the games with their numbers of players and their editions."""
    table = plain("game", "title", "players", "editions")
    for game in found:
        table.add_row(game.name, game.title, _numbers(game), "\n".join(game.editions))
    return table


def rules(game: Game[Any, Any]) -> list[RenderableType]:
    """Return what a game can be played by: its editions, and its rules with their values."""
    head = Text(f"{game.title} ({game.name}), {_numbers(game)} players")
    editions = plain("edition", "its rules, where they differ")
    for name, chosen in game.editions.items():
        differ = [f"{rule}={rule_word(value)}" for rule, value in rules_to_dict(chosen).items()]
        editions.add_row(name, ", ".join(differ) or "-")
    table = plain("rule", "default", "values")
    default = next(iter(game.editions.values()))
    for name, words in rule_words(game).items():
        table.add_row(name, rule_word(getattr(default, name)), " | ".join(words))
    return [head, editions, table]


def _numbers(game: Game[Any, Any]) -> str:
    few, many = game.players[0], game.players[-1]
    return str(few) if few == many else f"{few} to {many}"


def plain(*columns: str, numbers: Collection[str] = ()) -> Table:
    """Return an empty table; columns of numbers stand to the right."""
    table = Table(header_style="bold")
    for column in columns:
        table.add_column(column, justify="right" if column in numbers else "left", overflow="fold")
    return table
