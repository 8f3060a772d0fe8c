"""The picture of an island: its layers, words and closed lines, and that all lies where it belongs."""

from __future__ import annotations

import math
import re
from io import BytesIO
from itertools import pairwise, product
from typing import Any, get_args
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from map_helpers import (
    HEX_AREA,
    SVG,
    area,
    centres,
    corners,
    edges,
    full,
    gridcells,
    inside,
    labels,
    layers,
    moved_to,
    rings,
    scale_of,
    texts,
)
from PIL import Image
from sizes import examples
from strategies import islands, islands_with_names

from toolkit.core.errors import ToolkitError
from toolkit.core.pictures import Picture
from toolkit.games.tobago import boxed_island
from toolkit.hexmap import (
    OCEAN,
    TERRAINS,
    Hex,
    Island,
    IslandError,
    Orientation,
    parse_drawing,
    random_island,
)
from toolkit.hexmap.drawing import Light, Marks, Token, draw
from toolkit.hexmap.signs import Kind, Shape, sprite

LAND = ["sea", "terrain", "glyphs", "borders", "names", "legend"]
ALL = [
    *("sea", "terrain", "glyphs", "borders", "fog", "heat", "light", "names", "landmarks", "facings"),
    *("marks", "tokens", "shares", "arrows", "highlight", "legend"),
]
SMALL = "J J S . .\n J L L B .\nM M L B ."
BOTH = [pytest.param(boxed_island(), id="flat"), pytest.param(random_island(7), id="pointy")]


class Board:
    """Three hexes of a board that is being drawn: two have no terrain yet."""

    orientation = Orientation.FLAT
    title = "side A"
    names: tuple[str, ...] = ("A0", "A1", "A2")
    hexes: tuple[Hex, ...] = (Hex(0, 0), Hex(0, 1), Hex(1, 0))

    def __len__(self) -> int:
        return 3

    def number(self, name: str) -> int:
        return self.names.index(name)

    def cells(self, names: Any) -> list[str]:
        return sorted(names, key=self.number)

    def terrain(self, name: str) -> str:
        return "lake" if name == "A1" else "blank"

    def terrain_cells(self, terrain: str) -> list[str]:
        return [name for name in self.names if self.terrain(name) == terrain]


# ---- words ------------------------------------------------------------------------------------------------


@given(islands)
def test_every_hex_has_one_cell_with_its_words(island: Island) -> None:
    picture = draw(island)
    assert labels(picture) == {name: f"{name} {island.terrain(name)}" for name in island.names}
    classes = {name: cell.attrib["class"] for name, cell in gridcells(picture).items()}
    assert classes == {name: f"hex {island.terrain(name)}" for name in island.names}


@pytest.mark.parametrize("island", BOTH)
def test_labels_tell_all_that_stands_on_a_hex(island: Island) -> None:
    a, b, c, d, e, *_ = island.names
    told = labels(full(island))
    lit = "possible here"
    assert told[a] == f"{a} {island.terrain(a)}, hut, {lit}, candidate of brown, red ATV, 25%, highlighted"
    assert told[b] == f"{b} {island.terrain(b)}, palm, {lit}, cube of black, <1%"
    assert told[c] == f"{c} {island.terrain(c)}, statue, facing NE, taken from grey"
    assert told[d] == f"{d} {island.terrain(d)}, old well, {lit}, candidate of brown, amulet"
    assert told[e] == f"{e} {island.terrain(e)}"


def test_description_tells_the_whole_picture() -> None:
    root = ElementTree.fromstring(full(parse_drawing(SMALL), title="Little", description="Ours."))
    assert root.findtext(f"{SVG}title") == "Little"
    assert (root.findtext(f"{SVG}desc") or "").split("\n") == [
        "Little: 11 hexes, pointy-top.",
        "Ours.",
        "beach (2): d2 d3",
        "jungle (3): a1 a2 b1",
        "lake (3): b2 c2 c3",
        "mountain (2): a3 b3",
        "river (0): none",
        "scrubland (1): c1",
        "hut (1): a1",
        "palm (1): a2",
        "statue (1): a3",
        "old well (1): b1",
        "facing NE: a3",
        "possible here (3): a1 a2 b1",
        "candidate of brown (2): a1 b1",
        "cube of black (1): a2",
        "taken from grey (1): a3",
        "red ATV: a1",
        "amulet: b1",
        "heat: a1 25%, a2 <1%",
        "arrow: a1 to a2",
        "highlighted (1): a1",
    ]


def test_all_words_are_said_in_the_language_of_the_page() -> None:
    digits = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")
    said = full(parse_drawing(SMALL), title="T", say=lambda word: word.upper().translate(digits))
    names = r"\b[a-d][1-3]\b"
    told = [*labels(said).values(), *texts(layers(said)["legend"])]
    told += (ElementTree.fromstring(said).findtext(f"{SVG}desc") or "").split("\n")
    assert [line for line in told if re.search("[a-z0-9]", re.sub(names, "", line))] == []
    assert (
        labels(said)["a1"] == "a1 JUNGLE, HUT, POSSIBLE HERE, CANDIDATE OF BROWN, RED ATV, ۲۵%, HIGHLIGHTED"
    )
    assert "JUNGLE (۳)" in told
    assert "FACING NE: a3" in told


@given(st.text(st.characters(codec="utf-8"), max_size=20), st.text(st.characters(codec="utf-8"), max_size=20))
def test_any_title_and_note_is_valid_xml(title: str, note: str) -> None:
    picture = draw(parse_drawing("J"), title=title, description=note, notes=[note], caption=note)
    root = ElementTree.fromstring(picture)
    cleaned = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", title)
    found = root.findtext(f"{SVG}title") or ""
    assert found == re.sub("\r\n?", "\n", cleaned)  # as every XML reader takes line ends


# ---- layers and what is in them ---------------------------------------------------------------------------


@pytest.mark.parametrize("island", BOTH)
def test_layers_and_their_order(island: Island) -> None:
    assert list(layers(draw(island))) == LAND
    found = layers(full(island))
    assert list(found) == ALL
    silent = {"aria-hidden": "true", "pointer-events": "none"}.items()
    loud = [name for name, group in found.items() if not silent <= group.attrib.items()]
    assert loud == ["terrain"]  # only the grid is read aloud and clicked
    assert list(layers(full(island, theme="print"))) == [name for name in ALL if name != "glyphs"]
    assert list(layers(draw(island, names=False, legend=False))) == LAND[:4]


@given(islands)
def test_grid_of_rows(island: Island) -> None:
    grid = layers(draw(island))["terrain"]
    assert grid.get("role") == "grid"
    rows = list(grid)
    assert {row.get("role") for row in rows} == {"row"}
    indices = [int(row.attrib["aria-rowindex"]) for row in rows]
    assert all(a < b for a, b in pairwise(indices))
    assert (indices[0], indices[-1]) == (1, int(grid.attrib["aria-rowcount"]))
    columns = [[int(cell.attrib["aria-colindex"]) for cell in row] for row in rows]
    assert all(a < b for row in columns for a, b in pairwise(row))
    assert max(map(max, columns)) == int(grid.attrib["aria-colcount"])
    assert min(map(min, columns)) == 1


@pytest.mark.parametrize("island", BOTH)
def test_hexes_touch_exactly_their_neighbours(island: Island) -> None:
    shapes = {name: corners(cell) for name, cell in gridcells(draw(island)).items()}
    for name, one in shapes.items():
        touching = {
            other
            for other, shape in shapes.items()
            if other != name and sum(abs(p - q) < 0.2 for p in one for q in shape) == 2
        }
        graph = island.land_graph
        assert touching == {graph.nodes[near]["name"] for near in graph[island.place(name)]}


def test_terrains_differ_by_sign_and_in_print_by_pattern_and_letter() -> None:
    island = parse_drawing("B J L M R S")
    root = ElementTree.fromstring(draw(island))
    signs = {e.attrib["id"]: e.attrib["d"] for e in root.findall(f"{SVG}defs/{SVG}path")}
    used = [e.attrib["href"] for e in layers(draw(island))["glyphs"]]
    assert used == [f"#glyph-{terrain}" for terrain in TERRAINS]
    assert set(signs) == {href.removeprefix("#") for href in used}
    assert len(set(signs.values())) == 6
    assert texts(layers(draw(island))["names"]) == ["a1", "b1", "c1", "d1", "e1", "f1"]

    on_paper = draw(island, theme="print")
    patterns = ElementTree.fromstring(on_paper).findall(f"{SVG}defs/{SVG}pattern")
    assert {e.attrib["id"] for e in patterns} == {f"pattern-{terrain}" for terrain in TERRAINS}
    assert len({path.attrib["d"] for e in patterns for path in e.iter(f"{SVG}path")}) == 6
    for terrain in TERRAINS:
        assert f".hex.{terrain}{{fill:url(#pattern-{terrain})}}" in on_paper
    assert texts(layers(on_paper)["names"]) == ["a1B", "b1J", "c1L", "d1M", "e1R", "f1S"]
    assert texts(layers(draw(island, names=False, letters=True))["names"]) == list("BJLMRS")


def test_a_hex_without_terrain_is_blank() -> None:
    for theme in ("auto", "print"):
        picture = draw(Board(), theme=theme)
        assert labels(picture) == {"A0": "A0 blank", "A1": "A1 lake", "A2": "A2 blank"}
        assert {"blank (2)", "lake (1)"} <= set(texts(layers(picture)["legend"]))
        assert "\nblank (2): A0 A2</desc>" in picture
    assert len(layers(draw(Board()))["glyphs"]) == 1


def test_landmarks_and_pieces_stand_on_their_hexes() -> None:
    picture = full(boxed_island())
    where = centres(picture)
    for layer in ("landmarks", "tokens"):
        for group in layers(picture)[layer]:
            assert abs(moved_to(group) - where[group.attrib["data-at"]]) < 43  # the distance to an edge
    stand = layers(picture)["landmarks"]
    signs = [(g.attrib["data-at"], g.get("data-facing"), g[-1].get("href")) for g in stand]
    hrefs = ("#landmark-hut", "#landmark-palm", "#landmark-statue", None)
    assert signs == [*zip(boxed_island().names[:4], (None, None, "NE", None), hrefs, strict=True)]
    assert texts(layers(picture)["landmarks"]) == ["O"]  # a kind without a sign: its initial


@pytest.mark.parametrize("orientation", list(Orientation))
def test_facings_point_at_the_neighbour(orientation: Orientation) -> None:
    for direction in orientation.directions:
        ahead = Hex(0, 0).step(direction)
        terrain, names = dict.fromkeys([Hex(0, 0), ahead], "lake"), {Hex(0, 0): "here", ahead: "there"}
        picture = draw(Island(terrain, names, orientation, ""), facings={"here": direction.name})
        (arrow,) = layers(picture)["facings"]
        turn = re.search(r"rotate\((-?\d+)\)", arrow.attrib["transform"])
        way = centres(picture)["there"] - centres(picture)["here"]
        angle = math.degrees(math.atan2(way.imag, way.real))
        assert ((int(turn[1]) if turn else 0) - angle + 180) % 360 == pytest.approx(180, abs=0.2)


def test_arrows_lead_from_hex_to_hex() -> None:
    picture = draw(parse_drawing("J J J"), arrows=[("a1", "c1"), ("c1", "b1")])
    where = centres(picture)
    paths = [e.attrib["d"] for e in layers(picture)["arrows"] if e.attrib["class"] == "arrow"]
    for d, (start, end) in zip(paths, [("a1", "c1"), ("c1", "b1")], strict=True):
        tail, tip = (complex(*map(float, spot.split())) for spot in re.split("[ML]", d)[1:3])
        assert abs(tail - where[start]) < 43 > abs(tip - where[end])
        assert abs(tip - where[end]) < abs(tail - where[end])


@pytest.mark.parametrize("island", BOTH)
def test_marks_differ_in_shape_and_place(island: Island) -> None:
    shapes: tuple[Shape, ...] = get_args(Shape)
    hex_name = island.names[50]
    marks = [Marks(shape, [hex_name], "grey", shape, slot) for slot, shape in enumerate(shapes)]
    picture = draw(island, marks=marks)
    groups = list(layers(picture)["marks"])
    assert [group.attrib["data-marks"] for group in groups] == list(shapes)
    assert {group[0].attrib["data-at"] for group in groups} == {hex_name}
    assert len({group.find(f".//{SVG}path").attrib["d"] for group in groups}) == 4  # type: ignore[union-attr]
    offsets = [moved_to(group[0]) - centres(picture)[hex_name] for group in groups]
    corner = [(o.real > 0, o.imag > 0) for o in offsets]
    assert corner == [(False, False), (True, False), (False, True), (True, True)]


def test_marks_stay_in_their_hex() -> None:
    """Every mark, as it is painted: what it changes of the picture lies between the sides of its hex."""
    pytest.importorskip("resvg_py", reason="pictures are painted with resvg-py")
    for island, name in ((Board(), "A0"), (parse_drawing(SMALL), "b2")):
        bare = painted(draw(island))
        ring = corners(gridcells(draw(island))[name])
        for (slot, shape), kind in product(enumerate(get_args(Shape)), get_args(Kind)):
            marks = [Marks("mark", [name], "black", shape, slot, "mark", kind)]
            rows, columns = (painted(draw(island, marks=marks))[: len(bare)] != bare).any(axis=2).nonzero()
            assert len(rows) > 20
            spots = columns[:, None] + 1j * rows[:, None] + 0.5 + 0.5j
            a, b = (np.array(ends) for ends in zip(*edges(ring), strict=True))
            within = ((b - a).conjugate() * (spots - a)).imag / abs(b - a)
            assert within.min() > -1, (name, shape, kind)


def painted(picture: Picture) -> Any:
    """Return the pixels of the map in a picture, one for each of its units, without what stands below."""
    image = Image.open(BytesIO(picture.png(zoom=1.0))).convert("RGB")
    scale = float(ElementTree.fromstring(picture).attrib["viewBox"].split()[2]) / image.width
    return np.asarray(image)[: round(moved_to(layers(picture)["legend"]).imag / scale)]


@pytest.mark.parametrize("pieces", range(1, 7))
def test_pieces_stay_in_their_hex(pieces: int) -> None:
    tokens = [Token(f"piece {i}", "a1", "red", "vehicle", "R") for i in range(pieces)]
    picture = draw(parse_drawing("J J"), tokens=tokens, heat={"a1": 1.0}, landmarks={"hut": ["a1"]})
    where = centres(picture)["a1"]
    reaches = []
    for group in layers(picture)["tokens"]:
        offset = moved_to(group) - where
        reaches.append((offset.real, 8.5 * scale_of(group)))
    assert all(abs(x) + half < 30 for x, half in reaches)
    assert all(a + half <= b - other + 0.5 for (a, half), (b, other) in pairwise(reaches))
    (share,) = layers(picture)["shares"].iter(f"{SVG}text")  # it follows the pieces, below the landmark
    assert float(share.attrib["x"]) - where.real > sum(reaches[-1])
    assert float(share.attrib["y"]) - where.imag > 20


def test_heat_is_relative_to_the_greatest_and_leaves_out_zero() -> None:
    picture = draw(parse_drawing("J J J"), heat={"a1": 0.1, "b1": 0.2, "c1": 0})
    low, *shades = layers(picture)["heat"]
    assert inside(low, centres(picture)) == {"a1", "b1"}
    assert [shade.attrib["fill-opacity"] for shade in shades] == ["0.50", "1.00"]
    assert texts(layers(picture)["shares"]) == ["10%", "20%"]
    assert "up to 20%" in texts(layers(picture)["legend"])
    assert not {"heat", "shares"} & {*layers(draw(parse_drawing("J J J"), heat={"c1": 0}))}


@given(islands_with_names())
@settings(max_examples=examples(12))
def test_highlight_rings_the_named_hexes(drawn: tuple[Island, frozenset[str], frozenset[str]]) -> None:
    island, some, _ = drawn
    picture = draw(island, highlight=some)
    where = centres(picture)
    for group in layers(picture).get("highlight", ()):
        middles = [sum(corners(ring)) / 6 for ring in group]
        assert {min(where, key=lambda name: abs(where[name] - middle)) for middle in middles} == some
    assert ("highlight" in layers(picture)) == bool(some)


# ---- closed lines -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("island", BOTH)
def test_borders_lie_between_regions_and_along_the_coast(island: Island) -> None:
    """Every edge once, as often as the graph of the island has it; a border between regions once for each."""
    terrain = dict(island.graph.nodes(data="terrain"))
    pairs = [(terrain[a], terrain[b]) for a, b in island.graph.edges if {terrain[a], terrain[b]} != {OCEAN}]
    at_sea = sum(OCEAN in pair for pair in pairs)
    inner = sum(a != b for a, b in pairs) - at_sea
    regions, coast = layers(draw(island))["borders"]
    shore, around = ([e for ring in rings(path) for e in edges(ring)] for path in (coast, regions))
    assert (len(shore), len(around)) == (at_sea, at_sea + 2 * inner)
    assert len({*shore}) == at_sea
    assert len({frozenset(edge) for edge in around}) == at_sea + inner
    assert len(rings(regions)) >= len(island.regions)


@given(islands_with_names())
def test_lines_go_around_hexes_and_leave_holes_open(
    drawn: tuple[Island, frozenset[str], frozenset[str]],
) -> None:
    island, some, _ = drawn
    picture = draw(island, light=Light(some, "in the set"))
    assert picture == island.cells(some).picture
    where, found = centres(picture), layers(picture)
    lines = {"fog": set(where) - some, "light": set(some) if len(some) < len(where) else set()}
    assert {layer for layer in lines if layer in found} == {layer for layer, names in lines.items() if names}
    paths = [(path, names) for layer, names in lines.items() if names for path in found[layer]]
    for path, names in [*paths, (found["borders"][1], set(where))]:
        assert inside(path, where) == names
        assert sum(map(area, rings(path))) == pytest.approx(len(names) * HEX_AREA, rel=4e-3)


def test_a_lake_in_a_jungle_is_a_hole() -> None:
    island = parse_drawing("J J J\n J L J\nJ J J\n J . .")
    picture = draw(island)
    regions, coast = layers(picture)["borders"]
    jungle = [ring for ring in rings(regions) if area(ring) > 2 * HEX_AREA]
    holes = [ring for ring in rings(regions) if area(ring) < 0]
    assert (len(jungle), len(holes)) == (1, 1)
    assert area(holes[0]) == pytest.approx(-HEX_AREA, rel=4e-3)
    assert len(rings(coast)) == 1


def test_fog_and_light() -> None:
    island = boxed_island()
    lit = island.terrain_cells("lake")
    found = layers(draw(island, light=lit))
    assert [path.attrib["class"] for path in found["light"]] == ["glow", "edge", "rim"]
    assert f"possible ({len(lit)})" in texts(found["legend"])
    everywhere = layers(draw(island, light=island.names))
    assert not {"fog", "light"} & {*everywhere}  # nothing lies in fog, so nothing needs a line
    assert "light" not in layers(draw(island, light=[]))
    assert inside(layers(draw(island, light=[]))["fog"][0], centres(draw(island))) == {*island.names}


# ---- the page ---------------------------------------------------------------------------------------------


@given(islands)
@settings(max_examples=examples(12))
def test_numbers_are_short_and_land_and_sea_are_inside(island: Island) -> None:
    picture = draw(island)
    body = re.sub(r"<style>.*?</style>", "", picture, flags=re.DOTALL)
    coordinates = re.findall(r' (?:x|y|points|transform|width|height)="([^"]*)"', body)
    found = [number for text in coordinates for number in re.findall(r"[-\d.]+", text)]
    assert [number for number in found if not re.fullmatch(r"-?\d*(\.\d\d?)?", number)] == []
    assert "-0" not in found
    _, _, width, height = map(float, ElementTree.fromstring(picture).attrib["viewBox"].split())
    sea = max(float(line) / 2 for line in re.findall(r"\.sea\b[^}]*stroke-width:(\d+)", picture))
    shores = [p for shape in gridcells(picture).values() for p in corners(shape)]
    assert all(sea < p.real < width - sea and sea < p.imag < height - sea for p in shores)


@given(islands)
@settings(max_examples=examples(12))
def test_legend_explains_what_is_there_and_fits(island: Island) -> None:
    caption, notes = "The first of our islands", ["a note " * 30]
    picture = full(island, notes=notes, caption=caption) if len(island) > 3 else draw(island)
    legend = layers(picture)["legend"]
    shown = [text for text in legend.iter(f"{SVG}text") if text.get("text-anchor") == "start"]
    words = [text.text or "" for text in shown]
    assert [w.split()[0] for w in words if w.split()[0] in TERRAINS] == [
        terrain for terrain in TERRAINS if island.terrain_cells(terrain)
    ]
    if len(island) > 3:
        assert words[0] == caption
        told = {"old well (1)", "cube of black (1)", "taken by amulets", "red ATV", "up to 25%"}
        assert told | {"highlighted (1)"} <= set(words)
    _, _, width, height = map(float, ElementTree.fromstring(picture).attrib["viewBox"].split())
    top, scale = moved_to(legend).imag, scale_of(legend)
    for text in shown:
        size = float(text.get("font-size", 15))
        assert scale * (float(text.attrib["x"]) + 0.55 * size * len(text.text or "")) < width
        assert top + scale * float(text.attrib["y"]) < height


def test_letters_can_be_read_on_a_large_island() -> None:
    picture = draw(boxed_island())
    root, found = ElementTree.fromstring(picture).attrib, layers(picture)
    pixels = float(root["width"]) / float(root["viewBox"].split()[2])
    assert pixels * float(found["names"].attrib["font-size"]) > 10.9
    assert pixels * scale_of(found["legend"]) * 15 > 11.5


def test_the_width_is_the_callers_or_that_of_a_page() -> None:
    def sizes(**changes: Any) -> tuple[float, float]:
        root = ElementTree.fromstring(draw(boxed_island(), **changes)).attrib
        _, _, width, height = map(float, root["viewBox"].split())
        assert float(root["width"]) / float(root["height"]) == pytest.approx(width / height, rel=1e-2)
        return float(root["width"]), float(root["height"])

    assert sizes(size=300)[0] == 300
    assert sizes(legend=False)[1] == pytest.approx(660, abs=1)  # a map fits on a screen
    assert sizes()[0] == pytest.approx(sizes(legend=False)[0])  # and its legend makes it no smaller
    for size in (0, -5):
        with pytest.raises(ToolkitError, match=f"^size {size}: a picture is at least 1 pixel wide"):
            draw(boxed_island(), size=size)


@given(islands_with_names())
@settings(max_examples=examples(12))
def test_same_input_same_bytes(drawn: tuple[Island, frozenset[str], frozenset[str]]) -> None:
    island, some, others = drawn
    names = dict(zip(reversed(island.hexes), reversed(island.names), strict=True))
    terrain = {place: island.terrain(name) for place, name in names.items()}
    copy = Island(terrain, names, island.orientation, island.title)
    pictures = [
        draw(
            one,
            landmarks={"hut": order(some)},
            light=order(some),
            highlight=order(others),
            heat=dict.fromkeys(order(some), 0.3),
        )
        for one, order in ((island, sorted), (copy, lambda names: sorted(names, reverse=True)))
    ]
    assert pictures[0] == pictures[1]


def test_nothing_from_outside_and_every_copy_has_its_sign() -> None:
    for theme in ("auto", "print"):
        picture = full(boxed_island(), theme=theme)
        assert not re.search(r"<script|<image|foreignObject| on\w+=| style=", picture)
        assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
        ids = re.findall(r' id="([^"]*)"', picture)
        assert len(ids) == len(set(ids))
        assert all(re.fullmatch(r"[a-z]+-[a-z]+", one) for one in ids)
        copied = {*re.findall(r'href="#([^"]*)"', picture), *re.findall(r"url\(#([^)]*)\)", picture)}
        assert copied - set(ids) == set()


def test_a_page_may_bring_sheet_and_signs() -> None:
    alone, on_page = (full(boxed_island(), alone=here) for here in (True, False))
    assert "<style>" not in on_page
    assert "<defs>" not in on_page
    assert layers(on_page).keys() == layers(alone).keys()
    assert set(re.findall(r'href="#([^"]*)"', on_page)) <= set(re.findall(r' id="([^"]*)"', sprite()))
    with pytest.raises(ToolkitError, match="brings its patterns"):
        draw(boxed_island(), theme="print", alone=False)


def test_errors_name_what_is_wrong() -> None:
    island = parse_drawing(SMALL)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"theme": "drak"}, "'drak'; did you mean 'dark'"),
        ({"facings": {"a1": "N"}}, "'N'.*did you mean"),
        ({"arrows": [("a1", "a1")]}, "an arrow from a1 to itself"),
        *(({"heat": {"a1": share}}, "heat of a1") for share in (-0.1, 1.01, math.nan, math.inf)),
        ({"marks": [Marks("x", ["a1"], "grey", "circle", 4)]}, "no slot 4"),
        ({"marks": [Marks("x", ["a1"], "grey", "crcle", 0)]}, r"no shape 'crcle'; did you mean 'circle'\?$"),  # type: ignore[arg-type]
        (
            {"marks": [Marks("x", ["a1"], "grey", "zzz", 0)]},  # type: ignore[arg-type]
            "'zzz'; it is one of circle, square, triangle, diamond$",
        ),
        ({"marks": [Marks("x", ["a1"], "#8a4b1f", "circle", 0)]}, "no colour '#8a4b1f'; it is one of brown"),
        ({"marks": [Marks("x", ["a1"], "grey", "circle", 0, kind="cub")]}, "kind of mark 'cub'; did you"),  # type: ignore[arg-type]
        ({"tokens": [Token("x", "a1", "rde", "vehicle")]}, "no colour 'rde'; did you mean 'red'"),
        ({"tokens": [Token("x", "a1", "red", "vehicel")]}, r"no piece 'vehicel'; did you mean 'vehicle'\?$"),  # type: ignore[arg-type]
    ]
    for things, message in wrong:
        with pytest.raises(ToolkitError, match=message):
            draw(island, **things)
    unknown: list[dict[str, Any]] = [
        {"highlight": ["z9"]},
        {"light": ["z9"]},
        {"heat": {"z9": 0.5}},
        {"arrows": [("a1", "z9")]},
        {"landmarks": {"hut": ["z9"]}},
        {"facings": {"z9": "E"}},
        {"marks": [Marks("x", ["z9"], "grey", "circle", 0)]},
        {"tokens": [Token("amulet", "z9", "purple", "amulet")]},
    ]
    for things in unknown:
        with pytest.raises(IslandError, match="'z9'"):
            draw(island, **things)
