"""The readable reference model: the same questions through python-constraint2 and plain networkx distances.

Nothing here is fast, and nothing here uses a mask. Read it to see what a clue means; the tests hold the fast
engine to it on hundreds of islands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import networkx as nx
from constraint import Problem

from toolkit.games.tobago.clues import Relation
from toolkit.hexmap import OCEAN, TERRAINS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.games.tobago import Clue, Setting
    from toolkit.games.tobago.position import Position
    from toolkit.hexmap import Hex


class ReferenceModel:
    """A setting whose clues are answered hex by hex from distances on the graph (T-6 to T-9)."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.graph = setting.island.graph
        self.terrain: dict[Hex, str] = dict(self.graph.nodes(data="terrain"))
        self._distances: dict[tuple[str, bool], dict[Hex, float]] = {}

    def holds(self, clue: Clue, name: str) -> bool:
        """Tell whether a clue holds on a hex."""
        distance = self.distance(clue.thing, clue.largest, name)
        least = 0 if self.setting.rules.own_hex == "included" else 1
        reach = {Relation.IN: (0, 0), Relation.NEXT_TO: (least, 1), Relation.WITHIN_2: (least, 2)}
        low, high = reach[clue.relation]
        return (low <= distance <= high) != clue.negative

    def distance(self, thing: str, largest: bool, name: str) -> float:
        """Return the steps from a hex to the nearest hex of a thing; infinity when there is none."""
        key = thing, largest
        if key not in self._distances:
            self._distances[key] = self._all_distances(self.places(thing, largest))
        return self._distances[key].get(self.setting.island.place(name), float("inf"))

    def places(self, thing: str, largest: bool) -> set[Hex]:
        """Return where a thing is: a terrain, its largest regions, the ocean or a kind of landmark."""
        if thing in TERRAINS or thing == OCEAN:
            places = {place for place, terrain in self.terrain.items() if terrain == thing}
            return self._largest(places) if largest else places
        return {self.setting.island.place(name) for name in self.setting.landmarks[thing]}

    def _largest(self, places: set[Hex]) -> set[Hex]:
        regions = list(nx.connected_components(self.graph.subgraph(places)))
        most = max(map(len, regions), default=0)
        return {place for region in regions if len(region) == most for place in region}

    def _all_distances(self, sources: set[Hex]) -> dict[Hex, float]:
        """Return the distance of every hex to the nearest source, over water or over land only (T-8)."""
        if not sources:
            return {}
        overland = self.setting.rules.distance == "overland"
        graph = self._without_crossings() if overland else self.graph
        return dict(nx.multi_source_dijkstra_path_length(graph, sources))

    def _without_crossings(self) -> Any:
        """Return the graph on which the ocean can be looked at from the land, but not crossed."""
        ways = nx.DiGraph(self.graph)  # every way in both directions, from a source to whoever asks
        ways.remove_edges_from(
            [(a, b) for a, b in self.graph.to_directed().edges if self.terrain[b] == OCEAN]
        )
        return ways


def treasure_problem(setting: Setting, clues: Iterable[Clue], removed: Iterable[str] = ()) -> Problem:
    """Return the constraint problem of one treasure: a variable ``treasure`` over all hexes of the island."""
    model = ReferenceModel(setting)
    gone = set(removed)
    problem: Any = Problem()
    problem.addVariable("treasure", list(setting.island.names))
    problem.addConstraint(lambda name: name not in gone, ["treasure"])
    for clue in clues:
        problem.addConstraint(lambda name, clue=clue: model.holds(clue, name), ["treasure"])
    return problem


def reference_candidates(position: Position) -> dict[str, list[str]]:
    """Return the candidates of every map, sorted by name, found by python-constraint2."""
    return {
        colour: sorted(
            solution["treasure"]
            for solution in treasure_problem(position.setting, m.clues, m.removed).getSolutions()
        )
        for colour, m in position.maps.items()
    }
