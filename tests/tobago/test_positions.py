"""Position files, to the letter of the public formats: read, written, refused or warned about."""

import json
import re
from importlib.resources import files

import jsonschema
import pytest
import tomlkit
from hypothesis import given
from position_helpers import EXAMPLE, SMALL, fault, positions, read

from toolkit.core.document import LARGEST_FILE
from toolkit.core.errors import ToolkitError
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
from toolkit.games.tobago.position import Components

FOURTEEN = "A32 A34 A42 A43 B44 B54 B55 B65 C10 C31 C42 C53 C64 C75"


# ---- the example of the formats ----
def test_every_value_of_the_example_is_read():
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


def test_json_with_the_same_keys_is_the_same_position():
    document = tomlkit.parse(EXAMPLE).unwrap()
    for indent in (None, 2):
        assert read(json.dumps(document, indent=indent)) == read(EXAMPLE)
    assert read("\n  \t" + json.dumps(document)) == read(EXAMPLE)


def test_what_is_not_given_is_empty_or_the_default():
    now = read('format = "tobago-position/1"\n[island]\nlayout = "ABC+0"')
    assert now == Position(setting=Setting(boxed_island()))
    assert (now.hand, now.me, now.atvs, now.amulets, now.order) == (None, None, {}, (), ())
    assert now.deck == reconstructed_deck()


# ---- what owners supply, and other files ----


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
def owned(tmp_path):
    folder = tmp_path / "owned"
    folder.mkdir()
    (folder / "my-sides.csv").write_text(SIDES)
    (folder / "my-deck.toml").write_text(DECK)
    (folder / "game.toml").write_text(OWNED)
    return folder / "game.toml"


def test_further_sides_and_a_deck_are_read_from_beside_the_position(owned, monkeypatch, tmp_path):
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


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        (
            "my-sides.csv",
            "side,a,b\n",
            "components.sides: my-sides.csv: line 1: column terrain is missing",
        ),
        (
            "my-sides.csv",
            SIDES + "a,3,3,laek\n",
            "components.sides: my-sides.csv: line 11: terrain: no 'laek'; did you mean 'lake'?",
        ),
        (
            "my-sides.csv",
            SIDES.replace("a,0", "A,0"),
            "components.sides: my-sides.csv: line 2: side: 'A' ships with the toolkit",
        ),
        ("my-sides.csv", SIDES.replace("\na,", "\nb,"), "island.layout: side a is unknown"),
        (
            "my-deck.toml",
            DECK.replace("jungle", "jungel"),
            "components.deck: my-deck.toml: line 3: cards: 'in jungel' is no clue",
        ),
        ("my-deck.toml", "x", "components.deck: my-deck.toml: not valid TOML"),
        ("my-deck.toml", "", "components.deck: my-deck.toml: format: another one instead of"),
    ],
)
def test_a_fault_in_a_further_file_names_its_key(owned, name, text, message):
    (owned.parent / name).write_text(text)
    with pytest.raises(PositionError) as caught:
        Position.load(owned)
    assert f"{owned}: {message}" in str(caught.value)


@pytest.mark.parametrize("name", ["none.csv", "", ".", "..", "x\0y", 5_000 * "x", "/dev/zero", "\u00ff.csv"])
@pytest.mark.parametrize("key", ["island.file", "components.sides", "components.deck"])
def test_a_further_file_that_is_none_is_an_error(tmp_path, key, name):
    section, word = key.split(".")
    document = {"format": "tobago-position/1", "island": {"layout": "ABC+0"}}
    document[section] = {word: name}
    with pytest.raises(PositionError, match=rf"{key}: no file .* beside the position"):
        Position.parse(json.dumps(document), folder=tmp_path)


# ---- round trips ----
@given(positions())
def test_a_written_position_is_read_back(now):
    assert Position.parse(now.to_toml()) == now
    assert Position.parse(now.to_json()) == now


@given(positions())
def test_a_written_position_follows_the_schema(now):
    document = now.to_dict()
    assert list(VALIDATOR.iter_errors(document)) == []
    assert json.loads(now.to_json()) == document
    assert tomlkit.parse(now.to_toml()).unwrap() == document


# ---- the JSON Schema ----


SCHEMA = json.loads(
    files("toolkit.games.tobago").joinpath("data/position.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_schema_file_is_the_generated_one():
    text = files("toolkit.games.tobago").joinpath("data/position.schema.json").read_text(encoding="utf-8")
    assert text == json.dumps(Position.schema(), indent=2) + "\n"
    VALIDATOR.check_schema(SCHEMA)


# ---- Position files, to the letter of the public formats ----
def test_an_error_names_file_key_text_and_spelling():
    for old, new, key, words in [
        # a hex that does not exist
        ('"B23"', '"B99"', "landmarks.huts[0]", ["no hex 'B99'"]),
        ('"A00"', '"a00"', "landmarks.palms[1]", ["'a00'", "did you mean 'A00'?"]),
        ("A23>NE", "A2>NE", "landmarks.statues[0]", ["'A2'", "did you mean 'A"]),
        ('["A13"]', '["A31", "A1"]', "maps.brown.removed[1]", ["'A1'", "did you mean"]),
        # a hex named twice among the landmarks
        ('"C55"', '"B23"', "landmarks.huts[3]", ["'B23'", "landmarks.huts[0]"]),
        ('"C21"', '"A23"', "landmarks.statues[2]", ["'A23'", "landmarks.statues[0]"]),
        ('"C21"', '"A34>S"', "landmarks.statues[2]", ["'A34'", "landmarks.huts[1]"]),
        # an unknown key
        ("[hand]", "[hnad]", "", ["unknown key 'hnad'", "did you mean 'hand'?"]),
        ("huts =", "hut =", "landmarks", ["unknown key 'hut'", "did you mean 'huts'?"]),
        ("[maps.brown]", "[maps.braun]", "maps", ["unknown key 'braun'", "did you mean 'brown'?"]),
        ("removed =", "remove =", "maps.brown", ["unknown key 'remove'", "did you mean 'removed'?"]),
        ("blue =", "bleu =", "table.atvs", ["unknown key 'bleu'", "did you mean 'blue'?"]),
        # a wrong type
        ('"ABC+0"', "7", "island.layout", ["7", "expected a text"]),
        ('["A13"]', '"A13"', "maps.brown.removed", ["'A13'", "expected a list such as"]),
        ('"A34"', "34", "landmarks.huts[1]", ["34", "expected a text"]),
        ('{ red = "A22", blue = "C10" }', '["A22"]', "table.atvs", ["['A22']", "expected `object`"]),
        ('me = "red"', "me = true", "table.me", ["True", "red, blue, yellow, green"]),
        ('own_hex = "excluded"', "landmark_gap = 4.0", "rules.landmark_gap", ["4.0", "expected `int`"]),
        ('own_hex = "excluded"', "landmark_gap = -1", "rules.landmark_gap", ["-1", ">= 0"]),
        # a clue that does not parse
        (
            '"not next to hut"',
            '"not next too hut"',
            "maps.brown.clues[1]",
            ["'not next too hut'", "column 5", "did you mean 'not next to hut'?"],
        ),
        ('"in largest lake"', '"in ocean"', "hand.clues[0]", ["'in ocean'", "never in the ocean"]),
        ('"in jungle"', '""', "maps.brown.clues[0]", ["''", "column 1"]),
        # an unknown rule value and other fixed words
        ('own_hex = "excluded"', 'own_hex = "exclude"', "rules.own_hex", ["'exclude'", "mean 'excluded'?"]),
        ('me = "red"', 'me = "rde"', "table.me", ["'rde'", "did you mean 'red'?"]),
        ('["red", "blue"]', '["red", "blu"]', "maps.brown.owners[1]", ["'blu'", "did you mean 'blue'?"]),
        ("A23>NE", "A23>EN", "landmarks.statues[0]", ["'A23>EN'", "no direction 'EN'", "did you mean"]),
        ("A23>NE", "A23>", "landmarks.statues[0]", ["no direction ''", "N, NE, SE, S, SW, NW"]),
        ("position/1", "position/2", "format", ["'tobago-position/2'", "did you mean 'tobago-position/1'?"]),
        # a map whose clues leave no candidate
        ('"not next to hut"', '"in lake"', "maps.brown.clues[1]", ["'in lake' leaves no candidate"]),
        # others
        ('"ABC+0"', '"aBC+0"', "island.layout", ["side a is unknown", "An owner of the game can supply it"]),
        ('layout = "ABC+0"', "", "island", ["layout, drawing and file", "not nothing"]),
        ('layout = "ABC+0"', 'layout = "ABC+0"\nfile = "x"', "island", ["not layout and file"]),
        ('layout = "ABC+0"', 'file = "x.txt"', "island.file", ["no file 'x.txt'"]),
        ('layout = "ABC+0"', 'drawing = "J J X"', "island.drawing", ["line 1, column 5", "'X'"]),
        ('["red", "blue"]', '["red"]', "maps.brown.owners", ["1 owners for 2 clues"]),
        ('amulets = ["B65"]', '[play]\norder = ["white"]', "play.order", ["white", "1 times", "0 clues"]),
        (
            'amulets = ["B65"]',
            '[play]\norder = "brown"',
            "play.order",
            ["'brown'", "expected a list such as"],
        ),
        ('amulets = ["B65"]', '[play]\norder = ["bron"]', "play.order[0]", ["'bron'", "mean 'brown'?"]),
        ('format = "tobago-position/1"', "", "format", ["this key is needed"]),
        ('"ABC+0"', "0x" + 5_000 * "f", "", ["no valid TOML", "beyond 64 bits"]),
        ('"ABC+0"', 5_000 * "[" + 5_000 * "]", "", ["no valid TOML", "too deeply"]),
        ("[hand]", "[hand", "", ["no valid TOML", "at line "]),
    ]:
        assert EXAMPLE.count(old) >= 1
        error = fault(EXAMPLE.replace(old, new, 1))
        assert error.key == key
        assert error.source == "game.toml"
        assert f"game.toml: {key}" in str(error)
        assert [word for word in words if word not in str(error)] == []
        assert isinstance(error, ToolkitError)


def test_a_map_without_candidates_names_the_clue_after_which_nothing_is_left():
    text = SMALL + '[maps.grey]\nclues = ["not in lake", "not in beach", "next to hut", "in jungle"]\n'
    assert fault(text).key == "maps.grey.clues[2]"
    removed = SMALL + '[maps.grey]\nclues = ["in scrubland"]\nremoved = ["c1"]\n'
    assert "'in scrubland' leaves no candidate" in str(fault(removed))
    everything = SMALL + f"[maps.grey]\nremoved = {json.dumps(list(read(SMALL).setting.island.names))}\n"
    assert fault(everything).key == "maps.grey.removed"


def test_an_error_of_a_file_names_its_path(tmp_path):
    path = tmp_path / "game.toml"
    path.write_text(EXAMPLE.replace('"B23"', '"B99"'))
    with pytest.raises(PositionError, match=re.escape(f"{path}: landmarks.huts[0]: no hex 'B99'")):
        Position.load(path)
    with pytest.raises(PositionError, match=r"none.toml: no such file or directory"):
        Position.load(tmp_path / "none.toml")
    with pytest.raises(PositionError, match=r": is a directory"):
        Position.load(str(tmp_path))
    path.write_bytes(b'format = "\xe9"')
    with pytest.raises(PositionError, match="no UTF-8 text: byte 10 is 0xe9"):
        Position.load(path)


# ---- size ----
def test_files_up_to_16_mb_are_read_and_no_larger_ones(tmp_path):
    path = tmp_path / "large.toml"
    comments = b"# " + 77 * b"x" + b"\n"
    path.write_bytes(EXAMPLE.encode() + comments * (15 * 1024 * 1024 // len(comments)))
    assert Position.load(path) == read(EXAMPLE)
    for kind, text in (("json", json.dumps(tomlkit.parse(EXAMPLE).unwrap())),):
        path = tmp_path / f"exact.{kind}"
        data = text.encode()
        path.write_bytes(data + b"\n" * (LARGEST_FILE - len(data)))
        assert Position.load(path) == read(EXAMPLE)
        with path.open("ab") as file:
            file.write(b"\n")
        with pytest.raises(PositionError, match="larger than 16 MB"):
            Position.load(path)
    assert LARGEST_FILE == 16 * 2**20


# ---- warnings ----
@pytest.mark.parametrize(
    ("old", "new", "warnings"),
    [
        ('"B23", ', "", ["3 huts instead of 4 (T-5)"]),
        ('"C43"]', '"C43", "A04"]', ["4 palms instead of 3 (T-5)"]),
        ('"C55"', '"C11"', ["huts on C10 and C11 are 1 hex apart, not 4 (T-5)"]),
        ('"C21"]', '"C75"]', ["the statue on C75 stands on the coast (T-5)"]),
        (
            '"in jungle", "not next to hut"',
            '"in jungle", "not in lake"',
            ["on brown, 'not in lake' removes nothing (T-12)"],
        ),
        ('own_hex = "excluded"', "landmark_gap = 5", ["apart, not 5 (T-5)"]),
    ],
)
def test_what_the_rules_have_against_a_position_is_a_warning(old, new, warnings):
    assert old in EXAMPLE
    faults = read(EXAMPLE.replace(old, new)).faults
    assert [w for w in warnings if not any(w in found for found in faults)] == []
    assert {found for found in faults if not any(w in found for w in warnings)} == set()


# ---- Positions built in Python ----

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
def test_what_no_table_can_hold_is_refused(fields, message):
    with pytest.raises(ToolkitError) as error:
        Position(setting=SETTING, **fields)
    assert message in str(error.value)


@pytest.mark.parametrize("name", ["game.toml", "game.json"])
def test_a_saved_position_is_loaded_again(tmp_path, name):
    position = Position(setting=SETTING, facings={"A23": "N"}, me="red").lay("brown", Clue.parse("in lake"))
    position.save(tmp_path / name)
    assert Position.load(tmp_path / name) == position
    assert (tmp_path / name).read_text().startswith("{") == name.endswith(".json")
