"""Print the table of rules with their tests: ``python tests/rule_table.py > tests/RULES.md``.

The rules are those of the digests in the rooms of the games; a test names its rules: ``test_T22_T23_...``.
"""

from __future__ import annotations

import re
from collections import defaultdict
from importlib.resources import files
from pathlib import Path

from rule_examples import name_of

HERE = Path(__file__).parent
DIGESTS = {
    "Tobago": "tobago",
    "Wazabi": "wazabi",
    "Silver": "silver",
    "Mangrovia": "mangrovia",
    "Wayfarers": "wayfarers",
}
STATED = re.compile(r"^(?:[-*] ([TEWSMY])-?|\| ([EB])-?)(\d+)([a-z]?)\b", re.MULTILINE)
TEST = re.compile(r"^ *def (test_((?:[TEWSMBY]\d+[a-z]?_)+)\w+)", re.MULTILINE)
EXAMPLE = re.compile(r"^(((?:[TEWSMBYA]\d+[a-z]? ?)+): .*)$", re.MULTILINE)
RULE = re.compile(r"([TEWSMBY])(\d+)([a-z]?)_")

Rule = tuple[str, str, int, str]
"""A digest, then the letter, number and part of one of its rules: two digests have an E-1, and two a T-1."""


def named_tests() -> dict[Rule, list[str]]:
    """Return the tests that name each rule.

    A worked example E is one of Mangrovia if the file or its folder is named so, else of Tobago; a T is an
    example of Wayfarers or a rule of Tobago in the same way.
    """
    found: dict[Rule, list[str]] = defaultdict(list)
    games = {name[0]: digest for name, digest in DIGESTS.items()}
    games |= {"B": DIGESTS["Mangrovia"], "W": DIGESTS["Wazabi"], "Y": DIGESTS["Wayfarers"]}
    for path in sorted([*HERE.rglob("test_*.py"), *HERE.rglob("*examples.txt")]):
        where = path.relative_to(HERE).as_posix()
        games["E"] = DIGESTS["Mangrovia" if "mangrovia" in where else "Tobago"]
        games["T"] = DIGESTS["Wayfarers" if "wayfarers" in where else "Tobago"]
        for name, rules in _tests(path):
            for letter, number, part in RULE.findall(rules):
                rule = games[letter], letter, int(number), part
                found[rule].append(f"{where}::{name}")
    return found


def _tests(path: Path) -> list[tuple[str, str]]:
    """Return the tests of a file, or the examples of one, with the rules that they name."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return TEST.findall(text)
    return [(name_of(title), name_of(rules) + "_") for title, rules in EXAMPLE.findall(text)]


def rules_of(digest: str) -> list[Rule]:
    """Return the numbered rules, open points and worked examples of a digest, in its order."""
    text = (files("toolkit.games") / digest / "rules.md").read_text(encoding="utf-8")
    stated = [(listed or told, int(number), part) for listed, told, number, part in STATED.findall(text)]
    return [(digest, *rule) for rule in dict.fromkeys(stated)]


def rule_table() -> str:
    """Return the tables in Markdown, in the order of the digests."""
    found = named_tests()
    lines = ["# Rules and their tests", "", "Made by `python tests/rule_table.py`."]
    for title, digest in DIGESTS.items():
        lines += ["", f"## {title}", "", "| rule | tests |", "|---|---|"]
        for rule in rules_of(digest):
            _, letter, number, part = rule
            lines.append(f"| {letter}-{number}{part} | {'<br>'.join(f'`{test}`' for test in found[rule])} |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(rule_table(), end="")
