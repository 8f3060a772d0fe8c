"""The commands ``games`` and ``play``; ``replay`` has a file of its own."""

from __future__ import annotations

from pathlib import Path

import click

from workbench.cli.common import STDIN, complete_file, json_option, print_json, print_rich
from workbench.cli.game_options import edition_option, game_argument, rules_of, rules_option, seed_option


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@json_option
def games(game: str | None, as_json: bool) -> int:
    """List the games, or with GAME its editions and the rules that --rules can change."""
    from toolkit.core.game import find_game, game_names
    from workbench.cli.play import payloads, tables

    found = [find_game(name) for name in ([game] if game else game_names())]
    if as_json:
        print_json(payloads.games(found))
    elif game:
        print_rich(*tables.rules(found[0]))
    else:
        print_rich(tables.games(found))
    return 0


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
    save: str | None,
    earlier: str | None,
) -> int:
    """Play a game in the terminal, against bots or with several persons at one terminal.

    Everybody sees only what they may see. Type an action or its number; help tells the rest.
    """
    from toolkit.core.game import find_game
    from workbench.cli.play.session import continued_session, new_session

    if STDIN in (save, earlier):
        raise click.UsageError("a game that is played is kept in a file, not in -")
    found, seats = find_game(game), players.split(",") if players else None
    path = Path(save) if save else None
    if earlier is None:
        if seats is None:
            raise click.UsageError("--players is missing, such as --players me,greedy")
        session = new_session(found, rules_of(found, edition, settings), seats, seed, path)
    elif seed is None and edition is None and not settings:
        session = continued_session(found, seats, Path(earlier), path)
    else:
        raise click.UsageError("--continue goes on with the seed, the edition and the rules of that game")
    session.run()
    return 0
