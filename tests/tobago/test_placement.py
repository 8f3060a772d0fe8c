"""Landmarks by the rule T-5: checked and drawn at random."""

from __future__ import annotations

from itertools import combinations
from random import Random

import networkx as nx
import pytest
from hypothesis import given
from strategies import tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Rules, Setting, boxed_island, placement_faults, random_setting
from toolkit.games.tobago.board_sides import KNOWN_LAYOUTS
from toolkit.games.tobago.placement import COUNTS, PlacementError
from toolkit.hexmap import OCEAN, Hex, Island, parse_drawing, random_island

GOOD = {
    "huts": ["A25", "B00", "B40", "C33"],
    "palms": ["B14", "B41", "C63"],
    "statues": ["A20", "A44", "C43"],
}
#  Three inland hexes a gap of 6 apart are b2, h2 and n2 only; huts and palms find room on the islets.
STRIP = "\n".join([*[" ".join("J" * 15)] * 3, *[""] * 7, " . . . . . . ".join("J" * 9)])


def boxed(**changed: list[str]) -> Setting:
    return Setting(boxed_island(), **{**GOOD, **changed})


def apart(one: Hex, other: Hex) -> int:
    """Return the distance as the largest difference of the three cube coordinates."""
    return max(abs(one.q - other.q), abs(one.r - other.r), abs(one.q + one.r - other.q - other.r))


def broken_rules(setting: Setting, gap: int) -> list[str]:
    """Return what is wrong by T-5, worked out anew."""
    island, found = setting.island, []
    for kind, count in (("hut", 4), ("palm", 3), ("statue", 3)):
        cells = setting.landmarks[kind]
        found += [f"number of {kind}s"] * (len(cells) != count)
        places = [island.place(name) for name in cells]
        found += [f"{kind}s too close" for a, b in combinations(places, 2) if apart(a, b) < gap]
    graph = island.graph
    sea = {p for p, terrain in graph.nodes(data="terrain") if terrain == OCEAN}
    found += ["statue on the coast" for name in setting.statues if sea & set(graph[island.place(name)])]
    return found


def test_T05_the_box_holds_four_huts_three_palms_and_three_statues() -> None:
    assert COUNTS == {"hut": 4, "palm": 3, "statue": 3}


def test_T05_a_good_setting_has_no_faults() -> None:
    assert placement_faults(boxed()) == []


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"huts": ["A25", "B00", "B40"]}, ["3 huts instead of 4 (T-5)"]),
        ({"palms": []}, ["0 palms instead of 3 (T-5)"]),
        ({"statues": ["A44", "C43", "A20", "B11"]}, ["4 statues instead of 3 (T-5)"]),
        ({"huts": ["A25", "B00", "B40", "B30"]}, ["huts on B30 and B40 are 1 hexes apart, not 4 (T-5)"]),
        ({"statues": ["A20", "A44", "C75"]}, ["the statue on C75 stands on the coast (T-5)"]),
    ],
)
def test_T05_each_fault_is_named(changed: dict[str, list[str]], faults: list[str]) -> None:
    found = placement_faults(boxed(**changed))
    assert [fault for fault in found if fault in faults] == faults
    assert len(found) == len(broken_rules(boxed(**changed), 4))


def test_T05_landmarks_of_different_kinds_may_be_neighbours() -> None:
    setting = boxed(palms=["B14", "B30", "C63"])
    assert apart(setting.island.place("B30"), setting.island.place("B40")) == 1
    assert placement_faults(setting) == []


@pytest.mark.parametrize(("gap", "fault"), [(4, False), (5, True)])
def test_T05_the_gap_is_a_switch(gap: int, fault: bool) -> None:
    setting = Setting(boxed_island(), palms=["A00", "A04"], rules=Rules(landmark_gap=gap))
    assert apart(setting.island.place("A00"), setting.island.place("A04")) == 4
    assert ("palms on A00 and A04 are 4 hexes apart, not 5 (T-5)" in placement_faults(setting)) == fault


def test_T05_T04a_inner_ocean_makes_a_coast_for_statues() -> None:
    ring = "J J J J J\n J J . J J\nJ J J J J\n J J J J J\nJ J J J J"
    inland, by_the_lagoon = "b4", "b2"
    faults = placement_faults(Setting(parse_drawing(ring), statues=[inland, by_the_lagoon]))
    assert f"the statue on {by_the_lagoon} stands on the coast (T-5)" in faults
    assert f"the statue on {inland} stands on the coast (T-5)" not in faults


@given(tobago_settings())
def test_T05_as_many_faults_as_worked_out_anew(setting: Setting) -> None:
    assert len(placement_faults(setting)) == len(broken_rules(setting, 4))


def test_far_too_many_landmarks_are_one_fault_and_not_thousands() -> None:
    island = random_island(1, 400)
    assert placement_faults(Setting(island, huts=island.names)) == [
        "400 huts instead of 4 (T-5)",
        "0 palms instead of 3 (T-5)",
        "0 statues instead of 3 (T-5)",
    ]


@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T05_drawn_settings_of_the_box_follow_the_rule(layout: str) -> None:
    island = boxed_island(layout)
    for seed in range(25):
        setting = random_setting(island, seed)
        assert broken_rules(setting, 4) == placement_faults(setting) == []


@pytest.mark.parametrize("gap", [0, 1, 2, 4, 5])
def test_T05_drawn_settings_of_random_islands_follow_the_rule(gap: int) -> None:
    for seed in range(15):
        island = random_island(seed, 90 + seed, lagoons=seed % 2 == 0)
        setting = random_setting(island, seed, Rules(landmark_gap=gap))
        assert broken_rules(setting, gap) == placement_faults(setting) == []
        assert setting.rules.landmark_gap == gap


def test_the_same_seed_gives_the_same_setting_everywhere() -> None:
    assert random_setting(boxed_island(), 1) == boxed()
    named = random_setting(random_island(5), "tobago")
    assert (str(named.huts), str(named.palms), str(named.statues)) == (
        "c10 d4 g12 i2",
        "c7 h6 l5",
        "f4 g8 j6",
    )
    assert random_setting(boxed_island(), Random(1)) == boxed()


def test_seeds_differ() -> None:
    assert len({random_setting(boxed_island(), seed) for seed in range(20)}) == 20


def test_a_generator_goes_on_where_it_stands() -> None:
    source = Random(1)
    assert random_setting(boxed_island(), source) != random_setting(boxed_island(), source)


def test_every_landmark_reaches_many_hexes() -> None:
    seen = [random_setting(boxed_island(), seed) for seed in range(300)]
    for kind in ("huts", "palms"):
        assert len({name for setting in seen for name in getattr(setting, kind)}) == 104
    inland = set(boxed_island().names) - set(boxed_island().coast)
    assert {name for setting in seen for name in setting.statues} == inland


def test_a_draw_that_leaves_no_room_is_taken_back() -> None:
    island, rules = parse_drawing(STRIP), Rules(landmark_gap=6)
    for seed in range(60):
        assert str(random_setting(island, seed, rules).statues) == "b2 h2 n2"


@pytest.mark.parametrize(
    "island",
    [
        parse_drawing("J"),
        parse_drawing("J J J J J J J J J J J J J J J"),  # all coast
        parse_drawing("\n".join([" ".join("J" * 13)] * 3)),  # eleven inland hexes, but no room for four huts
        random_island(1, 20),
    ],
    ids=["one hex", "one row", "strip", "small"],
)
def test_no_room_is_an_error(island: Island) -> None:
    rules = Rules(landmark_gap=6)
    with pytest.raises(PlacementError, match=f"{island.title} has no room for the landmarks") as caught:
        random_setting(island, 1, rules)
    assert isinstance(caught.value, ToolkitError)


def test_ten_landmarks_need_ten_hexes() -> None:
    rules = Rules(landmark_gap=0)
    rows = "J J J J\n J J J J\nJ J J J\n J J J J"
    assert len(random_setting(parse_drawing(rows), 1, rules).statues) == 3
    with pytest.raises(PlacementError):
        random_setting(parse_drawing("J J J\n J J J\nJ J J"), 1, rules)


def test_distance_of_landmarks_counts_over_the_ocean() -> None:
    island = parse_drawing("J . . . J\n J J J J")
    setting = Setting(island, huts=["a1", "e1"], rules=Rules(landmark_gap=5, distance="overland"))
    land = nx.shortest_path_length(island.land_graph, island.place("a1"), island.place("e1"))
    assert land == 5
    assert "huts on a1 and e1 are 4 hexes apart, not 5 (T-5)" in placement_faults(setting)
