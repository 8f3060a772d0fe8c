"""The lie: made, unique, minimal, graded, and solved step by step."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kind_oracles import cells, is_irreducible, three_of_each_level, true_marks
from sizes import examples
from strategies import tobago_settings

from puzzles.format.schema import Solution
from puzzles.kinds import kind_named
from puzzles.kinds.lie import Lie, LieReasoning, suppose
from puzzles.kinds.shared import Pinner, tally_of
from puzzles.puzzle import Marks, Puzzle, PuzzleError
from solvers.tobago.facts import TreasureFact, parse_fact
from solvers.tobago.steps import Step
from toolkit.games.tobago import (
    CLUES,
    Clue,
    Position,
    Setting,
    boxed_island,
    random_setting,
    reconstructed_deck,
)
from toolkit.hexmap import parse_drawing

KIND = Lie()
ISLAND = boxed_island()
puzzles = partial(three_of_each_level, "lie")


def clues_of(puzzle: Puzzle) -> list[Clue]:
    return [fact.clue for fact in puzzle.facts if isinstance(fact, TreasureFact)]


def worlds(setting: Setting, clues: Sequence[Clue], cited: Iterable[int]) -> list[tuple[int, str]]:
    """Return every false card and hex that fit what the cited cards say, exactly one of all being false."""
    said = list(cited)
    return [
        (lie, name)
        for lie, name in product(range(len(clues)), setting.island.names)
        if all((name in cells(setting, clues[number])) == (number != lie) for number in said)
    ]


def answers_of(setting: Setting, clues: Sequence[Clue]) -> list[tuple[int, str]]:
    return worlds(setting, clues, range(len(clues)))


def puzzle_of(*facts: str, setting: Setting | None = None, solution: Solution | None = None) -> Puzzle:
    return Puzzle(
        kind=kind_named("lie"),
        position=Position(setting=setting or random_setting(ISLAND, seed=1)),
        facts=tuple(map(parse_fact, facts)),
        solution=solution or Solution(),
    )


def agrees(step: Step, texts: Sequence[str], world: tuple[int, str]) -> bool:
    """Tell whether a step is right in a world."""
    value = texts[world[0]] if step.subject == "lie" else world[1]
    return value not in step.removed and (not step.forced or (value,) == step.forced)


def test_one_lie_and_one_hex() -> None:
    for puzzle in puzzles():
        ((lie, name),) = answers_of(puzzle.position.setting, clues_of(puzzle))
        assert str(puzzle.facts[lie]) == puzzle.solution.lie
        assert list(puzzle.solution.treasures.values()) == [name]
        assert KIND.answers(puzzle) == [puzzle.solution]


def test_no_card_is_superfluous() -> None:
    for puzzle in puzzles():
        setting, clues = puzzle.position.setting, clues_of(puzzle)
        ((_, name),) = answers_of(setting, clues)
        for number in range(len(clues)):
            rest = answers_of(setting, clues[:number] + clues[number + 1 :])
            assert [hex_name for _, hex_name in rest] != [name]
        assert Lie().spare(puzzle) == ()
        assert all(reconstructed_deck().copies(clue) for clue in clues)


def test_a_superfluous_card_is_named() -> None:
    puzzle = puzzles()[0]
    ((colour, name),) = puzzle.solution.treasures.items()
    setting, clues = puzzle.position.setting, clues_of(puzzle)
    further = next(c for c in CLUES if name in cells(setting, c) and c not in clues)
    longer = replace(puzzle, facts=(*puzzle.facts, TreasureFact(colour, further)))
    assert str(TreasureFact(colour, further)) in Lie().spare(longer)
    assert puzzle.solution.lie not in Lie().spare(longer)


def test_the_level_says_whether_suppositions_are_needed() -> None:
    for puzzle in puzzles():
        grade = KIND.grade(puzzle)
        assert grade.level == 1 + puzzles().index(puzzle) // 3
        assert ("suppose" in grade.needs) == (grade.level >= 3) == (grade.hardest.overall == "suppose")
        assert (grade.measures["suppositions"] > 0) == (grade.level >= 3)
        assert KIND.grade(replace(puzzle, solution=Solution())) == grade


def test_the_trace_ends_at_the_answer() -> None:
    for puzzle in puzzles():
        trace = KIND.trace(puzzle)
        forced = {step.subject: set(step.forced) for step in trace.steps if step.forced}
        assert trace.solved
        assert forced == KIND.truth(puzzle)
        assert [step.round for step in trace.steps] == sorted(step.round for step in trace.steps)
        assert {step.round for step in trace.steps} == set(range(len(trace.open)))


def test_no_step_loses_an_answer_even_when_there_are_many() -> None:
    for puzzle in puzzles()[::2]:
        setting = puzzle.position.setting
        for number in range(len(puzzle.facts)):
            rest = puzzle.facts[:number] + puzzle.facts[number + 1 :]
            fewer = replace(puzzle, facts=rest, solution=Solution())
            texts = [str(fact) for fact in fewer.facts]
            found, steps = answers_of(setting, clues_of(fewer)), KIND.trace(fewer).steps
            assert not [(step, world) for step in steps for world in found if not agrees(step, texts, world)]


def test_the_story_of_a_supposition_ends_where_nothing_is_left() -> None:
    for puzzle in [p for p in puzzles() if KIND.grade(p).level >= 3]:
        setting, told = puzzle.position.setting, 0
        ((colour, _),) = puzzle.solution.treasures.items()
        left = set(setting.island.names)
        for step in KIND.trace(puzzle).steps:
            if step.technique == "suppose":
                told += 1
                assert step.supposed == ("lie", *step.removed)
                assert {text for part in step.story for text in part.facts} == set(step.facts)
                places = set(left)
                for part in step.story:
                    holds = cells(setting, Clue.parse(part.facts[0].partition(":")[2]))
                    kept = places - holds if part.facts == step.removed else places & holds
                    assert set(part.removed) == (places - kept if kept else set())
                    places = kept
                assert not places
            left -= set(step.removed) if step.subject == colour else set()
        assert told


def test_a_supposition_cites_no_card_that_it_does_not_need() -> None:
    lie, most, one, other = 0b000000, 0b110000, 0b101100, 0b010011  # `most` leaves the fewest places at first
    known = LieReasoning([lie, most, one, other], 0b111111, frozenset(range(4)), ISLAND, "brown", [])
    assert {firing.cards[0]: set(firing.cards) for firing in suppose(known)}[0] == {0, 2, 3}


def test_that_one_card_is_false_counts_even_where_all_could_hold() -> None:
    pytest.importorskip("pysat")
    puzzle = puzzle_of("brown: in jungle", setting=Setting(parse_drawing("J L")))
    (step,) = KIND.trace(puzzle).steps
    assert (step.removed, step.forced) == (("a1",), ("b1",))
    assert KIND.reasons(puzzle, step) == ("brown: in jungle",)
    assert set(KIND.provers(puzzle).values()) == {1}


def test_the_trace_goes_on_from_the_marks() -> None:
    for puzzle in puzzles()[::4]:
        marks = true_marks(puzzle, 0.5, seed=2)
        trace = KIND.trace(puzzle, marks)
        assert trace.solved
        assert not any(set(step.removed) & marks[step.subject].out for step in trace.steps)
        ((colour, name),) = puzzle.solution.treasures.items()
        sure = {colour: Marks(sure=frozenset([name])), "lie": Marks(sure=frozenset([puzzle.solution.lie]))}
        assert KIND.trace(puzzle, sure).steps == ()
        assert KIND.trace(puzzle, {colour: sure[colour]}).solved
        assert KIND.trace(puzzle, {"lie": sure["lie"]}).solved


def test_false_marks_end_in_no_solution() -> None:
    puzzle = puzzles()[12]
    marks = {"lie": Marks(out=frozenset([puzzle.solution.lie]))}
    assert not KIND.trace(puzzle, marks).solved


@pytest.mark.parametrize("number", range(0, 15, 3))
def test_reasons_suffice_and_none_can_be_spared(number: int) -> None:
    puzzle = puzzles()[number]
    pytest.importorskip("pysat")
    setting, clues = puzzle.position.setting, clues_of(puzzle)
    texts = [str(fact) for fact in puzzle.facts]
    for step in KIND.trace(puzzle).steps:
        cited = [texts.index(text) for text in KIND.reasons(puzzle, step)]
        assert is_irreducible(
            cited, lambda c, s=step: all(agrees(s, texts, world) for world in worlds(setting, clues, c))
        )


def test_a_step_that_does_not_follow_has_no_reasons() -> None:
    pytest.importorskip("pysat")
    puzzle = puzzles()[0]
    with pytest.raises(PuzzleError, match="do not entail"):
        KIND.reasons(puzzle, Step("suppose", (), "lie", removed=(puzzle.solution.lie,)))


@settings(max_examples=examples(20))
@given(st.randoms(use_true_random=False))
def test_three_provers_count_as_brute_force_does(random: Random) -> None:
    pytest.importorskip("pysat")
    setting = random_setting(ISLAND, seed=random.randrange(3))
    clues = random.sample(CLUES, random.randint(1, 8))
    puzzle = puzzle_of(*(f"brown: {clue}" for clue in clues), setting=setting)
    found = answers_of(setting, clues)
    assert set(KIND.provers(puzzle).values()) == {min(2, len(found))}
    assert len(KIND.answers(puzzle, limit=200)) == len(found)
    assert KIND.trace(puzzle).solved == (len(found) == 1)
    if len(found) == 1:
        assert KIND.grade(puzzle).measures["cards"] == len(clues)
    else:
        with pytest.raises(PuzzleError, match="no grade"):
            KIND.grade(puzzle)
    clash = [clues.index(Clue.parse(text.partition(":")[2])) for text in KIND.clash(puzzle)]
    assert bool(clash) == (not found)
    assert not clash or is_irreducible(clash, lambda c: not worlds(setting, clues, c))


def test_what_is_left_is_no_answer_when_a_card_does_not_hold_there() -> None:
    cards = ["in largest scrubland", "not next to jungle", "not in beach", "not within 2 of palm", "in palm"]
    for seed in range(3):
        setting = random_setting(ISLAND, seed=seed)
        found = answers_of(setting, [Clue.parse(card) for card in cards])
        trace = KIND.trace(puzzle_of(*(f"brown: {card}" for card in cards), setting=setting))
        assert trace.solved == (len(found) == 1)


@given(tobago_settings(), st.randoms(use_true_random=False))
def test_lying_cards_have_one_answer_on_any_island(setting: Setting, random: Random) -> None:
    pinner = Pinner(setting, CLUES)
    index = random.randrange(len(setting.island))
    lie = next(clue.number for clue in CLUES if clue.number not in pinner.true[index])
    cards = pinner.lying(index, lie, random)
    everything = tally_of([pinner.masks[n] for n in [*pinner.true[index], lie]], setting.island.land.mask)
    assert (cards is None) == (everything.but_one != 1 << index)
    if cards is not None:
        found = answers_of(setting, [CLUES[number] for number in cards])
        assert found == [(len(cards) - 1, setting.island.names[index])]
