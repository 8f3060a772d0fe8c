from __future__ import annotations

from itertools import islice

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import around
from strategies import hexes

from toolkit.core.errors import ToolkitError
from toolkit.hexmap import Direction, Hex, Orientation, distance, line
from toolkit.hexmap.hexes import neighbours, within

FLAT = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}
POINTY = {"NW": (0, -1), "NE": (1, -1), "E": (1, 0), "SE": (0, 1), "SW": (-1, 1), "W": (-1, 0)}
ALL_DIRECTIONS = [(o, d) for o in Orientation for d in o.directions]
ORIGIN = Hex(0, 0)


def test_T02_directions_go_round_clockwise() -> None:
    for orientation, truth, unknown in ((Orientation.FLAT, FLAT, "E"), (Orientation.POINTY, POINTY, "N")):
        directions = orientation.directions
        assert {d.name: (d.dq, d.dr) for d in directions} == truth
        assert directions[0].name == next(iter(truth))
        for one, following in zip(directions, directions[1:] + directions[:1], strict=True):
            assert (following.dq, following.dr) == (-one.dr, one.dq + one.dr)  # 60 degrees on
            assert orientation.direction(one.name) == one
        for name in ("SE", "se", "south-east", "Southeast", "south east"):
            assert orientation.direction(name).name == "SE"
        for name in (unknown, "east-north", ""):
            with pytest.raises(ToolkitError, match=f"no direction '{name}'; "):
                orientation.direction(name)


@given(hexes, st.sampled_from(ALL_DIRECTIONS), st.integers(0, 9))
def test_step(start: Hex, oriented: tuple[Orientation, Direction], count: int) -> None:
    _, direction = oriented
    assert start.step(direction) == (start.q + direction.dq, start.r + direction.dr)
    there = start.step(direction, count)
    assert distance(start, there) == count
    assert there.step(direction, -count) == start
    assert list(islice(line(start, direction), count)) == [start.step(direction, n + 1) for n in range(count)]


@given(hexes)
def test_neighbours_are_the_hexes_at_distance_one(place: Hex) -> None:
    assert neighbours(place) == around(place)
    assert neighbours(place) == [place.step(direction) for direction in Orientation.FLAT.directions]
    assert [distance(place, near) for near in neighbours(place)] == [1] * 6


def test_distance_by_breadth_first_search() -> None:
    patch = nx.Graph()
    for q in range(-9, 10):
        patch.add_edges_from((Hex(q, r), near) for r in range(-9, 10) for near in around(Hex(q, r)))
    steps = nx.single_source_shortest_path_length(patch, ORIGIN, cutoff=4)
    assert len(steps) == 61
    assert {place: distance(ORIGIN, place) for place in steps} == steps
    assert all(distance(ORIGIN, place) > 4 for place in patch if place not in steps)


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(one: Hex, two: Hex, three: Hex) -> None:
    assert (distance(one, two) == 0) == (one == two)
    assert distance(one, two) == distance(two, one)
    assert distance(one, three) <= distance(one, two) + distance(two, three)
    assert distance(one, two) == distance(ORIGIN, Hex(two.q - one.q, two.r - one.r))


@given(hexes, st.integers(0, 5))
def test_within(centre: Hex, radius: int) -> None:
    box = [Hex(centre.q + dq, centre.r + dr) for dq in range(-6, 7) for dr in range(-6, 7)]
    assert within(centre, radius) == [place for place in box if distance(centre, place) <= radius]
