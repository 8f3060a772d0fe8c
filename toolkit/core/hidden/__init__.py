"""Hidden cards: where they lie, who knows what of them, and the worlds that fit what a seat knows."""

from toolkit.core.hidden.layout import HEAP, HIDDEN, Face, Layout, Place
from toolkit.core.hidden.view import Belief, View
from toolkit.core.hidden.zones import Zones

__all__ = ["HEAP", "HIDDEN", "Belief", "Face", "Layout", "Place", "View", "Zones"]
