"""Facts: the grammar, read and written, and what each means (T-5, T-7, T-8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    FactError,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
    parse_fact,
)
from toolkit.games.tobago import CLUES, COLOURS, Clue, Rules, Setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.hexes import TERRAINS

ISLAND = parse_drawing("J J J L S S B B B J")  # a1 to j1 in a row
SETTING = Setting(ISLAND, huts=["b1", "g1"], palms=["c1"])

kinds, colours, hexes = (
    st.sampled_from(LANDMARKS),
    st.sampled_from(COLOURS),
    st.from_regex("[A-Ca-z]{1,2}[0-9]{1,2}", fullmatch=True),
)
numbers, radii = st.integers(0, 9), st.integers(1, 99)
facts = st.one_of(
    st.builds(TreasureFact, colours, st.sampled_from(CLUES)),
    st.tuples(kinds, numbers, st.sampled_from(CLUES[::2]))
    .filter(lambda t: t[2].thing != t[0])
    .map(lambda t: CountFact(*t)),
    st.builds(CircleFact, kinds, numbers, radii, hexes),
    st.builds(TerrainsFact, kinds, st.lists(st.sampled_from(TERRAINS), min_size=1, max_size=4).map(tuple)),
    st.builds(DistancesFact, kinds, st.lists(numbers, min_size=1, max_size=4).map(tuple), hexes),
    st.builds(NearestFact, kinds, numbers, hexes),
    st.permutations(COLOURS).flatmap(
        lambda c: st.builds(PairFact, st.just(c[0]), radii, st.just(c[1]), st.booleans())
    ),
)


@given(facts)
def test_a_fact_reads_back_from_its_text(fact):
    assert parse_fact(str(fact)) == fact


@given(facts, st.sampled_from(["  ", "\t", " \n "]))
def test_spaces_are_free(fact, space):
    assert parse_fact(str(fact).replace(" ", space).replace(":", " : ")) == fact


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("BROWN:  Next TO hut", "brown: next to hut"),
        ("Huts: EXACTLY 2 in Jungle", "huts: exactly 2 in jungle"),
        ("huts: Exactly 1 Within 2 OF B32", "huts: exactly 1 within 2 of B32"),
        ("huts: exactly 1 within 2 of lake", "huts: exactly 1 within 2 of lake"),
        ("huts: in lake , jungle,beach", "huts: in beach, jungle, lake"),
        ("palms: at 5,1 , 3 from c4", "palms: at 1, 3, 5 from c4"),
        ("statues: nearest 2 from A00", "statues: nearest 2 from A00"),
        ("White NOT within 2 of Black", "white not within 2 of black"),
    ],
)
def test_canonical_text(text, canonical):
    assert str(parse_fact(text)) == canonical


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "expected a subject"),
        ("browm: in lake", "did you mean 'brown'"),
        ("brown: in laek", "column 4"),
        ("huts: about 2 in lake", "did you mean 'at'|cannot follow"),
        ("huts: exactly two in lake", "expected 'exactly', a number"),
        ("huts: exactly 2 not in lake", "without 'not'"),
        ("huts: exactly 1 next to hut", r"T-5"),
        ("huts: in lake, jungel", "did you mean 'jungle'"),
        ("huts: at 1; 2 from B32", "expected 'at'"),
        ("huts: nearest B32", "expected 'nearest'"),
        ("huts: exactly 1 within 0 of B32", "the radius is 1 or more"),
        ("huts: nearest 100 from B32", "farther than 99"),
        ("white within 2 of white", "two different treasures"),
        ("white within 2 of blakc", "did you mean 'black'"),
        ("white near black", "expected a subject"),
    ],
)
def test_what_is_no_fact(text, problem):
    with pytest.raises(FactError, match=problem):
        parse_fact(text)


@pytest.mark.parametrize("text", ["x" * 100_000, "x" * 60_000 + ":", "huts: exactly " + "9" * 50_000])
def test_long_texts_are_refused_quickly(text):
    with pytest.raises(FactError):
        parse_fact(text)


@pytest.mark.parametrize("clue", ["not in lake", "next to hut"])
def test_counts_built_in_code_follow_the_grammar(clue):
    with pytest.raises(FactError):
        CountFact("hut", 1, Clue.parse(clue))


@pytest.mark.parametrize(
    ("text", "holds"),
    [
        ("brown: in lake", True),
        ("brown: next to palm", True),
        ("brown: in jungle", False),
        ("huts: exactly 1 in jungle", True),
        ("huts: exactly 1 next to palm", True),
        ("huts: exactly 2 next to palm", False),
        ("huts: in beach, jungle", True),
        ("huts: in beach, lake", False),
        ("huts: at 1, 4 from c1", True),
        ("huts: at 1, 3 from c1", False),
        ("huts: nearest 0 from b1", True),
        ("huts: nearest 1 from c1", True),
        ("huts: nearest 2 from c1", False),
        ("white within 3 of brown", True),
        ("white not within 3 of brown", False),
        ("white within 2 of brown", False),
    ],
)
def test_meaning(text, holds):
    assert parse_fact(text).holds(SETTING, {"brown": "d1", "white": "g1"}) is holds


@pytest.mark.parametrize(("own_hex", "count"), [("excluded", 0), ("included", 1)])
def test_T7_within_a_hex_leaves_out_the_hex_itself(own_hex, count):
    setting = Setting(ISLAND, huts=["b1"], rules=Rules(own_hex=own_hex))
    assert CircleFact("hut", count, 2, "b1").holds(setting, {})
    assert PairFact("brown", 2, "white").holds(setting, {"brown": "a1", "white": "a1"}) is (count == 1)


def test_T8_distance_over_land_goes_round_the_ocean():
    island = parse_drawing("J J J\n J . J\nJ J . J")
    lattice, overland = (
        Setting(island, huts=["a3"]),
        Setting(island, huts=["a3"], rules=Rules(distance="overland")),
    )
    fact = parse_fact("huts: nearest 3 from d3")
    assert fact.holds(lattice, {})
    assert not fact.holds(overland, {})
    assert overland.distance("a3", "d3") == 5
    assert lattice.distance("a3", "d3") == 3


def test_T8_no_way_over_land_is_no_distance():
    setting = Setting(parse_drawing("J . J"), huts=["a1"], rules=Rules(distance="overland"))
    assert setting.distance("a1", "c1") is None
    assert not parse_fact("huts: at 2 from c1").holds(setting, {})
    assert not parse_fact("huts: nearest 2 from c1").holds(setting, {})
    assert parse_fact("huts: exactly 0 within 9 of c1").holds(setting, {})
    assert parse_fact("white not within 9 of brown").holds(setting, {"brown": "a1", "white": "c1"})
