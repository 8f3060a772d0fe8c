"""Commands that write one file, two at the same moment and killed at any moment: nothing may be lost or torn.

``python tests/cli/writers.py [PAIRS [KILLS]]`` tells the figures; `.ci/nightly writers` does so with many.
Each command runs in a fork of a process that has loaded everything, so that two of them really meet and a
kill really strikes while one works.
"""

from __future__ import annotations

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
from typing import TYPE_CHECKING, NoReturn
from unittest.mock import patch

from puzzles import generate as making
from puzzles.collection import collection
from puzzles.format.files import to_line
from toolkit.games.tobago import Position
from workbench.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Callable

    from puzzles.puzzle import Puzzle
    from puzzles.request import Request

Order = tuple[str, ...]

FAULTS = ("lost in silence", "torn or lost", "left over", "left over after the next write")

EXAMPLE = (Path(__file__).parents[1] / "data" / "format-example.toml").read_text(encoding="utf-8")
LAID = EXAMPLE + '\n[maps.white]\nclues = ["in lake"]\n\n[play]\norder = ["white"]\n'
"""A game in which `undo` takes a clue from the white map."""

PUZZLES = [to_line(one) + "\n" for one in collection("pinpoint")[:4]]
NEW = ("puzzle", "new", "--kind", "pinpoint", "--level", "1", "--count", "4", "--jobs", "1", "--resume")
MARKS = '{"format": "tobago-marks/1", "puzzle": "ID", "marks": {}}'.replace(
    "ID", collection("pinpoint")[0].id
)


@dataclass(frozen=True)
class Scene:
    """A command about a file, what the file holds before, and what it may hold later.

    `fits` is asked after a kill; `after` is a command that writes the same file.
    """

    order: Order
    file: str
    before: str
    after: Order
    fits: Callable[[str], bool]


def game_fits(clues: int, *changes: int) -> Callable[[str], bool]:
    """Return whether a game is whole, with so many clues or after one of the changes of their number."""
    allowed = {clues, *(clues + change for change in changes)}
    return lambda text: sum(len(m.clues) for m in Position.parse(text).maps.values()) in allowed


LAY = ("lay", "game.toml", "brown", "next to statue")
HINT = ("puzzle", "hint", "puzzle.jsonl", "--rung", "5", "--marks", "marks.json", "--write")
SCENES = [
    Scene(LAY, "game.toml", EXAMPLE, LAY, game_fits(2, 1)),
    Scene(("undo", "game.toml"), "game.toml", LAID, ("undo", "game.toml"), game_fits(3, -1)),
    Scene(HINT, "marks.json", MARKS, HINT, lambda text: text.endswith("}\n") or text == MARKS),
    Scene(
        (*NEW, "--out", "new.jsonl"),
        "new.jsonl",
        "".join(PUZZLES[:3]) + PUZZLES[3][:200],
        (*NEW, "--out", "new.jsonl"),
        lambda text: text.startswith("".join(PUZZLES[:3])) and "".join(PUZZLES).startswith(text),
    ),
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
    lasts = {scene: _lasting(scene) for scene in SCENES}
    for number in range(count):
        scene = SCENES[number % len(SCENES)]
        file = Path(scene.file)
        file.write_text(scene.before)
        (status,) = forked([scene.order], random.random() * lasts[scene] * 1.1)
        found["kills"] += 1
        found["in time"] += status == -signal.SIGKILL
        found["torn or lost"] += not _whole(scene, file)
        found["with something beside"] += len(_there()) > 2
        forked([scene.after])
        found["left over after the next write"] += len(_there() - {scene.file, "puzzle.jsonl"})
        file.unlink()
    return found


def _lasting(scene: Scene) -> float:
    """Return how many seconds a command takes."""
    Path(scene.file).write_text(scene.before)
    begun = time.monotonic()
    (status,) = forked([scene.order])
    assert status == 0, scene.order
    Path(scene.file).unlink()
    return time.monotonic() - begun


def _there() -> set[str]:
    return {path.name for path in Path().iterdir()}


def _whole(scene: Scene, file: Path) -> bool:
    try:
        return scene.fits(file.read_text())
    except (OSError, ValueError):
        return False


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
