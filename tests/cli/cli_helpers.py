"""What the tests of the commands share: the example, the promised answers, a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import oracles

from toolkit.games.tobago import boxed_island

if TYPE_CHECKING:
    Tobago = Callable[..., "Outcome"]

EXAMPLE = (Path(__file__).parents[1] / "data" / "format-example.toml").read_text(encoding="utf-8")
"""The position file of the public formats."""

FOURTEEN = ["A32", "A34", "A42", "A43", "B44", "B54", "B55", "B65", "C10", "C31", "C42", "C53", "C64", "C75"]


INTERRUPTIBLE = """
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background may ignore it
from workbench.cli.main import main
main()
"""
"""A program that runs the command and feels Ctrl-C."""


class Outcome(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output."""
        found: dict[str, Any] = json.loads(self.out)
        return found


def process(*arguments: str, **env: str) -> dict[str, Any]:
    """Return how a process of the command is started as people do, with more in its environment."""
    path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return {"args": [sys.executable, "-P", "-c", INTERRUPTIBLE, *arguments], "env": os.environ | path | env}


def in_a_process(*arguments: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the command as people do."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    started = process(*arguments, **options.pop("env", {}))
    return subprocess.run(timeout=60, check=False, **started | streams | options)


def clue_table() -> dict[str, frozenset[str]]:
    """Return the hexes of every clue in the example, by plain shortest paths."""
    placed = {
        "hut": ["B23", "A34", "C10", "C55"],
        "palm": ["B45", "A00", "C43"],
        "statue": ["A23", "B22", "C21"],
    }
    return oracles.clue_table(boxed_island(), placed, "excluded", "lattice")
