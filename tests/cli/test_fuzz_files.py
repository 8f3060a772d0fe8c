"""Nothing that people can write into a file or on the command line ends in a traceback.

Every case runs the command line in this process: it returns 0, 1 or 2, and 2 comes with one message.
"""

from __future__ import annotations

import io
import json
import os
import socket
from contextlib import redirect_stderr, redirect_stdout
from datetime import UTC, date, datetime
from datetime import time as clock
from pathlib import Path
from random import Random
from typing import Any

import tomlkit
from fuzz_helpers import (
    BOXED,
    COMMANDS,
    DOCUMENT,
    FUZZ,
    SMALL,
    ask,
    mutated,
    outcome,
    outcome_of,
    places,
    with_value,
)
from hypothesis import example, given
from hypothesis import strategies as st
from sizes import examples
from strategies import drawings

from toolkit.games.tobago import CLUES, COLOURS, Position, boxed_island, random_setting
from toolkit.hexmap import random_island
from workbench.cli.main import run

# ---------------------------------------------------------------- broken bytes


def test_mutated_files(folder: Path) -> None:
    for text in (SMALL, json.dumps(DOCUMENT), BOXED):
        good = [outcome_of(text, number) for number in range(len(COMMANDS))]
        assert good == [0, 0, 1, 0, 0, 0, 0, 0, 0] if text != json.dumps(DOCUMENT) else 2 not in good
        random, count = Random(text), examples(150)
        found = [outcome_of(mutated(text.encode(), random), number) for number in range(count)]
        assert {0, 2} <= set(found)
        assert found.count(2) > count // 3


BARE = b'{"format": "tobago-position/1", "island": {"layout": "ABC+0"}}'


def test_odd_files(folder: Path) -> None:
    for status, files in {
        0: (
            b"\xef\xbb\xbf" + SMALL.encode(),
            b"\xef\xbb\xbf" + json.dumps(DOCUMENT).encode(),
            SMALL.replace("\n", "\r\n").encode(),
            SMALL.replace("optional", "caf\xe9 \U0001f334").encode(),
            SMALL.replace("landmark_gap = 2", f"landmark_gap = {2**63 - 1}").encode(),
            BARE,
        ),
        2: (
            *(b"", b"\n", b"\0", b"\xff\xfe{\0}\0", b"{", b"{}", b"[]", b"null"),
            b"\xef\xbb\xbf\xef\xbb\xbf" + SMALL.encode(),
            SMALL.encode("utf-16"),
            SMALL.replace("\n", "\r").encode(),
            SMALL.replace("\n", "\v").encode(),
            SMALL.replace("optional", "caf\xe9").encode("latin-1"),
            SMALL.encode() + b"\x1a",
            SMALL.encode() * 2,
            b"\xc2\xa0" + BARE,
            BARE + b" {}",
            BARE.replace(b'", "island', b'", "format": "tobago-position/1", "island'),
            b'{"island": {"layout": "\\ud800"}}',
            b'{"format": "tobago-position/1", "\\udfff": 1}',
            b'{"format": "\\u0000"}',
            b'{"format": NaN, "island": Infinity}',
            b'{"format": ' + 100_000 * b"[" + b"}",
            b'{"format": ' + 5_000 * b"1" + b"}",
            b"format = " + 100_000 * b"[",
            b"format = " + 100_000 * b"{a=",
            b"a." * 2_000 + b"a = 1",
            b"[" + b"a." * 2_000 + b"a]",
            b"#" + 1_000_000 * b"\xc3\xa9",
            b'"' + 1_000_000 * b"k" + b'" = 1',
        ),
    }.items():
        for data in files:
            assert outcome_of(data) == status
            assert outcome_of(data, 8) in ((0, 1) if status == 0 else (2,))


# ---------------------------------------------------------------- broken values

NUMBERS = (None, True, 0, -1, 10**18, 10**30, 1.5, float("nan"), float("inf"))
TEXTS = ("", " ", "x", "\0", "\ud800", "\u202e", "a1", "brown", "x - at `$.foo", "é" * 100, 1_000 * "x")
LISTS = ([], [[]], [None], [""], ["a1", "a1"], [1, "x"])
WRONG = [*NUMBERS, *TEXTS, *LISTS, {}, {"": {}}, {"clues": 1}, [{}], {"a": {"b": {"c": []}}}]
DATES = [
    *(date(1979, 5, 27), datetime(1979, 5, 27, tzinfo=UTC), datetime(1979, 5, 27), clock(7, 32)),
    *(0xFFFF, 1e300),
]
ALL_PLACES = list(places(DOCUMENT))


def test_every_value_replaced(folder: Path) -> None:
    found = [
        outcome_of(json.dumps(with_value(DOCUMENT, path, value)), number, "game.json")
        for start, path in enumerate(ALL_PLACES)
        for number, value in enumerate(WRONG[start % 3 :: 3])
    ]
    assert found.count(2) > len(found) // 2
    for number, path in enumerate(ALL_PLACES):
        value = DATES[number % len(DATES)]
        good = path[-1] == "landmark_gap" and value == 0xFFFF
        text = tomlkit.dumps(with_value(DOCUMENT, path, value))
        assert outcome_of(text, number) in ((0, 1) if good else (2,))


def test_huge_numbers_and_unknown_keys(folder: Path) -> None:
    for number in ("0x" + 5_000 * "f", "0b" + 20_000 * "1", "-9223372036854775809", "9" * 4_000):
        for key in ("landmark_gap", "must_reduce", "own_hex"):
            assert outcome_of(SMALL.replace(f"{key} = ", f"{key} = {number} #")) == 2
        assert outcome_of(SMALL + f"number = {number}") == 2
    odd = ("x", "", "clue", "brwon", "layout ", "__class__", "0", "\0", "é", "\ud800", 300 * "k", "$ref")
    for path in [(), *(path for path in ALL_PLACES if isinstance(path[-1], str))]:
        section: Any = DOCUMENT
        for key in path:
            section = section[key]
        for number, key in enumerate(odd if isinstance(section, dict) else ()):
            broken = with_value(DOCUMENT, path, {**section, key: (1, {"x": 1}, None)[number % 3]})
            assert outcome_of(json.dumps(broken), 0, "game.json") == 2


def test_nesting_at_any_depth(folder: Path) -> None:
    for depth in (1, 2, 30, 60, 150, 500, 990, 1_000, 3_000):
        for opening, inner, closing in (("[", "", "]"), ('{"x":', "1", "}")):
            value = opening * depth + inner + closing * depth
            assert outcome_of('{"format": "tobago-position/1", "island": ' + value + "}", depth) == 2
        assert outcome_of(f"format = {'[' * depth}{']' * depth}") == 2


@FUZZ
@given(st.text() | st.binary(), st.integers(0, 8))
@example("{", 0)
def test_any_text(folder: Path, text: str | bytes, number: int) -> None:
    assert outcome_of(text, number) == 2


# ---------------------------------------------------------------- further files


def test_special_files_are_no_files(folder: Path) -> None:
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("dangling").symlink_to("nowhere")
    Path("loop").symlink_to("loop")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket")
        here = ["pipe", "folder", "dangling", "loop", "socket", "", "..", "none"]
        for number, name in enumerate([*here, "/dev/zero", "/dev/full", "/dev/stdin"]):
            for section, key in (("island", "file"), ("components", "sides"), ("components", "deck")):
                text = json.dumps({**json.loads(BARE), section: {key: name}})
                assert outcome_of(text, number, "game.json") == 2
    assert outcome("solve", "/dev/zero") == 2
    assert outcome("solve", "folder") == 2


SIDES = "side,a,b,terrain\n" + "".join(
    f"a,{a},{b},{t}\n" for a in range(3) for b, t in enumerate(("lake", "river"))
)
DECK = 'format = "tobago-deck/1"\ntitle = "mine"\n[cards]\n"in jungle" = 3\n"not next to hut" = 1\n'


def test_odd_further_files(folder: Path) -> None:
    for text, position in (
        (SIDES, {"island": {"layout": "aBC+0"}, "components": {"sides": "further"}}),
        (DECK, {"island": {"layout": "ABC+0"}, "components": {"deck": "further"}}),
        ("J J S . .\n J L L B .\nM M L B .\n", {"island": {"file": "further"}}),
    ):
        Path("game.json").write_text(json.dumps({"format": "tobago-position/1", **position}))
        odd = (b"", b"\0", b"\xff", b'"', b"\n\n\n", 200_000 * b"x", b"," * 1_000)
        further = [text.encode(), b"\xef\xbb\xbf" + text.encode(), *odd]
        found = []
        for data in further:
            Path("further").write_bytes(data)
            found.append(ask("game.json"))
        assert found == [0, 0, *[2] * len(odd)]


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
    document = {"format": "tobago-position/1", "island": {"drawing": "J" + " ." * 1_100_000 + " J"}}
    assert outcome_of(json.dumps(document), 0, "game.json") == 2


# ---------------------------------------------------------------- arguments


def test_random_games(folder: Path) -> None:
    for seed in range(examples(5)):
        random = Random(seed)
        island = boxed_island() if seed % 3 == 0 else random_island(seed, random.randint(50, 120))
        name = f"game{seed}.{'json' if seed % 2 else 'toml'}"
        now = Position(setting=random_setting(island, seed))
        Path(name).write_text(now.to_json() if seed % 2 else now.to_toml())
        for _ in range(5):
            colour, clue = random.choice(COLOURS), random.choice(CLUES)
            legal = now.maps[colour].verdict(clue).legal
            now = now.lay(colour, clue) if legal else now
            assert outcome("lay", name, colour, str(clue)) == (0 if legal else 1)
            assert Position.load(name) == now
        while now.order:
            now = now.undo()
            assert outcome("undo", name) == 0
            assert Position.load(name) == now
        assert outcome("undo", name) == 1


@FUZZ
@given(st.text(max_size=12), st.lists(st.text(max_size=12), min_size=1, max_size=3))
def test_any_map_and_clue(folder: Path, colour: str, clue: list[str]) -> None:
    Path("small.toml").write_text(SMALL)
    assert outcome("check", "small.toml", "--", colour, *clue) == 2
    assert outcome("lay", "small.toml", "--", "brown", *clue) == 2
    assert outcome("why", "small.toml", "--", "brown", clue[0]) == 2
    assert Path("small.toml").read_text() == SMALL


def test_odd_file_names(folder: Path) -> None:
    Path("game.toml").write_text(SMALL)
    for file in ("", ".", "none/none", "x" * 5_000, "\ud800", "a\0b", "\n", "/", "game.toml/x"):
        for command, *rest in COMMANDS[::2]:
            out, err = io.StringIO(), io.StringIO()  # such arguments cannot be printed plainly
            with redirect_stdout(out), redirect_stderr(err):
                assert run([command, file, *rest]) == 2
            assert (out.getvalue(), "Traceback" in err.getvalue()) == ("", False)
            assert err.getvalue().startswith(("tobago: ", '{"format": "tobago-error/1"'))


OPTIONS = ["--json", "--x", "--svg", "--owner", "--", "--random", "--hexes", "--layout"]
VALUES = ["", "game.toml", "brown", "in", "lake", "red", "7", "ABC+1"]
ARGUMENTS = [*[command for command, *_ in COMMANDS], "new", "why", *OPTIONS, *VALUES]


@FUZZ
@given(st.lists(st.sampled_from(ARGUMENTS), min_size=1, max_size=6))
def test_any_command_line(folder: Path, arguments: list[str]) -> None:
    Path("game.toml").write_text(SMALL)
    assert outcome(*arguments) in (0, 1, 2)
