"""Pinpoint: levels by the techniques needed, nothing to spare, cards of one deck."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from kind_oracles import Pinpoint, cells, clues_of, left_by, made, puzzle_of, three_of_each_level

from puzzles.grading import combining
from puzzles.kinds.pinpoint import KIND
from puzzles.puzzle import Puzzle, Wanted
from solvers.tobago.facts import PairFact, TreasureFact
from toolkit.games.tobago import CLUES, COLOURS, Clue, Setting, reconstructed_deck
from toolkit.hexmap import parse_drawing

ORACLE = Pinpoint()
puzzles = partial(three_of_each_level, "pinpoint")


def cards_of(puzzle: Puzzle, colour: str) -> list[Clue]:
    return clues_of(map(str, puzzle.facts), f"{colour}:")


def test_no_fact_to_spare_and_one_that_is_is_named() -> None:
    for puzzle in puzzles():
        texts = [*map(str, puzzle.facts)]
        for text in texts:
            without = ORACLE.answers(puzzle, [other for other in texts if other != text])
            assert len({tuple(one.values()) for one, _ in zip(without, range(2), strict=False)}) == 2
        colour, name = next(iter(puzzle.solution.treasures.items()))
        here = [clue for clue in CLUES if name in cells(puzzle.position.setting, clue)]
        more = TreasureFact(colour, next(clue for clue in here if clue not in cards_of(puzzle, colour)))
        assert str(more) in KIND.spare(replace(puzzle, facts=(*puzzle.facts, more)))


def test_levels_are_what_the_treasures_say_of_each_other() -> None:
    """By brute force: up to level 2 each treasure is found by its own cards, and from 3 on no longer."""
    for number, puzzle in enumerate(puzzles()):
        level, setting, largest = 1 + number // 3, puzzle.position.setting, "largest" in str(puzzle.facts)
        alone = [len(left_by(setting, cards_of(puzzle, colour))) for colour in puzzle.solution.treasures]
        assert sum(left > 1 for left in alone) >= 2 if level > 2 else max(alone) == 1
        assert level > 2 or largest == (level == 2)
        pairs = [fact for fact in puzzle.facts if isinstance(fact, PairFact)]
        assert bool(pairs) == (level > 2)
        assert level != 4 or any(fact.negative for fact in pairs)
        supposed = [step for step in KIND.trace(puzzle).steps if step.supposed]
        assert 0 < len(supposed) <= 4 if level == 5 else not supposed


def test_T10_no_card_more_often_than_the_deck_holds_it() -> None:
    for puzzle in puzzles():
        used = Counter(clue for colour in COLOURS for clue in cards_of(puzzle, colour))
        assert all(used[clue] <= reconstructed_deck().copies(clue) for clue in used)


def test_every_level_with_any_number_of_treasures() -> None:
    for level in range(1, 6):
        for treasures in ((1, 3), (1, 4), (2, 4), (2, 4), (3,))[level - 1]:
            puzzle = made("pinpoint", level, 0, treasures)
            assert (KIND.grade(puzzle).level, len(puzzle.solution.treasures)) == (level, treasures)


def test_a_clash_is_named_by_a_minimal_set() -> None:
    pytest.importorskip("pysat")
    facts = ["brown: in lake", "brown: next to hut", "brown: not in lake", "white: in beach"]
    assert KIND.clash(puzzle_of("pinpoint", facts)) == ("brown: in lake", "brown: not in lake")


def test_work_counts_cards_hexes_and_words() -> None:
    setting = Setting(parse_drawing("J J J L S\n B B J L S"), huts=["a1"])
    clues = [Clue.parse(text) for text in ("in jungle", "not next to hut", "next to largest lake")]
    work = combining(setting, clues)  # in jungle 4 hexes, next to lake: c1, c2, e1, e2; both: c1, c2
    assert left_by(setting, clues) == {"c1", "c2"}
    assert (work.cards, work.hexes) == (3, 4 + 2)
    assert work.reading == 2 + (4 + 2) + (4 + 1)
    assert work.load == 4 * 3 + 6 + 0.5 * 13


def test_where_no_clues_tell_hexes_apart_nothing_is_made() -> None:
    bare = parse_drawing("\n".join(["J " * 16, " " + "J " * 16] * 8))
    assert KIND.make(bare, Wanted(1, 4), Random(1)) is None
