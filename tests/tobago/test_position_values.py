"""Positions built in Python: what is refused, what can be written, what a picture rings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import (
    Clue,
    Deck,
    Legality,
    Play,
    Position,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    reconstructed_deck,
)
from toolkit.games.tobago.position import draw_position
from toolkit.hexmap import Island, parse_drawing, random_island

if TYPE_CHECKING:
    from pathlib import Path

SETTING = Setting(boxed_island(), huts=["B23"], statues=["A23"])


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"maps": {"purple": TreasureMap(SETTING, "brown")}}, "no map 'purple'"),
        ({"order": ("bron",)}, "no map 'bron'; did you mean 'brown'?"),
        ({"me": "rde"}, "no player 'rde'; did you mean 'red'?"),
        ({"atvs": {"pink": "A22"}}, "no player 'pink'"),
        ({"atvs": {"red": "A99"}}, "no hex 'A99'"),
        ({"amulets": ("A99",)}, "no hex 'A99'"),
        ({"facings": {"A23": "E"}}, "no direction 'E'"),
        ({"facings": {"B23": "N"}}, "no statue stands on 'B23'"),
        ({"maps": {"brown": TreasureMap(Setting(boxed_island()), "brown")}}, "belong to its setting"),
    ],
)
def test_what_no_table_can_hold_is_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(ToolkitError) as error:
        Position(setting=SETTING, **fields)
    assert message in str(error.value)


@pytest.mark.parametrize("name", ["game.toml", "game.json"])
def test_a_saved_position_is_loaded_again(tmp_path: Path, name: str) -> None:
    position = Position(setting=SETTING, facings={"A23": "N"}, me="red").lay("brown", Clue.parse("in lake"))
    position.save(tmp_path / name)
    assert Position.load(tmp_path / name) == position
    assert (tmp_path / name).read_text().startswith("{") == name.endswith(".json")


def test_what_no_file_can_say_is_not_written() -> None:
    own_deck = Deck("mine", ((Clue.parse("in jungle"), 2),))
    with pytest.raises(ToolkitError, match=r"components\.deck"):
        Position(setting=SETTING, deck=own_deck).to_toml()
    boxed = boxed_island()
    terrain = dict.fromkeys(boxed.hexes, "jungle")
    own = Island(terrain, dict(zip(boxed.hexes, boxed.names, strict=True)), boxed.orientation, "ABC+0")
    with pytest.raises(ToolkitError, match="no layout of the known board sides"):
        Position(setting=Setting(own)).to_dict()


def test_a_deck_holds_each_kind_once() -> None:
    with pytest.raises(ToolkitError, match="one kind of card twice"):
        Deck("twins", ((Clue.parse("in jungle"), 1), (Clue.parse("in jungle"), 1)))


def test_a_located_treasure_is_ringed() -> None:
    setting = Setting(parse_drawing("J J L"))
    position = Position(setting=setting)
    assert "layer-highlight" not in draw_position(position.lay("brown", Clue.parse("in jungle")))
    located = draw_position(position.lay("brown", Clue.parse("in lake")))
    assert "layer-highlight" in located
    assert "brown: in lake" in located


def test_T15_legality_of_a_map_without_cubes() -> None:
    setting = Setting(random_island(3), rules=Rules(must_reduce="once_marked"))
    legality = Legality(setting, reconstructed_deck().kinds)
    bare = TreasureMap(setting, "brown", [Play(Clue.parse("not in jungle"))])
    assert not bare.marked
    legal = tuple(clue for clue in legality.clues if bare.verdict(clue).legal)
    assert Clue.parse("not in jungle") in legal
    assert legality.legal(bare.candidates, may_idle=True) == legal
    assert legality.legal(bare.candidates) != legal
