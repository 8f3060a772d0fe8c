"""Conclusions from a Tobago position: explanations, hints, forecasts and reviews."""

from solvers.tobago.deduction import (
    HexExplanation,
    dead_ends,
    explain_hex,
    explain_verdict,
    is_stuck,
    smallest_clue_set,
    unpinnable,
)
from solvers.tobago.forecast import Forecast, forecast
from solvers.tobago.hints import Hint, hints
from solvers.tobago.reference import ReferenceModel, reference_candidates
from solvers.tobago.review import Review, review

__all__ = [
    "Forecast",
    "HexExplanation",
    "Hint",
    "ReferenceModel",
    "Review",
    "dead_ends",
    "explain_hex",
    "explain_verdict",
    "forecast",
    "hints",
    "is_stuck",
    "reference_candidates",
    "review",
    "smallest_clue_set",
    "unpinnable",
]
