"""Hex maps: coordinates, islands as networkx graphs and bit masks, sets of hexes, and their pictures."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.hexmap.drawn import format_drawing, parse_drawing
    from toolkit.hexmap.generate import random_island
    from toolkit.hexmap.hexes import OCEAN, TERRAINS, Direction, Hex, Orientation, distance, line
    from toolkit.hexmap.island import CellSet, Island, IslandError
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "OCEAN",
    "TERRAINS",
    "CellSet",
    "Direction",
    "Hex",
    "Island",
    "IslandError",
    "Orientation",
    "distance",
    "format_drawing",
    "line",
    "parse_drawing",
    "random_island",
]
