"""Two independent provers beside the rule engine: python-sat and python-constraint2.

They share no code with each other or with the engine but the facts and the island itself. python-sat
(`SatProver`) also finds minimal reasons.
"""

from solvers.tobago.proofs.csp import csp_answers
from solvers.tobago.proofs.limit import LARGEST_SEARCH, ProofLimit
from solvers.tobago.proofs.sat import SatProver

__all__ = ["LARGEST_SEARCH", "ProofLimit", "SatProver", "csp_answers"]
