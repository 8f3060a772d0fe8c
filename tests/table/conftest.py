"""Rooms with a table, closed when a test ends."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).parents[1] / "web"))

from collections.abc import Callable, Iterator

import pytest
from rooms import Room, wanted

from workbench.table.opening import WantedPrinted


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Serve a game, ``printed`` or dealt: `room("silver", "me,greedy", lan=...)`."""
    rooms = []

    def begun(
        game: str = "wazabi", seats: str = "me,me", *, seed: int = 1, file: str = "a.table", **options: Any
    ) -> Room:
        path = tmp_path / file
        dealt = WantedPrinted(path, None) if game == "printed" else wanted(game, seats, seed)
        rooms.append(Room(path, dealt, **options))
        return rooms[-1]

    yield begun
    for one in rooms:
        one.close()
