from __future__ import annotations

import copy
import pickle
from random import Random
from typing import Any

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sizes import examples
from strategies import clue_rules, clues, islands, landmarks, tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.board_sides import KNOWN_LAYOUTS, boxed_island
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Clue
from toolkit.games.tobago.rules import CUBES, Rules
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import TERRAINS, CellSet, Island, IslandError, parse_drawing, random_island

READINGS = [
    (own_hex, distance) for own_hex in ("excluded", "included") for distance in ("lattice", "overland")
]


def assert_clues_as_by_shortest_paths(setting: Setting) -> None:
    """Compare all 94 clues with plain networkx shortest paths."""
    placed = {kind: frozenset(cells) for kind, cells in setting.landmarks.items()}
    truth = oracles.clue_table(setting.island, placed, setting.rules.own_hex, setting.rules.distance)
    assert {str(clue): frozenset(setting.cells(clue)) for clue in CLUES} == truth


def scattered(island: Island, random: Random) -> Setting:
    """Return a setting with up to the usual landmarks, as far as the island has hexes for them."""
    names = random.sample(island.names, min(10, len(island)))
    return Setting(island, names[:4], names[4:7], names[7:])


def read_as(setting: Setting, own_hex: Any, distance: Any) -> Setting:
    rules = Rules(own_hex=own_hex, distance=distance)
    return Setting(setting.island, setting.huts, setting.palms, setting.statues, rules)


@pytest.mark.parametrize(("own_hex", "distance"), READINGS)
@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T06_T07_T08_clues_on_the_boxed_layouts(layout: str, own_hex: str, distance: str) -> None:
    random = Random(f"{layout}/{own_hex}/{distance}")
    island = boxed_island(layout)
    for _ in range(examples(2)):
        assert_clues_as_by_shortest_paths(read_as(scattered(island, random), own_hex, distance))


@pytest.mark.parametrize(("own_hex", "distance"), READINGS)
@pytest.mark.parametrize("hexes", [1, 2, 3, 7, 20, 50, 104])
def test_T06_T07_T08_clues_on_random_islands(hexes: int, own_hex: str, distance: str) -> None:
    for seed in range(examples(5)):
        island = random_island(seed, hexes, lagoons=True)
        assert_clues_as_by_shortest_paths(read_as(scattered(island, Random(seed)), own_hex, distance))


@given(tobago_settings())
def test_T06_T07_T08_clues_on_drawn_islands(setting: Setting) -> None:
    assert_clues_as_by_shortest_paths(setting)


@given(tobago_settings(), clues)
def test_all_ways_to_ask_for_a_clue_agree(setting: Setting, clue: Clue) -> None:
    cells = setting.cells(clue)
    assert isinstance(cells, CellSet)
    assert clue.cells(setting) == cells
    assert setting.masks[clue.number] == cells.mask
    assert cells.island is setting.island


@given(tobago_settings(), clues)
def test_T07_a_negative_clue_is_the_complement(setting: Setting, clue: Clue) -> None:
    assert setting.cells(~clue) == ~setting.cells(clue)


@given(tobago_settings(), clues)
def test_T07_readings_differ_exactly_by_the_thing_itself(setting: Setting, clue: Clue) -> None:
    distance = setting.rules.distance
    excluded, included = (read_as(setting, own, distance).cells(clue) for own in ("excluded", "included"))
    if clue.relation == "in" or clue.thing == "ocean":
        assert excluded == included
    else:
        itself = setting.cells(Clue.parse(f"in {'largest ' * clue.largest}{clue.thing}"))
        assert excluded ^ included == itself
        assert (itself <= excluded) == (clue.negative or not itself)


#  J J L .        T-7 and T-7b by hand; hexes a1 b1 c1 / a2 b2 d2 / a3
#   J M . L
#  S
HAND = parse_drawing("J J L .\n J M . L\nS")


@pytest.mark.parametrize(
    ("clue", "excluded", "included"),
    [
        ("in jungle", "a1 a2 b1", "a1 a2 b1"),
        ("next to jungle", "a3 b2 c1", "a1 a2 a3 b1 b2 c1"),
        ("next to lake", "b1 b2", "b1 b2 c1 d2"),
        ("not next to lake", "a1 a2 a3 c1 d2", "a1 a2 a3"),
        ("next to scrubland", "a2", "a2 a3"),
        ("within 2 of scrubland", "a1 a2 b1 b2", "a1 a2 a3 b1 b2"),
        ("not within 2 of scrubland", "a3 c1 d2", "c1 d2"),
        ("in largest lake", "c1 d2", "c1 d2"),
        ("next to ocean", "a1 a2 a3 b1 b2 c1 d2", "a1 a2 a3 b1 b2 c1 d2"),
        ("not next to statue", "a2 c1 d2", "c1 d2"),
        ("in statue", "a2", "a2"),
        ("next to hut", "", ""),
        ("not within 2 of hut", "a1 a2 a3 b1 b2 c1 d2", "a1 a2 a3 b1 b2 c1 d2"),
        ("in river", "", ""),
        ("not in largest river", "a1 a2 a3 b1 b2 c1 d2", "a1 a2 a3 b1 b2 c1 d2"),
    ],
)
def test_T07_by_hand(clue: str, excluded: str, included: str) -> None:
    assert str(Setting(HAND, statues=["a2"]).cells(Clue.parse(clue))) == excluded
    assert (
        str(Setting(HAND, statues=["a2"], rules=Rules(own_hex="included")).cells(Clue.parse(clue)))
        == included
    )


@pytest.mark.parametrize(
    ("clue", "cells"),
    [
        ("in largest jungle", "a1 b1"),
        ("next to largest jungle", "c1"),
        ("within 2 of largest jungle", "c1 d1"),  # d1 is jungle, but of a smaller region (T-7b)
        ("next to jungle", "c1 e1"),
    ],
)
def test_T07b_a_smaller_region_counts_like_any_other_hex(clue: str, cells: str) -> None:
    assert str(Setting(parse_drawing("J J L J S")).cells(Clue.parse(clue))) == cells


@pytest.mark.parametrize(
    ("drawing", "clue", "lattice", "overland"),
    [
        ("J . L", "within 2 of jungle", "c1", ""),
        ("J . L", "within 2 of hut", "c1", ""),
        ("J . L", "next to ocean", "a1 c1", "a1 c1"),
        ("J . L\n S S", "within 2 of jungle", "a2 b2 c1", "a2 b2"),  # around the bay it is three steps
        ("J S L\n . .", "within 2 of jungle", "b1 c1", "b1 c1"),
    ],
)
def test_T08_distance_may_cross_the_ocean(drawing: str, clue: str, lattice: str, overland: str) -> None:
    island = parse_drawing(drawing)
    for distance, cells in (("lattice", lattice), ("overland", overland)):
        rules = Rules(distance=distance)  # type: ignore[arg-type]
        assert str(Setting(island, huts=["a1"], rules=rules).cells(Clue.parse(clue))) == cells


@given(tobago_settings())
def test_T09_a_treasure_may_lie_on_a_landmark(setting: Setting) -> None:
    for kind, cells in setting.landmarks.items():
        assert setting.cells(Clue.parse(f"in {kind}")) == cells


@pytest.mark.parametrize("sea", ["next to ocean", "within 2 of ocean"])
def test_T04a_enclosed_ocean_is_ocean(sea: str) -> None:
    rows = [["J"] * 11 for _ in range(11)]
    whole = parse_drawing("\n".join(map(" ".join, rows)))
    rows[5][5] = "."
    holed = parse_drawing("\n".join(map(" ".join, rows)))
    clue = Clue.parse(sea)
    gained = frozenset(Setting(holed).cells(clue)) - frozenset(Setting(whole).cells(clue))
    assert len(gained) == (6 if clue.relation == "next to" else 18)


@given(islands, st.data())
def test_T05_landmarks_are_kept(island: Island, data: Any) -> None:
    placed = data.draw(landmarks(island))
    setting = Setting(island, placed["hut"], placed["palm"], placed["statue"])
    assert list(setting.landmarks) == list(LANDMARKS)
    assert {kind: sorted(cells) for kind, cells in setting.landmarks.items()} == {
        kind: sorted(names) for kind, names in placed.items()
    }
    assert (setting.huts, setting.palms, setting.statues) == tuple(setting.landmarks.values())
    for name in island.names:
        assert setting.landmark(name) == next((kind for kind in placed if name in placed[kind]), None)


@pytest.mark.parametrize(
    "placed",
    [
        {"huts": ["a1", "a1"]},
        {"palms": ["b1", "a1", "b1"]},
        {"statues": ["a1", "a1"]},
        {"huts": ["a1"], "palms": ["a1"]},
        {"huts": ["a1", "b1"], "palms": ["c1", "b1"]},
        {"huts": ["b1"], "statues": ["b1"]},
        {"palms": ["b1", "a1"], "statues": ["b1"]},
    ],
)
def test_T05_a_hex_holds_one_landmark(placed: dict[str, list[str]]) -> None:
    with pytest.raises(ToolkitError, match=r"hex '.1' is named twice among the landmarks"):
        Setting(HAND, **placed)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["huts", "palms", "statues"])
def test_a_landmark_needs_a_hex_of_the_island(kind: str) -> None:
    with pytest.raises(IslandError, match="no hex 'A1' on this island; did you mean 'a1'"):
        Setting(HAND, **{kind: ["A1"]})  # type: ignore[arg-type]


@given(tobago_settings(), st.lists(clues, max_size=4), st.data())
def test_T13_candidates_satisfy_all_clues(setting: Setting, laid: list[Clue], data: Any) -> None:
    removed = data.draw(st.frozensets(st.sampled_from(setting.island.names)))
    truth = frozenset(setting.island.names)
    for clue in laid:
        truth &= frozenset(setting.cells(clue))
    assert setting.candidates(laid) == truth
    assert setting.candidates(iter(laid), setting.island.cells(removed)) == truth - removed


def test_T13_a_map_without_clues_allows_every_hex() -> None:
    assert Setting(HAND).candidates([]) == HAND.land


@given(tobago_settings())
def test_copies_are_equal_and_work(setting: Setting) -> None:
    masks = setting.masks
    for twin in (pickle.loads(pickle.dumps(setting)), copy.deepcopy(setting)):
        assert twin == setting
        assert hash(twin) == hash(setting)
        assert twin.masks == masks
        assert twin.rules == setting.rules


def test_equality_looks_at_island_landmarks_and_rules() -> None:
    setting = Setting(HAND, ["a1", "b1"], ["c1"], ["a2"])
    twin = Setting(HAND, ["b1", "a1"], ["c1"], ["a2"], Rules())
    assert setting == twin
    assert hash(setting) == hash(twin)
    for other in (
        Setting(parse_drawing("J J L .\n J M . B\nS"), ["a1", "b1"], ["c1"], ["a2"]),
        Setting(HAND, ["a1"], ["c1"], ["a2"]),
        Setting(HAND, ["a1", "b1"], ["d2"], ["a2"]),
        Setting(HAND, ["a1", "b1"], ["c1"], []),
        Setting(HAND, ["a1", "b1"], ["a2"], ["c1"]),
        Setting(HAND, ["a1", "b1"], ["c1"], ["a2"], Rules(own_hex="included")),
        "setting",
    ):
        assert setting != other


def test_settings_of_one_island_do_not_disturb_each_other() -> None:
    clue = Clue.parse("next to hut")
    one, two = Setting(HAND, huts=["a1"]), Setting(HAND, huts=["c1"])
    assert str(one.cells(clue)) == "a2 b1"
    assert str(two.cells(clue)) == "b1 b2"
    assert str(Setting(HAND, huts=["a1"], rules=Rules(own_hex="included")).cells(clue)) == "a1 a2 b1"
    assert str(one.cells(clue)) == "a2 b1"


def test_repr() -> None:
    assert repr(Setting(HAND, ["a1", "b1"], ["c1"])) == "<Setting drawn island: 2 huts, 1 palms, 0 statues>"


def test_rules_have_the_defaults_of_the_digest() -> None:
    assert Rules() == Rules(own_hex="excluded", distance="lattice", landmark_gap=4, must_reduce="always")
    assert CUBES == 17


@given(clue_rules)
def test_rules_are_values(rules: Rules) -> None:
    twin = Rules(own_hex=rules.own_hex, distance=rules.distance)
    assert rules == twin
    assert hash(rules) == hash(twin)
    assert pickle.loads(pickle.dumps(rules)) == rules
    with pytest.raises(AttributeError):
        rules.own_hex = "included"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("switch", "value", "message"),
    [
        ("own_hex", "include", "rule own_hex: no value 'include'; did you mean 'included'"),
        ("own_hex", "zzz", "rule own_hex: no value 'zzz'; it is one of excluded, included"),
        ("distance", "Lattice", "rule distance: no value 'Lattice'; did you mean 'lattice'"),
        ("must_reduce", "never", "rule must_reduce: no value 'never'"),
        ("must_reduce", True, "rule must_reduce: no value True"),
        ("own_hex", ["excluded"], "rule own_hex: no value"),
        ("landmark_gap", -1, "rule landmark_gap: -1 is too few; 0 is the least"),
        ("landmark_gap", True, "rule landmark_gap: True is no number"),
        ("landmark_gap", "4", "rule landmark_gap: '4' is no number"),
        ("landmark_gap", 4.0, "rule landmark_gap: 4.0 is no number"),
    ],
)
def test_unknown_rule_values(switch: str, value: object, message: str) -> None:
    with pytest.raises(ToolkitError, match=message):
        Rules(**{switch: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "values",
    [{"must_reduce": "once_marked"}, {"landmark_gap": 0}, {"distance": "overland", "own_hex": "included"}],
)
def test_known_rule_values(values: dict[str, Any]) -> None:
    rules = Rules(**values)
    assert {switch: getattr(rules, switch) for switch in values} == values


def test_things_of_every_terrain_are_told_apart() -> None:
    setting = Setting(boxed_island())
    cells = [setting.cells(Clue.parse(f"in {kind}")) for kind in TERRAINS]
    assert sum(map(len, cells)) == len(setting.island)
