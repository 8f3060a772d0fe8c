"""Patchwork: the terrains of random islands of version 1, blobs without a thought for where water runs."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from toolkit.hexmap.hexes import TERRAINS, Hex, neighbours

if TYPE_CHECKING:
    from random import Random

_HEXES_PER_REGION = 5  # the island of the box has 22 regions on 104 hexes


def patchwork(random: Random, land: list[Hex]) -> dict[Hex, str] | None:
    """Return the terrain of each hex, or None when this land and these draws do not come out (T-4).

    Beaches are likelier by the sea and lakes inland, no more; rivers are blobs as all else.
    """
    count = max(min(len(land), len(TERRAINS)), round(len(land) / _HEXES_PER_REGION))
    return _assign_terrains(random, cut_into_blobs(random, land, random.sample(land, count)))


def cut_into_blobs(random: Random, land: list[Hex], seeds: list[Hex]) -> list[list[Hex]]:
    """Cut the land into connected blobs that grow at the same time, one from each seed.

    Each part of the land that hangs together needs a seed.
    """
    owner = {place: number for number, place in enumerate(seeds)}
    free = set(land) - owner.keys()
    edge = list(owner.items())
    while free:
        pick = random.randrange(len(edge))
        place, number = edge[pick]
        open_places = [near for near in neighbours(place) if near in free]
        if not open_places:
            edge[pick] = edge[-1]
            edge.pop()
            continue
        grown = open_places[random.randrange(len(open_places))]
        free.discard(grown)
        owner[grown] = number
        edge.append((grown, number))
    regions: list[list[Hex]] = [[] for _ in seeds]
    for place in land:
        regions[owner[place]].append(place)
    return regions


def _assign_terrains(random: Random, regions: list[list[Hex]]) -> dict[Hex, str] | None:
    """Give each region a terrain that no neighbour has and that leaves each largest region unique.

    Returns None when some region has no terrain left, even after a swap around it.
    """
    terrains = _Terrains(regions)
    for number in range(len(regions)):
        allowed = terrains.allowed(number) or terrains.make_room(number)
        if not allowed:
            return None
        weights = [_liking(t, terrains.coastal(number)) for t in allowed]
        (terrains.of[number],) = random.choices(allowed, weights)
    return {place: terrains.of[number] for number, region in enumerate(terrains.regions) for place in region}


class _Terrains:
    """The terrains of regions, numbered from the largest on and given in that order.

    The first six take one terrain each, so only a later region as large as one of them could tie.
    """

    def __init__(self, regions: list[list[Hex]]) -> None:
        self.regions = sorted(regions, key=len, reverse=True)
        self.of: dict[int, str] = {}
        self._owner = {place: number for number, region in enumerate(self.regions) for place in region}
        self._beside = [
            {self._owner[near] for place in region for near in neighbours(place) if near in self._owner}
            for region in self.regions
        ]

    def coastal(self, number: int) -> float:
        """Return the share of a region's hexes that lie by the sea."""
        region = self.regions[number]
        by_the_sea = sum(any(near not in self._owner for near in neighbours(place)) for place in region)
        return by_the_sea / len(region)

    def allowed(self, number: int) -> list[str]:
        """Return the terrains that a region without one may take."""
        if number < len(TERRAINS):
            return [t for t in TERRAINS if t not in self.of.values()]
        around = {self.of.get(near) for near in self._beside[number]}
        return [t for t in TERRAINS if t not in around and self._fits(number, t)]

    def make_room(self, number: int) -> list[str]:
        """Swap two terrains around a region that has none left; return the one that this frees, if any.

        The regions that swap are a Kempe chain: all those of the two terrains that hang together.
        """
        for freed, other in permutations(TERRAINS, 2):
            chain = self._chain(number, freed, other)
            swapped = {near: other if self.of[near] == freed else freed for near in chain}
            closed = any(swapped.get(near) == freed for near in self._beside[number])
            if not closed and all(self._fits(*one) for one in [(number, freed), *swapped.items()]):
                self.of |= swapped
                return [freed]
        return []

    def _chain(self, number: int, freed: str, other: str) -> set[int]:
        """Return the regions that must swap two terrains once the neighbours of the first give it up."""
        chain = {near for near in self._beside[number] if self.of.get(near) == freed}
        edge = list(chain)
        while edge:
            linked = {n for n in self._beside[edge.pop()] - chain if self.of.get(n) in (freed, other)}
            chain |= linked
            edge += linked
        return chain

    def _fits(self, number: int, terrain: str) -> bool:
        """Return whether a region may take a terrain and stay smaller than the first region of it."""
        largest = next(n for n in range(len(TERRAINS)) if self.of[n] == terrain)
        return number >= len(TERRAINS) and len(self.regions[number]) < len(self.regions[largest])


def _liking(terrain: str, coastal: float) -> int:
    """Beaches lie by the sea and lakes inland."""
    if terrain == "beach":
        return 1 + round(9 * coastal)
    return 1 + round(4 * (1 - coastal)) if terrain == "lake" else 3
