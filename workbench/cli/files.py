"""Commands that write position files: new, lay, undo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from workbench.cli import payloads
from workbench.cli.common import (
    STDIN,
    clue_of,
    file_argument,
    json_option,
    map_of,
    parse_source,
    print_json,
    print_rich,
    read_source,
)

if TYPE_CHECKING:
    from toolkit.games.tobago import Setting
    from toolkit.games.tobago.writing import Edited


@click.command()
@click.argument("out", metavar="OUT")
@click.option("--layout", metavar="L", help="The island of the box, such as ABC+0 (the default).")
@click.option("--drawing", metavar="F", help="A drawn island, from this text file.")
@click.option(
    "--random", "seed", metavar="SEED", type=int, help="A random island with landmarks, from this seed."
)
@click.option(
    "--hexes", type=click.IntRange(1, 100_000), help="How many land hexes a random island has (104)."
)
@click.option("--landmarks", metavar="SEED", type=int, help="Place the landmarks at random, from this seed.")
@click.option("--force", is_flag=True, help="Replace OUT if it is there.")
@json_option
def new(
    out: str,
    layout: str | None,
    drawing: str | None,
    seed: int | None,
    hexes: int | None,
    landmarks: int | None,
    force: bool,
    as_json: bool,
) -> int:
    """Write a position file to start from (OUT.json is written as JSON, - goes to standard output)."""
    if sum(option is not None for option in (layout, drawing, seed)) > 1:
        raise click.UsageError("--layout, --drawing and --random exclude each other")
    if hexes is not None and seed is None:
        raise click.UsageError("--hexes goes with --random")
    if out != STDIN and Path(out).exists() and not force:
        raise click.UsageError(f"{out} is there already (--force replaces it)")
    from toolkit.games.tobago import Position

    position = Position(setting=_setting(layout, drawing, seed, hexes, landmarks))
    _write(out, position.to_json() if out.endswith(".json") else position.to_toml())
    if as_json and out != STDIN:
        island = position.setting.island
        print_json({"format": "tobago-new/1", "file": out, "island": island.title, "hexes": len(island)})
    return 0


def _setting(
    layout: str | None, drawing: str | None, seed: int | None, hexes: int | None, landmarks: int | None
) -> Setting:
    from toolkit.games.tobago import Setting, boxed_island, random_setting
    from toolkit.games.tobago.document import read_text
    from toolkit.hexmap import parse_drawing, random_island
    from toolkit.hexmap.generate import BOXED_SIZE

    if seed is not None:
        island = random_island(seed, hexes or BOXED_SIZE)
        return random_setting(island, seed if landmarks is None else landmarks)
    if drawing is not None:
        island = parse_drawing(read_text(Path(drawing), drawing, ""))
    else:
        island = boxed_island("ABC+0" if layout is None else layout)
    return Setting(island) if landmarks is None else random_setting(island, landmarks)


@click.command()
@file_argument
@click.argument("colour", metavar="MAP")
@click.argument("clue", metavar="CLUE", nargs=-1, required=True)
@click.option("--owner", metavar="COLOUR", help="Whose compass rose lies on the clue.")
@json_option
def lay(file: str, colour: str, clue: tuple[str, ...], owner: str | None, as_json: bool) -> int:
    """Lay a clue on a map and write FILE anew; an illegal clue changes nothing (status 1)."""
    from toolkit.games.tobago import Play
    from toolkit.games.tobago.writing import edited_lay

    text, folder, name = read_source(file)
    position = parse_source(text, folder, name)
    treasure_map = map_of(position, colour)
    verdict = treasure_map.verdict(clue_of(clue))
    Play(verdict.clue, owner)  # an unknown owner is an error, whether the clue is legal or not
    if verdict.legal:
        _rewrite(file, name, edited_lay(text, treasure_map.colour, verdict.clue, owner))
    if as_json and file != STDIN:
        print_json(payloads.verdict(treasure_map.colour, verdict))
    elif file != STDIN:
        from workbench.cli import tables

        print_rich(tables.verdict(treasure_map, verdict))
    else:
        click.echo(f"{verdict.clue}: {verdict.reason.replace('_', ' ')}", err=True)
    return 0 if verdict.legal else 1


@click.command()
@file_argument
@json_option
def undo(file: str, as_json: bool) -> int:
    """Take the last laid clue back and write FILE anew (status 1 if no clue lies on any map)."""
    from toolkit.games.tobago.writing import edited_undo

    text, folder, name = read_source(file)
    position = parse_source(text, folder, name)
    colour = position.last
    if colour is None:
        click.echo(f"{name}: no clue lies on any map", err=True)
        return 1
    clue = position.maps[colour].clues[-1]
    _rewrite(file, name, edited_undo(text, colour))
    if as_json and file != STDIN:
        print_json({"format": "tobago-undo/1", "map": colour, "clue": str(clue)})
    else:
        click.echo(f"took back {str(clue)!r} from {colour}", err=True)
    return 0


@click.command()
def schema() -> int:
    """Print the JSON Schema of position files."""
    from toolkit.games.tobago.schema import json_schema

    print_json(json_schema())
    return 0


def _rewrite(file: str, name: str, edited: Edited) -> None:
    """Write an edited position file, and say so when its comments are lost."""
    _write(file, edited.text)
    if not edited.in_place:
        click.echo(f"note: {name}: written anew; its comments and layout could not be kept", err=True)


def _write(out: str, text: str) -> None:
    from toolkit.games.tobago.writing import write_atomically

    if out == STDIN:
        click.echo(text, nl=False)
    else:
        write_atomically(Path(out), text)
