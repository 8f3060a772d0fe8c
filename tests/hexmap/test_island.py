from __future__ import annotations

import copy
import pickle

import networkx as nx
import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import islands, islands_with_names

from toolkit.core.errors import ToolkitError
from toolkit.hexmap import OCEAN, TERRAINS, Hex, Island, IslandError, Orientation, distance, parse_drawing
from toolkit.hexmap.hexes import within

A, B, C = Hex(0, 0), Hex(1, 0), Hex(2, 0)
HOLE = "J J J\n J . J\n J J J"
STRAIT = "J . L"
RING = frozenset(place for place in within(A, 6) if distance(A, place) == 6)


def island_of(terrain: dict[Hex, str], names: dict[Hex, str] | None = None) -> Island:
    return Island(terrain, names or {p: f"h{p.q}" for p in terrain}, Orientation.FLAT, "test")


def test_what_is_no_island_and_what_is_not_on_it() -> None:
    for terrain, names, problem in (
        ({}, None, "at least one land hex"),
        ({A: "lake", B: "jungel"}, None, "no terrain 'jungel'; did you mean 'jungle'"),
        ({A: "lake", B: "ocean"}, None, "no terrain 'ocean'"),
        ({A: "lake", Hex(10**9, 0): "lake"}, None, "spans more than 1,000,000 hexes"),
        ({A: "lake", B: "lake"}, {A: "x"}, "a name of its own"),
        ({A: "lake", B: "lake"}, {A: "x", B: "x"}, "a name of its own"),
        ({A: "lake", B: "lake"}, {A: "x", B: "y", C: "z"}, "a name of its own"),
        ({A: "lake", B: "lake"}, {A: "x", C: "y"}, "a name of its own"),
    ):
        with pytest.raises(IslandError, match=problem):
            island_of(terrain, names)
    island = parse_drawing("J L")
    for look in (island.number, island.place, island.terrain, island.region):
        for name, problem in (("A1", "no hex 'A1' .*mean 'a1'"), ("qqq", "no hex 'qqq' on"), (1, "no hex 1")):
            with pytest.raises(IslandError, match=problem):
                look(name)
    for look in (island.terrain_cells, island.largest):
        for kind in ("ocean", "jungel"):
            with pytest.raises((KeyError, ToolkitError)):
                look(kind)


@pytest.mark.parametrize("far", [Hex(2, 0), Hex(0, 2), Hex(-2, 0), Hex(0, -2)])
def test_span_limit_counts_one_ring_of_ocean(monkeypatch: pytest.MonkeyPatch, far: Hex) -> None:
    island = {A: "lake", far: "lake"}, {A: "a", far: "b"}
    monkeypatch.setattr("toolkit.hexmap.island.LARGEST_BOX", 15)  # 5 x 3
    assert len(island_of(*island)) == 2
    monkeypatch.setattr("toolkit.hexmap.island.LARGEST_BOX", 14)
    with pytest.raises(IslandError, match="spans more than 14 hexes"):
        island_of(*island)


def test_hexes_stand_in_plain_string_order_of_their_names() -> None:
    island = island_of({A: "lake", B: "river", C: "beach"}, {A: "c10", B: "c9", C: "B1"})
    assert island.names == ("B1", "c10", "c9")
    assert island.hexes == (C, A, B)
    assert island.index == {"B1": 0, "c10": 1, "c9": 2}
    assert [island.terrain(name) for name in island.names] == ["beach", "lake", "river"]
    assert [island.number(name) for name in island.names] == [0, 1, 2]
    assert [island.place(name) for name in island.names] == [C, A, B]
    assert len(island) == 3
    assert repr(island) == "<Island test: 3 hexes>"


@given(islands)
def test_graph_holds_land_two_rings_and_inner_ocean(island: Island) -> None:
    terrain = oracles.land(island)
    assert set(terrain) == set(island.hexes)
    in_open_sea = oracles.open_sea(terrain)
    rings = {near for place in terrain for near in within(place, 2)}
    frame = {near for place in rings for near in within(place, 4)}
    inner = {place for place in frame if place not in terrain and not in_open_sea(place)}
    assert list(island.graph) == sorted(terrain) + sorted((rings | inner) - terrain.keys())
    assert all(("name" in island.graph.nodes[place]) == (place in terrain) for place in island.graph)
    for place in island.graph:
        assert set(island.graph[place]) == {near for near in oracles.around(place) if near in island.graph}


def test_inner_ocean_is_held_and_an_open_bay_is_not() -> None:
    assert ring_without().graph.nodes[A] == {"terrain": OCEAN}
    assert not [gap for gap in sorted(RING) if A in ring_without(gap).graph]


def ring_without(*gap: Hex) -> Island:
    """Return a ring of land around A, wide enough that the clues of its hexes do not look at A."""
    land = RING - {*gap}
    return island_of(dict.fromkeys(land, "lake"), {p: f"{p.q}/{p.r}" for p in land})


@given(islands)
def test_land_graph_is_the_land_of_the_graph(island: Island) -> None:
    land = island.graph.subgraph(oracles.land(island))
    assert nx.utils.graphs_equal(island.land_graph, nx.Graph(land))


@given(islands)
def test_T04_regions_by_flood_fill(island: Island) -> None:
    truth = sorted((sorted(oracles.named(island, part)) for part in oracles.regions(island)), key=min)
    assert [list(region) for region in island.regions] == truth
    for names in truth:
        assert [list(island.region(name)) for name in names] == [names] * len(names)


@given(islands, st.sampled_from(TERRAINS))
def test_T04_largest_region_by_flood_fill(island: Island, kind: str) -> None:
    assert frozenset(island.largest(kind)) == oracles.named(island, oracles.largest(island, kind))
    assert list(island.terrain_cells(kind)) == [name for name in island.names if island.terrain(name) == kind]


def test_T04_tied_regions_all_count_as_largest() -> None:
    for drawing, largest in (
        ("J J . J J . J", "a1 b1 d1 e1"),  # two tied, one smaller
        ("J J . J J . J J J", "g1 h1 i1"),
        ("J . J . J", "a1 c1 e1"),
        ("J L J\n L J", "b2 c1"),
        ("L L", ""),
    ):
        assert str(parse_drawing(drawing).largest("jungle")) == largest


@given(islands)
def test_coast_is_where_the_ocean_begins(island: Island) -> None:
    terrain = oracles.land(island)
    shore = [place for place in terrain if any(near not in terrain for near in oracles.around(place))]
    assert frozenset(island.coast) == oracles.named(island, shore)


def test_T04a_enclosed_ocean_makes_a_coast() -> None:
    island = parse_drawing("J J J J J\n J J J J J\nJ J . J J\n J J J J J\nJ J J J J")
    assert str(~island.coast) == "d2 d4"
    inland = parse_drawing("J J J J J\n J J J J J\nJ J L J J\n J J J J J\nJ J J J J")
    assert str(~inland.coast) == "b2 b3 b4 c2 c3 c4 d2 d3 d4"


@given(islands | st.just(parse_drawing("\n".join(["J " * 9] * 9))), st.integers(1, 4))
def test_near_ocean_by_shortest_paths(island: Island, radius: int) -> None:
    sea = set(island.graph) - oracles.land(island).keys()
    steps = nx.multi_source_dijkstra_path_length(island.graph, sea)
    truth = sum(1 << i for i, place in enumerate(island.hexes) if steps[place] <= radius)
    assert island.near_ocean(radius) == truth


@given(islands_with_names(), st.integers(0, 2), st.booleans())
def test_dilate_by_shortest_paths(
    sets: tuple[Island, frozenset[str], frozenset[str]], radius: int, overland: bool
) -> None:
    island, names, _ = sets
    graph = island.land_graph if overland else island.graph
    reached: set[Hex] = set()
    for name in names:
        reached |= nx.single_source_shortest_path_length(graph, island.place(name), radius).keys()
    truth = oracles.named(island, reached & set(island.hexes))
    assert island.dilate(island.cells(names).mask, radius, overland=overland) == island.cells(truth).mask


def test_T08_dilate_crosses_a_strait_unless_overland() -> None:
    island = parse_drawing(STRAIT)
    jungle = island.terrain_cells("jungle").mask
    assert island.dilate(jungle, 1) == jungle
    assert island.dilate(jungle, 2) == island.land.mask
    assert island.dilate(jungle, 2, overland=True) == jungle


def test_equality_looks_at_places_names_and_terrain_only() -> None:
    island = Island({A: "lake", B: "river"}, {A: "x", B: "y"}, Orientation.FLAT, "one")
    twin = Island({B: "river", A: "lake"}, {B: "y", A: "x"}, Orientation.FLAT, "two")
    assert island == twin
    assert hash(island) == hash(twin)
    assert list(island.graph) == list(twin.graph)
    for other in (
        Island({A: "lake", B: "beach"}, {A: "x", B: "y"}, Orientation.FLAT, "one"),
        Island({A: "lake", B: "river"}, {A: "x", B: "z"}, Orientation.FLAT, "one"),
        Island({A: "lake", C: "river"}, {A: "x", C: "y"}, Orientation.FLAT, "one"),
        Island({A: "lake", B: "river"}, {A: "x", B: "y"}, Orientation.POINTY, "one"),
        "one",
    ):
        assert island != other


@given(islands)
def test_copies_are_equal_and_work(island: Island) -> None:
    hash(island), island.regions
    for twin in (pickle.loads(pickle.dumps(island)), copy.deepcopy(island)):
        assert twin == island
        assert hash(twin) == hash(island)
        assert twin.title == island.title
        assert nx.is_frozen(twin.graph)
        assert twin.land.island is twin
        assert twin.regions == island.regions
        assert twin.land & island.coast == island.coast
