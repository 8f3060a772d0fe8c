"""The kinds of puzzles, one file each; `kind.py` says what a kind must provide."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from puzzles.puzzle import PuzzleError
from toolkit.core.errors import did_you_mean, quote

if TYPE_CHECKING:
    from puzzles.kinds.kind import Kind

NAMES = ("pinpoint", "lost-landmarks", "lie", "best-card")
"""The kinds, as files and the command line name them."""


def kind_named(name: str) -> Kind:
    """Return a kind by its name; `PuzzleError` with the nearest spelling for another word."""
    if name not in NAMES:
        raise PuzzleError(f"no kind of puzzle {quote(name)}{did_you_mean(name, NAMES)}")
    return _kinds()[name]


@cache
def _kinds() -> dict[str, Kind]:
    from puzzles.kinds.best_card import BestCard  # the kinds need `PuzzleError`, and tables take time to load
    from puzzles.kinds.lie import Lie
    from puzzles.kinds.lost_landmarks import LostLandmarks
    from puzzles.kinds.pinpoint import Pinpoint

    kinds: tuple[Kind, ...] = (Pinpoint(), LostLandmarks(), Lie(), BestCard())
    return {kind.name: kind for kind in kinds}
