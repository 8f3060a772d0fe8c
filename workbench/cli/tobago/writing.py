"""Commands about position files as such: new writes one to start from, schema tells their form."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from toolkit.core.errors import quote
from workbench.cli.choices import LAYOUTS, Whole
from workbench.cli.completing import complete_file, completed, game_names
from workbench.cli.files import STDIN, one_output, read_drawing, read_filled, rewriting
from workbench.cli.messages import Refusal
from workbench.cli.printing import json_option, print_json

if TYPE_CHECKING:
    from toolkit.games.tobago import Position, Setting
    from toolkit.games.tobago.board_sides import Side


@click.command(epilog="Example: tobago new --random 7 game.toml")
@click.argument("out", metavar="OUT", shell_complete=complete_file)
@click.option(
    "--layout",
    metavar="L",
    shell_complete=completed(lambda _: LAYOUTS),
    help=f"The island of the box (ABC+0): {', '.join(LAYOUTS)}.",
)
@click.option(
    "--drawing", metavar="F", shell_complete=complete_file, help="A drawn island, from this text file."
)
@click.option(
    "--random", "seed", metavar="SEED", type=Whole(), help="A random island with landmarks, from this seed."
)
@click.option("--hexes", type=Whole(1, 100_000), help="How many land hexes a random island has (104).")
@click.option(
    "--random-version",
    "version",
    type=Whole(1, 2),
    help="1: the random island that this seed gave before rivers ran.",
)
@click.option(
    "--landmarks", metavar="SEED", type=Whole(), help="Place the landmarks at random, from this seed."
)
@click.option(
    "--sides", metavar="F", shell_complete=complete_file, help="Board sides of your own, for --layout aBC+0."
)
@click.option("--deck", metavar="F", shell_complete=complete_file, help="The clue cards of your own box.")
@click.option("--force", is_flag=True, help="Replace OUT if it is there.")
@json_option
def new(
    out: str,
    layout: str | None,
    drawing: str | None,
    seed: int | None,
    hexes: int | None,
    version: int | None,
    landmarks: int | None,
    sides: str | None,
    deck: str | None,
    force: bool,
    as_json: bool,
) -> None:
    """Write a position file to start from (OUT.json is written as JSON, - goes to standard output).

    Files of sides and of a deck lie in the folder of OUT or below.
    """
    if sum(option is not None for option in (layout, drawing, seed)) > 1:
        raise click.UsageError("--layout, --drawing and --random exclude each other")
    if hexes is not None and seed is None:
        raise click.UsageError("--hexes goes with --random")
    if version is not None and seed is None:
        raise click.UsageError("--random-version goes with --random")
    one_output(out, as_json)
    from toolkit.games.tobago import Position

    with rewriting(out) as write:
        if out != STDIN and Path(out).exists() and not force:
            raise click.UsageError(f"{out} is there already (--force replaces it)")
        owned = _owned(out, sides, deck)
        further = dict(owned.pop("sides", {}))
        setting = _setting(layout, drawing, seed, hexes, version or 2, landmarks, further)
        position = Position(setting=setting, **owned)
        write(_template(position, as_toml=not out.endswith(".json")))
    if as_json:
        island = position.setting.island
        print_json({"format": "tobago-new/1", "file": out, "island": island.title, "hexes": len(island)})


_MORE = """
# What else a position may hold (remove the # where you need it):
# [maps.brown]                      # likewise white, grey and black
# clues = ["in jungle", "not next to hut"]
# owners = ["red", "blue"]          # whose compass rose lies on each clue
# removed = ["A13"]                 # hexes whose cube an amulet took
#
# [hand]
# clues = ["in largest lake", "next to statue"]
#
# [table]
# me = "red"
# atvs = { red = "A22", blue = "C10" }
# amulets = ["B65"]
"""


def _template(position: Position, *, as_toml: bool) -> str:
    """Return a position file with places for the landmarks; in TOML the other sections are comments."""
    from toolkit.core.document import to_json
    from toolkit.games.tobago.files.writing import to_toml

    document = position.to_dict()
    document["landmarks"] = {"huts": [], "palms": [], "statues": []} | document.get("landmarks", {})
    return to_toml(document) + _MORE if as_toml else to_json(document)


def _owned(out: str, sides: str | None, deck: str | None) -> dict[str, Any]:
    """Return the sides and the deck of an owner's files, with how the position names these files."""
    from toolkit.games.tables import FaultyFile
    from toolkit.games.tobago.board_sides import read_sides
    from toolkit.games.tobago.cards import read_deck
    from toolkit.games.tobago.position import Components

    folder = Path.cwd() if out == STDIN else Path(out).resolve().parent
    found: dict[str, Any] = {}
    names: dict[str, str] = {}
    for key, file, read in (("sides", sides, read_sides), ("deck", deck, read_deck)):
        if file is None:
            continue
        text, name = read_filled(file)
        try:
            found[key] = read(text)
        except FaultyFile as error:
            line = f"line {error.line}" if error.line else ""
            raise Refusal(
                error.problem, source=name, key=line, command=f"tobago {_CHECK[key]} {file}"
            ) from None
        if file == STDIN or not Path(file).resolve().is_relative_to(folder):
            problem = f"{quote(file)} does not lie in the folder of {quote(out)} or below"
            raise click.BadParameter(problem, param_hint=f"--{key}")
        names[key] = Path(file).resolve().relative_to(folder).as_posix()
    return found | {"components": Components(**names)}


_CHECK = {"sides": "board tobago", "deck": "deck tobago"}


def _setting(
    layout: str | None,
    drawing: str | None,
    seed: int | None,
    hexes: int | None,
    version: int,
    landmarks: int | None,
    further: dict[str, Side],
) -> Setting:
    from toolkit.games.tobago import Setting, boxed_island, random_setting
    from toolkit.hexmap import random_island
    from toolkit.hexmap.generate import BOXED_SIZE

    if seed is not None:
        island = random_island(seed, hexes or BOXED_SIZE, version=version)
    elif drawing is not None:
        island = read_drawing(drawing)[1]
    else:
        island = boxed_island("ABC+0" if layout is None else layout, further)
    placed = seed if landmarks is None else landmarks
    return Setting(island) if placed is None else random_setting(island, placed)


@click.command(epilog="Example: tobago schema silver")
@click.argument("game", metavar="[GAME]", default="tobago", shell_complete=completed(game_names))
def schema(game: str) -> None:
    """Print the JSON Schema of position files.

    They are those of GAME, of Tobago if none is named.
    """
    from toolkit.core.game import find_game

    print_json(find_game(game).positions().schema())
