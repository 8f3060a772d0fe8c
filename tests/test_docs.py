"""Docstrings, the README and generated files say what is true."""

from __future__ import annotations

import doctest
import importlib
import json
import pkgutil
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import get_args

import pytest
from rule_table import rule_table

import solvers
import toolkit
import workbench
from toolkit.games.tobago import COLOURS, Position, Rules, schema
from toolkit.games.tobago.maps import PLAYERS
from workbench.cli.main import run

ROOT = Path(__file__).parent.parent


def modules():
    names = [
        m.name
        for p in (toolkit, solvers, workbench)
        for m in pkgutil.walk_packages(p.__path__, f"{p.__name__}.")
    ]
    return [name for name in names if not name.endswith(".kernels") or find_spec("numba")]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_docstrings_hold_examples():
    finder = doctest.DocTestFinder()
    found = [
        test for name in modules() for test in finder.find(importlib.import_module(name)) if test.examples
    ]
    assert len(found) > 15


def test_readme_examples(monkeypatch):
    monkeypatch.chdir(ROOT)
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted > 10
    assert result.failed == 0


def test_readme_position_is_valid(tmp_path):
    (text,) = re.findall(
        r"```toml\n(format = .*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL
    )
    (tmp_path / "my-sides.csv").write_text("side,a,b,terrain\na,0,0,lake\n")
    (tmp_path / "my-deck.toml").write_text('format = "tobago-deck/1"\ncards = { "in jungle" = 2 }')
    position = Position.parse(text, folder=tmp_path)
    assert position.setting.rules == Rules()
    assert len(position.deck) == 2
    assert position.last == "brown"


def test_rule_table_is_current():
    assert (ROOT / "tests" / "RULES.md").read_text(encoding="utf-8") == rule_table()


def test_readme_picture_is_current():
    from toolkit.games.tobago.drawing import draw_position

    picture = draw_position(Position.load(ROOT / "examples" / "first-position.toml"))
    assert (ROOT / "examples" / "first-position.svg").read_text(encoding="utf-8") == picture


def test_readme_shows_the_measured_table():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "| work | this | peer | its time | ratio |" in readme
    assert readme.count("| all sets of 3 to 5 clue kinds that pin one hex") == 2


def test_readme_console_examples(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    (block,) = re.findall(
        r"```console\n(\$ tobago check examples.*?)```", (ROOT / "README.md").read_text(), re.DOTALL
    )
    command, output = block.split("\n", 1)
    assert run(shlex.split(command)[2:]) == 1
    assert capsys.readouterr().out == output


def test_each_floor_imports_only_the_floors_below():
    code = "from importlinter.cli import lint_imports; raise SystemExit(lint_imports(no_cache=True))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_schema_knows_the_same_words_as_the_game():
    assert get_args(schema.Colour) == COLOURS
    assert get_args(schema.Player) == PLAYERS
    assert get_args(schema.Owner) == (*PLAYERS, "")
    usual = schema.RulesSection()
    assert Rules() == Rules(**{name: getattr(usual, name) for name in usual.__struct_fields__})


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.toml")), ids=lambda path: path.name)
def test_examples_are_positions_that_the_rules_allow(path, capsys):
    position = Position.load(path)
    assert position.faults == []
    assert Position.parse(position.to_toml()) == position
    assert run(["hint", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["plays"][0]["after"] < 10
