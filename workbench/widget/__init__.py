"""The map in a notebook: `MapView`, which answers to a touch and to Python (extra ``notebook``)."""

from workbench.widget.mapview import MapView

__all__ = ["MapView"]
