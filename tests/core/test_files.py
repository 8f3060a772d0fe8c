"""Files read, rewritten by several at once, and gone on with."""

import os
import stat
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest

from toolkit.core import files
from toolkit.core.errors import ToolkitError
from toolkit.core.files import appending, read_bytes, rewriting, write_atomically


def names(folder):
    return sorted(path.name for path in folder.iterdir())


# ---- rewriting ----
def test_two_writers_at_the_same_moment_lose_nothing(tmp_path):
    path, each = tmp_path / "count", 50
    path.write_text("0")

    def count():
        for _ in range(each):
            with rewriting(path) as write:
                write(str(int(path.read_text()) + 1))

    threads = [threading.Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_text() == str(4 * each)
    assert names(tmp_path) == ["count"]


def test_a_change_by_another_program_is_never_written_over(tmp_path):
    path = tmp_path / "game"
    for before, there in (("old", "edited by hand"), (None, "new by hand"), ("old", None)):
        path.unlink(missing_ok=True)
        if before:
            path.write_text(before)
        with rewriting(path) as write:
            path.write_text(there) if there else path.unlink()
            with pytest.raises(ToolkitError, match="was changed meanwhile"):
                write("ours")
        assert names(tmp_path) == ["game"] * bool(there)
        assert not there or path.read_text() == there


def test_who_waits_too_long_for_a_writer_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "PATIENCE", 0.05)
    path = tmp_path / "game"
    with rewriting(path) as write:
        with pytest.raises(OSError, match="being written by another command"):
            write_atomically(path, "second")
        write("first")
    assert (path.read_text(), names(tmp_path)) == ("first", ["game"])


def test_what_a_killed_writer_left_is_taken_away_by_the_next_one(tmp_path):
    code = """
import os, signal, sys
from pathlib import Path
from toolkit.core import files
os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
files.write_atomically(Path("game"), "half of it")
"""
    (tmp_path / "game").write_text("old")
    (tmp_path / "game.other").write_text("of somebody else")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    killed = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=False)
    assert killed.returncode == -9
    assert len(names(tmp_path)) == 4  # with its lock, and the half
    assert (tmp_path / "game").read_text() == "old"
    write_atomically(tmp_path / "game", "new")
    assert names(tmp_path) == ["game", "game.other"]


def test_links_are_followed_but_never_in_a_circle(tmp_path):
    (tmp_path / "one").symlink_to("two")
    (tmp_path / "two").symlink_to("one")
    with pytest.raises(OSError, match="Too many levels of symbolic links"):
        write_atomically(tmp_path / "one", "text")
    with pytest.raises(OSError, match="Too many levels of symbolic links"), appending(tmp_path / "one"):
        pass
    assert (tmp_path / "one").is_symlink()
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder/game")
    for text in ("new", "newer"):
        write_atomically(tmp_path / "link", text)
        assert ((tmp_path / "folder/game").read_text(), (tmp_path / "link").is_symlink()) == (text, True)
        (tmp_path / "folder/game").chmod(0o606)
    write_atomically(tmp_path / "link", "newest")
    assert stat.S_IMODE((tmp_path / "folder/game").stat().st_mode) == 0o606


# ---- pipes ----
@contextmanager
def writer(pipe, content, wait=0.0):
    """Write into a pipe from another process, as a shell does."""
    code = "import sys, time; time.sleep(float(sys.argv[2])); open(sys.argv[1], 'w').write(sys.argv[3])"
    with subprocess.Popen([sys.executable, "-c", code, str(pipe), str(wait), content]):
        yield


def test_a_pipe_is_read_when_somebody_writes_and_refused_otherwise(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with writer(pipe, "x" * 100_000, wait=0.1):
        assert read_bytes(pipe, 99_999) == b"x" * 99_999
    reader, end = os.pipe()
    with os.fdopen(reader), os.fdopen(end, "wb", buffering=0) as told:
        told.write(b"text")
        threading.Timer(0.1, told.close).start()
        assert read_bytes(Path(f"/dev/fd/{reader}"), 99) == b"text"
    with pytest.raises(OSError, match="a pipe into which nobody writes"):
        read_bytes(pipe, 9)


@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_neither_replaced_nor_waited_for(tmp_path, kind):
    path = tmp_path / "x" if kind != "device" else Path("/dev/null")
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    before = path.stat()
    with pytest.raises(OSError, match="not a regular file"):
        write_atomically(path, "text")
    with pytest.raises(OSError, match="not a regular file"), appending(path):
        pass
    with pytest.raises(OSError, match=r"nobody writes|not a regular file|Is a directory"):
        read_bytes(path, 9)
    assert path.stat().st_ino == before.st_ino
    assert names(tmp_path) == ["x"] * (kind != "device")


# ---- going on ----
def test_a_file_has_one_run_at_a_time_and_no_empty_one_stays(tmp_path):
    path = tmp_path / "lines"
    with appending(path) as file:
        with pytest.raises(ToolkitError, match="in use by another run"), appending(path):
            pass
        assert file.read() == b""
    assert names(tmp_path) == []
    for _ in range(2):
        with appending(path) as file:
            file.write(b"line\n")
    assert path.read_bytes() == b"line\nline\n"
