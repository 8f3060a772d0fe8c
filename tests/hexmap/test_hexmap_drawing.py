from __future__ import annotations

import math
import re
from itertools import pairwise
from typing import TYPE_CHECKING, Any, get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples
from strategies import islands, islands_with_names
from toolkit.hexmap.patterns import PALETTES, Piece, Shape, Theme, heat_colour
from toolkit.hexmap.svg import number, rgb

from toolkit.core.errors import ToolkitError
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
from toolkit.hexmap.drawing import Marks, Token, draw

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
THEMES: tuple[Theme, ...] = get_args(Theme)
ALWAYS = ["background", "ocean", "terrain", "borders", "names", "legend"]
ALL = [
    *ALWAYS[:4],
    "heat",
    "names",
    "landmarks",
    "facings",
    "candidates",
    "tokens",
    "shares",
    "highlight",
    "legend",
]
SMALL = "J J S . .\n J L L B .\nM M L B ."
BOTH = [pytest.param(boxed_island(), id="flat"), pytest.param(random_island(7), id="pointy")]


def full(island: Island, **changes: Any) -> str:
    """Draw an island with at least one of everything, on its first hexes."""
    a, b, c, d, *_ = island.names
    things: dict[str, Any] = {
        "landmarks": {"hut": [a], "palm": [b], "statue": [c]},
        "facings": {c: "NE"},
        "marks": [Marks("candidate of brown", [a, d], "#8a4b1f", "circle", 0)],
        "tokens": [Token("red ATV", a, "#d32f2f", "vehicle", "R"), Token("amulet", d, "#b04ad8", "amulet")],
        "heat": {a: 0.25, b: 0.001},
        "highlight": [a],
    }
    return draw(island, **things | changes)


def layers(picture: str) -> dict[str, Element]:
    """Return the layers in order, by class without its prefix."""
    groups = ElementTree.fromstring(picture).findall(f"{SVG}g")
    return {group.attrib["class"].removeprefix("layer-"): group for group in groups}


def gridcells(picture: str) -> dict[str, Element]:
    """Return the element of every hex, and insist that there is one only."""
    cells = [e for e in ElementTree.fromstring(picture).iter() if e.get("role") == "gridcell"]
    by_name = {cell.attrib["data-hex"]: cell for cell in cells}
    assert len(by_name) == len(cells)
    return by_name


def labels(picture: str) -> dict[str, str]:
    return {name: cell.attrib["aria-label"] for name, cell in gridcells(picture).items()}


def corners(polygon: Element) -> list[complex]:
    pairs = (pair.split(",") for pair in polygon.attrib["points"].split())
    return [complex(float(x), float(y)) for x, y in pairs]


def centre(polygon: Element) -> complex:
    return sum(corners(polygon)) / 6


def centres(picture: str) -> dict[str, complex]:
    return {name: centre(cell) for name, cell in gridcells(picture).items()}


def moved_to(group: Element) -> complex:
    """Return where the transform of a group moves its origin."""
    match = re.match(r"translate\((\S+) (\S+)\)", group.attrib["transform"])
    assert match
    return complex(float(match[1]), float(match[2]))


@given(islands)
def test_every_hex_has_one_cell_with_its_words(island: Island) -> None:
    assert labels(draw(island)) == {name: f"{name} {island.terrain(name)}" for name in island.names}


@pytest.mark.parametrize("island", BOTH)
def test_labels_tell_all_that_stands_on_a_hex(island: Island) -> None:
    a, b, c, d, e, *_ = island.names
    told = labels(full(island))
    assert told[a] == f"{a} {island.terrain(a)}, hut, candidate of brown, red ATV, 25%, highlighted"
    assert told[b] == f"{b} {island.terrain(b)}, palm, <1%"
    assert told[c] == f"{c} {island.terrain(c)}, statue, facing NE"
    assert told[d] == f"{d} {island.terrain(d)}, candidate of brown, amulet"
    assert told[e] == f"{e} {island.terrain(e)}"


@pytest.mark.parametrize("island", BOTH)
@pytest.mark.parametrize("theme", THEMES)
def test_layers_and_their_order(island: Island, theme: Theme) -> None:
    assert list(layers(draw(island, theme=theme))) == ALWAYS
    found = layers(full(island, theme=theme))
    assert list(found) == ALL
    silent = [
        n for n, g in found.items() if (g.get("aria-hidden"), g.get("pointer-events")) == ("true", "none")
    ]
    assert silent == [name for name in ALL if name != "terrain"]  # only the grid is read aloud and clicked
    ids = re.findall(r' id="([^"]*)"', draw(island, theme=theme))
    assert ids
    assert all(theme in name for name in ids)  # so that themes share none
    assert "legend" not in layers(draw(island, theme=theme, legend=False))


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
            if other != name and sum(abs(p - q) < 0.1 for p in one for q in shape) == 2
        }
        graph = island.land_graph
        assert touching == {graph.nodes[near]["name"] for near in graph[island.place(name)]}


@pytest.mark.parametrize("orientation", list(Orientation))
def test_arrows_point_at_the_neighbour(orientation: Orientation) -> None:
    for direction in orientation.directions:
        ahead = Hex(0, 0).step(direction)
        terrain, names = dict.fromkeys([Hex(0, 0), ahead], "lake"), {Hex(0, 0): "here", ahead: "there"}
        picture = draw(Island(terrain, names, orientation, ""), facings={"here": direction.name})
        (arrow,) = layers(picture)["facings"]
        turn = re.search(r"rotate\((-?\d+)\)", arrow.attrib["transform"])
        way = centres(picture)["there"] - centres(picture)["here"]
        angle = math.degrees(math.atan2(way.imag, way.real))
        assert ((int(turn[1]) if turn else 0) - angle + 180) % 360 == pytest.approx(180, abs=0.1)


@pytest.mark.parametrize("theme", THEMES)
def test_terrains_differ_by_colour_pattern_and_letter(theme: Theme) -> None:
    island = parse_drawing("B J L M R S")
    picture = draw(island, theme=theme)
    patterns = {e.attrib["id"]: e for e in ElementTree.fromstring(picture).iter(f"{SVG}pattern")}
    fills = {name: cell.attrib["fill"] for name, cell in gridcells(picture).items()}
    assert fills == {
        name: f"url(#{theme}-{t}) {PALETTES[theme].terrain[t][0]}"
        for name, t in zip(island.names, TERRAINS, strict=True)
    }
    assert set(patterns) == {f"{theme}-{terrain}" for terrain in TERRAINS}
    colours = {e.attrib["fill"] for p in patterns.values() for e in p.iter(f"{SVG}rect")}
    tiles = {e.attrib["d"] for p in patterns.values() for e in p.iter(f"{SVG}path")}
    assert len(colours) == len(tiles) == 6
    texts = ["".join(text.itertext()) for text in layers(picture)["names"]]
    assert texts == ["a1B", "b1J", "c1L", "d1M", "e1R", "f1S"]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the Web Content Accessibility Guidelines define it."""
    light, dark = sorted((relative_luminance(one), relative_luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def relative_luminance(colour: str) -> float:
    parts = (part / 255 for part in rgb(colour))
    linear = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("theme", THEMES)
def test_text_can_be_read_on_every_ground(theme: Theme) -> None:
    palette = PALETTES[theme]
    assert contrast(palette.text, palette.halo) > 7
    assert contrast(palette.text, palette.background) > 7
    pencil = PALETTES["print"]
    assert all(contrast(pencil.text, ground) > 12 for ground, _ in pencil.terrain.values())
    assert all(contrast(palette.text, ground) > 4 for ground, _ in palette.terrain.values())


@pytest.mark.parametrize("theme", THEMES)
def test_heat_gets_steadily_lighter_or_darker(theme: Theme) -> None:
    shades = [relative_luminance(heat_colour(PALETTES[theme], step / 20)) for step in range(21)]
    assert shades == sorted(shades, reverse=theme != "dark")
    assert contrast(heat_colour(PALETTES[theme], 0), heat_colour(PALETTES[theme], 1)) > 5


@given(islands_with_names())
@settings(max_examples=examples(12))
def test_same_input_same_bytes(drawn: tuple[Island, frozenset[str], frozenset[str]]) -> None:
    island, some, others = drawn
    copy = Island(
        dict(reversed([(p, island.terrain(n)) for n, p in zip(island.names, island.hexes, strict=True)])),
        dict(reversed(list(zip(island.hexes, island.names, strict=True)))),
        island.orientation,
        island.title,
    )
    pictures = [
        draw(
            one, landmarks={"hut": order(some)}, highlight=order(others), heat=dict.fromkeys(order(some), 0.3)
        )
        for one, order in ((island, sorted), (copy, lambda names: sorted(names, reverse=True)))
    ]
    assert pictures[0] == pictures[1]


@given(islands)
@settings(max_examples=examples(12))
def test_numbers_are_fixed_and_the_land_is_inside(island: Island) -> None:
    picture = draw(island)
    assert "-0.00" not in picture
    coordinates = re.findall(r' (?:x|y|points)="([^"]*)"', picture)
    assert all(re.fullmatch(r"(-?\d+\.\d\d[ ,]?)+", text) for text in coordinates)
    moves = re.findall(r'transform="([^"]*)"', picture)
    assert all(re.fullmatch(r"translate\(\d+\.\d\d \d+\.\d\d\)", move) for move in moves)
    _, _, width, height = map(float, ElementTree.fromstring(picture).attrib["viewBox"].split())
    shapes = (*layers(picture)["ocean"], *gridcells(picture).values())
    assert all(0 < p.real < width and 0 < p.imag < height for shape in shapes for p in corners(shape))


def test_nothing_from_outside_and_no_script() -> None:
    picture = full(boxed_island())
    assert not re.search(r"<script|href|<style|<image|foreignObject| on\w+=", picture)
    assert re.findall(r"https?://[^\"]*", picture) == ["http://www.w3.org/2000/svg"]
    assert set(re.findall(r"url\(([^)]*)\)", picture)) == {f"#light-{terrain}" for terrain in TERRAINS}


@given(st.text(st.characters(codec="utf-8"), max_size=20), st.text(st.characters(codec="utf-8"), max_size=20))
def test_any_title_and_note_is_valid_xml(title: str, note: str) -> None:
    picture = draw(parse_drawing("J"), title=title, description=note, notes=[note])
    root = ElementTree.fromstring(picture)
    cleaned = re.sub("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", title)
    found = root.findtext(f"{SVG}title") or ""
    assert found == re.sub("\r\n?", "\n", cleaned)  # as every XML reader takes line ends


def test_description_tells_the_whole_picture() -> None:
    root = ElementTree.fromstring(full(parse_drawing(SMALL), title="Little", description="Ours."))
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
        "facing NE: a3",
        "candidate of brown (2): a1 b1",
        "red ATV: a1",
        "amulet: b1",
        "heat: a1 25%, a2 <1%",
        "highlighted (1): a1",
    ]


@pytest.mark.parametrize("island", BOTH)
def test_borders_lie_between_regions_and_along_the_coast(island: Island) -> None:
    terrain = dict(island.graph.nodes(data="terrain"))
    edges = [(terrain[a], terrain[b]) for a, b in island.graph.edges if {terrain[a], terrain[b]} != {OCEAN}]
    coast = sum(OCEAN in pair for pair in edges)
    inner = sum(a != b for a, b in edges) - coast
    regions, shore = layers(draw(island))["borders"]
    assert [path.attrib["d"].count("M") for path in (regions, shore)] == [inner, coast]
    assert float(regions.attrib["stroke-width"]) > 2 * float(
        layers(draw(island))["terrain"].attrib["stroke-width"]
    )


@given(islands_with_names())
@settings(max_examples=examples(12))
def test_highlight_rings_the_named_hexes(drawn: tuple[Island, frozenset[str], frozenset[str]]) -> None:
    island, some, _ = drawn
    picture = draw(island, highlight=some)
    assert picture == island.cells(some)._repr_svg_()
    if not some:
        assert "highlight" not in layers(picture)
        return
    where = centres(picture)
    for group in layers(picture)["highlight"]:
        rings = {min(where, key=lambda name: abs(where[name] - centre(ring))) for ring in group}
        assert rings == some


@pytest.mark.parametrize("island", BOTH)
def test_marks_differ_in_shape_and_place(island: Island) -> None:
    shapes: tuple[Shape, ...] = get_args(Shape)
    hex_name = island.names[50]
    marks = [Marks(shape, [hex_name], "#909396", shape, slot) for slot, shape in enumerate(shapes)]
    picture = draw(island, marks=marks)
    groups = list(layers(picture)["candidates"])
    assert [group.attrib["data-marks"] for group in groups] == list(shapes)
    assert len({group.find(f".//{SVG}path").attrib["d"] for group in groups}) == 4  # type: ignore[union-attr]
    offsets = [moved_to(group[0]) - centres(picture)[hex_name] for group in groups]
    corner = [(o.real > 0, o.imag > 0) for o in offsets]
    assert corner == [(False, False), (True, False), (False, True), (True, True)]


def test_heat_is_relative_to_the_greatest_and_leaves_out_zero() -> None:
    island = parse_drawing("J J J")
    picture = draw(island, heat={"a1": 0.1, "b1": 0.2, "c1": 0})
    assert [shape.attrib["fill"] for shape in layers(picture)["heat"]] == [
        heat_colour(PALETTES["light"], share) for share in (0.5, 1)
    ]
    assert [text.text for text in layers(picture)["shares"]] == ["10%", "20%"]
    assert "up to 20%" in picture
    assert "heat" not in layers(draw(island, heat={"c1": 0}))


@pytest.mark.parametrize("pieces", range(1, 7))
def test_pieces_stay_in_their_hex(pieces: int) -> None:
    tokens = [Token(f"piece {i}", "a1", "#d32f2f", "vehicle", "R") for i in range(pieces)]
    picture = draw(parse_drawing("J J"), tokens=tokens, heat={"a1": 1.0}, landmarks={"hut": ["a1"]})
    where = centres(picture)["a1"]
    reaches = []
    for group in layers(picture)["tokens"]:
        scale = re.search(r"scale\((\S+)\)", group.attrib["transform"])
        offset = moved_to(group) - where
        reaches.append((offset.real, 8.5 * (float(scale[1]) if scale else 1.0)))
    assert all(abs(x) + half < 30 for x, half in reaches)
    assert all(a + half <= b - other + 0.01 for (a, half), (b, other) in pairwise(reaches))
    (share,) = layers(picture)["shares"]  # it follows the pieces, below the landmark
    assert float(share.attrib["x"]) - where.real > sum(reaches[-1])
    assert float(share.attrib["y"]) - where.imag > 20


@given(islands)
@settings(max_examples=examples(12))
def test_legend_explains_what_is_there_and_fits(island: Island) -> None:
    picture = full(island, notes=["a note " * 30]) if len(island) > 3 else draw(island)
    texts = [e for e in layers(picture)["legend"].iter(f"{SVG}text") if e.get("text-anchor") == "start"]
    words = [text.text or "" for text in texts]
    assert [w.split()[0] for w in words if w.split()[0] in TERRAINS] == [
        terrain for terrain in TERRAINS if island.terrain_cells(terrain)
    ]
    assert ("highlighted (1)" in words) == ("highlight" in layers(picture))
    width = float(ElementTree.fromstring(picture).attrib["viewBox"].split()[2])
    assert all(14 + float(t.attrib["x"]) + 0.55 * 15 * len(t.text or "") < width for t in texts)


def test_colours_shares_and_landmarks_of_any_kind() -> None:
    island = parse_drawing("J")
    for colour in ("red", "", "#fff", "8a4b1f", "#8a4b1g", "#8a4b1f0", "#8a4b1f\n", "#٣٣٣٣٣٣"):
        for more in (
            {"marks": [Marks("x", ["a1"], colour, "circle", 0)]},
            *({"tokens": [Token("x", "a1", colour, piece)]} for piece in get_args(Piece)),
        ):
            with pytest.raises(ToolkitError, match=r"no colour '.*': a colour is six hexadecimal digits"):
                draw(island, **more)
    marks, token = Marks("x", ["a1"], "#8A4b1F", "circle", 0), Token("x", "a1", "#8A4b1F", "vehicle")
    assert draw(island, marks=[marks], tokens=[token]).count('"#8A4b1F"') == 4
    for share in (-0.1, 1.01, math.nan, math.inf):
        with pytest.raises(ToolkitError, match="heat of a1"):
            draw(island, heat={"a1": share})
    picture = draw(island, landmarks={"well": ["a1"]})
    assert labels(picture) == {"a1": "a1 jungle, well"}
    assert "".join(layers(picture)["landmarks"].itertext()) == "W"
    assert [number(x) for x in (0.0, -0.0, -0.004, 0.005000001, 12.0)] == ["0.00"] * 3 + ["0.01", "12.00"]


def test_errors_name_what_is_wrong() -> None:
    island = parse_drawing(SMALL)
    with pytest.raises(IslandError, match="'z9'"):
        draw(island, highlight=["z9"])
    with pytest.raises(IslandError, match="'z9'"):
        draw(island, tokens=[Token("amulet", "z9", "#b04ad8", "amulet")])
    with pytest.raises(ToolkitError, match=r"'N'.*did you mean"):
        draw(island, facings={"a1": "N"})
    with pytest.raises(ToolkitError, match="'drak'; did you mean 'dark'"):
        draw(island, theme="drak")  # type: ignore[arg-type]
    with pytest.raises(ToolkitError, match="no slot 4"):
        draw(island, marks=[Marks("x", ["a1"], "#000000", "circle", 4)])
    with pytest.raises(ToolkitError, match=r"no shape 'crcle'; did you mean 'circle'\?$"):
        draw(island, marks=[Marks("x", ["a1"], "#000000", "crcle", 0)])  # type: ignore[arg-type]
    with pytest.raises(ToolkitError, match=r"'zzz'; it is one of circle, square, triangle, diamond$"):
        draw(island, marks=[Marks("x", ["a1"], "#000000", "zzz", 0)])  # type: ignore[arg-type]
    with pytest.raises(ToolkitError, match=r"no piece 'vehicel'; did you mean 'vehicle'\?$"):
        draw(island, tokens=[Token("x", "a1", "#000000", "vehicel")])  # type: ignore[arg-type]
