"""Chance: exact weights, against icepool and by every number that a generator can give."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from icepool import Die

from toolkit.core.chance import Weighted, dice, draw_weighted


class Given(Random):
    """A generator whose next number is given."""

    number = 0

    def randrange(self, *_args: int) -> int:
        return self.number


weights = st.lists(st.integers(0, 9), min_size=1, max_size=6).filter(any)


@given(weights)
def test_every_outcome_has_as_many_numbers_as_its_weight(numbers):
    outcomes = [(f"outcome {number}", weight) for number, weight in enumerate(numbers)]
    prepared, found = Weighted(outcomes), []
    assert prepared.total == sum(numbers)
    for number in range(sum(numbers)):
        generator = Given()
        generator.number = number
        found.append(draw_weighted(generator, outcomes))
        assert prepared.draw(generator) == found[-1]
    assert Counter(found) == {name: weight for name, weight in outcomes if weight}


@pytest.mark.parametrize("faces", [(3, 2, 1), (1, 1), (6,), (1, 2, 3, 4)])
@pytest.mark.parametrize("count", range(6))
def test_rolls_are_those_of_icepool(faces, count):
    die = Die(dict(enumerate(faces)))
    pool = die.pool(count).expand()
    expected = {
        tuple(shown.count(face) for face in range(len(faces))): weight for shown, weight in pool.items()
    }
    rolls = dice(faces, count)
    assert dict(rolls) == expected
    assert len(rolls) == len(expected)
    assert sum(weight for _, weight in rolls) == sum(faces) ** count
    assert [shown for shown, _ in rolls] == sorted(expected, reverse=True)
