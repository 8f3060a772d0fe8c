"""Views for notebooks, which answer to a touch and to Python (extra ``notebook``)."""

from workbench.widget.mapview import MapView
from workbench.widget.puzzleview import PuzzleView

__all__ = ["MapView", "PuzzleView"]
