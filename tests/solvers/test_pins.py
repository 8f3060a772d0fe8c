from __future__ import annotations

from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from solvers.tobago import PinningSets, pinning_sets
from toolkit.games.tobago import CLUES, Clue, Legality, Setting, boxed_island, random_setting
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.generate import random_island

if TYPE_CHECKING:
    from toolkit.games.tobago.legality import Engine

Pins = list[tuple[tuple[int, ...], int]]
ISLANDS = [1, 2, 6, 20, 63, 64, 65, 110, 128, 129, 160, 200]


@pytest.fixture(scope="module", params=["numpy", "numba"])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine by name; numba only where it can be imported."""
    if request.param == "numba":
        pytest.importorskip("numba")
    name: Engine = request.param
    return name


def random_legality(hexes: int, clues: int) -> Legality:
    """Return a deck, half of it near landmarks, so that few clues pin a hex."""
    random = Random(f"pins/{hexes}/{clues}")
    island = random_island(random, hexes)
    places = random.sample(island.names, min(hexes, 6))
    setting = Setting(island, places[:2], places[2:4], places[4:])
    near = [c for c in CLUES if not c.negative and c.thing in ("hut", "palm", "statue", "ocean")]
    chosen = random.sample(near, min(len(near), clues // 2))
    others = [clue for clue in CLUES if clue not in chosen]
    deck = chosen + random.sample(others, clues - len(chosen))
    return Legality(setting, random.sample(deck, len(deck)))


def brute_force(legality: Legality, size: int) -> Pins:
    """Return every set of clues with a single common hex, in sets of names."""
    island = legality.setting.island
    cells = [frozenset(clue.cells(legality.setting)) for clue in legality.clues]
    found = []
    for numbers in combinations(range(len(cells)), size):
        common = frozenset.intersection(*(cells[number] for number in numbers))
        if len(common) == 1:
            found.append((numbers, island.names.index(min(common))))
    return found


def rows(found: PinningSets) -> Pins:
    assert found.clues.shape == (len(found), found.clues.shape[1])
    assert found.hexes.shape == (len(found),)
    return [(tuple(map(int, row)), int(hex_)) for row, hex_ in zip(found.clues, found.hexes, strict=True)]


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("hexes", ISLANDS)
def test_all_sets_on_islands_of_one_to_four_words(hexes: int, size: int, engine: Engine) -> None:
    legality = random_legality(hexes, 13)
    found = pinning_sets(legality, size, engine)
    assert rows(found) == brute_force(legality, size), "in the order of combinations"
    assert found.clues.dtype == found.hexes.dtype == np.intp


def test_the_islands_have_pins_in_every_word() -> None:
    words = {pinned // 64 for hexes in ISLANDS for _, pinned in brute_force(random_legality(hexes, 13), 4)}
    assert words == {0, 1, 2, 3}


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("clues", range(9))
def test_decks_of_a_few_clues(clues: int, size: int, engine: Engine) -> None:
    legality = random_legality(9, clues)
    found = pinning_sets(legality, size, engine)
    assert rows(found) == brute_force(legality, size)
    assert found.clues.shape == (len(found), size)


@pytest.mark.parametrize(("clues", "size"), [(94, 3), (40, 4), (24, 5)])
def test_both_engines_agree_on_larger_decks(clues: int, size: int) -> None:
    pytest.importorskip("numba")
    setting = random_setting(boxed_island(), "pins")
    legality = Legality(setting, Random(size).sample(CLUES, clues))
    slow, fast = pinning_sets(legality, size, "numpy"), pinning_sets(legality, size, "numba")
    assert len(slow) > 100
    assert (slow.clues == fast.clues).all()
    assert (slow.hexes == fast.hexes).all()


def test_every_pin_of_the_box_is_a_pin() -> None:
    setting = random_setting(boxed_island(), "pins")
    legality = Legality(setting, CLUES)
    found = rows(pinning_sets(legality, 3))
    assert len(found) > 1000
    assert found == sorted(found)
    for numbers, pinned in found[::97]:
        assert list(setting.candidates(legality.clues[n] for n in numbers)) == [setting.island.names[pinned]]


def test_a_set_may_hold_a_clue_that_it_does_not_need(engine: Engine) -> None:
    setting = Setting(parse_drawing("J J L L"), huts=["a1"])
    clues = [Clue.parse(text) for text in ("in hut", "in jungle", "not in lake", "in lake")]
    found = pinning_sets(Legality(setting, clues), 3, engine)
    assert rows(found) == [((0, 1, 2), 0)]
    assert len(found) == 1


def test_an_island_of_one_hex_is_pinned_by_clues_that_hold(engine: Engine) -> None:
    setting = Setting(parse_drawing("J"))
    legality = Legality(
        setting, [Clue.parse(t) for t in ("in jungle", "not in lake", "next to ocean", "in lake")]
    )
    assert rows(pinning_sets(legality, 3, engine)) == [((0, 1, 2), 0)]


@pytest.mark.parametrize("size", [0, 1, 2, 6, -3])
def test_other_sizes_are_refused(size: int, engine: Engine) -> None:
    with pytest.raises(ValueError, match=f"sets of 3, 4, 5 clues can be searched, not of {size}"):
        pinning_sets(random_legality(9, 5), size, engine)


def test_an_unknown_engine_is_refused() -> None:
    unknown: Any = "cuda"
    with pytest.raises(ValueError, match="no engine 'cuda'"):
        pinning_sets(random_legality(9, 5), 3, unknown)
