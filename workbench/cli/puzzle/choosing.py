"""Which puzzles a command is about: those of FILE or of an ID, or the one that --id chooses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from workbench.cli.choices import LANGUAGES, OneOf
from workbench.cli.completing import completed, puzzle_ids
from workbench.cli.files import read_source, warn
from workbench.cli.formats import reading

if TYPE_CHECKING:
    from puzzles import Puzzle

_SHORTEST = 31  # letters of an ID less one: the longest kind and some of the code

language_option = click.option(
    "--lang",
    metavar="LANG",
    type=OneOf("language", LANGUAGES),
    default="en",
    show_default=True,
    help=f"{' or '.join(LANGUAGES)}.",
)

id_option = click.option(
    "--id",
    "wanted",
    metavar="ID",
    shell_complete=completed(puzzle_ids),
    help="Which puzzle of FILE: its number from 1, its ID, or how its ID begins.",
)


def puzzles_of(file: str, wanted: str | None = None) -> list[Puzzle]:
    """Return the puzzles of a file, of standard input, or of an ID in its place; or the one that is wanted.

    Of a file that holds many only the wanted one is read. What the rule for landmarks (T-5) has against them
    is told as warnings on standard error.
    """
    from puzzles.format.files import documents, from_id
    from puzzles.format.ids import is_id

    if is_id(file):
        name, found = file, from_id(file)
        named = [(f"{beginnings([found.id])[0]}...", found)]
        if wanted is not None:
            _number(wanted, 1, lambda: [found.id])
    else:
        text, _, name = read_source(file)
        with reading(name, "tobago-puzzle/1", text=text):
            unread = documents(text, name)
            if wanted is not None:
                unread = [unread[_number(wanted, len(unread), lambda: [one.id for one in unread])]]
            named = [(one.place, one.read()) for one in unread]
    warn(name, [f"{place}: {fault}" for place, one in named for fault in _faults_of(one)])
    return [one for _, one in named]


def _faults_of(one: Puzzle) -> list[str]:
    """Return the faults of the known landmarks (T-5).

    How many there are is no fault where some are to be found, and no matter where no card speaks of them.
    """
    from toolkit.games.tobago import placement_faults

    position, asked = one.position, one.kind.subjects(one)
    laid = [clue for treasure_map in position.maps.values() for clue in treasure_map.clues]
    said = " ".join(map(str, [*one.facts, *laid, *(position.hand or ())]))
    idle = tuple(
        f"{len(cells)} {kind}"  # so begins what is said of their number
        for kind, cells in position.setting.landmarks.items()
        if f"{kind}s" in asked or kind not in said
    )
    return [fault for fault in placement_faults(position.setting) if not fault.startswith(idle)]


def only(puzzles: list[Puzzle]) -> Puzzle:
    """Return the one puzzle; `ToolkitError` when there are several."""
    if len(puzzles) == 1:
        return puzzles[0]
    raise ToolkitError(f"there are {len(puzzles)} puzzles: choose one with --id, such as --id 1")


def _number(wanted: str, count: int, ids: Callable[[], Sequence[str]]) -> int:
    """Return the place of the one puzzle that is wanted, from 0; `ToolkitError` for none or several."""
    if re.fullmatch("[0-9]{1,9}", wanted):
        if not 1 <= int(wanted) <= count:
            raise ToolkitError(f"--id {wanted}: the puzzles are numbered from 1 to {count}")
        return int(wanted) - 1
    told = ids()
    found = {one: place for place, one in enumerate(told) if wanted and one.startswith(wanted)}
    if not found:
        hint = did_you_mean(wanted, [one[: len(wanted)] for one in told], close=0.8)
        raise ToolkitError(f"--id: no puzzle with an ID that begins with {quote(wanted)}{hint}")
    if len(found) > 1:
        raise ToolkitError(f"--id: {len(found)} IDs begin with {quote(wanted)}; add some letters")
    return next(iter(found.values()))


def beginnings(ids: list[str]) -> list[str]:
    """Return for each ID a beginning that no other one shares."""
    ordered = sorted(set(ids))
    shared = dict.fromkeys(ordered, _SHORTEST)
    for one, other in pairwise(ordered):
        same = next(at for at, letters in enumerate(zip(one, other, strict=False)) if len({*letters}) > 1)
        shared[one], shared[other] = max(shared[one], same), max(shared[other], same)
    return [text[: shared[text] + 1] for text in ids]


def heads(puzzles: list[Puzzle]) -> list[str]:
    """Return how a line about each puzzle begins: its number, if there are several, and its ID in short."""
    short = [f"{beginnings([one.id])[0]}...: " for one in puzzles]
    return short if len(short) == 1 else [f"{number} {head}" for number, head in enumerate(short, 1)]
