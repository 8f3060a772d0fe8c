"""The odds that people get."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from toolkit.games.wazabi.cards import FACES
from workbench.cli.odds.common import fraction, percent, table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from fractions import Fraction

    from rich.table import Table

    from solvers.wazabi.answers import Answer
    from toolkit.games.wazabi.cards import Deck
    from toolkit.games.wazabi.position import Position

_MOST_ROLLS = 15  # that are shown

_LABELS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "cost": lambda about: f"roll {about['cost']} wazabi or more",
    "cards": lambda about: f"play {about['card']}" if about["held"] else f"draw and play {about['card']}",
    "given": lambda _: "dice given away, expected",
    "finish": lambda about: f"finish this turn{', extra turns counted' if about['play_again'] else ''}",
    "within": lambda about: f"finish within {about['turns']} turns alone",
    "worth": lambda about: f"dice after the turn, {about['play']}",
    "win": lambda about: f"win against these players, {about['games']} games",
}
_IN_DICE = ("given", "worth")


def tables(position: Position, found: list[Answer]) -> Iterator[Table]:
    """Return the rolls as one table, and all that is a single number as another."""
    for answer in found:
        if answer.query == "faces" and answer.distribution:
            yield _rolls(position, answer.distribution)
    if numbers := [answer for answer in found if answer.query in _LABELS]:
        yield _numbers(position, numbers)


def _rolls(position: Position, chances: Mapping[str, Fraction]) -> Table:
    shown = sorted(chances.items(), key=lambda roll: -roll[1])[:_MOST_ROLLS]
    some = f", the {_MOST_ROLLS} likeliest of {len(chances)}" if len(chances) > _MOST_ROLLS else ""
    rows = table(*FACES, "chance", "exact", title=f"Roll of {position.my_dice} dice{some}", words=0)
    for outcome, chance in shown:
        rows.add_row(*outcome.split(","), percent(float(chance)), fraction(chance))
    return rows


def _numbers(position: Position, numbers: list[Answer]) -> Table:
    title = f"Player {position.me}: {position.my_dice} dice, {len(position.hand)} cards"
    rows = table("odds", "value", "exact", title=title)
    for _, group in groupby(numbers, key=lambda answer: answer.query):
        rows.add_section()
        for answer in group:
            rows.add_row(_LABELS[answer.query](answer.about), _value(answer), fraction(answer.exact))
    return rows


def cards(decks: Mapping[str, Deck]) -> Table:
    """Return the cards with their costs, and how many copies each deck holds."""
    kinds = {card.name: card.cost for deck in decks.values() for card in deck.cards}
    copies = {name: {card.name: card.copies for card in deck.cards} for name, deck in decks.items()}
    rows = table("card", "cost", *decks, title="The cards of Wazabi, with their copies in each deck")
    for name, cost in kinds.items():
        rows.add_row(name, str(cost), *[str(copies[deck].get(name, "-")) for deck in decks])
    return rows


def _value(answer: Answer) -> str:
    if answer.wins:
        found = answer.wins.interval
        return f"{found.value:.1%} [{found.low:.1%}, {found.high:.1%}]"
    value = answer.value or 0.0
    return f"{value:.3f} dice" if answer.query in _IN_DICE else percent(value)
