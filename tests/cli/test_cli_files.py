"""The commands that write files: new, lay and undo, whole or not at all."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import EXAMPLE, LEGAL, NEXT_TO_STATUE

from toolkit.games.tobago import Clue, Position, boxed_island, placement_faults, random_setting
from toolkit.hexmap import parse_drawing, random_island

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cli_helpers import Tobago

# ---------------------------------------------------------------- new


def test_new_is_the_island_of_the_box(tobago: Tobago) -> None:
    done = tobago("new", "start.toml")
    assert (done.status, done.out, done.err) == (0, "", "wrote start.toml\n")
    now = Position.load("start.toml")
    assert now.setting.island == boxed_island("ABC+0")
    assert not any(now.setting.landmarks.values())


def test_new_with_a_drawing(tobago: Tobago) -> None:
    text = "\n . J S .\nL . . L\n J"
    Path("island.txt").write_text(text)
    assert tobago("new", "--drawing", "island.txt", "start.toml").status == 0
    assert Position.load("start.toml").setting.island == parse_drawing(text)


@pytest.mark.parametrize("seed", [0, 3, -5, 10**30])
def test_new_with_a_random_island(tobago: Tobago, seed: int) -> None:
    assert tobago("new", "--random", str(seed), "start.toml").status == 0
    now = Position.load("start.toml")
    assert now.setting == random_setting(random_island(seed), seed)
    assert placement_faults(now.setting) == []
    assert tobago("solve", "start.toml").err == ""
    first = Path("start.toml").read_bytes()
    assert tobago("new", "--random", str(seed), "--force", "start.toml").status == 0
    assert Path("start.toml").read_bytes() == first


def test_new_in_another_size_and_with_landmarks(tobago: Tobago) -> None:
    assert tobago("new", "--random", "3", "--hexes", "150", "start.toml").status == 0
    assert len(Position.load("start.toml").setting.island) == 150
    assert tobago("new", "--layout", "ABC+1", "--landmarks", "9", "boxed.toml").status == 0
    assert Position.load("boxed.toml").setting == random_setting(boxed_island("ABC+1"), 9)


def test_new_in_json_and_to_standard_output(tobago: Tobago) -> None:
    assert tobago("new", "start.json").status == 0
    assert json.loads(Path("start.json").read_text())["island"] == {"layout": "ABC+0"}
    done = tobago("new", "-")
    assert done.status == 0
    assert Position.parse(done.out).setting.island == boxed_island()
    told = tobago("new", "other.toml", "--json")
    assert told.json == {"format": "tobago-new/1", "file": "other.toml", "island": "ABC+0", "hexes": 104}


def test_new_replaces_nothing_unless_forced(tobago: Tobago, game: Path) -> None:
    refused = tobago("new", "game.toml")
    assert (refused.status, refused.out) == (2, "")
    assert "is there already" in refused.err
    assert game.read_text() == EXAMPLE
    assert tobago("new", "game.toml", "--force").status == 0
    assert game.read_text() != EXAMPLE


# ---------------------------------------------------------------- lay and undo


def test_lay_writes_the_clue(tobago: Tobago, game: Path) -> None:
    done = tobago("lay", str(game), "brown", "next to statue", "--owner", "red", "--json")
    note = "note: 'next to statue' still stands under [hand]\n"
    assert (done.status, done.err, done.json) == (0, note, LEGAL)
    now = Position.load(game)
    assert now == Position.parse(EXAMPLE).lay("brown", Clue.parse("next to statue"), "red")
    assert "# hexes whose cube an amulet took" in game.read_text()
    assert tobago("solve", str(game), "--json").json["maps"]["brown"]["candidates"] == NEXT_TO_STATUE


@pytest.mark.parametrize("clue", ["in largest lake", "in jungle"])
@pytest.mark.parametrize("flags", [[], ["--json"]])
def test_an_illegal_clue_changes_nothing(tobago: Tobago, game: Path, clue: str, flags: list[str]) -> None:
    before = game.stat()
    done = tobago("lay", str(game), "brown", clue, *flags)
    assert done.status == 1
    assert game.read_bytes() == EXAMPLE.encode()
    assert (game.stat().st_ino, game.stat().st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert [path.name for path in game.parent.iterdir()] == ["game.toml"]
    assert json.loads(done.out)["legal"] is False if flags else done.out.startswith("illegal")


def test_undo_takes_the_last_clue_back(tobago: Tobago, game: Path) -> None:
    assert tobago("lay", str(game), "brown", "next to statue").status == 0
    assert tobago("lay", str(game), "white", "in lake", "--owner", "blue").status == 0
    done = tobago("undo", str(game), "--json")
    assert done.json == {"format": "tobago-undo/1", "map": "white", "clue": "in lake"}
    assert tobago("undo", str(game)).status == 0
    assert Position.load(game) == Position.parse(EXAMPLE)
    for _ in range(2):  # the two clues of the example itself: only brown has any
        assert tobago("undo", str(game)).status == 0
    empty = tobago("undo", str(game))
    assert (empty.status, empty.out) == (1, "")
    assert "no clue lies on any map" in empty.err


def test_lay_and_undo_of_json_and_crlf_files(tobago: Tobago, tmp_path: Path) -> None:
    now = Position.parse(EXAMPLE)
    (tmp_path / "game.json").write_text(now.to_json())
    (tmp_path / "crlf.toml").write_bytes(EXAMPLE.replace("\n", "\r\n").encode())
    for name in ("game.json", "crlf.toml"):
        assert tobago("lay", name, "brown", "next to statue").status == 0
        assert Position.load(name) == now.lay("brown", Clue.parse("next to statue"))
        assert tobago("undo", name).status == 0
        assert Position.load(name) == now
    assert (tmp_path / "game.json").read_text().startswith("{")
    assert b'"not next to hut"]\r\n' in (tmp_path / "crlf.toml").read_bytes()


def test_lay_keeps_links_and_permissions(tobago: Tobago, game: Path) -> None:
    game.chmod(0o640)
    link = game.with_name("link.toml")
    link.symlink_to("game.toml")
    assert tobago("lay", "link.toml", "brown", "next to statue").status == 0
    assert link.is_symlink()
    assert "next to statue" in link.read_text().split("[hand]")[0]
    assert stat.S_IMODE(game.stat().st_mode) == 0o640


def test_a_failing_write_leaves_the_old_file_and_no_other(
    tobago: Tobago, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr(Path, "replace", fail)
    done = tobago("lay", str(game), "brown", "next to statue")
    assert (done.status, game.read_text()) == (2, EXAMPLE)
    assert "no space left on device" in done.err
    assert len(synced) == 1  # the text is on the disk before the old file goes
    assert [path.name for path in game.parent.iterdir()] == ["game.toml"]


def test_only_regular_files_are_replaced(tobago: Tobago, game: Path) -> None:
    os.mkfifo("pipe")
    Path("folder").mkdir()
    for out in ("pipe", "folder"):
        done = tobago("show", str(game), "--svg", out)
        assert (done.status, done.out) == (2, "")
        assert f"{out}: not a regular file" in done.err
        assert tobago("new", "--force", out).status == 2
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert sorted(path.name for path in game.parent.iterdir()) == ["folder", "game.toml", "pipe"]


LAYING = """
import sys
from workbench.cli.main import run
terminal, sys.stdout = sys.stdout, open(sys.argv[2], "w")
while True:
    assert run(["lay", sys.argv[1], "brown", "next to statue", "--json"]) == 0
    assert run(["undo", sys.argv[1], "--json"]) == 0
    print("laid", file=terminal, flush=True)
"""


@pytest.fixture
def laying(game: Path) -> Iterator[Callable[[], subprocess.Popen[bytes]]]:
    """Start processes that lay and take back a clue for ever."""
    started: list[subprocess.Popen[bytes]] = []
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}

    def start() -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-c", LAYING, str(game), os.devnull]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=environment)
        started.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == b"laid\n"
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_a_killed_lay_never_leaves_a_torn_file(
    game: Path, laying: Callable[[], subprocess.Popen[bytes]]
) -> None:
    now = Position.parse(EXAMPLE)
    allowed = [now, now.lay("brown", Clue.parse("next to statue"))]
    seen: set[bytes] = set()
    for turn in range(8):
        process = laying()
        until = time.monotonic() + 0.05 + 0.013 * turn
        while time.monotonic() < until:  # whoever reads meanwhile sees the old file or the new one
            seen.add(game.read_bytes())
        process.send_signal(signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL
        seen.add(game.read_bytes())
        game.write_text(EXAMPLE)
    assert len(seen) == 2  # with the clue, and with it taken back again
    for text in seen:
        assert Position.parse(text.decode()) in allowed
