"""How far an ATV is from a hex, in steps (T-22), and what a statue looks at (T-31)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice, pairwise

from toolkit.core.errors import ToolkitError
from toolkit.hexmap import Island
from toolkit.hexmap.hexes import line
from toolkit.hexmap.island import bits

STEPS_PER_MOVE = 3
"""A move has up to three steps (T-22)."""


class IllegalMove(ToolkitError):  # noqa: N818 - a play that the rules forbid, as in IllegalClue
    """Something that the rules forbid at this table."""


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


def step_layers(island: Island, start: int) -> list[int]:
    """Return the masks of the hexes that are 0, 1, 2, ... steps from a hex, as far as land leads."""
    layers, reached, edge, crossed = list[int](), 0, 1 << start, 0
    while edge:
        layers.append(edge)
        reached |= edge
        ahead = island.dilate(edge, 1, overland=True)
        for number in bits(edge & ~crossed):
            if not crossed >> number & 1:  # else a hex before it lies in the same region
                region = island.region(island.names[number]).mask
                crossed |= region
                ahead |= region
        edge = ahead & ~reached
    return layers


def step_counts(island: Island, start: int) -> list[int | None]:
    """Return the fewest steps from a hex to each hex, all by number; None where no way over land leads."""
    steps: list[int | None] = [None] * len(island)
    for count, layer in enumerate(step_layers(island, start)):
        for number in bits(layer):
            steps[number] = count
    return steps


def steps_along(island: Island, way: Sequence[str], most: int = STEPS_PER_MOVE) -> list[str]:
    """Return where the steps of a move end that leads from the first hex over the others by the fewest steps.

    `IllegalMove` with the rule's reason when `most` steps do not suffice (T-22), `IslandError` for an unknown
    hex.

    >>> from toolkit.games.tobago import boxed_island
    >>> steps_along(boxed_island(), ["A22", "A34"])
    ['A23', 'A34']
    """
    found = list[str]()
    for here, there in pairwise(way):
        steps = _shortest(island, here, there)
        if not steps:
            if here == there:
                raise IllegalMove(f"the ATV stands on {there}: every step leads to another hex (T-22a)")
            raise IllegalMove(f"no way over land leads from {here} to {there} (T-22)")
        found += steps
    if len(found) > most:
        over = f", over {', '.join(way[1:-1])}" if way[2:] else ""
        told = f"{way[-1]} is {len(found)} steps from {way[0]}{over}"
        left = (
            f"a move has up to {STEPS_PER_MOVE}"
            if most == STEPS_PER_MOVE
            else f"{most} of this move are left"
        )
        raise IllegalMove(f"{told}: {left} (T-22)")
    return found


def _shortest(island: Island, here: str, there: str) -> list[str]:
    """Return where the fewest steps to a hex end, that hex last; nothing without a way over land."""
    start, goal = island.number(here), island.number(there)
    layers = step_layers(island, start)
    number = next((steps for steps, layer in enumerate(layers) if layer >> goal & 1), 0)
    leads, way = step_masks(island), [goal] if number else []
    for layer in reversed(layers[1:number]):
        way.append(next(hex_ for hex_ in bits(layer) if leads[hex_] >> way[-1] & 1))
    return [island.names[hex_] for hex_ in reversed(way)]


def sight(island: Island, number: int, direction: int, statue_line: str) -> int:
    """Return the last island hex of the line from a hex in a direction, all by number (T-31).

    `statue_line` is the switch of `Rules`. A statue on the coast that looks out to sea sees its own hex.
    """
    columns, rows = [place.q for place in island.hexes], [place.r for place in island.hexes]
    farthest = max(columns) - min(columns) + max(rows) - min(rows)
    gaze = line(island.hexes[number], island.orientation.directions[direction])
    seen = [island.number_at.get(place) for place in islice(gaze, farthest)]
    if statue_line == "first_coast" and None in seen:
        seen = seen[: seen.index(None)]
    return next((found for found in reversed(seen) if found is not None), number)


def with_amulets(lying: int, seen: Iterable[int], supply: int) -> int:
    """Return where amulets lie after a raise, as a mask: on the hexes that statues look at too (T-31, T-31a).

    They are put there in that order while the supply lasts.
    """
    for here in seen:
        if supply and not lying >> here & 1:
            lying |= 1 << here
            supply -= 1
    return lying
