"""Hypothesis profiles and fixtures; this file also puts `playing`, `oracles` ... on the import path."""

from __future__ import annotations

import csv
import gc
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import cast

import pytest
from browsers import browser, module, opened, pytest_collection_modifyitems, windows
from hypothesis import HealthCheck, settings
from sizes import PROFILE, examples

__all__ = ["browser", "module", "opened", "pytest_collection_modifyitems", "windows"]

# Until all is collected: nothing of that is ever freed, and to look for it takes a quarter of the time.
gc.disable()


def pytest_collection_finish() -> None:
    """Look for garbage from now on, seldom, and never again in what was collected."""
    gc.freeze()
    gc.set_threshold(10_000)
    gc.enable()


pytest.register_assert_rewrite("rule_examples", "playing", "game_checks", "noted_games")

# jsonschema makes 38 grammars of it at its start, 3 seconds in every worker; no schema here has a format.
sys.modules.setdefault("rfc3987_syntax", cast("ModuleType", None))

# The processors belong to the workers of a run: more threads of numpy wait for each other.
os.environ.setdefault("OMP_NUM_THREADS", "1")

# Processes that tests start find what the one before has compiled: half a second of each start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile(
    PROFILE,
    deadline=None,
    derandomize=PROFILE != "thorough",
    max_examples=examples(30),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(PROFILE)

DATA = Path(__file__).parent / "data"


def _rows(name: str) -> list[dict[str, str]]:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="session")
def pictured_hexes() -> list[dict[str, str]]:
    """Every hex of the layout ABC+0, as read off a picture of the board."""
    return _rows("island-ABC-shift0.csv")


@pytest.fixture(scope="session")
def layout_stats() -> list[dict[str, str]]:
    """One row for each known layout and terrain: coast and region sizes."""
    return _rows("layout-stats.csv")


@pytest.fixture(scope="session")
def run_python() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run code in a Python of its own, which finds the modules that this one finds."""

    def run(code: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
        path = os.pathsep.join(filter(None, sys.path))
        env = os.environ | {"PYTHONPATH": path} | environment
        return subprocess.run(
            [sys.executable, "-P", "-c", code], env=env, capture_output=True, timeout=120, check=False
        )

    return run
