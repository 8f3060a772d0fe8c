"""Two independent provers beside the rule engine: python-sat and python-constraint2.

Each of the three has its own source of where clues hold and how far hexes are apart: the engine compiled
masks, python-constraint2 the reference model on networkx (`reference`), python-sat its own steps on the
lattice (`geometry`). They share the facts, which say themselves what they count (`facts.counts_of`), and the
island: its hexes with their names, places and terrain, and the first two also its graph.
"""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from solvers.tobago.proofs.csp import ProofLimit, csp_answers, time_limit
    from solvers.tobago.proofs.sat import SatProver, StatedSat
else:
    __getattr__, __dir__ = lazily(__name__)  # python-constraint2 is slow to import, and a hint needs none

__all__ = ["ProofLimit", "SatProver", "StatedSat", "csp_answers", "time_limit"]
