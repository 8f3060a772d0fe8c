"""Advice in a game of Silver: every legal action with what it is worth, in words."""

from solvers.silver.advice.advising import Advised, advise

__all__ = ["Advised", "advise"]
