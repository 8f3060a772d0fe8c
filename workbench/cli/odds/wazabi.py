"""The command ``tobago odds wazabi``: chances in Wazabi, from a position file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from workbench.cli.completing import complete_file
from workbench.cli.odds.common import OddsCommand, Queries, tell
from workbench.cli.options import Json, argument, command, option
from workbench.cli.printing import print_json, print_rich, table_of

if TYPE_CHECKING:
    from rich.table import Table

    from toolkit.games.wazabi.cards import Deck
    from toolkit.games.wazabi.position import Position


@command(cls=OddsCommand, epilog="Example: tobago odds wazabi position.toml --query win --games 200")
def wazabi(
    *,
    file: str | None = argument("FILE", complete_file),
    queries: Queries,
    only_cards: bool = option(None, "List the cards of the game instead.", flag="--cards"),
    as_json: Json,
    **settings: Any,
) -> None:
    """Tell the odds of a turn in Wazabi: of the roll, the cards, finishing, winning.

    FILE is a Wazabi position (TOML or JSON); - reads standard input. Without --query everything that is
    exact is told at once, and the chance to win when --games, --players or --seed is given.
    """
    if only_cards:
        if file or queries or any(value is not None for value in settings.values()):
            raise click.UsageError("--cards goes without a position and its questions")
        from toolkit.games.wazabi.cards import DECKS, find_deck

        decks = {name: find_deck(name) for name in DECKS}
        if as_json:
            told = {name: deck.to_dict() for name, deck in decks.items()}
            print_json({"format": "wazabi-cards/1", "decks": told})
        else:
            print_rich(_cards(decks))
        return
    if file is None:
        raise click.MissingParameter(param_hint="FILE", param_type="argument")
    tell(wazabi, file, queries, settings, as_json, title=_title)


def _title(position: Position) -> str:
    dice, cards = position.my_dice, len(position.hand)
    return f"You have {dice} {'die' if dice == 1 else 'dice'} and {cards} card{'s' * (cards != 1)}"


def _cards(decks: Mapping[str, Deck]) -> Table:
    """Return the cards with their costs, and how many copies each deck holds."""
    kinds = {card.name: card.cost for deck in decks.values() for card in deck.cards}
    copies = {name: {card.name: card.copies for card in deck.cards} for name, deck in decks.items()}
    rows = [(name, cost, *[copies[deck].get(name, "-") for deck in decks]) for name, cost in kinds.items()]
    title, numbers = "The cards of Wazabi, with their copies in each deck", ["cost", *decks]
    return table_of("card", *numbers, rows=rows, title=title, numbers=numbers, folded=False)
