"""Playing a match on all cores or a cluster; what is finished is kept in a folder, and a stop is no loss."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

import msgspec
from msgspec import Struct

from solvers.players.registry import identity, is_own
from solvers.simulation.match import Match, PlayedDeal
from solvers.simulation.result import FailedDeal, Simulation
from solvers.spreading import Failed, workers
from toolkit import __version__
from toolkit.core.errors import ToolkitError, printable, quote
from toolkit.core.files import appending
from toolkit.core.game import find_game, rules_to_dict

if TYPE_CHECKING:
    from distributed import Client

    from solvers.simulation.deals import Deals

Line = TypeVar("Line", bound=Struct)

FORMAT = "toolkit-deals/1"
DEALS = "deals.jsonl"
"""The file in the folder of a run: what is played, then a line for each deal, in the order of finishing."""


def simulate(
    match: Match,
    games: int,
    *,
    jobs: int | None = None,
    cluster: str | Client | None = None,
    out: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Play at least so many games of a match, in whole deals.

    The seed of each deal comes from the seed of the match and the number of the deal: the result is the
    same with any number of processes or workers, and after a stop. (Not so with players that think by the
    clock; another version of Python, or other floating-point functions of the platform, may break a tie in
    another way.)

    Parameters
    ----------
    match
        What is played.
    games
        How many games; they are rounded up to whole deals.
    jobs
        Processes, from 1; by default one for each core.
    cluster
        Instead of them a dask scheduler, as `solvers.spreading.workers` takes it. A deal that fails there
        three times is kept apart: it is in ``failed`` of the result, and the same call tries it again.
    out
        A folder in which finished deals are kept, for one run at a time (`open_folder`). A stopped run goes
        on there, with more games too.
    progress
        Is told how many deals are done, and how many are wanted.

    Raises
    ------
    ToolkitError
        Less than one game or process, a folder with another match or in use, a process that was killed, a
        cluster that cannot be used or is lost, or no deal that did not fail.
    OSError
        The folder cannot be written; this is seen before a game is played.
    """
    from solvers.simulation.deals import Deals  # numpy takes time to load

    count, tell = match.deals(games), progress or (lambda *_: None)
    rest = f"what is finished is in {out}, and can be gone on with" if out else "nothing was kept"
    failed: list[FailedDeal] = []
    with workers(jobs, cluster, rest) as able, open_folder(match, out) if out else nullcontext() as folder:
        done = Deals(count, len(match.players), find_game(match.game).rivals(len(match.players)))
        if folder:
            folder.read(done)
        tell(finished := len(done), count)
        wanted = [number for number in range(count) if number not in done]
        own = [name.partition(":")[0] for name in match.players if isinstance(name, str) and is_own(name)]
        for place, deal in able.spread(match.play, wanted, needs=own):
            if isinstance(deal, Failed):
                failed.append(FailedDeal(wanted[place], f"{match.seed}/{wanted[place]}", deal.error))
                continue
            done.add(deal)
            if folder:
                folder.append(deal)
            finished += 1
            tell(finished, count)
    if not done:
        raise ToolkitError(f"every deal failed: {failed[0]}")
    return Simulation(match, done, tuple(sorted(failed)))


# ---- the folder -------------------------------------------------------------------------------------------


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

    @classmethod
    def of(cls, match: Match) -> _Header:
        """Return the header of the deals of a match."""
        return cls(
            format=FORMAT,
            version=__version__,
            python=f"{sys.version_info.major}.{sys.version_info.minor}",
            game=match.game,
            players=tuple(map(identity, match.players)),
            rules=msgspec.json.decode(msgspec.json.encode(rules_to_dict(match.rules))),
            components=find_game(match.game).hashes(match.rules),
            seed=match.seed,
        )


@contextmanager
def open_folder(match: Match, folder: Path) -> Iterator[Folder]:
    """Open the folder of a run, which is made if there is none, and keep other runs out of it.

    The file of deals is locked until it is closed or the process ends, however it ends. `ToolkitError` when
    another run is using the folder, `OSError` when it cannot be written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with appending(folder / DEALS) as file:
        yield Folder(match, file)


class Folder:
    """The open file of the deals of a match; `open_folder` makes one."""

    def __init__(self, match: Match, file: BinaryIO) -> None:
        self._match, self._file, self._header = match, file, _Header.of(match)

    def append(self, line: Struct) -> None:
        """Write a line: the header, or a finished deal."""
        self._file.write(_encoded(line))
        self._file.flush()

    def read(self, deals: Deals) -> None:
        """Add the deals that are kept, as far as they are wanted; a last line that was cut off is taken away.

        Each of the others is checked too, but not whether two of them are the same deal.
        `ToolkitError` for a file of another match, for deals that this match cannot have, and for a file of
        another kind: it stays as it is.
        """
        self._file.seek(0)
        first, header = self._file.readline(), _encoded(self._header)
        if first != header and header.startswith(first):  # new, or stopped in its first line
            self._file.truncate(0)
            self.append(self._header)
            return
        self._check(first.removesuffix(b"\n"))
        if not first.endswith(b"\n"):
            raise self._error(1, "the line does not end")
        whole = len(first)
        for number, line in enumerate(self._file, 2):
            if line.endswith(b"\n"):
                self._add(line[:-1], number, deals)
                whole += len(line)
        self._file.truncate(whole)

    def _check(self, line: bytes) -> None:
        """Refuse a header of another format, or of another match."""
        found = self._decoded(line, 1, _Format).format
        if found != FORMAT:
            raise self._error(1, f"format: {quote(found)} instead of {quote(FORMAT)}")
        header = msgspec.structs.asdict(self._decoded(line, 1, _Header))
        for name, here in msgspec.structs.asdict(self._header).items():
            if (there := header[name]) != here:
                raise ToolkitError(
                    f"{self._file.name} holds games of another match: {name} is {quote(there)} there and "
                    f"{quote(here)} here; give another folder"
                )

    def _add(self, line: bytes, number: int, deals: Deals) -> None:
        """Add the deal of a line if it is wanted."""
        deal = self._decoded(line, number, PlayedDeal)
        fault = self._match.fault(deal)
        if not fault and deal.deal in deals and deals[deal.deal] != deal:
            fault = "it stands in a line before with other games"
        if fault:
            raise self._error(number, f"deal {deal.deal}: {fault}")
        if deal.deal < deals.most:
            deals.add(deal)

    def _decoded(self, line: bytes, number: int, kind: type[Line]) -> Line:
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._error(number, printable(str(error))) from None

    def _error(self, number: int, fault: str) -> ToolkitError:
        return ToolkitError(f"{printable(self._file.name)}: line {number}: {fault}")


def _encoded(line: Struct) -> bytes:
    return msgspec.json.encode(line) + b"\n"
