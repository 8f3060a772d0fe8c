"""Board sides, islands with landmarks, and on which hexes a clue holds (T-1 to T-8)."""

from itertools import permutations
from random import Random

import oracles
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples
from strategies import clues, tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tables import FaultyFile
from toolkit.games.tobago.board_sides import (
    KNOWN_LAYOUTS,
    UNKNOWN_SIDES,
    BlankSide,
    LayoutError,
    boxed_island,
    known_sides,
    layouts,
    outline,
    read_sides,
    sides_island,
    unlikely,
    write_sides,
)
from toolkit.games.tobago.clues import CLUES, Clue, Setting
from toolkit.games.tobago.rules import Rules
from toolkit.hexmap import TERRAINS, Orientation, hexes, parse_drawing
from toolkit.hexmap.drawing import draw

ALL_LAYOUTS = ["".join(order) + f"+{shift}" for order in permutations("ABC") for shift in (0, 1)]
ROTATIONS = [(known, known[n:3] + known[:n] + known[3:]) for known in KNOWN_LAYOUTS for n in (1, 2)]
HEADER = "side,a,b,terrain\n"


@pytest.mark.parametrize(("layout", "side"), [("aBC+0", "a"), ("AbC+1", "b"), ("ABc+0", "c"), ("abc+1", "a")])
def test_T01_unknown_sides_are_an_error_that_helps(layout, side):
    with pytest.raises(LayoutError) as error:
        boxed_island(layout)
    message = str(error.value)
    assert message.startswith(f"side {side} is unknown")
    for help_text in ("known: A, B, C", "owner", "CSV", "side,a,b,terrain", "'sides' under [components]"):
        assert help_text in message


def test_T01_T02_pictured_island(pictured_hexes):
    island = boxed_island()
    assert island == boxed_island("ABC+0")
    assert (island.orientation, island.title) == (Orientation.FLAT, "ABC+0")
    truth = {r["side"] + r["a"] + r["b"]: (int(r["q"]), int(r["r"]), r["terrain"]) for r in pictured_hexes}
    assert {name: (*island.place(name), island.terrain(name)) for name in island.names} == truth
    assert sorted(island.coast) == sorted(name(r) for r in pictured_hexes if r["coastal"] == "1")


def name(row):
    return row["side"] + row["a"] + row["b"]


@pytest.mark.parametrize("layout", ALL_LAYOUTS)
def test_T03_names_stay_the_same_in_every_layout(layout):
    island = boxed_island(layout)
    assert island.names == boxed_island("ABC+0").names
    for side, cells in known_sides().items():
        assert {(a, b): island.terrain(f"{side}{a}{b}") for a, b in cells} == cells


@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T04_regions_of_the_known_layouts(layout, layout_stats):
    island = boxed_island(layout)
    rows = [r for r in layout_stats if r["bottom"] + r["left"] + r["right"] + "+" + r["shift"] == layout]
    assert {row["terrain"] for row in rows} == set(TERRAINS)
    for row in rows:
        terrain = island.terrain_cells(row["terrain"])
        sizes = sorted((len(region) for region in island.regions if region <= terrain), reverse=True)
        assert sizes == [int(size) for size in row["region_sizes"].split()]
        assert len(terrain) == int(row["terrain_hexes"])
        assert len(island.largest(row["terrain"])) == sizes[0] > sizes[1]
        assert len(island) == int(row["hexes"])
        assert len(island.coast) == int(row["coastal_hexes"])
        assert len(~island.coast) == int(row["inland_hexes"])
        assert (island.terrain_cells("beach") <= island.coast) == (row["all_beaches_coastal"] == "1")
        assert bool(island.terrain_cells("lake") & island.coast) == (row["lake_coastal"] == "1")


@pytest.mark.parametrize(("layout", "rotated"), ROTATIONS)
def test_T02_rotations_are_the_same_island_turned(layout, rotated):
    one, other = boxed_island(layout), boxed_island(rotated)
    assert one != other
    assert other.title == rotated
    assert named_edges(one.land_graph) == named_edges(other.land_graph)
    landmarks = (["B23", "A34", "C10"], ["B45", "A00"], ["A23", "B22", "C21"])
    assert Setting(one, *landmarks).masks == Setting(other, *landmarks).masks
    assert len(Setting(one).masks) == len(CLUES)


def named_edges(graph):
    label = graph.nodes(data="name")
    return {frozenset((label[a], label[b])) for a, b in graph.edges}


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        ("ABC", "no layout 'ABC': it is three side letters and a shift, like .*; did you mean 'ABC\\+[01]'"),
        ("ABC+2", "no layout 'ABC\\+2'.*did you mean 'ABC"),
        ("AB+0", "no layout"),
        ("A1C+0", "no layout"),
        ("", "no layout ''"),
        ("AAB+0", "uses one board piece twice"),
        ("abB+1", "uses one board piece twice"),
        ("ABD+0", "no board side 'D' \\(known: A, B, C\\).*\\[components\\]"),
    ],
)
def test_bad_layouts(layout, message):
    with pytest.raises(LayoutError, match=message):
        boxed_island(layout)
    assert issubclass(LayoutError, ToolkitError)


@pytest.mark.parametrize("letter", ["a", "D"])
def test_further_sides_of_an_owner(letter):
    sides = read_sides(f"{HEADER}{letter},0,0,lake\n{letter},1,0,river\n")
    assert sides == {letter: {(0, 0): "lake", (1, 0): "river"}}
    island = boxed_island(f"{letter}BC+0", sides)
    assert [island.terrain(f"{letter}{ab}") for ab in ("00", "10")] == ["lake", "river"]
    assert island.place(f"{letter}10") == (-1, 1)
    assert len(island) == 104 - 34 + 2
    with pytest.raises(LayoutError):
        boxed_island(f"{letter}BC+0")  # the shipped sides did not change


def faults(text):
    with pytest.raises(FaultyFile) as error:
        read_sides(text)
    assert len(str(error.value)) < 200
    return [f"{line}: {problem}" for _, line, problem in error.value.faults]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["0: its first row names the columns: side, a, b, terrain"]),
        ("a,0,0,lake\n", ["1: no column '0'; the columns are side, a, b, terrain"]),
        (HEADER, ["0: no terrain stands there yet"]),
        (HEADER + "a,0,0\n", ["2: 3 values, not 4"]),
        (HEADER + "\na,0,0,lake\na,0,0,beach\n", ["4: side: line 3 has the same hex (T-3)"]),
        (HEADER + "ab,0,0,lake\n", ["2: side: 'ab' is no single letter (T-3)"]),
        (HEADER + "é,0,0,lake\n", ["2: side: 'é' is no single letter (T-3)"]),
        (HEADER + "a,10,0,lake\n", ["2: a: '10' is no whole number from 0 to 9 (T-3)"]),
        (HEADER + "a,0,-1,lake\n", ["2: b: '-1' is no whole number from 0 to 9 (T-3)"]),
        (
            HEADER + "a,0,0,ocean\n",
            [f"2: terrain: no 'ocean'; it is {' or '.join(TERRAINS)} (T-4)"],
        ),
        (
            HEADER + "a,0,0,lakes\na,0,1,lake\na,0,2,\nb,0,0,\na,0,1,river\n",
            [
                "2: terrain: no 'lakes'; did you mean 'lake'? (T-4)",
                "4: terrain: missing (T-4)",
                "6: side: line 3 has the same hex (T-3)",
            ],
        ),
        (
            HEADER + "a,0,0,lake\nC,0,0,lake\nB,0,0,lake",
            [
                "4: side: 'B' ships with the toolkit: a further side needs another letter (T-3)",
                "3: side: 'C' ships with the toolkit: a further side needs another letter (T-3)",
            ],
        ),
    ],
)
def test_all_that_is_wrong_with_sides_is_told_with_its_line(text, told):
    assert faults(text)[: len(told)] == told


def test_no_row_of_sides_is_without_bound():
    assert faults(HEADER + "a,0,0," + "x" * 200_000)[0].startswith("2: field larger")


def test_sides_that_are_not_begun_are_none():
    blank = {letter: dict.fromkeys(outline(letter), "") for letter in UNKNOWN_SIDES}
    assert faults(write_sides(blank)) == ["0: no terrain stands there yet"]
    typed = {**blank, "b": dict.fromkeys(outline("b"), "lake")}
    assert read_sides(write_sides(typed)) == {"b": typed["b"]}
    assert len(faults(write_sides({**typed, "c": {**blank["c"], (0, 0): "river"}}))) == 36


def test_a_side_of_the_box_has_the_hexes_of_its_other_side_turned_over_at_most():
    assert {letter: len(outline(letter)) for letter in "abcD"} == {"a": 34, "b": 33, "c": 37, "D": 0}
    side = {(b, a): terrain for (a, b), terrain in known_sides()["A"].items()}
    assert unlikely({"a": side, "D": side}) == []
    del side[6, 6]
    side |= {(9, 9): "lake", (0, 0): "river"}
    told = [problem for _, _, problem in unlikely({"a": side})]
    assert told == [
        "side a: no row for a66, which side A, turned over, has: sea there, or forgotten?",
        "side a: a99 lies where side A, turned over, has the sea",
        "side a: a99 is cut off from the rest",
    ]
    [(_, _, lacking)] = unlikely({"D": {(0, 0): "lake", (0, 1): "river"}})
    assert lacking.startswith("side D: no beach and no jungle and no mountain and no scrubland; each known")


def test_layouts_with_further_sides_are_those_of_the_box():
    assert tuple(layouts()) == KNOWN_LAYOUTS
    assert len(layouts("abc")) == 32  # T-1: 2^3 sides, 2 orders, 2 shifts
    assert layouts("a") == [*KNOWN_LAYOUTS, "aBC+0", "aBC+1", "aCB+0", "aCB+1"]
    assert "ABD+0" in layouts("D")


def test_sides_alone_lie_beside_one_another_as_they_do_on_the_island():
    island, whole = sides_island(known_sides()), boxed_island("ABC+0")
    assert {name: island.terrain(name) for name in island.names} == {n: whole.terrain(n) for n in whole.names}
    near = [(one, other) for one in island.names for other in island.names if _next(island, one, other)]
    assert all(one[0] == other[0] for one, other in near)
    bottom = [name for name in whole.names if name[0] == "A"]
    assert all(((one, other) in near) == _next(whole, one, other) for one in bottom for other in bottom)
    blank = BlankSide("a", outline("a"))
    assert str(draw(blank, legend=False)).count('class="hex blank"') == len(blank) == 34


def _next(island, one, other):
    return hexes.distance(island.place(one), island.place(other)) == 1


# ---- setting ----

READINGS = [
    (own_hex, distance) for own_hex in ("excluded", "included") for distance in ("lattice", "overland")
]


def assert_clues_as_by_shortest_paths(setting):
    """Compare all 94 clues with plain networkx shortest paths."""
    placed = {kind: frozenset(cells) for kind, cells in setting.landmarks.items()}
    truth = oracles.clue_table(setting.island, placed, setting.rules.own_hex, setting.rules.distance)
    assert {str(clue): frozenset(setting.cells(clue)) for clue in CLUES} == truth


def scattered(island, random):
    """Return a setting with up to the usual landmarks, as far as the island has hexes for them."""
    names = random.sample(island.names, min(10, len(island)))
    return Setting(island, names[:4], names[4:7], names[7:])


def read_as(setting, own_hex, distance):
    rules = Rules(own_hex=own_hex, distance=distance)
    return Setting(setting.island, setting.huts, setting.palms, setting.statues, rules)


@pytest.mark.parametrize(("own_hex", "distance"), READINGS)
@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T06_T07_T08_clues_on_the_boxed_layouts(layout, own_hex, distance):
    random = Random(f"{layout}/{own_hex}/{distance}")
    island = boxed_island(layout)
    for _ in range(examples(2)):
        assert_clues_as_by_shortest_paths(read_as(scattered(island, random), own_hex, distance))


@given(tobago_settings())
@settings(max_examples=examples(15))
def test_T06_T07_T08_clues_on_drawn_islands(setting):
    assert_clues_as_by_shortest_paths(setting)


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
        ("not next to statue", "a2 c1 d2", "c1 d2"),
        ("next to hut", "", ""),
    ],
)
def test_T07_by_hand(clue, excluded, included):
    for own_hex, cells in (("excluded", excluded), ("included", included)):
        setting = Setting(HAND, statues=["a2"], rules=Rules(own_hex=own_hex))
        assert str(setting.cells(Clue.parse(clue))) == cells


@pytest.mark.parametrize(
    ("clue", "cells"),
    [
        ("in largest jungle", "a1 b1"),
        ("next to largest jungle", "c1"),
        ("within 2 of largest jungle", "c1 d1"),  # d1 is jungle, but of a smaller region (T-7b)
        ("next to jungle", "c1 e1"),
    ],
)
def test_T07b_a_smaller_region_counts_like_any_other_hex(clue, cells):
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
def test_T08_distance_may_cross_the_ocean(drawing, clue, lattice, overland):
    island = parse_drawing(drawing)
    for distance, cells in (("lattice", lattice), ("overland", overland)):
        rules = Rules(distance=distance)
        assert str(Setting(island, huts=["a1"], rules=rules).cells(Clue.parse(clue))) == cells


@pytest.mark.parametrize("sea", ["next to ocean", "within 2 of ocean"])
def test_T04a_enclosed_ocean_is_ocean(sea):
    rows = [["J"] * 11 for _ in range(11)]
    whole = parse_drawing("\n".join(map(" ".join, rows)))
    rows[5][5] = "."
    holed = parse_drawing("\n".join(map(" ".join, rows)))
    clue = Clue.parse(sea)
    gained = frozenset(Setting(holed).cells(clue)) - frozenset(Setting(whole).cells(clue))
    assert len(gained) == (6 if clue.relation == "next to" else 18)


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
def test_T05_a_hex_holds_one_landmark(placed):
    with pytest.raises(ToolkitError, match=r"hex '.1' is named twice among the landmarks"):
        Setting(HAND, **placed)


@given(tobago_settings(), st.lists(clues, max_size=4), st.data())
def test_T13_candidates_satisfy_all_clues(setting, laid, data):
    removed = data.draw(st.frozensets(st.sampled_from(setting.island.names)))
    truth = frozenset(setting.island.names)
    for clue in laid:
        truth &= frozenset(setting.cells(clue))
    assert setting.candidates(laid) == truth
    assert setting.candidates(iter(laid), setting.island.cells(removed)) == truth - removed


def test_equality_looks_at_island_landmarks_and_rules():
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
