"""Pictures of Tobago: the marks and pieces on an island, and a clue as a card."""

from toolkit.games.tobago.pictures.clue_card import draw_clue
from toolkit.games.tobago.pictures.drawing import MARKS, amulet, atv, candidate_marks

__all__ = ["MARKS", "amulet", "atv", "candidate_marks", "draw_clue"]
