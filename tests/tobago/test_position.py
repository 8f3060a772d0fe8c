"""Position files, to the letter of the public formats: read and written."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import tomlkit
from hypothesis import given
from position_helpers import EXAMPLE, SMALL, fault, positions, read

from toolkit.games.tobago import (
    COLOURS,
    Clue,
    Position,
    PositionError,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    reconstructed_deck,
)
from toolkit.games.tobago.files.reading import Components
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from pathlib import Path

FOURTEEN = "A32 A34 A42 A43 B44 B54 B55 B65 C10 C31 C42 C53 C64 C75"


# ---------------------------------------------------------------- the example of the formats


def test_every_value_of_the_example_is_read() -> None:
    now = read(EXAMPLE)
    assert now.setting.island == boxed_island("ABC+0")
    assert [str(cells) for cells in now.setting.landmarks.values()] == [
        "A34 B23 C10 C55",
        "A00 B45 C43",
        "A23 B22 C21",
    ]
    assert now.facings == {"A23": "NE", "B22": "S"}
    assert now.setting.rules == Rules()
    brown = now.maps["brown"]
    assert [(str(play.clue), play.owner) for play in brown.plays] == [
        ("in jungle", "red"),
        ("not next to hut", "blue"),
    ]
    assert str(brown.removed) == "A13"
    assert str(brown.candidates) == FOURTEEN
    assert list(now.maps) == ["brown", "white", "grey", "black"]
    assert all(now.maps[colour] == TreasureMap(now.setting, colour) for colour in COLOURS[1:])
    assert now.hand == (Clue.parse("in largest lake"), Clue.parse("next to statue"))
    assert (now.me, now.atvs, now.amulets) == ("red", {"red": "A22", "blue": "C10"}, ("B65",))
    assert (now.order, now.components, now.deck) == ((), Components(), reconstructed_deck())


def test_json_with_the_same_keys_is_the_same_position() -> None:
    document = tomlkit.parse(EXAMPLE).unwrap()
    for indent in (None, 2):
        assert read(json.dumps(document, indent=indent)) == read(EXAMPLE)
    assert read("\n  \t" + json.dumps(document)) == read(EXAMPLE)


def test_what_is_not_given_is_empty_or_the_default() -> None:
    now = read('format = "tobago-position/1"\n[island]\nlayout = "ABC+0"')
    assert now == Position(setting=Setting(boxed_island()))
    assert (now.hand, now.me, now.atvs, now.amulets, now.order) == (None, None, {}, (), ())
    assert now.deck == reconstructed_deck()


def test_an_empty_hand_is_known_to_be_empty() -> None:
    assert read(SMALL + "[hand]").hand == ()
    assert read(SMALL + "[hand]\nclues = []").hand == ()
    assert read(SMALL).hand is None


def test_a_drawn_island_has_the_hexes_of_the_formats() -> None:
    island = read(SMALL).setting.island
    assert island.names == ("a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3", "d2", "d3")
    assert island.terrain("d3") == "beach"


def test_crlf_and_a_byte_order_mark_are_read(tmp_path: Path) -> None:
    for text in (EXAMPLE, SMALL):
        for data in (text.replace("\n", "\r\n").encode(), text.encode("utf-8-sig")):
            (tmp_path / "game.toml").write_bytes(data)
            assert Position.load(tmp_path / "game.toml") == read(text)


def test_clues_are_read_with_free_case_and_spaces() -> None:
    assert read(EXAMPLE.replace('"in jungle"', '"  IN  Jungle "')) == read(EXAMPLE)


def test_every_rule_switch_is_read() -> None:
    switches = 'own_hex = "included"\ndistance = "overland"\nlandmark_gap = 0\nmust_reduce = "once_marked"\n'
    rules = read(SMALL + "[rules]\n" + switches).setting.rules
    assert rules == Rules(own_hex="included", distance="overland", landmark_gap=0, must_reduce="once_marked")


def test_an_owner_that_is_not_known_is_an_empty_text() -> None:
    now = read(EXAMPLE.replace('["red", "blue"]', '["", "blue"]'))
    assert [play.owner for play in now.maps["brown"].plays] == [None, "blue"]


def test_a_removed_hex_is_never_an_error_for_lack_of_a_cube() -> None:
    removed = read(EXAMPLE.replace('["A13"]', '["A13", "A11", "A13", "C75"]')).maps["brown"]
    assert str(removed.removed) == "A11 A13 C75"
    assert len(removed.candidates) == 13
    assert str(read(SMALL + '[maps.grey]\nremoved = ["a1"]').maps["grey"].removed) == "a1"


def test_directions_of_a_drawn_island() -> None:
    for facing in ("E", "NE", "NW", "W", "SW", "SE"):
        text = f'[landmarks]\nstatues = ["b2 > {facing}"]'
        assert read(SMALL + text).facings == {"b2": facing}
    for facing in ("N", "NE", "SE", "S", "SW", "NW"):
        assert read(EXAMPLE.replace("A23>NE", f"A23>{facing}")).facings["A23"] == facing


# ---------------------------------------------------------------- what owners supply, and other files


SIDES = "side,a,b,terrain\n" + "".join(f"a,{a},{b},lake\n" for a in range(3) for b in range(3))
DECK = 'format = "tobago-deck/1"\n[cards]\n"in jungle" = 3\n'
OWNED = """\
format = "tobago-position/1"
[island]
layout = "aBC+0"
[components]
sides = "my-sides.csv"
deck = "my-deck.toml"
[maps.brown]
clues = ["next to lake"]
"""


@pytest.fixture
def owned(tmp_path: Path) -> Path:
    folder = tmp_path / "owned"
    folder.mkdir()
    (folder / "my-sides.csv").write_text(SIDES)
    (folder / "my-deck.toml").write_text(DECK)
    (folder / "game.toml").write_text(OWNED)
    return folder / "game.toml"


def test_further_sides_and_a_deck_are_read_from_beside_the_position(
    owned: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    now = Position.load(owned)
    island = now.setting.island
    assert [name for name in island.names if name[0] == "a"] == [
        f"a{a}{b}" for a in range(3) for b in range(3)
    ]
    assert island.terrain("a22") == "lake"
    assert island.terrain("B52") == "beach"
    assert list(now.deck) == [Clue.parse("in jungle")] * 3
    assert now.components == Components("my-sides.csv", "my-deck.toml")
    assert now == Position.parse(OWNED, folder=owned.parent)
    assert Position.parse(now.to_toml(), folder=owned.parent) == now
    assert Position.parse(now.to_json(), folder=str(owned.parent)) == now


def test_a_file_may_lie_in_a_folder_beside_the_position(owned: Path) -> None:
    (owned.parent / "more").mkdir()
    (owned.parent / "my-sides.csv").rename(owned.parent / "more" / "my-sides.csv")
    owned.write_text(OWNED.replace("my-sides", "more/my-sides"))
    assert Position.load(owned).setting.island.title == "aBC+0"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "my-sides.csv",
            "side,a,b\n",
            "components.sides: my-sides.csv: line 1: the columns are side,a,b,terrain",
        ),
        (
            "my-sides.csv",
            SIDES + "a,3,3,laek\n",
            "components.sides: my-sides.csv: line 11: no terrain 'laek'; did you mean 'lake'?",
        ),
        (
            "my-sides.csv",
            SIDES.replace("a,0", "A,0"),
            "components.sides: my-sides.csv: side A ships with the toolkit",
        ),
        ("my-sides.csv", SIDES.replace("\na,", "\nb,"), "island.layout: side a is unknown"),
        (
            "my-deck.toml",
            DECK.replace("jungle", "jungel"),
            "components.deck: my-deck.toml: 'in jungel' is no clue",
        ),
        ("my-deck.toml", "x", "components.deck: my-deck.toml: not valid TOML"),
        ("my-deck.toml", "", "components.deck: my-deck.toml: format: None"),
    ],
)
def test_a_fault_in_a_further_file_names_its_key(owned: Path, name: str, text: str, message: str) -> None:
    (owned.parent / name).write_text(text)
    with pytest.raises(PositionError) as caught:
        Position.load(owned)
    assert f"{owned}: {message}" in str(caught.value)


@pytest.mark.parametrize("name", ["none.csv", "", ".", "..", "x\0y", 5_000 * "x", "/dev/zero", "\u00ff.csv"])
@pytest.mark.parametrize("key", ["island.file", "components.sides", "components.deck"])
def test_a_further_file_that_is_none_is_an_error(tmp_path: Path, key: str, name: str) -> None:
    section, word = key.split(".")
    document: dict[str, Any] = {"format": "tobago-position/1", "island": {"layout": "ABC+0"}}
    document[section] = {word: name}
    with pytest.raises(PositionError, match=rf"{key}: no file .* beside the position"):
        Position.parse(json.dumps(document), folder=tmp_path)


def test_an_island_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "island.txt").write_text("\ufeffJ J S\r\n L L\r\n", encoding="utf-8")
    text = 'format = "tobago-position/1"\nisland.file = "island.txt"'
    now = Position.parse(text, folder=tmp_path)
    assert now.setting.island == parse_drawing("J J S\n L L")
    assert Position.parse(now.to_toml()) == now


# ---------------------------------------------------------------- round trips


@given(positions())
def test_a_written_position_is_read_back(now: Position) -> None:
    assert Position.parse(now.to_toml()) == now
    assert Position.parse(now.to_json()) == now


@given(positions())
def test_a_written_position_follows_the_schema(now: Position) -> None:
    document = now.to_dict()
    assert list(VALIDATOR.iter_errors(document)) == []
    assert json.loads(now.to_json()) == document
    assert tomlkit.parse(now.to_toml()).unwrap() == document


def test_defaults_are_left_out() -> None:
    island = {"format": "tobago-position/1", "island": {"layout": "ACB+1"}}
    assert Position(setting=Setting(boxed_island("ACB+1"))).to_dict() == island
    now = read(EXAMPLE)
    document = tomlkit.parse(EXAMPLE).unwrap()
    del document["rules"]
    for kind in ("huts", "palms", "statues"):
        document["landmarks"][kind].sort()
    assert now.to_dict() == document


@pytest.mark.parametrize("drawing", ["J", "\n\n . J", ". . J\n\n L . S", "\n".join(["J S"] * 30)])
def test_rows_and_columns_of_a_drawing_keep_their_places(drawing: str) -> None:
    now = Position(setting=Setting(parse_drawing(drawing)))
    for text in (now.to_toml(), now.to_json()):
        assert read(text).setting.island.names == now.setting.island.names


# ---------------------------------------------------------------- the JSON Schema


SCHEMA = json.loads(
    files("toolkit.games.tobago").joinpath("data/position.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_file_is_the_generated_one() -> None:
    text = files("toolkit.games.tobago").joinpath("data/position.schema.json").read_text(encoding="utf-8")
    assert text == json.dumps(Position.schema(), indent=2) + "\n"
    VALIDATOR.check_schema(SCHEMA)


@pytest.mark.parametrize("text", [EXAMPLE, SMALL, OWNED])
def test_examples_follow_the_schema(text: str) -> None:
    assert list(VALIDATOR.iter_errors(tomlkit.parse(text).unwrap())) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("[hand]", "[hnad]"),
        ("[maps.brown]", "[maps.braun]"),
        ("position/1", "position/2"),
        ('"ABC+0"', "7"),
        ('"excluded"', '"exclude"'),
        ('["A13"]', '"A13"'),
        ('"red", "blue"', '"red", "blu"'),
        ('me = "red"', 'me = "rde"'),
        ("blue =", "bleu ="),
        ('own_hex = "excluded"', "landmark_gap = -1"),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(old: str, new: str) -> None:
    broken = EXAMPLE.replace(old, new)
    assert not VALIDATOR.is_valid(tomlkit.parse(broken).unwrap())
    fault(broken)
