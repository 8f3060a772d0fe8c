"""Pinpoint: made, unique, minimal, graded, and solved step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kind_oracles import cells, is_irreducible, left_by, made, three_of_each_level, true_marks
from strategies import tobago_settings

from puzzles.format.schema import Solution
from puzzles.kinds import kind_named
from puzzles.kinds.pinpoint import BOUNDS, Pinpoint
from puzzles.kinds.shared import Pinner
from puzzles.puzzle import Marks, Puzzle, PuzzleError, Wanted, combining, level_of
from solvers.tobago import unpinnable
from solvers.tobago.facts import TreasureFact, parse_fact
from toolkit.games.tobago import (
    CLUES,
    COLOURS,
    Clue,
    Position,
    Setting,
    boxed_island,
    random_setting,
    reconstructed_deck,
)
from toolkit.hexmap import parse_drawing

KIND = Pinpoint()
ISLAND = boxed_island()
puzzles = partial(three_of_each_level, "pinpoint")


def cards_of(puzzle: Puzzle, colour: str) -> list[Clue]:
    return [fact.clue for fact in puzzle.facts if isinstance(fact, TreasureFact) and fact.colour == colour]


def puzzle_of(*facts: str, setting: Setting | None = None, solution: Solution | None = None) -> Puzzle:
    return Puzzle(
        kind=kind_named("pinpoint"),
        position=Position(setting=setting or random_setting(ISLAND, seed=1)),
        facts=tuple(map(parse_fact, facts)),
        solution=solution or Solution(),
    )


def test_one_answer_and_no_card_to_spare() -> None:
    for puzzle in puzzles():
        setting, treasures = puzzle.position.setting, puzzle.solution.treasures
        for colour, name in treasures.items():
            cards, only = cards_of(puzzle, colour), {name}
            assert is_irreducible(cards, lambda c, s=setting, only=only: left_by(s, c) == only)
        assert treasures.keys() == {str(fact).partition(":")[0] for fact in puzzle.facts}
        assert KIND.answers(puzzle) == [puzzle.solution]
        assert Pinpoint().spare(puzzle) == ()


def test_T10_no_card_more_often_than_the_deck_holds_it() -> None:
    for puzzle in puzzles():
        used = Counter(clue for colour in COLOURS for clue in cards_of(puzzle, colour))
        assert all(used[clue] <= reconstructed_deck().copies(clue) for clue in used)


def test_every_level_with_any_number_of_treasures() -> None:
    for level in range(1, 6):
        for treasures in [1, 2, 3, 4]:
            puzzle = made("pinpoint", level, 0, treasures)
            grade = KIND.grade(puzzle)
            assert (grade.level, len(puzzle.solution.treasures)) == (level, treasures)
            assert grade.measures["cards"] >= 1
            assert grade.reading > 0


def test_every_step_is_true_and_the_trace_ends_at_the_answer() -> None:
    for puzzle in puzzles()[::3]:
        setting, trace = puzzle.position.setting, KIND.trace(puzzle)
        open_ = {colour: set(setting.island.names) for colour in puzzle.solution.treasures}
        for step in trace.steps:
            (card,) = (parse_fact(text) for text in step.facts)
            assert isinstance(card, TreasureFact)
            assert not set(step.removed) & cells(setting, card.clue)
            open_[step.subject] -= set(step.removed)
            assert not step.forced or set(step.forced) == open_[step.subject]
        assert trace.solved
        assert open_ == {colour: {name} for colour, name in puzzle.solution.treasures.items()}


def test_the_trace_goes_on_from_the_marks() -> None:
    for puzzle in puzzles()[::4]:
        marks = true_marks(puzzle, 0.6, seed=1)
        colour, name = next(iter(puzzle.solution.treasures.items()))
        marks[colour] = Marks(sure=frozenset([name]))
        trace = KIND.trace(puzzle, marks)
        assert trace.solved
        assert all(step.subject != colour for step in trace.steps)
        assert not any(set(step.removed) & marks[step.subject].out for step in trace.steps)


@pytest.mark.parametrize("number", range(0, 15, 4))
def test_reasons_suffice_and_none_can_be_spared(number: int) -> None:
    puzzle = puzzles()[number]
    pytest.importorskip("pysat")
    setting = puzzle.position.setting
    for step in KIND.trace(puzzle).steps:

        def enough(texts: Sequence[str], removed: frozenset[str], forced: tuple[str, ...]) -> bool:
            clues = [Clue.parse(text.partition(":")[2]) for text in texts]
            left = left_by(setting, clues)
            return not left & removed and (not forced or left == set(forced))

        reasons = KIND.reasons(puzzle, step)
        assert all(text.startswith(step.subject) for text in reasons)
        assert is_irreducible(reasons, lambda r, s=step: enough(r, frozenset(s.removed), s.forced))


def test_three_provers_agree_on_puzzles_with_none_one_and_many_answers() -> None:
    pytest.importorskip("pysat")
    good = made("pinpoint", 3, 1, 4)
    broken = replace(good, facts=(*good.facts, TreasureFact("brown", ~cards_of(good, "brown")[0])))
    loose = replace(good, facts=good.facts[1:])
    counts = [set(KIND.provers(puzzle).values()) for puzzle in (good, broken, loose)]
    assert counts == [{1}, {0}, {2}]


def test_a_clash_is_named_by_a_minimal_set() -> None:
    pytest.importorskip("pysat")
    puzzle = puzzle_of("brown: in lake", "brown: next to hut", "brown: not in lake", "white: in beach")
    assert KIND.clash(puzzle) == ("brown: in lake", "brown: not in lake")
    assert KIND.answers(puzzle) == []
    assert KIND.clash(puzzles()[0]) == ()


def test_a_card_to_spare_is_named() -> None:
    puzzle = puzzles()[7]
    colour, name = next(iter(puzzle.solution.treasures.items()))
    laid = cards_of(puzzle, colour)
    spare = next(c for c in CLUES if name in cells(puzzle.position.setting, c) and c not in laid)
    assert str(TreasureFact(colour, spare)) in Pinpoint().spare(
        replace(puzzle, facts=(*puzzle.facts, TreasureFact(colour, spare)))
    )


def test_the_grade_counts_cards_hexes_and_words() -> None:
    setting = Setting(parse_drawing("J J J L S\n B B J L S"), huts=["a1"])
    clues = [Clue.parse(text) for text in ("in jungle", "not next to hut", "next to largest lake")]
    work = combining(setting, clues)  # in jungle 4 hexes, next to lake: c1, c2, e1, e2; both: c1, c2
    assert left_by(setting, clues) == {"c1", "c2"}
    assert (work.cards, work.hexes) == (3, 4 + 2)
    assert work.reading == 2 + (4 + 2) + (4 + 1)
    assert work.load == 4 * 3 + 6 + 0.5 * 13


def test_a_bound_belongs_to_the_higher_level() -> None:
    assert [level_of(bound, BOUNDS) for bound in (0, *BOUNDS)] == [1, 2, 3, 4, 5]
    assert [level_of(bound - 0.5, BOUNDS) for bound in BOUNDS] == [1, 2, 3, 4]


@given(tobago_settings(), st.randoms(use_true_random=False))
def test_minimal_clues_pin_their_hex_and_none_can_be_spared(setting: Setting, random: Random) -> None:
    pinner = Pinner(setting, CLUES)
    never = unpinnable(setting.island.land, setting, CLUES)
    assert {setting.island.names[index] for index in pinner.pinnable} == set(~never)
    for index in pinner.pinnable[:3]:
        clues = [CLUES[number] for number in pinner.minimal(index, random)]
        assert is_irreducible(clues, lambda c, i=index: left_by(setting, c) == {setting.island.names[i]})


def test_a_hex_that_no_clue_set_can_pin_is_refused() -> None:
    pinner = Pinner(Setting(parse_drawing("J J J J J J J")), CLUES)
    with pytest.raises(PuzzleError, match="can pin b1"):
        pinner.minimal(1, Random(1))


def test_an_island_without_pinnable_hexes_gives_no_puzzle() -> None:
    rows = ["J " * 16, " " + "J " * 16] * 8
    setting = random_setting(parse_drawing("\n".join(rows)), seed=1)
    bare = parse_drawing("\n".join(rows))
    assert len(Pinner(setting, reconstructed_deck().kinds).pinnable) < len(bare)
    assert KIND.make(bare, Wanted(1, 4), Random(1)) is None
