"""What facts mean, hex by hex: the brute force and the puzzles are held to it."""

from __future__ import annotations

from collections.abc import Mapping

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    Fact,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
)
from toolkit.games.tobago import Setting


def holds(fact: Fact, setting: Setting, treasures: Mapping[str, str]) -> bool:
    """Tell whether a fact is true of a full setting with the hex of each treasure."""
    least = 0 if setting.rules.own_hex == "included" else 1
    match fact:
        case TreasureFact(colour, clue):
            return treasures[colour] in setting.cells(clue)
        case CountFact(kind, number, clue):
            return len(setting.landmarks[kind] & setting.cells(clue)) == number
        case CircleFact(kind, number, radius, centre):
            return sum(least <= steps <= radius for steps in _near(setting, kind, centre)) == number
        case TerrainsFact(kind, terrains):
            return sorted(map(setting.island.terrain, setting.landmarks[kind])) == list(terrains)
        case DistancesFact(kind, steps, centre):
            lost = len(setting.landmarks[kind]) - len(_near(setting, kind, centre))
            return not lost and _near(setting, kind, centre) == list(steps)
        case NearestFact(kind, nearest, centre):
            return _near(setting, kind, centre)[:1] == [nearest]
        case PairFact(colour, radius, other, negative):
            between = setting.distance(treasures[colour], treasures[other])
            return (between is not None and least <= between <= radius) != negative


def _near(setting: Setting, kind: str, centre: str) -> list[int]:
    """Return how far the landmarks of a kind are from a hex, those without a way left out."""
    return sorted(steps for steps in setting.distances(kind, centre) if steps is not None)
