"""What can be concluded from a position of Mangrovia."""

from solvers.mangrovia.standing import More, Settlement, Standing, settled, standings

__all__ = ["More", "Settlement", "Standing", "settled", "standings"]
