"""Best card: positions of legal play, cards that stay dead, and steps of the techniques that they name."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kind_oracles import BestCard, three_of_each_level
from sizes import examples

from puzzles.format.schema import Solution
from puzzles.generate import Request
from puzzles.kinds.best_card import KIND, best_card_sat, effects_by_constraint
from puzzles.puzzle import PuzzleError
from solvers.tobago.steps import Step
from toolkit.games.tobago import COLOURS, Clue, TreasureMap, reconstructed_deck

ORACLE = BestCard()
puzzles = partial(three_of_each_level, "best-card")


def test_T12_the_maps_come_from_legal_play_and_the_hand_from_the_rest() -> None:
    for puzzle in puzzles():
        position = puzzle.position
        cards = [*(clue for m in position.maps.values() for clue in m.clues), *(position.hand or ())]
        assert len(position.hand or ()) == 4
        assert all(cards.count(card) <= reconstructed_deck().copies(card) for card in cards)
        for colour, treasure_map in position.maps.items():
            assert treasure_map.clues
            assert len(treasure_map.candidates) >= 2
            laid = TreasureMap(position.setting, colour)
            for clue in treasure_map.clues:
                laid = laid.lay(clue)
            assert laid == treasure_map


def test_T13_a_dead_card_stays_dead_until_a_treasure_is_raised() -> None:
    for puzzle in puzzles():
        random, position = Random(1), puzzle.position
        dead, plays = Clue.parse(puzzle.solution.dead), 0
        while options := [
            (colour, card)
            for colour in COLOURS
            for card in position.remaining.kinds
            if position.maps[colour].verdict(card).legal
        ]:
            position = position.lay(*random.choice(options))
            plays += 1
            for colour, treasure_map in position.maps.items():
                several = treasure_map.marked and len(treasure_map.candidates) > 1
                if several and random.random() < 0.2:  # an amulet
                    gone = treasure_map.remove(random.choice(list(treasure_map.candidates)))
                    position = replace(position, maps={**position.maps, colour: gone})
            assert not any(treasure_map.verdict(dead).legal for treasure_map in position.maps.values())
        assert plays


def test_the_grade_and_the_steps_are_those_of_what_plays_do() -> None:
    for puzzle in puzzles():
        effects, measures = ORACLE.effects(puzzle.position), KIND.grade(puzzle).measures
        legal = {play.partition(": ")[2] for play, found in effects.items() if found.legal}
        assert measures["plays"] == sum(found.legal for found in effects.values())
        assert measures["cards"] == sum(len(m.clues) for m in puzzle.position.maps.values())
        (colour,) = puzzle.solution.treasures
        assert puzzle.solution.treasures[colour] == str(*effects[puzzle.solution.play].after)
        assert colour == puzzle.solution.play.partition(":")[0]
        steps = KIND.trace(puzzle).steps
        for step in steps:
            if step.subject == "dead":
                assert legal.isdisjoint(step.forced)
                assert legal.issuperset(step.removed)
            else:
                assert all(effects[play].technique == step.technique for play in step.removed)
                assert all(effects[play].technique == "" for play in step.forced)
        asked = {value for subject in KIND.subjects(puzzle).values() for value in subject.values}
        ruled_out = {value for step in steps for value in step.removed}
        assert ruled_out == asked - {puzzle.solution.play, puzzle.solution.dead}


def test_level_1_shows_by_single_clues_and_level_2_hides_its_dead_card() -> None:
    for number, puzzle in enumerate(puzzles()):
        found = ORACLE.effects(puzzle.position)
        hidden = [play for play, one in found.items() if one.technique in ("nothing removed", "nothing left")]
        dead = [play for play in hidden if play.endswith(f": {puzzle.solution.dead}")]
        assert len(dead) >= 2 if number >= 3 else not hidden
    with pytest.raises(PuzzleError, match="levels of best-card run from 1 to 2, not 3"):
        Request(kind="best-card", level=3)


def test_without_a_dead_card_there_is_no_answer() -> None:
    puzzle = puzzles()[0]
    hand = tuple(c for c in puzzle.position.hand or () if str(c) != puzzle.solution.dead)
    alive = replace(puzzle, position=replace(puzzle.position, hand=hand), solution=Solution())
    assert not KIND.trace(alive).solved
    assert KIND.answers(alive) == []


def test_no_clue_is_a_reason_for_what_a_play_does_not_do() -> None:
    pytest.importorskip("pysat")
    puzzle = puzzles()[0]
    idle = next(play for play, found in ORACLE.effects(puzzle.position).items() if found.technique)
    for subject, value in (("dead", puzzle.solution.play.partition(": ")[2]), ("play", idle)):
        with pytest.raises(PuzzleError, match=f"do not entail this of {subject}"):
            KIND.reasons(puzzle, Step("", (), subject, forced=(value,)))


@settings(max_examples=examples(20))
@given(st.randoms(use_true_random=False))
def test_two_provers_see_the_effects_of_all_plays(random: Random) -> None:
    pytest.importorskip("pysat")
    puzzle = ORACLE.random(random)
    if puzzle is not None:
        position, found = puzzle.position, ORACLE.effects(puzzle.position)
        wanted = {play: (min(2, len(one.after)), one.after != one.before) for play, one in found.items()}
        by_sat = best_card_sat(tuple(position.maps.values()), position.hand or ()).effects
        for effects in (by_sat, effects_by_constraint(position)):
            assert {f"{colour}: {card}": tuple(one) for (colour, card), one in effects.items()} == wanted
