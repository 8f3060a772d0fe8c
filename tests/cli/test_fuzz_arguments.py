"""Nothing that people can write on the command line ends in a traceback, and random games can be played.

Every case runs the command line in this process: it returns 0, 1 or 2, and 2 comes with one message.
"""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random

import pytest
from fuzz_helpers import COMMANDS, FUZZ, SMALL, outcome
from hypothesis import given
from hypothesis import strategies as st

from toolkit.games.tobago import CLUES, COLOURS, Clue, Position, boxed_island, random_setting
from toolkit.hexmap import random_island
from workbench.cli.main import run

# ---------------------------------------------------------------- good files, played at random


def test_random_games(folder: Path) -> None:
    for seed in range(12):
        random = Random(seed)
        island = boxed_island() if seed % 3 == 0 else random_island(seed, random.randint(50, 120))
        name = f"game{seed}.{'json' if seed % 2 else 'toml'}"
        now = Position(setting=random_setting(island, seed))
        Path(name).write_text(now.to_json() if seed % 2 else now.to_toml())
        for _ in range(6):
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


# ---------------------------------------------------------------- arguments


@FUZZ
@given(st.text(max_size=12), st.lists(st.text(max_size=12), min_size=1, max_size=3))
def test_any_map_and_clue(folder: Path, colour: str, clue: list[str]) -> None:
    Path("small.toml").write_text(SMALL)
    assert outcome("check", "small.toml", "--", colour, *clue) == 2
    assert outcome("lay", "small.toml", "--", "brown", *clue) == 2
    assert outcome("why", "small.toml", "--", "brown", clue[0]) == 2
    assert Path("small.toml").read_text() == SMALL


clue_words = st.lists(
    st.sampled_from(
        [
            "not",
            "in",
            "next",
            "to",
            "within",
            "2",
            "of",
            "largest",
            "lake",
            "ocean",
            "hut",
            "NOT",
            "Hut",
            "\t",
        ]
    ),
    max_size=7,
)


@FUZZ
@given(clue_words)
def test_clue_like_words(folder: Path, text: list[str]) -> None:
    Path("small.toml").write_text(SMALL)
    normal = " ".join(" ".join(text).lower().split())
    known = normal in {str(clue) for clue in CLUES}
    status = outcome("check", "small.toml", "white", "--json", " ".join(text))
    assert (status == 2) != known
    if known:
        assert Clue.parse(" ".join(text)) == Clue.parse(normal)


@pytest.mark.parametrize(
    "file", ["", ".", "..", "none", "none/none", "x" * 5_000, "\ud800", "a\0b", "\n", "/", "game.toml/x"]
)
def test_odd_file_names(folder: Path, file: str) -> None:
    Path("game.toml").write_text(SMALL)
    for command, *rest in COMMANDS:
        assert status_of(command, file, *rest) == 2


def status_of(*arguments: str) -> int:
    """Return the status of a command whose own arguments cannot be printed plainly."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = run(list(arguments))
    assert out.getvalue() == ""
    assert "Traceback" not in err.getvalue()
    assert err.getvalue().count("tobago: ") == 1
    return status


OPTIONS = ["--json", "--x", "--svg", "--owner", "--", "--random", "--hexes", "--layout"]
VALUES = ["", "game.toml", "brown", "in", "lake", "red", "7", "ABC+1"]
ARGUMENTS = [*[command for command, *_ in COMMANDS], "new", "why", *OPTIONS, *VALUES]


@FUZZ
@given(st.lists(st.sampled_from(ARGUMENTS), min_size=1, max_size=6))
def test_any_command_line(folder: Path, arguments: list[str]) -> None:
    Path("game.toml").write_text(SMALL)
    assert outcome(*arguments) in (0, 1, 2)
