"""Several unknowns at once: named rules of deduction over set variables as bit masks."""

from solvers.tobago.techniques.engine import TECHNIQUES, Engine

__all__ = ["TECHNIQUES", "Engine"]
