"""What all commands share: the FILE argument, --json, reading with warnings, and printing."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import RenderableType

    from toolkit.games.tobago import Clue, Position, TreasureMap

STDIN = "-"

_MOST_WARNINGS = 20

file_argument = click.argument("file", metavar="FILE")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for programs.")


def read_source(file: str) -> tuple[str, Path, str]:
    """Return the text of a position file or of standard input, the folder of its files, and its name."""
    from toolkit.games.tobago.document import LARGEST_FILE, PositionError, decode, read_text

    if file == STDIN:
        if sys.stdin is None:
            raise PositionError("<stdin>", "", "standard input is closed")
        return decode(sys.stdin.buffer.read(LARGEST_FILE + 1), "<stdin>"), Path(), "<stdin>"
    path = Path(file)
    return read_text(path, file, ""), path.parent, file


def parse_source(text: str, folder: Path, name: str) -> Position:
    """Return the position of a text, with its faults as warnings on standard error."""
    from toolkit.games.tobago import Position

    position = Position.parse(text, folder=folder, source=name)
    faults = position.faults
    more = [f"{len(faults) - _MOST_WARNINGS} more"] if len(faults) > _MOST_WARNINGS else []
    for fault in [*faults[:_MOST_WARNINGS], *more]:
        click.echo(f"warning: {name}: {fault}", err=True)
    return position


def read_position(file: str) -> Position:
    """Return the position of a file or of standard input."""
    return parse_source(*read_source(file))


def map_of(position: Position, colour: str) -> TreasureMap:
    """Return a map by its colour; `ToolkitError` with the nearest spelling for another word."""
    from toolkit.core.errors import ToolkitError, did_you_mean, quote

    treasure_map = position.maps.get(colour.lower())
    if treasure_map is None:
        hint = did_you_mean(colour, position.maps) or f"; the maps are {', '.join(position.maps)}"
        raise ToolkitError(f"no map {quote(colour)}{hint}")
    return treasure_map


def clue_of(words: tuple[str, ...]) -> Clue:
    """Return the clue that the words of a command line make, quoted as one or not."""
    from toolkit.games.tobago import Clue

    return Clue.parse(" ".join(words))


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object."""
    click.echo(json.dumps(data, indent=2))


def print_rich(*renderables: RenderableType) -> None:
    """Print tables and text for people; rich honours NO_COLOR."""
    from rich.console import Console

    console = Console(highlight=False)
    for renderable in renderables:
        console.print(renderable, crop=False)  # an island wider than the terminal keeps its lines whole
