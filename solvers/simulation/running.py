"""Playing a match on all cores; what is finished is kept, and a stopped run goes on."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeVar, cast

import msgspec
from msgspec import Struct

from solvers.simulation.match import PlayedDeal
from solvers.simulation.result import Simulation
from toolkit.core.errors import ToolkitError, quote
from toolkit.core.game import find_game, rules_to_dict

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from solvers.simulation.match import Match

Line = TypeVar("Line", bound=Struct)

FORMAT = "toolkit-deals/1"
DEALS = "deals.jsonl"
"""The file in the folder of a run: what is played, then a line for each deal, in the order of finishing."""


class _Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What the deals of a file belong to: everything on which they depend."""

    format: str
    version: str
    game: str
    players: tuple[str, ...]
    rules: dict[str, Any]
    components: dict[str, str]
    seed: int | str


def simulate(
    match: Match,
    games: int,
    *,
    jobs: int | None = None,
    out: Path | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Simulation:
    """Play at least so many games of a match, in whole deals.

    The seed of each deal comes from the seed of the match and the number of the deal: the result is the
    same with any number of processes, and after a stop. (Not so with players that think by the clock.)

    Parameters
    ----------
    match
        What is played.
    games
        How many games; they are rounded up to whole deals.
    jobs
        Processes; by default one for each core.
    out
        A folder in which finished deals are kept. A stopped run goes on there, with more games too.
    progress
        Is told how many deals are done, and how many are wanted.

    Raises
    ------
    ToolkitError
        Less than one game, a folder with another match, or a worker that was killed.
    OSError
        The folder cannot be written; this is seen before a game is played.
    """
    count, tell = match.deals(games), progress or (lambda *_: None)
    kept = _Folder(match, out) if out else None
    done = {number: deal for number, deal in kept.read().items() if number < count} if kept else {}
    tell(len(done), count)
    for deal in _played(match, [number for number in range(count) if number not in done], jobs, out):
        if kept:
            kept.append(deal)
        done[deal.deal] = deal
        tell(len(done), count)
    return Simulation(match, tuple(done[number] for number in range(count)))


def _played(match: Match, numbers: list[int], jobs: int | None, out: Path | None) -> Iterator[PlayedDeal]:
    """Play deals; they come as they are finished."""
    from joblib import Parallel, delayed  # it takes time to load
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    workers = 1 if len(numbers) < 2 else jobs or -1
    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", pre_dispatch="2*n_jobs")
    try:
        deals = parallel(delayed(match.play)(number) for number in numbers)
        yield from cast("Iterator[PlayedDeal]", deals)  # as `return_as` says
    except TerminatedWorkerError:
        rest = f"what is finished is in {out}, and can be gone on with" if out else "nothing was kept"
        raise ToolkitError(f"a worker process was killed, perhaps for lack of memory; {rest}") from None


class _Folder:
    """The folder in which the deals of a match are kept."""

    def __init__(self, match: Match, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.path = folder / DEALS
        self.header = _header(match)

    def append(self, line: Struct) -> None:
        """Write a line: the header, or a finished deal."""
        with self.path.open("ab") as file:
            file.write(msgspec.json.encode(line) + b"\n")

    def read(self) -> dict[int, PlayedDeal]:
        """Return the deals that are kept by their numbers; a last line that was cut off is taken away.

        `ToolkitError` for a file of another match, and for one that is no such file.
        """
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        if not whole:
            self.path.write_bytes(b"")
            self.append(self.header)
            return {}
        lines = whole.splitlines()
        self._check(lines[0])
        deals = [self._decoded(line, number, PlayedDeal) for number, line in enumerate(lines[1:], 2)]
        if whole != data:
            self.path.write_bytes(whole)
        return {deal.deal: deal for deal in deals}

    def _check(self, line: bytes) -> None:
        header = self._decoded(line, 1, _Header)
        for name in _Header.__struct_fields__:
            there, here = getattr(header, name), getattr(self.header, name)
            if there != here:
                raise ToolkitError(
                    f"{self.path} holds games of another match: {name} is {quote(there)} there and "
                    f"{quote(here)} here; give another folder"
                )

    def _decoded(self, line: bytes, number: int, kind: type[Line]) -> Line:
        try:
            return msgspec.json.decode(line, type=kind)
        except msgspec.DecodeError as error:
            raise ToolkitError(f"{self.path}: line {number}: {error}") from None


def _header(match: Match) -> _Header:
    game = find_game(match.game)
    return _Header(
        format=FORMAT,
        version=version("tobago-toolkit"),
        game=match.game,
        players=match.players,
        rules=msgspec.json.decode(msgspec.json.encode(rules_to_dict(match.rules))),
        components=game.hashes(match.rules),
        seed=match.seed,
    )
