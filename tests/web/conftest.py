"""Pages of puzzles."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from browsing import KINDS

from workbench.web.puzzle.pages import puzzle_page


@pytest.fixture(scope="session")
def puzzle_file(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, str], Path]:
    """The page of the puzzle of a kind in a language, written once."""
    folder = tmp_path_factory.mktemp("puzzles")

    @cache
    def written(kind: str, lang: str) -> Path:
        file = folder / f"{kind}-{lang}.html"
        file.write_text(puzzle_page(KINDS[kind], lang), encoding="utf-8")
        return file

    return written
