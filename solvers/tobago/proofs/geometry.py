"""The island of python-sat: clues and distances by own steps on the lattice, without mask or graph."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property, lru_cache

from solvers.tobago.facts import RADIUS
from toolkit.games.tobago.clues import LANDMARKS, Clue, Relation, Setting
from toolkit.hexmap import OCEAN, Hex, Island

_SIX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # steps to the neighbours of a place


class Geometry:
    """What lies where on an island under given rules; hexes are named, distances are steps (T-7, T-8).

    Of the island it takes the name, the place and the terrain of each hex; where there is no land is ocean.
    """

    def __init__(self, setting: Setting) -> None:
        self._island = island = setting.island
        self.land = frozenset(island.names)  #: the names of all hexes
        #: how near a hex is to itself for "next to" and "within": 0 where that counts, else 1 (T-7)
        self.least = 0 if setting.rules.own_hex == "included" else 1
        self._landmarks = setting.landmarks
        self._place: dict[str, Hex] = dict(zip(island.names, island.hexes, strict=True))
        self._terrain = {place: island.terrain(name) for name, place in self._place.items()}
        self._overland = setting.rules.distance == "overland"
        self._steps: dict[str, dict[str, int]] = {}
        self._rings: dict[tuple[str, int, int], frozenset[str]] = {}

    @cached_property
    def coast(self) -> frozenset[str]:
        """The hexes beside the ocean, on which no statue stands (T-5)."""
        return frozenset(n for n, place in self._place.items() if not self._terrain.keys() >= {*_six(place)})

    def closer(self, name: str, gap: int) -> list[str]:
        """Return the other hexes fewer than `gap` steps from a hex, ocean or not (T-5)."""
        return [other for other, n in straight_steps(self._island, name).items() if other != name and n < gap]

    def steps(self, name: str) -> dict[str, int]:
        """Return the distance of each hex that can be reached from a hex, itself included (T-8)."""
        if not self._overland:
            return straight_steps(self._island, name)
        if name not in self._steps:
            found = self._over_land(self._place[name])
            self._steps[name] = {n: found[p] for n, p in self._place.items() if p in found}
        return self._steps[name]

    def _over_land(self, here: Hex) -> dict[Hex, int]:
        """Return the distances over land, by walking outwards until nothing new is reached."""
        found: dict[Hex, int] = {}
        front, steps = {here}, 0
        while front:
            found |= dict.fromkeys(front, steps)
            front = (_beside(front) & self._terrain.keys()) - found.keys()
            steps += 1
        return found

    def ring(self, centre: str, low: int, high: int) -> frozenset[str]:
        """Return the hexes from `low` to `high` steps away from a hex."""
        key = centre, low, high
        if key not in self._rings:
            self._rings[key] = frozenset(n for n, steps in self.steps(centre).items() if low <= steps <= high)
        return self._rings[key]

    def cells(self, clue: Clue) -> frozenset[str]:
        """Return where a clue holds, by walking outwards from what it speaks of (T-6 to T-9)."""
        sources = self._sources(clue.thing, clue.largest)
        reached = set(sources)
        for _ in range(RADIUS[clue.relation]):
            near = _beside(reached)
            reached |= near & self._terrain.keys() if self._overland else near
        if self.least and clue.relation is not Relation.IN:
            reached -= sources
        return frozenset(n for n, place in self._place.items() if (place in reached) != clue.negative)

    def _sources(self, thing: str, largest: bool) -> set[Hex]:
        """Return the places of landmarks, of a terrain or its largest regions (T-4), or of the near ocean."""
        if thing in LANDMARKS:
            return {self._place[name] for name in self._landmarks[thing]}
        if thing == OCEAN:
            return _beside(self._terrain) - self._terrain.keys()
        places = {place for place, terrain in self._terrain.items() if terrain == thing}
        regions = list(_regions(places)) if largest else [places]
        size = max(map(len, regions), default=0)
        return {place for region in regions if len(region) == size for place in region}


def _six(place: Hex) -> Iterator[Hex]:
    """Yield the neighbours of a place."""
    return (Hex(place.q + dq, place.r + dr) for dq, dr in _SIX)


def _beside(places: Collection[Hex]) -> set[Hex]:
    """Return all neighbours of some places."""
    return {near for place in places for near in _six(place)}


def _regions(places: Collection[Hex]) -> Iterator[set[Hex]]:
    """Yield the sets of places that hang together."""
    left = set(places)
    while left:
        region: set[Hex] = set()
        front = {min(left)}
        while front:
            region |= front
            left -= front
            front = _beside(front) & left
        yield region


@lru_cache(maxsize=1024)
def straight_steps(island: Island, name: str) -> dict[str, int]:
    """Return the distances of all hexes from a hex, over land and ocean alike."""
    here, places = island.place(name), zip(island.names, island.hexes, strict=True)
    return {other: _lattice(here, place) for other, place in places}


def _lattice(one: Hex, other: Hex) -> int:
    dq, dr = one.q - other.q, one.r - other.r
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=32)
def geometry_of(setting: Setting) -> Geometry:
    """Return the geometry of a setting, made once."""
    return Geometry(setting)
