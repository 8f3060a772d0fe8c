"""What a dask scheduler costs beside joblib on the same machine: ``python tests/bench/bench_cluster.py``."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from collections.abc import Callable, Iterator

import dask
import distributed
from table import Row, run

from puzzles.generate import Request, generate
from solvers.simulation import Match, simulate

ABOUT = """\
The same work by two workers of a dask scheduler and by two processes of joblib, by the clock; they take
turns, and the best of three rounds counts. Both have started before. A ratio of 0.9 x is an overhead of a
ninth."""


def seconds(ways: list[dict[str, Any]], work: Callable[..., object], rounds: int) -> list[float]:
    """Return the shortest time of some work in each of several ways, which take turns."""
    taken: list[list[float]] = [[] for _ in ways]
    for _ in range(rounds):
        for way, times in zip(ways, taken, strict=True):
            begun = perf_counter()
            work(**way)
            times.append(perf_counter() - begun)
    return [min(times) for times in taken]


def rows(quick: bool) -> Iterator[Row]:
    """Yield the rows of the table."""
    rounds, share = (1, 20) if quick else (3, 1)
    match = Match(game="wazabi", players=("random", "random"))
    request = Request(kind="pinpoint", level=2, count=2_400 // share)
    dask.config.set({"distributed.worker.profile.enabled": False})  # as `local:N` has it
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address="127.0.0.1:0")
    with cluster, distributed.Client(cluster) as client, TemporaryDirectory() as folder:
        ways = [{"cluster": client}, {"jobs": 2}]
        games, out = 16_000 // share, Path(folder) / "out.jsonl"

        def play(games: int = games, **way: Any) -> object:
            return simulate(match, games, **way).deals

        def make(**way: Any) -> object:
            out.unlink(missing_ok=True)
            return generate(request, out, **way)

        assert play(200, **ways[0]) == play(200, **ways[1])
        ours, theirs = seconds(ways, play, rounds)
        yield Row(f"{games:,} games of Wazabi by random players", ours, "joblib, two processes", theirs)
        ours, theirs = seconds(ways, make, rounds)
        yield Row(f"{request.count:,} pinpoint puzzles of level 2", ours, "joblib, two processes", theirs)


if __name__ == "__main__":
    run("cluster", ABOUT, rows)
