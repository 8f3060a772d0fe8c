"""`Frame`: the hexes of an island as bits of a padded lattice, on which sets grow by shifting."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from toolkit.hexmap.hexes import distance
from toolkit.hexmap.masks import bits, mask_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.games.tobago.rules import Rules
    from toolkit.hexmap import Island


class Frame:
    """Masks of an island in which bit (r - top) * width + (q - left) is hex (q, r).

    The lattice is padded by `rings` hexes on every side, so that the neighbours of a whole set are six shifts
    of its mask and never wrap around: growing costs the same for one hex and for fifty.

    Attributes
    ----------
    land, inland
        All hexes of the island, and those that are not on the coast.
    excluded
        Whether "next to" and "within" leave out the hex itself (T-7).
    """

    def __init__(self, island: Island, rules: Rules, rings: int) -> None:
        self.island = island
        self.excluded = rules.own_hex == "excluded"
        self.overland = rules.distance == "overland"
        left, top = (min(p[axis] for p in island.hexes) - rings for axis in (0, 1))
        self.width = max(p.q for p in island.hexes) - left + rings + 1
        self.places = [(p.r - top) * self.width + p.q - left for p in island.hexes]
        self.names = dict(zip(self.places, island.names, strict=True))
        self.size = max(self.places) + 1
        self.land = self.mask(island.land.mask)
        self.inland = self.land & ~self.mask(island.coast.mask)
        self._around: dict[int, dict[int, int]] = {}
        self._steps: dict[int, list[int]] = {}

    def mask(self, cells: int) -> int:
        """Return an island's mask (bit i is hex i of its order) as a mask of this frame."""
        return mask_of((self.places[i] for i in bits(cells)), self.size)

    def mask_of(self, names: Iterable[str]) -> int:
        """Return the mask of named hexes; `IslandError` for a name that is not on the island."""
        return self.mask(self.island.cells(names).mask)

    def names_of(self, mask: int) -> tuple[str, ...]:
        """Return the names of the hexes of a mask, sorted."""
        return tuple(sorted(self.names[place] for place in bits(mask)))

    def ring(self, centre: str, least: int, most: int) -> int:
        """Return the hexes at least `least` and at most `most` steps from a hex (T-8)."""
        steps = self._steps_from(self.island.number(centre))
        return mask_of((p for p, s in zip(self.places, steps, strict=True) if least <= s <= most), self.size)

    def near(self, place: int, most: int) -> int:
        """Return the hexes at most `most` lattice steps from the hex of a bit number (as T-5 counts)."""
        row, column = divmod(place, self.width)
        return mask_of(
            (p for p in self.places if _steps(p // self.width - row, p % self.width - column) <= most),
            self.size,
        )

    def _steps_from(self, number: int) -> list[int]:
        """Return the distance of every hex from hex `number`; -1 when no way leads there."""
        if number not in self._steps:
            island = self.island
            if self.overland:
                found = island.overland_steps(island.names[number])
                self._steps[number] = [found.get(name, -1) for name in island.names]
            else:
                self._steps[number] = [distance(island.hexes[number], place) for place in island.hexes]
        return self._steps[number]

    def reach(self, mask: int, radius: int) -> int:
        """Return the land hexes with a hex of `mask` within `radius` steps, by the rules T-7 and T-8.

        A hex of `mask` itself belongs to it when a further one is near, when the rule includes it, and always
        for a radius of 2 or more: rules that need more precision ask `around`.
        """
        width, grown = self.width, 0
        edge = mask
        for _ in range(radius):
            edge = (
                edge << 1
                | edge >> 1
                | edge << width
                | edge >> width
                | edge << (width - 1)
                | edge >> (width - 1)
            )
            if self.overland:
                edge &= self.land
            edge |= grown
            grown = edge
        return (edge if self.excluded else edge | mask) & self.land

    def around(self, radius: int) -> dict[int, int]:
        """Return, for the bit of each land hex, the hexes within `radius` of it, itself only if included."""
        if radius not in self._around:
            land = [1 << place for place in self.places]
            own = -1 if not self.excluded else 0
            self._around[radius] = {bit: self.reach(bit, radius) & (~bit | own) for bit in land}
        return self._around[radius]


def _steps(dr: int, dq: int) -> int:
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


@lru_cache(maxsize=64)
def frame_of(island: Island, rules: Rules, rings: int) -> Frame:
    """Return the frame of an island, shared by all that is asked of it."""
    return Frame(island, rules, rings)
