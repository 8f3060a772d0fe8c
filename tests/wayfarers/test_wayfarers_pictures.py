"""The pictures of Wayfarers: whole, every thing there once with its signs, told apart without colours."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from playing import do
from wayfarers_helpers import set_up, table

from toolkit.core.errors import ToolkitError
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
from toolkit.games.wayfarers.pictures.signs import SIGNS
from toolkit.games.wayfarers.pictures.table import table_svg

SVG = "{http://www.w3.org/2000/svg}"


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
    assert signs(face(CARD[card]))[1:] == expected.replace("under ", "").split()


def test_water_cards_show_both_edges():
    drawn = " ".join(signs(face(CARD["W05"]))[1:])
    assert drawn.startswith("harbour link link exploration silver influence_card slot ship provision arrow")


def test_a_single_picture_tells_its_signs_in_words():
    picture = card_svg(CARD["W05"])
    assert words(picture) == ["W05: water, harbour"]
    assert {"harbour", "pay, then get", "influence exploration"} <= set(texts(picture))
    assert words(tile_svg(TILE["UP10"])) == ["UP10: special tile, comet, comet"]
    ways = journal_space_svg(SPACE_NUMBER["c4m"])
    assert [text for text in texts(ways) if " c" in text] == ["from c3u", "from c3l", "to c5u", "to c5l"]


def test_a_table_shows_every_piece_where_it_lies():
    cards = "L01+F08 W13 W34 S34+I04"
    laid = table(2, sections="ABA").seat(0, cards, "UL1@2,2", placed={"L01": 1}, marker="c4t")
    laid.seat(1, silver=7, guilds=(0, 3, 0), marker="c4t").lay("L05:1gy W02 S02:0 I05:b", c1u="J07")
    picture = table_svg(laid.turn().observation(0))
    check_whole(picture)
    told = words(picture)
    for expected in (
        "slot 1, L05: land, city, influence of player 1, green worker, yellow worker",
        "slot 1, S02: space, comet, influence of player 0",
        "slot 1, I05: inspiration, blue worker",
        "water slot 2, empty",
        "L01: land, city, with a 1",
        "F08: Farmer",
        "UL1: land tile, 1 left",
        "player 0 (you), board 1, at c4t",
    ):
        assert told.count(expected) == 1, expected
    assert [one[:3] for one in told if one.endswith("player 0 is here, player 1 is here")] == ["c4t"]
    assert any(one.startswith("c1u: ") and "J07" in one for one in told)
    # T2: after the harbour W13 gives influence of trade, then W34 a provision
    assert len(re.findall(r'fill="#ffd000" stroke', picture)) == 2


def test_used_up_piles_keep_their_names_and_markers_lie_in_final_spaces():
    state = table().seat(0, marker="c10-2").turn()
    state.tiles_left = (0,) * len(TILES)
    picture = table_svg(state.observation(0))
    assert {tile.id for tile in TILES} <= set(texts(picture))
    (final,) = [g for g in ElementTree.fromstring(picture).iter(f"{SVG}g") if drawn_at(g, "c10-2")]
    (marker,) = [use for use in final.iter(f"{SVG}use") if use.get("href") == "#wf-marker"]
    assert abs(float(marker.get("x"))) < FINAL_WIDE / 2 - 8
    assert abs(float(marker.get("y"))) < SPACE_HIGH / 2 + 4


def drawn_at(group, space):
    title = group.find(f"{SVG}title")
    return title is not None and title.text.startswith(f"{space}: ")


def test_drawn_cards_are_shown_to_their_player_alone():
    state = table().seat(0, "city", provision=9, dice=[1]).lay("L05", "L01 L02 L03 W").turn()
    do(state, "die 1", "on city", "pay 2 provision", "draw three for 1 provision")
    do(state, *(f"draw {card}" for card in ("L01", "L02", "L03")))
    assert "drawn L01, L02, L03" in table_svg(state.observation(0))
    for seat in (1, None):
        assert "drawn" not in table_svg(state.observation(seat))
        assert not re.search("L0[123]:", table_svg(state.observation(seat)))


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_pictures_of_games_are_whole_and_small(players):
    state, random = set_up(players), Random(players)
    while state.decision_kind() and state.turns < 20 * players:
        able = [one for one in state.legal_actions() if str(one) not in ("decline", "rest")]
        state.apply(random.choice(able or list(state.legal_actions()) or [state.sample_chance(random)]))
    seen = state.observation(0)
    for theme in ("light", "dark", "print"):
        check_whole(table_svg(seen, theme))
    assert GAME.picture(seen) == table_svg(seen)
    assert table_svg(seen.sample_world(random).observation(0)) == table_svg(seen)
    assert len(table_svg(seen).encode()) < 150_000
    assert ("rival, board space" in table_svg(seen)) == (players == 1)
