"""Seeded islands: a compact piece of land rises from the sea, and terrains are laid on it.

Version 1 lays them as a patchwork, without a thought for where water runs; version 2 makes a landscape.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import permutations
from random import Random

from toolkit.core.chance import Seed, random_source
from toolkit.hexmap.drawn import column_name, hex_to_offset
from toolkit.hexmap.hexes import TERRAINS, Hex, Orientation, neighbours
from toolkit.hexmap.island import Island, IslandError

BOXED_SIZE = 104
"""As many hexes as the island of the box has."""

_ATTEMPTS = 100  # only a small island ever needs a second one: seven equal regions, say, must tie


def random_island(
    seed: Seed = None, hexes: int = BOXED_SIZE, *, lagoons: bool = False, version: int = 2
) -> Island:
    """Return a drawn island of exactly `hexes` land hexes, the same for the same seed on every platform.

    The land is one piece, without inner ocean unless `lagoons` allows it. Regions have about five hexes;
    every terrain that occurs has a unique largest region (as on the boards of the game, T-4), and all six
    occur from six hexes on. Rivers run from a lake or a mountain inland to the coast, and beaches lie on
    the coast. `version` 1 gives the islands of before, with rivers and beaches anywhere. An `IslandError`
    for less than one hex or an unknown version.

    >>> random_island(7) == random_island(7) != random_island(7, version=1)
    True
    """
    if hexes < 1:
        raise IslandError(f"an island needs at least one land hex, not {hexes}")
    if version not in _TERRAINS:
        raise IslandError(f"random islands have the versions 1 and 2, not {version}")
    random = random_source(seed)
    for _ in range(_ATTEMPTS):
        land = _grow_land(random, hexes, lagoons)
        terrain = _TERRAINS[version](random, land)
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


def _on_paper(terrain: dict[Hex, str], title: str) -> Island:
    """Move the land to the top left corner of a drawing and name its hexes."""
    top = min(place.r for place in terrain)
    left = min(hex_to_offset(Hex(place.q, place.r - top))[0] for place in terrain)
    moved = {Hex(place.q - left, place.r - top): kind for place, kind in terrain.items()}
    offsets = {place: hex_to_offset(place) for place in moved}
    names = {place: f"{column_name(column)}{row + 1}" for place, (column, row) in offsets.items()}
    return Island(moved, names, Orientation.POINTY, title)


# ---- version 2: a landscape --------------------------------------------------------------------------------

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
        """Grow regions on free hexes and without touching each other, one for so many (`per`) of the starts.

        These are tried in their order. `sizes` are the least and the most hexes of a region; of those that
        `ways` lets it grow to, one that is free is drawn each time.
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


# ---- version 1: a patchwork --------------------------------------------------------------------------------

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


_TERRAINS = {1: patchwork, 2: landscape}  # by version: what is there stays as it is, for the old seeds
