"""Wayfarers of the South Tigris (Garphill Games, 2022): the components, and what they score."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
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
    "Holdings",
    "Lead",
    "Line",
    "RivalScore",
    "RivalSeat",
    "Scores",
    "Seat",
    "SeatScore",
    "SpaceScore",
    "final_scores",
]
