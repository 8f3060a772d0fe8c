"""Slow and plain twins of the code under test: flood fill, breadth-first search, networkx shortest paths."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

import networkx as nx

from toolkit.hexmap import OCEAN, TERRAINS, Hex, Island

STEPS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def around(place: Hex) -> list[Hex]:
    """Return the six places beside a place."""
    return [Hex(place.q + dq, place.r + dr) for dq, dr in STEPS]


def flood(start: Hex, enters: Callable[[Hex], bool]) -> set[Hex]:
    """Return all places that can be reached from `start` through places that may be entered."""
    reached, border = {start}, [start]
    while border:
        fresh = {near for near in around(border.pop()) if enters(near)} - reached
        reached |= fresh
        border += fresh
    return reached


def parts(places: Collection[Hex]) -> list[set[Hex]]:
    """Return the connected parts of some places."""
    rest, found = set(places), []
    while rest:
        found.append(flood(min(rest), rest.__contains__))
        rest -= found[-1]
    return found


def land(island: Island) -> dict[Hex, str]:
    """Return the terrain of each land hex, as the graph says."""
    return {place: kind for place, kind in island.graph.nodes(data="terrain") if kind != OCEAN}


def named(island: Island, places: Iterable[Hex]) -> frozenset[str]:
    """Return the names of some land hexes."""
    return frozenset(island.graph.nodes[place]["name"] for place in places)


def regions(island: Island) -> list[set[Hex]]:
    """Return the regions of an island by flood fill."""
    terrain = land(island)
    return [part for kind in TERRAINS for part in parts([p for p in terrain if terrain[p] == kind])]


def largest(island: Island, kind: str) -> set[Hex]:
    """Return the largest region of a terrain, tied ones together."""
    terrain = land(island)
    of_kind = [part for part in regions(island) if terrain[min(part)] == kind]
    size = max(map(len, of_kind), default=0)
    return {place for part in of_kind if len(part) == size for place in part}


def open_sea(places: Collection[Hex]) -> Callable[[Hex], bool]:
    """Return a test whether a place is ocean that is not enclosed by the land `places`."""
    left, right = min(p.q for p in places) - 3, max(p.q for p in places) + 3
    top, bottom = min(p.r for p in places) - 3, max(p.r for p in places) + 3
    frame = {Hex(q, r) for q in range(left, right + 1) for r in range(top, bottom + 1)}
    outside = flood(Hex(left, top), (frame - set(places)).__contains__)
    return lambda place: place in outside or place not in frame


def clue_table(
    island: Island, landmarks: Mapping[str, Collection[str]], own_hex: str, distance: str
) -> dict[str, frozenset[str]]:
    """Return the hexes of every clue, by its text, from plain shortest paths (T-6 to T-9)."""
    graph, terrain = island.graph, land(island)
    things: dict[str, set[Hex]] = {kind: {p for p in terrain if terrain[p] == kind} for kind in TERRAINS}
    things |= {f"largest {kind}": largest(island, kind) for kind in TERRAINS}
    things |= {kind: {p for p in terrain if graph.nodes[p]["name"] in at} for kind, at in landmarks.items()}
    things[OCEAN] = set(graph) - terrain.keys()
    steps = dict(nx.all_pairs_shortest_path_length(_roads(island, distance), cutoff=2))
    least = 0 if own_hex == "included" else 1
    table: dict[str, frozenset[str]] = {}
    for thing, places in things.items():
        away = {p: min((n for near, n in steps[p].items() if near in places), default=3) for p in terrain}
        if thing != OCEAN:
            table[f"in {thing}"] = named(island, places)
        table[f"next to {thing}"] = named(island, (p for p in terrain if least <= away[p] <= 1))
        table[f"within 2 of {thing}"] = named(island, (p for p in terrain if least <= away[p] <= 2))
    everywhere = named(island, terrain)
    return table | {f"not {clue}": everywhere - cells for clue, cells in table.items()}


def _roads(island: Island, distance: str) -> Any:
    """Return the graph on which distance counts; overland, one may step into the ocean but not out of it."""
    if distance == "lattice":
        return island.graph
    roads = nx.DiGraph(island.land_graph)
    roads.add_edges_from(
        (a, b) for a in island.land_graph for b in island.graph[a] if b not in island.land_graph
    )
    return roads
