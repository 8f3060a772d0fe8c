"""Conclusions from a Tobago position: explanations, hints, forecasts and reviews."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from solvers.tobago.deduction import (
        HexExplanation,
        dead_ends,
        explain_hex,
        explain_verdict,
        is_stuck,
        unpinnable,
    )
    from solvers.tobago.forecasting import Forecast, forecast
    from solvers.tobago.hinting import Hint, hints
    from solvers.tobago.reference import ReferenceModel
    from solvers.tobago.reviewing import Review, review
else:
    __getattr__, __dir__ = lazily(__name__)

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
    "review",
    "unpinnable",
]
