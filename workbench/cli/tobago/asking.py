"""Commands that ask about a position: solve, check, legal, hint, why, forecast, show, review."""

from __future__ import annotations

import click

from workbench.cli.common import (
    STDIN,
    clue_of,
    file_argument,
    json_option,
    map_argument,
    map_of,
    print_json,
    print_rich,
    read_position,
    same_file,
    write_out,
)
from workbench.cli.tobago import payloads


@click.command()
@file_argument
@json_option
def solve(file: str, as_json: bool) -> int:
    """Narrow the treasures: the candidates of every map."""
    from solvers.tobago import dead_ends

    position = read_position(file)
    for sentence in dead_ends(position):
        click.echo(f"note: {sentence}", err=True)
    if as_json:
        print_json(payloads.solution(position))
    else:
        from workbench.cli.tobago import tables

        print_rich(tables.solution(position))
    return 0


@click.command()
@file_argument
@map_argument
@click.argument("clue", metavar="CLUE", nargs=-1, required=True)
@json_option
def check(file: str, colour: str, clue: tuple[str, ...], as_json: bool) -> int:
    """Say whether a clue may be laid on a map, and why (status 1 if not)."""
    position = read_position(file)
    treasure_map = map_of(position, colour)
    verdict = treasure_map.verdict(clue_of(clue))
    if as_json:
        print_json(payloads.verdict(treasure_map.colour, verdict))
    else:
        from workbench.cli.tobago import tables

        print_rich(tables.verdict(treasure_map, verdict))
    return 0 if verdict.legal else 1


@click.command()
@file_argument
@json_option
def legal(file: str, as_json: bool) -> int:
    """Check every clue of the hand, or of the deck without one, on every map (status 1 if none is legal)."""
    position = read_position(file)
    clues = position.deck.kinds if position.hand is None else tuple(dict.fromkeys(position.hand))
    verdicts = {colour: [m.verdict(clue) for clue in clues] for colour, m in position.maps.items()}
    if as_json:
        print_json(payloads.legal(verdicts))
    else:
        from workbench.cli.tobago import tables

        print_rich(tables.legal(position, verdicts))
    return 0 if any(v.legal for found in verdicts.values() for v in found) else 1


@click.command()
@file_argument
@click.option("--top", type=click.IntRange(1), help="Show only so many (in the table 20 if not said).")
@json_option
def hint(file: str, top: int | None, as_json: bool) -> int:
    """Rank the legal plays of the hand, best first (status 1 if there is none)."""
    from solvers.tobago import hints

    position = read_position(file)
    if position.hand is None:
        click.echo("note: the position has no [hand]; these are the plays of the whole deck", err=True)
    found = hints(position)
    if as_json:
        print_json(payloads.hints(found[:top]))
    else:
        from workbench.cli.tobago import tables

        print_rich(tables.hints(found, top or 20))
    return 0 if found else 1


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

        print_rich(*tables.forecast(treasure_map, found))
    return 0


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
        from toolkit.games.tobago.position import draw_position

        if svg != STDIN and same_file(svg, file):
            raise click.UsageError("--svg OUT is the position file itself")
        write_out(svg, draw_position(position, theme="dark" if dark else "light"))
    elif as_json:
        print_json(payloads.island(position))
    else:
        from workbench.cli.tobago.terminal import draw_terminal

        print_rich(draw_terminal(position))
    return 0


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

        print_rich(*tables.review(found))
    return 0
