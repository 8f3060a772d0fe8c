"""`CellSet`: an immutable set of hexes of one island, kept as a bit mask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set
from typing import TYPE_CHECKING, Any

from toolkit.core.errors import ToolkitError
from toolkit.hexmap.masks import bits

if TYPE_CHECKING:
    from toolkit.hexmap.island import Island


class CellSet(Set[str]):
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

    def _repr_svg_(self) -> str:
        from toolkit.hexmap.drawing import draw  # pictures are drawn only when somebody looks

        return draw(self.island, highlight=self)
