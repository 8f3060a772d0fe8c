"""What commands take from start to end, against `--help`: ``python tests/bench/bench_start.py``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).parent))

from table import Row, run

ROOT = Path(__file__).parents[2]
ABOUT = """\
Processor time of a whole process, user and system, its bytecode kept as an installation keeps it; the
commands take turns, and the best of seven rounds counts. A ratio of 0.5 x is twice the time of
`tobago --help`. The files are those of `examples`; `lay` and `undo` write a copy."""

HELP = "--help"
COMMANDS = (
    HELP,
    "check first-position.toml brown next to lake",
    "legal first-position.toml",
    "hint first-position.toml",
    "show first-position.toml",
    "solve first-position.toml",
    "why first-position.toml brown A22",
    "new new.toml --force",
    "lay first-position.toml brown next to lake",
    "undo first-position.toml",
    "puzzle hint five-lost-landmarks.jsonl --id 1 --rung 1",
    "puzzle hint five-lost-landmarks.jsonl --id 1 --rung 5",
)


def costs(rounds, commands=COMMANDS):
    """Return the seconds of processor time of each command, the best of some rounds after a first one."""
    with TemporaryDirectory() as folder:
        env = {key: text for key, text in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        env |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        for name in ("first-position.toml", "five-lost-landmarks.jsonl"):
            Path(folder, name).write_bytes((ROOT / "examples" / name).read_bytes())
        found = [{command: cost(command, folder, env) for command in commands} for _ in range(rounds + 1)]
    return {command: min(times[command] for times in found[1:]) for command in commands}


def cost(command, folder, env):
    """Return the seconds of processor time of one process."""
    code = "from workbench.cli.main import main; main()"
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-c", code, *command.split()], cwd=folder, env=env, capture_output=True, check=True
    )
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows(quick):
    """Yield the rows of the table."""
    found = costs(1 if quick else 7)
    for command in COMMANDS[1:]:
        yield Row(f"`tobago {command}`", found[command], f"`tobago {HELP}`", found[HELP])


if __name__ == "__main__":
    run("start", ABOUT, rows)
