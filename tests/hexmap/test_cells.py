from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import islands_with_names

from toolkit.core.errors import ToolkitError
from toolkit.hexmap import CellSet, Island, IslandError, parse_drawing
from toolkit.hexmap.island import bits, mask_of

OPERATORS = [operator.and_, operator.or_, operator.sub, operator.xor]
COMPARISONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]
Sets = tuple[Island, frozenset[str], frozenset[str]]


ROW = parse_drawing("J J S . L")


@given(islands_with_names())
def test_operators_and_comparisons_agree_with_frozenset(sets: Sets) -> None:
    island, one, two = sets
    some, others = island.cells(one), island.cells(two)
    for apply in OPERATORS:
        truth = apply(one, two)
        for left, right in (
            (some, others),
            (some, two),
            (some, sorted(two)),
            (one, others),
            (sorted(one), others),
        ):
            result = apply(left, right)
            assert isinstance(result, CellSet)
            assert frozenset(result) == truth
            assert result.island is island
    for compare in COMPARISONS:
        for left, right in [(one, two), (one, one), (one & two, one), (one, one | two)]:
            truth = compare(left, right)
            assert compare(island.cells(left), island.cells(right)) is truth
            assert compare(island.cells(left), right) is truth
            assert compare(left, island.cells(right)) is truth
    assert hash(some) == hash(one)
    assert {one: "frozenset", some: "cells"} == {one: "cells"}


@given(islands_with_names())
def test_set_protocol(sets: Sets) -> None:
    island, one, two = sets
    cells = island.cells(one)
    assert list(cells) == sorted(one)
    assert len(cells) == len(one)
    assert bool(cells) == bool(one)
    assert [name for name in island.names if name in cells] == sorted(one)
    assert cells.isdisjoint(island.cells(two)) == one.isdisjoint(two)
    assert frozenset(~cells) == frozenset(island.names) - one
    assert ~~cells == cells
    assert str(cells) == " ".join(sorted(one))
    assert repr(cells) == f"<CellSet {len(one)} of {len(island)}: {cells}>"


def test_what_does_not_belong_to_a_set() -> None:
    for thing in ("d1", "zz9", "", 1, None, ("a1",), ["a1"]):
        assert thing not in ROW.land
    assert list(ROW.cells(["e1", "a1", "a1"])) == ["a1", "e1"]
    assert ~ROW.cells([]) == ROW.land
    cells, twin, other = ROW.cells(["a1"]), parse_drawing("J J S . L"), parse_drawing("J J S . J")
    for apply in OPERATORS:
        for names in (["d1"], {"zz9"}, [1]):
            with pytest.raises(IslandError, match="no hex"):
                apply(ROW.land, names)
        with pytest.raises(ToolkitError, match="different islands"):
            apply(ROW.land, other.land)
        assert apply(cells, twin.cells(["b1"])) == apply({"a1"}, {"b1"})
    assert ROW.land == twin.land
    assert all(cells != no_set for no_set in (other.cells(["a1"]), None, 5, "a1", ["a1"]))


def test_sets_do_not_change() -> None:
    cells = before = ROW.cells(["a1"])
    cells |= ["b1"]
    assert list(before) == ["a1"]
    assert list(cells) == ["a1", "b1"]
    assert not {"add", "clear", "discard", "pop", "remove"} & set(dir(cells))


@given(st.sets(st.integers(0, 200)), st.integers(0, 10))
def test_masks_and_bits_are_inverse(numbers: set[int], spare: int) -> None:
    mask = mask_of(numbers, max(numbers, default=-1) + 1 + spare)
    assert mask == sum(1 << number for number in numbers)
    assert list(bits(mask)) == sorted(numbers)
