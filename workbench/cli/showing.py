"""The command ``show``: a position of any game, as a picture or in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, cast

import click

from toolkit.core.errors import ToolkitError
from workbench.cli.choices import MAPS, OneOf
from workbench.cli.files import (
    check_pictures,
    picture_options,
    position_argument,
    read_source,
    write_pictures,
)
from workbench.cli.formats import format_of
from workbench.cli.messages import say
from workbench.cli.odds.common import parse_position
from workbench.cli.printing import json_option, print_json, print_rich, styled
from workbench.cli.tobago.asking import forecast_of, heat_of, parse_source

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.core import Observation
    from toolkit.core.pictures import Picture
    from toolkit.games.tobago import Position

_DEALT = range(4)  # seeds: what differs between these deals is not known
_COLOUR = OneOf("map", MAPS)


@click.command(epilog="Example: tobago show game.toml --svg island.svg")
@position_argument
@picture_options
@click.option("--map", "lit", metavar="MAP", type=_COLOUR, help="Tobago: light the candidates of this map.")
@click.option("--ring", metavar="MAP", type=_COLOUR, help="Tobago: ring the candidates of this map.")
@click.option(
    "--heat", metavar="MAP", type=_COLOUR, help="Tobago: show where the treasure of this map will end."
)
@json_option
def show(
    file: str,
    svg: str | None,
    png: str | None,
    dark: bool,
    lit: str | None,
    ring: str | None,
    heat: str | None,
    as_json: bool,
) -> None:
    """Draw a position of any game, in the terminal or as a picture.

    Of Tobago it is the island with its landmarks, pieces and candidates; of the others, the table as the
    player sees it who asks.
    """
    drawn = check_pictures(file, svg, png, dark, as_json)
    asked = {"map": lit, "ring": ring, "heat": heat}
    options = [f"--{name}" for name, colour in asked.items() if colour]
    if options and not drawn:
        raise click.UsageError(f"{options[0]} goes with --svg or --png")
    if lit and heat:
        raise click.UsageError("--map and --heat exclude each other")
    text, folder, name = read_source(file)
    game = _other_game(text)
    if game and (options or as_json):
        raise click.UsageError(
            f"{[*options, '--json'][0]} is for positions of Tobago, and {name} is of {game}"
        )
    if game:
        _show_other(game, (text, folder, name), svg, png, dark)
        return
    position = parse_source(text, folder, name)
    if drawn:
        write_pictures(_tobago_picture(position, asked), svg, png, dark)
    elif as_json:
        print_json(_island_data(position))
    else:
        from workbench.cli.tobago.terminal import draw_terminal

        print_rich(draw_terminal(position))


def _other_game(text: str) -> str:
    """Return the game whose position a text holds, if it is not Tobago; else nothing."""
    from toolkit.core.game import game_names

    game = (format_of(text) or "").removesuffix("-position/1")
    return game if game in game_names() and game != "tobago" else ""


# ---- Tobago ------------------------------------------------------------------------------------------------


def _tobago_picture(position: Position, asked: Mapping[str, str | None]) -> Picture:
    from toolkit.games.tobago.position import draw_position

    ring, hot = asked["ring"], asked["heat"]
    ringed = position.maps[ring].candidates if ring else None
    heat = heat_of(forecast_of(position, hot)) if hot else None
    return draw_position(position, hot or asked["map"], heat=heat, highlight=ringed)


def _island_data(position: Position) -> dict[str, Any]:
    setting = position.setting
    played = {colour: one.candidates for colour, one in position.maps.items() if one.plays}
    hexes = [
        {
            "hex": name,
            "terrain": setting.island.terrain(name),
            "landmark": setting.landmark(name),
            "candidate_of": [colour for colour, candidates in played.items() if name in candidates],
        }
        for name in setting.island.names
    ]
    return {"format": "tobago-island/1", "island": setting.island.title, "hexes": hexes}


# ---- the other games ---------------------------------------------------------------------------------------


def _show_other(
    game: str, source: tuple[str, Path, str], svg: str | None, png: str | None, dark: bool
) -> None:
    """Show a position as it says itself where it can; else a game that goes on from there."""
    from toolkit.core.pictures import Drawn

    position = parse_position(game, *source, over=True)
    if not (svg or png):
        print_rich(*_table(_seen(position, game, source[2])))
    elif isinstance(position, Drawn):
        write_pictures(position.picture, svg, png, dark)
    elif picture := _seen(position, game, source[2]).picture:
        write_pictures(picture, svg, png, dark)
    else:
        raise ToolkitError(f"there is no picture of {game}")


def _seen(position: Any, game: str, name: str) -> Observation[Any]:
    """Return what the player sees who asks, with a note if it shows cards that the position does not tell."""
    from toolkit.core.document import located
    from toolkit.core.game import find_game

    with located("", name):
        deals = [find_game(game).lay_out(position, Random(seed)).observation(position.me) for seed in _DEALT]
    first = deals[0]
    if any((one.public, one.views) != (first.public, first.views) for one in deals):
        say(
            f"{name} leaves open what all can see: it is dealt by chance here, and may look otherwise", "note"
        )
    return cast("Observation[Any]", first)


def _table(seen: Observation[Any]) -> Iterator[RenderableType]:
    """Yield what `tobago play` shows of a table and a hand."""
    from workbench.cli.play.desk import view_of

    view = view_of(seen.game)
    yield from view.table(seen, [f"player {seat}" for seat in range(seen.players)])
    yield styled()
    yield from view.hand(seen)
