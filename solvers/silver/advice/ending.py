"""Actions of Silver that show the second 0, as advice says it (S-42)."""

from __future__ import annotations

from solvers.silver.advice.judging import Said, said
from solvers.silver.scoring import mean_points
from toolkit.games.silver.position import Position


def ending(ends: bool | None, after: Position | None) -> tuple[Said, ...]:
    """Return what follows the reason for an action that ends the round, or may end it; else nothing.

    `after` is the position that is scored then; None where it is not certain.
    """
    if ends is None:
        return said("may_end")
    if not ends:
        return ()
    if after is None:
        return said("ends")
    others = [(seat, mean_points(after, seat)) for seat in after.others]  # clockwise
    return said("ends_with", points=mean_points(after, after.me), others=others)
