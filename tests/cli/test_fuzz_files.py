"""Nothing that people can write into a file ends in a traceback.

Every case runs the command line in this process: it returns 0, 1 or 2, and 2 comes with one message.
"""

from __future__ import annotations

import json
import os
import socket
from datetime import UTC, date, datetime
from datetime import time as clock
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
import tomlkit
from fuzz_helpers import BOXED, COMMANDS, DOCUMENT, FUZZ, SMALL, ask, mutated, outcome, outcome_of
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import drawings

from toolkit.games.tobago import CLUES, COLOURS, Position

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_the_starting_points_are_good(folder: Path) -> None:
    assert [outcome_of(SMALL, number) for number in range(9)] == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert [outcome_of(BOXED, number) for number in range(9)] == [0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert outcome_of(json.dumps(DOCUMENT)) == 0


# ---------------------------------------------------------------- broken bytes


@pytest.mark.parametrize("text", [SMALL, json.dumps(DOCUMENT), BOXED], ids=["toml", "json", "boxed"])
def test_mutated_files(folder: Path, text: str) -> None:
    random = Random(text)
    found = [outcome_of(mutated(text.encode(), random), number) for number in range(450)]
    assert {0, 2} <= set(found)
    assert found.count(2) > 150


def test_every_truncation(folder: Path) -> None:
    found = [outcome_of(SMALL.encode()[:length], length) for length in range(len(SMALL))]
    assert set(found) == {0, 1, 2}
    assert found[0] == 2


def test_lines_in_any_order(folder: Path) -> None:
    random, lines = Random(1), SMALL.splitlines(keepends=True)
    for number in range(150):
        assert outcome_of("".join(random.sample(lines, random.randint(0, len(lines)))), number) in (0, 1, 2)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (b"", 2),
        (b"\n", 2),
        (b"\0", 2),
        (b"\xff\xfe{\0}\0", 2),
        (b"\xef\xbb\xbf" + SMALL.encode(), 0),
        (b"\xef\xbb\xbf" + json.dumps(DOCUMENT).encode(), 0),
        (b"\xef\xbb\xbf\xef\xbb\xbf" + SMALL.encode(), 2),
        (SMALL.encode("utf-16"), 2),
        (SMALL.replace("\n", "\r\n").encode(), 0),
        (SMALL.replace("\n", "\r").encode(), 2),
        (SMALL.replace("\n", "\v").encode(), 2),
        (SMALL.replace("optional", "caf\xe9").encode("latin-1"), 2),
        (SMALL.replace("optional", "caf\xe9 \U0001f334").encode(), 0),
        (SMALL.encode() + b"\x1a", 2),
        (SMALL.encode() * 2, 2),
        (b"{", 2),
        (b"{}", 2),
        (b"[]", 2),
        (b"null", 2),
        (b'{"format": "tobago-position/1", "island": {"layout": "ABC+0"}}', 0),
        (b'\xc2\xa0{"format": "tobago-position/1", "island": {"layout": "ABC+0"}}', 2),
        (b'{"format": "tobago-position/1", "island": {"layout": "ABC+0"}} {}', 2),
        (b'{"format": "tobago-position/1", "format": "tobago-position/1", "island": {"layout": "ABC+0"}}', 2),
        (b'{"island": {"layout": "\\ud800"}}', 2),
        (b'{"format": "tobago-position/1", "\\udfff": 1}', 2),
        (b'{"format": "\\u0000"}', 2),
        (b'{"format": NaN, "island": Infinity}', 2),
        (b'{"format": ' + 100_000 * b"[" + b"}", 2),
        (b'{"format": ' + 5_000 * b"1" + b"}", 2),
        (b"format = " + 100_000 * b"[", 2),
        (b"format = " + 100_000 * b"{a=", 2),
        (b"a." * 2_000 + b"a = 1", 2),
        (b"[" + b"a." * 2_000 + b"a]", 2),
        (b"[[" + b"a" + b"]]", 2),
        (b"#" + 1_000_000 * b"\xc3\xa9", 2),
        (b'"' + 1_000_000 * b"k" + b'" = 1', 2),
    ],
)
def test_odd_files(folder: Path, data: bytes, status: int) -> None:
    assert outcome_of(data) == status
    assert outcome_of(data, 8) in ((0, 1) if status == 0 else (2,))


# ---------------------------------------------------------------- broken values


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Go through the paths of all keys and items of a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield (*path, key)
        yield from places(item, (*path, key))


def with_value(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return the document with another value at a path."""
    if not path:
        return value
    copy = document.copy()
    copy[path[0]] = with_value(copy[path[0]], path[1:], value)
    return copy


WRONG: list[Any] = [
    None,
    True,
    0,
    -1,
    10**18,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "x",
    "\0",
    "\ud800",
    "\u202e",
    "a1",
    "brown",
    "x - at `$.foo",
    "é" * 100,
    1_000 * "x",
    [],
    [[]],
    [None],
    [""],
    ["a1", "a1"],
    [1, "x"],
    {},
    {"": {}},
    {"clues": 1},
    [{}],
    {"a": {"b": {"c": []}}},
]
ALL_PLACES = list(places(DOCUMENT))


@pytest.mark.parametrize("path", ALL_PLACES, ids=lambda path: ".".join(map(str, path)))
def test_every_value_replaced_in_json(folder: Path, path: tuple[Any, ...]) -> None:
    found = [
        outcome_of(json.dumps(with_value(DOCUMENT, path, value)), number, "game.json")
        for number, value in enumerate(WRONG)
    ]
    assert found.count(2) >= len(WRONG) // 2


DATES = [
    date(1979, 5, 27),
    datetime(1979, 5, 27, tzinfo=UTC),
    datetime(1979, 5, 27),
    clock(7, 32),
    0xFFFF,
    1e300,
]


@pytest.mark.parametrize("value", DATES, ids=str)
def test_every_value_replaced_in_toml(folder: Path, value: Any) -> None:
    for number, path in enumerate(ALL_PLACES):
        text = tomlkit.dumps(with_value(DOCUMENT, path, value))
        good = path[-1] == "landmark_gap" and value == 0xFFFF
        assert outcome_of(text, number) in ((0, 1) if good else (2,))


@pytest.mark.parametrize(
    "number", ["0x" + 5_000 * "f", "0b" + 20_000 * "1", "-9223372036854775809", "9" * 4_000]
)
def test_huge_numbers(folder: Path, number: str) -> None:
    for key in ("landmark_gap", "must_reduce", "own_hex"):
        text = SMALL.replace(f"{key} = ", f"{key} = {number} #")
        assert outcome_of(text) == 2
    assert outcome_of(SMALL + f"number = {number}") == 2


def test_numbers_that_fit(folder: Path) -> None:
    for number in (0, 2**63 - 1):
        assert outcome_of(SMALL.replace("landmark_gap = 2", f"landmark_gap = {number}")) == 0


@pytest.mark.parametrize("path", [(), *[path for path in ALL_PLACES if isinstance(path[-1], str)]], ids=str)
def test_unknown_keys_at_every_level(folder: Path, path: tuple[str, ...]) -> None:
    section: Any = DOCUMENT
    for key in path:
        section = section[key]
    if isinstance(section, dict):
        for key in (
            "x",
            "",
            "clue",
            "brwon",
            "layout ",
            "__class__",
            "0",
            "\0",
            "é",
            "\ud800",
            300 * "k",
            "$ref",
        ):
            for value in (1, {"x": 1}, None):
                broken = with_value(DOCUMENT, path, {**section, key: value})
                assert outcome_of(json.dumps(broken), 0, "game.json") == 2


def test_nesting_at_any_depth(folder: Path) -> None:
    for depth in [*range(1, 60, 7), *range(150, 1_000, 9), 1_000, 3_000]:
        for opening, closing in (("[", "]"), ('{"x":', "}")):
            inner = "1" if opening != "[" else ""
            value = opening * depth + inner + closing * depth
            assert outcome_of('{"format": "tobago-position/1", "island": ' + value + "}", depth) == 2
        value = "[" * depth + "]" * depth
        assert outcome_of(f"format = {value}") == 2


keys = st.sampled_from(
    sorted({key for path in ALL_PLACES for key in path if isinstance(key, str)})
) | st.text(max_size=3)
words = (
    st.sampled_from([*COLOURS, "red", "blue", "a1", "b2", "b2>NE", "ABC+0", "J J\n L", "tobago-position/1"])
    | st.sampled_from(CLUES).map(str)
    | st.text(max_size=5)
)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | words
documents = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=4),
    max_leaves=12,
)


@FUZZ
@given(st.dictionaries(keys, documents, max_size=5), st.integers(0, 8))
def test_any_json_object(folder: Path, document: dict[str, Any], number: int) -> None:
    assert outcome_of(json.dumps(document), number, "game.json") == 2
    whole = {"format": "tobago-position/1", "island": {"drawing": "J J S\n J L"}} | document
    assert outcome_of(json.dumps(whole), number, "game.json") in (0, 1, 2)


@FUZZ
@given(st.sampled_from(sorted(DOCUMENT)), documents, st.integers(0, 8))
def test_any_value_of_a_section(folder: Path, section: str, value: Any, number: int) -> None:
    assert outcome_of(json.dumps({**DOCUMENT, section: value}), number, "game.json") in (0, 1, 2)


@FUZZ
@given(st.text() | st.binary(), st.integers(0, 8))
@example("{", 0)
def test_any_text(folder: Path, text: str | bytes, number: int) -> None:
    assert outcome_of(text, number) == 2


# ---------------------------------------------------------------- further files


def position_with(section: str, key: str, value: str, **more: str) -> str:
    island = {"island": {"layout": "ABC+0"}}
    return json.dumps({"format": "tobago-position/1", **island, **more, section: {key: value}})


def test_special_files_are_no_files(folder: Path) -> None:
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("dangling").symlink_to("nowhere")
    Path("loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        names = [
            "pipe",
            "folder",
            "dangling",
            "loop",
            "socket",
            "/dev/zero",
            "/dev/full",
            "/dev/stdin",
            "",
            "..",
            "none",
        ]
        for name in names:
            for section, key in (("island", "file"), ("components", "sides"), ("components", "deck")):
                for number in range(len(COMMANDS)):
                    assert outcome_of(position_with(section, key, name), number, "game.json") == 2
    assert outcome("solve", "/dev/zero") == 2
    assert outcome("solve", "folder") == 2


SIDES = "side,a,b,terrain\n" + "".join(
    f"a,{a},{b},{t}\n" for a in range(3) for b, t in enumerate(("lake", "river"))
)
DECK = 'format = "tobago-deck/1"\ntitle = "mine"\n[cards]\n"in jungle" = 3\n"not next to hut" = 1\n'
DRAWING = "J J S . .\n J L L B .\nM M L B .\n"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        (SIDES, {"island": {"layout": "aBC+0"}, "components": {"sides": "further"}}),
        (DECK, {"island": {"layout": "ABC+0"}, "components": {"deck": "further"}}),
        (DRAWING, {"island": {"file": "further"}}),
    ],
    ids=["sides", "deck", "drawing"],
)
def test_mutated_further_files(folder: Path, text: str, position: dict[str, Any]) -> None:
    random = Random(text)
    Path("game.json").write_text(json.dumps({"format": "tobago-position/1", **position}))
    Path("further").write_text(text)
    assert ask("game.json") == 0
    found = []
    for number in range(250):
        Path("further").write_bytes(mutated(text.encode(), random))
        found.append(ask("game.json", number % 7))
    assert {0, 2} <= set(found)
    for data in (
        b"",
        b"\0",
        b"\xff",
        b'"',
        b"\n\n\n",
        200_000 * b"x",
        b"\xef\xbb\xbf" + text.encode(),
        b"," * 1_000,
    ):
        Path("further").write_bytes(data)
        assert ask("game.json") == (0 if text.encode() in data else 2)


@FUZZ
@given(st.text(), st.sampled_from(["sides", "deck", "file"]))
def test_any_further_file(folder: Path, text: str, key: str) -> None:
    Path("further").write_text(text, newline="")
    section = "island" if key == "file" else "components"
    status = outcome_of(position_with(section, key, "further"), 0, "game.json")
    assert status in ((0, 2) if key == "file" else (2,))


@FUZZ
@given(drawings | st.text("BJLMRS. \n\t\r\v\x85é", max_size=30), st.integers(0, 6))
def test_any_drawing(folder: Path, drawing: str, number: int) -> None:
    Path("game.json").write_text(json.dumps({"format": "tobago-position/1", "island": {"drawing": drawing}}))
    status = ask("game.json", number)
    Path("island.txt").write_text(drawing, newline="")
    Path("new.toml").unlink(missing_ok=True)
    assert (outcome("new", "--drawing", "island.txt", "new.toml") == 2) == (status == 2)
    if status != 2:
        assert Position.load("new.toml").setting.island == Position.load("game.json").setting.island


def test_far_too_large_drawings_are_refused(folder: Path) -> None:
    for drawing in (".\n" * 1_500_000 + "J", "J" + " ." * 1_500_000 + " J"):
        document = {"format": "tobago-position/1", "island": {"drawing": drawing}}
        assert outcome_of(json.dumps(document), 0, "game.json") == 2
