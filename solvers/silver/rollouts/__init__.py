"""Rounds of Silver played to their end many times a second, by simple policies; compiled by numba."""

from typing import TYPE_CHECKING

from toolkit.lazy import lazily

if TYPE_CHECKING:
    from solvers.silver.rollouts.compiling import load
    from solvers.silver.rollouts.running import POLICY, Policy, Rounds, Step, compare, play, policy, trace
    from solvers.silver.rollouts.starts import Start, from_position, from_state, whole_round
else:
    __getattr__, __dir__ = lazily(__name__)

__all__ = [
    "POLICY",
    "Policy",
    "Rounds",
    "Start",
    "Step",
    "compare",
    "from_position",
    "from_state",
    "load",
    "play",
    "policy",
    "trace",
    "whole_round",
]
