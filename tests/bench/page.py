"""Make the page of speed from the kept figures: ``python tests/bench/page.py > docs/speed.md``."""

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


INTRODUCTION = """\
# Speed

How long things take, beside other people's libraries and beside plain ways to do the same. Every table was
measured in one run on one small shared machine whose days differ by a factor of 2: compare the ratios, not
the times. `python tests/bench/bench_NAME.py` measures anew (`--quick` in a minute; `--save` keeps the figures
in `docs/speed`); `python tests/bench/page.py > docs/speed.md` makes this page of them."""


def page() -> str:
    """Return the page in Markdown."""
    parts = [INTRODUCTION]
    for name, title in TITLES.items():
        head, *rows = map(json.loads, (FIGURES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines())
        parts += ["", f"## {title}", "", head["about"], ""]
        kind = Held if "done" in rows[0] else Row
        parts += [f"Python {head['python']}, {head['day']}; `python tests/bench/bench_{name}.py`.", ""]
        parts += [HEADS[kind], *(str(kind(**row)) for row in rows)]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    print(page(), end="")
