"""The benchmark of Silver's odds compares like with like. No time is asserted."""

from __future__ import annotations

import pytest
from bench_silver import POSITIONS, QUESTIONS, WITH_PEER, peer_lowest, position, seconds

from solvers.silver import lowest

pytestmark = pytest.mark.long


@pytest.mark.parametrize("name", WITH_PEER[:2])
def test_the_peer_gives_the_same_fraction(name):
    assert peer_lowest(position(*POSITIONS[name])) == lowest(position(*POSITIONS[name]))


def test_all_positions_can_be_read_and_all_questions_asked():
    assert all(position(*POSITIONS[name]).players > 1 for name in POSITIONS)
    for question in QUESTIONS.values():
        spent, found = seconds(question, rounds=1)
        assert spent >= 0
        assert found is not None
