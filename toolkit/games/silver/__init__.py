"""Silver (Silver Amulet, Bezier Games, 2019): the cards, the rules, and the whole game."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.games.silver.actions import CALL
    from toolkit.games.silver.cards import CHARACTERS, COPIES, DECK, Character
    from toolkit.games.silver.game import GAME
    from toolkit.games.silver.position import UNKNOWN, Position
    from toolkit.games.silver.rules import PROFILES, Rules
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "CALL",
    "CHARACTERS",
    "COPIES",
    "DECK",
    "GAME",
    "PROFILES",
    "UNKNOWN",
    "Character",
    "Position",
    "Rules",
]
