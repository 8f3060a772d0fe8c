"""Wazabi odds: exact chances of a turn and of a race alone, and the simulated chance to win."""

from solvers.wazabi.race import Race
from solvers.wazabi.rolls import Roll, at_least, faces, given_away, roll
from solvers.wazabi.turn import Turn, Worth
from solvers.wazabi.winning import Wins, simulate_wins

__all__ = [
    "Race",
    "Roll",
    "Turn",
    "Wins",
    "Worth",
    "at_least",
    "faces",
    "given_away",
    "roll",
    "simulate_wins",
]
