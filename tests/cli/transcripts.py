"""Console transcripts: commands with what they print, run again and compared.

A line ``  $ tobago ...`` (or any other command of the shell) stands two blanks deep, with what is typed into
it as ``  > ...`` below; then come its output, its messages as ``  ! ...`` and its status as ``  [1]``, unless
it is 0. All else is prose.
``python tests/cli/transcripts.py [FILE ...]`` writes into the files what is printed now: look at the changes.
"""

from __future__ import annotations

import io
import os
import shlex
import subprocess
import sys
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from workbench.cli.main import run

HERE = Path(__file__).parent / "transcripts"
ROOT = Path(__file__).parents[2]


@dataclass
class Step:
    """A command with what is typed into it, after the prose before it."""

    prose: list[str]
    command: str
    typed: list[str] = field(default_factory=list)


def parse(text: str) -> tuple[list[Step], list[str]]:
    """Return the commands of a transcript, and the prose behind the last."""
    steps: list[Step] = []
    prose: list[str] = []
    before = ""
    for line in text.splitlines():
        if line.startswith("  $ "):
            steps.append(Step(prose, line[4:]))
            prose = []
        elif line.startswith("  >") and before.startswith(("  $", "  >")):
            steps[-1].typed.append(line[4:])
        elif line.startswith("  "):  # what it told then, and the blank lines in it
            prose, line = [], "  told"
        else:
            prose.append(line)
        before = line
    return steps, prose


def told_by(step: Step) -> list[str]:
    """Run a command in the working folder and return what it tells."""
    typed = "".join(f"{line}\n" for line in step.typed)
    ours, _, rest = step.command.partition(" | ")
    if not ours.startswith("tobago"):
        ours, rest = "", step.command
    status, out, err = in_this_process(ours, typed) if ours else (0, typed, "")
    if rest:
        done = subprocess.run(["bash", "-c", rest], input=out, capture_output=True, text=True, check=False)
        status, out, err = status or done.returncode, done.stdout, err + done.stderr
    lines = err.replace(f"{Path.cwd()}/", "").splitlines()
    messages = [f"! {line}" for line in lines if line]
    return [*out.rstrip().splitlines(), *messages, *[f"[{status}]"] * (status != 0)]


def in_this_process(command: str, typed: str) -> tuple[int, str, str]:
    """Return the status of a command of ours, what it prints, and its messages."""
    command, _, source = command.partition(" < ")
    streams = [io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2)]
    stdin = io.TextIOWrapper(
        io.BytesIO(Path(source).read_bytes() if source else typed.encode()), encoding="utf-8"
    )
    with redirect_stdout(streams[0]), redirect_stderr(streams[1]), patch("sys.stdin", stdin):
        status = run(shlex.split(command)[1:])
    for stream in streams:
        stream.seek(0)  # and flush
    return status, streams[0].read(), streams[1].read()


def again(path: Path) -> str:
    """Return a transcript as it reads when its commands are run now, in a folder of their own."""
    steps, rest = parse(path.read_text(encoding="utf-8"))
    lines: list[str] = []
    with TemporaryDirectory() as folder, chdir(folder), patch.dict(os.environ, COLUMNS="100"):
        Path("examples").symlink_to(ROOT / "examples")
        for step in steps:
            shown = [f"$ {step.command}", *(f"> {line}" for line in step.typed), *told_by(step)]
            lines += [*step.prose, *(f"  {line}".rstrip() for line in shown)]
    return "".join(f"{line}\n" for line in [*lines, *rest])


if __name__ == "__main__":
    for path in map(Path, sys.argv[1:]) if sys.argv[1:] else sorted(HERE.glob("*.txt")):
        path.write_text(again(path.resolve()), encoding="utf-8")
