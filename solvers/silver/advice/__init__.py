"""Advice in a game of Silver: every legal action with what it is worth, in words."""

from solvers.silver.advice.advising import Advised, advise
from solvers.silver.advice.judging import Said
from solvers.silver.advice.telling import AdviceWords

__all__ = ["AdviceWords", "Advised", "Said", "advise"]
