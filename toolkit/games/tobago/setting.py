"""`Setting`: an island with its landmarks placed, and the hexes of every clue on it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache
from typing import Any

from toolkit.core.errors import ToolkitError, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.games.tobago.clues import CLUES, LANDMARKS, Clue, Relation
from toolkit.games.tobago.rules import Distance, Rules
from toolkit.hexmap import OCEAN, TERRAINS, CellSet, Island, distance
from toolkit.hexmap.island import mask_of

Thing = tuple[str, bool]  # what a clue speaks of, and whether only its largest region counts
Reach = tuple[int, int, int]  # masks of the hexes at distance 0, at most 1 and at most 2


class Setting(Drawn):
    """An island with huts, palms and statues, under given rules.

    Cheap to build, and immutable: many settings share one island.

    Parameters
    ----------
    island
        The terrain.
    huts, palms, statues
        Names of the hexes that hold the landmarks. Any number is accepted: `placement_faults` tells what
        the rules say of it (T-5).
    rules
        The switches under which clues are read.

    Raises
    ------
    ToolkitError
        A hex that is not on the island, or a hex with two landmarks.
    """

    def __init__(
        self,
        island: Island,
        huts: Iterable[str] = (),
        palms: Iterable[str] = (),
        statues: Iterable[str] = (),
        rules: Rules | None = None,
    ) -> None:
        self.island = check_island(island)
        self.rules = rules or Rules()
        self.huts = _landmarks(island, huts, taken=0)
        self.palms = _landmarks(island, palms, taken=self.huts.mask)
        self.statues = _landmarks(island, statues, taken=self.huts.mask | self.palms.mask)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Setting) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        return self.island, self.huts.mask, self.palms.mask, self.statues.mask, self.rules

    def __repr__(self) -> str:
        counts = f"{len(self.huts)} huts, {len(self.palms)} palms, {len(self.statues)} statues"
        return f"<Setting {self.island.title}: {counts}>"

    @property
    def landmarks(self) -> dict[str, CellSet]:
        """The hexes of each kind of landmark: ``hut``, ``palm`` and ``statue``."""
        return dict(zip(LANDMARKS, (self.huts, self.palms, self.statues), strict=True))

    def landmark(self, name: str) -> str | None:
        """Return the kind of landmark on a hex, or None."""
        return next((kind for kind, cells in self.landmarks.items() if name in cells), None)

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The mask of every clue of the grammar, by its number: the compiled setting."""
        reaches = dict(_island_reaches(self.island, self.rules.distance))
        overland = self.rules.distance == "overland"
        for kind, cells in self.landmarks.items():
            reaches[kind, False] = _reach(self.island, cells.mask, overland)
        land, own_hex = self.island.land.mask, self.rules.own_hex == "included"
        masks: list[int] = []
        for clue in CLUES[::2]:
            mask = _holds(clue.relation, reaches[clue.thing, clue.largest], own_hex)
            masks += mask, land & ~mask
        return tuple(masks)

    def cells(self, clue: Clue) -> CellSet:
        """Return the hexes on which a clue holds."""
        return CellSet(self.island, self.masks[clue.number])

    def candidates(self, clues: Iterable[Clue], removed: CellSet | None = None) -> CellSet:
        """Return the hexes that satisfy all clues, less those whose cube was removed (T-13)."""
        masks = self.masks
        mask = self.island.land.mask
        for clue in clues:
            mask &= masks[clue.number]
        return CellSet(self.island, mask & ~removed.mask if removed else mask)

    def distance(self, one: str, other: str) -> int | None:
        """Return the number of steps between two hexes by the rule for distances (T-8).

        None when no way over land leads from one to the other and distance runs over land.
        """
        if self.rules.distance == "overland":
            return self.island.overland_steps(one).get(other)
        return distance(self.island.place(one), self.island.place(other))

    def distances(self, kind: str, centre: str) -> list[int | None]:
        """Return the distance of each landmark of a kind from a hex, in the order of the landmarks."""
        return [self.distance(centre, name) for name in self.landmarks[kind]]

    @property
    def picture(self) -> Picture:
        """The island with its landmarks."""
        return draw_setting(self)


def draw_setting(setting: Setting, **looks: Any) -> Picture:
    """Return the picture of an island with its landmarks; `looks` as in `toolkit.hexmap.drawing.draw`."""
    from toolkit.hexmap.drawing import draw  # drawn only when somebody looks

    return draw(setting.island, landmarks=setting.landmarks, **looks)


def check_island(island: object) -> Island:
    """Return an island; `ToolkitError` for anything else, with what makes one of a layout or a seed."""
    if isinstance(island, Island):
        return island
    maker = "boxed_island" if isinstance(island, str) else "random_island"
    raise ToolkitError(f"{quote(island)} is no island; did you mean {maker}({quote(island)})?")


def _landmarks(island: Island, names: Iterable[str], taken: int) -> CellSet:
    numbers: set[int] = set()
    for name in names:
        number = island.number(name)
        if number in numbers or taken >> number & 1:
            raise ToolkitError(f"hex {name!r} is named twice among the landmarks (T-5)")
        numbers.add(number)
    return CellSet(island, mask_of(numbers, len(island)))


def _holds(relation: Relation, reach: Reach, own_hex: bool) -> int:
    """Return where a positive clue holds: never on the thing itself unless `own_hex` (T-7)."""
    itself, next_to, within_2 = reach
    if relation is Relation.IN:
        return itself
    near = next_to if relation is Relation.NEXT_TO else within_2
    return near if own_hex else near & ~itself


def _reach(island: Island, mask: int, overland: bool) -> Reach:
    return mask, island.dilate(mask, 1, overland=overland), island.dilate(mask, 2, overland=overland)


@lru_cache(maxsize=32)
def _island_reaches(island: Island, distance: Distance) -> dict[Thing, Reach]:
    """Return the reach of everything that does not depend on landmarks."""
    overland = distance == "overland"
    reaches: dict[Thing, Reach] = {(OCEAN, False): (0, island.near_ocean(1), island.near_ocean(2))}
    for terrain in TERRAINS:
        reaches[terrain, False] = _reach(island, island.terrain_cells(terrain).mask, overland)
        reaches[terrain, True] = _reach(island, island.largest(terrain).mask, overland)
    return reaches
