"""`Store`: the event log of a table in one file of SQLite, from which everything else is folded.

The file is written whole for each event and takes the place of the one before it (see `rewriting` in
`toolkit.core.files`). So no journal lies beside it that could be missing or torn: at every moment, and after
every kill, the file alone holds all that was confirmed. An evening is a tenth of a megabyte, and the time
goes to the disk, not to its size.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from itertools import chain, count
from pathlib import Path
from struct import unpack_from
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from toolkit.core import files
from toolkit.core.errors import ToolkitError, in_words, printable

APPLICATION = 0x746F6267
"""By which the header of a file says that it holds a table: the letters ``tobg``."""

VERSION = 1
"""The format that this version writes and reads."""

_SCHEMA = f"""
CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT NOT NULL CHECK (json_valid(body))) STRICT;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
"""

_MAGIC = b"SQLite format 3\0"

_DAMAGED = "the file is damaged"
_CHANGED = "another program changed the file: nothing was written; begin the server anew with what is there"
_BUSY = "another server has this table open: end it first, or choose another file"
_LOCKED = "the file or its folder cannot be written"
_NOWHERE = "cannot be opened or made there: is the folder there, and may it be written?"
_FULL = "there is no room left on the disk: nothing was changed"

_SENTENCES = {
    errno.EBUSY: _BUSY,
    **dict.fromkeys((errno.EACCES, errno.EPERM, errno.EROFS), _LOCKED),
    **dict.fromkeys((errno.ENOENT, errno.ENOTDIR), _NOWHERE),
    **dict.fromkeys((errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)), _FULL),
}


class StoreError(ToolkitError):
    """A file that holds no table of this version, or cannot be read or written."""


class Store:
    """The events of one table, numbered from 1; one server has the file open at a time.

    What `add` returned for is on the disk: a power cut or a kill loses nothing of it, and leaves no half of
    an event. A file that is not there yet, or is empty, becomes that of a new table with its first event. One
    that is opened `read_only` is there, and nothing is written to it or beside it.

    `until` opens the table as it was after so many events, also one whose next event cannot be read; the file
    stays as it is until `settle`.

    Raises
    ------
    StoreError
        The file holds something else, is damaged, was written by a newer version, cannot be written, has
        fewer events than `until`, or another server has it open.
    """

    def __init__(self, path: Path, *, read_only: bool = False, until: int | None = None) -> None:
        self.path = path
        self._left: bytes | None = None  # what the file held last, if it was there
        self._held = ExitStack()
        self._write: Callable[[bytes], None] | None = None
        try:
            _check_kind(path)
            if not read_only:
                self._write = self._held.enter_context(files.rewriting(path, 0, self._is_as_left))
                if path.exists():  # one that may not be written is not replaced either
                    path.open("r+b").close()
            elif files.is_rewritten(path):
                raise self._refusal(_BUSY)
            self._db = self._held.enter_context(closing(sqlite3.connect(":memory:", isolation_level=None)))
            self._db.executescript(_SCHEMA)
            self._load(until)
        except (OSError, sqlite3.Error) as error:
            self.close()
            raise self._fault(error) from None
        except StoreError:
            self.close()
            raise

    def _load(self, until: int | None) -> None:
        self._left = self.path.read_bytes() if self.path.exists() else None
        bodies, problem = _read(self.path)
        if problem and until is None:
            raise self.unreadable(len(bodies) + 1, problem)
        if until is not None and until > len(bodies):
            raise self._refusal(f"only {len(bodies)} events can be read, not {until}")
        self._rest = bool(problem or bodies[until:]) if until else False
        self._db.execute("BEGIN")
        self._db.executemany("INSERT INTO event (body) VALUES (?)", ((body,) for body in bodies[:until]))
        self._db.execute("COMMIT")

    def events(self) -> list[tuple[int, dict[str, Any]]]:
        """Return the events with their numbers, in order."""
        rows = self._db.execute("SELECT seq, body FROM event ORDER BY seq")
        return [(seq, json.loads(body)) for seq, body in rows]

    def add(self, event: dict[str, Any]) -> int:
        """Keep one event and return its number; when it returns, the event is on the disk.

        `StoreError` when it could not be kept: then the file is as it was.
        """
        body = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        try:
            number = int(self._db.execute("INSERT INTO event (body) VALUES (?)", (body,)).lastrowid or 0)
        except (sqlite3.Error, UnicodeEncodeError) as error:
            raise self._refusal(f"it cannot be kept: {printable(str(error))}") from None
        try:
            self._save()
        except BaseException:
            self._db.execute("DELETE FROM event WHERE seq = ?", (number,))
            raise
        return number

    def settle(self) -> Path | None:
        """Let the file hold what was opened, and nothing beside it.

        When there was more, the file as it was is kept beside it, and its new name returned. `StoreError`
        when that cannot be written.
        """
        log, aside = _log_of(self.path), None
        try:
            if self._rest:
                aside = free_name(self.path.with_stem(f"{self.path.stem}-aside"))
                for file in filter(None, (log, self.path)):
                    ending = "" if file is self.path else _LOG
                    files.write_atomically(Path(f"{aside}{ending}"), file.read_bytes())
        except OSError as error:
            raise self._fault(error) from None
        if aside or log:
            self._save()
        self._rest = False
        return aside

    def close(self) -> None:
        """Close the file; nothing can be added afterwards."""
        self._held.close()

    def unreadable(self, number: int, problem: str) -> StoreError:
        """Return the refusal of a table for what is wrong with an event, with the way on."""
        before = f"--until {number - 1} opens the table as it was before, and keeps this file beside it"
        return self._refusal(f"{problem}; {before if number > 1 else '--new begins another one beside it'}")

    def _save(self) -> None:
        if self._write is None:
            raise self._refusal(_LOCKED)
        log = _log_of(self.path)
        try:
            self._write(whole := self._db.serialize())
            self._left = whole
            if log:  # all of it is in the file now
                with suppress(OSError):  # the event is kept; a log that stays belongs to no file any more
                    log.unlink()
        except OSError as error:
            raise self._fault(error) from None
        except ToolkitError:
            raise self._refusal(_CHANGED) from None

    def _is_as_left(self, path: Path) -> bool:
        """Tell whether nothing is lost with a file that was touched, copied back, moved away or deleted."""
        return not path.exists() or path.read_bytes() == self._left

    def _refusal(self, problem: str) -> StoreError:
        return StoreError(f"{printable(str(self.path))}: {problem}")

    def _fault(self, error: Exception) -> StoreError:
        """Return what the disk or the database says as a sentence."""
        code = getattr(error, "errno", None)
        told = in_words(OSError(code, os.strerror(code))) if code else f"{_DAMAGED} ({printable(str(error))})"
        return self._refusal(_SENTENCES.get(code or 0, told))


def holds_table(path: Path) -> bool:
    """Tell whether a file is a database, as the files of tables are; `OSError` when it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def free_name(path: Path) -> Path:
    """Return the path, or if something is there one beside it with a number."""
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in count(2))
    return next(one for one in chain((path,), numbered) if not one.exists())


def _check_kind(path: Path) -> None:
    """Refuse a file with other content before anything touches it; `StoreError`."""
    try:
        if path.exists() and path.stat().st_size and not holds_table(path):
            raise StoreError(f"{printable(str(path))}: no table, and it is not written over")
    except OSError as error:
        raise StoreError(in_words(error)) from None


# ---- reading -----------------------------------------------------------------------------------------------


class _Read(NamedTuple):
    """The events of a file as far as they can be read, and what is wrong then; nothing if that is all."""

    bodies: list[str]
    problem: str = ""


def _read(path: Path) -> _Read:
    """Read a file without touching it; `StoreError` for one that is none of this version, or in use."""
    if not path.exists() or not path.stat().st_size:
        if (alone := path.with_name(f"{path.name}{_LOG}")).exists() and alone.stat().st_size:
            problem = f"is missing or empty, but its log {printable(alone.name)} is there; put the file back"
            raise StoreError(f"{printable(str(path))}: {problem}")
        return _Read([])
    if not (log := _log_of(path)):
        return _rows(path, f"{path.absolute().as_uri()}?mode=ro&immutable=1")
    _check_free(path)
    with TemporaryDirectory() as folder:  # where it lies, SQLite would put it in order, and drop what is torn
        copy = Path(folder, "copy")
        shutil.copy(path, copy)
        shutil.copy(log, f"{copy}{_LOG}")
        try:
            torn = _is_torn(copy, log.read_bytes())
        except sqlite3.Error:  # said below
            torn = False
        bodies, problem = _rows(path, copy.as_uri())
    return _Read(bodies, problem or (f"its log {printable(log.name)} is torn" if torn else ""))


def _rows(path: Path, address: str) -> _Read:
    bodies: list[str] = []
    with closing(sqlite3.connect(address, uri=True, isolation_level=None)) as database:
        try:
            database.execute("PRAGMA writable_schema = ON")  # reads the beginning of a file that was cut, too
            _check_format(path, database)
            rows = database.execute("SELECT seq, body FROM event ORDER BY seq")
            for number, (seq, body) in enumerate(rows, 1):
                if seq != number or not _is_event(body):
                    return _Read(bodies, f"{_DAMAGED} (event {number})")
                bodies.append(body)
            told: str = database.execute("PRAGMA quick_check(1)").fetchone()[0]
        except (sqlite3.Error, UnicodeDecodeError) as error:
            told = str(error)
    return _Read(bodies, "" if told == "ok" else f"{_DAMAGED} ({printable(told.splitlines()[-1])})")


def _check_format(path: Path, database: sqlite3.Connection) -> None:
    """Refuse a database that holds no table of this version; `StoreError`."""
    application, version, tables = (
        database.execute(question).fetchone()[0]
        for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema")
    )
    name = printable(str(path))
    if not application and not tables:
        log = f"{printable(path.name)}{_LOG}"
        raise StoreError(f"{name}: its log {log} is missing or torn; put the whole one beside it again")
    if application != APPLICATION:
        raise StoreError(f"{name}: a database of another program, no table")
    if version > VERSION:
        newer = f"a table of a newer version (format {version}, here {VERSION}): update the toolkit"
        raise StoreError(f"{name}: {newer}")
    if version < VERSION:
        raise StoreError(f"{name}: {_DAMAGED} (format {version})")


def _is_event(body: object) -> bool:
    try:
        return isinstance(body, str) and isinstance(json.loads(body), dict)
    except (ValueError, RecursionError):
        return False


# ---- files of versions that kept a log beside them (SQLite's WAL) ------------------------------------------

_LOG = "-wal"
_HAS_LOG = 18, 2  # a byte of the header, and what it is in such a file
_HEAD, _FRAME_HEAD = 32, 24  # bytes of the log and of a frame before its page


def _log_of(path: Path) -> Path | None:
    """Return the log that belongs to a file; None when there is none."""
    real = Path(os.path.realpath(path))
    log, (at, kind) = real.with_name(f"{real.name}{_LOG}"), _HAS_LOG
    if not log.exists() or not real.exists():
        return None
    with real.open("rb") as file:
        return log if file.read(at + 1)[at:] == bytes([kind]) else None


def _check_free(path: Path) -> None:
    """Refuse a file that a server of such a version has open; `StoreError`."""
    address = f"{path.absolute().as_uri()}?mode=ro&readonly_shm=1"
    with closing(sqlite3.connect(address, uri=True, timeout=0)) as database:
        try:
            database.execute("SELECT 1 FROM sqlite_schema")
        except sqlite3.Error as error:  # any other is found again in the copy
            if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
                raise StoreError(f"{printable(str(path))}: {_BUSY}") from None


def _is_torn(path: Path, log: bytes) -> bool:
    """Tell whether the log of a copy has more of its round, marked by two salts, than can be read.

    https://www.sqlite.org/fileformat2.html#walformat
    """
    with closing(sqlite3.connect(path)) as database:
        _, whole, _ = database.execute("PRAGMA wal_checkpoint").fetchone()
    size = _FRAME_HEAD + unpack_from(">I", log, 8)[0] if whole > 0 else 1
    own = sum(log[at + 8 : at + 16] == log[16:24] for at in range(_HEAD, len(log), size))
    return len(log) > 0 and (whole <= 0 or own != whole or (len(log) - _HEAD) % size > 0)
