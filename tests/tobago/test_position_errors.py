"""Position files, to the letter of the public formats: refused or warned about."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest
import tomlkit
from position_helpers import EXAMPLE, SMALL, fault, read

from toolkit.core.document import LARGEST_FILE
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Position, PositionError

if TYPE_CHECKING:
    from pathlib import Path

# ---------------------------------------------------------------- errors


def test_an_error_names_file_key_text_and_spelling() -> None:
    for old, new, key, words in [
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
        ('own_hex = "excluded"', "curses = 3", "rules.curses", ["3", "it is one of 2, 1, 0"]),
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
    ]:
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
        ("[]", "JSON without an object: the whole file stands in braces"),
        ("[1, 2]", "JSON without an object: the whole file stands in braces"),
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


def test_further_files_are_limited_too(tmp_path: Path) -> None:
    (tmp_path / "island.txt").write_bytes(b"J" + b"\n" * LARGEST_FILE)
    with pytest.raises(PositionError, match=r"island\.file: larger than 16 MB"):
        Position.parse('format = "tobago-position/1"\nisland.file = "island.txt"', folder=tmp_path)


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
