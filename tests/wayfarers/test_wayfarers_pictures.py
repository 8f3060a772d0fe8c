"""The pictures of Wayfarers: whole, every thing there once with its signs, told apart without colours."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from playing import do
from wayfarers_helpers import set_up, table

from toolkit.core.errors import ToolkitError
from toolkit.core.telling.language import ISOLATE, POP
from toolkit.core.telling.teller import people
from toolkit.games.wayfarers.components.names import TAGS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, TILE, TILES
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.journal import SPACE_NUMBER, SPACES
from toolkit.games.wayfarers.pictures.faces import (
    FINAL_WIDE,
    SPACE_HIGH,
    card_svg,
    face,
    journal_space_svg,
    tile_svg,
)
from toolkit.games.wayfarers.pictures.signs import SIGNS, pen_of
from toolkit.games.wayfarers.pictures.table import table_svg

SVG = "{http://www.w3.org/2000/svg}"
ENGLISH = pen_of("en")
IDS = re.compile(r"[A-Z]{1,2}\d+")


def drawn(seen, lang="en", names=("me:Anna", "greedy", "me", "greedy"), theme="auto"):
    """Return a table in the words of a teller."""
    teller = GAME.telling(lang, people(names[: seen.players], lang), seen.player)
    return table_svg(seen, teller, theme)


def signs(picture):
    """Return the signs of a picture in order, but for those in the definitions."""
    return re.findall(r'<use href="#wf-([^"]*)"', picture)


def words(picture):
    """Return the words of all that is told in a picture."""
    return [
        one.findtext(f"{SVG}title") for one in ElementTree.fromstring(picture).iterfind(f".//{SVG}g[@role]")
    ]


def texts(picture):
    """Return the texts of a picture."""
    return [one.text for one in ElementTree.fromstring(picture).iter(f"{SVG}text")]


def check_whole(picture):
    """Check that a picture is well formed, and that each sign in it is defined there, once."""
    ElementTree.fromstring(picture)
    ids = re.findall(r' id="([^"]*)"', picture)
    assert len(ids) == len(set(ids))
    assert set(ids) == {f"wf-{name}" for name in signs(picture)}
    assert "nan" not in picture


def test_signs_differ_without_their_colours():
    looks = [re.sub(r" (fill|stroke)='#[^']*'", "", one.drawn) for one in SIGNS.values()]
    assert len(set(looks)) == len(looks)
    assert len({one.words for one in SIGNS.values()}) == len(SIGNS)
    assert set(TAGS) <= set(SIGNS)
    for one in SIGNS.values():
        ElementTree.fromstring(f"<g>{one.drawn}</g>")


def test_every_card_tile_and_space_has_a_whole_picture():
    pictures = [card_svg(card.number) for card in CARDS] + [tile_svg(tile.number) for tile in TILES]
    pictures += [journal_space_svg(space) for space in range(len(SPACES))]
    for picture in pictures:
        check_whole(picture)
        assert len(picture) < 12_000
    assert len(set(pictures)) == len(pictures)
    for theme in ("dark", "print"):
        check_whole(card_svg(CARD["L15"], theme))
    with pytest.raises(ToolkitError, match="purple"):
        card_svg(0, "purple")


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("L15", "library city slot camel pigeon townsfolk-card journal bolt any_guild"),
        ("S28", "star vp townsfolk-card space-card land-card water-card bolt townsfolk-card"),
        ("FP1", "silver under vista reaction provision silver arrow retrieve_worker refresh_die"),
        ("I09", "vp basic-tile space-tile"),
    ],
)
def test_cards_show_their_signs(card, expected):
    assert signs(face(CARD[card], ENGLISH))[1:] == expected.replace("under ", "").split()


def test_water_cards_show_both_edges():
    drawn = " ".join(signs(face(CARD["W05"], ENGLISH))[1:])
    assert drawn.startswith("harbour link link exploration silver influence_card slot ship provision arrow")


def test_a_single_picture_tells_its_signs_in_words():
    picture = card_svg(CARD["W05"])
    assert words(picture) == ["W05: water card, harbour"]
    assert {"harbour", "pay, then get", "influence exploration"} <= set(texts(picture))
    assert words(tile_svg(TILE["UP10"])) == ["UP10: special tile, comet, comet"]
    ways = journal_space_svg(SPACE_NUMBER["c4m"])
    assert [text for text in texts(ways) if " c" in text] == ["from c3u", "from c3l", "to c5u", "to c5l"]


def test_a_table_shows_every_piece_where_it_lies():
    cards = "L01+F08 W13 W34 S34+I04"
    laid = table(2, sections="ABA").seat(0, cards, "UL1@2,2", placed={"L01": 1}, marker="c4t")
    laid.seat(1, silver=7, guilds=(0, 3, 0), marker="c4t").lay("L05:1gy W02 S02:0 I05:b", c1u="J07")
    picture = drawn(laid.turn().observation(0))
    check_whole(picture)
    told = words(picture)
    for expected in (
        "slot 1, L05: land card, city, influence of greedy, green worker, yellow worker",
        "slot 1, S02: space card, comet, influence of Anna (you)",
        "slot 1, I05: inspiration card, blue worker",
        "water card, slot 2, empty",
        "L01: land card, city, with a 1",
        "F08: Farmer",
        "UL1: land tile, 1 left",
        "Anna (you), board 1, at column 4, top space",
    ):
        assert told.count(expected) == 1, expected
    (here,) = [one for one in told if one.endswith("Anna (you) is here, greedy is here")]
    assert here.startswith("column 4, top space: ")
    assert any(one.startswith("column 1, upper space: J07, ") for one in told)
    # T2: after the harbour W13 gives influence of trade, then W34 a provision
    assert len(re.findall(r'fill="#ffd000" stroke', picture)) == 2


def test_used_up_piles_keep_their_names_and_markers_lie_in_final_spaces():
    state = table().seat(0, marker="c10-2").turn()
    state.tiles_left = (0,) * len(TILES)
    picture = drawn(state.observation(0))
    assert {tile.id for tile in TILES} <= set(texts(picture))
    (final,) = [g for g in ElementTree.fromstring(picture).iter(f"{SVG}g") if g.get("data-place") == "c10-2"]
    (marker,) = [use for use in final.iter(f"{SVG}use") if use.get("href") == "#wf-marker"]
    assert abs(float(marker.get("x"))) < FINAL_WIDE / 2 - 8
    assert abs(float(marker.get("y"))) < SPACE_HIGH / 2 + 4


def test_drawn_cards_are_shown_to_their_player_alone():
    state = table().seat(0, "city", provision=9, dice=[1]).lay("L05", "L01 L02 L03 W").turn()
    do(state, "die 1", "on city", "pay 2 provision", "draw three for 1 provision")
    do(state, *(f"draw {card}" for card in ("L01", "L02", "L03")))
    assert "drawn L01, L02, L03" in drawn(state.observation(0))
    for seat in (1, None):
        assert "drawn" not in drawn(state.observation(seat))
        assert not re.search("L0[123]:", drawn(state.observation(seat)))


def played(players, rounds=20):
    """Return a game after some rounds."""
    state, random = set_up(players), Random(players)
    while state.decision_kind() and state.turns < rounds * players:
        able = [one for one in state.legal_actions() if str(one) not in ("decline", "rest")]
        state.apply(random.choice(able or list(state.legal_actions()) or [state.sample_chance(random)]))
    return state


@pytest.mark.parametrize("players", [1, 2, 4])
@pytest.mark.parametrize("lang", ["en", "fa"])
def test_every_text_can_be_read_at_900_pixels(players, lang):
    for rounds in (0, 99):
        picture = drawn(played(players, rounds).observation(0), lang)
        assert 'width="900"' in picture
        sizes = [float(size) for size in re.findall(r'<text[^>]* font-size="([^"]*)"', picture)]
        assert min(sizes, default=12) >= 11


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_pictures_of_games_are_whole_and_small(players):
    seen = played(players).observation(0)
    for theme in ("light", "dark", "print"):
        check_whole(drawn(seen, theme=theme))
    assert drawn(seen, names=["me"] * players) == seen.picture
    assert drawn(seen.sample_world(Random(players)).observation(0)) == drawn(seen)
    assert len(drawn(seen).encode()) < 150_000
    assert ("rival, board space" in drawn(seen)) == (players == 1)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_persian_picture_has_no_english_but_names_and_ids(players):
    long = "Bartholomäus der Dritte und Letzte aus dem alten Hause der Grafen von Hohenstein"
    names = ("me:آنا", 'me:<b>&"x', f"me:{long}", "greedy")
    state = played(players, 99)  # to the end of the game
    picture = drawn(state.observation(0), "fa", names)
    check_whole(picture)
    told = [*texts(picture), *(one.text for one in ElementTree.fromstring(picture).iter(f"{SVG}title"))]
    assert len(told) > 400
    for text in told:
        bare = re.sub(f"{ISOLATE}[^{POP}]*{POP}", "", text)
        assert IDS.fullmatch(bare) or not re.search("[A-Za-z0-9]", bare), text
    assert any("(شما)" in one for one in texts(picture))
    if players == 4:
        assert any('<b>&"x' in one for one in texts(picture))
        assert any("Bartholomäus der Dritte und" in one and "\u2026" in one for one in texts(picture))
        assert not any(long in one for one in texts(picture))  # there is no room
        assert any(long in one for one in words(picture))


def test_pictures_count_people_from_1():
    picture = drawn(table(2).seat(1, marker="c4t").lay("L05:1").turn().observation(0), names=["me"] * 2)
    assert "player 0" not in picture
    assert "player 1 (you), board 1, at the start of the journal" in words(picture)
    assert "slot 1, L05: land card, city, influence of player 2" in words(picture)
    assert re.search(r'#wf-flag"[^>]*/><text[^>]*>2</text>', picture)
