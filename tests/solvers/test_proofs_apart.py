"""The islands of the two provers, and how python-sat shrinks what it finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st
from sizes import examples
from strategies import tobago_settings

from solvers.tobago import ReferenceModel
from solvers.tobago.proofs.geometry import geometry_of
from solvers.tobago.proofs.solver import irreducible
from toolkit.games.tobago import CLUES, Setting

if TYPE_CHECKING:
    from collections.abc import Collection


@settings(max_examples=examples(40))
@given(tobago_settings())
def test_T06_both_islands_hold_the_clues_of_the_rules(setting: Setting) -> None:
    geometry, model = geometry_of(setting), ReferenceModel(setting)
    for clue in CLUES:
        by_rules = set(setting.cells(clue))
        assert geometry.cells(clue) == by_rules, str(clue)
        assert model.cells(clue) == by_rules, str(clue)


@settings(max_examples=examples(40))
@given(tobago_settings())
def test_T08_both_islands_hold_the_distances_of_the_rules(setting: Setting) -> None:
    names = setting.island.names
    geometry, model = geometry_of(setting), ReferenceModel(setting)
    for one in names:
        by_rules = {other: found for other in names if (found := setting.distance(one, other)) is not None}
        assert geometry.steps(one) == by_rules
        for high in range(5):
            ring = {other for other, found in by_rules.items() if found <= high}
            assert model.ring(one, 0, high) == ring
        for gap in range(4):
            near = {other for other in names if model.straight(one, other) < gap} - {one}
            assert set(geometry.closer(one, gap)) == near


@given(tobago_settings())
def test_T04a_python_sat_has_the_coast_of_the_rules(setting: Setting) -> None:
    assert geometry_of(setting).coast == set(setting.island.coast)


sets = st.lists(st.frozensets(st.integers(0, 7), max_size=4), max_size=4)


@given(sets, st.lists(st.integers(0, 7), unique=True), st.booleans())
def test_irreducible_items_are_enough_and_none_can_be_spared(
    enough_sets: list[frozenset[int]], items: list[int], narrow: bool
) -> None:
    def enough(some: Collection[int]) -> bool:
        return any(wanted <= set(some) for wanted in enough_sets)

    def core(some: list[int]) -> Collection[int] | None:
        if narrow:
            return next((wanted for wanted in enough_sets if wanted <= set(some)), None)
        return some if enough(some) else None

    found = irreducible(items, core)
    assert (found is not None) == enough(items)
    if found is not None:
        assert list(found) == [item for item in items if item in found]
        assert enough(found)
        assert not any(enough(set(found) - {item}) for item in found)


def test_irreducible_gives_up_the_last_items_first() -> None:
    assert irreducible("abcd", lambda some: some if {"a", "b"} & {*some} else None) == ("a",)
    assert irreducible("dcba", lambda some: some if {"a", "b"} & {*some} else None) == ("b",)
