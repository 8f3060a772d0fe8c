"""The benchmark asks all peers the same questions: their answers agree. No time is asserted."""

from __future__ import annotations

import pytest
from bench_tobago import Bench

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def bench():
    return Bench()


def test_candidates_agree(bench):
    names = [set(found) for found in bench.method()]
    assert [found.mask for found in bench.method()] == bench.primitive()
    assert names == [bench.functions.candidates(clues) for clues in bench.five]
    assert names == [bench.truths.candidates(clues) for clues in bench.five]
    assert names == [bench.sets.candidates(clues) for clues in bench.five]
    assert names == [bench.graph.candidates(clues) for clues in bench.five]


def test_verdicts_agree(bench):
    for clues, mask in zip(bench.three[:5], bench.masks[:5], strict=True):
        legal = [
            clue for i, clue in enumerate(bench.legality.clues) if bench.legality.legal_bits(mask) >> i & 1
        ]
        assert legal == bench.functions.legal(clues, bench.deck.kinds)
        assert legal == bench.truths.legal(clues, bench.deck.kinds)
        assert legal == bench.sets.legal(clues, bench.deck.kinds)
