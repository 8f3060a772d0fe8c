"""Advice for a seat of a whole game: its best choices, from what it sees alone."""

from __future__ import annotations

from typing import Any

from solvers.players.advice import ranked
from toolkit.core import Observation
from toolkit.core.telling.teller import Teller

_MOST = 3  # choices that are told


def advised(seen: Observation[Any], teller: Teller) -> dict[str, Any]:
    """Return the best choices of who acts: what each is called, its figure, how long a bar beside the best.

    ``unit`` says what figures are, ``chance`` to win or ``points`` ahead; ``tips`` is empty for a game
    without advice.
    """
    found = ranked(seen) if seen.actions else None
    if found is None:
        return {"unit": "chance", "tips": []}
    style = ".0%" if found.unit == "chance" else "+.1f"
    best, worst = found.actions[0][1], min(0.0, found.actions[-1][1])
    reach = best - worst or 1.0
    return {
        "unit": found.unit,
        "tips": [
            {
                "told": teller.choice(action, seen.stack[-1], seen),
                "figure": teller.language.number(f"{value:{style}}"),
                "share": round((value - worst) / reach, 3),
            }
            for action, value in found.actions[:_MOST]
        ],
    }
