"""Several unknowns at once: named rules of deduction over set variables as bit masks."""

from solvers.tobago.hidden.compiling import TECHNIQUES
from solvers.tobago.hidden.engine import Engine

__all__ = ["TECHNIQUES", "Engine"]
