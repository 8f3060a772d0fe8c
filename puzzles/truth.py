"""What is true of an island with everything on it, as facts: what a puzzle can be cut from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

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
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Relation, Setting

_CIRCLES, _RADII = 24, (2, 3)  # surveys of a kind from random hexes, and how far they look
_VIEWS = 12  # hexes from which the nearest landmark, and the distance of each, are seen
_PAIR_RADII = (1, 2, 3, 4)

_UNATTESTED = frozenset(c for c in CLUES if c.relation is Relation.IN and c.thing in LANDMARKS)


def true_facts(
    setting: Setting, treasures: Mapping[str, str], kinds: Sequence[str], random: Random
) -> list[Fact]:
    """Return facts that are true of a full setting and its treasures.

    All clues about treasures, all counts, terrains and pairs; surveys from hexes drawn at random. Clues that
    a treasure lies on a landmark are left out: no such card is attested (T-10).

    Parameters
    ----------
    setting, treasures
        The truth: all landmarks, and the hex of each treasure by colour.
    kinds
        The kinds of landmarks to be found: only they are spoken of.
    """
    facts: list[Fact] = [*_treasure_facts(setting, treasures), *_pair_facts(setting, treasures)]
    for kind in kinds:
        facts += _count_facts(setting, kind)
        facts += _surveys(setting, kind, random)
    return facts


def _treasure_facts(setting: Setting, treasures: Mapping[str, str]) -> Iterator[Fact]:
    for colour, name in treasures.items():
        here = setting.island.number(name)
        for clue in CLUES:
            if setting.masks[clue.number] >> here & 1 and clue not in _UNATTESTED:
                yield TreasureFact(colour, clue)


def _pair_facts(setting: Setting, treasures: Mapping[str, str]) -> Iterator[Fact]:
    least = _least(setting)
    for one, other in combinations(treasures, 2):
        steps = setting.distance(treasures[one], treasures[other])
        for radius in _PAIR_RADII:
            near = steps is not None and least <= steps <= radius
            yield PairFact(one, radius, other, negative=not near)


def _count_facts(setting: Setting, kind: str) -> Iterator[Fact]:
    cells = setting.landmarks[kind]
    for clue in CLUES[::2]:
        if clue.thing != kind and clue not in _UNATTESTED:
            yield CountFact(kind, (cells.mask & setting.masks[clue.number]).bit_count(), clue)
    yield TerrainsFact(kind, tuple(sorted(setting.island.terrain(name) for name in cells)))


def _least(setting: Setting) -> int:
    """Return how near a hex is to itself for "within" (T-7)."""
    return 0 if setting.rules.own_hex == "included" else 1


def _surveys(setting: Setting, kind: str, random: Random) -> Iterator[Fact]:
    """Yield what is seen of a kind from some hexes; from a hex without a way over land, no distance is."""
    names = setting.island.names
    least = _least(setting)
    for centre in random.choices(names, k=_CIRCLES):
        radius = random.choice(_RADII)
        near = sum(s is not None and least <= s <= radius for s in setting.distances(kind, centre))
        yield CircleFact(kind, near, radius, centre)
    for centre in random.choices(names, k=_VIEWS):
        steps = sorted(s for s in setting.distances(kind, centre) if s is not None)
        if steps:
            yield NearestFact(kind, steps[0], centre)
        if len(steps) == len(setting.landmarks[kind]):
            yield DistancesFact(kind, tuple(steps), centre)
