"""`Island`: terrain as bit masks and as a frozen networkx graph; `CellSet`: hexes of an island.

Bit i of a mask stands for hex i in the island's fixed order. Clues are compiled into masks from the places of
the hexes alone; networkx, which takes longer to load than most commands take, is imported with the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cached_property
from typing import Any

from toolkit.core.errors import ToolkitError, did_you_mean, quote
from toolkit.core.pictures import Drawn, Picture
from toolkit.hexmap.hexes import OCEAN, TERRAINS, Hex, Orientation, neighbours, within

LARGEST_BOX = 1_000_000
"""An island may span this many hexes, ocean included: beyond, a graph does not fit a common computer."""

_RINGS = 2  # of ocean around the land: as far as clues look


def mask_of(indices: Iterable[int], size: int) -> int:
    """Return the mask with the given bits of 0..size-1 set, in linear time for any size.

    >>> bin(mask_of([0, 3], 5))
    '0b1001'
    """
    digits = bytearray(b"0") * (size + 1)
    for index in indices:
        digits[size - index] = 49  # "1"; the first digit stays 0, so that an empty set is a number too
    return int(digits, 2)


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the set bits, ascending.

    >>> list(bits(0b1001))
    [0, 3]
    """
    digits = bin(mask)[:1:-1]
    index = digits.find("1")
    while index >= 0:
        yield index
        index = digits.find("1", index + 1)


class IslandError(ToolkitError):
    """An island that cannot be, or a hex that is not on it."""


class CellSet(Set[str], Drawn):
    """Land hexes of an island, as names, with all set operators.

    Iteration goes by name in plain string order. The other side of an operator may be a `CellSet` of the
    same island or any collection of hex names; sets of different islands do not mix (`ToolkitError`).

    >>> from toolkit.hexmap import parse_drawing
    >>> island = parse_drawing("J J S")
    >>> island.cells(["c1", "a1"]) & island.terrain_cells("jungle")
    <CellSet 1 of 3: a1>
    """

    __slots__ = ("island", "mask")

    def __init__(self, island: Island, mask: int) -> None:
        self.island = island
        self.mask = mask

    def __contains__(self, name: object) -> bool:
        index = self.island.index.get(name) if isinstance(name, str) else None
        return index is not None and bool(self.mask >> index & 1)

    def __iter__(self) -> Iterator[str]:
        names = self.island.names
        return (names[index] for index in bits(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def _mask(self, other: Iterable[Any]) -> int:
        """Return the mask of the other side of an operator."""
        if not isinstance(other, CellSet):
            return self.island.cells(other).mask
        if other.island is not self.island and other.island != self.island:
            raise ToolkitError("these sets of hexes belong to different islands")
        return other.mask

    def __and__(self, other: Iterable[Any]) -> CellSet:
        return CellSet(self.island, self.mask & self._mask(other))

    def __or__(self, other: Iterable[Any]) -> CellSet:
        return CellSet(self.island, self.mask | self._mask(other))

    def __sub__(self, other: Iterable[Any]) -> CellSet:
        return CellSet(self.island, self.mask & ~self._mask(other))

    def __xor__(self, other: Iterable[Any]) -> CellSet:
        return CellSet(self.island, self.mask ^ self._mask(other))

    def __rsub__(self, other: Iterable[Any]) -> CellSet:
        return CellSet(self.island, self._mask(other) & ~self.mask)

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> CellSet:
        return CellSet(self.island, self.island.land.mask & ~self.mask)

    def __le__(self, other: Set[Any]) -> bool:
        return not self.mask & ~self._mask(other) if isinstance(other, CellSet) else super().__le__(other)

    def __ge__(self, other: Set[Any]) -> bool:
        return not self._mask(other) & ~self.mask if isinstance(other, CellSet) else super().__ge__(other)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CellSet):
            return self.mask == other.mask and self.island == other.island
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()  # the hash of the frozenset that it equals

    def __repr__(self) -> str:
        return f"<CellSet {len(self)} of {len(self.island)}: {self}>"

    def __str__(self) -> str:
        return " ".join(self)

    @property
    def picture(self) -> Picture:
        """The island with the hexes in the light."""
        from toolkit.hexmap.drawing import Light, draw  # pictures are drawn only when somebody looks

        return draw(self.island, light=Light(self, "in the set"))


class Island(Drawn):
    """The terrain of an island, without landmarks.

    Parameters
    ----------
    terrain
        The terrain of every land hex, by place. At least one hex; the parts need not be connected.
    names
        The name of every land hex, by place; each name once.
    orientation
        Flat-top or pointy-top: it names the directions and lays out the picture.
    title
        What people call the island, such as ``ABC+0``.

    Attributes
    ----------
    names, hexes
        Name and place of each land hex in plain string order of the names: bit i of every mask is hex i.

    Raises
    ------
    IslandError
        No land, an unknown terrain, a name that is missing or used twice, or a span over `LARGEST_BOX`.
    """

    def __init__(
        self, terrain: Mapping[Hex, str], names: Mapping[Hex, str], orientation: Orientation, title: str
    ) -> None:
        _check(terrain, names)
        self.orientation = orientation
        self.title = title
        self.hexes: tuple[Hex, ...] = tuple(sorted(terrain, key=lambda place: names[place]))
        self.names: tuple[str, ...] = tuple(names[place] for place in self.hexes)
        self.index: dict[str, int] = {name: i for i, name in enumerate(self.names)}
        self._terrain: tuple[str, ...] = tuple(terrain[place] for place in self.hexes)
        self.land = CellSet(self, (1 << len(self.names)) - 1)
        self._overland: dict[int, dict[str, int]] = {}
        self._near_tables: dict[int, tuple[tuple[int, ...], ...]] = {}

    def __len__(self) -> int:
        return len(self.names)

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Island) and self._identity == other._identity)

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _identity(self) -> tuple[object, ...]:
        return self.orientation, self.names, self.hexes, self._terrain

    @cached_property
    def _hash(self) -> int:
        return hash((self.names, self.hexes))

    def __getstate__(self) -> dict[str, Any]:
        """Leave the hash behind: another process hashes texts in another way."""
        return {key: value for key, value in self.__dict__.items() if key != "_hash"}

    def __repr__(self) -> str:
        return f"<Island {self.title}: {len(self)} hexes>"

    def cells(self, names: Iterable[str]) -> CellSet:
        """Return the set of the named hexes; `IslandError` for a name that is not on the island."""
        return self._cells(self.number(name) for name in names)

    def number(self, name: str) -> int:
        """Return the bit number of a hex; `IslandError` when the island has no such hex."""
        try:
            return self.index[name]
        except (KeyError, TypeError):
            hint = did_you_mean(str(name), self.names, close=0.3)  # the names are short
            raise IslandError(f"no hex {quote(name)} on this island{hint}") from None

    def place(self, name: str) -> Hex:
        """Return the place of a hex on the lattice; `IslandError` when the island has no such hex."""
        return self.hexes[self.number(name)]

    def terrain(self, name: str) -> str:
        """Return the terrain of a hex; `IslandError` when the island has no such hex."""
        return self._terrain[self.number(name)]

    @cached_property
    def graph(self) -> Any:
        """The island as a frozen networkx graph, built when it is first asked for.

        Its nodes are `Hex` places: the land, two rings of ocean around it and all ocean inside it. Node
        attributes are ``terrain`` (the ocean's is ``"ocean"``) and, on land, ``name``.
        """
        import networkx as nx

        graph = nx.Graph()
        for place in sorted(self.hexes):
            number = self.number_at[place]
            graph.add_node(place, terrain=self._terrain[number], name=self.names[number])
        graph.add_nodes_from(sorted(_ocean(self.number_at)), terrain=OCEAN)
        half = ((p, n) for p in graph for n in neighbours(p)[:3] if n in graph)  # the rest mirrors it
        graph.add_edges_from(half)
        return nx.freeze(graph)

    @cached_property
    def land_graph(self) -> Any:
        """The frozen subgraph of the land, on which vehicles move."""
        import networkx as nx

        return nx.freeze(self.graph.subgraph(self.hexes).copy())

    @cached_property
    def number_at(self) -> dict[Hex, int]:
        """The number of each hex, by its place."""
        return {place: i for i, place in enumerate(self.hexes)}

    @cached_property
    def _region_numbers(self) -> tuple[tuple[int, ...], ...]:
        """The bit numbers of each region, in the order of their first hex."""
        regions, left, near = [], dict.fromkeys(range(len(self))), self._near(1)
        while left:
            region = [next(iter(left))]
            del left[region[0]]
            for number in region:  # it grows on the way
                for other in near[number]:
                    if other in left and self._terrain[other] == self._terrain[number]:
                        del left[other]
                        region.append(other)
            regions.append(tuple(sorted(region)))
        return tuple(regions)

    @cached_property
    def regions(self) -> tuple[CellSet, ...]:
        """All regions (connected hexes of one terrain, T-4), each island hex in exactly one.

        They come in the order of their first hex.
        """
        return tuple(self._cells(numbers) for numbers in self._region_numbers)

    def _cells(self, numbers: Iterable[int]) -> CellSet:
        return CellSet(self, mask_of(numbers, len(self)))

    @cached_property
    def _region_of(self) -> dict[int, CellSet]:
        pairs = zip(self._region_numbers, self.regions, strict=True)
        return {number: region for numbers, region in pairs for number in numbers}

    def region(self, name: str) -> CellSet:
        """Return the region that holds a hex."""
        return self._region_of[self.number(name)]

    @cached_property
    def _terrain_masks(self) -> dict[str, int]:
        return {
            terrain: mask_of((i for i, found in enumerate(self._terrain) if found == terrain), len(self))
            for terrain in TERRAINS
        }

    def terrain_cells(self, terrain: str) -> CellSet:
        """Return all hexes of a terrain, perhaps none; `IslandError` for a word that is no terrain."""
        return CellSet(self, self._terrain_mask(terrain))

    def _terrain_mask(self, terrain: str) -> int:
        if terrain not in self._terrain_masks:
            raise IslandError(f"no terrain {quote(terrain)}{did_you_mean(terrain, TERRAINS)}")
        return self._terrain_masks[terrain]

    def largest(self, terrain: str) -> CellSet:
        """Return the largest region of a terrain; of several equally large ones, all together (T-4)."""
        here = self._terrain_mask(terrain)
        regions = [numbers for numbers in self._region_numbers if here >> numbers[0] & 1]
        size = max(map(len, regions), default=0)
        return self._cells(number for numbers in regions if len(numbers) == size for number in numbers)

    @cached_property
    def coast(self) -> CellSet:
        """The land hexes next to the ocean, inner ocean included (T-4a)."""
        return CellSet(self, self.near_ocean(1))

    def near_ocean(self, radius: int) -> int:
        """Return the mask of the land hexes at most `radius` (1 or more) steps from an ocean hex.

        The nearest ocean is always reached over land, so this holds for both ways of counting distance.
        """
        shore = (i for i, near in enumerate(self._near(1)) if len(near) < 7)  # itself and six others inland
        mask = mask_of(shore, len(self))
        for _ in range(radius - 1):
            mask = self.dilate(mask, 1)
        return mask

    def _near(self, radius: int) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of the land hexes at most `radius` steps from each hex, itself included."""
        if radius not in self._near_tables:
            number = self.number_at
            self._near_tables[radius] = tuple(
                tuple(number[near] for near in within(place, radius) if near in number)
                for place in self.hexes
            )
        return self._near_tables[radius]

    def dilate(self, mask: int, radius: int, *, overland: bool = False) -> int:
        """Return the mask of all land hexes at most `radius` steps from some hex of `mask`.

        Steps go over land and ocean alike, or with `overland` over land only (T-8). The hexes of `mask`
        themselves are included.
        """
        for step in [1] * radius if overland else [radius]:
            near = self._near(step)
            reached: set[int] = set()
            for index in bits(mask):
                reached.update(near[index])
            mask = mask_of(reached, len(self))
        return mask

    def overland_steps(self, name: str) -> dict[str, int]:
        """Return the steps over land from a hex to every hex that can be reached so, itself included."""
        import networkx as nx

        number = self.number(name)
        if number not in self._overland:
            found = nx.single_source_shortest_path_length(self.land_graph, self.hexes[number])
            self._overland[number] = {self.names[self.number_at[p]]: steps for p, steps in found.items()}
        return self._overland[number]

    @property
    def picture(self) -> Picture:
        """The island."""
        from toolkit.hexmap.drawing import draw  # pictures are drawn only when somebody looks

        return draw(self)


def _check(terrain: Mapping[Hex, str], names: Mapping[Hex, str]) -> None:
    if not terrain:
        raise IslandError("an island needs at least one land hex")
    if unknown := sorted(set(terrain.values()) - set(TERRAINS)):
        hint = did_you_mean(unknown[0], TERRAINS)
        raise IslandError(f"no terrain {quote(unknown[0])}{hint}")
    if terrain.keys() != names.keys() or len(set(names.values())) != len(names):
        raise IslandError("every land hex needs a name of its own")
    (left, right), (top, bottom) = _box(terrain)
    if (right - left + 3) * (bottom - top + 3) > LARGEST_BOX:
        raise IslandError(f"the island spans more than {LARGEST_BOX:,} hexes")


def _box(places: Iterable[Hex]) -> tuple[tuple[int, int], tuple[int, int]]:
    columns, rows = {p.q for p in places}, {p.r for p in places}
    return (min(columns), max(columns)), (min(rows), max(rows))


def _ocean(land: Mapping[Hex, object]) -> set[Hex]:
    """Return the ocean that the graph holds: the rings around the land and all that lies inside it."""
    ocean = {near for place in land for near in within(place, _RINGS)}
    (left, right), (top, bottom) = _box(land)
    box = {Hex(q, r) for q in range(left - 1, right + 2) for r in range(top - 1, bottom + 2)}
    inside = box - land.keys()
    open_sea = [Hex(left - 1, top - 1)]  # a corner of the box, which is one ring wider than the land
    inside.discard(open_sea[0])
    while open_sea:
        for near in neighbours(open_sea.pop()):
            if near in inside:
                inside.discard(near)
                open_sea.append(near)
    return (ocean | inside) - land.keys()
