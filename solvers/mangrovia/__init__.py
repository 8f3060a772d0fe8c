"""What can be concluded from a position of Mangrovia."""

from solvers.mangrovia.settlement import Settlement, settled

__all__ = ["Settlement", "settled"]
