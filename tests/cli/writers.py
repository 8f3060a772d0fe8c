"""Commands that write one file, two at the same moment and killed at any moment: nothing may be lost or torn.

``python tests/cli/writers.py [PAIRS [KILLS]]`` tells the figures; `.ci/nightly writers` does so with many.
Each command runs in a fork of a process that has loaded everything, so that two of them really meet and a
kill really strikes while one works.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import time
from collections import Counter
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NoReturn
from unittest.mock import patch

from puzzles import generate as making
from puzzles.collection import collection
from puzzles.format.files import to_line
from puzzles.generate import Request
from puzzles.puzzle import Puzzle
from toolkit.games.tobago import Position
from workbench.cli.main import run

Order = tuple[str, ...]

FAULTS = ("lost in silence", "torn or lost", "left over", "left over after the next write")

EXAMPLE = (Path(__file__).parents[1] / "data" / "format-example.toml").read_text(encoding="utf-8")
LAID = EXAMPLE + '\n[maps.white]\nclues = ["in lake"]\n\n[play]\norder = ["white"]\n'
"""A game in which `undo` takes a clue from the white map."""

LAY = ("lay", "game.toml", "brown", "next to statue")
HINT = ("puzzle", "hint", "puzzle.jsonl", "--rung", "5", "--marks", "marks.json", "--write")

PUZZLES = [to_line(one) + "\n" for one in collection("pinpoint")[:4]]
NEW = ("puzzle", "new", "--kind", "pinpoint", "--level", "1", "--count", "4", "--jobs", "1", "--resume")
MARKS = '{"format": "tobago-marks/1", "puzzle": "ID", "marks": {}}'.replace(
    "ID", collection("pinpoint")[0].id
)


@dataclass(frozen=True)
class Scene:
    """A command about a file, and what the file holds before.

    After a kill it holds that or what the command makes of it; of a file that `grows` at least what is
    `finished`.
    """

    order: Order
    before: str
    file: str = "game.toml"
    finished: str | None = None

    def whole(self, text: str, after: str) -> bool:
        if self.finished is not None and after.startswith(text):
            return text.startswith(self.finished)
        return text in (self.before, after)


FINISHED = "".join(PUZZLES[:3])
SCENES = [
    Scene(LAY, EXAMPLE),
    Scene(("undo", "game.toml"), LAID),
    Scene(("draw", "game.toml", "in", "river"), EXAMPLE),
    Scene(("move", "game.toml", "A34"), EXAMPLE),
    Scene(HINT, MARKS, "marks.json"),
    Scene((*NEW, "--out", "new.jsonl"), FINISHED + PUZZLES[3][:200], "new.jsonl", FINISHED),
]


def quiet(order: Order, start: int) -> NoReturn:
    """Run a command in this process, which ends with its status, as soon as the pipe `start` is closed."""
    os.read(start, 1)
    with Path(os.devnull).open("w") as nothing, redirect_stdout(nothing), redirect_stderr(nothing):
        os._exit(run(list(order)))


def forked(orders: list[Order], killed: float | None = None) -> list[int]:
    """Run commands at the same moment, and kill them after so many seconds; return their statuses."""
    start, go = os.pipe()
    children = []
    for order in orders:
        if not (child := os.fork()):
            os.close(go)
            quiet(order, start)
        children.append(child)
    os.close(start)
    os.close(go)
    if killed is not None:
        time.sleep(killed)
        for child in children:
            os.kill(child, signal.SIGKILL)
    return [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]


def races(pairs: int) -> Counter[str]:
    """Lay two clues at the same moment, so many times; return how many were laid, refused and lost."""
    found: Counter[str] = Counter()
    for _ in range(pairs):
        Path("game.toml").write_text(EXAMPLE)
        orders: list[Order] = [LAY, ("lay", "game.toml", "white", "in lake")]
        statuses = forked(orders)
        maps = Position.load("game.toml").maps
        laid = [order[3] in map(str, maps[order[2]].clues) for order in orders]
        found["pairs"] += 1
        found["clues laid"] += statuses.count(0)
        found["refused"] += sum(status == 2 for status in statuses)
        found["lost in silence"] += sum(
            status == 0 and not there for status, there in zip(statuses, laid, strict=True)
        )
        found["left over"] += len(_there() - {"game.toml", "puzzle.jsonl"})
    return found


def kills(count: int, random: Random) -> Counter[str]:
    """Kill each command in turn at a random moment; return what was whole, torn and left over."""
    found: Counter[str] = Counter()
    known = {scene: _unhurt(scene) for scene in SCENES}
    for number in range(count):
        scene = SCENES[number % len(SCENES)]
        (after, lasting), file = known[scene], Path(scene.file)
        file.write_text(scene.before)
        (status,) = forked([scene.order], random.random() * lasting * 1.1)
        found["kills"] += 1
        found["in time"] += status == -signal.SIGKILL
        found["torn or lost"] += not scene.whole(file.read_text(), after)
        found["with something beside"] += len(_there()) > 2
        forked([scene.order])
        found["left over after the next write"] += len(_there() - {scene.file, "puzzle.jsonl"})
        file.unlink()
    return found


def _unhurt(scene: Scene) -> tuple[str, float]:
    """Return what a command makes of the file, and how many seconds it takes once all is loaded."""
    Path(scene.file).write_text(scene.before)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        assert run(list(scene.order)) == 0, scene.order
    Path(scene.file).write_text(scene.before)
    begun = time.monotonic()
    assert forked([scene.order]) == [0]
    lasting = time.monotonic() - begun
    after = Path(scene.file).read_text()
    Path(scene.file).unlink()
    return after, lasting


def _there() -> set[str]:
    return {path.name for path in Path().iterdir()}


def measured(pairs: int, count: int, seed: int = 1) -> tuple[Counter[str], Counter[str]]:
    """Return what became of so many pairs and kills, in a folder of their own."""

    def make(request: Request, number: int) -> Puzzle:
        return collection("pinpoint")[number]

    def number_of(request: Request, line: str, place: str) -> int | None:
        return PUZZLES.index(line + "\n") if line + "\n" in PUZZLES else None

    with (
        TemporaryDirectory() as folder,
        chdir(folder),
        patch.object(making, "make_puzzle", make),
        patch.object(making, "_number_of", number_of),
    ):
        Path("puzzle.jsonl").write_text(PUZZLES[0])
        return races(pairs), kills(count, Random(seed))


if __name__ == "__main__":
    figures = measured(*map(int, sys.argv[1:3] or ("30", "200")))
    for found in figures:
        print(", ".join(f"{count} {what}" for what, count in found.items()))
    sys.exit(any(found[fault] for found in figures for fault in FAULTS))
