"""Clues, and the `Setting` in which they are read: an island with its landmarks, and the hexes of every clue.

A clue is a frozen value, read from text and written back (T-6, T-9). The grammar is finite, so every clue has
a fixed number; compiled tables use it as their index::

    clue  = ["not"] ( "in" | "next to" | "within 2 of" ) ["largest"] thing
    thing = terrain | "ocean" | "hut" | "palm" | "statue"

"largest" stands only before a terrain, and "in ocean" does not exist.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, cast

from toolkit.core.errors import ToolkitError, nearest, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.games.tobago.rules import Distance, Rules
from toolkit.hexmap import OCEAN, TERRAINS, CellSet, Island, distance
from toolkit.hexmap.island import mask_of

# ---- the language ------------------------------------------------------------------------------------------

LANDMARKS = ("hut", "palm", "statue")
"""The three kinds of landmarks."""

THINGS = (*TERRAINS, OCEAN, *LANDMARKS)
"""All that a clue can speak of."""


class Relation(StrEnum):
    """How the treasure lies to the thing."""

    IN = "in"
    NEXT_TO = "next to"
    WITHIN_2 = "within 2 of"


_REACH = {Relation.IN: (0,), Relation.NEXT_TO: (1,), Relation.WITHIN_2: (1, 2)}  # T-7, own hex excluded


class ClueError(ToolkitError):
    """A text that is no clue."""

    def __init__(self, text: str, column: int, problem: str, suggestion: str | None = None) -> None:
        self.text = text
        self.column = column  #: where the text goes wrong, counted from 1
        self.suggestion = suggestion  #: the nearest clue, or None when nothing is close
        hint = f"; did you mean {suggestion!r}?" if suggestion else ""
        super().__init__(f"{quote(text)} is no clue: column {column}: {problem}{hint}")


@dataclass(frozen=True, slots=True, repr=False)
class Clue(Drawn):
    """One clue, such as ``not next to hut``.

    Raises
    ------
    ClueError
        Parts that the grammar does not combine.

    Examples
    --------
    >>> Clue.parse("Not  NEXT to hut")
    Clue.parse('not next to hut')
    >>> str(~Clue.parse("in largest lake"))
    'not in largest lake'
    """

    relation: Relation  #: how the treasure lies to the thing
    thing: str  #: what it speaks of: a terrain, the ocean or a kind of landmark
    largest: bool = False  #: whether it speaks of the largest region of a terrain alone
    negative: bool = False  #: whether it says that this is not so
    #: the place of the clue in `CLUES`, the fixed order of the whole grammar
    number: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        _check(self)
        object.__setattr__(self, "relation", Relation(self.relation))  # a plain text is welcome
        combined = _NUMBERS[self.relation, self.thing, self.largest]
        object.__setattr__(self, "number", combined * 2 + self.negative)

    def __hash__(self) -> int:
        return self.number

    @classmethod
    def parse(cls, text: str) -> Clue:
        """Read a clue; case and spaces are free. `ClueError` says where and what was nearest."""
        return _BY_TEXT.get(text) or _parsed(text)

    def __str__(self) -> str:
        words = ["not"] * self.negative + [self.relation] + ["largest"] * self.largest + [self.thing]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Clue.parse({str(self)!r})"

    def __invert__(self) -> Clue:
        return Clue(self.relation, self.thing, self.largest, not self.negative)

    def cells(self, setting: Setting) -> CellSet:
        """Return the hexes on which the clue holds in a setting, by its rules (T-6 to T-9)."""
        return setting.cells(self)

    @property
    def picture(self) -> Picture:
        """Its pictogram with its words."""
        from toolkit.games.tobago.pictures import draw_clue  # drawn only when somebody looks

        return draw_clue(self)

    @property
    def reach(self) -> int:
        """How many steps from the thing its relation reaches (T-7)."""
        return _REACH[self.relation][-1]


def _check(clue: Clue) -> None:
    words = (clue.relation, clue.thing, clue.largest, clue.negative)
    text = " ".join(map(str, words))
    if clue.relation not in list(Relation):
        raise ClueError(text, 1, f"no relation {quote(clue.relation)}", nearest(str(clue.relation), Relation))
    if clue.thing not in THINGS:
        raise ClueError(text, 1, f"no thing {quote(clue.thing)}", nearest(str(clue.thing), THINGS))
    if not isinstance(clue.largest, bool) or not isinstance(clue.negative, bool):
        raise ClueError(text, 1, "'largest' and 'negative' are True or False")
    if problem := _misfit(clue.relation, clue.thing, clue.largest):
        raise ClueError(text, 1, problem)


def _misfit(relation: str, thing: str, largest: bool) -> str:
    """Return why the grammar does not combine these words; an empty text if it does."""
    if largest and thing not in TERRAINS:
        return "'largest' stands only before a terrain"
    return "the treasure is never in the ocean (T-9)" if (relation, thing) == (Relation.IN, OCEAN) else ""


_COMBINED = [parts for parts in product(Relation, THINGS, (False, True)) if not _misfit(*parts)]
_NUMBERS: dict[tuple[Relation, str, bool], int] = {parts: number for number, parts in enumerate(_COMBINED)}

CLUES: tuple[Clue, ...] = tuple(Clue(*parts, negative) for parts in _NUMBERS for negative in (False, True))
"""All 94 clues of the grammar; clue number i stands at place i, and its complement beside it."""

_BY_TEXT = {str(clue): clue for clue in CLUES}


_GRAMMAR = re.compile(
    rf"(not )?(?:({'|'.join(Relation)}) )?(largest )?(?:({'|'.join(THINGS)}) )?"
)  # as far as a text keeps to it


def _parsed(text: str) -> Clue:
    """Read one clue; `ClueError` names the column of the first word that does not fit."""
    words = [(match[0].lower(), match.start() + 1) for match in re.finditer(r"\S+", text)]
    normal = " ".join([word for word, _ in words])

    def fault(place: int, problem: str) -> ClueError:
        at_end = place >= len(words)
        column = len(text.rstrip()) + 1 if at_end else words[place][1]
        found = "the text ends" if at_end else quote(words[place][0])
        return ClueError(text, column, f"{found}: {problem}", nearest(normal, _BY_TEXT, close=0.7))

    negative, relation, largest, thing = cast("re.Match[str]", _GRAMMAR.match(f"{normal} ")).groups()
    if relation is None:
        raise fault(bool(negative), "expected 'in', 'next to' or 'within 2 of'")
    place = bool(negative) + len(relation.split()) + bool(largest)
    if problem := _misfit(relation, thing, bool(largest)):
        raise fault(place, problem)
    if thing is None:
        raise fault(place, "expected a terrain, 'ocean', 'hut', 'palm' or 'statue'")
    if len(words) > place + 1:
        raise fault(place + 1, f"nothing may follow {thing!r}")
    return Clue(Relation(relation), thing, bool(largest), bool(negative))


# ---- where clues hold --------------------------------------------------------------------------------------

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
