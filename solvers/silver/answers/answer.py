"""`Answer`: what is told about one question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """One number, or one distribution.

    Attributes
    ----------
    query
        The name of the question.
    about
        What it is about, such as the slots or the card.
    exact
        A chance, or a number of points; None for a mere distribution or count, and for what is not exact.
    estimate, standard_error
        The same number where it is not exact: under model B1, or simulated; then with its standard error.
    more
        Further exact numbers that belong to it, by name.
    distribution
        Chances by outcome.
    round_points
        By player the mean points of the round, where what is told of ends it at once (S-42); None for those
        of a caller where they take too long to tell.
    refused
        Why there is no answer; then nothing else is told.
    """

    query: str
    about: Mapping[str, Any] = field(default_factory=dict)
    exact: Fraction | None = None
    estimate: float | None = None
    standard_error: float | None = None
    more: Mapping[str, Fraction | float | None] = field(default_factory=dict)
    distribution: Mapping[str, Fraction | float] | None = None
    round_points: Mapping[int, Fraction | None] | None = None
    refused: str | None = None

    @property
    def value(self) -> float | None:
        """The number as a float."""
        return self.estimate if self.exact is None else float(self.exact)

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON data; fractions are texts such as ``4/49``, other numbers are floats."""
        data = {
            "query": self.query,
            **self.about,
            "exact": _text(self.exact),
            "value": self.value,
            "se": self.standard_error,
            **{name: _text(number) for name, number in self.more.items()},
        }
        if self.refused is not None:
            data["error"] = self.refused
        if self.distribution is not None:
            data["distribution"] = {outcome: _text(chance) for outcome, chance in self.distribution.items()}
        if self.round_points is not None:
            data["round_points"] = {str(player): _text(mean) for player, mean in self.round_points.items()}
        return data


def _text(number: Fraction | float | None) -> str | float | None:
    return str(number) if isinstance(number, Fraction) else number
