"""Lost landmarks: made at every level, minimal, unique, and graded by what the engine needs."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from meaning import holds

from puzzles.collection import collection
from puzzles.cutting import Cutter, bearable, cost, look_of
from puzzles.format.files import read_puzzles
from puzzles.kinds import kind_named
from puzzles.kinds.lost_landmarks import LostLandmarks
from puzzles.puzzle import LEVELS, Marks, Puzzle, Wanted
from puzzles.truth import true_facts
from solvers.tobago.facts import parse_fact
from solvers.tobago.mystery import Mystery
from solvers.tobago.steps import Step, Trace
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import COUNTS, SUPPOSE
from toolkit.games.tobago import Position, Setting, boxed_island, placement_faults, random_setting
from toolkit.games.tobago.clues import LANDMARKS

KIND = LostLandmarks()
ISLAND = boxed_island()


@pytest.fixture(scope="module")
def made():
    """Return one puzzle of each level with lost huts and two treasures; the hardest takes long to make."""
    hardest = len(LEVELS)
    shipped = [puzzle for puzzle in collection("lost-landmarks") if puzzle.grade.level == hardest]
    found = {hardest: min(shipped, key=lambda puzzle: puzzle.grade.effort)}
    for level in range(1, hardest):
        order = Wanted(level, treasures=2, unknown=("hut",))
        attempts = (KIND.make(ISLAND, order, Random(f"{level}/{n}")) for n in range(60))
        found[level] = next(puzzle for puzzle in attempts if puzzle)
    return found


@pytest.mark.parametrize("level", range(1, 6))
def test_a_puzzle_is_minimal_unique_and_of_the_level_that_the_engine_needs(made, level):
    puzzle, engine = made[level], Engine(KIND.mystery(made[level]))
    assert KIND.answers(puzzle) == [puzzle.solution]
    assert placement_faults(puzzle.solved_setting) == []
    assert all(holds(fact, puzzle.solved_setting, puzzle.solution.treasures) for fact in puzzle.facts)
    assert KIND.spare(puzzle) == ()
    truth = true_facts(puzzle.solved_setting, puzzle.solution.treasures, ("hut",), Random(1))
    assert level == 5 or KIND.spare(replace(puzzle, facts=(*puzzle.facts, further(puzzle, truth))))
    assert engine.solves(KIND.hardest[level - 1])
    assert level == 1 or not engine.solves(KIND.hardest[level - 2])
    grade, trace = KIND.grade(puzzle), KIND.trace(puzzle)
    assert trace.solved
    assert (grade.level, grade.steps, grade.rounds) == (level, len(trace.steps), len(trace.open))
    assert 0 < grade.bottleneck <= 1
    assert grade.hardest.overall == max((step.technique for step in trace.steps), key=TECHNIQUES.index)
    assert grade.measures["facts"] == len(puzzle.facts)
    if level == 4:  # the needed techniques are those without which it gets stuck
        hardest = TECHNIQUES.index(grade.hardest.overall)
        for number in range(hardest + 1):
            rest = engine.taking(n for n in range(len(TECHNIQUES)) if n != number)
            assert (TECHNIQUES[number] in grade.needs) is not engine.solves(hardest, rest)


def further(puzzle, truth):
    """Return a true fact about a treasure that the puzzle does not need."""
    colour = next(iter(puzzle.solution.treasures))
    return next(fact for fact in truth if str(fact).startswith(colour) and fact not in puzzle.facts)


def test_what_is_ordered_is_unknown():
    for unknown, treasures in ((("palm",), 1), (("hut", "statue"), 3), (LANDMARKS, 4)):
        order = Wanted(2, treasures=treasures, unknown=unknown)
        puzzle = next(filter(None, (KIND.make(ISLAND, order, Random(f"{n}")) for n in range(9))))
        subjects, known = KIND.subjects(puzzle), puzzle.position.setting.landmarks
        assert set(subjects) - set(puzzle.solution.treasures) == {f"{kind}s" for kind in unknown}
        assert len(puzzle.solution.treasures) == treasures
        assert {kind for kind, cells in known.items() if not cells} == set(unknown)
        assert {s: len(v) for s, v in KIND.truth(puzzle).items()} == {s: v.count for s, v in subjects.items()}


def test_a_trace_goes_on_from_marks(made):
    puzzle, random, truth = made[4], Random(5), KIND.truth(made[4])
    for share in (0.3, 1.0):
        wrong = {subject: [n for n in ISLAND.names if n not in right] for subject, right in truth.items()}
        out = {
            subject: frozenset(n for n in names if random.random() < share)
            for subject, names in wrong.items()
        }
        trace = KIND.trace(puzzle, {subject: Marks(out=names) for subject, names in out.items()})
        assert trace.solved
        for step in trace.steps:
            assert not (out[step.subject] | truth[step.subject]) & set(step.removed)
        assert bool(trace.steps) is (share < 1) or all(step.forced for step in trace.steps)
    assert KIND.trace(puzzle, {s: Marks(sure=v) for s, v in truth.items()}).steps == ()


def test_some_landmarks_may_be_given():
    setting = Setting(ISLAND, huts=["B23", "A34"], palms=["B45", "A00", "C43"], statues=["A23", "B22", "C21"])
    facts = tuple(map(parse_fact, ["huts: exactly 2 within 3 of C21", "brown: next to hut"]))
    puzzle = Puzzle(kind=kind_named("lost-landmarks"), position=Position(setting=setting), facts=facts)
    assert KIND.mystery(puzzle).missing == {"hut": 2}
    for found in KIND.answers(puzzle, 20):
        assert {"B23", "A34"} < set(found.huts)


def test_all_true_facts_hold():
    setting, treasures = random_setting(ISLAND, 3), {"brown": "A22", "white": "C31"}
    facts = true_facts(setting, treasures, LANDMARKS, Random(3))
    assert len(facts) > 200
    assert [str(fact) for fact in facts if not holds(fact, setting, treasures)] == []


def test_targets_that_no_fact_can_pin_are_refused():
    setting = random_setting(ISLAND, 3)
    known = {f"{kind}s": cells for kind, cells in setting.landmarks.items() if kind != "hut"}
    pool = tuple(map(parse_fact, ["brown: in jungle"]))
    mystery = Mystery(Setting(ISLAND, **known), ("brown",), pool, {"hut": 4})
    assert Cutter(mystery, SUPPOSE, None, Random(1)).cut() is None


def test_repetition_costs_and_negatives_are_welcome():
    plain = [parse_fact(f"brown: in {thing}") for thing in ("jungle", "lake", "river")]
    mixed = [parse_fact(text) for text in ("brown: in jungle", "brown: next to lake", "white: in river")]
    negative = [*mixed[:2], parse_fact("white: not in river")]
    assert cost(negative) < cost(mixed) < cost(plain)
    assert [look_of(fact)[1] for fact in negative] == [False, False, True]


def supposing(lines: int) -> Step:
    """Return a supposition that is told in so many lines."""
    return Step(
        "suppose", (), "huts", supposed=("huts", "A00"), story=(Step("counts", (), "huts"),) * (lines - 2)
    )


def test_suppositions_are_few_and_their_stories_short():
    """At most 8, none of more than 12 lines; one within another counts with all its lines."""
    inner = replace(supposing(12), story=(supposing(10),))
    for steps, fine in (
        ([supposing(12)] * 8, True),
        ([supposing(3)] * 9, False),
        ([supposing(13)], False),
        ([inner], True),
        ([replace(inner, story=(supposing(11),))], False),
    ):
        assert bearable(Trace(tuple(steps), (), solved=True)) is fine
        assert not bearable(Trace(tuple(steps), (), solved=False))


def test_puzzles_of_the_hardest_level_need_a_supposition_and_are_no_drudgery():
    for puzzle in collection("lost-landmarks"):
        if puzzle.grade.level == len(LEVELS):
            assert puzzle.grade.hardest.overall == "suppose"
            assert 1 <= puzzle.grade.measures["suppositions"] <= 8
            assert bearable(KIND.trace(puzzle))


def test_each_example_of_a_technique_needs_it():
    examples = read_puzzles("examples/techniques.jsonl")
    shown = [puzzle.grade.hardest.overall for puzzle in examples]
    assert shown == list(TECHNIQUES[COUNTS:])
    for puzzle, name in zip(examples, shown, strict=True):
        assert name in puzzle.grade.needs
        assert KIND.spare(puzzle) == ()
