"""`Store`: the event log of a table in one file of SQLite, from which everything else is folded."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError, in_words, printable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

APPLICATION = 0x746F6267
"""By which the header of a file says that it holds a table: the letters ``tobg``."""

VERSION = 1
"""The format that this version writes and reads."""

_SCHEMA = f"""
BEGIN IMMEDIATE;
CREATE TABLE event (seq INTEGER PRIMARY KEY, body TEXT NOT NULL CHECK (json_valid(body))) STRICT;
PRAGMA application_id = {APPLICATION};
PRAGMA user_version = {VERSION};
COMMIT;
"""

_MAGIC = b"SQLite format 3\0"

_SENTENCES = {
    sqlite3.SQLITE_BUSY: "another server has this table open: end it first, or choose another file",
    sqlite3.SQLITE_READONLY: "the file or its folder cannot be written",
    sqlite3.SQLITE_IOERR: "the file or its folder cannot be written, or the disk fails",
    sqlite3.SQLITE_FULL: "there is no room left on the disk: nothing was changed",
    sqlite3.SQLITE_CANTOPEN: "cannot be opened or made there: is the folder there, and may it be written?",
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "the file is damaged",
}


class StoreError(ToolkitError):
    """A file that holds no table of this version, or cannot be read or written."""


class Store:
    """The events of one table, numbered from 1; one server has the file open at a time.

    What `add` returned for is on the disk: a power cut or a kill loses nothing of it, and leaves no half of
    an event. A file that is not there yet, or is empty, becomes the file of a new table. One that is opened
    `read_only` is there, and nothing is written to it or beside it, if it was closed as it should be.

    Raises
    ------
    StoreError
        The file holds something else, is damaged, was written by a newer version, cannot be written, or
        another server has it open.
    """

    def __init__(self, path: Path, *, read_only: bool = False) -> None:
        self.path = path
        _check_kind(path)
        # what a server has open, or left behind when it was killed, has to be put in order first
        read_only = read_only and not path.with_name(f"{path.name}-wal").exists()
        where = f"{path.absolute().as_uri()}{'?mode=ro&immutable=1' if read_only else ''}"
        try:
            self._db = sqlite3.connect(where, timeout=0, isolation_level=None, uri=True)
        except sqlite3.Error as error:
            raise self._fault(error) from None
        try:
            self._open(read_only=read_only)
        except sqlite3.Error as error:
            self._db.close()
            raise self._fault(error) from None
        except StoreError:
            self._db.close()
            raise

    def _open(self, *, read_only: bool) -> None:
        self._db.execute("PRAGMA locking_mode = EXCLUSIVE")  # held until it is closed, or the process ends
        application = self._pragma("application_id")
        empty = not self._db.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]
        if application != APPLICATION and not (empty and application == 0):
            raise StoreError(f"{self._name}: a database of another program, no table")
        if (version := self._pragma("user_version")) > VERSION:
            newer = f"a table of a newer version (format {version}, here {VERSION}): update the toolkit"
            raise StoreError(f"{self._name}: {newer}")
        if not read_only:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            # the latter takes the lock, and shows that it can write
            self._db.executescript(_SCHEMA if empty else "BEGIN IMMEDIATE; COMMIT")
        problem = self._db.execute("PRAGMA quick_check(1)").fetchone()[0]
        if problem != "ok":
            raise StoreError(f"{self._name}: the file is damaged ({problem})")

    def _pragma(self, name: str) -> int:
        return int(self._db.execute(f"PRAGMA {name}").fetchone()[0])

    @property
    def _name(self) -> str:
        return printable(str(self.path))

    def events(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """Yield the events with their numbers, in order; `StoreError` when one is missing or is no object."""
        with closing(self._db.cursor()) as cursor:
            try:
                for number, (seq, body) in enumerate(
                    cursor.execute("SELECT seq, body FROM event ORDER BY seq"), 1
                ):
                    event = json.loads(body)
                    if seq != number or not isinstance(event, dict):
                        raise StoreError(f"{self._name}: the file is damaged (event {number})")
                    yield seq, event
            except sqlite3.Error as error:
                raise self._fault(error) from None

    def add(self, event: dict[str, Any]) -> int:
        """Keep one event and return its number; when it returns, the event is on the disk.

        `StoreError` when it could not be kept: then the file is as it was.
        """
        body = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        try:
            with closing(self._db.cursor()) as cursor:  # one statement is one transaction
                cursor.execute("INSERT INTO event (body) VALUES (?)", (body,))
                return int(cursor.lastrowid or 0)
        except (sqlite3.Error, UnicodeEncodeError) as error:
            if self._db.in_transaction:
                self._db.rollback()
            raise self._fault(error) from None

    def close(self) -> None:
        """Close the file; nothing can be added afterwards."""
        self._db.close()

    def _fault(self, error: Exception) -> StoreError:
        """Return what the database says as a sentence."""
        code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the rest says more than people need
        return StoreError(f"{self._name}: {_SENTENCES.get(code, error)}")


def holds_table(path: Path) -> bool:
    """Tell whether a file is a database, as the files of tables are; `OSError` when it cannot be read."""
    with path.open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def _check_kind(path: Path) -> None:
    """Refuse a file with other content before anything touches it; `StoreError`."""
    try:
        if path.exists() and path.stat().st_size and not holds_table(path):
            raise StoreError(f"{printable(str(path))}: no table, and it is not written over")
    except OSError as error:
        raise StoreError(in_words(error)) from None
