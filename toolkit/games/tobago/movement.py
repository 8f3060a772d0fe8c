"""How far an ATV is from a hex, in steps (T-22)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    from toolkit.hexmap import Island

STEPS_PER_MOVE = 3
"""A move has up to three steps (T-22)."""


def steps_from(island: Island, start: str) -> dict[str, int]:
    """Return the fewest steps from a hex to every hex that it can reach; the start itself is 0 steps away.

    A step is any distance inside one region, or one move into an adjacent hex of another region. The ocean
    cannot be entered, so hexes on separate parts of an island are missing. `IslandError` for an unknown hex.

    >>> from toolkit.games.tobago import boxed_island
    >>> steps_from(boxed_island(), "A22")["A34"]
    2
    """
    place = island.place(start)
    half_steps = nx.single_source_dijkstra_path_length(_movement_graph(island), place)
    return {
        name: int(half_steps[spot]) // 2
        for name, spot in zip(island.names, island.hexes, strict=True)
        if spot in half_steps
    }


@lru_cache(maxsize=32)
def _movement_graph(island: Island) -> Any:
    """Return the graph of half steps: a region is a hub, half a step from each of its hexes.

    So any distance inside a region costs one step without an edge for every pair of its hexes.
    """
    graph = nx.Graph()
    region = {island.place(name): number for number, cells in enumerate(island.regions) for name in cells}
    graph.add_edges_from(((place, ("region", number)) for place, number in region.items()), weight=1)
    crossings = ((a, b) for a, b in island.land_graph.edges if region[a] != region[b])
    graph.add_edges_from(crossings, weight=2)
    return graph
