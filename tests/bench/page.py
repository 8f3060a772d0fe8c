"""Make the pages of speed from the kept figures: ``python tests/bench/page.py``."""

from __future__ import annotations

import json

from table import FIGURES, HEADS, Held, Row

TITLES = {
    "start": "Commands from start to end",
    "tobago": "Clues and verdicts of Tobago",
    "puzzles": "Puzzles",
    "games": "Whole games",
    "silver": "Odds and rollouts of Silver",
    "cluster": "Work spread over a cluster",
    "memory": "Memory of long runs on a cluster",
}
PAGES = {
    "speed": ("Speed", ("start", "tobago", "puzzles")),
    "speed-games": ("Speed of games", ("games", "silver", "cluster", "memory")),
}
"""Each page of docs, its title, and the tables on it."""

INTRODUCTION = """\
How long things take, beside other people's libraries and beside plain ways to do the same. Every table was
measured in one run on one small shared machine whose days differ by a factor of 2: compare the ratios, not
the times. `python tests/bench/bench_NAME.py` measures anew (`--quick` in a minute; `--save` keeps the figures
in `docs/speed`); `python tests/bench/page.py` makes the pages of them: [commands, clues and
puzzles](speed.md), and [games, odds and clusters](speed-games.md)."""


def page(name: str) -> str:
    """Return one of the pages in Markdown."""
    heading, tables = PAGES[name]
    parts = [f"# {heading}", "", INTRODUCTION]
    for table in tables:
        head, *rows = map(json.loads, (FIGURES / f"{table}.jsonl").read_text(encoding="utf-8").splitlines())
        parts += ["", f"## {TITLES[table]}", "", head["about"], ""]
        kind = Held if "done" in rows[0] else Row
        parts += [f"Python {head['python']}, {head['day']}; `python tests/bench/bench_{table}.py`.", ""]
        parts += [HEADS[kind], *(str(kind(**row)) for row in rows)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    for name in PAGES:
        (FIGURES.parent / f"{name}.md").write_text(page(name), encoding="utf-8")
