"""Position files, to the letter of the public formats: read, refused, written, edited."""

from __future__ import annotations

import json
import re
from dataclasses import FrozenInstanceError, replace
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import jsonschema
import pytest
import tomlkit
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import clues, tobago_settings

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    IllegalClue,
    Play,
    Position,
    PositionError,
    Rules,
    Setting,
    TreasureMap,
    boxed_island,
    random_setting,
    reconstructed_deck,
)
from toolkit.games.tobago.boards import KNOWN_LAYOUTS
from toolkit.games.tobago.document import LARGEST_FILE
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.position import Components
from toolkit.games.tobago.schema import json_schema
from toolkit.games.tobago.writing import edited_lay, edited_undo
from toolkit.hexmap import parse_drawing, random_island

if TYPE_CHECKING:
    from collections.abc import Callable

    from hypothesis.strategies import DrawFn, SearchStrategy

EXAMPLE = (Path(__file__).parents[1] / "data" / "format-example.toml").read_text(encoding="utf-8")
"""The position file of the public formats, without its [components]."""

SMALL = """\
format = "tobago-position/1"
[island]
drawing = \"\"\"
J J S . .
 J L L B .
M M L B .
\"\"\"
"""
FEWER = settings().max_examples // 4
FOURTEEN = "A32 A34 A42 A43 B44 B54 B55 B65 C10 C31 C42 C53 C64 C75"


def read(text: str) -> Position:
    return Position.parse(text)


def fault(text: str) -> PositionError:
    with pytest.raises(PositionError) as caught:
        Position.parse(text, source="game.toml")
    assert str(caught.value).startswith("game.toml: ")
    return caught.value


# ---------------------------------------------------------------- positions by hypothesis


@st.composite
def boxed_settings(draw: DrawFn) -> Setting:
    layout = draw(st.sampled_from([*KNOWN_LAYOUTS, "BCA+0", "CBA+1"]))
    reduce = draw(st.sampled_from(["always", "once_marked"]))
    rules = Rules(landmark_gap=draw(st.integers(0, 5)), must_reduce=reduce)
    return random_setting(boxed_island(layout), draw(st.integers(0, 99)), rules)


@st.composite
def generated_settings(draw: DrawFn) -> Setting:
    island = random_island(draw(st.integers(0, 99)), draw(st.integers(10, 60)), lagoons=draw(st.booleans()))
    names = draw(st.permutations(island.names))[:10]
    return Setting(island, names[:4], names[4:7], names[7:], Rules(distance="overland"))


@st.composite
def positions(draw: DrawFn, setting: SearchStrategy[Setting] | None = None) -> Position:
    """Draw a position with everything that a file can hold, save further files."""
    if setting is None:
        setting = st.one_of(tobago_settings(), boxed_settings(), generated_settings())
    here = draw(setting)
    names = st.sampled_from(here.island.names)
    maps = {colour: draw(treasure_maps(here, colour)) for colour in draw(st.sets(st.sampled_from(COLOURS)))}
    played = [colour for colour, treasure_map in maps.items() for _ in treasure_map.plays]
    order = draw(st.permutations(played))[draw(st.integers(0, len(played))) :]
    directions = st.sampled_from([direction.name for direction in here.island.orientation.directions])
    return Position(
        setting=here,
        maps=maps,
        hand=draw(st.none() | st.lists(clues, max_size=5).map(tuple)),
        facings={name: draw(directions) for name in here.statues if draw(st.booleans())},
        me=draw(st.none() | st.sampled_from(PLAYERS)),
        atvs=draw(st.dictionaries(st.sampled_from(PLAYERS), names)),
        amulets=tuple(draw(st.lists(names, max_size=3))),
        order=tuple(order),
    )


@st.composite
def treasure_maps(draw: DrawFn, setting: Setting, colour: str) -> TreasureMap:
    """Draw a map of clues that hold on one hex, so that a candidate is left."""
    names = setting.island.names
    treasure = draw(st.integers(0, len(names) - 1))
    true = [clue for clue in CLUES if setting.masks[clue.number] >> treasure & 1]
    laid = draw(st.lists(st.sampled_from(true), max_size=4))
    owner = draw(st.sampled_from([st.none(), st.none() | st.sampled_from(PLAYERS)]))
    owners = [draw(owner) for _ in laid]
    others = names[:treasure] + names[treasure + 1 :]
    removed = draw(st.lists(st.sampled_from(others), max_size=3)) if others else []
    return TreasureMap(setting, colour, map(Play, laid, owners), removed)


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


# ---------------------------------------------------------------- errors


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        # a hex that does not exist
        ('"B23"', '"B99"', "landmarks.huts[0]", ["no hex 'B99'"]),
        ('"A00"', '"a00"', "landmarks.palms[1]", ["'a00'", "did you mean 'A00'?"]),
        ("A23>NE", "A2>NE", "landmarks.statues[0]", ["'A2'", "did you mean 'A"]),
        ('["A13"]', '["A31", "A1"]', "maps.brown.removed[1]", ["'A1'", "did you mean"]),
        ('red = "A22"', 'red = "AA2"', "table.atvs.red", ["'AA2'", "did you mean"]),
        ('["B65"]', '["B65", ""]', "table.amulets[1]", ["no hex ''"]),
        # a hex named twice among the landmarks
        ('"C55"', '"B23"', "landmarks.huts[3]", ["'B23'", "landmarks.huts[0]"]),
        ('"B45"', '"C10"', "landmarks.palms[0]", ["'C10'", "landmarks.huts[2]"]),
        ('"C21"', '"A23"', "landmarks.statues[2]", ["'A23'", "landmarks.statues[0]"]),
        ('"C21"', '"A34>S"', "landmarks.statues[2]", ["'A34'", "landmarks.huts[1]"]),
        # an unknown key
        ("[hand]", "[hnad]", "", ["unknown key 'hnad'", "did you mean 'hand'?"]),
        ("layout =", "layuot =", "island", ["unknown key 'layuot'", "did you mean 'layout'?"]),
        ("huts =", "hut =", "landmarks", ["unknown key 'hut'", "did you mean 'huts'?"]),
        ("own_hex =", "ownhex =", "rules", ["unknown key 'ownhex'", "did you mean 'own_hex'?"]),
        ("[maps.brown]", "[maps.braun]", "maps", ["unknown key 'braun'", "did you mean 'brown'?"]),
        ("removed =", "remove =", "maps.brown", ["unknown key 'remove'", "did you mean 'removed'?"]),
        ("me =", "zzzzzz =", "table", ["unknown key 'zzzzzz'", "the keys here are me, atvs, amulets"]),
        ("blue =", "bleu =", "table.atvs", ["unknown key 'bleu'", "did you mean 'blue'?"]),
        # a wrong type
        ('"ABC+0"', "7", "island.layout", ["7", "expected a text"]),
        ('"ABC+0"', "1979-05-27", "island.layout", ["expected a text"]),
        ('["A13"]', '"A13"', "maps.brown.removed", ["'A13'", "expected a list such as"]),
        ('["red", "blue"]', '"red"', "maps.brown.owners", ["'red'", "expected a list such as"]),
        ('"A34"', "34", "landmarks.huts[1]", ["34", "expected a text"]),
        ('{ red = "A22", blue = "C10" }', '["A22"]', "table.atvs", ["['A22']", "expected `object`"]),
        ('me = "red"', "me = true", "table.me", ["True", "red, blue, yellow, green"]),
        ('own_hex = "excluded"', "landmark_gap = 4.0", "rules.landmark_gap", ["4.0", "expected `int`"]),
        ('own_hex = "excluded"', "landmark_gap = true", "rules.landmark_gap", ["True", "expected `int`"]),
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
        ('own_hex = "excluded"', 'own_hex = "zzz"', "rules.own_hex", ["'zzz'", "excluded, included"]),
        ('own_hex = "excluded"', 'distance = "latice"', "rules.distance", ["'latice'", "mean 'lattice'?"]),
        ('own_hex = "excluded"', 'must_reduce = "x"', "rules.must_reduce", ["always, once_marked"]),
        ('me = "red"', 'me = "rde"', "table.me", ["'rde'", "did you mean 'red'?"]),
        ('["red", "blue"]', '["red", "blu"]', "maps.brown.owners[1]", ["'blu'", "did you mean 'blue'?"]),
        ("A23>NE", "A23>EN", "landmarks.statues[0]", ["'A23>EN'", "no direction 'EN'", "did you mean"]),
        ("A23>NE", "A23>ne", "landmarks.statues[0]", ["no direction 'ne'", "did you mean 'NE'?"]),
        ("A23>NE", "A23>", "landmarks.statues[0]", ["no direction ''", "N, NE, SE, S, SW, NW"]),
        ("position/1", "position/2", "format", ["'tobago-position/2'", "did you mean 'tobago-position/1'?"]),
        # a map whose clues leave no candidate
        ('"not next to hut"', '"in lake"', "maps.brown.clues[1]", ["'in lake' leaves no candidate"]),
        # others
        ('"ABC+0"', '"aBC+0"', "island.layout", ["side a is unknown", "An owner of the game can supply it"]),
        ('"ABC+0"', '"ABB+0"', "island.layout", ["'ABB+0'", "one board piece twice"]),
        ('"ABC+0"', '"ABC+2"', "island.layout", ["'ABC+2'", "did you mean 'ABC+"]),
        ('layout = "ABC+0"', "", "island", ["layout, drawing and file", "not nothing"]),
        ('layout = "ABC+0"', 'layout = "ABC+0"\nfile = "x"', "island", ["not layout and file"]),
        ('layout = "ABC+0"', 'file = "x.txt"', "island.file", ["no file 'x.txt'"]),
        ('layout = "ABC+0"', 'drawing = "J J X"', "island.drawing", ["line 1, column 5", "'X'"]),
        ('layout = "ABC+0"', 'drawing = ""', "island.drawing", ["no land"]),
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
        ('format = "tobago-position/1"', 'format = "x - at `$.foo"', "format", ["x - at `$.foo"]),
        ('"ABC+0"', "0x" + 5_000 * "f", "", ["no valid TOML", "beyond 64 bits"]),
        ('"ABC+0"', 5_000 * "[" + 5_000 * "]", "", ["no valid TOML", "too deeply"]),
        ("[hand]", "[hand", "", ["no valid TOML", "at line "]),
    ],
)
def test_an_error_names_file_key_text_and_spelling(old: str, new: str, key: str, words: list[str]) -> None:
    assert EXAMPLE.count(old) >= 1
    error = fault(EXAMPLE.replace(old, new, 1))
    assert error.key == key
    assert error.source == "game.toml"
    assert f"game.toml: {key}" in str(error)
    assert [word for word in words if word not in str(error)] == []
    assert isinstance(error, ToolkitError)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "no valid JSON: Expecting property name"),
        ('{"format": "tobago-position/1", "format": 1}', "no valid JSON: key 'format' stands twice"),
        ('{"island": {"layout": 1, "layout": 1}}', "no valid JSON: key 'layout' stands twice"),
        ('{"format": "tobago-position/1"} x', "no valid JSON: Extra data"),
        ("{}", "format: this key is needed"),
        ('{"format": "tobago-position/1"}', "island: this key is needed"),
        ('{"format": null}', "format: None is not valid"),
        ('{"island": ' + 100_000 * "[", "no valid JSON: nested too deeply"),
        ('{"format": ' + 5_000 * "9" + "}", "no valid JSON: Exceeds the limit"),
        ('{"format": "\\ud800"}', "no valid JSON: half of a surrogate pair in '\\ud800'"),
        (
            '{"island": {"file": ["x\\udfff.txt"]}}',
            "no valid JSON: half of a surrogate pair in 'x\\udfff.txt'",
        ),
        ('{"format": 1' + 30 * "0" + "}", "no valid JSON: a whole number beyond 64 bits"),
        ('{"format": NaN}', "format: nan is not valid"),
    ],
)
def test_errors_of_json(text: str, words: str) -> None:
    assert words in str(fault(text))


def test_many_keys_with_a_twin_are_refused_at_once() -> None:
    keys = ",".join(f'"k{number}":1' for number in range(200_000))
    assert "key 'k199999' stands twice" in str(fault("{" + keys + ',"k199999":1}'))


def test_a_map_without_candidates_names_the_clue_after_which_nothing_is_left() -> None:
    text = SMALL + '[maps.grey]\nclues = ["not in lake", "not in beach", "next to hut", "in jungle"]\n'
    assert fault(text).key == "maps.grey.clues[2]"
    removed = SMALL + '[maps.grey]\nclues = ["in scrubland"]\nremoved = ["c1"]\n'
    assert "'in scrubland' leaves no candidate" in str(fault(removed))
    everything = SMALL + f"[maps.grey]\nremoved = {json.dumps(list(read(SMALL).setting.island.names))}\n"
    assert fault(everything).key == "maps.grey.removed"


def test_an_error_of_a_file_names_its_path(tmp_path: Path) -> None:
    path = tmp_path / "game.toml"
    path.write_text(EXAMPLE.replace('"B23"', '"B99"'))
    with pytest.raises(PositionError, match=re.escape(f"{path}: landmarks.huts[0]: no hex 'B99'")):
        Position.load(path)
    with pytest.raises(PositionError, match=r"cannot read .*: No such file or directory"):
        Position.load(tmp_path / "none.toml")
    with pytest.raises(PositionError, match=r"cannot read .*: Is a directory"):
        Position.load(str(tmp_path))
    path.write_bytes(b'format = "\xe9"')
    with pytest.raises(PositionError, match="no UTF-8 text: byte 10 is 0xe9"):
        Position.load(path)


# ---------------------------------------------------------------- size


def test_files_up_to_16_mb_are_read_and_no_larger_ones(tmp_path: Path) -> None:
    path = tmp_path / "large.toml"
    comments = b"# " + 77 * b"x" + b"\n"
    path.write_bytes(EXAMPLE.encode() + comments * (15 * 1024 * 1024 // len(comments)))
    assert Position.load(path) == read(EXAMPLE)
    for kind, text in (("toml", EXAMPLE), ("json", json.dumps(tomlkit.parse(EXAMPLE).unwrap()))):
        path = tmp_path / f"exact.{kind}"
        data = text.encode()
        path.write_bytes(data + b"\n" * (LARGEST_FILE - len(data)))
        assert Position.load(path) == read(EXAMPLE)
        with path.open("ab") as file:
            file.write(b"\n")
        with pytest.raises(PositionError, match="larger than 16 MB"):
            Position.load(path)
    assert LARGEST_FILE == 16 * 2**20


def test_further_files_are_limited_too(tmp_path: Path) -> None:
    (tmp_path / "island.txt").write_bytes(b"J" + b"\n" * LARGEST_FILE)
    with pytest.raises(PositionError, match=r"island\.file: larger than 16 MB"):
        Position.parse('format = "tobago-position/1"\nisland.file = "island.txt"', folder=tmp_path)


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
    VALIDATOR.validate(document)
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
    assert text == json.dumps(json_schema(), indent=2) + "\n"
    VALIDATOR.check_schema(SCHEMA)


@pytest.mark.parametrize("text", [EXAMPLE, SMALL, OWNED])
def test_examples_follow_the_schema(text: str) -> None:
    VALIDATOR.validate(tomlkit.parse(text).unwrap())


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


# ---------------------------------------------------------------- warnings


def test_the_example_has_no_faults() -> None:
    assert read(EXAMPLE).faults == []


@pytest.mark.parametrize(
    ("old", "new", "warnings"),
    [
        ('"B23", ', "", ["3 huts instead of 4 (T-5)"]),
        ('"C43"]', '"C43", "A04"]', ["4 palms instead of 3 (T-5)"]),
        ('"C55"', '"C11"', ["huts on C10 and C11 are 1 hexes apart, not 4 (T-5)"]),
        ('"C21"]', '"C75"]', ["the statue on C75 stands on the coast (T-5)"]),
        (
            '"in jungle", "not next to hut"',
            '"in jungle", "not in lake"',
            ["on brown, 'not in lake' removes nothing (T-12)"],
        ),
        ('own_hex = "excluded"', "landmark_gap = 5", ["apart, not 5 (T-5)"]),
    ],
)
def test_what_the_rules_have_against_a_position_is_a_warning(old: str, new: str, warnings: list[str]) -> None:
    assert old in EXAMPLE
    faults = read(EXAMPLE.replace(old, new)).faults
    assert [w for w in warnings if not any(w in found for found in faults)] == []
    assert {found for found in faults if not any(w in found for w in warnings)} == set()


def test_a_clue_that_ruled_out_only_a_removed_hex_is_no_fault() -> None:
    text = SMALL + '[maps.grey]\nclues = ["not in scrubland"]\nremoved = ["c1"]\n'
    assert [fault for fault in read(text).faults if "grey" in fault] == []


def test_no_warning_for_an_idle_clue_where_it_is_allowed() -> None:
    text = SMALL + '[maps.grey]\nclues = ["not in river"]\n'
    assert any("grey" in fault for fault in read(text).faults)
    assert not any("grey" in fault for fault in read(text + '[rules]\nmust_reduce = "once_marked"').faults)


# ---------------------------------------------------------------- play and undo


def test_a_laid_clue_is_kept_with_the_order_of_play() -> None:
    now = read(EXAMPLE)
    after = now.lay("brown", Clue.parse("next to statue"), "red").lay("white", Clue.parse("in lake"))
    assert after.order == ("brown", "white")
    assert str(after.maps["brown"].candidates) == "A34 C10 C31"
    assert [play.owner for play in after.maps["brown"].plays] == ["red", "blue", "red"]
    assert (after.hand, after.facings, after.atvs) == (now.hand, now.facings, now.atvs)
    assert (now.order, len(now.maps["brown"].plays)) == ((), 2)
    assert after.last == "white"
    assert after.undo().last == "brown"
    assert after.undo().undo() == now


def test_an_illegal_clue_is_refused() -> None:
    with pytest.raises(IllegalClue, match="contradicts 'in jungle'"):
        read(EXAMPLE).lay("brown", Clue.parse("in largest lake"))


def test_the_last_clue_is_known_when_only_one_map_has_clues() -> None:
    now = read(EXAMPLE)
    assert now.last == "brown"
    assert [str(clue) for clue in now.undo().maps["brown"].clues] == ["in jungle"]
    assert now.undo().undo().last is None
    with pytest.raises(ToolkitError, match="no clue lies on any map"):
        now.undo().undo().undo()


def test_the_last_clue_is_not_guessed() -> None:
    now = read(EXAMPLE + '[maps.white]\nclues = ["in lake"]')
    with pytest.raises(ToolkitError, match="clues lie on brown, white, and"):
        now.undo()
    assert read(EXAMPLE + '[maps.white]\nclues = ["in lake"]\n[play]\norder = ["white"]').last == "white"


@given(positions(), clues, st.sampled_from(COLOURS), st.none() | st.sampled_from(PLAYERS))
def test_undo_is_the_inverse_of_lay(now: Position, clue: Clue, colour: str, owner: str | None) -> None:
    assume(now.maps[colour].verdict(clue).legal)
    assert now.lay(colour, clue, owner).undo() == now


def test_a_position_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        read(EXAMPLE).me = "blue"  # type: ignore[misc]


def test_remaining_cards() -> None:
    now = read(EXAMPLE)
    left = now.remaining
    assert len(left) == 50
    assert {left.copies(clue) for clue in now.maps["brown"].clues} == {0}
    assert replace(now, maps={}).remaining == now.deck


def test_a_position_describes_itself() -> None:
    assert repr(read(EXAMPLE)) == "<Position on ABC+0: brown 14, white 104, grey 104, black 104>"


# ---------------------------------------------------------------- edits of the text


def header_tables(document: dict[str, Any]) -> str:
    return tomlkit.dumps(document)


def inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {inline(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline, value)) + "]"
    return json.dumps(value)


def inline_tables(document: dict[str, Any]) -> str:
    return "".join(f"{key} = {inline(value)}  # {key}\n" for key, value in document.items())


def leaves(document: dict[str, Any], path: str = "") -> list[tuple[str, Any]]:
    found: list[tuple[str, Any]] = []
    for key, value in document.items():
        name = f"{path}{key}"
        found += leaves(value, f"{name}.") if isinstance(value, dict) and value else [(name, value)]
    return found


def dotted_keys(document: dict[str, Any]) -> str:
    return "".join(f"{name} = {inline(value)}\n" for name, value in leaves(document))


def sections(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Return the tables with a header of their own: each map, and every other section."""
    found: list[tuple[str, dict[str, Any]]] = []
    for key, value in document.items():
        if key == "maps":
            found += [(f"maps.{colour}", section) for colour, section in value.items()]
        elif isinstance(value, dict):
            found.append((key, value))
    return found


def with_headers(
    document: dict[str, Any], order: list[tuple[str, dict[str, Any]]], value: Callable[[Any], str]
) -> str:
    text = f"format = {inline(document['format'])}\n"
    for name, section in order:
        lines = [f"{key} = {value(inner)}" for key, inner in section.items()]
        text += "\n".join([f"\n[ {name} ]  # section {name}", *lines, ""])
    return text


def long_arrays(document: dict[str, Any]) -> str:
    def long(value: Any) -> str:
        if not isinstance(value, list):
            return inline(value)
        lines = [f"  {inline(item)},  # item {number}" for number, item in enumerate(value)]
        return "\n".join(["[", *lines, "  # the end", "]"])

    return with_headers(document, sections(document), long)


def out_of_order(document: dict[str, Any]) -> str:
    """Write the sections in an arbitrary order, so that the maps do not stand together."""
    found = sections(document)
    Random(str(document)).shuffle(found)
    return with_headers(document, found, inline)


LAYOUTS = [header_tables, inline_tables, long_arrays, out_of_order, dotted_keys]


def comments_of(text: str) -> list[str]:
    return re.findall(r"# .*", text)


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("layout", LAYOUTS)
@settings(max_examples=FEWER)
@given(
    now=positions(st.one_of(boxed_settings(), tobago_settings())),
    clue=clues,
    colour=st.sampled_from(COLOURS),
    owner=st.none() | st.sampled_from(PLAYERS),
)
def test_an_edit_says_exactly_what_was_played(
    now: Position,
    clue: Clue,
    colour: str,
    owner: str | None,
    layout: Callable[[dict[str, Any]], str],
    newline: str,
) -> None:
    assume(now.maps[colour].verdict(clue).legal)
    document = now.to_dict()
    if (
        layout is dotted_keys
        and owner
        and "owners" not in document.get("maps", {}).get(colour, {"owners": 1})
    ):
        owner = None  # tomlkit cannot add a key to a table of dotted keys at the top
    text = layout(document).replace("\n", newline)
    assert read(text) == now
    after = edited_lay(text, colour, clue, owner).text
    assert read(after) == now.lay(colour, clue, owner)
    assert comments_of(after) == comments_of(text)
    before = edited_undo(after, colour).text
    assert read(before) == now
    assert comments_of(before) == comments_of(text)
    assert read(edited_lay(before, colour, clue, owner).text) == now.lay(colour, clue, owner)


@settings(max_examples=FEWER)
@given(positions(), clues, st.sampled_from(COLOURS), st.none() | st.sampled_from(PLAYERS))
def test_an_edit_of_json_says_exactly_what_was_played(
    now: Position, clue: Clue, colour: str, owner: str | None
) -> None:
    assume(now.maps[colour].verdict(clue).legal)
    after = edited_lay(now.to_json(), colour, clue, owner).text
    assert after.startswith("{")
    assert read(after) == now.lay(colour, clue, owner)
    assert read(edited_undo(after, colour).text) == now


def test_an_edit_changes_only_what_the_play_changes() -> None:
    after = edited_lay(EXAMPLE, "brown", Clue.parse("next to statue"), "red").text
    changed = {
        '"not next to hut"]': '"not next to hut", "next to statue"]',
        '["red", "blue"] ': '["red", "blue", "red"] ',
    }
    expected = EXAMPLE
    for old, new in changed.items():
        assert expected.count(old) == 1
        expected = expected.replace(old, new)
    assert after == expected + '\n[play]\norder = ["brown"]\n'
    assert edited_undo(after, "brown").text == EXAMPLE + "\n[play]\norder = []\n"


def test_an_edit_of_a_map_that_is_not_named_yet() -> None:
    after = edited_lay(EXAMPLE, "white", Clue.parse("in lake"), None).text
    assert read(after) == read(EXAMPLE).lay("white", Clue.parse("in lake"))
    assert [line for line in EXAMPLE.splitlines() if line not in after.splitlines()] == []


def test_owners_are_filled_up_when_the_first_one_is_known() -> None:
    text = EXAMPLE.replace('owners = ["red", "blue"]', "")
    after = read(edited_lay(text, "brown", Clue.parse("next to statue"), "green").text)
    assert [play.owner for play in after.maps["brown"].plays] == [None, None, "green"]
    silent = read(edited_lay(EXAMPLE, "brown", Clue.parse("next to statue"), None).text)
    assert [play.owner for play in silent.maps["brown"].plays] == ["red", "blue", None]


@pytest.mark.parametrize(
    "text",
    [
        SMALL + '[maps.brown]\nclues = ["not in lake"\n  , "not in beach" # so far\n ]\n',
        'format = "tobago-position/1"\nisland.drawing = "J J S"\n'
        'maps.brown.clues = ["in jungle"]\nmaps.brown.removed = []\n',
    ],
)
def test_a_file_that_cannot_be_edited_in_place_is_written_anew(text: str) -> None:
    for owner in (None, "red"):
        clue = Clue.parse("next to scrubland")
        after = edited_lay(text, "brown", clue, owner)
        assert read(after.text) == read(text).lay("brown", clue, owner)
