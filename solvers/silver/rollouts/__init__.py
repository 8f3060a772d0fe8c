"""Compiled rollouts: a round of Silver played to its end many times a second, by simple policies."""

from __future__ import annotations

from solvers.silver.door import question
from solvers.silver.rollouts.deals import from_position as _from_position
from solvers.silver.rollouts.policies import POLICY, Policy, policy, policy_names
from solvers.silver.rollouts.running import Rounds, Start, play
from solvers.silver.rollouts.starts import from_state, whole_round
from solvers.silver.rollouts.trace import Step, trace

from_position = question(__name__, _from_position)

__all__ = [
    "POLICY",
    "Policy",
    "Rounds",
    "Start",
    "Step",
    "from_position",
    "from_state",
    "play",
    "policy",
    "policy_names",
    "trace",
    "whole_round",
]
