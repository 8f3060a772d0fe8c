"""Mangrovia (Zoch, 2014): the box and the board, the rules, and the whole game."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.games.mangrovia.board import RECONSTRUCTED, Board, Path, Space
    from toolkit.games.mangrovia.components import LANDSCAPES, PATHS, PIERS, TILES, Box
    from toolkit.games.mangrovia.conversion import position_of
    from toolkit.games.mangrovia.files.reading import read_board, read_box
    from toolkit.games.mangrovia.game import GAME
    from toolkit.games.mangrovia.picture import board_picture
    from toolkit.games.mangrovia.position import Amulets, Components, Landscapes, Position, Valuables
    from toolkit.games.mangrovia.rules import Rules
    from toolkit.games.mangrovia.scoring import Counted, Line, Prizes, Scores
    from toolkit.games.tables import FaultyFile
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "GAME",
    "LANDSCAPES",
    "PATHS",
    "PIERS",
    "RECONSTRUCTED",
    "TILES",
    "Amulets",
    "Board",
    "Box",
    "Components",
    "Counted",
    "FaultyFile",
    "Landscapes",
    "Line",
    "Path",
    "Position",
    "Prizes",
    "Rules",
    "Scores",
    "Space",
    "Valuables",
    "board_picture",
    "position_of",
    "read_board",
    "read_box",
]
