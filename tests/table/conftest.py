"""Rooms with a table, closed when a test ends."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path += [str(Path(__file__).parents[1] / folder) for folder in ("web", "silver")]

from collections.abc import Callable, Iterator

import pytest
from rooms import Room, wanted

from toolkit.core.game import find_game
from workbench.table.opening import WantedNoted, WantedPrinted


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Callable[..., Room]]:
    """Serve a game, ``printed`` (from a position on), ``noted`` or dealt: `room("silver", "me,greedy")`."""
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
        if game == "noted":
            asked: Any = WantedNoted(find_game("silver"), seats.split(","))
        else:
            asked = printed if game == "printed" else wanted(game, seats, seed)
        rooms.append(Room(path, asked, **options))
        return rooms[-1]

    yield begun
    for one in rooms:
        one.close()
