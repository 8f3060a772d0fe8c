"""The command ``tobago odds wazabi``: chances in Wazabi, from a position file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.choices import BOTS, CLUSTER, Whole
from workbench.cli.completing import complete_file, completed
from workbench.cli.odds import common as odds
from workbench.cli.printing import json_option, print_json, print_rich, table_of, tell

if TYPE_CHECKING:
    from fractions import Fraction

    from rich.table import Table

    from solvers.wazabi.answers import Answer
    from toolkit.games.wazabi.cards import Deck
    from toolkit.games.wazabi.position import Position

_QUERIES = ["faces", "cost", "cards", "given", "finish", "within", "worth", "win"]  # for completion
_SETTINGS = {
    "cost": odds.Setting(("cost",), "For {}: at least so many wazabi.", Whole(0)),
    "turns": odds.Setting(("within",), "For {}: in so many turns (2 if not said).", Whole(1, 6)),
    "games": odds.Setting(("win",), "For {}: play so many games (1000 if not said).", Whole(1, 1_000_000)),
    "players": odds.Setting(
        ("win",),
        "For {}: who plays, by seat, with commas, or one name for all seats (greedy if not said).",
        metavar="NAMES",
        read=lambda names: tuple(names.split(",")) if names else None,
        complete=completed(lambda _: BOTS, listed=True),
    ),
    "seed": odds.Setting(("win",), ""),
    "jobs": odds.Setting(("win",), "For {}: processes (1 if not said).", Whole(1, 1_000)),
    "cluster": odds.Setting(("win",), f"For {{}}: {CLUSTER}.", metavar="ADDRESS"),
}
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


@click.command(epilog="Example: tobago odds wazabi position.toml --query win --games 200")
@click.argument("file", metavar="FILE", required=False, shell_complete=complete_file)
@odds.asking(_QUERIES, _SETTINGS)
@click.option("--cards", "only_cards", is_flag=True, help="List the cards of the game instead.")
@json_option
def wazabi(
    file: str | None, queries: tuple[str, ...], only_cards: bool, as_json: bool, **settings: Any
) -> None:
    """Tell the odds of a turn in Wazabi: of the roll, the cards, finishing, winning.

    FILE is a Wazabi position (TOML or JSON); - reads standard input. Without --query everything that is
    exact is told at once, and the chance to win when --games, --players or --seed is given.
    """
    if only_cards:
        if file or queries or any(value is not None for value in settings.values()):
            raise click.UsageError("--cards goes without a position and its questions")
        from toolkit.games.wazabi.cards import DECKS, find_deck

        tell(as_json, _cards_data, _cards, {name: find_deck(name) for name in DECKS})
        return
    if file is None:
        raise click.MissingParameter(param_hint="FILE", param_type="argument")
    from solvers.wazabi.answers import FORMAT, Asked, answers

    given = odds.given_settings(queries, settings, _SETTINGS)
    simulated = any("win" in _SETTINGS[name].asked_by for name in given)
    wanted = queries or [name for name in _QUERIES if name != "win" or simulated]
    position, asked = odds.read_position("wazabi", file), Asked(**given)
    found = [answer for query in wanted for answer in answers(query, position, asked)]
    if as_json:
        print_json({"format": FORMAT, "answers": [answer.to_dict() for answer in found]})
    else:
        print_rich(*_tables(position, found))


def _cards_data(decks: Mapping[str, Deck]) -> dict[str, Any]:
    return {"format": "wazabi-cards/1", "decks": {name: deck.to_dict() for name, deck in decks.items()}}


def _cards(decks: Mapping[str, Deck]) -> list[Table]:
    """Return the cards with their costs, and how many copies each deck holds."""
    kinds = {card.name: card.cost for deck in decks.values() for card in deck.cards}
    copies = {name: {card.name: card.copies for card in deck.cards} for name, deck in decks.items()}
    rows = [(name, cost, *[copies[deck].get(name, "-") for deck in decks]) for name, cost in kinds.items()]
    title, numbers = "The cards of Wazabi, with their copies in each deck", ["cost", *decks]
    return [table_of("card", *numbers, rows=rows, title=title, numbers=numbers, folded=False)]


def _tables(position: Position, found: list[Answer]) -> Iterator[Table]:
    """Return the rolls as one table, and all that is a single number as another."""
    for answer in found:
        if answer.query == "faces" and answer.distribution:
            yield _rolls(position, answer.distribution)
    if numbers := [answer for answer in found if answer.query in _LABELS]:
        groups = (map(_row, group) for _, group in groupby(numbers, key=lambda answer: answer.query))
        title = f"Player {position.me}: {position.my_dice} dice, {len(position.hand)} cards"
        yield odds.odds_table(groups, title)


def _rolls(position: Position, chances: Mapping[str, Fraction]) -> Table:
    from toolkit.games.wazabi.cards import FACES

    shown = sorted(chances.items(), key=lambda roll: -roll[1])[:_MOST_ROLLS]
    some = f", the {_MOST_ROLLS} likeliest of {len(chances)}" if len(chances) > _MOST_ROLLS else ""
    return odds.chances_table(FACES, shown, f"Roll of {position.my_dice} dice{some}", words=0)


def _row(answer: Answer) -> tuple[str, str, str]:
    return _LABELS[answer.query](answer.about), _value(answer), odds.fraction(answer.exact)


def _value(answer: Answer) -> str:
    if answer.wins:
        found = answer.wins.interval
        return f"{found.value:.1%} [{found.low:.1%}, {found.high:.1%}]"
    value = answer.value or 0.0
    return f"{value:.3f} dice" if answer.query in _IN_DICE else odds.percent(value)
