"""The island of the SAT prover: clues and distances from terrain, places and networkx, without any mask."""

from __future__ import annotations

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import networkx as nx

from toolkit.games.tobago.clues import Relation
from toolkit.hexmap import OCEAN

if TYPE_CHECKING:
    from toolkit.games.tobago.clues import Clue
    from toolkit.games.tobago.rules import Rules
    from toolkit.hexmap import Hex, Island

RADIUS = {Relation.IN: 0, Relation.NEXT_TO: 1, Relation.WITHIN_2: 2}
"""How far each relation of a clue reaches, in steps (T-7)."""


class Geometry:
    """What lies where on an island under given rules; hexes are named, distances are steps (T-7, T-8)."""

    def __init__(self, island: Island, rules: Rules) -> None:
        self.names = island.names
        self.least = 0 if rules.own_hex == "included" else 1
        self._place: dict[str, Hex] = dict(zip(island.names, island.hexes, strict=True))
        self._graph: Any = island.graph
        self._terrain: dict[Hex, str] = dict(island.graph.nodes(data="terrain"))
        self._overland = rules.distance == "overland"
        self._straight_from: dict[str, dict[str, int]] = {}
        self._over_land_from: dict[str, dict[str, int]] = {}
        self._around: dict[tuple[str, int, int], list[str]] = {}

    def terrain(self, name: str) -> str:
        """Return the terrain of a hex."""
        return self._terrain[self._place[name]]

    @cached_property
    def coast(self) -> frozenset[str]:
        """The hexes beside the ocean, on which no statue stands (T-5)."""
        return frozenset(n for n, p in self._place.items() if OCEAN in map(self._terrain.get, self._graph[p]))

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
        if name not in self._over_land_from:
            found = nx.single_source_shortest_path_length(self._land, self._place[name])
            self._over_land_from[name] = {n: found[p] for n, p in self._place.items() if p in found}
        return self._over_land_from[name]

    @cached_property
    def _land(self) -> Any:
        return self._graph.subgraph(self._place.values())

    def cells(self, clue: Clue) -> frozenset[str]:
        """Return where a clue about terrain or the ocean holds, by walking outwards from it (T-6 to T-9)."""
        sources = self._sources(clue.thing, clue.largest)
        ways = self._land if self._overland and clue.thing != OCEAN else self._graph
        reached = set(sources)
        for _ in range(RADIUS[clue.relation]):
            reached |= {near for place in reached for near in ways[place]}
        if self.least and clue.relation is not Relation.IN:
            reached -= sources
        return frozenset(n for n, place in self._place.items() if (place in reached) != clue.negative)

    def _sources(self, thing: str, largest: bool) -> set[Hex]:
        places = {place for place, terrain in self._terrain.items() if terrain == thing}
        if not largest:
            return places
        regions = list(nx.connected_components(self._graph.subgraph(places)))
        size = max(map(len, regions), default=0)
        return {place for region in regions if len(region) == size for place in region}


def _lattice(one: Hex, other: Hex) -> int:
    dq, dr = one.q - other.q, one.r - other.r
    return max(abs(dq), abs(dr), abs(dq + dr))


@lru_cache(maxsize=32)
def geometry_of(island: Island, rules: Rules) -> Geometry:
    """Return the geometry of an island, made once."""
    return Geometry(island, rules)
