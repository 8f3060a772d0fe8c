from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import clues

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago.clues import CLUES, LANDMARKS, THINGS, Clue, ClueError, Relation
from toolkit.hexmap import OCEAN, TERRAINS

RELATIONS = ("in", "next to", "within 2 of")
GRAMMAR = {
    f"{sign}{relation} {size}{thing}"
    for sign in ("", "not ")
    for relation in RELATIONS
    for size in ("", "largest ")
    for thing in (*TERRAINS, "ocean", "hut", "palm", "statue")
    if not (size and thing not in TERRAINS) and (relation, thing) != ("in", "ocean")
}


def test_T06_the_grammar_is_complete() -> None:
    assert {str(clue) for clue in CLUES} == GRAMMAR
    assert len(CLUES) == len(GRAMMAR) == 94
    assert LANDMARKS == ("hut", "palm", "statue")
    assert len(THINGS) == 10


def test_T06_text_round_trip() -> None:
    for text in sorted(GRAMMAR):
        clue = Clue.parse(text)
        assert str(clue) == text
        assert repr(clue) == f"Clue.parse({text!r})"
        assert (clue.negative, clue.largest) == (text.startswith("not "), "largest" in text)
        assert clue.thing == text.split()[-1]
        assert Clue(clue.relation, clue.thing, clue.largest, clue.negative) == clue
        assert eval(repr(clue)) == clue


@given(clues, st.data())
def test_input_is_free_of_case_and_spaces(clue: Clue, data: Any) -> None:
    blanks = st.sampled_from([" ", "  ", "\t", "\n ", "\u00a0"])
    words = [data.draw(st.sampled_from([w, w.upper(), w.title()])) for w in str(clue).split()]
    messy = data.draw(st.sampled_from(["", "  "])) + words[0]
    for word in words[1:]:
        messy += data.draw(blanks) + word
    assert Clue.parse(messy + data.draw(st.sampled_from(["", " ", "\n"]))) == clue


def test_numbers_are_places_and_the_complement_is_beside() -> None:
    for number, clue in enumerate(CLUES):
        assert clue.number == number
        assert (~clue).number == number ^ 1
        assert ~~clue == clue
        assert (~clue).negative is not clue.negative
        assert (~clue).relation is clue.relation


def test_the_numbers_of_the_grammar_do_not_move() -> None:
    pinned = {
        "in beach": 0,
        "not in largest scrubland": 23,
        "in statue": 28,
        "next to ocean": 54,
        "not within 2 of statue": 93,
    }
    assert {text: Clue.parse(text).number for text in pinned} == pinned


@given(clues, clues)
def test_equality_and_hash(one: Clue, two: Clue) -> None:
    assert (one == two) == (str(one) == str(two))
    twin = Clue(one.relation, one.thing, one.largest, one.negative)
    assert twin == one
    assert hash(twin) == hash(one)
    assert len({one, twin, two}) == (1 if one == two else 2)
    assert one != str(one)


@pytest.mark.parametrize("name", ["relation", "thing", "largest", "negative", "number", "other"])
def test_clues_are_immutable(name: str) -> None:
    with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
        setattr(Clue.parse("in lake"), name, "hut")


@given(clues)
def test_copies_are_equal(clue: Clue) -> None:
    for twin in (pickle.loads(pickle.dumps(clue)), copy.deepcopy(clue)):
        assert twin == clue
        assert (twin.number, hash(twin)) == (clue.number, hash(clue))
        assert twin.relation is clue.relation


@pytest.mark.parametrize("sign", ["", "not "])
def test_T09_in_the_ocean_does_not_exist(sign: str) -> None:
    with pytest.raises(ClueError, match="never in the ocean \\(T-9\\)") as error:
        Clue.parse(f"{sign}in ocean")
    assert error.value.column == len(sign) + 4
    with pytest.raises(ClueError, match="column 1: the treasure is never in the ocean"):
        Clue(Relation.IN, OCEAN, negative=bool(sign))


@pytest.mark.parametrize(
    ("relation", "thing", "largest", "message"),
    [
        (Relation.IN, "jungel", False, "no thing 'jungel'; did you mean 'jungle'"),
        (Relation.NEXT_TO, "hut", True, "'largest' stands only before a terrain"),
        (Relation.NEXT_TO, "ocean", True, "'largest' stands only before a terrain"),
    ],
)
def test_parts_that_do_not_combine(relation: Relation, thing: str, largest: bool, message: str) -> None:
    with pytest.raises(ClueError, match=f"column 1: {message}"):
        Clue(relation, thing, largest)


def test_a_clue_is_positive_and_about_the_whole_thing_unless_it_says_so() -> None:
    assert Clue(Relation.IN, "lake") == Clue.parse("in lake")


EXPECTED_RELATION = "expected 'in', 'next to' or 'within 2 of'"
EXPECTED_THING = "expected a terrain, 'ocean', 'hut', 'palm' or 'statue'"
NO_LARGEST = "'largest' stands only before a terrain"


def test_errors_say_where_and_what_was_meant() -> None:
    for text, column, problem, suggestion in [
        ("", 1, f"the text ends: {EXPECTED_RELATION}", None),
        ("   ", 1, f"the text ends: {EXPECTED_RELATION}", None),
        ("not", 4, f"the text ends: {EXPECTED_RELATION}", None),
        ("not  not in lake", 6, f"'not': {EXPECTED_RELATION}", "not in lake"),
        ("lake", 1, f"'lake': {EXPECTED_RELATION}", "in lake"),
        ("next lake", 1, f"'next': {EXPECTED_RELATION}", "next to lake"),
        ("near hut", 1, f"'near': {EXPECTED_RELATION}", None),
        ("within 3 of hut", 1, f"'within': {EXPECTED_RELATION}", "within 2 of hut"),
        ("within 2", 1, f"'within': {EXPECTED_RELATION}", None),
        ("in", 3, f"the text ends: {EXPECTED_THING}", None),
        ("in  ", 3, f"the text ends: {EXPECTED_THING}", None),
        ("  in  jungel", 7, f"'jungel': {EXPECTED_THING}", "in jungle"),
        ("IN JUNGEL", 4, f"'jungel': {EXPECTED_THING}", "in jungle"),
        ("in the jungle", 4, f"'the': {EXPECTED_THING}", "in jungle"),
        ("not next to huts", 13, f"'huts': {EXPECTED_THING}", "not next to hut"),
        ("in largest", 11, f"the text ends: {NO_LARGEST}", None),
        ("next to largest hut", 17, f"'hut': {NO_LARGEST}", None),
        ("next to largest largest lake", 17, f"'largest': {NO_LARGEST}", "next to largest lake"),
        ("in lake lake", 9, "'lake': nothing may follow 'lake'", None),
        ("in lake.", 4, f"'lake.': {EXPECTED_THING}", "in lake"),
        ("in lâke", 4, rf"'l\xe2ke': {EXPECTED_THING}", "in lake"),
    ]:
        with pytest.raises(ClueError) as error:
            Clue.parse(text)
        assert f"is no clue: column {column}: {problem}" in str(error.value)
        assert (error.value.text, error.value.column) == (text, column)
        assert isinstance(error.value, ToolkitError)
        found = error.value.suggestion
        assert (found is not None) == ("did you mean" in str(error.value))
        assert found is None or found in GRAMMAR
        if suggestion:
            assert found == suggestion
            assert str(error.value).endswith(f"; did you mean {suggestion!r}?")


def test_a_long_text_is_cut_in_the_error() -> None:
    with pytest.raises(ClueError) as error:
        Clue.parse("in " + "x" * 100_000)
    assert len(str(error.value)) < 300
    assert error.value.suggestion is None


@given(st.text(st.sampled_from("in ot largeshulk2")) | st.text())
def test_any_text_is_a_clue_or_a_clue_error(text: str) -> None:
    normal = " ".join(text.lower().split())
    try:
        assert str(Clue.parse(text)) == normal
    except ClueError as caught:
        error = caught
    else:
        return
    assert normal not in GRAMMAR
    assert 1 <= error.column <= len(text) + 1
    assert str(error).isascii()
