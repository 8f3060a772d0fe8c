"""The kinds of puzzles; `Kind` in `puzzles.puzzle` says what each must provide."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from puzzles.format.schema import NAMES
from puzzles.puzzle import Kind, PuzzleError
from toolkit.core.errors import did_you_mean, quote

__all__ = ["NAMES", "kind_named"]


def kind_named(name: str) -> Kind:
    """Return a kind by its name; `PuzzleError` with the nearest spelling for another word.

    It is the ``KIND`` of the module that is called like it, which is loaded now.
    """
    if name not in NAMES:
        raise PuzzleError(f"no kind of puzzle {quote(name)}{did_you_mean(name, NAMES, 'kinds')}")
    return cast("Kind", import_module(f"puzzles.kinds.{name.replace('-', '_')}").KIND)
