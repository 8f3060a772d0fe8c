"""Wazabi (Gigamic, 2008): the cards and the dice, the rules, and the whole game."""

from toolkit.games.wazabi.cards import CARDS, DECKS, DICE, FACES, NAMES, SIDES, Card, Deck, find_deck
from toolkit.games.wazabi.rules import Rules

__all__ = ["CARDS", "DECKS", "DICE", "FACES", "NAMES", "SIDES", "Card", "Deck", "Rules", "find_deck"]
