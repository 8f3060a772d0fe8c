"""Every kind of puzzle: made, unique, graded, solved step by step, proven, and what it refuses."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kind_oracles import ORACLES, Oracle, is_irreducible, three_of_each_level
from puzzle_samples import boxed, sample
from sizes import examples

from puzzles.format.schema import Solution
from puzzles.kinds import kind_named
from puzzles.puzzle import Marks, Puzzle, PuzzleError, Wanted
from solvers.tobago.steps import Step
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Clue, Play, Position, Rules, Setting, TreasureMap, boxed_island

EACH_KIND = pytest.mark.parametrize("oracle", ORACLES.values(), ids=ORACLES)
MANY = 150

CARDS = ("pinpoint", "lie")
LAKE, FACT = Clue.parse("in lake"), "brown: in lake"
LAID = {"white": TreasureMap(boxed(), "white", [Play(LAKE)])}
LOST = {"grey": TreasureMap(boxed(), "grey", [Play(LAKE), Play(~LAKE)])}
LATER = Setting(boxed_island(), rules=Rules(must_reduce="once_marked"))
BARE, HELD = {"setting": boxed()}, {"setting": boxed(), "hand": (LAKE,)}
WHOSE = ("whose-clue",)
TWO, CUBES = ("listed: in lake", "listed: not in lake"), ("player 1: yes at B00", "player 2: no at B00")
REFUSED: list[tuple[tuple[str, ...], str, dict[str, Any], tuple[str, ...], dict[str, Any]]] = [
    (CARDS, "needs cards", BARE, (), {}),
    (CARDS, "does not belong", BARE, ("huts: exactly 2 in jungle",), {}),
    (CARDS, "no hex 'B0'", BARE, (FACT,), {"treasures": {"brown": "B0"}}),
    (CARDS, "'play', which is not asked for", BARE, (FACT,), {"play": FACT}),
    (CARDS, "white is", {**BARE, "maps": LAID}, (FACT,), {}),
    (("pinpoint",), "'lie', which is not asked for", BARE, (FACT,), {"lie": FACT}),
    (("pinpoint",), "'huts', which is not asked for", BARE, (FACT,), {"huts": ("B00",)}),
    (
        ("pinpoint",),
        "about 'white', the puzzle about 'brown'",
        BARE,
        (FACT,),
        {"treasures": {"white": "B00"}},
    ),
    (("pinpoint",), "no hand", HELD, (FACT,), {}),
    (("lie",), "all cards are about one treasure, brown", BARE, (FACT, "white: in lake"), {}),
    (("lie",), "stands there twice", BARE, (FACT, FACT), {}),
    (("lie",), "did you mean 'brown: in lake'", BARE, (FACT,), {"lie": "brown: in lakes"}),
    (("best-card",), "must_reduce", {**HELD, "setting": LATER}, (), {}),  # T-15: dead cards may differ
    (("best-card",), "clues on maps, not facts", HELD, (FACT,), {}),
    (("best-card",), "needs a hand", BARE, (), {}),
    (("best-card",), "'in lake' is in the hand twice", {**HELD, "hand": (LAKE, LAKE)}, (), {}),
    (("best-card",), "the grey map has no candidate left", {**HELD, "maps": LOST}, (), {}),
    (("best-card",), "did you mean 'in lake'", HELD, (), {"dead": "in lakes"}),
    (("best-card",), "no play 'pink: in lake'", HELD, (), {"play": "pink: in lake"}),
    (("best-card",), "no play that locates the treasure", HELD, (), {"treasures": {"grey": "A00"}}),
    (("best-card",), "'lie', which is not asked for", HELD, (), {"lie": "in lake"}),
    (("lost-landmarks",), "no landmark is lost", BARE, (), {}),
    (("lost-landmarks", "pinpoint", "lie", "best-card"), "belong|facts|a hand", BARE, (CUBES[0],), {}),
    (WHOSE, "'brown: in lake' does not belong", BARE, (FACT,), {}),
    (WHOSE, "2 to 6 players with cubes, not 0", BARE, TWO, {}),
    (WHOSE, "2 to 6 players with cubes, not 1", BARE, (*TWO, CUBES[0]), {}),
    (WHOSE, "player 1 has no cube", BARE, (*TWO, CUBES[1]), {}),
    (WHOSE, "listed before the cubes", BARE, (*CUBES, *TWO), {}),
    (WHOSE, "'listed: in lake' stands there twice", BARE, (*TWO, TWO[0], *CUBES), {}),
    (WHOSE, "2 players hold different cards, but 1 are listed", BARE, (TWO[0], *CUBES), {}),
    (WHOSE, "no hex 'B0'", BARE, (*TWO, *CUBES, "player 1: no at B0"), {}),
    (WHOSE, "white is", {**BARE, "maps": LAID}, (*TWO, *CUBES), {}),
    (WHOSE, "no place 'B0'", BARE, (*TWO, *CUBES), {"place": "B0"}),
    (WHOSE, "did you mean 'in lake'", BARE, (*TWO, *CUBES), {"cards": ("in lakes", "in lake")}),
    (WHOSE, "'player 3', which is not asked for", BARE, (*TWO, *CUBES), {"cards": ("in lake",) * 3}),
]
ORDERS = [
    (("pinpoint",), Wanted(1, 5), "1 to 4 treasures, not 5"),
    (("pinpoint",), Wanted(3, 1), "level 3 hides 2 to 4 treasures, not 1"),
    (("pinpoint",), Wanted(5, 2), "level 5 hides 3 to 4 treasures, not 2"),
    (("lie", "best-card", "whose-clue"), Wanted(1, 2), "one treasure, not 2"),
    ((*CARDS, "best-card", "whose-clue"), Wanted(1, None, ("palm",)), "none can be left unknown"),
]


def values_of(puzzle: Puzzle, solution: Solution) -> dict[str, str]:
    """Return what a solution says of each thing that the puzzle asks for."""
    return {s: v for s, (v, *_) in solution.parts.items() if s in puzzle.kind.subjects(puzzle)}


@EACH_KIND
def test_one_answer_of_the_level_that_was_asked_for(oracle: Oracle) -> None:
    for number, puzzle in enumerate(three_of_each_level(oracle.kind)):
        if number % 3 >= examples(2):
            continue
        kind, grade = puzzle.kind, puzzle.kind.grade(puzzle)
        assert [*oracle.answers(puzzle)] == [values_of(puzzle, puzzle.solution)]
        assert kind.answers(puzzle) == [puzzle.solution]
        assert (kind.spare(puzzle), kind.clash(puzzle)) == ((), ())
        assert grade.level == 1 + number // 3
        assert grade.reading > 0
        assert kind.grade(replace(puzzle, solution=Solution())) == grade


@EACH_KIND
def test_every_step_is_true_and_the_trace_ends_at_the_answer(oracle: Oracle) -> None:
    for puzzle in three_of_each_level(oracle.kind):
        truth, trace = puzzle.kind.truth(puzzle), puzzle.kind.trace(puzzle)
        assert trace.solved
        assert {step.subject: set(step.forced) for step in trace.steps if step.forced} == truth
        assert not any(truth[step.subject] & set(step.removed) for step in trace.steps)
        assert [step.round for step in trace.steps] == sorted(step.round for step in trace.steps)
        assert {step.round for step in trace.steps} == set(range(len(trace.open)))


@EACH_KIND
def test_the_trace_goes_on_from_the_marks(oracle: Oracle) -> None:
    """True ones about some wrong values, sure ones about one subject or all, and false ones."""
    for puzzle in three_of_each_level(oracle.kind)[::4]:
        kind, random, marks, truth = puzzle.kind, Random(2), dict[str, Marks](), puzzle.kind.truth(puzzle)
        for subject, asked in kind.subjects(puzzle).items():
            wrong = (value for value in asked.values if value not in truth[subject])
            marks[subject] = Marks(out=frozenset(value for value in wrong if random.random() < 0.5))
        trace = kind.trace(puzzle, marks)
        assert trace.solved
        assert not any(set(step.removed) & marks[step.subject].out for step in trace.steps)
        sure = {subject: Marks(sure=values) for subject, values in truth.items()}
        assert kind.trace(puzzle, sure).steps == ()
        for subject in sure:
            half = kind.trace(puzzle, {subject: sure[subject]})
            assert half.solved
            assert oracle.kind == "lie" or all(step.subject != subject for step in half.steps)
            false = Marks(out=truth[subject])
            assert not kind.trace(puzzle, {subject: false}).solved


@EACH_KIND
def test_reasons_suffice_and_none_can_be_spared(oracle: Oracle) -> None:
    pytest.importorskip("pysat")
    for puzzle in oracle.quick(three_of_each_level(oracle.kind)[::3]):
        for step in puzzle.kind.trace(puzzle).steps:
            reasons = puzzle.kind.reasons(puzzle, step)
            assert is_irreducible(reasons, lambda some, s=step, p=puzzle: oracle.entails(p, s, some))


@EACH_KIND
def test_a_step_that_does_not_follow_has_no_reasons(oracle: Oracle) -> None:
    pytest.importorskip("pysat")
    puzzle = three_of_each_level(oracle.kind)[0]
    for subject, truth in puzzle.kind.truth(puzzle).items():
        wrong = next(v for v in puzzle.kind.subjects(puzzle)[subject].values if v not in truth)
        for step in (Step("", (), subject, removed=(*truth,)), Step("", (), subject, forced=(wrong,))):
            with pytest.raises(ToolkitError, match=f"do not entail this of {subject}"):
                puzzle.kind.reasons(puzzle, step)


@EACH_KIND
@settings(max_examples=examples(20))
@given(random=st.randoms(use_true_random=False))
def test_three_provers_count_as_brute_force_does(oracle: Oracle, random: Random) -> None:
    pytest.importorskip("pysat")
    puzzle = oracle.random(random)
    if puzzle is None:
        return
    kind, every = puzzle.kind, [*islice(oracle.answers(puzzle), MANY)]
    found = [values_of(puzzle, one) for one in kind.answers(puzzle, MANY)]
    assert len(found) == len(every)
    assert len(every) == MANY or sorted(map(str, found)) == sorted(map(str, every))
    assert set(kind.provers(puzzle).values()) == {min(2, len(every))}
    solved = kind.trace(puzzle).solved
    assert solved <= (len(every) == 1)
    assert solved or not oracle.complete or len(every) != 1
    if solved:
        measures = kind.grade(puzzle).measures
        assert measures.get("cards", measures.get("facts")) == oracle.cards(puzzle)
    else:
        with pytest.raises(PuzzleError, match="no grade"):
            kind.grade(puzzle)
    if puzzle.facts:
        clash = kind.clash(puzzle)
        assert bool(clash) == (not every)
        assert not clash or is_irreducible(clash, lambda some: not any(oracle.answers(puzzle, some)))


def test_what_a_kind_cannot_use_is_refused() -> None:
    for kinds, problem, position, facts, solution in REFUSED:
        for kind in kinds:
            with pytest.raises(ToolkitError, match=problem):
                sample(kind, Position(**position), *facts, **solution)


def test_an_order_that_a_kind_cannot_fill_is_refused() -> None:
    for kinds, order, problem in ORDERS:
        for kind in kinds:
            with pytest.raises(PuzzleError, match=problem):
                kind_named(kind).make(boxed_island(), order, Random(1))
