"""Advice for a seat of a whole game: its best choices, from what it sees alone."""

from __future__ import annotations

from typing import Any

from solvers.players.expert import ranked
from toolkit.core import Observation
from toolkit.core.telling.teller import Teller

_MOST = 3  # choices that are told


def advised(seen: Observation[Any], teller: Teller) -> dict[str, Any]:
    """Return the best choices of who acts: what each is called, its figure, and the length of its bar.

    ``unit`` says what figures are, ``chance`` to win or ``points`` ahead: bars are as long as chances, and
    as points beside the best. ``more`` counts those that are not told though they are as good as the last
    one that is. ``tips`` is empty for a game without advice.
    """
    found = ranked(seen) if seen.actions else None
    if found is None:
        return {"unit": "chance", "tips": [], "more": 0}
    values = [one.worth.value for one in found.actions]
    style, best, worst = (".0%", 1, 0) if found.unit == "chance" else ("+.1f", values[0], min(0, values[-1]))
    figures = [f"{value:{style}}" for value in values]
    return {
        "unit": found.unit,
        "tips": [
            {
                "told": teller.choice(one.action, seen.stack[-1], seen),
                "figure": teller.language.number(figure),
                "share": round((value - worst) / (best - worst), 3) if best > worst else 1.0,
            }
            for one, value, figure in zip(found.actions[:_MOST], values, figures, strict=False)
        ],
        "more": figures[_MOST:].count(figures[:_MOST][-1]),
    }
