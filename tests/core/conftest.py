"""What tests of the core share: variants of Cellar."""

from __future__ import annotations

import pytest
from cellar import FRAMES, variant

from toolkit.core import game
from toolkit.core.decision import declared


@pytest.fixture
def made(monkeypatch):
    """Return what makes a variant: other methods of frames, states or the game, and frames more."""

    monkeypatch.setattr(game, "_registered", dict(game._registered))  # other tests never meet its games

    def make(name, frames=None, more=None, **changes):
        for frame, methods in (frames or {}).items():
            for method, does in methods.items():
                monkeypatch.setattr(frame, method, does, raising=False)
        return variant(name, decisions=declared(**FRAMES, **(more or {})), **changes)

    return make
