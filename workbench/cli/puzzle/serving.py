"""The command ``puzzle serve``: a workshop of puzzles for browsers."""

from __future__ import annotations

from pathlib import Path

from workbench.cli.completing import complete_file
from workbench.cli.options import command, option
from workbench.cli.table import Phones, serving_needs
from workbench.cli.table import serve as run


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
    with serving_needs("serving needs", "table,proof"):
        from workbench.workshop.serve import Serving, token_of

        reached = phones.reached()
    serving = Serving(token_of(Path(secret)), **reached)
    told = f"{serving.reach} Ctrl-C ends it; {secret} keeps the address for the next time."
    if serving.taken:
        told += (
            f"\nThe usual port {serving.taken} is taken, perhaps by another 'puzzle serve': the puzzles and"
            " times that browsers keep belong to that address, not to this one."
        )
    run(serving, told)
    return 0
