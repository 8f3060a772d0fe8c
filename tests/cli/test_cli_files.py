"""The commands that write files: new, lay and undo, whole or not at all."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from cli_helpers import EXAMPLE

from toolkit.games.tobago import (
    Clue,
    Position,
    Setting,
    boxed_island,
    placement_faults,
    random_setting,
    table,
)
from toolkit.hexmap import parse_drawing, random_island

if TYPE_CHECKING:
    import subprocess

    import pytest
    from cli_helpers import Tobago


# ---------------------------------------------------------------- new


def test_new_holds_the_island_that_was_ordered(tobago: Tobago, game: Path) -> None:
    def made(*order: str, name: str = "start.toml") -> Setting:
        assert tobago("new", "--force", *order, name).err == f"wrote {name}\n"
        return Position.load(name).setting

    text = "\n . J S .\nL . . L\n J"
    Path("island.txt").write_text(text)
    assert made().island == boxed_island("ABC+0") == made(name="game.toml").island
    assert not any(made().landmarks.values())
    assert made("--drawing", "island.txt").island == parse_drawing(text)
    for seed in (0, 3, -5, 10**30):
        setting = made("--random", str(seed))
        assert setting == random_setting(random_island(seed), seed)
        assert placement_faults(setting) == []
        first = Path("start.toml").read_bytes()
        old = made("--random", str(seed), "--random-version", "1")
        assert old == random_setting(random_island(seed, version=1), seed)
        made("--random", str(seed))
        assert Path("start.toml").read_bytes() == first
    assert len(made("--random", "3", "--hexes", "150").island) == 150
    assert made("--layout", "ABC+1", "--landmarks", "9") == random_setting(boxed_island("ABC+1"), 9)
    assert made(name="start.json").island == boxed_island()
    assert json.loads(Path("start.json").read_text())["island"] == {"layout": "ABC+0"}
    assert Position.parse(tobago("new", "-").out).setting.island == boxed_island()


# ---------------------------------------------------------------- lay and undo


def test_lay_and_undo_of_json_and_crlf_files(tobago: Tobago, tmp_path: Path) -> None:
    now = Position.parse(EXAMPLE)
    (tmp_path / "game.json").write_text(now.to_json())
    (tmp_path / "crlf.toml").write_bytes(EXAMPLE.replace("\n", "\r\n").encode())
    (tmp_path / "one-line.json").write_text(json.dumps(now.to_dict()))
    for name in ("game.json", "crlf.toml", "one-line.json"):
        before = Path(name).read_bytes()
        assert tobago("lay", name, "brown", "next to statue").status == 0
        assert Position.load(name) == table.lay(now, "brown", Clue.parse("next to statue"))
        assert (b"\r\n" in Path(name).read_bytes()) == (b"\r\n" in before)
        assert tobago("undo", name).status == 0
        assert Path(name).read_bytes() == before


def test_lay_keeps_links_and_permissions(tobago: Tobago, game: Path) -> None:
    game.chmod(0o640)
    link = game.with_name("link.toml")
    link.symlink_to("game.toml")
    assert tobago("lay", "link.toml", "brown", "next to statue").status == 0
    assert link.is_symlink()
    assert "next to statue" in link.read_text().split("[hand]")[0]
    assert stat.S_IMODE(game.stat().st_mode) == 0o640


def test_a_pipe_is_not_replaced(tobago: Tobago, game: Path) -> None:
    os.mkfifo("pipe")
    for order in (("show", str(game), "--svg", "pipe"), ("new", "--force", "pipe")):
        done = tobago(*order)
        assert (done.status, done.out, "pipe: not a regular file" in done.err) == (2, "", True)
    ours = ("puzzle", "new", "--kind", "pinpoint", "--out", "pipe")
    assert "pipe: not a regular file" in tobago(*ours).err
    assert "a pipe into which nobody writes" in tobago("solve", "pipe").err
    assert stat.S_ISFIFO(Path("pipe").stat().st_mode)
    assert sorted(path.name for path in game.parent.iterdir()) == ["game.toml", "pipe"]


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


def test_two_at_once_and_kills_lose_nothing(
    run_python: Callable[..., subprocess.CompletedProcess[bytes]],
) -> None:
    code = "import runpy, sys; sys.argv[1:] = ['6', '15']; runpy.run_path(%r, run_name='__main__')"
    done = run_python(code % str(Path(__file__).with_name("writers.py")))
    assert (done.returncode, done.stderr) == (0, b""), done.stdout
    assert b"6 pairs, 12 clues laid, 0 refused" in done.stdout
    assert b"15 kills" in done.stdout
