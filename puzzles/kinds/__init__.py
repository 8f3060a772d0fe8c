"""The kinds of puzzles; `Kind` in `puzzles.puzzle` says what each must provide."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puzzles.format.schema import NAMES
from puzzles.kinds.best_card import BestCard
from puzzles.kinds.lie import Lie
from puzzles.kinds.lost_landmarks import LostLandmarks
from puzzles.kinds.pinpoint import Pinpoint
from puzzles.puzzle import PuzzleError
from toolkit.core.errors import did_you_mean, quote

if TYPE_CHECKING:
    from puzzles.puzzle import Kind

__all__ = ["NAMES", "kind_named"]

_KINDS: dict[str, Kind] = {kind.name: kind for kind in (Pinpoint(), LostLandmarks(), Lie(), BestCard())}


def kind_named(name: str) -> Kind:
    """Return a kind by its name; `PuzzleError` with the nearest spelling for another word."""
    if name not in _KINDS:
        raise PuzzleError(f"no kind of puzzle {quote(name)}{did_you_mean(name, NAMES, 'kinds')}")
    return _KINDS[name]
