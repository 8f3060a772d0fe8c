"""`Room`: whether the landmarks that are still to be placed find hexes (T-5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.hexmap import distance
from toolkit.hexmap.masks import bits, mask_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from toolkit.hexmap import Island

Wanted = list[tuple[int, int]]
"""For each kind of landmark to be placed, the mask of the hexes open to it and how many are wanted."""


class Room:
    """The hexes of an island for landmarks that keep a gap.

    Parameters
    ----------
    island
        The terrain. Bit i of every mask is hex i of ``island.names``.
    gap
        The least distance between two landmarks of one kind, in hexes; no two ever share a hex.
    """

    def __init__(self, island: Island, gap: int) -> None:
        self.island = island
        self.gap = gap
        self._apart: dict[int, int] = {}

    def allowed(self, kind: str) -> int:
        """Return the mask of the hexes on which a kind of landmark may stand."""
        land: int = self.island.land.mask
        return land & ~self.island.coast.mask if kind == "statue" else land

    def apart(self, number: int) -> int:
        """Return the mask of the hexes that are far enough from a landmark for another of its kind."""
        if number not in self._apart:
            hexes = self.island.hexes
            far = (other for other, place in enumerate(hexes) if distance(hexes[number], place) >= self.gap)
            self._apart[number] = mask_of(far, len(hexes)) & ~(1 << number)
        return self._apart[number]

    def after(self, wanted: Wanted, number: int) -> Wanted:
        """Return what is wanted after a landmark of the first kind was placed on a hex."""
        (open_hexes, count), *others = wanted
        left = [(mask & ~(1 << number), more) for mask, more in others]
        return [(open_hexes & self.apart(number), count - 1), *left] if count > 1 else left

    def fits(self, wanted: Wanted) -> bool:
        """Tell whether all that is wanted finds hexes; exactly, also on an island with hardly any room."""
        taken = 0
        for open_hexes, count in wanted:
            places = self._places(open_hexes & ~taken, count)
            if not places:
                return self._fits_closely(wanted)
            taken |= places
        return True

    def _places(self, open_hexes: int, count: int) -> int:
        """Return the mask of so many open hexes that keep the gap; 0 when there are none."""
        if count == 1:
            return open_hexes & -open_hexes
        while open_hexes:
            first = open_hexes & -open_hexes
            open_hexes ^= first
            rest = self._places(open_hexes & self.apart(first.bit_length() - 1), count - 1)
            if rest:
                return first | rest
        return 0

    def _fits_closely(self, wanted: Wanted) -> bool:
        """Tell the same where the kinds take hexes from each other.

        The others cannot take every choice of a kind that has more choices without a common hex than they
        have landmarks: such a kind is left out. Any choice of the others shares a hex with one of a few
        choices, so that few hexes have to be tried, however large the island is.
        """
        tried: list[tuple[int, Wanted]] = []
        for which, (open_hexes, count) in enumerate(wanted):
            others = wanted[:which] + wanted[which + 1 :]
            rivals = sum(more for _, more in others)
            choices = list(self._disjoint(open_hexes, count, rivals + 1))
            if not choices:
                return False
            if len(choices) > rivals:
                return self._fits_closely(others)
            tried.append((sum(choices), [(open_hexes, count), *others]))
        if not tried:
            return True
        hexes, order = min(tried, key=lambda one: one[0].bit_count())
        return any(self._fits_closely(self.after(order, number)) for number in bits(hexes))

    def _disjoint(self, open_hexes: int, count: int, most: int) -> Iterator[int]:
        """Yield choices of places without a common hex, until no other is left or there are enough."""
        for _ in range(most):
            places = self._places(open_hexes, count)
            if not places:
                return
            yield places
            open_hexes &= ~places
