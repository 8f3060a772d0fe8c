"""Records in files: read and checked, and written anew after every action of a person."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.errors import ToolkitError
from toolkit.core.record import Record, RecordError
from workbench.cli.common import read_source, warn

if TYPE_CHECKING:
    from pathlib import Path

    from toolkit.core.state import State


def read_record(file: str) -> Record:
    """Return the record in a file or on standard input, with its warnings on standard error.

    `RecordError` names file, line and fault.
    """
    text, _, name = read_source(file)
    record = Record.parse(text, name)
    warn(name, [f"{name}: {fault}" for fault in record.warnings])
    return record


def replayed(record: Record, file: str) -> State:
    """Return the state after a record; `RecordError` names the file, the line and the rule against it."""
    try:
        return record.replay()
    except RecordError as error:
        raise RecordError(str(error), source=file) from None


class Keeper:
    """Writes the record of a running game to its file, and never over another game.

    Parameters
    ----------
    record
        The game; it grows while it is played.
    path
        Its file, or None while it has none.
    earlier
        The file from which the game goes on: it may be written over.
    """

    def __init__(self, record: Record, path: Path | None, earlier: Path | None = None) -> None:
        self._record = record
        self._earlier = earlier
        self._kept = len(record.actions) if earlier else 0
        self.path: Path | None = None
        if path:
            self.save_to(path)

    def save(self) -> None:
        """Write the game to its file, if it has one; `OSError` when that is not possible."""
        if self.path:
            self.save_to(self.path)

    def save_to(self, path: Path) -> None:
        """Write the game to a file, which is its file from then on.

        `ToolkitError` when something else than the beginning of this game lies there, `OSError` when the file
        cannot be written.
        """
        if not self._may_replace(path):
            raise ToolkitError(
                f"{path} is there already and is no beginning of this game: choose another file"
            )
        self._record.save(path)
        self.path, self._kept = path, len(self._record.actions)

    def _may_replace(self, path: Path) -> bool:
        if not path.is_file() or (self._earlier and path.samefile(self._earlier)):
            return True
        content = "\n".join(self._record.to_lines()) + "\n"
        return content.encode("utf-8").startswith(path.read_bytes())
