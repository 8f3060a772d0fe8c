"""Playing a match on all cores; what is finished is kept, and a stopped run goes on."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, cast

from solvers.simulation.keeping import open_folder
from solvers.simulation.result import Simulation
from toolkit.core.errors import ToolkitError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from solvers.simulation.match import Match, PlayedDeal


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
    same with any number of processes, and after a stop. (Not so with players that think by the clock; another
    version of Python, or other floating-point functions of the platform, may break a tie in another way.)

    Parameters
    ----------
    match
        What is played.
    games
        How many games; they are rounded up to whole deals.
    jobs
        Processes, from 1; by default one for each core.
    out
        A folder in which finished deals are kept, for one run at a time (`open_folder`). A stopped run goes
        on there, with more games too.
    progress
        Is told how many deals are done, and how many are wanted.

    Raises
    ------
    ToolkitError
        Less than one game or process, a folder with another match or in use, or a worker that was killed.
    OSError
        The folder cannot be written; this is seen before a game is played.
    """
    count, tell = match.deals(games), progress or (lambda *_: None)
    if jobs is not None and jobs < 1:
        raise ToolkitError(f"at least one process is needed, not {jobs}")
    with nullcontext() if out is None else open_folder(match, out) as folder:
        kept = folder.read() if folder else {}
        done = {number: deal for number, deal in kept.items() if number < count}
        tell(len(done), count)
        for deal in _played(match, [number for number in range(count) if number not in done], jobs, out):
            if folder:
                folder.append(deal)
            done[deal.deal] = deal
            tell(len(done), count)
    return Simulation(match, tuple(done[number] for number in range(count)))


def _played(match: Match, numbers: list[int], jobs: int | None, out: Path | None) -> Iterator[PlayedDeal]:
    """Play deals; they come as they are finished."""
    from joblib import Parallel, delayed  # it takes time to load
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    workers = 1 if len(numbers) < 2 else -1 if jobs is None else jobs
    parallel = Parallel(n_jobs=workers, return_as="generator_unordered", pre_dispatch="2*n_jobs")
    try:
        deals = parallel(delayed(match.play)(number) for number in numbers)
        yield from cast("Iterator[PlayedDeal]", deals)  # as `return_as` says
    except TerminatedWorkerError:
        rest = f"what is finished is in {out}, and can be gone on with" if out else "nothing was kept"
        raise ToolkitError(f"a worker process was killed, perhaps for lack of memory; {rest}") from None
