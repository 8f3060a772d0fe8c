"""Wayfarers of the South Tigris (Garphill Games, 2022): the components, the rules, and the whole game."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from toolkit.games.wayfarers.conversion import position_of
    from toolkit.games.wayfarers.game import GAME
    from toolkit.games.wayfarers.position import Display, Journal, Player, Position
    from toolkit.games.wayfarers.rules import Rules
    from toolkit.games.wayfarers.scoring import (
        Holdings,
        Lead,
        Line,
        RivalScore,
        RivalSeat,
        Scores,
        Seat,
        SeatScore,
        SpaceScore,
        final_scores,
    )
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "GAME",
    "Display",
    "Holdings",
    "Journal",
    "Lead",
    "Line",
    "Player",
    "Position",
    "RivalScore",
    "RivalSeat",
    "Rules",
    "Scores",
    "Seat",
    "SeatScore",
    "SpaceScore",
    "final_scores",
    "position_of",
]
