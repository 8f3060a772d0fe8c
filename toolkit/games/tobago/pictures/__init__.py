"""Pictures of Tobago as SVG: a setting, a treasure map, a position, and a clue as a card."""

from toolkit.games.tobago.pictures.clue_card import draw_clue
from toolkit.games.tobago.pictures.drawing import MARKS, draw_map, draw_position, draw_setting

__all__ = ["MARKS", "draw_clue", "draw_map", "draw_position", "draw_setting"]
