"""Fixtures of the command line; this file also puts `cli_helpers` and `fuzz_helpers` on the import path."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from cli_helpers import EXAMPLE, Outcome

from workbench.cli.main import run

if TYPE_CHECKING:
    from cli_helpers import Tobago

pytest.register_assert_rewrite("fuzz_helpers")


@pytest.fixture
def tobago(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Tobago:
    """Run a command in this process, in an empty folder of its own, with standard input from bytes."""
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        status = run(list(arguments))
        return Outcome(status, *capsys.readouterr())

    return call


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """Return the position file of the formats."""
    path = tmp_path / "game.toml"
    path.write_text(EXAMPLE)
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Work in a folder of its own, without a wait for the disk after every file."""
    here = tmp_path_factory.mktemp("fuzz")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(here)
        patch.setattr(os, "fsync", lambda _: None)
        yield here
