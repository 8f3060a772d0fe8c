"""Docstrings, the README and generated files say what is true."""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import io
import json
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import get_args

import pytest
from pictures import PICTURES
from rule_table import DIGESTS, named_tests, rule_table, rules_of

from puzzles.calibration import parse_times
from puzzles.format.files import parse_marks, parse_puzzles, read_puzzles
from puzzles.generate import Request, make_puzzle
from puzzles.kinds import NAMES
from puzzles.puzzle import LEVELS, verify
from toolkit.core.game import find_game
from toolkit.games import SHIPPED
from toolkit.games.tobago import COLOURS, Position, Rules, draw_position
from toolkit.games.tobago.maps import PLAYERS
from toolkit.games.tobago.position import AtvsSection, MapsSection, Owner
from workbench.cli.main import run
from workbench.cli.main import tobago as commands

ROOT = Path(__file__).parent.parent
PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
BUILDING = ("docs/adding-a-game.md", "docs/larger-game.md")
"""Their lines are run by `core/test_adding_a_game.py`."""

AT_A_TERMINAL = ("source ", "$EDITOR ", "jupyter ", "tobago table ")
"""Commands of the pages that a test cannot run."""

MADE = {
    "five-lost-landmarks.jsonl": [Request(kind="lost-landmarks", level=3, count=5, seed=7)],
    "one-of-each-kind.jsonl": [
        Request(kind="pinpoint", level=2, seed=7, treasures=2),
        Request(kind="lost-landmarks", level=2, seed=7, treasures=1, unknown=("hut",)),
        Request(kind="lie", level=3, seed=7),
        Request(kind="best-card", level=2, seed=7),
        Request(kind="whose-clue", level=2, seed=7),
        Request(kind="expedition", level=2, seed=7),
    ],
}
"""From what the examples were made, as CONTRIBUTING says."""


FLOORS = ("toolkit", "solvers", "puzzles", "workbench")
ADAPTERS = {
    "workbench.adapters.gymnasium": "gymnasium",
    "workbench.adapters.openspiel": "pyspiel",
    "workbench.adapters.pettingzoo": "pettingzoo",
    "workbench.adapters.seats": "gymnasium",
}
"""The modules that need a library of others, which need not be installed."""


def modules():
    return [
        m.name
        for p in map(importlib.import_module, FLOORS)
        for m in pkgutil.walk_packages(p.__path__, f"{p.__name__}.")
        if m.name not in ADAPTERS or importlib.util.find_spec(ADAPTERS[m.name])
    ]


@pytest.mark.filterwarnings("ignore:.* goes in:DeprecationWarning")  # old paths still work, and say so
def test_docstring_examples(monkeypatch):
    monkeypatch.chdir(ROOT)
    found = {name: importlib.import_module(name) for name in modules()}
    shown = {name for name, module in found.items() if ">>> " in Path(module.__file__).read_text("utf-8")}
    results = {name: doctest.testmod(found[name]) for name in shown}
    assert [name for name, result in results.items() if result.failed] == []
    assert sum(result.attempted for result in results.values()) > 15


def holding(mark):
    return [page for page in PAGES if mark in (ROOT / page).read_text(encoding="utf-8")]


@pytest.mark.parametrize("page", [page for page in holding(">>> ") if page not in BUILDING])
def test_page_examples(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert result.attempted > 3
    assert result.failed == 0


@pytest.mark.parametrize("page", holding("```console"))
def test_commands_print_what_the_pages_show(page, monkeypatch, capsys, tmp_path):
    """Every command of a page, in its order: what is shown below it is what it prints.

    Where a prompt such as ``game.toml> `` stands, what follows it is typed.
    """
    for folder in ("examples", "puzzles"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setattr("toolkit.core.game._registered", {})  # without the games of other tests
    blocks = re.findall(r"```console\n(.*?)```", (ROOT / page).read_text(encoding="utf-8"), re.DOTALL)
    parts = [part for block in blocks for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]]
    for command, shown in (part.split("\n", 1) for part in parts if not part.startswith(AT_A_TERMINAL)):
        program, *words = shlex.split(command, comments=True)
        typed = re.findall(r"^\S+\.(?:toml|txt)> (.*\n)", shown, re.MULTILINE)
        shown = re.sub(r"^\S+\.(?:toml|txt)> .*\n", "", shown, flags=re.MULTILINE)
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(typed)))
        if program == "tobago":
            status = run(words)
            assert status in (0, 1) or (
                status == 2 and shown.startswith(("tobago: ", '{"format": "tobago-error'))
            ), command
        else:
            subprocess.run([program, *words], check=True)
        printed = capsys.readouterr()
        if shown.strip():
            assert [line.rstrip() for line in (printed.out + printed.err).splitlines()] == shown.splitlines()


def test_the_readme_can_be_read_in_one_go_and_counts_the_commands():
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    assert f"## Some of the {len(commands.commands)} commands" in lines


def test_pages_can_be_read_in_one_go():
    """What is drawn between words does not count."""
    words = {page: len(re.findall(r"\S*\w\S*", (ROOT / page).read_text(encoding="utf-8"))) for page in PAGES}
    assert {page: count for page, count in words.items() if count > 2500} == {}


def test_every_picture_of_the_pages_is_there_and_made_by_the_script():
    named = {
        name
        for page in PAGES
        for name in re.findall(r"_static/([\w-]+\.(?:png|svg))", (ROOT / page).read_text(encoding="utf-8"))
    }
    kept = {path.name: path.stat().st_size for path in (ROOT / "docs" / "_static").glob("*.[ps][nv]g")}
    assert named == set(PICTURES) == set(kept)
    assert {name: size for name, size in kept.items() if size > 130_000} == {}


@pytest.mark.parametrize("game", SHIPPED)
def test_the_glossary_uses_the_persian_words_of_the_game(game):
    told = (ROOT / "toolkit" / "games" / game / "words.toml").read_text(encoding="utf-8")
    page = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
    _, _, section = page.partition(f"\n## {find_game(game).title}\n")
    rows = [line.split("|") for line in section.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    persian = [word for row in rows[1:] for word in row[2].split()]
    assert len(persian) > 5
    assert set(persian) <= set(re.findall(r"[\w\u200c\u0654]+", told))


def test_the_position_of_the_formats_is_valid(tmp_path):
    (text,) = re.findall(
        r"```toml\n(format = .*?)```", (ROOT / "docs" / "formats.md").read_text(encoding="utf-8"), re.DOTALL
    )
    (tmp_path / "my-sides.csv").write_text("side,a,b,terrain\na,0,0,lake\n")
    (tmp_path / "my-deck.toml").write_text('format = "tobago-deck/1"\ncards = { "in jungle" = 2 }')
    position = Position.parse(text, folder=tmp_path)
    assert position.setting.rules == Rules()
    assert len(position.deck) == 2
    assert position.last == "brown"


def test_the_reference_tells_of_every_package_that_offers_names():
    """The site is built with a check of every name; this one needs no Sphinx."""
    told = [
        package
        for page in (ROOT / "docs" / "reference").glob("*.md")
        for package in re.findall(r"automodule:: (\S+)", page.read_text(encoding="utf-8"))
    ]
    offers = {name for name in [*FLOORS, *modules()] if hasattr(importlib.import_module(name), "__all__")}
    assert offers <= set(told)
    assert len(told) == len(set(told))


@pytest.mark.parametrize("digest", DIGESTS.values())
def test_every_rule_is_named_by_a_test(digest):
    named = named_tests()
    assert [rule for rule in rules_of(digest) if not named[rule]] == []


def test_rule_table_is_current():
    assert (ROOT / "tests" / "RULES.md").read_text(encoding="utf-8") == rule_table()


@pytest.mark.parametrize(("name", "theme"), [("first-position", "light"), ("first-position-dark", "dark")])
def test_readme_pictures_are_current(name, theme):
    """GitHub chooses the file by its own theme: neither may follow that of the system."""
    position = Position.load(ROOT / "examples" / "first-position.toml")
    drawn = draw_position(position, highlight=position.maps["brown"].candidates, theme=theme)
    assert drawn == (ROOT / "examples" / f"{name}.svg").read_text(encoding="utf-8")


def test_readme_shows_measured_rows():
    pages = ((ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("speed.md", "speed-games.md"))
    measured = [row for page in pages for row in page.splitlines()]
    shown = re.findall(r"^\|.* x \|$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert len(shown) > 2
    assert [row for row in shown if row not in measured] == []


def test_the_files_that_the_pages_of_puzzles_show():
    pages = [
        (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8") for name in ("puzzle-files", "techniques")
    ]
    whole, marks, time = re.findall(r"```json\n(.*?)```", "".join(pages), re.DOTALL)
    (puzzle,) = parse_puzzles(whole)
    assert puzzle.kind.answers(puzzle) == [puzzle.solution]
    assert [time.minutes for time in puzzle.times] == [4.5]
    assert marks == (ROOT / "examples" / "marks.json").read_text(encoding="utf-8")
    assert set(parse_marks(marks, read_puzzles(ROOT / "examples" / "five-lost-landmarks.jsonl")[0]))
    assert [found.seconds for found in parse_times(time)] == [94]


def test_each_floor_imports_only_the_floors_below():
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_knows_the_same_words_as_the_game():
    assert MapsSection.__struct_fields__ == COLOURS
    assert AtvsSection.__struct_fields__ == PLAYERS
    assert get_args(Owner) == (*PLAYERS, "")


TOBAGO_EXAMPLES = [
    path
    for path in sorted((ROOT / "examples").glob("*.toml"))
    if "tobago-position/1" in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", TOBAGO_EXAMPLES, ids=lambda path: path.name)
def test_examples_are_positions_that_the_rules_allow(path, capsys):
    position = Position.load(path)
    assert position.faults == []
    assert Position.parse(position.to_toml()) == position
    assert run(["hint", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plays"][0]["after"] < 10


@pytest.mark.parametrize("name", MADE)
def test_example_puzzles_are_what_their_requests_make(name):
    puzzles = read_puzzles(ROOT / "examples" / name)
    assert len(puzzles) == sum(request.count for request in MADE[name])
    assert [make_puzzle(request) for request in MADE[name]] == puzzles[: len(MADE[name])]


def test_example_puzzles_cover_all_kinds_and_levels_and_are_proven():
    kinds = read_puzzles(ROOT / "examples" / "one-of-each-kind.jsonl")
    techniques = read_puzzles(ROOT / "examples" / "techniques.jsonl")
    assert [puzzle.kind.name for puzzle in kinds] == list(NAMES)
    assert {puzzle.grade.level for puzzle in techniques} == set(range(1, len(LEVELS) + 1))
    assert not any(verify(puzzle) for puzzle in [*kinds, *techniques])
