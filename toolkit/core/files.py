"""Writing files so that nothing is ever lost."""

from __future__ import annotations

import os
import shutil
import tempfile
from errno import EINVAL
from pathlib import Path


def write_atomically(path: Path, content: str | bytes) -> None:
    """Write a file so that a stop at any moment leaves the old file or the new one.

    A link is followed, and the permissions of the old file are kept. Only a regular file is ever replaced, so
    that no device or pipe is lost. A text is written as UTF-8. `OSError` when it cannot be written.
    """
    if path.exists() and not path.is_file():
        raise OSError(EINVAL, "not a regular file", str(path))
    path = Path(os.path.realpath(path))
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:  # it names a file that the user has never heard of
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content.encode("utf-8") if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, name)
        else:
            Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
