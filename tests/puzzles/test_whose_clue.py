"""Whose clue: no cube is spare, no rule loses an answer, a level says which are needed; stories, files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kind_oracles import WhoseClue, cells, listed_on, three_of_each_level
from sizes import examples

from puzzles.format.files import from_id, parse_puzzles, to_line
from puzzles.format.schema import Solution
from puzzles.kinds.hands import RULES, Known, suppose
from puzzles.kinds.whose_clue import KIND, PLANS, compiled_list
from puzzles.puzzle import Marks, Puzzle
from puzzles.words import Teller, words
from solvers.tobago.facts import CubeFact, FactError, ListedFact, parse_fact
from solvers.tobago.steps import Step
from toolkit.games.tobago import Clue, reconstructed_deck

ORACLE = WhoseClue()
puzzles = partial(three_of_each_level, "whose-clue")


def told(puzzle: Puzzle) -> tuple[tuple[ListedFact, ...], tuple[CubeFact, ...]]:
    """Return the listed cards and the cubes of a puzzle."""
    listed = tuple(fact for fact in puzzle.facts if isinstance(fact, ListedFact))
    return listed, tuple(fact for fact in puzzle.facts if isinstance(fact, CubeFact))


def known(puzzle: Puzzle) -> Known:
    """Return what is known at the beginning."""
    (listed, cubes), setting = told(puzzle), puzzle.position.setting
    compiled = compiled_list(setting, listed)
    players = max(cube.player for cube in cubes)
    return Known(compiled, cubes, [compiled.all] * players, compiled.land)


def test_what_is_made_is_as_its_level_says_and_no_cube_can_be_spared() -> None:
    for number, puzzle in enumerate(puzzles()):
        plan, (listed, cubes) = PLANS[number // 3], told(puzzle)
        assert len(puzzle.solution.cards) == plan.players
        assert {cube.player for cube in cubes} == set(range(1, plan.players + 1))
        assert len(listed) <= plan.listed
        assert all(reconstructed_deck().copies(card.clue) for card in listed)
        assert len(set(listed_on(puzzle.position.setting, listed).values())) == len(listed)  # no twins
        assert KIND.spare(puzzle) == ()
        holds = puzzle.solution.place in cells(puzzle.position.setting, Clue.parse(puzzle.solution.cards[0]))
        assert holds
        further = CubeFact(1, holds, puzzle.solution.place)
        more = replace(puzzle, facts=(*puzzle.facts, further), solution=Solution())
        assert str(further) in KIND.spare(more) or KIND.grade(more).level < KIND.grade(puzzle).level


def test_the_level_says_which_rules_are_needed() -> None:
    hardest = ("core", "pair", "suppose")
    for puzzle in puzzles():
        grade, used = KIND.grade(puzzle), {step.technique for step in KIND.trace(puzzle).steps}
        needed = hardest[: grade.level - 1][-1:] if grade.level < 5 else ("suppose",)
        assert set(needed) <= set(grade.needs) <= used
        assert not used.intersection(hardest[max(grade.level - 1, 0) :])
        assert (grade.measures["suppositions"] > 0) == (grade.level >= 4)
        assert grade.level != 4 or grade.measures["suppositions"] == 1


@settings(max_examples=examples(20))
@given(random=st.randoms(use_true_random=False))
def test_no_step_loses_an_answer_even_when_there_are_many(random: Random) -> None:
    puzzle = ORACLE.random(random)
    if puzzle is not None:
        every = [str(fact) for fact in puzzle.facts]
        assert all(ORACLE.entails(puzzle, step, every) for step in KIND.trace(puzzle).steps)


def test_a_story_ends_in_a_contradiction_and_tells_nothing_that_it_does_not_need() -> None:
    stories = 0
    for puzzle in puzzles()[9:]:
        here = known(puzzle)
        here.close(tuple(RULES))
        while (found := suppose(here, tuple(RULES), 1000)) is not None:
            stories += 1
            for left_out in range(len(found.story)):
                trial = here.copy()
                trial.cards[found.subject] = found.gone
                rest = [one for number, one in enumerate(found.story) if number != left_out]
                for one in rest:
                    trial.take(one.subject, RULES[one.technique].gone(trial, one.subject, one.by))
                assert not trial.hopeless
            here.take(found.subject, found.gone)
            here.close(tuple(RULES))
        assert here.answer is not None
        for step in KIND.trace(puzzle).steps:
            if step.story:
                assert not step.story[-1].removed
                assert Teller(puzzle, words("en")).step(step).startswith("Suppose player ")
    assert stories >= 6


def test_a_puzzle_comes_back_from_its_file_and_its_id() -> None:
    for puzzle in puzzles()[::4]:
        (again,) = parse_puzzles(to_line(puzzle))
        assert again == puzzle
        assert from_id(puzzle.id) == replace(puzzle, solution=Solution())


def test_facts_of_hidden_cards_are_read_and_refused() -> None:
    assert parse_fact("Listed:  NOT next to hut") == parse_fact("listed: not next to hut")
    assert str(parse_fact("PLAYER 3: Yes AT c4")) == "player 3: yes at c4"
    for text, problem in {
        "player 0: yes at B25": "players count from 1",
        "player 1: maybe at B25": "expected 'yes' or 'no'",
        "player 1: yes": "expected 'yes' or 'no'",
        "player one: yes at B25": "did you mean 'player 1'",
        "listd: in jungle": "did you mean 'listed'",
        "listed: in jungel": "did you mean 'in jungle'",
    }.items():
        with pytest.raises(FactError, match=problem):
            parse_fact(text)


def test_late_in_a_puzzle_a_hint_cites_the_marks_that_matter() -> None:
    """What it cites, cubes and marks, entails the step by brute force; with marks it cites fewer cubes."""
    pytest.importorskip("pysat")
    fewer = 0
    for puzzle in puzzles()[:6:2]:
        marks: dict[str, Marks] = {}
        for step in KIND.trace(puzzle).steps:
            cubes, noted = KIND.reasons_on_paper(puzzle, step, marks)
            fewer += len(cubes) < len(KIND.reasons(puzzle, step))
            kept = {subject: marks[subject] for subject in noted}
            assert not list(islice(ORACLE.deals(puzzle, cubes, partial(denied, step, kept)), 1))
            before = marks.get(step.subject, Marks())
            out, sure = before.out | {*step.removed}, before.sure | {*step.forced}
            marks[step.subject] = Marks(out, sure)
            assert step.subject not in KIND.looks_at(puzzle, step)
            assert KIND.subjects(puzzle).keys() >= {*KIND.looks_at(puzzle, step)}
    assert fewer > 10


def denied(step: Step, kept: dict[str, Marks], subject: str, value: str) -> bool:
    """Tell whether a value fits some marks, and of the subject of a step what this says is wrong."""
    marked = kept.get(subject, Marks())
    if not marked.left_of(frozenset([value])):
        return False
    return subject != step.subject or value in step.removed or bool(step.forced and value not in step.forced)
