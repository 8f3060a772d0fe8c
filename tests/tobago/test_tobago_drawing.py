import re
from xml.etree import ElementTree

from hypothesis import given, settings
from sizes import examples
from strategies import tobago_settings

from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Clue, Relation
from toolkit.games.tobago.maps import Play, TreasureMap
from toolkit.games.tobago.position import Position, draw_position
from toolkit.games.tobago.setting import Setting, draw_setting
from toolkit.hexmap import OCEAN, Hex, Island, Orientation, distance
from toolkit.hexmap.hexes import within

SVG = "{http://www.w3.org/2000/svg}"
SETTING = Setting(
    boxed_island(),
    huts=["B23", "A34", "C10", "C55"],
    palms=["B45", "A00", "C43"],
    statues=["A23", "B22", "C21"],
)


def treasure_map(colour, *clues, removed=()):
    return TreasureMap(SETTING, colour, [Play(Clue.parse(clue)) for clue in clues], removed)


def position(**changes):
    maps = {
        "brown": treasure_map("brown", "in jungle", "not next to hut", removed=("A13",)),
        "black": treasure_map("black", "in river"),
    }
    table = {"facings": {"A23": "NE", "B22": "S"}, "atvs": {"red": "A22", "blue": "C10"}}
    given = {"maps": maps, "amulets": SETTING.island.cells(["B65"]), **table}
    return Position(setting=SETTING, **given | changes)


def labels(picture):
    cells = (e for e in ElementTree.fromstring(picture).iter() if e.get("role") == "gridcell")
    return {cell.attrib["data-hex"]: cell.attrib["aria-label"] for cell in cells}


def texts(picture):
    return ["".join(text.itertext()) for text in ElementTree.fromstring(picture).iter(f"{SVG}text")]


@given(tobago_settings())
@settings(max_examples=examples(12))
def test_setting_shows_every_landmark(setting):
    expected = {name: f"{name} {setting.island.terrain(name)}" for name in setting.island.names}
    for kind, cells in setting.landmarks.items():
        for name in cells:
            expected[name] += f", {kind}"
    assert labels(draw_setting(setting)) == expected


def test_position_shows_candidates_of_maps_with_a_clue():
    now = position()
    told = labels(draw_position(now))
    for colour, one in now.maps.items():
        shown = {name for name, words in told.items() if f"candidate of {colour}" in words.split(", ")}
        assert shown == (set(one.candidates) if one.clues else set())
    words = texts(draw_position(now))
    assert {"brown: 14 candidates", "black: 9 candidates"} <= set(words)
    assert not any(word.startswith(("white", "grey")) for word in words)


def test_position_shows_pieces_and_facings():
    told = labels(draw_position(position(), highlight=["B65"]))
    assert told["A22"] == "A22 lake, red ATV"
    assert told["C10"] == "C10 jungle, hut, candidate of brown, blue ATV"
    assert told["A23"] == "A23 lake, statue, facing NE"
    assert told["B65"] == "B65 jungle, candidate of brown, amulet, highlighted"
    assert told["C21"] == "C21 jungle, statue"


def test_map_shows_its_candidates_and_clues():
    brown = position().maps["brown"]
    picture = brown._repr_svg_()
    told = labels(picture)
    assert {name for name, words in told.items() if "candidate" in words} == set(brown.candidates)
    assert {"brown: in jungle · not next to hut", "removed by amulets: A13"} <= set(texts(picture))
    assert "no clue" in treasure_map("grey")._repr_svg_()


def world(thing):
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


def test_card_allows_the_hexes_on_which_the_clue_holds():
    for clue in CLUES[::3]:
        radius = 3 if clue.relation is Relation.WITHIN_2 else 2
        holds = clue.cells(world(clue.thing))
        expected = [f"{place.q},{place.r}" in holds for place in within(Hex(0, 0), radius)]
        classes = [group.get("class") for group in ElementTree.fromstring(clue._repr_svg_()).iter(f"{SVG}g")]
        shown = [name == "possible" for name in classes if name in ("possible", "ruled-out")]
        assert shown == expected


def test_card_says_its_clue():
    for clue in CLUES[::3]:
        picture = clue._repr_svg_()
        root = ElementTree.fromstring(picture)
        assert root.findtext(f"{SVG}title") == str(clue)
        (words,) = [g for g in root.iter(f"{SVG}g") if g.get("class") == "layer-names"]
        assert " ".join(text.text or "" for text in words) == str(clue)
        assert ("largest" in texts(picture)) == clue.largest
        assert "-0.00" not in picture


def test_card_in_words():
    """Read the distances back from the description."""
    for clue in CLUES[::3]:
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
