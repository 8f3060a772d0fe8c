"""Pinpoint: no card to spare, cards of one deck, and the load of what is to be combined."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from operator import itemgetter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from kind_oracles import cells, clues_of, is_irreducible, left_by, made, puzzle_of, three_of_each_level
from strategies import tobago_settings

from puzzles.format.schema import Solution
from puzzles.kinds.cards import Pinner
from puzzles.kinds.pinpoint import BOUNDS, KIND
from puzzles.puzzle import Puzzle, PuzzleError, Wanted, combining, level_of
from solvers.tobago import unpinnable
from solvers.tobago.facts import TreasureFact
from toolkit.games.tobago import CLUES, COLOURS, Clue, Setting, random_setting, reconstructed_deck
from toolkit.hexmap import parse_drawing

puzzles = partial(three_of_each_level, "pinpoint")


def cards_of(puzzle: Puzzle, colour: str) -> list[Clue]:
    return clues_of(map(str, puzzle.facts), colour)


def test_no_card_to_spare_and_one_that_is_is_named() -> None:
    for puzzle in puzzles():
        setting, treasures = puzzle.position.setting, puzzle.solution.treasures
        assert treasures.keys() == {str(fact).partition(":")[0] for fact in puzzle.facts}
        for colour, name in treasures.items():
            cards, only = cards_of(puzzle, colour), {name}
            assert is_irreducible(cards, lambda c, s=setting, only=only: left_by(s, c) == only)
            further = next(c for c in CLUES if name in cells(setting, c) and c not in cards)
            more = TreasureFact(colour, further)
            assert str(more) in KIND.spare(replace(puzzle, facts=(*puzzle.facts, more)))


def test_T10_no_card_more_often_than_the_deck_holds_it() -> None:
    for puzzle in puzzles():
        used = Counter(clue for colour in COLOURS for clue in cards_of(puzzle, colour))
        assert all(used[clue] <= reconstructed_deck().copies(clue) for clue in used)


def test_every_level_with_any_number_of_treasures() -> None:
    for level in range(1, 6):
        for treasures in [1, 2, 3, 4]:
            puzzle = made("pinpoint", level, 0, treasures)
            assert (KIND.grade(puzzle).level, len(puzzle.solution.treasures)) == (level, treasures)


def test_every_step_is_that_of_one_card() -> None:
    for puzzle in puzzles()[::3]:
        setting = puzzle.position.setting
        open_ = {colour: set(setting.island.names) for colour in puzzle.solution.treasures}
        for step in KIND.trace(puzzle).steps:
            (clue,) = clues_of(step.facts, step.subject)
            assert not set(step.removed) & cells(setting, clue)
            open_[step.subject] -= set(step.removed)
            assert not step.forced or set(step.forced) == open_[step.subject]


def test_a_clash_is_named_by_a_minimal_set() -> None:
    pytest.importorskip("pysat")
    facts = ["brown: in lake", "brown: next to hut", "brown: not in lake", "white: in beach"]
    assert KIND.clash(puzzle_of("pinpoint", facts)) == ("brown: in lake", "brown: not in lake")


def test_the_grade_counts_cards_hexes_and_words() -> None:
    setting = Setting(parse_drawing("J J J L S\n B B J L S"), huts=["a1"])
    clues = [Clue.parse(text) for text in ("in jungle", "not next to hut", "next to largest lake")]
    work = combining(setting, clues)  # in jungle 4 hexes, next to lake: c1, c2, e1, e2; both: c1, c2
    assert left_by(setting, clues) == {"c1", "c2"}
    assert (work.cards, work.hexes) == (3, 4 + 2)
    assert work.reading == 2 + (4 + 2) + (4 + 1)
    assert work.load == 4 * 3 + 6 + 0.5 * 13
    assert [level_of(bound, BOUNDS) for bound in (0, *BOUNDS)] == [1, 2, 3, 4, 5]
    assert [level_of(bound - 0.5, BOUNDS) for bound in BOUNDS] == [1, 2, 3, 4]


def test_the_grade_of_several_treasures_measures_the_hardest() -> None:
    """Each alone is a puzzle of its own, of which the grade is known."""
    for level in range(1, 6):
        puzzle, alone = made("pinpoint", level, 0, 4), []
        for colour in puzzle.solution.treasures:
            facts = tuple(fact for fact in puzzle.facts if str(fact).startswith(colour))
            alone.append(KIND.grade(replace(puzzle, facts=facts, solution=Solution())).measures)
        assert KIND.grade(puzzle).measures == max(alone, key=itemgetter("load"))
        assert len({one["load"] for one in alone}) > 1


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
    bare = parse_drawing("\n".join(["J " * 16, " " + "J " * 16] * 8))
    assert len(Pinner(random_setting(bare, seed=1), reconstructed_deck().kinds).pinnable) < len(bare)
    assert KIND.make(bare, Wanted(1, 4), Random(1)) is None
