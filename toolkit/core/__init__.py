"""Foundations that every game shares: the protocol, hidden information, records, errors and seeds.

Here is what a game is written with; `toolkit` has what plays one.
"""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.core.decision import (
        ALL,
        AUTOMATIC,
        CHANCE,
        TERMINAL,
        Action,
        Domain,
        IllegalAction,
        Listed,
        MadeOnce,
        Reveal,
        asks,
        declared,
        draws,
    )
    from toolkit.core.errors import ToolkitError
    from toolkit.core.fields import Derived, Part
    from toolkit.core.game import Game, register
    from toolkit.core.hidden import HIDDEN, Layout, Zones
    from toolkit.core.history import Event
    from toolkit.core.observation import Observation
    from toolkit.core.play import Player
    from toolkit.core.rules import BaseRules
    from toolkit.core.state import Outcome, State
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "ALL",
    "AUTOMATIC",
    "CHANCE",
    "HIDDEN",
    "TERMINAL",
    "Action",
    "BaseRules",
    "Derived",
    "Domain",
    "Event",
    "Game",
    "IllegalAction",
    "Layout",
    "Listed",
    "MadeOnce",
    "Observation",
    "Outcome",
    "Part",
    "Player",
    "Reveal",
    "State",
    "ToolkitError",
    "Zones",
    "asks",
    "declared",
    "draws",
    "register",
]
