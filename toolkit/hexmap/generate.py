"""Seeded islands: a compact piece of land, cut into blob-like regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.seeds import Seed, random_source
from toolkit.hexmap.drawn import column_name, hex_to_offset
from toolkit.hexmap.hexes import Hex, Orientation, neighbours
from toolkit.hexmap.island import Island, IslandError
from toolkit.hexmap.terrain import TERRAINS

if TYPE_CHECKING:
    from random import Random

BOXED_SIZE = 104
"""As many hexes as the island of the box has."""

_HEXES_PER_REGION = 5  # the island of the box has 22 regions on 104 hexes
_ATTEMPTS = 1_000


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
        terrain = _assign_terrains(random, land, regions)
        if terrain is not None:
            return _on_paper(
                terrain, f"random island {seed}" if isinstance(seed, int | str) else "random island"
            )
    raise IslandError(f"no island of {hexes} hexes came out of {_ATTEMPTS} attempts")  # pragma: no cover


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


def _assign_terrains(random: Random, land: list[Hex], regions: list[list[Hex]]) -> dict[Hex, str] | None:
    """Give each region a terrain that no neighbour has and that leaves each largest region unique.

    The regions come largest first, so only a region as large as the first of its terrain could tie. Returns
    None when some region has no terrain left.
    """
    inland = set(land)
    terrain: dict[Hex, str] = {}
    size: dict[str, int] = {}
    for region in sorted(regions, key=len, reverse=True):
        around = {terrain.get(near) for place in region for near in neighbours(place)}
        allowed = [t for t in TERRAINS if t not in around and size.get(t) != len(region)]
        missing = [t for t in allowed if t not in size]
        if not allowed:
            return None
        coastal = sum(any(near not in inland for near in neighbours(place)) for place in region)
        weights = [_liking(t, coastal / len(region)) for t in (missing or allowed)]
        (chosen,) = random.choices(missing or allowed, weights)
        size.setdefault(chosen, len(region))
        terrain.update(dict.fromkeys(region, chosen))
    return terrain if len(size) == min(len(TERRAINS), len(land)) else None


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
