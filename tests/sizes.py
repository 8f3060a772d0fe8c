"""How much the tests look at: ``HYPOTHESIS_PROFILE`` is brief, everyday or thorough (in .ci/nightly)."""

from __future__ import annotations

import os

import pytest

PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "everyday")
_SHARE = {"brief": 0.4, "everyday": 1, "thorough": 5}

nightly = pytest.mark.skipif(PROFILE != "thorough", reason="takes long: in .ci/nightly")


def every_day(few: int, many: int) -> int:
    """Return how many games a comparison takes: few, or at night many."""
    return many if PROFILE == "thorough" else few


def examples(number: int) -> int:
    """Return how many examples this run tries of what tries so many every day."""
    return max(2, round(number * _SHARE[PROFILE]))
