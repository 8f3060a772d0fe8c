"""Foundations that every game shares: the protocol, hidden information, records, errors and seeds.

Here is what a game is written with; `toolkit` has what plays one.
"""

from typing import TYPE_CHECKING

from toolkit.core.lazy import lazily

if TYPE_CHECKING:
    from toolkit.core.decision import ALL, CHANCE, TERMINAL, Action, Chance, Decision, IllegalAction
    from toolkit.core.errors import ToolkitError
    from toolkit.core.game import Game, register
    from toolkit.core.hidden import HIDDEN, Layout, Zones
    from toolkit.core.history import Event, Reveal
    from toolkit.core.observation import Observation
    from toolkit.core.play import Player
    from toolkit.core.state import Outcome, State
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "ALL",
    "CHANCE",
    "HIDDEN",
    "TERMINAL",
    "Action",
    "Chance",
    "Decision",
    "Event",
    "Game",
    "IllegalAction",
    "Layout",
    "Observation",
    "Outcome",
    "Player",
    "Reveal",
    "State",
    "ToolkitError",
    "Zones",
    "register",
]
