"""Long runs on a cluster, and the memory they take meanwhile: ``python tests/bench/bench_memory.py``.

Both together take two workers the better part of an hour.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen
from tempfile import TemporaryDirectory
from time import perf_counter, sleep

sys.path.insert(0, str(Path(__file__).parent))

from collections.abc import Iterator

import distributed
import psutil
from table import Held, run

from puzzles.generate import Request, generate
from solvers.simulation import Match, simulate

ABOUT = """\
Two long runs by two workers of a dask scheduler, all processes of their own on one machine, and what each
holds in memory (resident, in MB) at first and after every tenth: games of Wazabi by random players that are
kept in a folder, and pinpoint puzzles of level 1 in ten files with a seed each. Workers keep no profile
of themselves (docs/cluster.md); the client keeps the games, 48 bytes each."""
TENTHS = 10
MB = 1e6


@contextmanager
def cluster(folder: Path, count: int) -> Iterator[tuple[distributed.Client, dict[str, list[psutil.Process]]]]:
    """Open a client of a scheduler and its workers, with the processes by what they are."""
    at = folder / "scheduler.json"
    common = ["--host", "127.0.0.1", "--scheduler-file", str(at), "--no-dashboard"]
    settings = {"LOGGING__DISTRIBUTED": "critical", "DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
    environment = os.environ | {f"DASK_{name}": value for name, value in settings.items()}

    def start(program: str, *options: str) -> Popen[bytes]:
        return Popen([sys.executable, "-m", f"distributed.cli.{program}", *common, *options], env=environment)

    scheduler = start("dask_scheduler", "--port", "0")
    workers = [start("dask_worker", "--nthreads", "1", "--no-nanny") for _ in range(count)]
    try:
        while not at.exists():
            sleep(0.1)
        with distributed.Client(scheduler_file=str(at)) as client:
            client.wait_for_workers(count, timeout=60)
            watched = {"client": [psutil.Process()], "scheduler": [psutil.Process(scheduler.pid)]}
            yield client, watched | {"worker": [psutil.Process(worker.pid) for worker in workers]}
    finally:
        for process in (*workers, scheduler):
            process.terminate()
            process.wait()


class Watch:
    """What the processes hold at the begin of a run and after every tenth of it."""

    def __init__(self, processes: dict[str, list[psutil.Process]], what: str, whole: int) -> None:
        self.processes, self.what, self.whole = processes, what, whole
        self.begun = perf_counter()
        self.rows = [self._row(0)]

    def told(self, done: int) -> None:
        """Look once more if another tenth is done."""
        if done * TENTHS >= len(self.rows) * self.whole:
            self.rows.append(self._row(done))
            print(self.rows[-1], file=sys.stderr, flush=True)

    def _row(self, done: int) -> Held:
        held = {name: max(p.memory_info().rss for p in these) for name, these in self.processes.items()}
        megabytes = {name: round(most / MB) for name, most in held.items()}
        seconds = round(perf_counter() - self.begun)
        return Held(f"{done:,} of {self.whole:,} {self.what}", seconds, **megabytes)


def games(count: int) -> list[Held]:
    """Play games, and tell what is held meanwhile."""
    match = Match(game="wazabi", players=("random", "random"))
    with TemporaryDirectory() as folder, cluster(Path(folder), 2) as (client, processes):
        watch = Watch(processes, "games", count)

        def told(done: int, _: int) -> None:
            watch.told(done * len(match.players))

        simulate(match, count, cluster=client, out=Path(folder), progress=told)
    return watch.rows


def puzzles(count: int) -> list[Held]:
    """Make puzzles, and tell what is held meanwhile."""
    with TemporaryDirectory() as folder, cluster(Path(folder), 2) as (client, processes):
        watch = Watch(processes, "puzzles", count)
        for seed in range(TENTHS):
            request = Request(kind="pinpoint", level=1, count=count // TENTHS, seed=seed)
            made = generate(request, Path(folder) / f"{seed}.jsonl", cluster=client)
            assert not made.missing
            watch.told((seed + 1) * request.count)
    return watch.rows


def rows(quick: bool) -> Iterator[Held]:
    """Yield the rows of the table."""
    share = 1_000 if quick else 1
    yield from games(1_000_000 // share)
    yield from puzzles(100_000 // share)


if __name__ == "__main__":
    run("memory", ABOUT, rows)
