"""What facts mean, hex by hex: the brute force and the puzzles are held to it; and facts of any kind."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

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
from toolkit.games.tobago import CLUES, COLOURS, Setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap.hexes import TERRAINS


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


def any_facts(names: st.SearchStrategy[str], most: int = 99) -> st.SearchStrategy[Fact]:
    """Return every type of fact, with any parts that its text can have: numbers and steps up to `most`."""
    kinds, colours, clues = st.sampled_from(LANDMARKS), st.sampled_from(COLOURS), st.sampled_from(CLUES)
    numbers, radii = st.integers(0, most), st.integers(1, most)
    counted = st.tuples(kinds, numbers, st.sampled_from(CLUES[::2])).filter(lambda t: t[2].thing != t[0])
    listed = st.lists(st.sampled_from(TERRAINS), min_size=1, max_size=5).map(tuple)
    pairs = st.permutations(COLOURS).map(lambda drawn: drawn[:2])
    return st.one_of(
        st.builds(TreasureFact, colours, clues),
        counted.map(lambda parts: CountFact(*parts)),
        st.builds(CircleFact, kinds, numbers, radii, names),
        st.builds(TerrainsFact, kinds, listed),
        st.builds(DistancesFact, kinds, st.lists(numbers, min_size=1, max_size=5).map(tuple), names),
        st.builds(NearestFact, kinds, numbers, names),
        st.builds(lambda two, r, no: PairFact(two[0], r, two[1], no), pairs, radii, st.booleans()),
    )
