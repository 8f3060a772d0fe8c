"""What can be concluded from a position of Mangrovia."""

from solvers.mangrovia.settlement import Settlement, settled
from solvers.mangrovia.standing import More, Standing, standings

__all__ = ["More", "Settlement", "Standing", "settled", "standings"]
