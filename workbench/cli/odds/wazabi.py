"""The commands ``tobago odds`` and ``tobago odds wazabi``: chances in Wazabi, from a position file."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.common import complete_file, json_option, print_json, print_rich, read_source, table_of
from workbench.cli.game_options import seed_option
from workbench.cli.odds.common import (
    chances_table,
    fraction,
    given_settings,
    odds_table,
    percent,
    query_option,
)
from workbench.cli.odds.silver import silver

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from fractions import Fraction

    from rich.table import Table

    from solvers.wazabi.answers import Answer
    from toolkit.games.wazabi.cards import Deck
    from toolkit.games.wazabi.position import Position

_ASKED_BY = {"cost": ["cost"], "turns": ["within"], "games": ["win"], "players": ["win"], "seed": ["win"]}
_QUERIES = ["faces", "cost", "cards", "given", "finish", "within", "worth", "win"]  # for completion
_MOST_ROLLS = 15  # that are shown

_LABELS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "cost": "roll {cost} wazabi or more".format_map,
    "cards": lambda about: f"play {about['card']}" if about["held"] else f"draw and play {about['card']}",
    "given": lambda _: "dice given away, expected",
    "finish": lambda about: f"finish this turn{', extra turns counted' if about['play_again'] else ''}",
    "within": "finish within {turns} turns alone".format_map,
    "worth": "dice after the turn, {play}".format_map,
    "win": "win against these players, {games} games".format_map,
}
_IN_DICE = ("given", "worth")


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
        print_rich(*_tables(position, found))


def _list_cards(as_json: bool) -> None:
    from toolkit.games.wazabi.cards import DECKS, find_deck

    decks = {name: find_deck(name) for name in DECKS}
    if as_json:
        print_json(
            {"format": "wazabi-cards/1", "decks": {name: deck.to_dict() for name, deck in decks.items()}}
        )
    else:
        print_rich(_cards(decks))


def _cards(decks: Mapping[str, Deck]) -> Table:
    """Return the cards with their costs, and how many copies each deck holds."""
    kinds = {card.name: card.cost for deck in decks.values() for card in deck.cards}
    copies = {name: {card.name: card.copies for card in deck.cards} for name, deck in decks.items()}
    rows = [(name, cost, *[copies[deck].get(name, "-") for deck in decks]) for name, cost in kinds.items()]
    title = "The cards of Wazabi, with their copies in each deck"
    return table_of("card", "cost", *decks, rows=rows, title=title, numbers=["cost", *decks], folded=False)


def _tables(position: Position, found: list[Answer]) -> Iterator[Table]:
    """Return the rolls as one table, and all that is a single number as another."""
    for answer in found:
        if answer.query == "faces" and answer.distribution:
            yield _rolls(position, answer.distribution)
    if numbers := [answer for answer in found if answer.query in _LABELS]:
        groups = (map(_row, group) for _, group in groupby(numbers, key=lambda answer: answer.query))
        title = f"Player {position.me}: {position.my_dice} dice, {len(position.hand)} cards"
        yield odds_table(groups, title)


def _rolls(position: Position, chances: Mapping[str, Fraction]) -> Table:
    from toolkit.games.wazabi.cards import FACES

    shown = sorted(chances.items(), key=lambda roll: -roll[1])[:_MOST_ROLLS]
    some = f", the {_MOST_ROLLS} likeliest of {len(chances)}" if len(chances) > _MOST_ROLLS else ""
    return chances_table(FACES, shown, f"Roll of {position.my_dice} dice{some}", words=0)


def _row(answer: Answer) -> tuple[str, str, str]:
    return _LABELS[answer.query](answer.about), _value(answer), fraction(answer.exact)


def _value(answer: Answer) -> str:
    if answer.wins:
        found = answer.wins.interval
        return f"{found.value:.1%} [{found.low:.1%}, {found.high:.1%}]"
    value = answer.value or 0.0
    return f"{value:.3f} dice" if answer.query in _IN_DICE else percent(value)
