"""Commands that explore what a position implies: why, forecast."""

from __future__ import annotations

import click

from workbench.cli.common import (
    file_argument,
    json_option,
    map_argument,
    map_of,
    print_json,
    print_rich,
    read_position,
)
from workbench.cli.tobago import payloads


@click.command()
@file_argument
@map_argument
@click.argument("hex_name", metavar="HEX")
@json_option
def why(file: str, colour: str, hex_name: str, as_json: bool) -> int:
    """Say which clues rule a hex out on a map."""
    from solvers.tobago import explain_hex

    explanation = explain_hex(map_of(read_position(file), colour), hex_name)
    if as_json:
        print_json(payloads.explanation(explanation))
    else:
        click.echo(explanation)
    return 0


@click.command()
@file_argument
@map_argument
@json_option
def forecast(file: str, colour: str, as_json: bool) -> int:
    """Say where a treasure will end and after how many clues, when every card is drawn from the deck."""
    from solvers.tobago import forecast as forecast_map

    position = read_position(file)
    treasure_map = map_of(position, colour)
    if position.components.deck is None:
        click.echo("note: these chances rest on a reconstructed deck", err=True)
    found = forecast_map(treasure_map, position.remaining)
    if as_json:
        print_json(payloads.forecast(treasure_map.colour, found))
    else:
        from workbench.cli.tobago import tables

        print_rich(tables.forecast_clues(found), tables.forecast_ends(treasure_map, found))
    return 0
