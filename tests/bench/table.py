"""What all benches share: rows that are printed as each is measured, and kept as JSON lines."""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from timeit import Timer

FIGURES = Path(__file__).parents[2] / "docs" / "speed"
"""Where the figures lie from which `page.py` makes the pages of speed."""


@dataclass(frozen=True)
class Row:
    """One measured line: seconds of one piece of work, or pieces a second (`rate`); the worst of many."""

    work: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    rate: bool = False
    worst: float | None = None
    peers_worst: float | None = None

    def __str__(self) -> str:
        if self.theirs is None:
            return f"| {self.work} | {self._shown(self.ours, self.worst)} | {self.peer} | | |"
        ratio = self.ours / self.theirs if self.rate else self.theirs / self.ours
        told = f"{ratio:,.0f} x" if ratio >= 10 else f"{ratio:.2g} x"
        theirs = self._shown(self.theirs, self.peers_worst)
        return f"| {self.work} | {self._shown(self.ours, self.worst)} | {self.peer} | {theirs} | {told} |"

    def _shown(self, value: float, worst: float | None) -> str:
        if self.rate:
            return f"{value:,.0f} a second"
        return shown(value) + (f" (worst {shown(worst)})" if worst else "")


@dataclass(frozen=True)
class Held:
    """How far a long run has come: seconds since its begin, and what its processes hold in memory, in MB."""

    done: str
    seconds: float
    client: float
    scheduler: float
    worker: float  #: the one that holds most

    def __str__(self) -> str:
        return f"| {self.done} | {self.seconds:,} s | {self.client} | {self.scheduler} | {self.worker} |"


HEADS: dict[type, str] = {
    Row: "| work | this | peer | its figure | ratio |\n|---|---|---|---|---|",
    Held: "| done | time | client | scheduler | a worker |\n|---|---|---|---|---|",
}


def shown(seconds: float) -> str:
    """Return a time in a readable unit."""
    unit, factor = next(
        (u, f) for u, f in (("s", 1), ("ms", 1e3), ("µs", 1e6)) if seconds * f >= 1 or u == "µs"
    )
    return f"{seconds * factor:.3g} {unit}"


def best(work: Callable[[], object], rounds: int = 5, before: Callable[[], object] | None = None) -> float:
    """Return the seconds of processor time of one call: the best of several rounds of enough calls."""
    if before:
        return min(_after(before, work, rounds))
    timer = Timer(work, timer=time.process_time)
    calls, _ = timer.autorange()
    return min(timer.repeat(rounds, calls)) / calls


def _after(before: Callable[[], object], work: Callable[[], object], rounds: int) -> Iterator[float]:
    """Yield the seconds of single calls, each after a preparation that is not counted."""
    for _ in range(rounds):
        before()
        begun = time.process_time()
        work()
        yield time.process_time() - begun


def run(name: str, about: str, rows: Callable[[bool], Iterable[Row] | Iterable[Held]]) -> None:
    """Measure, print every row at once, and keep the figures; the arguments of the program say how."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", action="store_true", help="few rounds of small work: does it run at all?")
    parser.add_argument(
        "--save", action="store_true", help=f"keep the figures in docs/speed/{name}.jsonl, for the page"
    )
    options = parser.parse_args()
    lines = [
        {
            "about": " ".join(about.split()),
            "python": platform.python_version(),
            "day": time.strftime("%Y-%m-%d"),
        }
    ]
    for number, row in enumerate(rows(options.quick)):
        print(row if number else f"{HEADS[type(row)]}\n{row}", flush=True)
        told = ((field, getattr(row, field.name)) for field in fields(row))
        lines.append({field.name: value for field, value in told if value != field.default})
    if options.save and options.quick:
        sys.exit("a quick run is not kept")
    if options.save:
        text = "".join(json.dumps(line) + "\n" for line in lines)
        (FIGURES / f"{name}.jsonl").write_text(text, encoding="utf-8")
