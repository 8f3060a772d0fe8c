"""`Estimate`: a simulated mean with its standard error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solvers.intervals import Interval, student_quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of independent values.

    Attributes
    ----------
    value
        The mean.
    standard_error
        Its standard error; None for a single value.
    games
        How many values there were.
    """

    value: float
    standard_error: float | None
    games: int

    @property
    def interval(self) -> Interval:
        """The mean with Student's 95 % interval; without bounds for a single value."""
        if self.standard_error is None:
            return Interval(self.value, None, None)
        spread = student_quantile(self.games - 1) * self.standard_error
        return Interval(self.value, self.value - spread, self.value + spread)


def estimate(values: NDArray[Any]) -> Estimate:
    """Return the mean of values of shape (games,), from one value on."""
    games = len(values)
    error = float(values.std(ddof=1) / games**0.5) if games > 1 else None
    return Estimate(float(values.mean()), error, games)
