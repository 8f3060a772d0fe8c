"""What effects are usually worth, whatever lies face up: for slots, vistas and townsfolk that work later."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from solvers.wayfarers.weights import RATES, USUAL, USUAL_GAIN, USUAL_TILE
from toolkit.games.wayfarers.components.effects import BLOCK, BLOCKS, EFFECTS
from toolkit.games.wayfarers.components.names import EVENTS
from toolkit.games.wayfarers.components.tables import tile_prices


@lru_cache(maxsize=1 << 10)
def usual_block(number: int) -> float:
    """Return what a block is usually worth after what it costs."""
    block = BLOCKS[number]
    ways = [silver * USUAL["silver"] + provision * USUAL["provision"] for silver, provision in block.pay]
    return usual(block.parts) - min(ways, default=0.0)


def usual(parts: Iterable[int]) -> float:
    """Return what several effects are usually worth, in points at the end."""
    return sum(map(_usual, parts))


@lru_cache(maxsize=1 << 10)
def _usual(number: int) -> float:
    effect = EFFECTS[number]
    if effect.verb == "choose_one":
        return max(map(usual, effect.branches))
    if effect.verb == BLOCK:
        return max(0.0, usual_block(effect.times))
    if effect.verb == "acquire":
        return USUAL_GAIN[effect.kind] + (effect.discount + 2 * effect.free) * USUAL["silver"]
    if effect.verb == "upgrade":
        silver, *_ = tile_prices(effect.kind)
        return USUAL_TILE + effect.free * silver * USUAL["silver"]
    return effect.times * USUAL[effect.verb]


@lru_cache(maxsize=1 << 10)
def rate(reacts: int) -> float:
    """Return how often a turn somebody gains what a vista reacts to; `reacts` are bits by `EVENTS`."""
    return sum([RATES[event] for event in range(len(EVENTS)) if reacts >> event & 1])
