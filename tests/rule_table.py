"""Print the table of rules with their tests: ``python tests/rule_table.py > tests/RULES.md``."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
TEST = re.compile(r"^def (test_((?:[TE]\d+[a-z]?_)+)\w+)", re.MULTILINE)
RULE = re.compile(r"([TE])(\d+)([a-z]?)_")


def rule_table() -> str:
    """Return the table in Markdown, in the order of the rule numbers."""
    found: dict[tuple[str, int, str], list[str]] = defaultdict(list)
    for path in sorted(HERE.rglob("test_*.py")):
        for name, rules in TEST.findall(path.read_text(encoding="utf-8")):
            for letter, number, part in RULE.findall(rules):
                found[letter, int(number), part].append(f"{path.relative_to(HERE).as_posix()}::{name}")
    lines = [
        "# Rules and their tests",
        "",
        "Made by `python tests/rule_table.py`.",
        "",
        "| rule | tests |",
        "|---|---|",
    ]
    for (letter, number, part), tests in sorted(
        found.items(), key=lambda item: (item[0][0] == "E", *item[0])
    ):
        lines.append(f"| {letter}-{number}{part} | {'<br>'.join(f'`{test}`' for test in tests)} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(rule_table(), end="")
