"""`Estimate`: a simulated mean with its standard error; `Simulated`: how it came about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from typing import TYPE_CHECKING, Any

from solvers.intervals import Interval, student_quantile
from solvers.silver.rollouts import Policy
from toolkit.games.silver.completion import Insight

if TYPE_CHECKING:
    from numpy.typing import NDArray


MODEL = "B0"
"""The model of the hidden cards: all assignments to the hidden places equally likely, but for memories."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """How an answer was simulated."""

    policies: tuple[str, ...]  #: the names of the policies, by seat
    games: int  #: how many rounds or games were played
    seed: int | str  #: all follows from it and from the number of the game
    #: What the others were taken to know of face-down cards; None where all cards were dealt anew.
    insight: Insight | None = None
    model: str = MODEL  #: the model of the hidden cards

    @staticmethod
    def by(
        policies: Sequence[Policy], games: int, seed: int | str, insight: Insight | None = None
    ) -> Simulated:
        """Return how an answer was simulated with these policies by seat."""
        return Simulated(tuple(map(str, policies)), games, seed, insight)


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mean of independent values."""

    value: float  #: the mean
    standard_error: float | None  #: its standard error; None for a single value
    games: int  #: how many values there were
    #: `least` and `most`: between what all values are: points of a round are never below 0.
    least: float = -inf
    most: float = inf

    @property
    def interval(self) -> Interval:
        """The mean with Student's 95 % interval, cut to the range of the values; none for a single value."""
        if self.standard_error is None:
            return Interval(self.value, None, None)
        spread = student_quantile(self.games - 1) * self.standard_error
        low, high = max(self.value - spread, self.least), min(self.value + spread, self.most)
        return Interval(self.value, low, high)


def share_error(count: int, games: int) -> float | None:
    """Return the standard error of a share of games; None for a single one."""
    return sqrt(count * (games - count) / games**2 / (games - 1)) if games > 1 else None


def estimate(values: NDArray[Any], least: float = -inf, most: float = inf) -> Estimate:
    """Return the mean of values of shape (games,), from one value on, all of them in a range."""
    games = len(values)
    error = float(values.std(ddof=1) / games**0.5) if games > 1 else None
    return Estimate(float(values.mean()), error, games, least, most)
