"""The command ``table``: a game on the phones of those who play it, or on this machine alone."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from shlex import join
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
    from workbench.table.opening import Wanted, WantedPrinted
    from workbench.table.serve import Serving
    from workbench.table.table import Table

_NEEDED = ("starlette", "uvicorn", "segno")


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
@click.option(
    "--address", metavar="HOST", help="With --lan: what phones call this machine, if it is found wrongly."
)
@click.option("--port", metavar="N", type=Whole(1, 65535), help="Listen at this port.")
@click.option(
    "--public",
    metavar="URL",
    help="The address of a proxy with TLS before it, such as https://table.example.org.",
)
@click.option("--read-only", is_flag=True, help="Let people look on; nothing can be done.")
@click.option("--text", is_flag=True, help="Tell the printed game in this terminal, without a server.")
@click.option(
    "--until",
    metavar="N",
    type=Whole(1),
    help="Open the table as it was after event N; the file as it is now is kept beside it.",
)
@click.option("--new", is_flag=True, help="Begin another table beside the one that is there.")
def table(
    file: str | None,
    game: str | None,
    seats: str | None,
    edition: str | None,
    settings: tuple[str, ...],
    seed: int | str | None,
    lan: bool,
    address: str | None,
    port: int | None,
    public: str | None,
    read_only: bool,
    text: bool,
    until: int | None,
    new: bool,
) -> int:
    """Serve a table to phones, and print the address that they open: the printed Tobago, or any GAME.

    FILE keeps the table: what is there goes on. From a position file of Tobago a new table begins, kept in
    a file of its own; without FILE it is GAME.table in this folder. With --text its lines are typed here. Who
    has the address may look on and take a free seat: it is for the people in a room, not for the internet.
    """
    from toolkit.core.game import game_names as games_of_the_toolkit

    if file == STDIN:
        raise click.UsageError("a table is kept in a file, not in -")
    if file and not game and file in games_of_the_toolkit() and not Path(file).exists():
        raise click.UsageError(f"{file} is a game: --game {file} deals it, and the file may be left out")
    if address and not lan:
        raise click.UsageError("--address goes with --lan")
    if address and public:
        raise click.UsageError("phones open one address: --address or --public")
    if text and (lan or port or public):
        raise click.UsageError("--text needs no server: --lan, --port and --public are for phones")
    if until and new:
        raise click.UsageError("--until goes on with the table that is there, --new begins another one")
    try:
        from workbench.table.opening import WantedPrinted, file_of
        from workbench.table.serve import Serving, origin
    except ImportError as error:
        if str(error.name).partition(".")[0] not in _NEEDED:
            raise
        raise ToolkitError(f'tables need {error.name}: pip install "tobago-toolkit[table]"') from None
    public = None if public is None else origin(public)
    if public and not public.startswith("https:"):
        raise click.UsageError("--public is the address of a proxy with TLS: it begins with https://")
    path, position = file_of(Path(file) if file else None, game, new=new)
    wanted: Wanted | WantedPrinted
    if game is None:
        if seats or edition or settings or seed is not None:
            raise click.UsageError("seats, rules and seed are those of a whole game: --game names it")
        wanted = WantedPrinted(path, position)
    else:
        wanted = _wanted(game, seats, edition, settings, seed)
    opened = _opened(path, wanted, read_only=read_only, until=until)
    if text:
        from workbench.cli.tobago.telling import tell_table

        try:
            return tell_table(opened, path)
        finally:
            opened.end()
    serving = Serving(opened, lan=lan, name=address, port=port, public=public, read_only=read_only)
    own = seats and games.named_own(seats.split(","))
    options = {
        "game": game if own else None,
        "seats": seats if own else None,
        "lan": lan,
        "address": address,
        "port": port,
        "public": public,
    }
    _serve(serving, path, options)
    return 0


def _wanted(
    game: str, seats: str | None, edition: str | None, settings: tuple[str, ...], seed: int | str | None
) -> Wanted:
    """Return the game that the options tell."""
    from toolkit.core.game import find_game
    from workbench.table.opening import Wanted

    names = seats.split(",") if seats else ()
    games.let_in(names)
    found = find_game(game)
    rules = games.rules_of(found, edition, settings) if edition or settings else None
    return Wanted(found, names, rules, seed)


def _opened(path: Path, wanted: Wanted | WantedPrinted, *, read_only: bool, until: int | None) -> Table:
    """Return the table of a file, and say so when it goes on."""
    from workbench.table.opening import open_table

    there = path.exists() and path.stat().st_size

    def check(head: Mapping[str, Any]) -> None:
        wanted.check(head, path)

    opened = open_table(path, wanted.begin, check, read_only=read_only, until=until)
    if opened.aside:
        say(f"{path} goes on after event {opened.seq}; as it was, it is kept in {opened.aside}", "note")
    elif read_only:
        say(f"{path} is read only: people look on, and nothing is written", "note")
    elif there:
        over = " its game is over," if opened.session.phase == "over" else ""
        say(f"{path} goes on where it was;{over} --new begins another one beside it", "note")
    return opened


def _serve(serving: Serving, path: Path, options: Mapping[str, object]) -> None:
    """Serve until Ctrl-C or SIGTERM; print the address when phones can come, and what to type to go on."""
    words = ["tobago", "table", str(path)]
    for option, value in options.items():
        if value:
            words += [f"--{option}"] if value is True else [f"--{option}", str(value)]

    def began() -> None:
        print_text(f"{serving.address}\n")
        if sys.stderr is not None and sys.stderr.isatty():
            say(serving.code())
        say(f"The table is kept in {path}. {serving.reach} Ctrl-C ends it, and '{join(words)}' goes on.")

    serving.run(began)
