"""The island of python-sat: clues and distances by own steps on the lattice, without mask or graph."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from toolkit.games.tobago.clues import Relation
from toolkit.hexmap import OCEAN, Hex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.rules import Rules
    from toolkit.hexmap import Island

RADIUS = {Relation.IN: 0, Relation.NEXT_TO: 1, Relation.WITHIN_2: 2}
"""How far each relation of a clue reaches, in steps (T-7)."""

_SIX = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # steps to the neighbours of a place


class Geometry:
    """What lies where on an island under given rules; hexes are named, distances are steps (T-7, T-8).

    Of the island it takes the name, the place and the terrain of each hex; where there is no land is ocean.
    """

    def __init__(self, island: Island, rules: Rules) -> None:
        self.names = island.names
        self.least = 0 if rules.own_hex == "included" else 1
        self._place: dict[str, Hex] = dict(zip(island.names, island.hexes, strict=True))
        self._name = {place: name for name, place in self._place.items()}
        self._terrain = {name: island.terrain(name) for name in island.names}
        self._overland = rules.distance == "overland"
        self._straight_from: dict[str, dict[str, int]] = {}
        self._over_land_from: dict[str, dict[str, int]] = {}
        self._around: dict[tuple[str, int, int], list[str]] = {}

    def terrain(self, name: str) -> str:
        """Return the terrain of a hex."""
        return self._terrain[name]

    @cached_property
    def coast(self) -> frozenset[str]:
        """The hexes beside the ocean, on which no statue stands (T-5)."""
        return frozenset(
            name for name, place in self._place.items() if not self._land.issuperset(_six(place))
        )

    def closer(self, name: str, gap: int) -> list[str]:
        """Return the other hexes fewer than `gap` steps from a hex, ocean or not (T-5)."""
        return [other for other, steps in self._straight(name).items() if other != name and steps < gap]

    def steps(self, name: str) -> dict[str, int]:
        """Return the distance of each hex that can be reached from a hex, itself included (T-8)."""
        return self._over_land(name) if self._overland else self._straight(name)

    def around(self, name: str, low: int, high: int) -> list[str]:
        """Return the hexes from `low` to `high` steps away from a hex."""
        key = name, low, high
        if key not in self._around:
            self._around[key] = [n for n, steps in self.steps(name).items() if low <= steps <= high]
        return self._around[key]

    def _straight(self, name: str) -> dict[str, int]:
        if name not in self._straight_from:
            place = self._place[name]
            self._straight_from[name] = {other: _lattice(place, p) for other, p in self._place.items()}
        return self._straight_from[name]

    def _over_land(self, name: str) -> dict[str, int]:
        """Return the distances over land, by walking outwards until nothing new is reached."""
        if name not in self._over_land_from:
            found: dict[Hex, int] = {}
            front, steps = {self._place[name]}, 0
            while front:
                found |= dict.fromkeys(front, steps)
                front = (_beside(front) & self._land) - found.keys()
                steps += 1
            self._over_land_from[name] = {n: found[p] for n, p in self._place.items() if p in found}
        return self._over_land_from[name]

    @cached_property
    def _land(self) -> frozenset[Hex]:
        return frozenset(self._name)

    def cells(self, clue: Clue, landmarks: Iterable[str] = ()) -> frozenset[str]:
        """Return where a clue holds, by walking outwards from what it speaks of (T-6 to T-9).

        `landmarks` are the hexes of the landmarks that a clue about landmarks speaks of.
        """
        sources = {self._place[name] for name in landmarks} or self._sources(clue.thing, clue.largest)
        reached = set(sources)
        for _ in range(RADIUS[clue.relation]):
            near = _beside(reached)
            reached |= near & self._land if self._overland else near
        if self.least and clue.relation is not Relation.IN:
            reached -= sources
        return frozenset(n for n, place in self._place.items() if (place in reached) != clue.negative)

    def _sources(self, thing: str, largest: bool) -> set[Hex]:
        """Return the places of a terrain, of its largest regions (T-4), or of the ocean beside the land."""
        if thing == OCEAN:
            return _beside(self._land) - self._land
        places = {place for place, name in self._name.items() if self._terrain[name] == thing}
        if not largest:
            return places
        regions = list(_regions(places))
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


def _lattice(one: Hex, other: Hex) -> int:
    dq, dr = one.q - other.q, one.r - other.r
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=32)
def geometry_of(island: Island, rules: Rules) -> Geometry:
    """Return the geometry of an island, made once."""
    return Geometry(island, rules)
