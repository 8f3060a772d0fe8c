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
from solvers.tobago.pins import PinningSets, pinning_sets
from solvers.tobago.reference import ReferenceModel, reference_candidates
from solvers.tobago.review import Review, review
from solvers.tobago.simulation import MapOutcomes, simulate_maps

__all__ = [
    "Forecast",
    "HexExplanation",
    "Hint",
    "MapOutcomes",
    "PinningSets",
    "ReferenceModel",
    "Review",
    "dead_ends",
    "explain_hex",
    "explain_verdict",
    "forecast",
    "hints",
    "is_stuck",
    "pinning_sets",
    "reference_candidates",
    "review",
    "simulate_maps",
    "smallest_clue_set",
    "unpinnable",
]
