"""Wazabi (Gigamic, 2008): the cards and the dice, the rules, and the whole game."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.games.wazabi.cards import CARDS, DECKS, DICE, FACES, NAMES, SIDES, Card, Deck, find_deck
    from toolkit.games.wazabi.game import GAME
    from toolkit.games.wazabi.position import Position
    from toolkit.games.wazabi.rules import Rules
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "CARDS",
    "DECKS",
    "DICE",
    "FACES",
    "GAME",
    "NAMES",
    "SIDES",
    "Card",
    "Deck",
    "Position",
    "Rules",
    "find_deck",
]
