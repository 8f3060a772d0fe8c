"""Hidden cards: where they lie, who knows what of them, and the worlds that fit what a seat knows."""

from toolkit.core.hidden.knowledge import HEAP, Face, Place
from toolkit.core.hidden.layout import Layout
from toolkit.core.hidden.view import HIDDEN, View
from toolkit.core.hidden.zones import Zones

__all__ = ["HEAP", "HIDDEN", "Face", "Layout", "Place", "View", "Zones"]
