"""Rooms with a table, closed when a test ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from rooms import Room, wanted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Serve a game: `room("silver", "me,greedy", lan=...)`; the same file again goes on with it."""
    rooms = []

    def opened(
        game: str = "wazabi", seats: str = "me,me", *, seed: int = 1, file: str = "a.table", **options: Any
    ) -> Room:
        rooms.append(Room(tmp_path / file, wanted(game, seats, seed), **options))
        return rooms[-1]

    yield opened
    for one in rooms:
        one.close()
