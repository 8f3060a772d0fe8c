"""The benchmark asks all peers the same questions: their answers agree. No time is asserted."""

from __future__ import annotations

import numpy as np
import pytest
from bench_tobago import Bench, engines
from peers import pins_by_combinations

from solvers.tobago import pinning_sets

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def bench():
    return Bench(batch=200)


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


def test_batches_agree(bench):
    masks = [int(low) | int(high) << 64 for low, high in bench.rows]
    assert len(masks) == 200
    want = np.array([bench.legality.legal_bits(mask) for mask in masks], np.uint64)
    for engine in engines():
        assert (bench.legality.batch(bench.rows, engine)[:, 0] == want).all()


def test_pins_agree(bench):
    slow = [pins_by_combinations(bench.legality.masks, size) for size in (3, 4)]
    assert slow == [list(map(tuple, pinning_sets(bench.legality, size).clues.tolist())) for size in (3, 4)]
    found = [bench.pins(engine) for engine in engines()]
    for answers in zip(*found, strict=True):
        assert all((answer.clues == answers[0].clues).all() for answer in answers)
        assert all((answer.hexes == answers[0].hexes).all() for answer in answers)
