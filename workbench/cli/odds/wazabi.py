"""The command ``tobago odds``: chances in a game, from a position file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import complete_file, json_option, print_json, print_rich, read_source
from workbench.cli.game_options import seed_option
from workbench.cli.odds.common import given_settings, query_option
from workbench.cli.odds.silver import silver

if TYPE_CHECKING:
    from toolkit.games.wazabi.position import Position

_ASKED_BY = {"cost": ["cost"], "turns": ["within"], "games": ["win"], "players": ["win"], "seed": ["win"]}
_QUERIES = ["faces", "cost", "cards", "given", "finish", "within", "worth", "win"]  # for completion


@click.group()
def odds() -> None:
    """Tell the odds in a game."""


odds.add_command(silver)


@odds.command()
@click.argument("file", metavar="FILE", required=False, shell_complete=complete_file)
@query_option(_QUERIES)
@click.option("--cost", type=click.IntRange(0), help="For cost: at least so many wazabi.")
@click.option("--turns", type=click.IntRange(1), help="For within: in so many turns (2 if not said).")
@click.option("--games", type=click.IntRange(1), help="For win: play so many games (1000 if not said).")
@click.option(
    "--players",
    metavar="NAMES",
    callback=lambda *given: tuple(given[-1].split(",")) if given[-1] else None,
    help="For win: who plays, by seat, with commas, or one name for all seats (greedy if not said).",
)
@seed_option
@click.option("--cards", "only_cards", is_flag=True, help="List the cards of the game instead.")
@json_option
def wazabi(
    file: str | None, queries: tuple[str, ...], only_cards: bool, as_json: bool, **settings: Any
) -> int:
    """Tell the odds of a turn in Wazabi: of the roll, the cards, finishing, winning.

    FILE is a Wazabi position (TOML or JSON); - reads standard input. Without --query everything that is
    exact is told at once, and the chance to win when --games, --players or --seed is given.
    """
    if only_cards:
        _list_cards(as_json)
        return 0
    if file is None:
        raise click.UsageError("Missing argument 'FILE'.")
    given = given_settings(queries, settings, _ASKED_BY)
    _answer(_read(file), _chosen(queries, given), given, as_json)
    return 0


def _read(file: str) -> Position:
    from toolkit.games.wazabi.position import Position

    text, _, name = read_source(file)
    return Position.parse(text, name)


def _chosen(queries: tuple[str, ...], given: dict[str, Any]) -> list[str]:
    """Return the queries to answer."""
    simulated = any("win" in _ASKED_BY[name] for name in given)
    return list(queries) or [name for name in _QUERIES if name != "win" or simulated]


def _answer(position: Position, queries: list[str], given: dict[str, Any], as_json: bool) -> None:
    from solvers.wazabi.answers import FORMAT, Asked, answers

    asked = Asked(**given)
    found = [answer for query in queries for answer in answers(query, position, asked)]
    if as_json:
        print_json({"format": FORMAT, "answers": [answer.to_dict() for answer in found]})
    else:
        from workbench.cli.odds import wazabi_tables

        print_rich(*wazabi_tables.tables(position, found))


def _list_cards(as_json: bool) -> None:
    from toolkit.games.wazabi.cards import DECKS, find_deck

    decks = {name: find_deck(name) for name in DECKS}
    if as_json:
        print_json(
            {"format": "wazabi-cards/1", "decks": {name: deck.to_dict() for name, deck in decks.items()}}
        )
    else:
        from workbench.cli.odds import wazabi_tables

        print_rich(wazabi_tables.cards(decks))
