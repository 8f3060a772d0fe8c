"""The turns of the solo rival."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.games.wayfarers.components.tables import SOLO
from toolkit.games.wayfarers.state import Rival

if TYPE_CHECKING:
    from toolkit.games.wayfarers.rules import Rules
    from toolkit.games.wayfarers.state import WayfarersState


def new_rival(rules: Rules) -> Rival:
    """Return what the rival begins with (Y-96)."""
    board = [one.id for one in SOLO.board].index(rules.rival)
    return Rival(board, 0, 0, 0, 0, (0, 1, 1), (0, 1, 1), (0,) * 5, (), 0, (), 0)


def open_turn(state: WayfarersState) -> None:
    """Open the rival's turn (Y-97)."""
    raise NotImplementedError


def open_bonus(state: WayfarersState) -> None:
    """Open the bonus of the resource track once (Y-145)."""
    raise NotImplementedError
