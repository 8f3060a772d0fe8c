"""The pictures of Wayfarers: whole, every thing there once with its signs, told apart without colours."""

import re
from xml.etree import ElementTree

import pytest

from toolkit.core.errors import ToolkitError
from toolkit.games.wayfarers.components.names import TAGS
from toolkit.games.wayfarers.components.tables import CARD, CARDS, TILE, TILES
from toolkit.games.wayfarers.journal import SPACE_NUMBER, SPACES
from toolkit.games.wayfarers.pictures.faces import card_svg, face, journal_space_svg, tile_svg
from toolkit.games.wayfarers.pictures.signs import SIGNS

SVG = "{http://www.w3.org/2000/svg}"


def signs(picture):
    """Return the signs of a picture in order, those of definitions left out."""
    return re.findall(r'<use href="#wf-([^"]*)"', picture)


def check_whole(picture):
    """Check that a picture is well formed, and that each sign in it is defined there, once."""
    ElementTree.fromstring(picture)
    ids = re.findall(r' id="([^"]*)"', picture)
    assert len(ids) == len(set(ids))
    assert set(ids) == {f"wf-{name}" for name in signs(picture)}


def words(picture):
    """Return the words of all that is told in a picture."""
    return [
        one.findtext(f"{SVG}title")
        for one in ElementTree.fromstring(picture).iter(f"{SVG}g")
        if one.get("role")
    ]


def test_signs_differ_without_their_colours():
    looks = [(one.outline, one.solid, one.lines, one.text) for one in SIGNS.values()]
    assert len(set(looks)) == len(looks)
    assert len({one.words for one in SIGNS.values()}) == len(SIGNS)
    assert set(TAGS) <= set(SIGNS)


def test_every_card_tile_and_space_has_a_whole_picture():
    pictures = [card_svg(card.number) for card in CARDS] + [tile_svg(tile.number) for tile in TILES]
    pictures += [journal_space_svg(space) for space in range(len(SPACES))]
    for picture in pictures:
        check_whole(picture)
        assert len(picture) < 12_000
    assert len(set(pictures)) == len(pictures)
    for theme in ("dark", "print"):
        check_whole(card_svg(CARD["L15"], theme))


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("L15", "city library slot camel pigeon townsfolk-card journal bolt any_guild"),
        ("L36", "vista reaction observatory library provision silver bolt refresh_die"),
        (
            "W05",
            "harbour link link exploration silver influence_card slot ship provision arrow silver water-card",
        ),
        ("S28", "star vp townsfolk-card space-card land-card water-card bolt townsfolk-card"),
        ("F06", "silver city slot camel pigeon"),
        ("I09", "vp basic-tile space-tile"),
    ],
)
def test_cards_show_their_signs(card, expected):
    assert sorted(signs(face(CARD[card]))) == sorted(expected.split())


def test_a_single_picture_tells_its_signs_in_words():
    picture = card_svg(CARD["W05"])
    assert words(picture) == ["W05: water card, harbour"]
    for text in ("harbour", "pay, then get", "influence exploration", "link with the card to the left"):
        assert f">{text}</text>" in picture
    assert words(tile_svg(TILE["UP10"])) == ["UP10: special tile, comet, comet, points 4"]
    ways = journal_space_svg(SPACE_NUMBER["c4m"])
    for text in ("from c3u", "from c3l", "to c5u", "to c5l"):
        assert ways.count(f">{text}</text>") == 1
    assert {"library", "harbour", "special-tile", "planet", "open_water"} <= set(signs(ways))


def test_no_other_theme():
    with pytest.raises(ToolkitError, match="purple"):
        card_svg(0, "purple")
