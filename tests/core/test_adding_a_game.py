"""The pages on adding a game build three: their lines are run, and the games pass all checks."""

from __future__ import annotations

import doctest
import importlib
import io
import re
from pathlib import Path

import pytest

from toolkit.core import game as games
from toolkit.testing import check_game, leak_probe
from workbench.cli.main import run

PAGES = [Path(__file__).parents[2] / "docs" / f"{name}.md" for name in ("adding-a-game", "larger-game")]


@pytest.fixture(scope="module")
def nerve(tmp_path_factory):
    """Return the module that the blocks of the pages make."""
    folder = tmp_path_factory.mktemp("page")
    text = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    (folder / "nerve.py").write_text("\n\n".join(blocks), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setattr(games, "_registered", dict(games._registered))  # other tests never meet its games
        yield importlib.import_module("nerve")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_lines_of_the_page_are_true(nerve, page):
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8", globs=vars(nerve).copy())
    assert result.attempted > 10
    assert result.failed == 0


def test_the_game_of_the_page_keeps_to_the_protocol(nerve):
    check_game(nerve.GAME, 2, games=8)
    assert leak_probe(nerve.GAME, 2, games=8).games == 8
    assert set(check_game(nerve.BEDS, 2, games=8).kinds) == {"roll", "agenda", "bed"}


def test_a_game_without_a_view_of_its_own_is_played_in_the_terminal(nerve, capsys, monkeypatch):
    monkeypatch.setitem(games._registered, nerve.GAME.name, nerve.GAME)
    monkeypatch.setattr("sys.stdin", io.StringIO("xyz\na\n"))
    assert run(["play", nerve.GAME.name, "--players", "me,random", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    own, other = re.findall(r"draw (.)", shown)[:2]
    hands = f"hand 0: {own}", f"hand 1: {other}"
    for line in ("opened: ()", "deck: ? ? ? ?", *hands, "Do you keep your card?"):
        assert f"\n{line}\n" in shown
    assert other == "?"
    assert "'xyz' is none of the choices" in shown
    assert "The game is over: both cards are shown." in shown
    assert re.search(r"(player 1|random) has won\.", shown)
