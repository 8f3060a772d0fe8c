from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from oracles import clue_table
from sizes import examples
from strategies import tobago_settings

from solvers.tobago import ReferenceModel, reference_candidates
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    Position,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
)
from toolkit.games.tobago.board_sides import KNOWN_LAYOUTS
from toolkit.games.tobago.maps import Play
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.generate import random_island

if TYPE_CHECKING:
    from toolkit.games.tobago.rules import Distance, MustReduce, OwnHex

EXAMPLE = Path(__file__).parents[2] / "examples" / "first-position.toml"
SWITCHES = list(product(["excluded", "included"], ["lattice", "overland"], ["always", "once_marked"], [0, 4]))


def assert_masks_agree(setting: Setting) -> None:
    """Check every clue on every hex: the compiled masks against the reference model."""
    model = ReferenceModel(setting)
    for clue in CLUES:
        by_distance = {name for name in setting.island.names if model.holds(clue, name)}
        assert set(clue.cells(setting)) == by_distance, f"{clue} under {setting.rules}"


@settings(max_examples=examples(100))
@given(tobago_settings())
def test_T06_masks_and_model_agree_on_drawn_islands(setting: Setting) -> None:
    assert_masks_agree(setting)


@pytest.mark.parametrize(("own_hex", "distance", "must_reduce", "gap"), SWITCHES)
def test_masks_and_model_agree_on_random_islands_under_every_switch(
    own_hex: OwnHex, distance: Distance, must_reduce: MustReduce, gap: int
) -> None:
    rules = Rules(own_hex, distance, gap, must_reduce)
    for seed in range(examples(3)):
        random = Random(f"reference/{own_hex}/{distance}/{must_reduce}/{gap}/{seed}")
        island = random_island(random, random.randint(1, 90), lagoons=seed % 2 == 0)
        places = random.sample(island.names, min(len(island), 10))
        assert_masks_agree(Setting(island, places[:4], places[4:7], places[7:], rules))


@pytest.mark.parametrize("layout", [*KNOWN_LAYOUTS, "BCA+0", "CBA+1"])
@pytest.mark.parametrize("own_hex", ["excluded", "included"])
def test_masks_and_model_agree_on_the_boxed_island(layout: str, own_hex: OwnHex) -> None:
    for distance in ("lattice", "overland"):
        rules = Rules(own_hex, "lattice" if distance == "lattice" else "overland")
        assert_masks_agree(random_setting(boxed_island(layout), f"{layout}/{own_hex}", rules))


@given(tobago_settings())
def test_the_model_agrees_with_shortest_paths(setting: Setting) -> None:
    model = ReferenceModel(setting)
    table = clue_table(setting.island, setting.landmarks, setting.rules.own_hex, setting.rules.distance)
    for text, cells in table.items():
        clue = Clue.parse(text)
        assert {name for name in setting.island.names if model.holds(clue, name)} == cells, text


STRAIT = """
J . J S
 B B . S
R . . L
"""


def test_T08_distances_over_water_and_over_land() -> None:
    island = parse_drawing(STRAIT.strip("\n"))
    lattice = ReferenceModel(Setting(island, huts=["a3"]))
    overland = ReferenceModel(Setting(island, huts=["a3"], rules=Rules(distance="overland")))
    assert [lattice.distance("hut", False, name) for name in ("a3", "a2", "a1", "b2", "d3")] == [
        0,
        1,
        2,
        2,
        3,
    ]
    assert [overland.distance("hut", False, name) for name in ("a3", "a2", "a1", "b2")] == [0, 1, 2, 2]
    assert lattice.distance("hut", False, "d2") == 4
    assert overland.distance("scrubland", False, "a3") == 4
    assert overland.distance("hut", False, "d3") == overland.distance("hut", False, "d2") + 1 == 6
    assert lattice.distance("ocean", False, "a1") == overland.distance("ocean", False, "a1") == 1


def test_nothing_is_near_what_is_not_there() -> None:
    model = ReferenceModel(Setting(parse_drawing("J J\n. .\nL .")))
    assert model.distance("hut", False, "a1") == model.distance("river", True, "a1") == float("inf")
    assert not model.holds(Clue.parse("within 2 of hut"), "a1")
    assert model.holds(Clue.parse("not within 2 of hut"), "a1")
    apart = ReferenceModel(Setting(model.setting.island, rules=Rules(distance="overland")))
    assert model.distance("lake", False, "a1") == 2
    assert apart.distance("lake", False, "a1") == float("inf")


def test_T04_all_tied_largest_regions_count() -> None:
    setting = Setting(parse_drawing("J J . J J . J"))
    model = ReferenceModel(setting)
    names = {setting.island.graph.nodes[place]["name"] for place in model.places("jungle", True)}
    assert names == {"a1", "b1", "d1", "e1"}
    assert len(model.places("jungle", False)) == 5


@pytest.mark.parametrize(
    ("own_hex", "text", "hexes"),
    [
        ("excluded", "next to hut", "b1 d1"),
        ("included", "next to hut", "b1 c1 d1"),
        ("excluded", "not next to hut", "a1 c1 e1 f1"),
        ("included", "not next to hut", "a1 e1 f1"),
        ("excluded", "within 2 of hut", "a1 b1 d1 e1"),
        ("included", "within 2 of hut", "a1 b1 c1 d1 e1"),
        ("included", "in hut", "c1"),
        ("excluded", "in hut", "c1"),
        ("included", "not in hut", "a1 b1 d1 e1 f1"),
    ],
)
def test_T07_own_hex(own_hex: OwnHex, text: str, hexes: str) -> None:
    setting = Setting(parse_drawing("J J J J J J"), huts=["c1"], rules=Rules(own_hex))
    model = ReferenceModel(setting)
    assert [name for name in setting.island.names if model.holds(Clue.parse(text), name)] == hexes.split()


def test_T13_candidates_agree_with_python_constraint() -> None:
    for seed in range(25):
        random = Random(f"candidates/{seed}")
        island = random_island(random, random.randint(1, 80))
        places = random.sample(island.names, min(len(island), 10))
        rules = Rules(random.choice(["excluded", "included"]), random.choice(["lattice", "overland"]))
        setting = Setting(island, places[:4], places[4:7], places[7:], rules)
        maps = {
            colour: TreasureMap(
                setting,
                colour,
                [Play(clue) for clue in random.sample(CLUES, number)],
                random.sample(island.names, random.randint(0, min(5, len(island)))),
            )
            for number, colour in enumerate(COLOURS)
        }
        expected = {colour: list(treasure_map.candidates) for colour, treasure_map in maps.items()}
        assert reference_candidates(Position(setting=setting, maps=maps)) == expected


def test_the_example_position() -> None:
    found = reference_candidates(Position.load(EXAMPLE))
    assert " ".join(found["brown"]) == "A32 A34 A42 A43 B44 B54 B55 B65 C10 C31 C42 C53 C64 C75"
    assert [len(found[colour]) for colour in COLOURS] == [14, 104, 104, 104]
