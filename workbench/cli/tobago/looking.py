"""Commands that look at a position: show, review."""

from __future__ import annotations

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
    read_position,
)
from workbench.cli.tobago import payloads

if TYPE_CHECKING:
    from toolkit.games.tobago import Position


@click.command()
@file_argument
@click.option("--svg", metavar="OUT", help="Write the picture as SVG to this file (- for standard output).")
@click.option("--dark", is_flag=True, help="Draw the SVG for a dark background.")
@json_option
def show(file: str, svg: str | None, dark: bool, as_json: bool) -> int:
    """Draw the island with its landmarks and candidates, in the terminal or as SVG."""
    position = read_position(file)
    if svg is not None and as_json:
        raise click.UsageError("--svg and --json exclude each other")
    if svg is not None:
        _write_svg(file, position, svg, dark)
    elif as_json:
        print_json(payloads.island(position))
    else:
        from workbench.cli.tobago.terminal import draw_terminal

        print_rich(draw_terminal(position))
    return 0


def _write_svg(file: str, position: Position, out: str, dark: bool) -> None:
    if out != STDIN and Path(out).exists() and Path(file).exists() and Path(out).samefile(file):
        raise click.UsageError("--svg OUT is the position file itself")
    from toolkit.core.files import write_atomically
    from toolkit.games.tobago.pictures.drawing import draw_position

    picture = draw_position(position, theme="dark" if dark else "light")
    if out == STDIN:
        print_text(picture)
    else:
        write_atomically(Path(out), picture)
        click.echo(f"wrote {out}", err=True)


@click.command()
@file_argument
@json_option
def review(file: str, as_json: bool) -> int:
    """Say what each clue and each player took away, in bits."""
    from solvers.tobago import review as review_position

    found = review_position(read_position(file))
    if as_json:
        print_json(payloads.review(found))
    else:
        from workbench.cli.tobago import tables

        print_rich(tables.review(found), tables.players(found))
    return 0
