"""The lie: minimal, with suppositions from level 3 on, and told as stories; sets of cards with one lie."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kind_oracles import ISLAND, Lie, cells, clues_of, puzzle_of, three_of_each_level
from sizes import PROFILE
from strategies import tobago_settings

from puzzles.collection import collection
from puzzles.format.schema import Solution
from puzzles.kinds.cards import Pinner, broken_on
from puzzles.kinds.lie import KIND, LieReasoning, suppose
from puzzles.puzzle import Marks
from puzzles.words import LANGUAGES, proof_at_a_glance, words
from solvers.tobago.facts import TreasureFact
from toolkit.games.tobago import CLUES, Setting, random_setting, reconstructed_deck
from toolkit.hexmap import parse_drawing

ORACLE = Lie()
puzzles = partial(three_of_each_level, "lie")


def test_no_card_is_superfluous_and_one_that_is_is_named() -> None:
    for puzzle in puzzles()[::3]:
        ((colour, name),) = puzzle.solution.treasures.items()
        for number in range(len(puzzle.facts)):
            rest = replace(
                puzzle, facts=puzzle.facts[:number] + puzzle.facts[number + 1 :], solution=Solution()
            )
            assert [answer[colour] for answer in ORACLE.answers(rest)] != [name]
        clues = clues_of(map(str, puzzle.facts))
        assert all(reconstructed_deck().copies(clue) for clue in clues)
        true = (c for c in CLUES if name in cells(puzzle.position.setting, c) and c not in clues)
        further = TreasureFact(colour, next(true))
        spare = KIND.spare(replace(puzzle, facts=(*puzzle.facts, further)))
        assert str(further) in spare
        assert puzzle.solution.lie not in spare


def test_one_card_is_broken_on_the_hex_of_the_treasure_alone() -> None:
    shipped = collection("lie")[:: 1 if PROFILE == "thorough" else 12]
    for puzzle in [*shipped, *(ORACLE.random(Random(seed)) for seed in range(20))]:
        setting, broken = puzzle.position.setting, KIND.tally(puzzle)
        holding = [cells(setting, clue) for clue in clues_of(map(str, puzzle.facts))]
        assert broken == {name: sum(name not in on for on in holding) for name in setting.island.names}
        ones = {name for name, number in broken.items() if number == 1}
        assert ones == {name for answer in ORACLE.answers(puzzle) for name in answer.values()} & {*broken}
        told = [proof_at_a_glance(puzzle, words(lang)) for lang in LANGUAGES]
        assert [bool(one) for one in told] == [puzzle in shipped] * len(told)  # the others hold no solution
        assert all(name in one for one in told for name in puzzle.solution.treasures.values())


def test_the_level_says_whether_suppositions_are_needed() -> None:
    for puzzle in puzzles():
        grade = KIND.grade(puzzle)
        assert ("suppose" in grade.needs) == (grade.level >= 3) == (grade.hardest.overall == "suppose")
        assert (grade.measures["suppositions"] > 0) == (grade.level >= 3)


def test_no_step_loses_an_answer_even_when_there_are_many() -> None:
    for puzzle in puzzles()[::2]:
        for number in range(len(puzzle.facts)):
            rest = puzzle.facts[:number] + puzzle.facts[number + 1 :]
            fewer = replace(puzzle, facts=rest, solution=Solution())
            every = [str(fact) for fact in rest]
            assert all(ORACLE.entails(fewer, step, every) for step in KIND.trace(fewer).steps)


def test_late_in_a_puzzle_a_hint_cites_the_marks_that_matter() -> None:
    """Cards and marks that it cites leave no hex with a lie that denies the step; mostly few cards do."""
    pytest.importorskip("pysat")
    fewer = 0
    for puzzle in puzzles()[::4]:
        holds = {str(one): cells(puzzle.position.setting, one.clue) for one in puzzle.facts}
        marks: dict[str, Marks] = {}
        for step in KIND.trace(puzzle).steps:
            cards, noted = KIND.reasons_on_paper(puzzle, step, marks)
            fewer += len(cards) < len(KIND.reasons(puzzle, step))
            left = {
                subject: marks[subject].left_of(frozenset(one.values)) if subject in noted else {*one.values}
                for subject, one in KIND.subjects(puzzle).items()
            }
            told = list[str]()
            for place, lie in product(*left.values()):
                if all((place in holds[card]) == (card != lie) for card in cards):
                    told.append(lie if step.subject == "lie" else place)
            assert not {*step.removed} & {*told}
            assert not step.forced or {*told} == {*step.forced}
            before = marks.get(step.subject, Marks())
            marks[step.subject] = Marks(before.out | {*step.removed}, before.sure | {*step.forced})
    assert fewer > 3


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
                    holds = cells(setting, *clues_of(part.facts))
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
    puzzle = puzzle_of("lie", ["brown: in jungle"], Setting(parse_drawing("J L")))
    (step,) = KIND.trace(puzzle).steps
    assert (step.removed, step.forced) == (("a1",), ("b1",))
    assert KIND.reasons(puzzle, step) == ("brown: in jungle",)
    assert set(KIND.provers(puzzle).values()) == {1}


def test_what_is_left_is_no_answer_when_a_card_does_not_hold_there() -> None:
    cards = ["in largest scrubland", "not next to jungle", "not in beach", "not within 2 of palm", "in palm"]
    for seed in range(3):
        puzzle = puzzle_of("lie", [f"brown: {card}" for card in cards], random_setting(ISLAND, seed=seed))
        assert KIND.trace(puzzle).solved == (len([*ORACLE.answers(puzzle)]) == 1)


@given(tobago_settings(), st.randoms(use_true_random=False))
def test_lying_cards_have_one_answer_on_any_island(setting: Setting, random: Random) -> None:
    pinner = Pinner(setting, CLUES)
    index = random.randrange(len(setting.island))
    lie = next(clue.number for clue in CLUES if clue.number not in pinner.true[index])
    cards = pinner.lying(index, lie, random)
    everything = broken_on([pinner.masks[n] for n in [*pinner.true[index], lie]], setting.island.land.mask)
    assert (cards is None) == (everything[1] != 1 << index)
    if cards is not None:
        puzzle = puzzle_of("lie", [f"brown: {CLUES[number]}" for number in cards], setting)
        answer = {"brown": setting.island.names[index], "lie": str(puzzle.facts[-1])}
        assert [*ORACLE.answers(puzzle)] == [answer]
