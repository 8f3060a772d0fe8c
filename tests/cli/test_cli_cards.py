"""`tobago cards`: every thing is told, the filters combine, the lists of the options are the game's."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from toolkit.games.wayfarers.components.names import TAGS
from toolkit.games.wayfarers.components.tables import CARDS as NUMBERED
from toolkit.games.wayfarers.components.tables import TILES as NUMBERED_TILES
from toolkit.games.wayfarers.components.words import entries
from workbench.cli import showing as cards

if TYPE_CHECKING:
    from cli_helpers import Tobago


def ids(tobago: Tobago, *options: str) -> list[str]:
    done = tobago("cards", "wayfarers", *options, "--json")
    assert (done.status, done.err) == (0, "")
    assert (done.json["format"], done.json["game"]) == ("toolkit-cards/1", "wayfarers")
    return [card["id"] for card in done.json["cards"]]


def test_the_lists_of_the_options_are_those_of_the_game() -> None:
    kinds = [*dict.fromkeys(entry.kind for entry in entries())]
    assert sorted(kinds) == sorted((*cards.CARDS, *cards.TILES, *cards.PLACES))
    assert [tag.replace("-", "_") for tag in cards.TAGS] == [*TAGS]


def test_without_filters_all_things_are_listed_and_promos_when_asked_for(tobago: Tobago) -> None:
    """160 cards, 4 printed ones, 6 scheme cards, 23 tiles, 10 journal tiles, 28 spaces, 4 slots, 16 spots."""
    assert len(ids(tobago)) == 160 + 4 + 6 + 23 + 10 + 28 + 4 + 16
    promos = set(ids(tobago, "--promos")) - set(ids(tobago))
    assert promos == {"LP1", "LP2", "WP1", "WP2", "SP1", "FP1", "FP2", "IP1", "IP2"}
    assert tobago("cards", "wayfarers").out.count("\n│ L") == 36


def test_filters_combine(tobago: Tobago) -> None:
    comets = ids(tobago, "--tag", "comet")
    assert comets == [*(f"S0{n}" for n in range(1, 9)), "UP09", "UP10"]
    assert ids(tobago, "--tag", "comet", "--kind", "special-tile") == ["UP09", "UP10"]
    assert ids(tobago, "--tag", "Comet", "--text", "Else  1") == ["S06", "S07", "S08"]
    assert ids(tobago, "--tag", "city", "--tag", "library", "--tag", "observatory") == ["L18"]
    water = [card.id for card in NUMBERED if card.kind == 1 and TAGS.index("open_water") in card.tags]
    for spelling in ("open_water", "open-water", "open water"):
        assert ids(tobago, "--tag", spelling, "--kind", "water", "--promos") == water
    assert ids(tobago, "--kind", "worker-spot", "--text", "three of the pile") == ["land 4", "water 4"]
    assert ids(tobago, "--kind", "inspiration", "--tag", "comet") == []
    assert ids(tobago, "--text", "vista", "--text", "comet", "--kind", "land") == ["L23", "L24"]
    assert ids(tobago, "--text", "special-tile", "--text", "open_water") == ["UP01", "c4m"]


@pytest.mark.parametrize("name", ["L05", "l05", " L05 ", "l5"])
def test_an_id_in_any_case(tobago: Tobago, name: str) -> None:
    assert ids(tobago, name.strip()) == ["L05"]
    assert ids(tobago, "farmer") == ["F08", "F09"]
    assert ids(tobago, "C10-2") == ["c10-2"]
    assert ids(tobago, "up1") == ["UP01"]
    assert ids(tobago, "Middle", "1") == ids(tobago, "middle 1") == ["middle 1"]


@pytest.mark.parametrize("name", ["", " ", "L55", "c11", "L05 L06", "\x1b[2J", "L" * 500])
def test_what_is_nothing_is_refused(tobago: Tobago, name: str) -> None:
    done = tobago("cards", "wayfarers", name)
    assert (done.status, done.out) == (2, "")
    assert done.err.startswith("tobago: ID: nothing is called ")
    assert "\x1b" not in done.err


def test_every_card_and_tile_is_drawn(tobago: Tobago) -> None:
    """The picture of the command is that of the game, and of every card, tile and space there is one."""
    done = tobago("cards", "wayfarers", "L05", "--svg", "-")
    assert "L05" in "".join(ElementTree.fromstring(done.out).itertext())
    for name in ("FP2", "UL1", "UP10", "c0", "c10-5"):
        assert tobago("cards", "wayfarers", name, "--svg", f"{name}.svg").err == f"wrote {name}.svg\n"
    for name in ("J01", "middle 1", "land 4", "X1"):
        assert "there is no picture of a " in tobago("cards", "wayfarers", name, "--svg", "-").err


def test_every_thing_says_something_with_its_rules() -> None:
    assert {card.id for card in NUMBERED} | {tile.id for tile in NUMBERED_TILES} <= {
        one.id for one in entries()
    }
    for entry in entries():
        assert entry.lines, entry.id
        for line in entry.lines:
            assert line.words, entry
            assert line.words == line.words.strip(), entry
            assert "_" not in line.words, entry
            assert "{" not in line.words, entry
            assert all(rule.startswith("Y-") for rule in line.rules.split(", ")), entry


def test_words_of_cards_that_are_told_in_the_digest() -> None:
    told = {entry.id: {line.what: line.words for line in entry.lines} for entry in entries()}
    assert told["city"]["die slot"] == (
        "place a die with a camel: pay 2 provisions, gain a land card, take 1 silver"
    )
    assert told["W04"]["die slot"] == "place a die with 2 ships: pay 1 provision, gain a water card"
    assert told["L01"]["die slot"] == (
        "place a die with a camel: either gain a land tile for 3 silver or 2 trade influence, "
        "or put 2 influence in the trade guild"
    )
    assert told["L23"]["reaction"].startswith("when you gain another card or tile (comet): take 1 silver, ")
    assert told["S01"]["scores"] == "4 VP with more comet tags than every opponent, else 3"
    assert told["S21"]["scores"] == "1 + 1 VP for each 2 science influence"
    assert told["star"]["scores"] == "1 VP for each set of townsfolk card + upgrade tile"
    assert told["F06"]["works"] == "for each die placed there: lends a camel and a pigeon"
    assert told["FP1"]["works"].startswith(
        "each time the vista reacts: pay 1 provision or 1 silver, retrieve"
    )
    assert told["I09"]["goal"] == "2 basic tiles and 2 space tiles: the space card below it scores twice"
    assert told["c4t"]["to c5u"] == "section 2, A: spend 1 science | B: spend 1 trade and 1 exploration"
    assert told["c10-2"]["on entering"] == "put 2 influence in any guild"
    assert told["land 4"]["effect"] == "pay 3 provisions, gain a land card, one of the top three of the pile"
    assert told["X5"]["first"] == "pay 2 science influence, gain a space card"
    assert told["X1"]["else"] == "do the focus action of the board"
