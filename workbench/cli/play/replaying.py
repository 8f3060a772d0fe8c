"""The command ``replay``: a record checked and told, as a whole or as one seat saw it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli.common import (
    STDIN,
    file_argument,
    json_option,
    print_json,
    print_rich,
    print_text,
)
from workbench.cli.play import payloads
from workbench.cli.puzzle.common import keep_inputs

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.core.record import Record
    from toolkit.core.state import State


@click.command()
@file_argument
@click.option("--text", is_flag=True, help="Print only what happened, not how the table stands after it.")
@click.option("--seat", metavar="P", type=click.IntRange(0), help="Only what this player saw, from 0.")
@click.option(
    "--upto", metavar="N", type=click.IntRange(0), help="Only the first N actions, chance included."
)
@click.option(
    "--svg",
    metavar="OUT",
    help="Draw the table as SVG to this file (- for standard output), for Silver and Tobago.",
)
@json_option
def replay(file: str, text: bool, seat: int | None, upto: int | None, svg: str | None, as_json: bool) -> int:
    """Check the record of a game action by action, and tell it.

    FILE is a record, such as tobago play --save writes; - reads standard input. Line N + 1 of it holds its
    Nth action.
    """
    if sum([text, svg is not None, as_json]) > 1:
        raise click.UsageError("--text, --svg and --json exclude each other")
    from workbench.cli.play.saving import read_record, replayed

    record = _beginning(read_record(file), file, upto)
    if seat is not None and seat >= record.players:
        raise click.UsageError(f"--seat {seat}: the players are numbered from 0 to {record.players - 1}")
    state = replayed(record, file)
    if svg is not None:
        _write_svg(state, seat, svg, file)
    elif as_json:
        print_json(payloads.replay(record, state, seat))
    else:
        _print(record, state, seat, text)
    return 0


def _beginning(record: Record, file: str, upto: int | None) -> Record:
    """Return a record up to an action; as it is for None."""
    if upto is None:
        return record
    if upto > (count := len(record.actions)):
        raise click.UsageError(f"--upto {upto}: {file} holds {count} actions")
    return replace(record, actions=record.actions[:upto], outcome=None)


def _print(record: Record, state: State, seat: int | None, only_text: bool) -> None:
    from rich.text import Text

    from workbench.cli.play.text import printable

    told = record.to_text() if seat is None else record.seen_text(seat)
    print_rich(*[Text(printable(line)) for line in told.splitlines()])
    if not only_text:
        print_rich(Text(), *_table(record, state, seat))


def _table(record: Record, state: State, seat: int | None) -> list[RenderableType]:
    """Return how the table stands: as a seat sees it, or as it is, with what everybody holds."""
    from rich.text import Text

    from workbench.cli.play.text import labels
    from workbench.cli.play.views import view_of

    view, names = view_of(state.game.name), labels(record.names)
    parts = view.table(state.observation(seat), names)
    for player in range(state.players) if seat is None else [seat]:
        parts += [Text(f"{names[player]}:"), *view.own(state.observation(player))]
    return parts


def _write_svg(state: State, seat: int | None, out: str, file: str) -> None:
    from toolkit.core.errors import ToolkitError
    from toolkit.core.files import write_atomically

    picture = state.game.picture(state.observation(seat))
    if picture is None:
        raise ToolkitError(f"--svg: there is no picture of {state.game.title}")
    keep_inputs(out, file)
    if out == STDIN:
        print_text(picture)
    else:
        write_atomically(Path(out), picture)
        click.echo(f"wrote {out}", err=True)
