from __future__ import annotations

from itertools import permutations
from typing import Any

import oracles
import pytest

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.board_sides import (
    KNOWN_LAYOUTS,
    UNKNOWN_SIDES,
    LayoutError,
    boxed_island,
    known_sides,
    read_sides,
)
from toolkit.games.tobago.clues import CLUES
from toolkit.games.tobago.setting import Setting
from toolkit.hexmap import TERRAINS, Orientation

ALL_LAYOUTS = ["".join(order) + f"+{shift}" for order in permutations("ABC") for shift in (0, 1)]
ROTATIONS = [(known, known[n:3] + known[:n] + known[3:]) for known in KNOWN_LAYOUTS for n in (1, 2)]
HEADER = "side,a,b,terrain\n"
Rows = list[dict[str, str]]


def test_T01_three_sides_are_known(pictured_hexes: Rows) -> None:
    sides: dict[str, dict[tuple[int, int], str]] = {}
    for row in pictured_hexes:
        sides.setdefault(row["side"], {})[int(row["a"]), int(row["b"])] = row["terrain"]
    assert known_sides() == sides
    assert sum(map(len, sides.values())) == 104


def test_T01_known_layouts() -> None:
    assert KNOWN_LAYOUTS == ("ABC+0", "ABC+1", "ACB+0", "ACB+1")
    assert UNKNOWN_SIDES == ("a", "b", "c")


@pytest.mark.parametrize(("layout", "side"), [("aBC+0", "a"), ("AbC+1", "b"), ("ABc+0", "c"), ("abc+1", "a")])
def test_T01_unknown_sides_are_an_error_that_helps(layout: str, side: str) -> None:
    with pytest.raises(LayoutError) as error:
        boxed_island(layout)
    message = str(error.value)
    assert message.startswith(f"side {side} is unknown")
    for help_text in ("known: A, B, C", "owner", "CSV", "side,a,b,terrain", "'sides' under [components]"):
        assert help_text in message


def test_T02_pictured_island(pictured_hexes: Rows) -> None:
    island = boxed_island()
    assert island == boxed_island("ABC+0")
    assert (island.orientation, island.title) == (Orientation.FLAT, "ABC+0")
    truth = {r["side"] + r["a"] + r["b"]: (int(r["q"]), int(r["r"]), r["terrain"]) for r in pictured_hexes}
    assert {name: (*island.place(name), island.terrain(name)) for name in island.names} == truth
    assert sorted(island.coast) == sorted(name(r) for r in pictured_hexes if r["coastal"] == "1")


def name(row: dict[str, str]) -> str:
    return row["side"] + row["a"] + row["b"]


@pytest.mark.parametrize(
    ("layout", "apexes"),
    [
        ("ABC+0", {"A00": (0, 0), "B00": (-1, 0), "C00": (0, -1)}),
        ("ABC+1", {"A00": (0, 0), "B00": (0, -1), "C00": (1, -1)}),
        ("CAB+0", {"C00": (0, 0), "A00": (-1, 0), "B00": (0, -1)}),
        ("ACB+1", {"A00": (0, 0), "C00": (0, -1), "B00": (1, -1)}),
    ],
)
def test_T02_apexes(layout: str, apexes: dict[str, tuple[int, int]]) -> None:
    island = boxed_island(layout)
    assert {apex: island.place(apex) for apex in apexes} == apexes


@pytest.mark.parametrize("shift", [0, 1])
@pytest.mark.parametrize(
    ("side", "first", "second"), [("A", (-1, 1), (1, 0)), ("B", (0, -1), (-1, 1)), ("C", (1, 0), (0, -1))]
)
def test_T02_edges_of_the_pieces(
    shift: int, side: str, first: tuple[int, int], second: tuple[int, int]
) -> None:
    island = boxed_island(f"ABC+{shift}")
    apex = island.place(f"{side}00")
    for a, b in known_sides()[side]:
        q, r = a * first[0] + b * second[0], a * first[1] + b * second[1]
        assert island.place(f"{side}{a}{b}") == (apex.q + q, apex.r + r)


@pytest.mark.parametrize("layout", ALL_LAYOUTS)
def test_T03_names_stay_the_same_in_every_layout(layout: str) -> None:
    island = boxed_island(layout)
    assert island.names == boxed_island("ABC+0").names
    for side, cells in known_sides().items():
        assert {(a, b): island.terrain(f"{side}{a}{b}") for a, b in cells} == cells


def test_T03_names_are_case_sensitive() -> None:
    with pytest.raises(ToolkitError, match="no hex 'b52' on this island; did you mean 'B52'"):
        boxed_island().terrain("b52")


@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T04_regions_of_the_known_layouts(layout: str, layout_stats: Rows) -> None:
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


def test_T04a_a_region_may_run_across_a_seam() -> None:
    island = boxed_island()
    assert island.region("A10") == island.region("B01")
    assert island.region("A10") > {"A00", "A10", "B01", "B02", "B03"}


@pytest.mark.parametrize("layout", ALL_LAYOUTS)
def test_layouts_have_no_gaps_between_the_pieces(layout: str) -> None:
    island = boxed_island(layout)
    assert len(oracles.parts(island.hexes)) == 1
    in_open_sea = oracles.open_sea(island.hexes)
    assert all(place in island.hexes or in_open_sea(place) for place in island.graph)


@pytest.mark.parametrize(("layout", "rotated"), ROTATIONS)
def test_T02_rotations_are_the_same_island_turned(layout: str, rotated: str) -> None:
    one, other = boxed_island(layout), boxed_island(rotated)
    assert one != other
    assert other.title == rotated
    assert named_edges(one.land_graph) == named_edges(other.land_graph)
    landmarks = (["B23", "A34", "C10"], ["B45", "A00"], ["A23", "B22", "C21"])
    assert Setting(one, *landmarks).masks == Setting(other, *landmarks).masks
    assert len(Setting(one).masks) == len(CLUES)


def named_edges(graph: Any) -> set[frozenset[str]]:
    label = graph.nodes(data="name")
    return {frozenset((label[a], label[b])) for a, b in graph.edges}


@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T02_rotations_are_turns_by_120_degrees(layout: str) -> None:
    """Turning every place by 120 degrees and moving it gives the rotated layout exactly."""
    one, other = boxed_island(layout), boxed_island(layout[1:3] + layout[0] + layout[3:])
    moves = {
        (there.q - turned[0], there.r - turned[1])
        for place, there in ((one.place(n), other.place(n)) for n in one.names)
        for turned in [(place.r, -place.q - place.r)]  # counter-clockwise: what lay left is now at the bottom
    }
    assert len(moves) == 1


def test_different_orders_and_shifts_are_different_islands() -> None:
    edges = [named_edges(boxed_island(layout).land_graph) for layout in KNOWN_LAYOUTS]
    assert all(edges.count(found) == 1 for found in edges)


@pytest.mark.parametrize(
    ("layout", "message"),
    [
        (
            "ABC",
            "no layout 'ABC': it is three side letters and a shift, like .*; did you mean 'ABC\\+[01]'",
        ),
        ("ABC+2", "no layout 'ABC\\+2'.*did you mean 'ABC"),
        ("ABC+0 ", "no layout"),
        ("ABC+0\n", "no layout"),
        ("AB+0", "no layout"),
        ("ABCA+0", "no layout"),
        ("A1C+0", "no layout"),
        ("ÄBC+0", "no layout"),
        ("", "no layout ''"),
        ("AAB+0", "uses one board piece twice"),
        ("AaB+0", "uses one board piece twice"),
        ("abB+1", "uses one board piece twice"),
        ("ABD+0", "no board side 'D' \\(known: A, B, C\\).*\\[components\\]"),
    ],
)
def test_bad_layouts(layout: str, message: str) -> None:
    with pytest.raises(LayoutError, match=message):
        boxed_island(layout)
    assert issubclass(LayoutError, ToolkitError)


@pytest.mark.parametrize("letter", ["a", "D"])
def test_further_sides_of_an_owner(letter: str) -> None:
    sides = read_sides(f"{HEADER}{letter},0,0,lake\n{letter},1,0,river\n")
    assert sides == {letter: {(0, 0): "lake", (1, 0): "river"}}
    island = boxed_island(f"{letter}BC+0", sides)
    assert [island.terrain(f"{letter}{ab}") for ab in ("00", "10")] == ["lake", "river"]
    assert island.place(f"{letter}10") == (-1, 1)
    assert len(island) == 104 - 34 + 2
    with pytest.raises(LayoutError):
        boxed_island(f"{letter}BC+0")  # the shipped sides did not change


def test_the_known_sides_are_listed_with_those_of_the_owner() -> None:
    with pytest.raises(LayoutError, match=r"known: A, B, C, a, b\)"):
        boxed_island("ABc+0", read_sides(f"{HEADER}b,0,0,lake\na,0,0,lake\n"))


@pytest.mark.parametrize(
    "text",
    [
        "side,a,b,terrain\na,0,1,lake",
        "\ufeffside,a,b,terrain\r\na,0,1,lake\r\n",
        " side , a,b ,terrain\n\n a , 0,1 , lake \n\n",
        'side,a,b,terrain\n"a","0","1","lake"\n',
    ],
)
def test_sides_are_read_generously(text: str) -> None:
    assert read_sides(text) == {"a": {(0, 1): "lake"}}


def test_no_further_side() -> None:
    assert read_sides(HEADER) == {}


def test_bad_sides() -> None:
    for text, message in [
        ("", "line 1: the columns are side,a,b,terrain, not ''"),
        ("side,a,b\na,0,0\n", "line 1: the columns are side,a,b,terrain, not 'side,a,b'"),
        ("a,0,0,lake\n", "line 1: the columns"),
        (HEADER + "a,0,0\n", "line 2: 3 values instead of 4"),
        (HEADER + "a,0,0,lake,1\n", "line 2: 5 values instead of 4"),
        (HEADER + "\na,0,0,lake\na,0,0,beach\n", "line 4: hex a00 stands there twice"),
        (HEADER + "ab,0,0,lake\n", "line 2: side 'ab' is no single letter"),
        (HEADER + ",0,0,lake\n", "line 2: side '' is no single letter"),
        (HEADER + "1,0,0,lake\n", "line 2: side '1' is no single letter"),
        (HEADER + "é,0,0,lake\n", "line 2: side '\\\\xe9' is no single letter"),
        (HEADER + "a,10,0,lake\n", "line 2: '10', '0' are no digits: a and b run from 0 to 9"),
        (HEADER + "a,0,-1,lake\n", "line 2: '0', '-1' are no digits"),
        (HEADER + "a,٣,0,lake\n", "line 2: '\\\\u0663', '0' are no digits"),
        (HEADER + "a,0,,lake\n", "line 2: '0', '' are no digits"),
        (HEADER + "a,0,0,lakes\n", "line 2: no terrain 'lakes'; did you mean 'lake'"),
        (HEADER + "a,0,0,ocean\n", "line 2: no terrain 'ocean'"),
        (HEADER + "a,0,0,Lake\n", "line 2: no terrain 'Lake'; did you mean 'lake'"),
        (HEADER + "a,0,0," + "x" * 200_000, "line 2: field larger"),
        ("x" * 200_000, "line [01]: field larger"),
        (HEADER + "a,0,0,lake\nC,0,0,lake\nB,0,0,lake\n", "side B ships with the toolkit"),
    ]:
        with pytest.raises(LayoutError, match=message) as error:
            read_sides(text)
        assert len(str(error.value)) < 200
