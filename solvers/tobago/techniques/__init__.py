"""Several unknowns at once: named rules of deduction over set variables as bit masks."""

from solvers.tobago.techniques.compiling import TECHNIQUES
from solvers.tobago.techniques.engine import Engine

__all__ = ["TECHNIQUES", "Engine"]
