"""``tobago note GAME FILE``: a printed game, noted line by line as it happens by one of those who play."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from toolkit.core.errors import ToolkitError, quote
from workbench.cli.files import STDIN
from workbench.cli.games import RuleOptions
from workbench.cli.options import File, GameName, command, option
from workbench.cli.play.commands import Speech


@command(epilog="Example: tobago note silver evening.txt --players me,Ben,Cleo")
def note(
    *,
    game: GameName,
    file: File,
    players: str | None = option(
        "NAME,NAME,...",
        "Who plays, in the order of the turns: me (or me:NAME) is who writes. For a new FILE.",
    ),
    by: RuleOptions,
    speech: Speech,
) -> int:
    """Note a printed game as it happens: what lies where, what it allows, advice, odds.

    FILE is a text with a line for each thing that happened, written after every line, and read again when the
    command goes on with it. Lines come from the terminal, or from standard input (then the status is 1 if one
    was refused). Type help.
    """
    from toolkit.core.game import find_game
    from workbench.cli.play.noting import Notes, Session

    path = Path(file)
    if file == STDIN:
        raise click.UsageError("a game is noted in a file, not in -")
    if sys.stdin is None:
        raise ToolkitError("standard input is closed: no line will come")
    if not path.parent.is_dir():
        raise ToolkitError(f"no folder {quote(str(path.parent))} for the file")
    if path.exists() and (players or by or speech.notation):
        said = "--players, --edition, --rules and --notation"
        raise click.UsageError(f"{said} are for a new file: this one has them")
    found = find_game(game)
    if path.exists():
        notes = Notes.read(found, path)
    elif players:
        names = [name.strip() for name in players.split(",")]
        notes = Notes.begun(found, names, by.of(found), notation=speech.notation)
    else:
        raise click.UsageError("--players is missing, such as --players me,Ben,Cleo")
    if notes.notation and speech.lang != "en":
        raise click.UsageError("--lang goes without the notation, in which the lines of this file are")
    return Session(path, found, notes, speech.lang).run()
