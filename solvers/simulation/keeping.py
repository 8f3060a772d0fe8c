"""The folder of a run: what is played, and each deal that is finished, for one run at a time."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import msgspec
from msgspec import Struct

from solvers.players import player
from solvers.simulation.match import PlayedDeal
from toolkit import __version__
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import find_game, rules_to_dict

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from solvers.simulation.match import Match

Line = TypeVar("Line", bound=Struct)

FORMAT = "toolkit-deals/1"
DEALS = "deals.jsonl"
"""The file in the folder of a run: what is played, then a line for each deal, in the order of finishing."""


class _Format(Struct, frozen=True):
    """What every header holds, whatever its format."""

    format: str


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What the deals of a file belong to: everything on which they depend."""

    format: str
    version: str
    python: str
    game: str
    players: tuple[str, ...]
    rules: dict[str, Any]
    components: dict[str, str]
    seed: int | str


@contextmanager
def open_folder(match: Match, folder: Path) -> Iterator[Folder]:
    """Open the folder of a run, which is made if there is none, and keep other runs out of it.

    The file of deals is locked (``flock``) until it is closed or the process ends, however it ends. On
    Windows it is not locked: there two runs at once would both play and write the same deals.

    Parameters
    ----------
    match
        What is played.
    folder
        Where its deals are kept.

    Raises
    ------
    ToolkitError
        Another run is using the folder.
    OSError
        It cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / DEALS).open("a+b") as file:
        _lock(file)
        yield Folder(match, file)


def _lock(file: BinaryIO) -> None:
    if sys.platform == "win32":
        return
    from fcntl import LOCK_EX, LOCK_NB, flock

    try:
        flock(file, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        raise ToolkitError(
            f"{file.name} is in use by another run; wait for it, or give another folder"
        ) from None


class Folder:
    """The open file of the deals of a match; `open_folder` makes one."""

    def __init__(self, match: Match, file: BinaryIO) -> None:
        self._match, self._file = match, file
        self._header = _header(match)

    def append(self, line: Struct) -> None:
        """Write a line: the header, or a finished deal."""
        self._file.write(_encoded(line))
        self._file.flush()

    def read(self) -> dict[int, PlayedDeal]:
        """Return the deals that are kept by their numbers; a last line that was cut off is taken away.

        `ToolkitError` for a file of another match, for deals that this match cannot have, and for a file of
        another kind: it stays as it is.
        """
        self._file.seek(0)
        data, header = self._file.read(), _encoded(self._header)
        if data != header and header.startswith(data):  # new, or stopped in its first line
            self._file.truncate(0)
            self.append(self._header)
            return {}
        first, newline, rest = data.partition(b"\n")
        self._check(first)
        if not newline:
            raise self._error(1, "the line does not end")
        *lines, torn = rest.split(b"\n")
        deals = self._deals(lines)
        self._file.truncate(len(data) - len(torn))
        return deals

    def _check(self, line: bytes) -> None:
        """Refuse a header of another format, or of another match."""
        there = self._decoded(line, 1, _Format).format
        if there != FORMAT:
            raise self._error(1, f"format: {quote(there)} instead of {quote(FORMAT)}")
        header = self._decoded(line, 1, _Header)
        for name in _Header.__struct_fields__:
            there, here = getattr(header, name), getattr(self._header, name)
            if there != here:
                raise ToolkitError(
                    f"{self._file.name} holds games of another match: {name} is {quote(there)} there and "
                    f"{quote(here)} here; give another folder"
                )

    def _deals(self, lines: list[bytes]) -> dict[int, PlayedDeal]:
        deals: dict[int, PlayedDeal] = {}
        for number, line in enumerate(lines, 2):
            deal = self._decoded(line, number, PlayedDeal)
            for fault in _faults(self._match, deal):
                raise self._error(number, f"deal {deal.deal}: {fault}")
            if deals.setdefault(deal.deal, deal) != deal:
                raise self._error(number, f"deal {deal.deal}: it stands in a line before with other games")
        return deals

    def _decoded(self, line: bytes, number: int, kind: type[Line]) -> Line:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.DecodeError as error:
            raise self._error(number, str(error)) from None

    def _error(self, number: int, fault: str) -> ToolkitError:
        return ToolkitError(f"{self._file.name}: line {number}: {fault}")


def _encoded(line: Struct) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def _header(match: Match) -> _Header:
    game = find_game(match.game)
    return _Header(
        format=FORMAT,
        version=__version__,
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
        game=match.game,
        players=tuple(player(name).name for name in match.players),
        rules=msgspec.json.decode(msgspec.json.encode(rules_to_dict(match.rules))),
        components=game.hashes(match.rules),
        seed=match.seed,
    )


def _faults(match: Match, deal: PlayedDeal) -> Iterator[str]:
    """Yield why these cannot be the games of a deal of the match."""
    contestants = range(len(match.players))
    if [game.seats for game in deal.games] != match.seatings(deal.deal):
        yield "other seats than the seed gives"
    for game in deal.games:
        if not len(game.returns) == len(game.scores) == len(contestants):
            yield f"a game has returns and scores for other than {len(contestants)} contestants"
        if list(game.winners) != sorted(set(game.winners) & set(contestants)):
            yield f"winners {list(game.winners)} of {len(contestants)} contestants"
