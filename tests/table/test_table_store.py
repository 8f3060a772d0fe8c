"""The file of a table: what was kept is there, any other file gets a sentence, and nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from workbench.table.opening import open_table
from workbench.table.store import _SCHEMA, APPLICATION, VERSION, Store, StoreError

EVENTS = [{"begin": True}, {"by": 1, "do": ["go"], "name": "فارسی \u200c\x00\U0001f600"}, {"free": 2}]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.table"
    store = Store(path)
    assert [store.add(event) for event in EVENTS] == [1, 2, 3]
    store.close()
    return path


def opened(path: Path) -> list[dict]:
    store = Store(path)
    try:
        return [event for _, event in store.events()]
    finally:
        store.close()


def refusal(path: Path) -> str:
    with pytest.raises(StoreError) as refused:
        opened(path)
    assert str(path) in str(refused.value)
    return str(refused.value).removeprefix(f"{path}: ")


def test_what_was_added_is_there(kept: Path) -> None:
    assert opened(kept) == EVENTS
    assert list(kept.parent.iterdir()) == [kept]  # closed, it is one file


def test_a_file_without_anything_becomes_a_table(tmp_path: Path) -> None:
    path = tmp_path / "empty.table"
    path.touch()
    assert opened(path) == []
    assert path.read_bytes() == b""  # until there is an event


def test_what_is_read_only_is_not_written_to(tmp_path: Path, kept: Path) -> None:
    before = kept.read_bytes()
    store = Store(kept, read_only=True)
    assert [event for _, event in store.events()] == EVENTS
    with pytest.raises(StoreError, match="cannot be written"):
        store.add({})
    assert ([*kept.parent.iterdir()], kept.read_bytes()) == ([kept], before)
    store.close()
    server = Store(kept)
    with pytest.raises(StoreError, match="another server has this table open"):
        Store(kept, read_only=True)
    server.add({"last": True})
    shutil.copy(kept, tmp_path / "copy.table")
    server.close()
    store = Store(tmp_path / "copy.table", read_only=True)
    assert [event for _, event in store.events()] == [*EVENTS, {"last": True}]
    store.close()
    with pytest.raises(StoreError, match="there is no table to look at yet"):
        open_table(tmp_path / "new.table", dict, print, read_only=True)


def test_other_files_are_refused_and_left_as_they_are(tmp_path: Path, kept: Path) -> None:
    (tmp_path / "text.table").write_text("format = 'tobago-position/1'\n")
    with sqlite3.connect(tmp_path / "other.table") as other:
        other.execute("CREATE TABLE event (seq, body)")
    other.close()
    shutil.copy(kept, tmp_path / "newer.table")
    with sqlite3.connect(tmp_path / "newer.table") as newer:
        newer.execute(f"PRAGMA user_version = {VERSION + 1}")
    newer.close()
    whole = kept.read_bytes()
    (tmp_path / "cut.table").write_bytes(whole[:6000])
    (tmp_path / "spoilt.table").write_bytes(whole[:4096] + bytes(4096) + whole[8192:])
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert refusal(tmp_path / "text.table") == "no table, and it is not written over"
    assert refusal(tmp_path / "other.table") == "a database of another program, no table"
    assert refusal(tmp_path / "newer.table").startswith("a table of a newer version (format 2, here 1)")
    assert refusal(tmp_path / "cut.table").startswith("the file is damaged (")
    assert refusal(tmp_path / "spoilt.table").startswith("the file is damaged (")
    assert refusal(tmp_path) == "is a directory"
    assert "cannot be opened or made there" in refusal(tmp_path / "nowhere" / "a.table")
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(
    "spoil",
    ["DELETE FROM event WHERE seq = 2", "UPDATE event SET body = '[1]' WHERE seq = 2"],
)
def test_a_log_with_a_hole_is_damaged(kept: Path, spoil: str) -> None:
    with sqlite3.connect(kept) as database:
        database.execute(spoil)
    database.close()
    before = kept.read_bytes()
    way = "--until 1 opens the table as it was before, and keeps this file beside it"
    assert refusal(kept) == f"the file is damaged (event 2); {way}"
    store = Store(kept, until=1)
    assert kept.read_bytes() == before
    aside = store.settle()
    assert (aside, aside.read_bytes()) == (kept.with_name("kept-aside.table"), before)
    assert store.add({"on": True}) == 2
    store.close()
    assert opened(kept) == [EVENTS[0], {"on": True}]


def test_two_servers_cannot_have_one_file(kept: Path) -> None:
    first = Store(kept)
    assert refusal(kept) == "another server has this table open: end it first, or choose another file"
    first.add({"still": "mine"})
    first.close()
    assert len(opened(kept)) == 4


def test_a_full_disk_loses_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store, before = Store(kept), kept.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(StoreError, match="no room left on the disk: nothing was changed"):
            store.add({"long": "x" * 100_000})
    assert ([event for _, event in store.events()], kept.read_bytes()) == (EVENTS, before)
    assert store.add({"later": True}) == 4
    store.close()
    assert opened(kept) == [*EVENTS, {"later": True}]


def test_a_file_that_was_touched_moved_or_changed_meanwhile(kept: Path) -> None:
    """What is lost with the file on the disk decides: an evening does not end with a backup."""
    store, copy = Store(kept), kept.with_name("copy.table")
    for number in range(3):
        os.utime(kept, (number, number))
        store.add({"touched": number})
        shutil.copy(kept, copy)
        copy.replace(kept)  # another file of the same content
        store.add({"copied": number})
        kept.replace(copy)
        store.add({"moved": number})
        kept.unlink()
        store.add({"deleted": number})
    assert len(opened(copy)) == len(EVENTS) + 10
    kept.write_bytes(older := copy.read_bytes())
    with pytest.raises(StoreError, match="another program changed the file: nothing was written"):
        store.add({})
    assert (len(store.events()), kept.read_bytes()) == (len(EVENTS) + 12, older)
    store.close()
    assert len(opened(kept)) == len(EVENTS) + 10


def _read_by_all(folder: Path) -> bool:
    """Tell whether any user can read a folder."""
    return all(one.stat().st_mode & 0o005 == 0o005 for one in (folder, *folder.parents))


@pytest.mark.skipif(
    os.name != "posix" or os.getuid() != 0 or not _read_by_all(Path(sys.base_prefix).resolve()),
    reason="takes the rights of root away, and then needs an interpreter that all may read",
)
def test_a_place_that_cannot_be_written(kept: Path) -> None:
    """Root may write anywhere: another user tries."""
    code = """
import os, sys
from pathlib import Path
from workbench.table.opening import open_table
from workbench.table.store import Store, StoreError
os.setuid(65534)
for path in map(Path, sys.argv[1:]):
    try:
        Store(path)
    except StoreError as error:
        print(str(error).removeprefix(f"{path}: "))
"""
    folder = kept.parent
    for above in folder.parents[:3]:
        above.chmod(above.stat().st_mode | 0o055)
    folder.chmod(0o555)
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    paths = [str(kept), str(folder / "new.table")]
    done = subprocess.run(
        [sys.executable, "-c", code, *paths], env=env, capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines() == [
        "the file or its folder cannot be written",
        "the file or its folder cannot be written",
    ]
    assert opened(kept) == EVENTS


def test_the_file_alone_holds_what_was_confirmed(tmp_path: Path) -> None:
    """There is nothing beside it, at whatever moment its server is killed."""
    store = Store(tmp_path / "a.table")
    for number in range(1, 60):
        store.add({"number": number, "more": "x" * 200})
        (copy := tmp_path / "copy" / "b.table").parent.mkdir(exist_ok=True)
        shutil.copy(store.path, copy)
        assert len(opened(copy)) == number
    assert {one.name for one in tmp_path.iterdir()} == {"a.table", ".a.table.tobago-lock", "copy"}
    store.close()


def test_a_table_is_opened_up_to_where_a_copy_of_it_was_cut(tmp_path: Path) -> None:
    store = Store(tmp_path / "a.table")
    for number in range(1, 60):
        store.add({"number": number, "more": "x" * 200})
    store.close()
    store.path.write_bytes(store.path.read_bytes()[:-4096])
    said = re.search(r"^the file is damaged \(.*\); --until (\d+) opens", refusal(store.path))
    cut = Store(store.path, until=int(said[1]))
    assert cut.events()[-1][1]["number"] == int(said[1]) > 30
    cut.close()
    with pytest.raises(StoreError, match=f"only {said[1]} events can be read, not 59"):
        Store(store.path, until=59)


# ---- files of versions that kept a log beside them ---------------------------------------------------------


@pytest.fixture
def logged(tmp_path: Path) -> tuple[Path, bytes]:
    """A file as an older version left it when it was killed, all of it in its log; and that log."""
    path = tmp_path / "old" / "a.table"
    path.parent.mkdir()
    server = sqlite3.connect(path, isolation_level=None)
    for line in ("PRAGMA locking_mode = EXCLUSIVE", "PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL"):
        server.execute(line)
    server.executescript(f"BEGIN; {_SCHEMA} COMMIT")
    for event in EVENTS:
        server.execute("INSERT INTO event (body) VALUES (?)", (json.dumps(event),))
    (killed := tmp_path / "killed").mkdir()
    for file in path.parent.glob("a.table*"):
        shutil.copy(file, killed)
    assert refusal(path).startswith("another server has this table open")
    server.close()
    return killed / "a.table", (killed / "a.table-wal").read_bytes()


def test_a_table_of_an_older_version_opens_with_its_log(logged: tuple[Path, bytes]) -> None:
    path, log = logged
    before = path.read_bytes()
    store = Store(path, read_only=True)
    assert [event for _, event in store.events()] == EVENTS
    store.close()
    assert {one: one.read_bytes() for one in path.parent.iterdir()} == {path: before, log_of(path): log}
    store = Store(path)
    assert store.settle() is None
    store.close()
    assert (opened(path), [*path.parent.iterdir()]) == (EVENTS, [path])


def test_a_log_that_is_gone_or_torn_is_refused(logged: tuple[Path, bytes]) -> None:
    path, log = logged
    before = path.read_bytes()
    for alone in (Path.unlink, Path.touch):
        alone(path)
        assert refusal(path) == "is missing or empty, but its log a.table-wal is there; put the file back"
        assert log_of(path).read_bytes() == log
    path.write_bytes(before)
    log_of(path).unlink()
    missing = "its log a.table-wal is missing or torn; put the whole one beside it again"
    assert refusal(path) == missing
    frame = 24 + 4096
    flipped = bytearray(log)
    flipped[-frame + 100] ^= 1
    for torn, read in (
        (log[:50], 0),
        (bytes(40) + log[40:], 0),
        (log[:-10], 2),
        (bytes(flipped), 2),
        (log[: -2 * frame + 40], 1),
    ):
        log_of(path).write_bytes(torn)
        said = refusal(path)
        assert (
            said == missing
            if not read
            else said.startswith(
                f"its log a.table-wal is torn; --until {read} opens the table as it was before"
            )
        )
        assert (path.read_bytes(), log_of(path).read_bytes()) == (before, torn)
    store = Store(path, until=1)
    aside = store.settle()
    store.close()
    assert (opened(path), log_of(path).exists()) == (EVENTS[:1], False)
    assert (aside.read_bytes(), log_of(aside).read_bytes()) == (before, torn)


def log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def test_the_header_tells_what_it_is(kept: Path) -> None:
    head = kept.read_bytes()[:100]
    assert int.from_bytes(head[68:72], "big") == APPLICATION
    assert int.from_bytes(head[60:64], "big") == VERSION
