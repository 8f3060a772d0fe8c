"""The command ``puzzle serve``: a workshop of puzzles for browsers."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.completing import complete_file
from workbench.cli.options import command, option
from workbench.cli.printing import print_text, say
from workbench.cli.table import Phones

_NEEDED = ("starlette", "uvicorn", "segno")


@command(epilog="Example: tobago puzzle serve --lan")
def serve(
    *,
    phones: Phones,
    secret: str = option(
        "FILE",
        "Where the secret of the address is kept, so that it stays the same.",
        complete_file,
        default="puzzles.secret",
    ),
) -> int:
    """Serve a workshop to browsers: a new puzzle of any kind at once, and print the address to open.

    Puzzles have hints, undo and links to share; browsers keep marks, times and what was solved. With --lan
    phones in the same network can come: it is for the people in a room, not for the internet.
    """
    try:
        from workbench.serving.server import origin
        from workbench.workshop.serve import Serving, token_of
    except ImportError as error:
        if str(error.name).partition(".")[0] not in _NEEDED:
            raise
        raise ToolkitError(f'serving needs {error.name}: pip install "tobago-toolkit[table,proof]"') from None
    public = None if phones.public is None else origin(phones.public)
    if public and not public.startswith("https:"):
        raise click.UsageError("--public is the address of a proxy with TLS: it begins with https://")
    token = token_of(Path(secret))
    serving = Serving(token, lan=phones.lan, name=phones.address, port=phones.port, public=public)

    def began() -> None:
        print_text(f"{serving.address}\n")
        if sys.stderr is not None and sys.stderr.isatty():
            say(serving.code())
        say(f"{serving.reach} Ctrl-C ends it; {secret} keeps the address for the next time.")

    serving.run(began)
    return 0
