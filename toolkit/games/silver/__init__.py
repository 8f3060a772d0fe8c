"""Silver (Silver Amulet, Bezier Games, 2019): the cards, the rules, and the whole game."""

from toolkit.games.silver.cards import CHARACTERS, COPIES, DECK, Character
from toolkit.games.silver.rules import PROFILES, Rules

__all__ = ["CHARACTERS", "COPIES", "DECK", "PROFILES", "Character", "Rules"]
