"""How far an ATV is from a hex, in steps (T-22)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from toolkit.hexmap.island import bits

if TYPE_CHECKING:
    from toolkit.hexmap import Island

STEPS_PER_MOVE = 3
"""A move has up to three steps (T-22)."""


@lru_cache(maxsize=32)
def step_masks(island: Island) -> tuple[int, ...]:
    """Return, for each hex, the mask of where one step leads (T-22).

    A step is any distance inside one region, or one move into an adjacent hex of another region. The ocean
    cannot be entered.
    """
    return tuple(
        (island.region(name).mask | island.dilate(1 << number, 1, overland=True)) & ~(1 << number)
        for number, name in enumerate(island.names)
    )


def step_counts(island: Island, start: int) -> list[int | None]:
    """Return the fewest steps from a hex to each hex, all by number; None where no way over land leads."""
    steps: list[int | None] = [None] * len(island)
    masks, reached, edge, count = step_masks(island), 1 << start, 1 << start, 0
    while edge:
        ahead = 0
        for number in bits(edge):
            steps[number] = count
            ahead |= masks[number]
        edge, count = ahead & ~reached, count + 1
        reached |= edge
    return steps


def steps_from(island: Island, start: str) -> dict[str, int]:
    """Return the fewest steps from a hex to every hex that it can reach; the start itself is 0 steps away.

    Hexes on separate parts of an island are missing. `IslandError` for an unknown hex.

    >>> from toolkit.games.tobago import boxed_island
    >>> steps_from(boxed_island(), "A22")["A34"]
    2
    """
    counts = step_counts(island, island.number(start))
    return {name: steps for name, steps in zip(island.names, counts, strict=True) if steps is not None}
