"""Seeded islands: a compact piece of land, cut into blob-like regions."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

from toolkit.core.chance import Seed, random_source
from toolkit.hexmap.drawn import column_name, hex_to_offset
from toolkit.hexmap.hexes import TERRAINS, Hex, Orientation, neighbours
from toolkit.hexmap.island import Island, IslandError

if TYPE_CHECKING:
    from random import Random

BOXED_SIZE = 104
"""As many hexes as the island of the box has."""

_HEXES_PER_REGION = 5  # the island of the box has 22 regions on 104 hexes
_ATTEMPTS = 100  # only a small island ever needs a second one: seven equal regions, say, must tie


def random_island(seed: Seed = None, hexes: int = BOXED_SIZE, *, lagoons: bool = False) -> Island:
    """Return a drawn island of exactly `hexes` land hexes, the same for the same seed on every platform.

    The land is one piece, without inner ocean unless `lagoons` allows it. Regions are blobs of about five
    hexes; every terrain that occurs has a unique largest region (as on the boards of the game, T-4), and all
    six occur from six hexes on. An `IslandError` for less than one hex.

    >>> random_island(7) == random_island(7)
    True
    """
    if hexes < 1:
        raise IslandError(f"an island needs at least one land hex, not {hexes}")
    random = random_source(seed)
    for _ in range(_ATTEMPTS):
        land = _grow_land(random, hexes, lagoons)
        regions = _grow_regions(random, land)
        terrain = _assign_terrains(random, regions)
        if terrain is not None:
            return _on_paper(
                terrain, f"random island {seed}" if isinstance(seed, int | str) else "random island"
            )
    raise IslandError(f"no island of {hexes} hexes came out of {_ATTEMPTS} attempts")


def _grow_land(random: Random, hexes: int, lagoons: bool) -> list[Hex]:
    """Return the land in the order in which it rose from the sea, mostly beside land."""
    land = {Hex(0, 0): None}
    shore = _Shore(land, lagoons)
    while len(land) < hexes:
        place = shore.draw(random)
        land[place] = None
        shore.update(place)
    return list(land)


class _Shore:
    """The ocean hexes where the land may grow, in classes by their number of land neighbours."""

    def __init__(self, land: dict[Hex, None], lagoons: bool) -> None:
        self.land = land
        self.lagoons = lagoons
        self.classes: list[list[Hex]] = [[] for _ in range(7)]
        self.slot: dict[Hex, tuple[int, int]] = {}
        for place in list(land):
            self.update(place)

    def draw(self, random: Random) -> Hex:
        """Draw a place; its chance grows with the square of its land neighbours."""
        weights = [len(places) * count**2 for count, places in enumerate(self.classes)]
        (chosen,) = random.choices(self.classes, weights)
        return chosen[random.randrange(len(chosen))]

    def update(self, risen: Hex) -> None:
        """Account for a hex that became land."""
        self._drop(risen)
        for near in neighbours(risen):
            if near not in self.land:
                self._drop(near)
                self._add(near)

    def _add(self, place: Hex) -> None:
        around = [near in self.land for near in neighbours(place)]
        arcs = sum(here and not before for here, before in zip(around, [around[-1], *around], strict=False))
        if self.lagoons or arcs == 1 or all(around):  # two arcs of land around a hex would close off water
            count = sum(around)
            self.slot[place] = (count, len(self.classes[count]))
            self.classes[count].append(place)

    def _drop(self, place: Hex) -> None:
        if place in self.slot:
            count, position = self.slot.pop(place)
            last = self.classes[count].pop()
            if last != place:
                self.classes[count][position] = last
                self.slot[last] = (count, position)


def _grow_regions(random: Random, land: list[Hex]) -> list[list[Hex]]:
    """Cut the land into connected blobs that grow at the same time from random seeds."""
    count = max(min(len(land), len(TERRAINS)), round(len(land) / _HEXES_PER_REGION))
    owner = {place: number for number, place in enumerate(random.sample(land, count))}
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
    regions: list[list[Hex]] = [[] for _ in range(count)]
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


def _on_paper(terrain: dict[Hex, str], title: str) -> Island:
    """Move the land to the top left corner of a drawing and name its hexes."""
    top = min(place.r for place in terrain)
    left = min(hex_to_offset(Hex(place.q, place.r - top))[0] for place in terrain)
    moved = {Hex(place.q - left, place.r - top): kind for place, kind in terrain.items()}
    offsets = {place: hex_to_offset(place) for place in moved}
    names = {place: f"{column_name(column)}{row + 1}" for place, (column, row) in offsets.items()}
    return Island(moved, names, Orientation.POINTY, title)
