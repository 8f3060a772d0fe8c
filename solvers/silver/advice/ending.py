"""Actions of Silver that show the second 0, in words of advice (S-42)."""

from __future__ import annotations

from solvers.silver.scoring.scored import mean_points
from toolkit.games.silver.position import Position


def ending(ends: bool | None, after: Position | None) -> str:
    """Return what follows the reason for an action that ends the round, or may end it; else an empty text.

    `after` is the position that is scored then; None where it is not certain.
    """
    if ends is None:
        return " It ends the round at once if it shows the second 0 (S-42)."
    if not ends:
        return ""
    points = "" if after is None else f": you have {_points(after, after.me)} points then, {_others(after)}"
    return f" It shows the second 0 and ends the round at once (S-42){points}."


def _others(after: Position) -> str:
    """Return the mean points of the others, clockwise."""
    return ", ".join(f"player {seat} {_points(after, seat)}" for seat in after.others)


def _points(after: Position, seat: int) -> str:
    points = mean_points(after, seat)
    return "an unknown number" if points is None else f"{float(points):.1f}"
