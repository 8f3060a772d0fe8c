"""The command ``table``: a game on the phones of those who play it, or on this machine alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from shlex import join
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.choices import Whole
from workbench.cli.completing import completed, game_names
from workbench.cli.files import STDIN
from workbench.cli.games import (
    RuleOptions,
    Seed,
    check_number,
    let_in,
    named_own,
    note_of_experts,
    seated,
    seats_option,
)
from workbench.cli.options import OptionalFile, Options, command, option
from workbench.cli.printing import print_text, say

if TYPE_CHECKING:
    from workbench.serving.server import Serving
    from workbench.table.opening import Wanted, WantedNoted, WantedPrinted
    from workbench.table.table import Table

_NEEDED = ("starlette", "uvicorn", "segno")

PRINTED = ("silver",)
"""The games whose printed cards are noted on phones; Tobago's is served without a name."""


class Played(Options):
    """Which whole game is played, if one is: dealt by the server, or at the table with its printed cards."""

    game: str | None = option("GAME", "Deal a whole game of this kind.", completed(game_names))
    printed: bool = option(
        None, "Note the printed game of this kind: me among the seats does so, the others are names."
    )
    advice: bool = option(None, "A whole game: phones are advised in their turns, until the host ends it.")
    no_advice: bool = option(None, "A whole game: this table gives no advice, as usual.")
    seats: str | None = seats_option(
        "Who plays a whole game, such as me,me,greedy: me (or me:NAME) for a phone, or a bot: "
    )
    rules: RuleOptions
    seed: Seed

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.game is None and (self.seats or self.rules or self.seed is not None):
            raise click.UsageError("seats, rules and seed are those of a whole game: --game names it")
        if self.printed and self.game not in PRINTED:
            raise click.UsageError(f"--printed goes with --game {' or '.join(PRINTED)}")
        if self.printed and self.seed is not None:
            raise click.UsageError("--seed is for cards that the server deals: nobody does with --printed")
        if self.advice and self.no_advice:
            raise click.UsageError("--advice or --no-advice")
        if (self.advice or self.no_advice) and self.game is None:
            raise click.UsageError("--advice is for whole games, which --game names: here the log sets hints")

    @property
    def file(self) -> str | None:
        """How the file of the table is called, if it is not named."""
        return f"{self.game}-printed" if self.printed else self.game

    def wanted(self, path: Path, position: Path | None) -> Wanted | WantedNoted | WantedPrinted:
        """Return what the table of a file is to be: this game, or the printed one from a position."""
        from toolkit.core.game import find_game
        from workbench.table.opening import Wanted, WantedNoted, WantedPrinted

        if self.game is None:
            return WantedPrinted(path, position)
        found = find_game(self.game)
        names = seated(self.seats, found.name) if self.seats else ()
        if names:
            check_number(names, found, "--seats")
        rules = self.rules.of(found) if self.rules else None
        if self.printed:
            return WantedNoted(found, names, rules)
        let_in(names)
        return Wanted(found, names, rules, self.seed)


class Phones(Options):
    """How phones reach the table."""

    lan: bool = option(None, "Let phones in the same network come, not only this machine.")
    address: str | None = option("HOST", "With --lan: what phones call this machine, if it is found wrongly.")
    port: int | None = option("N", "Listen at this port.", type=Whole(1, 65535))
    public: str | None = option(
        "URL", "The address of a proxy with TLS before it, such as https://table.example.org."
    )

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.address and not self.lan:
            raise click.UsageError("--address goes with --lan")
        if self.address and self.public:
            raise click.UsageError("phones open one address: --address or --public")

    def reached(self) -> dict[str, Any]:
        """Return how the server is reached, as `workbench.serving.server.Serving` takes it."""
        from workbench.serving.server import origin

        public = None if self.public is None else origin(self.public)
        if public and not public.startswith("https:"):
            raise click.UsageError("--public is the address of a proxy with TLS: it begins with https://")
        return {"lan": self.lan, "name": self.address, "port": self.port, "public": public}


@contextmanager
def serving_needs(what: str, extras: str) -> Iterator[None]:
    """Say which extras bring what an import inside the block lacks."""
    try:
        yield
    except ImportError as error:
        if str(error.name).partition(".")[0] not in _NEEDED:
            raise
        raise ToolkitError(
            f'{what} {error.name}: pip install ".[{extras}]" in a clone, '
            f'"tobago-toolkit[{extras}]" from an index'
        ) from None


def serve(serving: Serving, told: str) -> None:
    """Serve until Ctrl-C or SIGTERM; print the address when phones can come, and what else is `told`."""

    def began() -> None:
        print_text(f"{serving.address}\n")
        if sys.stderr is not None and sys.stderr.isatty():
            say(serving.code())
        say(told)

    serving.run(began)


@command(epilog="Example: tobago table --game silver --seats me,me,greedy --lan")
def table(
    *,
    file: OptionalFile,
    played: Played,
    phones: Phones,
    read_only: bool = option(None, "Let people look on; nothing can be done."),
    text: bool = option(None, "Tell the printed game in this terminal, without a server."),
    until: int | None = option(
        "N", "Open the table as it was after event N; the file as it is now is kept beside it.", type=Whole(1)
    ),
    new: bool = option(None, "Begin another table beside the one that is there."),
) -> int:
    """Serve a table to phones, and print the address that they open: the printed Tobago, or any GAME.

    FILE keeps the table: what is there goes on. From a position file of Tobago a new table begins, kept in
    a file of its own; without FILE it is GAME.table in this folder. With --text its lines are typed here. Who
    has the address may look on and take a free seat: it is for the people in a room, not for the internet.
    """
    from toolkit.core.game import game_names as games_of_the_toolkit

    if file == STDIN:
        raise click.UsageError("a table is kept in a file, not in -")
    if file and not played.game and file in games_of_the_toolkit() and not Path(file).exists():
        raise click.UsageError(f"{file} is a game: --game {file} deals it, and the file may be left out")
    if text and (phones.lan or phones.port or phones.public):
        raise click.UsageError("--text needs no server: --lan, --port and --public are for phones")
    if text and played.printed:
        raise click.UsageError(f"--text tells the printed Tobago: tobago note {played.game} is for this game")
    if read_only and (played.advice or played.no_advice):
        raise click.UsageError("--read-only changes nothing, not the advice of the table either")
    if until and new:
        raise click.UsageError("--until goes on with the table that is there, --new begins another one")
    with serving_needs("tables need", "table"):
        from workbench.table.opening import file_of
        from workbench.table.serve import Serving

        reached = phones.reached()
    path, position = file_of(Path(file) if file else None, played.file, new=new)
    opened = _opened(path, played.wanted(path, position), read_only=read_only, until=until)
    if played.advice or played.no_advice:
        opened.advise(on=played.advice)
    if text:
        from workbench.cli.tobago.telling import tell_table

        try:
            return tell_table(opened, path)
        finally:
            opened.end()
    serving = Serving(opened, **reached, read_only=read_only)
    bots = [] if played.printed else (played.seats or "").split(",")  # with printed cards all are people
    own = {"game": played.game, "seats": played.seats} if named_own(bots) else {}
    words = ["tobago", "table", str(path)]
    for name, value in (own | vars(phones) | {"public": reached["public"]}).items():
        if value:
            words += [f"--{name}"] if value is True else [f"--{name}", str(value)]
    serve(
        serving, f"The table is kept in {path}. {serving.reach} Ctrl-C ends it, and '{join(words)}' goes on."
    )
    return 0


def _opened(
    path: Path, wanted: Wanted | WantedNoted | WantedPrinted, *, read_only: bool, until: int | None
) -> Table:
    """Return the table of a file, say so when it goes on, and how its bots play if they are named."""
    from workbench.table.opening import Wanted, open_table

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
    if isinstance(wanted, Wanted):
        note_of_experts(wanted.seats, wanted.game.name)
    return opened
