"""The cards and the die: kinds, costs and copies, from the data files (W-2, W-10)."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from toolkit.core.errors import ToolkitError, did_you_mean, quote

DECKS = ("rulebook", "first")
"""The names of the decks: of the rulebook's edition, and of the first edition."""

NAMES = (
    "lose 1 die",  # W-16
    "play again",  # W-17
    "others keep 2",  # W-18
    "draw 3",  # W-19
    "miss a turn",  # W-20
    "pass dice",  # W-21
    "swap hands",  # W-22
    "pass cards",  # W-23
    "lose 2 dice",  # W-24
    "swap dice",  # W-25
    "give 1 die",  # W-26
    "take 1 card",  # W-26
    "keep 1 card",  # W-26
)
"""The kinds of cards of both editions, in the rulebook's order; a card's face is its number here."""

CARDS = 36
"""Cards in a deck (W-2)."""

_BARRED_FROM = 2  # W-16: so many DIE faces


@dataclass(frozen=True, slots=True)
class Card:
    """A kind of card: its name, its cost in wazabi (W-10) and its number of copies."""

    name: str
    cost: int
    copies: int

    @property
    def face(self) -> int:
        """The number of the kind."""
        return NAMES.index(self.name)


@dataclass(frozen=True, slots=True)
class Deck:
    """The 36 cards: each kind once, with its cost and its number of copies.

    Raises
    ------
    ToolkitError
        A kind that does not exist or stands there twice, or another number of cards than 36.

    Examples
    --------
    >>> deck = find_deck("rulebook")
    >>> len(deck), deck["lose 2 dice"]
    (36, Card(name='lose 2 dice', cost=3, copies=5))
    """

    title: str
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        for card in self.cards:
            if card.name not in NAMES:
                raise ToolkitError(f"no card {quote(card.name)} in Wazabi{did_you_mean(card.name, NAMES)}")
        if len({card.name for card in self.cards}) < len(self.cards):
            raise ToolkitError(f"deck {quote(self.title)} holds one kind of card twice: give its copies once")
        if len(self) != CARDS:
            raise ToolkitError(f"deck {quote(self.title)} holds {len(self)} cards instead of {CARDS} (W-2)")

    def __len__(self) -> int:
        return sum(card.copies for card in self.cards)

    def __getitem__(self, name: str) -> Card:
        """Return a kind by its name; `ToolkitError` with the nearest one of this deck otherwise."""
        for card in self.cards:
            if card.name == name:
                return card
        hint = did_you_mean(name, self.names)
        raise ToolkitError(f"no card {quote(name)} in the deck {self.title!r}{hint}")

    @property
    def names(self) -> tuple[str, ...]:
        """The kinds of this deck, in its order."""
        return tuple(card.name for card in self.cards)

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of all cards, copies included."""
        return tuple(card.face for card in self.cards for _ in range(card.copies))

    def with_kinds(self, *cards: Card) -> Deck:
        """Return the deck with these kinds in place of its own of the same names."""
        new = {card.name: card for card in cards}
        return Deck(self.title, tuple(new.get(card.name, card) for card in self.cards))

    def to_dict(self) -> dict[str, Any]:
        """Return the deck as JSON data."""
        return {card.name: {"cost": card.cost, "copies": card.copies} for card in self.cards}


@cache
def find_deck(name: str) -> Deck:
    """Return the deck of an edition; `ToolkitError` with the nearest name otherwise."""
    if name not in DECKS:
        hint = did_you_mean(name, DECKS, "decks")
        raise ToolkitError(f"no deck {quote(name)} in Wazabi{hint}")
    data = _data(name)
    return Deck(data["title"], tuple(Card(kind, **values) for kind, values in data["cards"].items()))


def _data(name: str) -> dict[str, Any]:
    return tomllib.loads(files("toolkit.games.wazabi").joinpath(f"data/{name}.toml").read_text("utf-8"))


_DIE = _data("die")

DICE: int = _DIE["dice"]
"""Dice in the box (W-2)."""

FACES = ("wazabi", "card", "die")
"""The faces of a die, in the order of every roll."""

SIDES: tuple[int, ...] = tuple(_DIE["faces"][face] for face in FACES)
"""On how many of the six sides of a die each face stands."""


def too_many_given(roll: Sequence[int]) -> bool:
    """Tell whether a roll of these faces bars "lose 1 die": two DIE or more do (W-16)."""
    _, _, die = roll
    return die >= _BARRED_FROM
