"""Two independent provers beside the rule engine: python-sat and python-constraint2.

Each of the three has its own source of where clues hold and how far hexes are apart: the engine compiled
masks, python-constraint2 the reference model on networkx (`reference`), python-sat its own steps on the
lattice (`geometry`). They share the facts, which say themselves what they count (`facts.counts_of`), and the
island: its hexes with their names, places and terrain, and the first two also its graph.
"""

from solvers.tobago.proofs.csp import LARGEST_SEARCH, ProofLimit, csp_answers
from solvers.tobago.proofs.sat import SatProver

__all__ = ["LARGEST_SEARCH", "ProofLimit", "SatProver", "csp_answers"]
