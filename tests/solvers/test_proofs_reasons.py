"""Reasons and clashes: they suffice, and nothing in them can be spared."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

import pytest
from proof_samples import sample

from solvers.tobago.facts import KINDS, parse_fact
from solvers.tobago.mystery import Conclusion, Mystery
from solvers.tobago.proofs import SatProver, csp_answers
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from solvers.tobago.mystery import Answer

pytest.importorskip("pysat")

MANY = 300


def only(mystery: Mystery, facts: Collection[int]) -> Mystery:
    """Return the mystery with some of its facts."""
    return replace(mystery, facts=tuple(mystery.facts[number] for number in sorted(facts)))


def fits(answer: Answer, conclusion: Conclusion) -> bool:
    """Tell whether a conclusion is true of an answer."""
    kind = KINDS.get(conclusion.subject)
    there = answer.landmarks[kind] if kind else (answer.treasures[conclusion.subject],)
    return set(conclusion.forced) <= set(there) and set(conclusion.removed).isdisjoint(there)


def follows(mystery: Mystery, conclusion: Conclusion) -> bool:
    """Tell whether a conclusion is true of all answers, by python-constraint2."""
    return all(fits(answer, conclusion) for answer in csp_answers(mystery, MANY))


def conclusions(random: Random, mystery: Mystery, answers: list[Answer]) -> Iterator[Conclusion]:
    """Yield conclusions that all these answers share, and some that they may not share."""
    names = mystery.setting.island.names
    for subject in mystery.subjects:
        removed = [n for n in names if all(fits(a, Conclusion(subject, removed=(n,))) for a in answers)]
        forced = [n for n in names if all(fits(a, Conclusion(subject, forced=(n,))) for a in answers)]
        yield Conclusion(subject, tuple(random.sample(removed, min(3, len(removed)))))
        yield Conclusion(subject, forced=tuple(forced))
        yield Conclusion(subject, (random.choice(names),), (random.choice(names),))


@pytest.fixture(scope="module")
def solvable() -> list[tuple[Mystery, list[Answer]]]:
    """Mysteries with all their answers, few enough to be listed."""
    random = Random("reasons")
    found = [(mystery, csp_answers(mystery, MANY)) for mystery in (sample(random, 36) for _ in range(40))]
    return [(mystery, answers) for mystery, answers in found if 0 < len(answers) < MANY]


def test_entails_agrees_with_all_answers(solvable: list[tuple[Mystery, list[Answer]]]) -> None:
    random, verdicts = Random(1), []
    for mystery, answers in solvable:
        with SatProver(mystery) as prover:
            for conclusion in conclusions(random, mystery, answers):
                verdicts.append(prover.entails(conclusion))
                assert verdicts[-1] == all(fits(answer, conclusion) for answer in answers)
    assert min(verdicts.count(True), verdicts.count(False)) > 20


def test_reasons_suffice_and_none_can_be_spared(solvable: list[tuple[Mystery, list[Answer]]]) -> None:
    random, seen = Random(2), 0
    for mystery, answers in solvable:
        with SatProver(mystery) as prover:
            for conclusion in conclusions(random, mystery, answers):
                if prover.entails(conclusion):
                    reasons = prover.reasons(conclusion)
                    seen += len(reasons) > 1
                    assert prover.entails(conclusion, reasons)
                    assert not any(prover.entails(conclusion, set(reasons) - {n}) for n in reasons)
    assert seen > 20


def test_python_constraint_confirms_reasons(solvable: list[tuple[Mystery, list[Answer]]]) -> None:
    random, confirmed = Random(3), 0
    for mystery, answers in solvable:
        with SatProver(mystery) as prover:
            for conclusion in conclusions(random, mystery, answers):
                if prover.entails(conclusion):
                    reasons = prover.reasons(conclusion)
                    few = len(csp_answers(only(mystery, reasons), MANY)) < MANY
                    confirmed += few
                    assert follows(only(mystery, reasons), conclusion)
    assert confirmed > 10


def test_preferred_facts_are_used_when_they_suffice() -> None:
    facts = tuple(map(parse_fact, ["brown: in jungle", "brown: not in lake", "brown: next to lake"]))
    mystery = Mystery(Setting(parse_drawing("J L S")), ("brown",), facts)
    no_lake = Conclusion("brown", removed=("b1",))
    with SatProver(mystery) as prover:
        assert [prover.reasons(no_lake, prefer=[number]) for number in range(3)] == [(0,), (1,), (2,)]
        assert prover.reasons(Conclusion("brown", forced=("a1",)), prefer=[1, 2]) == (0,)


def test_only_preferred_facts_are_used_when_they_suffice(
    solvable: list[tuple[Mystery, list[Answer]]],
) -> None:
    random, seen = Random(4), 0
    for mystery, answers in solvable:
        everything = range(len(mystery.facts))
        with SatProver(mystery) as prover:
            for conclusion in conclusions(random, mystery, answers):
                prefer = random.sample(everything, len(everything) // 2)
                if prover.entails(conclusion, prefer):
                    reasons = prover.reasons(conclusion, prefer)
                    seen += len(reasons) > 1
                    assert set(reasons) <= set(prefer)
    assert seen > 5


def test_reasons_of_what_does_not_follow_are_refused() -> None:
    with SatProver(Mystery(Setting(parse_drawing("J L S")), ("brown",), ())) as prover:
        with pytest.raises(ToolkitError, match="do not entail this of brown"):
            prover.reasons(Conclusion("brown", removed=("b1",)))
        assert (
            prover.reasons(Conclusion("huts", removed=("a1", "b1"))) == ()
        )  # there are none, without any fact


def test_a_clash_is_a_minimal_unsatisfiable_set() -> None:
    random, sizes = Random("clash"), []
    for mystery in (sample(random, 45) for _ in range(80)):
        with SatProver(mystery) as prover:
            clash = prover.clash()
            assert bool(clash) == (not prover.answers(1))
        sizes.append(len(clash))
        if clash:
            assert csp_answers(only(mystery, clash)) == []
            assert all(csp_answers(only(mystery, set(clash) - {number}), 1) for number in clash)
    assert sizes.count(0) > 10
    assert sum(size > 1 for size in sizes) > 5


def test_T5_no_fact_is_to_blame_when_landmarks_have_no_room() -> None:
    crowded = Mystery(
        Setting(parse_drawing("J J")), ("brown",), (parse_fact("brown: in jungle"),), {"hut": 2}
    )
    with SatProver(crowded) as prover:
        assert prover.answers() == []
        assert prover.clash() == ()
    assert csp_answers(crowded) == []
    one = replace(crowded, facts=(parse_fact("brown: in lake"),), missing={"hut": 1})
    with SatProver(one) as prover:
        assert prover.clash() == (0,)


def test_a_prover_can_be_asked_again(solvable: list[tuple[Mystery, list[Answer]]]) -> None:
    for mystery, answers in solvable:
        conclusion = Conclusion(mystery.subjects[0], removed=(mystery.setting.island.names[0],))
        with SatProver(mystery) as prover:
            before = prover.entails(conclusion), prover.clash()
            numbers = [len(prover.answers(limit)) for limit in (2, MANY, 2)]
            assert numbers == [min(2, len(answers)), len(answers), min(2, len(answers))]
            assert (prover.entails(conclusion), prover.clash()) == before


def test_an_answer_lists_known_and_found_landmarks_sorted() -> None:
    setting = Setting(parse_drawing("J J J J J J"), huts=["f1"])
    with SatProver(Mystery(setting, ("brown",), (), {"hut": 1})) as prover:
        found = {answer.landmarks["hut"] for answer in prover.answers(100)}
    assert found == {("a1", "f1"), ("b1", "f1")}
    assert set(prover.mystery.counts) == set(LANDMARKS)
