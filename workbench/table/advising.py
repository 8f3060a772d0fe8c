"""Advice for a seat of a whole game: its best choices, from what it sees alone."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any

from solvers.players.advice import find_advice
from toolkit.core import Observation
from toolkit.core.telling.teller import Teller

_WORLDS = 8  # over which a choice is judged
_MOST = 3  # choices that are told


def advised(seen: Observation[Any], teller: Teller) -> dict[str, Any]:
    """Return the best choices of who acts: what each is called, its chance to win, a bar against the best.

    ``tips`` is empty for a game without advice.
    """
    adviser = find_advice(seen.game)
    if adviser is None or not seen.actions:
        return {"tips": []}
    worlds = [seen.sample_world(Random(number)) for number in range(_WORLDS)]
    found = [adviser.weigh(world, seen.actions) for world in worlds]
    means = [fmean(values) for values in zip(*found, strict=True)]
    ranked = sorted(zip(means, seen.actions, strict=True), key=lambda pair: -pair[0])[:_MOST]
    best = max(ranked[0][0], 1e-9)
    return {
        "tips": [
            {
                "told": teller.choice(action, seen.stack[-1]),
                "figure": teller.language.number(f"{mean:.0%}"),
                "share": round(max(0.0, mean / best), 3),
            }
            for mean, action in ranked
        ]
    }
