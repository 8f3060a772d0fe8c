"""Print the table of rules with their tests: ``python tests/rule_table.py > tests/RULES.md``.

The rules are those of the digests in docs; a test names its rules: ``test_T22_T23_...``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

HERE = Path(__file__).parent
DIGESTS = {"Tobago": "rules-tobago.md", "Wazabi": "rules-wazabi.md", "Silver": "rules-silver.md"}
STATED = re.compile(r"^[-*] ([TEWS])-(\d+)([a-z]?)\b", re.MULTILINE)
TEST = re.compile(r"^ *def (test_((?:[TEWS]\d+[a-z]?_)+)\w+)", re.MULTILINE)
RULE = re.compile(r"([TEWS])(\d+)([a-z]?)_")

Rule = tuple[str, int, str]


def named_tests() -> dict[Rule, list[str]]:
    """Return the tests that name each rule."""
    found: dict[Rule, list[str]] = defaultdict(list)
    for path in sorted(HERE.rglob("test_*.py")):
        for name, rules in TEST.findall(path.read_text(encoding="utf-8")):
            for letter, number, part in RULE.findall(rules):
                found[letter, int(number), part].append(f"{path.relative_to(HERE).as_posix()}::{name}")
    return found


def rules_of(digest: str) -> list[Rule]:
    """Return the numbered rules and worked examples of a digest, in its order."""
    text = (HERE.parent / "docs" / digest).read_text(encoding="utf-8")
    return list(dict.fromkeys((letter, int(number), part) for letter, number, part in STATED.findall(text)))


def rule_table() -> str:
    """Return the tables in Markdown, in the order of the digests."""
    found = named_tests()
    lines = ["# Rules and their tests", "", "Made by `python tests/rule_table.py`."]
    for title, digest in DIGESTS.items():
        lines += ["", f"## {title}", "", "| rule | tests |", "|---|---|"]
        for rule in rules_of(digest):
            letter, number, part = rule
            lines.append(f"| {letter}-{number}{part} | {'<br>'.join(f'`{test}`' for test in found[rule])} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(rule_table(), end="")
