"""95 % confidence intervals of shares and of means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, inf, pi, sin, sqrt
from statistics import NormalDist, fmean, stdev

from toolkit.core.errors import ToolkitError

_TWO_SIDED = 0.95
_Z = NormalDist().inv_cdf((1 + _TWO_SIDED) / 2)
_BISECTIONS = 60
_MOST_DEGREES = 10_000  # beyond, Student's distribution is the normal one to four digits


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95 % confidence interval; there are no bounds when there is too little to tell."""

    value: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return f"{self.value:.3f}"
        return f"{self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"

    def to_dict(self) -> dict[str, float | None]:
        """Return the interval as JSON data."""
        return {"value": self.value, "low": self.low, "high": self.high}


def share(count: int, total: int) -> Interval:
    """Return the share of what happened `count` times in `total` independent trials (Wilson's interval).

    `ToolkitError` without a trial.

    >>> print(share(50, 100))
    0.500 [0.404, 0.596]
    """
    if total < 1:
        raise ToolkitError("a share needs at least one trial")
    value, weight = count / total, _Z * _Z / total
    centre = (value + weight / 2) / (1 + weight)
    spread = _Z * sqrt(value * (1 - value) / total + weight / total / 4) / (1 + weight)
    # Rounding must not put the estimate itself outside.
    return Interval(value, min(value, max(0.0, centre - spread)), max(value, min(1.0, centre + spread)))


def mean(values: Sequence[float], least: float = -inf, most: float = inf) -> Interval:
    """Return the mean of independent values with Student's interval, cut off where no mean can be.

    `least` and `most` are the bounds of what a value can be: few values have wide intervals.

    A single value, or values that are all the same, tell nothing of how much they vary: then there are no
    bounds. `ToolkitError` without a value.

    >>> print(mean([1.0, 2.0, 3.0]))
    2.000 [-0.484, 4.484]
    >>> print(mean([0.0, 1.0, 1.0], 0, 1))
    0.667 [0.000, 1.000]
    """
    if not values:
        raise ToolkitError("a mean needs at least one value")
    centre = fmean(values)
    if min(values) == max(values):
        return Interval(centre, None, None)
    spread = student_quantile(len(values) - 1) * stdev(values) / sqrt(len(values))
    return Interval(centre, max(centre - spread, least), min(centre + spread, most))


@lru_cache(maxsize=256)
def student_quantile(degrees: int) -> float:
    """Return how many standard errors a two-sided 95 % interval reaches out, for degrees of freedom from 1.

    >>> round(student_quantile(10), 4)
    2.2281
    """
    if degrees > _MOST_DEGREES:
        return _Z
    low, high = 0.0, pi / 2  # of the angle whose tangent is t / sqrt(degrees)
    for _ in range(_BISECTIONS):
        angle = (low + high) / 2
        low, high = (angle, high) if _within(angle, degrees) < _TWO_SIDED else (low, angle)
    return sqrt(degrees) * sin(low) / cos(low)


def _within(angle: float, degrees: int) -> float:
    """Return the chance that Student's t lies within -t and t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    square, odd = cos(angle) ** 2, degrees % 2
    term = cos(angle) if odd else 1.0
    total = 0.0
    for k in range(1 + odd, degrees, 2):
        total += term
        term *= square * k / (k + 1)
    return 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
