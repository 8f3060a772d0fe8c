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
    """Serve a game, ``printed`` (from a position on) or dealt: `room("silver", "me,greedy", lan=...)`."""
    rooms = []

    def begun(
        game: str = "wazabi",
        seats: str = "me,me",
        *,
        seed: int = 1,
        file: str = "a.table",
        position: str = "",
        **options: Any,
    ) -> Room:
        path, begins = tmp_path / file, tmp_path / "position.toml"
        if position:
            begins.write_text(position, encoding="utf-8")
        printed = WantedPrinted(path, begins if position else None)
        rooms.append(Room(path, printed if game == "printed" else wanted(game, seats, seed), **options))
        return rooms[-1]

    yield begun
    for one in rooms:
        one.close()
