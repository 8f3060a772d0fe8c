"""Best card: made, unique, graded, and answered step by step; dead cards stay dead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from random import Random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kind_oracles import cells, is_irreducible, left_by, three_of_each_level, true_marks
from sizes import examples

from puzzles.format.schema import Solution
from puzzles.kinds import kind_named
from puzzles.kinds.best_card import BestCard, best_card_sat, effects_by_constraint
from puzzles.puzzle import Marks, Puzzle, PuzzleError
from solvers.tobago.facts import parse_fact
from solvers.tobago.steps import Step
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import (
    COLOURS,
    Clue,
    Play,
    Position,
    TreasureMap,
    boxed_island,
    random_setting,
    reconstructed_deck,
)

KIND = BestCard()
ISLAND = boxed_island()
puzzles = partial(three_of_each_level, "best-card")


class Effect(NamedTuple):
    """The candidates of a map before and after a play, and whether an earlier clue contradicts it."""

    before: frozenset[str]
    after: frozenset[str]
    contradicted: bool

    @property
    def legal(self) -> bool:
        return bool(self.after) and self.after != self.before

    @property
    def technique(self) -> str:
        """The technique that rules the play out; none for a play that locates."""
        if self.contradicted:
            return "contradiction"
        if not self.after:
            return "nothing left"
        if self.after == self.before:
            return "nothing removed"
        return "several places" if len(self.after) > 1 else ""


def effect(position: Position, colour: str, card: Clue, cited: Sequence[Clue] | None = None) -> Effect:
    """Return what a play does, by plain sets; with `cited`, when only these clues lie on the map."""
    setting, treasure_map = position.setting, position.maps[colour]
    clues = treasure_map.clues if cited is None else cited
    before, holds = left_by(setting, clues) - set(treasure_map.removed), cells(setting, card)
    return Effect(before, before & holds, any(not cells(setting, clue) & holds for clue in clues))


def effects_of(position: Position) -> dict[str, Effect]:
    hand = position.hand or ()
    return {f"{c}: {card}": effect(position, c, card) for c in COLOURS for card in hand}


def answers_of(position: Position) -> list[tuple[str, str]]:
    """Return each locating play with each dead card."""
    effects = effects_of(position)
    locating = [play for play, found in effects.items() if found.legal and len(found.after) == 1]
    cards = [str(card) for card in position.hand or ()]
    dead = [card for card in cards if not any(effects[f"{colour}: {card}"].legal for colour in COLOURS)]
    return [(play, card) for play in locating for card in dead]


def test_T12_one_play_locates_and_one_card_is_dead() -> None:
    for puzzle in puzzles():
        assert answers_of(puzzle.position) == [(puzzle.solution.play, puzzle.solution.dead)]
        colour = puzzle.solution.play.partition(":")[0]
        assert puzzle.solution.treasures == {
            colour: str(*effects_of(puzzle.position)[puzzle.solution.play].after)
        }
        assert KIND.answers(puzzle) == [puzzle.solution]


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
                if (
                    treasure_map.marked and len(treasure_map.candidates) > 1 and random.random() < 0.2
                ):  # an amulet
                    gone = treasure_map.remove(random.choice(list(treasure_map.candidates)))
                    position = replace(position, maps={**position.maps, colour: gone})
            assert not any(treasure_map.verdict(dead).legal for treasure_map in position.maps.values())
        assert plays


def test_the_grade_is_of_the_level_that_was_asked_for() -> None:
    for puzzle in puzzles():
        grade = KIND.grade(puzzle)
        legal = sum(found.legal for found in effects_of(puzzle.position).values())
        assert grade.level == 1 + puzzles().index(puzzle) // 3
        assert grade.measures["plays"] == legal
        assert grade.measures["cards"] == sum(len(m.clues) for m in puzzle.position.maps.values())
        assert KIND.grade(replace(puzzle, solution=Solution())) == grade


def _true(position: Position, step: Step) -> bool:
    """Tell whether a step is right, and of the technique that it names."""
    effects = effects_of(position)
    legal = {play.partition(": ")[2] for play, found in effects.items() if found.legal}
    if step.subject == "dead":
        return legal.isdisjoint(step.forced) and legal.issuperset(step.removed)
    removed = all(effects[play].technique == step.technique for play in step.removed)
    return removed and all(effects[play].technique == "" for play in step.forced)


def test_every_step_is_true_and_the_trace_ends_at_the_answer() -> None:
    for puzzle in puzzles():
        trace = KIND.trace(puzzle)
        forced = {step.subject: set(step.forced) for step in trace.steps if step.forced}
        assert trace.solved
        assert forced == KIND.truth(puzzle)
        assert all(_true(puzzle.position, step) for step in trace.steps)
        ruled_out = {value for step in trace.steps for value in step.removed}
        asked = {value for subject in KIND.subjects(puzzle).values() for value in subject.values}
        assert ruled_out == asked - {puzzle.solution.play, puzzle.solution.dead}


def test_the_trace_goes_on_from_the_marks() -> None:
    for puzzle in puzzles()[::4]:
        marks = true_marks(puzzle, 0.5, seed=3)
        trace = KIND.trace(puzzle, marks)
        assert trace.solved
        assert not any(set(step.removed) & marks[step.subject].out for step in trace.steps)
        sure = {s: Marks(sure=values) for s, values in KIND.truth(puzzle).items()}
        assert KIND.trace(puzzle, sure).steps == ()
        half = KIND.trace(puzzle, {"dead": sure["dead"]})
        assert half.solved
        assert {step.subject for step in half.steps} == {"play"}


def test_false_marks_and_several_answers_end_in_no_solution() -> None:
    puzzle = puzzles()[0]
    marks = {"play": Marks(out=frozenset([puzzle.solution.play]))}
    assert not KIND.trace(puzzle, marks).solved
    hand = tuple(c for c in puzzle.position.hand or () if str(c) != puzzle.solution.dead)
    alive = replace(puzzle, position=replace(puzzle.position, hand=hand), solution=Solution())
    assert not KIND.trace(alive).solved
    assert KIND.answers(alive) == []


def _entailed(position: Position, step: Step, colour: str, cited: Sequence[Clue]) -> bool:
    """Tell whether some clues of one map alone entail what a step says of impossible plays there."""

    def found(value: str) -> Effect:
        return effect(position, colour, Clue.parse(value.partition(": ")[2] or value), cited)

    if step.subject == "dead":
        return all(not found(card).legal for card in step.forced)
    full = [effect(position, colour, Clue.parse(play.partition(": ")[2])) for play in step.forced]
    located = [found(play).after == one.after for play, one in zip(step.forced, full, strict=True)]
    return all(located) and all(not found(play).legal for play in step.removed)


@pytest.mark.parametrize("number", range(0, 15, 2))
def test_reasons_suffice_and_none_can_be_spared(number: int) -> None:
    puzzle = puzzles()[number]
    pytest.importorskip("pysat")
    position = puzzle.position
    for step in KIND.trace(puzzle).steps:
        reasons = KIND.reasons(puzzle, step)
        if step.technique in ("several places", "legal play"):  # possibilities: the whole map is needed
            assert reasons == step.facts
            continue
        about = (
            COLOURS
            if step.subject == "dead"
            else {play.partition(":")[0] for play in step.removed or step.forced}
        )
        for colour in about:
            cited = [Clue.parse(r.partition(": ")[2]) for r in reasons if r.startswith(f"{colour}:")]
            assert is_irreducible(cited, lambda c, s=step, m=colour: _entailed(position, s, m, c))


@pytest.mark.parametrize(
    ("subject", "removed", "forced"),
    [("play", ["play"], []), ("dead", ["dead"], []), ("dead", [], ["alive"]), ("play", [], ["idle"])],
)
def test_a_step_that_does_not_follow_has_no_reasons(
    subject: str, removed: list[str], forced: list[str]
) -> None:
    pytest.importorskip("pysat")
    puzzle = puzzles()[0]
    effects = effects_of(puzzle.position)
    values = {
        "play": puzzle.solution.play,
        "dead": puzzle.solution.dead,
        "alive": puzzle.solution.play.partition(": ")[2],
        "idle": next(play for play, found in effects.items() if found.technique),
    }
    step = Step("", (), subject, tuple(values[v] for v in removed), tuple(values[v] for v in forced))
    with pytest.raises(PuzzleError, match=f"do not entail this of {subject}"):
        KIND.reasons(puzzle, step)


@settings(max_examples=examples(20))
@given(st.randoms(use_true_random=False))
def test_three_provers_count_as_brute_force_does(random: Random) -> None:
    pytest.importorskip("pysat")
    setting = random_setting(ISLAND, seed=random.randrange(3))
    rest, maps = list(reconstructed_deck().kinds), {}
    random.shuffle(rest)
    for colour in COLOURS:
        clues = [rest.pop() for _ in range(random.randint(0, 3))]
        removed = random.sample(setting.island.names, random.choice([0, 60]))
        maps[colour] = TreasureMap(setting, colour, map(Play, clues), removed)
    position = Position(setting=setting, maps=maps, hand=tuple(rest[: random.randint(1, 5)]))
    if all(m.candidates for m in maps.values()):
        puzzle = Puzzle(kind=kind_named("best-card"), position=position)
        expected = answers_of(position)
        plays = {
            play: (min(2, len(e.after)), e.after != e.before) for play, e in effects_of(position).items()
        }
        for found in (
            best_card_sat(tuple(maps.values()), position.hand or ()).effects,
            effects_by_constraint(position),
        ):
            assert {f"{colour}: {card}": tuple(e) for (colour, card), e in found.items()} == plays
        assert set(KIND.provers(puzzle).values()) == {min(2, len(expected))}
        assert [(s.play, s.dead) for s in KIND.answers(puzzle, 99)] == expected
        assert KIND.trace(puzzle).solved == (len(expected) == 1)
        if len(expected) == 1:
            assert KIND.grade(puzzle).measures["cards"] == sum(len(m.clues) for m in maps.values())
        else:
            with pytest.raises(PuzzleError, match="no grade"):
                KIND.grade(puzzle)


def puzzle_of(solution: Solution | None = None, **changes: object) -> Puzzle:
    good = puzzles()[0]
    position = replace(good.position, **changes)  # type: ignore[arg-type]
    return Puzzle(kind=kind_named("best-card"), position=position, solution=solution or Solution())


def test_what_the_kind_cannot_use_is_refused() -> None:
    setting = puzzles()[0].position.setting
    card = Clue.parse("in lake")
    lost = TreasureMap(setting, "grey", [Play(card), Play(~card)])
    bad: dict[str, dict[str, object]] = {
        "needs a hand": {"hand": None},
        "'in lake' is in the hand twice": {"hand": (card, card)},
        "the grey map has no candidate left": {"maps": {"grey": lost}},
        "did you mean 'dead'|no dead 'in lakes'": {"solution": Solution(dead="in lakes")},
        "no play 'pink: in lake'": {"solution": Solution(play="pink: in lake")},
        "names no play that locates the treasure": {"solution": Solution(treasures={"grey": "A00"})},
        "'lie', which is not asked for": {"solution": Solution(lie="in lake")},
    }
    for problem, changes in bad.items():
        with pytest.raises(ToolkitError, match=problem):
            puzzle_of(**changes)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="clues on maps, not facts"):
        replace(puzzles()[0], facts=(parse_fact("brown: in lake"),))
