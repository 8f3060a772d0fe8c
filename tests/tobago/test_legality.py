from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import tobago_settings

from solvers.tobago import ReferenceModel
from toolkit.games.tobago import CLUES, Clue, Legality, Reason, Rules, Setting, TreasureMap, boxed_island
from toolkit.games.tobago.maps import Play
from toolkit.hexmap import CellSet, parse_drawing
from toolkit.hexmap.generate import random_island
from toolkit.hexmap.island import mask_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from toolkit.games.tobago.rules import MustReduce

SIZES = [*range(1, 10), 56, *range(63, 67), *range(126, 131), 191, 192, 193, *range(255, 259), 299, 300]
DECK_SIZES = [1, 2, 8, 31, 62, 63, 64, 65, 66, 93, 94]
SETTING = Setting(boxed_island(), huts=["B23", "A34"], palms=["B45"], statues=["A23", "C21"])


def random_setting_of(random: Random, hexes: int, must_reduce: MustReduce = "always") -> Setting:
    island = random_island(random, hexes, lagoons=random.random() < 0.5)
    places = random.sample(island.names, min(hexes, 10))
    rules = Rules(
        own_hex=random.choice(["excluded", "included"]),
        distance=random.choice(["lattice", "overland"]),
        must_reduce=must_reduce,
    )
    return Setting(island, places[:4], places[4:7], places[7:], rules)


def random_masks(random: Random, setting: Setting, count: int) -> list[int]:
    """Return nothing, everything, single hexes, scattered hexes and what random clues leave."""
    land, size = setting.island.land.mask, len(setting.island)
    masks = [0, land, 1, 1 << size - 1, mask_of(random.sample(range(size), min(2, size)), size)]
    while len(masks) < count:
        if random.random() < 0.5:
            masks.append(random.getrandbits(size))
        else:
            masks.append(setting.candidates(random.sample(CLUES, random.randint(1, 4))).mask)
    return masks


def naive_bits(setting: Setting, clues: Iterable[Clue], mask: int, may_idle: bool = False) -> int:
    """Return the legal clues as bits: a loop over sets of names (T-12)."""
    before = frozenset(CellSet(setting.island, mask))
    found = 0
    for number, clue in enumerate(clues):
        after = before & frozenset(clue.cells(setting))
        if after and (may_idle or after != before):
            found |= 1 << number
    return found


@pytest.mark.parametrize("hexes", SIZES)
def test_T12_legal_bits_agree_with_a_loop_over_clues(hexes: int) -> None:
    random = Random(f"legality/{hexes}")
    setting = random_setting_of(random, hexes)
    clues = random.sample(CLUES, random.choice([*DECK_SIZES, random.randint(1, 94)]))
    legality = Legality(setting, clues)
    masks = random_masks(random, setting, 40)
    expected = [naive_bits(setting, clues, mask) for mask in masks]
    assert [legality.legal_bits(mask) for mask in masks] == expected
    idle = [naive_bits(setting, clues, mask, may_idle=True) for mask in masks]
    assert [legality.legal_bits(mask, may_idle=True) for mask in masks] == idle


def test_decks_of_every_width() -> None:
    for count in DECK_SIZES:
        random = Random(f"deck/{count}")
        seen = 0
        for hexes in (12, 90, 200):
            setting = random_setting_of(random, hexes)
            clues = random.sample(CLUES, count)
            legality = Legality(setting, clues)
            masks = random_masks(random, setting, 60)
            expected = [naive_bits(setting, clues, mask) for mask in masks]
            seen |= expected[1]
            assert [legality.legal_bits(mask) for mask in masks] == expected
        assert seen >> (count - 1) & 1, "the last clue of the deck was never legal: the test shows nothing"


@pytest.mark.parametrize("must_reduce", ["always", "once_marked"])
def test_T12_T15_legal_bits_agree_with_the_verdicts(must_reduce: MustReduce) -> None:
    met: set[tuple[bool, str]] = set()
    for seed in range(100):
        random = Random(f"verdicts/{seed}")
        setting = random_setting_of(random, random.choice([2, 5, 9, 17, 18, 30, 70]), must_reduce)
        plays = [Play(clue) for clue in random.sample(CLUES, random.randint(0, 4))]
        removed = random.sample(setting.island.names, random.randint(0, len(setting.island) // 3))
        treasure_map = TreasureMap(setting, "grey", plays, removed)
        verdicts = [treasure_map.verdict(clue) for clue in CLUES]
        may_idle = must_reduce == "once_marked" and not treasure_map.marked
        found = Legality(setting, CLUES).legal_bits(treasure_map.candidates.mask, may_idle=may_idle)
        assert found == mask_of((v.clue.number for v in verdicts if v.legal), 94)
        met |= {(treasure_map.marked, v.reason.value) for v in verdicts}
    answers = {(marked, reason.value) for marked in (False, True) for reason in Reason}
    assert met == answers - ({(False, "removes_nothing")} if must_reduce == "once_marked" else set())


@given(tobago_settings(), st.data())
def test_T12_legal_agrees_with_the_reference_model(setting: Setting, data: Any) -> None:
    model = ReferenceModel(setting)
    clues = data.draw(st.lists(st.sampled_from(CLUES), min_size=1, max_size=12, unique=True))
    names = data.draw(st.sets(st.sampled_from(setting.island.names)))
    expected = [
        clue for clue in clues if {True, False} <= {model.holds(clue, name) for name in sorted(names)}
    ]
    assert Legality(setting, clues).legal(setting.island.cells(names)) == tuple(expected)


def test_legal_stands_in_the_order_of_the_deck_and_names_each_clue_once() -> None:
    clues = [Clue.parse(text) for text in ("in lake", "in jungle", "not in lake", "in jungle")]
    legality = Legality(SETTING, clues)
    assert legality.clues == tuple(clues[:3])
    assert legality.legal(SETTING.island.land) == tuple(clues[:3])
    assert legality.legal(SETTING.island.terrain_cells("jungle")) == ()
    assert Legality(SETTING, reversed(clues)).clues == tuple(clues[i] for i in (3, 2, 0))


def test_T12b_a_located_map_and_an_empty_one_admit_no_clue() -> None:
    legality = Legality(SETTING, CLUES)
    assert all(legality.legal_bits(1 << number) == 0 for number in range(104))
    assert legality.legal_bits(0) == legality.legal_bits(0, may_idle=True) == 0


def test_T15_a_clue_may_idle_but_must_leave_something() -> None:
    setting = Setting(parse_drawing("J J L"))
    clues = [Clue.parse(text) for text in ("in jungle", "not in lake", "in lake", "in river")]
    jungle = setting.island.cells(["a1", "b1"]).mask
    assert Legality(setting, clues).legal_bits(jungle) == 0
    assert Legality(setting, clues).legal_bits(jungle, may_idle=True) == 0b0011
    assert Legality(setting, clues).legal_bits(0b111) == 0b0111
    assert Legality(setting, clues).legal_bits(0b111, may_idle=True) == 0b0111


def test_an_empty_deck_has_no_legal_clue() -> None:
    legality = Legality(SETTING, [])
    land = SETTING.island.land
    assert legality.legal_bits(land.mask) == 0
    assert legality.legal(land) == ()


@pytest.mark.parametrize(
    ("laid", "asked", "legal"),
    [
        ("not in jungle", "in jungle", False),  # E-1
        ("in largest jungle", "in jungle", False),  # E-2
        ("in jungle", "in largest jungle", True),
        ("next to hut", "in jungle", True),  # E-4
    ],
)
def test_T12_rulebook_examples(laid: str, asked: str, legal: bool) -> None:
    cells = Clue.parse(laid).cells(SETTING)
    assert (Legality(SETTING, [Clue.parse(asked)]).legal_bits(cells.mask) == 1) is legal
