"""Landscape: the terrains of random islands of version 2, where water runs to the sea.

Rivers come first, from the coast up to their springs, then lakes inland and beaches along the shore. What is
left is cut into blobs of jungle, mountain and scrubland. The figures are near those of the island of the box.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING

from toolkit.hexmap.hexes import TERRAINS, Hex, neighbours
from toolkit.hexmap.patchwork import cut_into_blobs

if TYPE_CHECKING:
    from random import Random

_COAST_PER_RIVER = 14
_COAST_PER_BEACH = 9
_HEXES_PER_LAKE = 36
_HEXES_PER_BLOB = 5
_DRY = ("jungle", "mountain", "scrubland")  # the terrains of blobs


def landscape(random: Random, land: list[Hex]) -> dict[Hex, str] | None:
    """Return the terrain of each hex, or None when this land and these draws do not come out (T-4)."""
    if len(land) < len(TERRAINS):
        return dict(zip(land, random.sample(TERRAINS, len(land)), strict=True))
    plan = _Plan(random, land)
    courses = plan.rivers()
    springs = [course[-1] for course in courses]
    plan.lay("river", [course[:-1] for course in courses])
    plan.lay("lake", plan.lakes(springs))
    plan.lay("beach", plan.beaches())
    dry = [place for place in land if place not in plan.terrain]
    if len({*plan.terrain.values()}) < len(TERRAINS) - len(_DRY) or len(dry) < len(_DRY):
        return None
    blobs = _Blobs(cut_into_blobs(random, dry, _seeds(random, dry)))
    return plan.terrain | blobs.terrain() if blobs.paint(random, springs) else None


class _Plan:
    """Land on which waters and beaches are laid, those of one terrain apart from each other.

    `depth` counts the steps from a hex to the coast; `inland` are the hexes off the coast, or all of a
    narrow spit of land; `terrain` grows.
    """

    def __init__(self, random: Random, land: list[Hex]) -> None:
        self.random = random
        self.depth = _depths(land)
        self.coast = [place for place in land if not self.depth[place]]
        self.inland = dict.fromkeys([place for place in land if self.depth[place]] or land)
        self.terrain: dict[Hex, str] = {}

    def lay(self, terrain: str, regions: list[list[Hex]]) -> None:
        self.terrain |= {place: terrain for region in regions for place in region}

    def rivers(self) -> list[list[Hex]]:
        """Return the courses of the rivers, each from its mouth up to its spring, which is no river yet."""
        deepest = max(self.depth.values())
        lengths = (min(3, max(2, deepest + 1)), deepest + 2)
        return self._regions(self._mixed(self.coast), _COAST_PER_RIVER, lengths, self._upstream)

    def lakes(self, springs: list[Hex]) -> list[list[Hex]]:
        """Return lakes inland: one where the first river springs, the others at springs and elsewhere."""
        others = [spring for spring in springs[1:] if self.random.random() < 0.5]
        starts = [*springs[:1], *others, *self._mixed(self.inland)]
        return self._regions(starts, _HEXES_PER_LAKE, self._sizes(7), self._inland_beside)

    def beaches(self) -> list[list[Hex]]:
        """Return beaches, each a walk along the shore."""
        return self._regions(self._mixed(self.coast), _COAST_PER_BEACH, self._sizes(5), self._along_the_shore)

    def _mixed(self, places: Iterable[Hex]) -> list[Hex]:
        mixed = list(places)
        self.random.shuffle(mixed)
        return mixed

    def _sizes(self, largest: int) -> tuple[int, int]:
        """Return how small and how large a region may be: on a small island not as large as on others."""
        most = min(largest, len(self.depth) // len(TERRAINS))
        return min(2, max(1, most // 2)), most

    def _regions(
        self, starts: list[Hex], per: int, sizes: tuple[int, int], ways: Callable[[list[Hex]], list[Hex]]
    ) -> list[list[Hex]]:
        """Grow regions from the starts that can be, on free hexes and without touching each other.

        Parameters
        ----------
        starts
            Where a region may start, in the order in which this is tried.
        per
            On how many of the starts there is one region.
        sizes
            The least and the most hexes of a region.
        ways
            Where a region may grow to; one of these that is free is drawn each time.
        """
        count = max(1, round(len(starts) / per))
        taken = set(self.terrain)
        regions: list[list[Hex]] = []
        for start in starts:
            region: list[Hex] = []
            size = self.random.randint(*sizes)
            open_places = [start]
            while len(region) < size:
                open_places = [p for p in open_places if p not in taken and p not in region]
                if not open_places:
                    break
                region.append(self.random.choice(open_places))
                open_places = ways(region)
            if len(region) >= sizes[0]:
                regions.append(region)
                taken.update(region)
                taken.update(near for place in region for near in neighbours(place))
            if len(regions) == count:
                break
        return _one_longest(regions, sizes[0])

    def _upstream(self, course: list[Hex]) -> list[Hex]:
        """Return where a course may go on, not down and not beside itself, likelier where the land rises."""
        here = course[-1]
        beside = {near for place in course[:-1] for near in neighbours(place)}
        ways = [near for near in neighbours(here) if near in self.inland and near not in beside]
        return [near for near in ways for _ in range(1 + self.depth[near] - self.depth[here])]

    def _inland_beside(self, lake: list[Hex]) -> list[Hex]:
        return [near for place in lake for near in neighbours(place) if near in self.inland]

    def _along_the_shore(self, beach: list[Hex]) -> list[Hex]:
        """Return the hexes by the same water as the last hex of a beach."""
        around = neighbours(beach[-1])
        water = [near not in self.depth for near in around]
        return [p for i, p in enumerate(around) if not water[i] and (water[i - 1] or water[(i + 1) % 6])]


class _Blobs:
    """Blobs of dry land, from the largest on; those of one terrain may touch and are one region then."""

    def __init__(self, blobs: list[list[Hex]]) -> None:
        self.blobs = sorted(blobs, key=len, reverse=True)
        self.of: dict[int, str] = {}
        owner = {place: number for number, blob in enumerate(self.blobs) for place in blob}
        self._beside = [
            {owner[near] for place in blob for near in neighbours(place) if near in owner} - {number}
            for number, blob in enumerate(self.blobs)
        ]
        self._largest: dict[str, set[int]] = {}  # the blobs of the largest region of each terrain

    def paint(self, random: Random, springs: Collection[Hex]) -> bool:
        """Give each blob a terrain, mountain where a river springs; False when a largest region would tie."""
        for number, blob in enumerate(self.blobs):
            rises = any(spring in blob for spring in springs)
            missing = [terrain for terrain in _DRY if terrain not in self._largest]
            choice = ["mountain"] if rises else missing or _DRY
            regions = {terrain: self._region(number, terrain) for terrain in choice}
            fitting = {t: self._size(region) for t, region in regions.items() if self._fits(t, region)}
            if not fitting:
                return False
            least = min(fitting.values())
            drawn = random.choice([terrain for terrain, size in fitting.items() if size == least])
            self.of[number] = drawn
            if self._size(regions[drawn]) > self._size(self._largest.get(drawn, ())):
                self._largest[drawn] = regions[drawn]
        return len(self._largest) == len(_DRY)

    def terrain(self) -> dict[Hex, str]:
        return {place: self.of[number] for number, blob in enumerate(self.blobs) for place in blob}

    def _region(self, number: int, terrain: str) -> set[int]:
        """Return the blobs that hang together with this one once it has the terrain."""
        region, edge = {number}, [number]
        while edge:
            linked = {near for near in self._beside[edge.pop()] - region if self.of.get(near) == terrain}
            region |= linked
            edge += linked
        return region

    def _size(self, region: Iterable[int]) -> int:
        return sum(len(self.blobs[number]) for number in region)

    def _fits(self, terrain: str, region: set[int]) -> bool:
        """Return whether the largest region of the terrain stays the only one of its size."""
        largest = self._largest.get(terrain, set())
        return not region.isdisjoint(largest) or self._size(region) != self._size(largest)


def _depths(land: list[Hex]) -> dict[Hex, int]:
    """Return the steps from each hex to the coast, 0 for the coast itself."""
    ashore = set(land)
    wave = [place for place in land if not ashore.issuperset(neighbours(place))]
    depth = dict.fromkeys(wave, 0)
    for place in wave:  # grows while it is walked
        for near in neighbours(place):
            if near in ashore and near not in depth:
                depth[near] = depth[place] + 1
                wave.append(near)
    return {place: depth[place] for place in land}


def _one_longest(regions: list[list[Hex]], shortest: int) -> list[list[Hex]]:
    """Take the last hex from each region as large as the first of the largest; drop what gets too small."""
    length = max(map(len, regions), default=0)
    first = next((region for region in regions if len(region) == length), None)
    cut = [region if region is first or len(region) < length else region[:-1] for region in regions]
    return [region for region in cut if len(region) >= shortest]


def _seeds(random: Random, dry: list[Hex]) -> list[Hex]:
    """Return places for blobs to grow from: one on each part that hangs together, the others anywhere."""
    unseen = dict.fromkeys(dry)
    seeds: dict[Hex, None] = {}
    while unseen:
        part = [unseen.popitem()[0]]
        for place in part:  # grows while it is walked
            found = [near for near in neighbours(place) if near in unseen]
            part += found
            for near in found:
                del unseen[near]
        seeds[random.choice(part)] = None
    others = [place for place in dry if place not in seeds]
    count = max(len(_DRY), round(len(dry) / _HEXES_PER_BLOB)) - len(seeds)
    return [*seeds, *random.sample(others, min(max(count, 0), len(others)))]
