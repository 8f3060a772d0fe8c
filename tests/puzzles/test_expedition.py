"""Expeditions: each find opens a fact, in any order; nothing is found before python-sat says it follows."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from puzzle_samples import boxed, sample
from sizes import examples

from puzzles.collection import collection, expedition_of, expeditions_of_days
from puzzles.format.files import from_id, parse_puzzles, to_line
from puzzles.hints import hint
from puzzles.kinds import expedition as kind
from puzzles.kinds.expedition import KIND, found_in, open_with, turns, unfolds, wanted_in
from puzzles.puzzle import Marks, Puzzle, PuzzleError, certify, verify
from solvers.tobago.mystery import Conclusion, Mystery
from solvers.tobago.proofs import SatProver
from solvers.tobago.techniques import Engine
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Position

SHIPPED = collection("expedition")


def things(puzzle: Puzzle) -> set[tuple[str, str]]:
    """Return what is to be found: subject and hex, without what is given."""
    truth, known = KIND.truth(puzzle), puzzle.position.setting.landmarks
    given = {f"{landmark}s": set(cells) for landmark, cells in known.items()}
    return {(subject, name) for subject, names in truth.items() for name in names - given.get(subject, set())}


def provers_of(puzzle: Puzzle) -> dict[int, SatProver]:
    """Return for each number of open facts what python-sat says of them."""
    mystery = KIND.mystery(puzzle)
    told = (mystery.facts[:open_] for open_ in range(len(mystery.facts) + 1))
    return {
        len(facts): SatProver(Mystery(mystery.setting, mystery.treasures, facts, mystery.missing))
        for facts in told
    }


def entails(prover: SatProver, subject: str, name: str) -> bool:
    """Tell whether its facts say that something stands or lies on a hex."""
    try:
        prover.reasons(Conclusion(subject, forced=(name,)))
    except ToolkitError:
        return False
    return True


def marks_of(found: set[tuple[str, str]]) -> dict[str, Marks]:
    return {s: Marks(sure=frozenset(name for of, name in found if of == s)) for s, _ in found}


@pytest.mark.parametrize("level", [2, 4])
def test_a_find_is_what_the_open_facts_entail_and_each_opens_a_fact(level: int) -> None:
    pytest.importorskip("pysat")
    puzzle = SHIPPED[15 * level - 15]
    proven, wanted, facts = KIND.proven(puzzle), things(puzzle), len(puzzle.facts)
    provers = provers_of(puzzle)
    assert {(subject, name) for subject, names in proven.items() for name in names} == wanted
    start = len(KIND.seen(puzzle, {}).facts)
    assert start == facts - (len(wanted) - 1) >= 1
    for subject, name in wanted:
        first = proven[subject][name]
        assert entails(provers[first], subject, name)
        assert first == start or not entails(provers[first - 1], subject, name)


@pytest.mark.parametrize("level", [1, 3])
@settings(max_examples=examples(6))
@given(data=st.data())
def test_in_any_order_of_finding_everything_is_found(level: int, data: st.DataObject) -> None:
    puzzle = SHIPPED[15 * level - 15]
    mystery, found, wanted = KIND.mystery(puzzle), set[tuple[str, str]](), things(puzzle)
    proven, engine = KIND.proven(puzzle), Engine(KIND.mystery(puzzle))
    while found != wanted:
        seen = KIND.seen(puzzle, marks_of(found))
        assert seen.facts == puzzle.facts[: open_with(mystery, len(found))]
        state = engine.start()
        taking = engine.taking(range(KIND.hardest[level - 1] + 1), range(len(seen.facts)))
        assert engine.propagate(state, taking, taking)
        places = {
            ("huts", "palms", "statues")[slot]
            if slot < 3
            else mystery.treasures[slot - 6]: engine.frame.names_of(at)
            for slot, at in found_in(engine, state).items()
        }
        by_level = {(subject, name) for subject, names in places.items() for name in names}
        by_all = {
            (s, n) for s, names in proven.items() for n, first in names.items() if first <= len(seen.facts)
        }
        assert by_level <= by_all <= wanted
        found.add(data.draw(st.sampled_from(sorted(by_level - found))))


@pytest.mark.parametrize("level", range(1, KIND.levels + 1))
def test_no_fact_is_spare_and_the_level_is_what_it_takes(level: int) -> None:
    puzzle = SHIPPED[15 * level - 15]
    engine, grade = Engine(KIND.mystery(puzzle)), KIND.grade(puzzle)
    assert (grade.level, KIND.spare(puzzle)) == (level, ())
    assert unfolds(engine, KIND.hardest[level - 1])
    assert level == 1 or not unfolds(engine, KIND.hardest[level - 2])
    assert len([*turns(engine, KIND.hardest[level - 1])]) == wanted_in(engine.mystery)
    assert grade.measures["suppositions"] == 0
    twice = replace(puzzle, facts=(puzzle.facts[0], *puzzle.facts))
    assert set(KIND.spare(twice)) == {str(puzzle.facts[0])}


@pytest.mark.parametrize("level", [2, 4])
def test_a_trace_and_its_hints_look_only_at_what_is_open(level: int) -> None:
    pytest.importorskip("pysat")
    puzzle, found, known = SHIPPED[15 * level - 15], set[tuple[str, str]](), dict[str, Marks]()
    texts = [str(fact) for fact in puzzle.facts]
    trace, wanted = KIND.trace(puzzle), things(puzzle)
    assert trace.solved
    for step in trace.steps:
        open_ = texts[: len(KIND.seen(puzzle, known).facts)]
        assert {*step.facts} <= {*open_}
        hinted = hint(puzzle, known, 2).data["facts"]
        assert {*hinted} <= {*open_}
        before = known.get(step.subject, Marks())
        known[step.subject] = Marks(before.out | {*step.removed}, before.sure | {*step.forced})
        found |= {(step.subject, name) for name in step.forced} & wanted
    assert found == wanted
    assert hint(puzzle, known, 2).data == {"done": True}


def test_the_order_is_kept_by_files_and_ids_and_it_matters() -> None:
    puzzle = SHIPPED[0]
    assert from_id(puzzle.id).facts == puzzle.facts
    assert parse_puzzles(to_line(puzzle))[0] == puzzle
    stuck = [one for one in SHIPPED[:8] if not _unfolds_backwards(one)]
    assert stuck, "turned round, all orders lead to the end"
    backwards = replace(stuck[0], facts=stuck[0].facts[::-1])
    assert backwards.id != stuck[0].id
    assert KIND.answers(backwards) == [stuck[0].solution]
    with pytest.raises(PuzzleError, match="no grade"):
        KIND.grade(backwards)


def _unfolds_backwards(puzzle: Puzzle) -> bool:
    mystery = KIND.mystery(puzzle)
    return unfolds(Engine(replace(mystery, facts=mystery.facts[::-1])), KIND.hardest[-1])


def test_too_few_facts_are_refused() -> None:
    position = Position(setting=boxed(huts=()))
    with pytest.raises(PuzzleError, match=r"5 things are to be found with 1 facts: .* at least 5 are needed"):
        sample("expedition", position, "brown: next to hut")
    with pytest.raises(PuzzleError, match="no landmark is lost"):
        sample("expedition", Position(setting=boxed()))


def test_a_find_that_does_not_follow_has_no_certificate(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pysat")
    puzzle = SHIPPED[0]
    assert verify(puzzle) == []

    def hasty(engine: Engine, hardest: int) -> list[kind.Turn]:
        """Find everything in the first turn."""
        last = [*turns(engine, hardest)][-1]
        return [last._replace(open=open_with(engine.mystery, 0))]

    monkeypatch.setattr(kind, "turns", hasty)
    with pytest.raises(PuzzleError, match="python-sat by turns finds several answers"):
        certify(puzzle)


def test_the_order_of_a_day_comes_from_its_date_alone() -> None:
    monday = date(2026, 11, 23)
    week = [expedition_of(monday + timedelta(day)) for day in range(7)]
    assert [one.level for one in week] == [1, 2, 2, 3, 3, 4, 4]
    assert (week[5].unknown, week[6].unknown) == (None, ("hut", "palm", "statue"))
    assert len({(one.seed, one.island) for one in week}) == 7
    assert expedition_of(monday, "another").seed != week[0].seed


def test_a_day_has_the_same_expedition_whenever_and_with_whatever_it_is_made() -> None:
    pytest.importorskip("pysat")
    monday = date(2026, 11, 23)
    told = list[tuple[int, int]]()
    two = expeditions_of_days(monday - timedelta(7), 1, progress=lambda *done: told.append(done))
    assert told == [(0, 1), (1, 1)]
    (one,) = expeditions_of_days(monday, 1).values()
    assert one != two[monday - timedelta(7)]
    assert one.id == DAY
    with pytest.raises(PuzzleError, match="run past 9999-12-31"):
        expeditions_of_days(date(9999, 12, 30), 3)


DAY = "tobago1-expedition-IiQKdVUjAl5gD2KJIyWBwgRApGBoYKQJIw0Cl"
"""The ID of the expedition of one day: who changes how they are made changes all days, and says so."""
