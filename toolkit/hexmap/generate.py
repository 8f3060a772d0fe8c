"""Seeded islands: a compact piece of land rises from the sea, and terrains are laid on it."""

from __future__ import annotations

from random import Random

from toolkit.core.chance import Seed, random_source
from toolkit.hexmap.drawn import column_name, hex_to_offset
from toolkit.hexmap.hexes import Hex, Orientation, neighbours
from toolkit.hexmap.island import Island, IslandError
from toolkit.hexmap.landscape import landscape
from toolkit.hexmap.patchwork import patchwork

BOXED_SIZE = 104
"""As many hexes as the island of the box has."""

_TERRAINS = {1: patchwork, 2: landscape}  # by version: what is there stays as it is, for the old seeds
_ATTEMPTS = 100  # only a small island ever needs a second one: seven equal regions, say, must tie


def random_island(
    seed: Seed = None, hexes: int = BOXED_SIZE, *, lagoons: bool = False, version: int = 2
) -> Island:
    """Return a drawn island of exactly `hexes` land hexes, the same for the same seed on every platform.

    The land is one piece, without inner ocean unless `lagoons` allows it. Regions have about five hexes;
    every terrain that occurs has a unique largest region (as on the boards of the game, T-4), and all six
    occur from six hexes on. Rivers run from a lake or a mountain inland to the coast, and beaches lie on
    the coast. `version` 1 gives the islands of before, with rivers and beaches anywhere. An `IslandError`
    for less than one hex or an unknown version.

    >>> random_island(7) == random_island(7) != random_island(7, version=1)
    True
    """
    if hexes < 1:
        raise IslandError(f"an island needs at least one land hex, not {hexes}")
    if version not in _TERRAINS:
        raise IslandError(f"random islands have the versions 1 and 2, not {version}")
    random = random_source(seed)
    for _ in range(_ATTEMPTS):
        land = _grow_land(random, hexes, lagoons)
        terrain = _TERRAINS[version](random, land)
        if terrain is not None:
            return _on_paper(
                terrain, f"random island {seed}" if isinstance(seed, int | str) else "random island"
            )
    raise IslandError(f"no island of {hexes} hexes came out of {_ATTEMPTS} attempts")


def _grow_land(random: Random, hexes: int, lagoons: bool) -> list[Hex]:
    """Return the land in the order in which it rose from the sea, mostly beside land."""
    land = {Hex(0, 0): None}
    shore = _Shore(land, lagoons)
    while len(land) < hexes:
        place = shore.draw(random)
        land[place] = None
        shore.update(place)
    return list(land)


class _Shore:
    """The ocean hexes where the land may grow, in classes by their number of land neighbours."""

    def __init__(self, land: dict[Hex, None], lagoons: bool) -> None:
        self.land = land
        self.lagoons = lagoons
        self.classes: list[list[Hex]] = [[] for _ in range(7)]
        self.slot: dict[Hex, tuple[int, int]] = {}
        for place in list(land):
            self.update(place)

    def draw(self, random: Random) -> Hex:
        """Draw a place; its chance grows with the square of its land neighbours."""
        weights = [len(places) * count**2 for count, places in enumerate(self.classes)]
        (chosen,) = random.choices(self.classes, weights)
        return chosen[random.randrange(len(chosen))]

    def update(self, risen: Hex) -> None:
        """Account for a hex that became land."""
        self._drop(risen)
        for near in neighbours(risen):
            if near not in self.land:
                self._drop(near)
                self._add(near)

    def _add(self, place: Hex) -> None:
        around = [near in self.land for near in neighbours(place)]
        arcs = sum(here and not before for here, before in zip(around, [around[-1], *around], strict=False))
        if self.lagoons or arcs == 1 or all(around):  # two arcs of land around a hex would close off water
            count = sum(around)
            self.slot[place] = (count, len(self.classes[count]))
            self.classes[count].append(place)

    def _drop(self, place: Hex) -> None:
        if place in self.slot:
            count, position = self.slot.pop(place)
            last = self.classes[count].pop()
            if last != place:
                self.classes[count][position] = last
                self.slot[last] = (count, position)


def _on_paper(terrain: dict[Hex, str], title: str) -> Island:
    """Move the land to the top left corner of a drawing and name its hexes."""
    top = min(place.r for place in terrain)
    left = min(hex_to_offset(Hex(place.q, place.r - top))[0] for place in terrain)
    moved = {Hex(place.q - left, place.r - top): kind for place, kind in terrain.items()}
    offsets = {place: hex_to_offset(place) for place in moved}
    names = {place: f"{column_name(column)}{row + 1}" for place, (column, row) in offsets.items()}
    return Island(moved, names, Orientation.POINTY, title)
