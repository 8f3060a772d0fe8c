"""Pictures of Tobago: what lies in the light, marks and cubes, pieces; clues as pictograms."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from map_helpers import SVG, centres, inside, labels, layers, texts
from sizes import examples
from strategies import tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.core.pictures.sheet import THEMES
from toolkit.core.telling.language import FROM_THE_RIGHT, ISOLATE, POP
from toolkit.core.telling.teller import Teller, people
from toolkit.games.tobago.board_sides import boxed_island
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Clue, Relation, Setting, draw_setting
from toolkit.games.tobago.conversion import position_of
from toolkit.games.tobago.game import GAME
from toolkit.games.tobago.maps import Play, TreasureMap
from toolkit.games.tobago.pictures import SHAPES, draw_clue, pictogram
from toolkit.games.tobago.position import Position, draw_position
from toolkit.games.tobago.telling import say_clue
from toolkit.hexmap import OCEAN
from toolkit.hexmap.signs import sprite

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


@given(tobago_settings())
@settings(max_examples=examples(12))
def test_setting_shows_every_landmark(setting):
    expected = {name: f"{name} {setting.island.terrain(name)}" for name in setting.island.names}
    for kind, cells in setting.landmarks.items():
        for name in cells:
            expected[name] += f", {kind}"
    assert labels(draw_setting(setting)) == expected


# ---- maps and positions -----------------------------------------------------------------------------------


def in_light(picture):
    """Return the hexes inside the glowing line, and insist that all others lie in fog."""
    found, where = layers(picture), centres(picture)
    lit = inside(found["light"][0], where)
    assert inside(found["fog"][0], where) == set(where) - lit
    return lit


def marks(picture):
    """Return the marks of a picture: by label, what kind each is and where they are."""
    found = {}
    for group in layers(picture).get("marks", ()):
        kinds = {kind_of(one) for one in group}
        assert len(kinds) == 1
        found[group.attrib["data-marks"]] = (*kinds, {one.attrib["data-at"] for one in group})
    return found


def kind_of(mark):
    if mark[0].get("class") == "gone":
        return "gone"
    return "sign" if len(mark) == 1 else "cube"


def test_T13_a_map_lies_in_the_light_and_has_marks_once_its_cubes_lie():
    few, many = treasure_map("brown", "in jungle", "not next to hut"), treasure_map("white", "not in jungle")
    assert (few.marked, many.marked) == (True, False)
    for one in (few, many):
        assert in_light(one.picture) == set(one.candidates)
        told = labels(one.picture)
        assert {n for n, words in told.items() if f"candidate of {one.colour}" in words} == set(
            one.candidates
        )
        assert f"{one.colour}: {' · '.join(map(str, one.clues))}" in texts(one.picture)
    assert marks(few.picture) == {"candidate of brown": ("cube", set(few.candidates))}
    assert marks(many.picture) == {}
    assert "grey: no clue" in texts(treasure_map("grey").picture)


def test_T33_cubes_that_amulets_took_have_their_sign():
    brown = position().maps["brown"]
    assert in_light(brown.picture) == set(brown.candidates)
    assert marks(brown.picture)["removed from brown"] == ("gone", {"A13"})
    assert labels(brown.picture)["A13"] == "A13 jungle, removed from brown"
    assert {"brown: in jungle · not next to hut", "removed by amulets: A13"} <= set(texts(brown.picture))
    assert marks(draw_position(position()))["removed from brown"] == ("gone", {"A13"})


def test_a_position_lights_what_any_of_its_maps_leaves():
    maps = {
        "brown": treasure_map("brown", "in jungle", "not next to hut"),
        "white": treasure_map("white", "in mountain"),
        "grey": treasure_map("grey", "not in jungle"),
        "black": treasure_map("black", "in river"),
    }
    picture = draw_position(position(maps=maps))
    assert in_light(picture) == {name for one in maps.values() for name in one.candidates}
    assert marks(picture) == {
        f"candidate of {colour}": ("cube" if one.marked else "sign", set(one.candidates))
        for colour, one in maps.items()
    }
    assert {kind for kind, _ in marks(picture).values()} == {"cube", "sign"}
    assert {"brown: 15 candidates", "black: 9 candidates"} <= set(texts(picture))
    assert len(set(SHAPES.values())) == 4  # told apart without colours


def test_a_position_shows_maps_with_a_clue_alone():
    picture = draw_position(position())
    assert in_light(picture) == {
        name for one in position().maps.values() for name in one.candidates if one.plays
    }
    assert {label.split()[-1] for label in marks(picture)} == {"brown", "black"}
    assert not any(word.startswith(("white", "grey")) for word in texts(picture))
    assert not {"fog", "light", "marks"} & layers(draw_position(position(maps={}))).keys()


def test_one_map_of_a_position():
    now = position()
    for colour in ("brown", "black"):
        one, picture = now.maps[colour], draw_position(now, colour)
        assert in_light(picture) == set(one.candidates)
        assert {label.split()[-1] for label in marks(picture)} == {colour}
    assert "light" not in layers(draw_position(now, "white"))  # no clue: every hex is possible


def test_a_forecast_is_shown_instead_of_the_light_of_the_maps():
    heat = {"C10": 0.5, "B65": 0.1}
    picture = draw_position(position(), heat=heat)
    assert "light" not in layers(picture)
    assert not any("possible" in text for text in texts(picture))
    assert texts(layers(picture)["shares"]) == ["10%", "50%"]
    where = centres(picture)
    assert inside(layers(picture)["fog"][0], where) == set(where) - set(heat)


def test_a_located_treasure_is_ringed():
    maps = {"brown": treasure_map("brown", "in jungle", "next to hut", "next to palm", "not next to river")}
    located = position(maps=maps)
    assert len(located.maps["brown"].candidates) == 1
    (where,) = located.maps["brown"].candidates
    assert labels(draw_position(located))[where].endswith("highlighted")
    assert f"brown: located on {where}" in texts(draw_position(located))


def test_position_shows_pieces_and_facings():
    told = labels(draw_position(position(), highlight=["B65"]))
    assert told["A22"] == "A22 lake, red ATV"
    assert told["C10"] == "C10 jungle, hut, candidate of brown, blue ATV"
    assert told["A23"] == "A23 lake, statue, facing NE"
    assert told["B65"] == "B65 jungle, candidate of brown, amulet, highlighted"
    assert told["C21"] == "C21 jungle, statue"


# ---- games, in the words of a teller ----------------------------------------------------------------------

NAMES = ["me:Bartholomäus der Dritte von Sankt Gallen", "greedy", 'me:<b>&"x', "me"]


def played(players, steps):
    state, random = GAME.new(players), Random(f"{players}/{steps}")
    for _ in range(steps):
        if state.stack:
            chance = state.to_act() < 0
            state.apply(state.sample_chance(random) if chance else random.choice([*state.legal_actions()]))
    return state


def in_the_words_of(lang, state, seat=0):
    named = people(NAMES[: state.players], lang)
    return GAME.picture(state.observation(seat), GAME.telling(lang, named, seat))


@pytest.mark.parametrize(("players", "steps"), [(2, 60), (4, 400), (4, 5000)])
def test_a_persian_picture_of_a_game_has_nothing_english(players, steps):
    picture = in_the_words_of("fa", played(players, steps))
    root = ElementTree.fromstring(picture)
    told = [root.findtext(f"{SVG}title"), root.findtext(f"{SVG}desc"), *texts(picture)]
    told += [one.attrib["aria-label"] for one in root.iter() if "aria-label" in one.attrib]
    outside = re.compile(f"{ISOLATE}[^{POP}]*{POP}|\\b[ABC][0-9]{{2}}\\b")  # hexes have their names anywhere
    assert [text for text in told if re.search("[A-Za-z0-9]", outside.sub("", text))] == []
    lines = [
        one for one in layers(picture)["legend"].iter(f"{SVG}text") if one.get("text-anchor") != "middle"
    ]
    assert {(one.attrib["text-anchor"], one.text[0]) for one in lines if one.get("x")} >= {
        ("end", FROM_THE_RIGHT)
    }
    assert layers(picture)["legend"][0].attrib["direction"] == "ltr"  # of anchors: pages run from the right


def test_a_picture_of_a_game_names_whose_atv_is_whose():
    state = played(4, 400)
    hexes = position_of(state.observation(0)).atvs
    english, persian = labels(in_the_words_of("en", state)), labels(in_the_words_of("fa", state))
    for colour, said, name, called in (
        ("red", "قرمز", "Bartholomäus der Dritte…", "Bartholomäus der Dritte…"),
        ("blue", "آبی", "greedy", "ربات زرنگ"),
        ("yellow", "زرد", '<b>&"x', '<b>&"x'),
    ):
        you = colour == "red"
        assert f"{colour} ATV of {name}{' (you)' * you}" in english[hexes[colour]]
        assert f"خودروی {said} {ISOLATE}{called}{POP}{' (شما)' * you}" in persian[hexes[colour]]
    assert "green ATV of player 4" in english[hexes["green"]]
    assert "yellow ATV of &lt;b&gt;&amp;&quot;x" in in_the_words_of("en", state)
    drawn = in_the_words_of("fa", state)
    tokens = {one.attrib["data-token"]: "".join(one.itertext()) for one in layers(drawn)["tokens"]}
    assert tokens.items() >= {("red ATV", "ق"), ("blue ATV", "آ"), ("yellow ATV", "ز"), ("green ATV", "س")}


def test_a_picture_of_a_game_says_clues_as_cards_do():
    state = played(4, 400)
    for one in position_of(state.observation(0)).maps.values():
        said = " · ".join(say_clue(clue, "en") for clue in one.clues) or "no clue"
        assert f"{one.colour}: {said}" in " ".join(texts(in_the_words_of("en", state)))
    bare = Teller(state.kind_names, "en", people(NAMES, "en"), 0)  # of a page in the notation
    assert GAME.picture(state.observation(0), bare) == in_the_words_of("en", state)


# ---- clues ------------------------------------------------------------------------------------------------


def spots(clue):
    """Return how many dots and crosses a pictogram has."""
    root = ElementTree.fromstring(clue.picture)
    classes = [part.get("class") for part in root.iter()]
    return classes.count("dot"), classes.count("cross")


def test_T6_T7_a_pictogram_has_a_sign_on_each_hex_that_the_clue_speaks_of():
    hexes = {Relation.IN: 1, Relation.NEXT_TO: 1, Relation.WITHIN_2: 2}
    for clue in CLUES:
        many = hexes[clue.relation]
        assert spots(clue) == ((0, many) if clue.negative else (many, 0))


def test_T6_a_pictogram_shows_its_thing_and_the_largest_as_a_cluster():
    for clue in CLUES:
        root = ElementTree.fromstring(clue.picture)
        grounds = [e for e in root.iter(f"{SVG}polygon") if e.get("class") == f"hex {clue.thing}"]
        copied = [e.attrib["href"] for e in root.iter(f"{SVG}use")]
        if clue.thing in LANDMARKS:
            assert (len(grounds), copied) == (0, [f"#landmark-{clue.thing}"])
        else:
            assert (len(grounds), copied) == (6 if clue.largest else 1, [f"#glyph-{clue.thing}"])
    assert len({pictogram(clue) for clue in CLUES}) == len(CLUES) == 94


def test_a_clue_has_its_words():
    for clue in CLUES:
        root = ElementTree.fromstring(clue.picture)
        assert root.findtext(f"{SVG}title") == str(clue)
        assert root.get("role") == "img"
        assert " ".join(texts(clue.picture)) == str(clue)
        assert texts(draw_clue(clue, words=False)) == []
        assert clue.picture == draw_clue(clue) == clue._repr_svg_()


def test_a_pictogram_lies_in_its_box():
    for clue in CLUES:
        picture = draw_clue(clue)
        _, _, width, height = map(float, ElementTree.fromstring(picture).attrib["viewBox"].split())
        for polygon in re.findall(r'points="([^"]*)"', picture):
            corners = [tuple(map(float, pair.split(","))) for pair in polygon.split()]
            assert all(0 <= x <= width and 0 <= y <= 110 for x, y in corners)
        assert all(float(y) < height for y in re.findall(r'<text x="70" y="([^"]*)"', picture))


def test_the_signs_of_a_clue_come_with_it_or_with_the_page():
    known = {*re.findall(r' id="([^"]*)"', sprite())}
    for clue in CLUES[::5]:
        for theme in THEMES:
            picture = draw_clue(clue, theme=theme)
            copied = {*re.findall(r'href="#([^"]*)"', picture), *re.findall(r"url\(#([^)]*)\)", picture)}
            assert copied == {*re.findall(r' id="([^"]*)"', picture)}
        on_page = draw_clue(clue, alone=False)
        assert "<defs>" not in on_page
        assert {*re.findall(r'href="#([^"]*)"', on_page)} <= known
        on_paper = draw_clue(clue, theme="print")
        assert (f'id="pattern-{clue.thing}"' in on_paper) == (clue.thing not in (*LANDMARKS, OCEAN))


def test_a_clue_has_the_themes_of_maps():
    clue = Clue.parse("not in largest lake")
    assert [draw_clue(clue, theme=theme).theme for theme in THEMES] == [*THEMES]
    assert draw_clue(clue).in_theme("dark") == draw_clue(clue, theme="dark")
    with pytest.raises(ToolkitError, match="'drak'; did you mean 'dark'"):
        draw_clue(clue, theme="drak")
