"""The bench of puzzles asks all peers the same questions: their answers agree. No time is asserted."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from bench_puzzles import (
    HUTS,
    ISLAND,
    KIND,
    ONE_CUT,
    Bench,
    State,
    by_csp,
    made,
    next_hint,
    next_hint_cold,
    states,
    truths,
    with_compiling,
    with_log,
    without_log,
)
from puzzle_peers import cpsat_answers, cpsat_entails, cut_by_sat, sat_answers

from puzzles.hints import hint
from solvers.tobago.mystery import Conclusion, Mystery
from solvers.tobago.techniques import Engine
from toolkit.games.tobago import CLUES

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def bench() -> Bench:
    return Bench(levels=(1, 3), treasures=(2,), rounds=1, pins=50)


def test_proofs_agree(bench: Bench) -> None:
    for mystery in [*bench.mysteries(1, 3), *bench.alone]:
        (answer,) = sat_answers(mystery)
        assert mystery.holds(answer)
        for ask in (with_compiling, by_csp, cpsat_answers):
            assert ask(mystery) == [answer]
        for way in (with_log, without_log):
            assert way(Engine(mystery)) == [answer]


def test_proofs_agree_on_several_answers(bench: Bench) -> None:
    (mystery,) = bench.alone
    fewer = Mystery(mystery.setting, mystery.treasures, mystery.facts[1:], mystery.missing)
    for ask in (sat_answers, with_compiling, by_csp, cpsat_answers):
        one, other = ask(fewer)
        assert one != other
        assert fewer.holds(one)
        assert fewer.holds(other)


def test_hints_are_checked_alike(bench: Bench) -> None:
    (puzzle,) = bench.puzzles[3]
    asked = states(puzzle)
    assert len({str(state.marks) for state in asked}) == len(asked)
    for state in asked[::2]:
        told = hint(*state, 4).data
        clearest = Conclusion(told["subject"], tuple(told["removed"]), tuple(told["forced"]))
        ways = [next_hint(state), next_hint_cold(state), (clearest, hint(*state, 2).data["facts"])]
        assert ways[0][0] == ways[1][0]
        for conclusion, reasons in ways:
            assert entailed(state, reasons, conclusion)
            assert not reasons or not entailed(state, reasons[1:], conclusion)


def entailed(state: State, texts: Sequence[str], conclusion: Conclusion) -> bool:
    facts = tuple(fact for fact in state.puzzle.facts if str(fact) in texts)
    return cpsat_entails(replace(KIND.mystery(state.puzzle), facts=facts), conclusion)


def test_cuts_are_minimal() -> None:
    mystery, answer = truths(1, HUTS, Random(5))
    facts = cut_by_sat(mystery, answer, Random(5))
    assert with_compiling(replace(mystery, facts=facts)) == [answer]
    for fact in facts:
        fewer = tuple(other for other in facts if other != fact)
        assert len(with_compiling(replace(mystery, facts=fewer))) == 2


def test_one_cut_makes_a_puzzle_of_the_level() -> None:
    puzzle = made(2, 2, HUTS, Random(0), ONE_CUT)
    assert KIND.grade(puzzle).level == 2
    assert KIND.answers(puzzle) == [puzzle.solution]


def test_pins_are_minimal_by_masks_and_by_sets(bench: Bench) -> None:
    setting = bench.pins.setting
    for ways in (bench.pins.by_masks(), bench.pins.by_sets()):
        for index, numbers in zip(bench.pins.hexes, ways, strict=True):
            clues = [CLUES[number] for number in numbers]
            assert set(setting.candidates(clues)) == {ISLAND.names[index]}
            for clue in clues:
                assert len(setting.candidates(other for other in clues if other != clue)) > 1
