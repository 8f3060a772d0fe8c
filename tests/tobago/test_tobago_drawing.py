from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, get_args
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from sizes import examples
from strategies import tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Clue, Relation
from toolkit.games.tobago.maps import COLOURS, PLAYERS, Play, TreasureMap
from toolkit.games.tobago.pictures import draw_clue
from toolkit.games.tobago.position import Position, draw_position
from toolkit.games.tobago.setting import Setting, draw_setting
from toolkit.hexmap import OCEAN, Hex, Island, Orientation, distance
from toolkit.hexmap.hexes import within
from toolkit.hexmap.patterns import Theme

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
THEMES: tuple[Theme, ...] = get_args(Theme)
SETTING = Setting(
    boxed_island(),
    huts=["B23", "A34", "C10", "C55"],
    palms=["B45", "A00", "C43"],
    statues=["A23", "B22", "C21"],
)


def treasure_map(colour: str, *clues: str, removed: tuple[str, ...] = ()) -> TreasureMap:
    return TreasureMap(SETTING, colour, [Play(Clue.parse(clue)) for clue in clues], removed)


def position(**changes: Any) -> Position:
    maps = {
        "brown": treasure_map("brown", "in jungle", "not next to hut", removed=("A13",)),
        "black": treasure_map("black", "in river"),
    }
    table = {"facings": {"A23": "NE", "B22": "S"}, "atvs": {"red": "A22", "blue": "C10"}}
    given = {"maps": maps, "amulets": SETTING.island.cells(["B65"]), **table}
    return Position(setting=SETTING, **given | changes)


def labels(picture: str) -> dict[str, str]:
    cells = (e for e in ElementTree.fromstring(picture).iter() if e.get("role") == "gridcell")
    return {cell.attrib["data-hex"]: cell.attrib["aria-label"] for cell in cells}


def texts(picture: str) -> list[str]:
    return ["".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def marked(picture: str) -> dict[str, Element]:
    """Return the first mark of every map that has marks, by its label."""
    groups = (g for g in ElementTree.fromstring(picture).iter(f"{SVG}g") if "data-marks" in g.attrib)
    return {group.attrib["data-marks"]: group[0] for group in groups}


@given(tobago_settings())
@settings(max_examples=examples(12))
def test_setting_shows_every_landmark(setting: Setting) -> None:
    expected = {name: f"{name} {setting.island.terrain(name)}" for name in setting.island.names}
    for kind, cells in setting.landmarks.items():
        for name in cells:
            expected[name] += f", {kind}"
    assert labels(draw_setting(setting)) == expected


@pytest.mark.parametrize("theme", THEMES)
def test_setting_takes_highlight_and_theme(theme: Theme) -> None:
    told = labels(draw_setting(SETTING, highlight=["A00"], theme=theme, heat={"A00": 0.5}))
    assert told["A00"] == "A00 mountain, palm, 50%, highlighted"
    assert f"theme-{theme}" in draw_setting(SETTING, theme=theme)


def test_position_shows_candidates_of_maps_with_a_clue() -> None:
    now = position()
    told = labels(draw_position(now))
    for colour, one in now.maps.items():
        shown = {name for name, words in told.items() if f"candidate of {colour}" in words.split(", ")}
        assert shown == (set(one.candidates) if one.clues else set())
    words = texts(draw_position(now))
    assert {"brown: 14 candidates", "black: 9 candidates"} <= set(words)
    assert not any(word.startswith(("white", "grey")) for word in words)


def test_position_shows_pieces_and_facings() -> None:
    told = labels(draw_position(position(), highlight=["B65"]))
    assert told["A22"] == "A22 lake, red ATV"
    assert told["C10"] == "C10 jungle, hut, candidate of brown, blue ATV"
    assert told["A23"] == "A23 lake, statue, facing NE"
    assert told["B65"] == "B65 jungle, candidate of brown, amulet, highlighted"
    assert told["C21"] == "C21 jungle, statue"


def test_located_map_names_the_hex() -> None:
    located = treasure_map("white", "in beach", "next to hut")
    assert located.located == "C45"
    assert "white: located on C45" in texts(draw_position(position(maps={"white": located})))


def test_four_maps_differ_in_shape_colour_and_place() -> None:
    clues = ("in jungle", "in jungle", "in jungle", "in jungle")
    maps = {colour: treasure_map(colour, clue) for colour, clue in zip(COLOURS, clues, strict=True)}
    found = marked(draw_position(position(maps=maps)))
    assert list(found) == [f"candidate of {colour}" for colour in COLOURS]
    paths = [next(mark.iter(f"{SVG}path")).attrib for mark in found.values()]
    assert len({path["d"] for path in paths}) == len({path["fill"] for path in paths}) == 4
    assert len({mark.attrib["transform"] for mark in found.values()}) == 4


def test_every_vehicle_has_its_letter() -> None:
    picture = draw_position(position(atvs=dict.fromkeys(PLAYERS, "A22")))
    assert labels(picture)["A22"] == "A22 lake, red ATV, blue ATV, yellow ATV, green ATV"
    assert [text for text in texts(picture) if len(text) == 1].count("Y") == 2  # on the hex and in the legend


def test_map_shows_its_candidates_and_clues() -> None:
    brown = position().maps["brown"]
    picture = brown._repr_svg_()
    told = labels(picture)
    assert {name for name, words in told.items() if "candidate" in words} == set(brown.candidates)
    assert {"brown: in jungle · not next to hut", "removed by amulets: A13"} <= set(texts(picture))
    assert "no clue" in treasure_map("grey")._repr_svg_()


def test_objects_show_themselves() -> None:
    now = position()
    assert now._repr_svg_() == draw_position(now)
    assert SETTING._repr_svg_() == draw_setting(SETTING)


def world(thing: str) -> Setting:
    """Return a wide island whose middle is the thing, alone of its kind near by."""
    others = "beach" if thing != "beach" else "jungle"
    terrain = dict.fromkeys(within(Hex(0, 0), 8), others)
    if thing == OCEAN:
        del terrain[Hex(0, 0)]
    elif thing not in LANDMARKS:
        terrain[Hex(0, 0)] = thing
    island = Island(terrain, {place: f"{place.q},{place.r}" for place in terrain}, Orientation.FLAT, "")
    huts, palms, statues = (["0,0"] if kind == thing else [] for kind in LANDMARKS)
    return Setting(island, huts, palms, statues)


def test_card_allows_the_hexes_on_which_the_clue_holds() -> None:
    for clue in CLUES:
        radius = 3 if clue.relation is Relation.WITHIN_2 else 2
        holds = clue.cells(world(clue.thing))
        expected = [f"{place.q},{place.r}" in holds for place in within(Hex(0, 0), radius)]
        classes = [group.get("class") for group in ElementTree.fromstring(clue._repr_svg_()).iter(f"{SVG}g")]
        shown = [name == "possible" for name in classes if name in ("possible", "ruled-out")]
        assert shown == expected


def test_card_says_its_clue() -> None:
    for clue in CLUES:
        picture = clue._repr_svg_()
        root = ElementTree.fromstring(picture)
        assert root.findtext(f"{SVG}title") == str(clue)
        (words,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "layer-names"]
        assert " ".join(text.text or "" for text in words) == str(clue)
        assert ("largest" in texts(picture)) == clue.largest
        assert "-0.00" not in picture


@pytest.mark.parametrize("theme", THEMES)
def test_card_takes_a_theme(theme: Theme) -> None:
    assert f"theme-{theme}" in draw_clue("in lake", "lake", [True], further=False, theme=theme)


def test_unknown_themes_are_named() -> None:
    with pytest.raises(ToolkitError, match=r"no theme 'drak'; did you mean 'dark'\?$"):
        draw_clue("in lake", "lake", [True], further=False, theme="drak")  # type: ignore[arg-type]
    with pytest.raises(ToolkitError, match=r"no theme 'x'; it is one of light, dark, print$"):
        draw_setting(SETTING, theme="x")  # type: ignore[arg-type]


def test_card_in_words() -> None:
    """Read the distances back from the description."""
    for clue in CLUES:
        text = ElementTree.fromstring(clue._repr_svg_()).findtext(f"{SVG}desc") or ""
        subject, _, distances = text.removesuffix(".").partition(": ")
        assert subject.endswith(f" {clue.thing}")
        assert ("the largest" in subject) == clue.largest
        alone = {int(n) for n in re.findall(r"\b(\d)\b(?! or)", distances)}
        more = re.search(r"(\d) or more", distances)
        told = {steps for steps in range(6) if steps in alone or (more and steps >= int(more[1]))}
        setting = world(clue.thing)
        places = zip(setting.island.names, setting.island.hexes, strict=True)
        steps_of = {name: distance(place, Hex(0, 0)) for name, place in places}
        assert told == {steps_of[name] for name in clue.cells(setting) if steps_of[name] < 6}
