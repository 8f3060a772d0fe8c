"""Files read, rewritten and gone on with, so that nothing is ever lost and nobody waits for ever.

Who rewrites a file holds the lock of it meanwhile: `rewriting` has the lock in a file beside it,
``.NAME.tobago-lock``, for the file itself is replaced; `appending` has it in the file. A lock belongs to the
open file, so that it ends with its process, however that ends.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EBUSY, EINVAL
from pathlib import Path
from typing import BinaryIO

from toolkit.core.errors import ToolkitError

Write = Callable[[str | bytes], None]

PATIENCE = 10.0
"""For so many seconds a writer waits for the one before."""

_WRITER_COMES = 1.0  # seconds: the shell starts both ends of a pipe at the same time
_PAUSE = 0.005  # seconds
_NO_FILE = "not a regular file"


# ---- reading -----------------------------------------------------------------------------------------------


def read_bytes(path: Path, most: int) -> bytes:
    """Return the first `most` bytes of a file, or of a pipe into which somebody writes, as in ``<(...)``.

    `OSError` for a device, for a pipe without a writer, and when it cannot be read.
    """
    with open(path, "rb", buffering=0, opener=_at_once) as file:
        kind = os.fstat(file.fileno()).st_mode
        if not (stat.S_ISREG(kind) or stat.S_ISFIFO(kind)):
            raise OSError(EINVAL, _NO_FILE, str(path))
        begun = _begun(file.fileno(), path) if stat.S_ISFIFO(kind) else b""
        chunks, left = [begun], most - len(begun)
        while left > 0 and (chunk := file.read(left)):
            chunks.append(chunk)
            left -= len(chunk)
    return b"".join(chunks)


def _at_once(path: str, flags: int) -> int:
    """Open a file without waiting for the other end of a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0), 0o666)


def _begun(pipe: int, path: Path) -> bytes:
    """Return the first byte of a pipe, or nothing when a writer is there who will still write."""
    until = time.monotonic() + _WRITER_COMES
    begun = b""
    with suppress(BlockingIOError):  # a writer who thinks: wait as one does for standard input
        while not (begun := os.read(pipe, 1)):
            if time.monotonic() > until:
                raise OSError(EINVAL, "a pipe into which nobody writes", str(path))
            time.sleep(_PAUSE)
    os.set_blocking(pipe, True)
    return begun


# ---- rewriting ---------------------------------------------------------------------------------------------


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a stop at any moment leaves the old file or the new one; see `rewriting`."""
    with rewriting(path) as write:
        write(content)


@contextmanager
def rewriting(
    path: Path, patience: float | None = None, is_known: Callable[[Path], bool] = lambda _: False
) -> Iterator[Write]:
    """Keep other writers out of a file while it is read and changed; what it gives writes the file.

    A stop at any moment leaves the old file or the new one, and what was written is on the disk. What a
    killed writer left beside it is taken away by the next. A link is followed, and the permissions of the old
    file are kept. A text is written as UTF-8. `is_known` tells of a file that was changed meanwhile whether
    it may be replaced all the same.

    Raises
    ------
    OSError
        The file is none that can be replaced (a pipe, a device, a folder, a circle of links), cannot be
        written, or somebody else writes it for longer than `patience` seconds (``EBUSY``).
    ToolkitError
        A program that knows nothing of the lock, such as an editor, changed the file meanwhile.
    """
    _regular(path)
    path = Path(os.path.realpath(path))
    with _locked(path, PATIENCE if patience is None else patience):
        before = _regular(path)

        def write(content: str | bytes) -> None:
            nonlocal before
            if _version(now := _regular(path)) != _version(before) and is_known(path):
                before = now
            _replace(path, before, content)
            before = _regular(path)

        yield write


def is_rewritten(path: Path) -> bool:
    """Tell whether somebody is `rewriting` a file now; `OSError` when that cannot be seen."""
    beside = _beside(Path(os.path.realpath(path)), "lock")
    try:
        with open(beside, "rb", opener=_at_once) as file:
            return not _holds(file, beside)
    except FileNotFoundError:
        return False


def _regular(path: Path) -> os.stat_result | None:
    """Return what a file is, or None if none is there; `OSError` if it is no regular one."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return None
    except ValueError as error:  # a NUL in it
        raise OSError(EINVAL, str(error), str(path)) from None
    if not stat.S_ISREG(found.st_mode):
        raise OSError(EINVAL, _NO_FILE, str(path))
    return found


def _replace(path: Path, before: os.stat_result | None, content: str | bytes) -> None:
    new = _beside(path, "new")
    new.unlink(missing_ok=True)  # under the lock it is nobody's: its writer was killed
    mode = 0o666 if before is None else stat.S_IMODE(before.st_mode)
    try:
        with open(os.open(new, _FRESH, mode), "wb") as file:  # noqa: PTH123 - a path has no mode
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        if before is not None:
            new.chmod(mode)
        if _version(_regular(path)) != _version(before):
            raise ToolkitError(f"{path} was changed meanwhile by another program: nothing was written")
        new.replace(path)
        _keep_names(path.parent)
    except BaseException as error:
        new.unlink(missing_ok=True)
        if isinstance(error, OSError):  # it may name a file that the user has never heard of
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


_FRESH = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


def _version(found: os.stat_result | None) -> tuple[int, ...] | None:
    return found and (found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)


def _beside(path: Path, what: str) -> Path:
    return path.with_name(f".{path.name}.tobago-{what}")


@contextmanager
def _locked(path: Path, patience: float) -> Iterator[None]:
    """Hold the lock of a file that may be replaced meanwhile, or that is not there yet."""
    beside, until = _beside(path, "lock"), time.monotonic() + patience
    try:
        while (held := _taken(beside)) is None:
            if time.monotonic() > until:
                raise OSError(EBUSY, "is being written by another command; try again", str(path))
            time.sleep(_PAUSE)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        yield
    finally:
        _close_and_remove(held, beside)


def _taken(beside: Path) -> BinaryIO | None:
    """Return the open lock of a file, or None while another has it."""
    file = open(beside, "ab", opener=_at_once)  # noqa: SIM115 - a path has no opener
    if _holds(file, beside):
        return file
    file.close()
    return None


def _holds(file: BinaryIO, path: Path) -> bool:
    """Lock an open file if nobody else has it, and tell whether it is the file of that name still."""
    with suppress(BlockingIOError, FileNotFoundError):
        _lock(file)
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    return False


def _close_and_remove(file: BinaryIO, path: Path) -> None:
    """Remove a locked file, so that nobody ever holds a lock that has no name."""
    if sys.platform != "win32":
        path.unlink(missing_ok=True)
        file.close()
    else:  # no open file is removed there: who has opened it meanwhile will do that
        file.close()
        with suppress(OSError):
            path.unlink()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        """Lock an open file until it is closed; `BlockingIOError` if another has it."""
        file.seek(2**40)  # behind all content, for what is locked there cannot be read
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(error.errno, error.strerror) from None

    def _keep_names(folder: Path) -> None:
        """Do nothing: no folder is opened there, and its names are kept by the file system."""

else:
    from fcntl import LOCK_EX, LOCK_NB, flock

    def _keep_names(folder: Path) -> None:
        """Let the names of a folder be on the disk, where its file system can."""
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)

    def _lock(file: BinaryIO) -> None:
        """Lock an open file until it is closed; `BlockingIOError` if another has it."""
        flock(file, LOCK_EX | LOCK_NB)


# ---- going on ----------------------------------------------------------------------------------------------


@contextmanager
def appending(path: Path) -> Iterator[BinaryIO]:
    """Open a file of lines that a run goes on with, and keep other runs out of it until it is closed.

    What is written goes to its end. A file that was not there before and stays empty is removed.
    `ToolkitError` when another run is using it, `OSError` for what is no file and when it cannot be written.
    """
    new = _regular(path) is None
    path = Path(os.path.realpath(path))  # a link whose file is not there yet stays a link
    with open(path, "a+b", opener=_at_once) as file:
        if not _holds(file, path):
            raise ToolkitError(f"{path} is in use by another run; wait for it, or write elsewhere")
        file.seek(0)
        try:
            yield file
        finally:
            file.flush()
            if new and not os.fstat(file.fileno()).st_size:
                _close_and_remove(file, path)
