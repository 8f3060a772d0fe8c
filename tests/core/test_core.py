"""Words for mistakes, and chance: seeds, weights and dice, against icepool and by every number there is."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import Die

from toolkit.core.chance import Weighted, dice, draw_weighted, random_source
from toolkit.core.errors import ToolkitError, did_you_mean, nearest, quote


def test_nearest_spelling() -> None:
    assert issubclass(ToolkitError, ValueError)
    for word, valid, found in (
        ("jungel", ["lake", "jungle"], "jungle"),
        ("JUNGLE", ["lake", "jungle"], "jungle"),
        ("b25", ["B52", "A00"], "B52"),
        ("xyz", ["lake", "jungle"], None),
        ("lake", [], None),
        ("", ["lake"], None),
        ("l" * 61, ["l" * 60], None),
        ("l" * 60, ["l" * 61], "l" * 61),
        ("b53", ["B52", "b52"], "B52"),  # in whatever order
        ("b53", ["b52", "B52"], "B52"),
        ("b53", {"b52", "B52"}, "B52"),
    ):
        assert nearest(word, valid) == found
    words = [f"{number:05}" for number in range(5_000)]  # takes only a bounded time
    assert nearest("04999", [*words, "x"]) == "04999"
    assert nearest("xxxxx", [*words, "xxxxx"]) is None
    assert did_you_mean("jungel", ["jungle"]) == "; did you mean 'jungle'?"
    assert did_you_mean("zzz", ["jungle"]) == ""


def test_quote_is_printable_and_short() -> None:
    for text, shown in (
        ("lake", "'lake'"),
        ("é\n\x1b", r"'é\n\x1b'"),
        ("پیک\u202e\u2066\u200f\ud800", r"'پیک\u202e\u2066\u200f\ud800'"),
        (12, "12"),
        ("x" * 58, "'" + "x" * 58 + "'"),
        ("x" * 59, "'" + "x" * 56 + "..."),
    ):
        assert quote(text) == shown
    assert quote("abcdefghij", 8) == "'abcd..."


def test_seeds() -> None:
    for seed in (7, 0, -3, "seven", ""):
        assert random_source(seed).random() == random_source(seed).random() == Random(seed).random()
    generator = Random(1)
    assert random_source(generator) is generator
    assert random_source(None).getrandbits(128) != random_source(None).getrandbits(128)
    for other in (True, 1.5, b"7", [7]):
        with pytest.raises(TypeError, match=f"not {type(other).__name__}$"):
            random_source(other)  # type: ignore[arg-type]


class Given(Random):
    """A generator whose next number is given."""

    number = 0

    def randrange(self, *_args: int) -> int:
        return self.number


@given(st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any))
def test_every_outcome_has_as_many_numbers_as_its_weight(numbers: list[int]) -> None:
    outcomes = [(f"outcome {number}", weight) for number, weight in enumerate(numbers)]
    prepared, found = Weighted(outcomes), []
    for number in range(sum(numbers)):
        generator = Given()
        generator.number = number
        found.append(draw_weighted(generator, outcomes))
        assert prepared.draw(generator) == found[-1]
    assert Counter(found) == {name: weight for name, weight in outcomes if weight}


def test_rolls_are_those_of_icepool() -> None:
    for faces, count in product([(3, 2, 1), (1, 1), (6,), (1, 2, 3, 4)], range(6)):
        pool = Die(dict(enumerate(faces))).pool(count).expand()
        expected = {
            tuple(shown.count(face) for face in range(len(faces))): weight for shown, weight in pool.items()
        }
        rolls = dice(faces, count)
        assert dict(rolls) == expected
        assert [shown for shown, _ in rolls] == sorted(expected, reverse=True)
