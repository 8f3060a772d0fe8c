"""The benchmark of Silver's rollouts counts like steps. No time is asserted."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from bench_silver_rollouts import PLAYERS, rollout_steps, round_steps, seconds_to_load

pytestmark = pytest.mark.long


def test_rounds_of_both_have_equally_many_steps():
    """The same rounds by chance: their mean steps differ by less than luck can do."""
    random = Random("steps")
    theirs = [sum(round_steps(players, random) for players in PLAYERS) for _ in range(60)]
    steps = rollout_steps("random", "python", 1)
    ours = [steps() for _ in range(60)]
    error = (np.var(theirs) / 60 + np.var(ours) / 60) ** 0.5
    assert abs(np.mean(theirs) - np.mean(ours)) < 4.5 * error


def test_the_first_call_is_measured():
    assert seconds_to_load("python") > 0
