"""The commands ``games`` and ``play``; ``replay`` has a file of its own."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import STDIN, complete_file, json_option, print_json, print_rich, table_of
from workbench.cli.game_options import (
    edition_option,
    game_argument,
    rule_word,
    rule_words,
    rules_of,
    rules_option,
    seed_option,
)

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.core.game import Game


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@json_option
def games(game: str | None, as_json: bool) -> int:
    """List the games, or with GAME its editions and the rules that --rules can change."""
    from toolkit.core.game import find_game, game_names

    found = [find_game(name) for name in ([game] if game else game_names())]
    if as_json:
        print_json({"format": "toolkit-games/1", "games": [_described(one) for one in found]})
    elif game:
        print_rich(*_rules(found[0]))
    else:
        rows = [(one.name, one.title, _numbers(one), "\n".join(one.editions)) for one in found]
        print_rich(table_of("game", "title", "players", "editions", rows=rows))
    return 0


def _described(game: Game[Any, Any]) -> dict[str, Any]:
    """Return a game with its editions (the rules that differ from the defaults) and its rules."""
    from toolkit.core.game import rules_to_dict

    usual, words = game.Rules(), rule_words(game)
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.players),
        "editions": {name: rules_to_dict(rules) for name, rules in game.editions.items()},
        "rules": {
            field.name: {"default": getattr(usual, field.name), "values": words[field.name]}
            for field in fields(usual)
        },
    }


def _rules(game: Game[Any, Any]) -> list[RenderableType]:
    """Return what a game can be played by: its editions, and its rules with their values."""
    from rich.text import Text

    from toolkit.core.game import rules_to_dict

    editions = []
    for name, chosen in game.editions.items():
        differ = [f"{rule}={rule_word(value)}" for rule, value in rules_to_dict(chosen).items()]
        editions.append((name, ", ".join(differ) or "-"))
    default = next(iter(game.editions.values()))
    rules = [
        (name, rule_word(getattr(default, name)), " | ".join(words))
        for name, words in rule_words(game).items()
    ]
    return [
        Text(f"{game.title} ({game.name}), {_numbers(game)} players"),
        table_of("edition", "its rules, where they differ", rows=editions),
        table_of("rule", "default", "values", rows=rules),
    ]


def _numbers(game: Game[Any, Any]) -> str:
    few, many = game.players[0], game.players[-1]
    return str(few) if few == many else f"{few} to {many}"


@click.command()
@game_argument
@click.option(
    "--players",
    metavar="NAME,NAME,...",
    help="Who sits where: me (or me:NAME) for a person, random, greedy, ismcts, ismcts:400 or in Silver "
    "remembering:0.97, remembering:power:1:0.5, remembering:last:7 for a bot.",
)
@seed_option
@edition_option
@rules_option
@click.option(
    "--from",
    "position",
    metavar="FILE",
    shell_complete=complete_file,
    help="Go on from this position file; you sit on the seat that asks, against greedy, unless --players "
    "says otherwise.",
)
@click.option("--save", metavar="FILE", shell_complete=complete_file, help="Keep the game in this new file.")
@click.option(
    "--continue", "earlier", metavar="FILE", shell_complete=complete_file, help="Go on with a saved game."
)
def play(
    game: str,
    players: str | None,
    seed: int | str | None,
    edition: str | None,
    settings: tuple[str, ...],
    position: str | None,
    save: str | None,
    earlier: str | None,
) -> int:
    """Play a game in the terminal, against bots or with several persons at one terminal.

    Everybody sees only what they may see. Type an action or its number; help tells the rest. From a position
    file the cards that it does not tell are dealt by chance, as --seed has it.
    """
    from toolkit.core.game import find_game
    from workbench.cli.play.session import continued_session, new_session, session_from

    if STDIN in (save, earlier, position):
        raise click.UsageError("a game that is played is kept in a file, not in -")
    found, seats = find_game(game), players.split(",") if players else None
    path = Path(save) if save else None
    if position and (earlier or edition or settings):
        raise click.UsageError(
            "--from goes without --continue, --edition and --rules: the position file has the rules"
        )
    if position:
        session = session_from(found, Path(position), seats, seed, path)
    elif earlier is None:
        if seats is None:
            raise click.UsageError("--players is missing, such as --players me,greedy")
        session = new_session(found, rules_of(found, edition, settings), seats, seed, path)
    elif seed is None and edition is None and not settings:
        session = continued_session(found, seats, Path(earlier), path)
    else:
        raise click.UsageError("--continue goes on with the seed, the edition and the rules of that game")
    session.run()
    return 0
