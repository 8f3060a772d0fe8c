"""The benchmark of Silver's odds and rollouts compares like with like. No time is asserted."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from bench_silver import (
    PLAYERS,
    POSITIONS,
    QUESTIONS,
    WITH_PEER,
    peer_lowest,
    position,
    rollout_steps,
    round_steps,
)

from solvers.silver import lowest

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", WITH_PEER[:2])
def test_the_peer_gives_the_same_fraction(name):
    assert peer_lowest(position(*POSITIONS[name])) == lowest(position(*POSITIONS[name]))


def test_all_positions_can_be_read_and_all_questions_asked():
    assert all(position(*POSITIONS[name]).players > 1 for name in POSITIONS)
    for question in QUESTIONS.values():
        assert question() is not None


def test_rounds_of_both_have_equally_many_steps():
    """The same rounds by chance: their mean steps differ by less than luck can do."""
    random = Random("steps")
    theirs = [sum(round_steps(players, random) for players in PLAYERS) for _ in range(60)]
    steps = rollout_steps("random", "python", 1)
    ours = [steps() for _ in range(60)]
    error = (np.var(theirs) / 60 + np.var(ours) / 60) ** 0.5
    assert abs(np.mean(theirs) - np.mean(ours)) < 4.5 * error
