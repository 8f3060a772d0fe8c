from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import islands, islands_with_names

from toolkit.core.errors import ToolkitError
from toolkit.hexmap import CellSet, Island, IslandError, parse_drawing
from toolkit.hexmap.island import bits, mask_of

OPERATORS = [operator.and_, operator.or_, operator.sub, operator.xor]
COMPARISONS = [operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne]
Sets = tuple[Island, frozenset[str], frozenset[str]]
Operator = Callable[[Any, Any], Any]

ROW = parse_drawing("J J S . L")


@pytest.mark.parametrize("apply", OPERATORS)
@given(sets=islands_with_names())
def test_operators_agree_with_frozenset(apply: Operator, sets: Sets) -> None:
    island, one, two = sets
    truth = apply(one, two)
    for left, right in [
        (island.cells(one), island.cells(two)),
        (island.cells(one), two),
        (island.cells(one), sorted(two)),
        (one, island.cells(two)),
        (sorted(one), island.cells(two)),
    ]:
        result = apply(left, right)
        assert isinstance(result, CellSet)
        assert frozenset(result) == truth
        assert result.island is island


@pytest.mark.parametrize("compare", COMPARISONS)
@given(sets=islands_with_names())
def test_comparisons_agree_with_frozenset(compare: Operator, sets: Sets) -> None:
    island, one, two = sets
    for left, right in [(one, two), (one, one), (one & two, one), (one, one | two)]:
        truth = compare(left, right)
        assert compare(island.cells(left), island.cells(right)) is truth
        assert compare(island.cells(left), right) is truth
        assert compare(left, island.cells(right)) is truth


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


@given(islands_with_names())
def test_hash_and_equality_are_those_of_the_frozenset(sets: Sets) -> None:
    island, one, _ = sets
    cells = island.cells(one)
    assert hash(cells) == hash(one)
    keys: dict[Any, str] = {one: "frozenset"}
    keys[cells] = "cells"
    assert list(keys.items()) == [(one, "cells")]


@given(islands)
def test_complement_of_nothing_is_the_land(island: Island) -> None:
    nothing = island.cells([])
    assert not nothing
    assert ~nothing == island.land
    assert list(island.land) == list(island.names)


@pytest.mark.parametrize("thing", ["d1", "zz9", "", 1, None, ("a1",), ["a1"]])
def test_what_is_not_in_a_set(thing: object) -> None:
    assert thing not in ROW.land


def test_names_that_a_set_holds_once() -> None:
    assert list(ROW.cells(["e1", "a1", "a1"])) == ["a1", "e1"]
    assert list(ROW.cells(name for name in ("b1", "a1"))) == ["a1", "b1"]


@pytest.mark.parametrize("apply", OPERATORS)
@pytest.mark.parametrize("other", [["d1"], {"zz9"}, [1]])
def test_operators_refuse_what_is_no_hex(apply: Operator, other: Collection[Any]) -> None:
    with pytest.raises(IslandError, match="no hex"):
        apply(ROW.land, other)


@pytest.mark.parametrize("apply", OPERATORS)
def test_sets_of_different_islands_do_not_mix(apply: Operator) -> None:
    other = parse_drawing("J J S . J")
    with pytest.raises(ToolkitError, match="different islands"):
        apply(ROW.land, other.land)
    assert ROW.cells(["a1"]) != other.cells(["a1"])


@pytest.mark.parametrize("apply", OPERATORS)
def test_sets_of_equal_islands_mix(apply: Operator) -> None:
    twin = parse_drawing("J J S . L")
    one, two = ROW.cells(["a1", "b1"]), twin.cells(["b1", "c1"])
    assert apply(one, two) == apply(frozenset(one), frozenset(two))
    assert ROW.land == twin.land


def test_sets_do_not_change() -> None:
    cells = before = ROW.cells(["a1"])
    cells |= ["b1"]
    assert list(before) == ["a1"]
    assert list(cells) == ["a1", "b1"]
    assert not {"add", "clear", "discard", "pop", "remove"} & set(dir(cells))


@pytest.mark.parametrize("other", [None, 5, "a1", ["a1"]])
def test_a_set_equals_only_sets(other: object) -> None:
    assert ROW.cells(["a1"]) != other


@given(st.sets(st.integers(0, 200)), st.integers(0, 10))
def test_masks_and_bits_are_inverse(numbers: set[int], spare: int) -> None:
    mask = mask_of(numbers, max(numbers, default=-1) + 1 + spare)
    assert mask == sum(1 << number for number in numbers)
    assert list(bits(mask)) == sorted(numbers)
