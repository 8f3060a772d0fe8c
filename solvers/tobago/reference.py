"""The readable reference model: where clues hold, by plain distances of networkx.

Nothing here is fast, and nothing here uses a mask. Read it to see what a clue means; the tests hold the fast
engine to it on hundreds of islands, and the proofs by python-constraint2 take clues and distances from here.
"""

from __future__ import annotations

from functools import cache, cached_property, lru_cache
from typing import Any

import networkx as nx

from solvers.tobago.facts import RADIUS
from toolkit.games.tobago.clues import Clue, Relation, Setting
from toolkit.hexmap import OCEAN, TERRAINS, Hex


class ReferenceModel:
    """A setting whose clues are answered hex by hex from distances on the graph (T-6 to T-9)."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.graph = setting.island.graph
        self.terrain: dict[Hex, str] = dict(self.graph.nodes(data="terrain"))
        self.land = frozenset(setting.island.names)  #: the names of all hexes
        #: how near a hex is to itself for "next to" and "within": 0 where that counts, else 1 (T-7)
        self.least = 0 if setting.rules.own_hex == "included" else 1
        self._distances, self._steps = cache(self._distances_to), cache(self._steps_from)
        self._cells: dict[Clue, frozenset[str]] = {}
        self._rings: dict[tuple[str, int, int], frozenset[str]] = {}

    def holds(self, clue: Clue, name: str) -> bool:
        """Tell whether a clue holds on a hex."""
        least = 0 if clue.relation is Relation.IN else self.least
        near = least <= self.distance(clue.thing, clue.largest, name) <= RADIUS[clue.relation]
        return near != clue.negative

    def cells(self, clue: Clue) -> frozenset[str]:
        """Return the hexes on which a clue holds."""
        if clue not in self._cells:
            self._cells[clue] = frozenset(name for name in self.land if self.holds(clue, name))
        return self._cells[clue]

    def distance(self, thing: str, largest: bool, name: str) -> float:
        """Return the steps from a hex to the nearest hex of a thing; infinity when there is none."""
        return self._distances(thing, largest).get(self.setting.island.place(name), float("inf"))

    def _distances_to(self, thing: str, largest: bool) -> dict[Hex, float]:
        return self._all_distances(self.places(thing, largest))

    def places(self, thing: str, largest: bool) -> set[Hex]:
        """Return where a thing is: a terrain, its largest regions, the ocean or a kind of landmark."""
        if thing in TERRAINS or thing == OCEAN:
            places = {place for place, terrain in self.terrain.items() if terrain == thing}
            regions = list(nx.connected_components(self.graph.subgraph(places))) if largest else [places]
            most = max(map(len, regions), default=0)
            return {place for region in regions if len(region) == most for place in region}
        return {self.setting.island.place(name) for name in self.setting.landmarks[thing]}

    def _all_distances(self, sources: set[Hex]) -> dict[Hex, float]:
        """Return the distance of every hex to the nearest source, over water or over land only (T-8)."""
        layers = enumerate(nx.bfs_layers(self._ways, list(sources)))
        return {place: steps for steps, layer in layers for place in layer}

    @cached_property
    def _ways(self) -> Any:
        """The graph to measure on; overland the ocean can be looked at from the land, but not crossed."""
        if self.setting.rules.distance == "lattice":
            return self.graph
        ways = nx.DiGraph(self.graph)  # every way in both directions, from a source to whoever asks
        ways.remove_edges_from(
            [(a, b) for a, b in self.graph.to_directed().edges if self.terrain[b] == OCEAN]
        )
        return ways

    def ring(self, centre: str, low: int, high: int) -> frozenset[str]:
        """Return the hexes from `low` to `high` steps away from a hex (T-8)."""
        key = centre, low, high
        if key not in self._rings:
            steps = self._steps(centre)
            self._rings[key] = frozenset(name for name, found in steps.items() if low <= found <= high)
        return self._rings[key]

    def _steps_from(self, name: str) -> dict[str, float]:
        island, found = self.setting.island, dict[Hex, float]()
        here = island.place(name)
        if self.setting.rules.distance == "lattice":  # a bay may be wider than the ocean of the graph
            found = {place: _straight(here, place) for place in island.hexes}
        else:
            found = self._all_distances({here})
        places = zip(island.names, island.hexes, strict=True)
        return {other: found[place] for other, place in places if place in found}

    def straight(self, name: str, other: str) -> int:
        """Return the steps between two hexes, over land and ocean alike (T-5)."""
        return _straight(self.setting.island.place(name), self.setting.island.place(other))


def _straight(one: Hex, other: Hex) -> int:
    """Return the steps between two places: only unlike steps along the two axes save one another."""
    columns, rows = other.q - one.q, other.r - one.r
    if columns * rows > 0:
        return abs(columns + rows)
    return max(abs(columns), abs(rows))


reference_of = lru_cache(maxsize=32)(ReferenceModel)
"""The model of a setting, made once."""
