"""Pictures of Tobago: the marks and pieces on an island, and a clue as a pictogram."""

from toolkit.games.tobago.pictures.clue_card import draw_clue, pictogram
from toolkit.games.tobago.pictures.drawing import SHAPES, amulet, atv, candidate_marks, removed_marks

__all__ = [
    "SHAPES",
    "amulet",
    "atv",
    "candidate_marks",
    "draw_clue",
    "pictogram",
    "removed_marks",
]
