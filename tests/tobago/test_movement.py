"""Steps of an ATV (T-22, T-23)."""

from __future__ import annotations

import oracles
import pytest
from hypothesis import given
from strategies import islands

from toolkit.games.tobago import boxed_island
from toolkit.games.tobago.board_sides import KNOWN_LAYOUTS
from toolkit.games.tobago.movement import STEPS_PER_MOVE, steps_from
from toolkit.hexmap import Island, IslandError, parse_drawing, random_island


def one_step(island: Island) -> dict[str, set[str]]:
    """Return where one step may lead from each hex: its region, and neighbours of other regions (T-22)."""
    land = oracles.land(island)
    region = {place: part for part in oracles.regions(island) for place in part}
    reach = {place: region[place] | (land.keys() & oracles.around(place)) for place in land}
    return {
        island.graph.nodes[p]["name"]: set(oracles.named(island, found - {p})) for p, found in reach.items()
    }


def by_layers(reach: dict[str, set[str]], start: str) -> dict[str, int]:
    """Return the fewest steps to every hex, layer by layer."""
    steps, layer = {start: 0}, {start}
    while layer:
        layer = {name for place in layer for name in reach[place]} - steps.keys()
        steps |= dict.fromkeys(layer, max(steps.values()) + 1)
    return steps


def assert_all_steps_as_by_layers(island: Island) -> None:
    reach = one_step(island)
    for start in island.names:
        assert steps_from(island, start) == by_layers(reach, start)


@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T22_steps_on_the_boxed_island_as_by_brute_force(layout: str) -> None:
    assert_all_steps_as_by_layers(boxed_island(layout))


@pytest.mark.parametrize("hexes", [1, 2, 7, 30, 104])
def test_T22_steps_on_random_islands_as_by_brute_force(hexes: int) -> None:
    for seed in range(4):
        assert_all_steps_as_by_layers(random_island(seed, hexes, lagoons=True))


@given(islands)
def test_T22_steps_on_drawn_islands_as_by_brute_force(island: Island) -> None:
    assert_all_steps_as_by_layers(island)


def test_T22_any_distance_inside_a_region_is_one_step() -> None:
    steps = steps_from(parse_drawing("J J J J J J J J"), "a1")
    assert steps == {"a1": 0} | {f"{letter}1": 1 for letter in "bcdefgh"}


def test_T22_a_region_is_crossed_inside_it_all_the_way() -> None:
    #  the two jungles touch nowhere: from a1 to e1 it is lake, along the lake, jungle
    steps = steps_from(parse_drawing("J L L L J"), "a1")
    assert [steps[f"{letter}1"] for letter in "abcde"] == [0, 1, 2, 2, 3]


def test_T22_the_ocean_cannot_be_entered() -> None:
    island = parse_drawing("J . L\n J . L")
    assert steps_from(island, "a1") == {"a1": 0, "a2": 1}
    assert steps_from(island, "c2") == {"c1": 1, "c2": 0}


def test_T22_a_region_on_two_parts_of_an_island_is_two_regions() -> None:
    assert steps_from(parse_drawing("J J . J"), "a1") == {"a1": 0, "b1": 1}


def test_T22_a_move_has_up_to_three_steps() -> None:
    assert STEPS_PER_MOVE == 3


def test_T23_through_the_jungle_and_through_the_mountains() -> None:
    #  "to the far end of a jungle, into the mountains, to the far end of the mountains"
    steps = steps_from(parse_drawing("J J J M M M"), "a1")
    assert (steps["c1"], steps["d1"], steps["f1"]) == (1, 2, 3)


def test_T23_lake_scrubland_river() -> None:
    #  "lake into adjacent scrubland, through the scrubland, into the adjacent river"
    steps = steps_from(parse_drawing("L S S S R"), "a1")
    assert (steps["b1"], steps["d1"], steps["e1"]) == (1, 2, 3)


def test_T23_on_the_island_of_the_box() -> None:
    #  the jungle A13 ... A45, into the mountain A52, to the far end A66
    steps = steps_from(boxed_island(), "A13")
    assert (steps["A42"], steps["A52"], steps["A66"]) == (1, 2, 3)


def test_the_start_is_no_step_away() -> None:
    assert steps_from(boxed_island(), "A22")["A22"] == 0


def test_an_unknown_hex_is_an_error() -> None:
    with pytest.raises(IslandError, match="no hex 'A99'"):
        steps_from(boxed_island(), "A99")
