"""The command ``table``: a game on the phones of those who play it, or at this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError
from workbench.cli import games
from workbench.cli.choices import BOTS, PERSON, REMEMBERING, Whole
from workbench.cli.completing import bots, complete_file, completed, game_names
from workbench.cli.files import STDIN
from workbench.cli.messages import say
from workbench.cli.printing import print_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from workbench.table.seats import Seats
    from workbench.table.session import Session
    from workbench.table.table import Table

_ENDING = ".table"


@click.command(epilog="Example: tobago table --game silver --seats me,me,greedy --lan")
@click.argument("file", metavar="[FILE]", required=False, shell_complete=complete_file)
@click.option(
    "--game", metavar="GAME", shell_complete=completed(game_names), help="Deal a whole game of this kind."
)
@click.option(
    "--seats",
    metavar="NAME,NAME,...",
    shell_complete=completed(lambda ctx: [PERSON, *bots(ctx)], listed=True),
    help="Who plays a whole game, such as me,me,greedy: me (or me:NAME) for a phone, or a bot: "
    f"{', '.join(BOTS)}; in Silver also {', '.join(REMEMBERING)}.",
)
@games.edition_option
@games.rules_option
@games.seed_option
@click.option("--lan", is_flag=True, help="Let phones in the same network come, not only this machine.")
@click.option("--port", metavar="N", type=Whole(1, 65535), help="Listen at this port.")
@click.option("--read-only", is_flag=True, help="Let people look on; nothing can be done.")
@click.option("--new", is_flag=True, help="Begin another table, beside the one that is there.")
def table(
    file: str | None,
    game: str | None,
    seats: str | None,
    edition: str | None,
    settings: tuple[str, ...],
    seed: int | str | None,
    lan: bool,
    port: int | None,
    read_only: bool,
    new: bool,
) -> None:
    """Serve a table to phones, and print the address that they open.

    FILE is where the table is kept: it goes on with what is there. It is not meant for the internet: who has
    the address may look on, and take a free seat.
    """
    if file == STDIN:
        raise click.UsageError("a table is kept in a file, not in -")
    try:
        from workbench.table.serve import Serving
    except ImportError as error:
        if error.name not in ("starlette", "uvicorn", "segno", "anyio"):
            raise
        raise ToolkitError(
            'tables need starlette, uvicorn and segno: pip install "tobago-toolkit[table]"'
        ) from None
    path = _path(file, game, new=new)
    opened = _opened(path, game, seats, edition, settings, seed)
    serving = Serving(opened, lan=lan, port=port, read_only=read_only)

    def began() -> None:
        print_text(f"{serving.address}\n")
        if sys.stderr is not None and sys.stderr.isatty():
            say(serving.code())
        say(_told(path, lan))

    serving.run(began)


def _path(file: str | None, game: str | None, *, new: bool) -> Path:
    """Return the file in which a table is kept."""
    path = Path(file) if file else Path(f"{game or 'tobago'}{_ENDING}")
    number = 2
    stem = path
    while new and path.exists():
        path = stem.with_name(f"{stem.stem}-{number}{stem.suffix}")
        number += 1
    return path


def _opened(
    path: Path, game: str | None, seats: str | None, edition: str | None, settings: tuple[str, ...], seed: Any
) -> Table:
    """Return the table of a file, begun if it is new."""
    import secrets

    from toolkit.core.game import find_game
    from workbench.table.dealt import begin, check_seats
    from workbench.table.store import Store
    from workbench.table.table import Table

    if game is None:
        raise ToolkitError("--game is missing")
    there = path.exists()
    names = seats.split(",") if seats else []
    found = find_game(game)
    if not there and not names:
        raise click.UsageError("--seats is missing, such as --seats me,me,greedy")
    if not there:
        check_seats(names, game)
    store = Store(path)
    if there:
        say(f"{path} is there already: the table goes on (--new begins another one)", "note")
    else:
        chosen = secrets.randbits(64) if seed is None else seed
        head = begin(found, names, games.rules_of(found, edition, settings), chosen)
        store.add({"token": secrets.token_urlsafe(16), **head})
    return Table(store, _session)


def _session(head: Mapping[str, Any], seats: Seats) -> Session:
    from workbench.table.dealt import Dealt

    return Dealt(head, seats)


def _told(path: Path, lan: bool) -> str:
    reach = (
        "who is in the same network and has the address can play"
        if lan
        else "for this machine alone; --lan opens it"
    )
    return f"The table is kept in {path}; {reach}. Ctrl-C ends it, and the same command goes on."
