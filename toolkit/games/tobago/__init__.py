"""Tobago (Bruce Allen, 2009): islands, clues, treasure maps and positions."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.core.document import PositionError
    from toolkit.games.tobago.board_sides import boxed_island
    from toolkit.games.tobago.cards import Deck, reconstructed_deck
    from toolkit.games.tobago.clues import CLUES, Clue, ClueError, Setting, draw_setting
    from toolkit.games.tobago.conversion import position_of, state_from_position
    from toolkit.games.tobago.maps import IllegalClue, Legality, Play, Reason, TreasureMap, Verdict
    from toolkit.games.tobago.placement import placement_faults, random_setting
    from toolkit.games.tobago.position import Position, draw_position
    from toolkit.games.tobago.rules import COLOURS, Rules
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "CLUES",
    "COLOURS",
    "Clue",
    "ClueError",
    "Deck",
    "IllegalClue",
    "Legality",
    "Play",
    "Position",
    "PositionError",
    "Reason",
    "Rules",
    "Setting",
    "TreasureMap",
    "Verdict",
    "boxed_island",
    "draw_position",
    "draw_setting",
    "placement_faults",
    "position_of",
    "random_setting",
    "reconstructed_deck",
    "state_from_position",
]
