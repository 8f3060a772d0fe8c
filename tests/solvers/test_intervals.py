"""The confidence intervals, against tables and against trials."""

from __future__ import annotations

from math import sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solvers.intervals import Interval, mean, share, student_quantile
from toolkit.core.errors import ToolkitError

TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 4: 2.776, 5: 2.571, 10: 2.228, 11: 2.201, 30: 2.042, 100: 1.984}
"""The two-sided 95 % points of Student's distribution, from printed tables."""


@pytest.mark.parametrize(("degrees", "quantile"), TABLE.items())
def test_the_quantiles_are_those_of_the_tables(degrees, quantile):
    assert student_quantile(degrees) == pytest.approx(quantile, abs=6e-4)


def test_many_degrees_of_freedom_meet_the_normal_distribution():
    assert student_quantile(10_000) == pytest.approx(student_quantile(10_001), abs=3e-4)
    assert student_quantile(10_001) == pytest.approx(1.95996, abs=1e-5)


@given(st.integers(1, 500), st.data())
def test_a_share_lies_in_its_interval_and_its_bounds_solve_the_equation_of_wilson(total, data):
    count = data.draw(st.integers(0, total))
    found = share(count, total)
    assert 0 <= found.low <= found.value <= found.high <= 1
    for bound in (found.low, found.high):
        if 0 < bound < 1:
            assert abs(found.value - bound) == pytest.approx(
                1.959964 * sqrt(bound * (1 - bound) / total), abs=1e-6
            )


def test_the_interval_of_a_mean_covers_the_truth_as_often_as_it_says():
    random = Random(5)
    samples = [mean([random.gauss(0.5, 2) for _ in range(6)]) for _ in range(4_000)]
    covered = sum(sample.low <= 0.5 <= sample.high for sample in samples) / len(samples)
    assert covered == pytest.approx(0.95, abs=0.012)  # three and a half standard errors


def test_values_that_do_not_vary_have_no_interval_and_none_is_an_error():
    assert mean([2.5]) == Interval(2.5, None, None)
    assert str(mean([2.5])) == "2.500"
    assert mean([1.0] * 8) == Interval(1.0, None, None)  # eight games won do not prove that all are
    with pytest.raises(ToolkitError, match="at least one value"):
        mean([])
    with pytest.raises(ToolkitError, match="at least one trial"):
        share(0, 0)
