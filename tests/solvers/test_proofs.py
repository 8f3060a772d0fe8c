"""The provers against each other, against CP-SAT and clingo, and against brute force."""

from __future__ import annotations

import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from exact_models import clingo_answers, cpsat_answers
from mysteries import brute_force, random_mystery
from proof_samples import sample
from sizes import examples

from solvers.tobago.facts import DistancesFact, TreasureFact, parse_fact
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from solvers.tobago.proofs import ProofLimit, SatProver, csp, csp_answers
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import CLUES, Rules, Setting, boxed_island
from toolkit.games.tobago.placement import random_setting
from toolkit.hexmap import parse_drawing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from solvers.tobago.facts import Fact

pytest.importorskip("pysat")

MOST = 6
"""Answers that are listed; of more, only the number of answers found is compared."""


def sat_answers(mystery: Mystery, limit: int = 2) -> list[Answer]:
    with SatProver(mystery) as prover:
        return prover.answers(limit)


PROVERS: dict[str, Callable[[Mystery, int], list[Answer]]] = {
    "sat": sat_answers,
    "csp": csp_answers,
    "cp-sat": cpsat_answers,
    "clingo": clingo_answers,
}


def texts(answers: Iterable[Answer]) -> list[str]:
    return sorted(f"{sorted(a.treasures.items())} {sorted(a.landmarks.items())}" for a in answers)


def mystery_of(
    drawing: str,
    *facts: str,
    missing: dict[str, int] | None = None,
    rules: Rules | None = None,
    **known: list[str],
) -> Mystery:
    said: tuple[Fact, ...] = tuple(map(parse_fact, facts))
    return Mystery(Setting(parse_drawing(drawing), **known, rules=rules), ("brown",), said, missing or {})


@pytest.fixture(scope="module")
def samples() -> list[Mystery]:
    random = Random("four exact solvers")
    return [sample(random, facts) for facts in (4, 24, 36, 48, 60) for _ in range(8)]


def test_four_exact_solvers_find_the_same_answers(samples: list[Mystery]) -> None:
    for mystery in samples:
        found = {name: prover(mystery, MOST) for name, prover in PROVERS.items()}
        first = found["clingo"]
        assert {name: len(answers) for name, answers in found.items()} == dict.fromkeys(PROVERS, len(first))
        assert all(mystery.holds(answer) for answers in found.values() for answer in answers)
        assert all(len(set(texts(answers))) == len(answers) for answers in found.values())
        if len(first) < MOST:
            assert all(texts(answers) == texts(first) for answers in found.values())


def test_the_samples_hold_everything(samples: list[Mystery]) -> None:
    numbers = Counter(min(len(sat_answers(mystery)), 2) for mystery in samples)
    assert all(numbers[number] >= 4 for number in (0, 1, 2))
    assert len({type(fact) for mystery in samples for fact in mystery.facts}) == 7
    assert len({(m.setting.rules.own_hex, m.setting.rules.distance) for m in samples}) == 4
    assert any(len(m.missing) == 3 and min(m.missing.values()) > 0 for m in samples)


def test_brute_force_finds_the_same_answers() -> None:
    for seed in range(examples(25)):
        mystery = random_mystery(Random(f"brute {seed}"))
        every = texts(brute_force(mystery))
        assert texts(sat_answers(mystery, len(every) + 1)) == every, seed
        assert texts(csp_answers(mystery, len(every) + 1)) == every, seed


@pytest.mark.parametrize("prover", PROVERS)
def test_T5_spacing_binds_landmarks_that_are_to_be_found(prover: str) -> None:
    row = "J J J J J J"
    free = mystery_of(row, missing={"hut": 2}, rules=Rules(landmark_gap=4))
    huts = {answer.landmarks["hut"] for answer in PROVERS[prover](free, 100)}
    assert huts == {("a1", "e1"), ("a1", "f1"), ("b1", "f1")}
    beside = mystery_of(row, missing={"hut": 1}, rules=Rules(landmark_gap=4), huts=["a1", "b1"])
    assert {answer.landmarks["hut"] for answer in PROVERS[prover](beside, 100)} == {("a1", "b1", "f1")}


@pytest.mark.parametrize("prover", PROVERS)
def test_T5_a_statue_is_not_found_on_the_coast_nor_two_landmarks_on_a_hex(prover: str) -> None:
    inland = mystery_of("J J J J\n J J J J\nJ J J J", "brown: in statue", missing={"statue": 1})
    found = PROVERS[prover](inland, 100)
    assert {answer.landmarks["statue"] for answer in found} == {("b2",), ("c2",)}
    both = mystery_of("J L", "huts: in jungle", "palms: in jungle", missing={"hut": 1, "palm": 1})
    assert PROVERS[prover](both, 100) == []


@pytest.mark.parametrize("prover", PROVERS)
def test_T7_own_hex_is_a_switch_for_unknown_landmarks_too(prover: str) -> None:
    def treasures(own_hex: str) -> set[str]:
        rules = Rules(own_hex=own_hex)  # type: ignore[arg-type]  # one of two words
        facts = ("huts: in lake", "brown: next to hut")
        mystery = mystery_of("J L J S", *facts, missing={"hut": 1}, rules=rules)
        return {answer.treasures["brown"] for answer in PROVERS[prover](mystery, 100)}

    assert treasures("excluded") == {"a1", "c1"}
    assert treasures("included") == {"a1", "b1", "c1"}


@pytest.mark.parametrize("prover", PROVERS)
def test_T7_a_treasure_on_a_hut_is_not_next_to_the_hut_beside_it(prover: str) -> None:
    def treasures(clue: str) -> list[str]:
        mystery = mystery_of("J J", f"brown: {clue}", missing={"hut": 2}, rules=Rules(landmark_gap=1))
        return sorted(answer.treasures["brown"] for answer in PROVERS[prover](mystery, 100))

    assert treasures("not next to hut") == ["a1", "b1"]
    assert treasures("next to hut") == []


@pytest.mark.parametrize("prover", PROVERS)
def test_T8_distance_over_land_is_a_switch(prover: str) -> None:
    def treasures(distance: str) -> set[str]:
        rules = Rules(distance=distance)  # type: ignore[arg-type]  # one of two words
        mystery = mystery_of("J . L J", "brown: within 2 of lake", rules=rules)
        return {answer.treasures["brown"] for answer in PROVERS[prover](mystery, 100)}

    assert treasures("lattice") == {"a1", "d1"}
    assert treasures("overland") == {"d1"}


@pytest.mark.parametrize("prover", ["sat", "csp"])
def test_a_mystery_without_anything_to_find(prover: str) -> None:
    def count(fact: str) -> int:
        setting = Setting(parse_drawing("J L"), huts=["a1"])
        return len(PROVERS[prover](Mystery(setting, (), (parse_fact(fact),)), 2))

    assert [count("huts: exactly 1 in jungle"), count("huts: exactly 0 in jungle")] == [1, 0]
    assert [count("huts: nearest 1 from b1"), count("huts: nearest 0 from b1")] == [1, 0]
    assert [count("huts: exactly 0 next to palm"), count("huts: exactly 1 next to palm")] == [1, 0]
    assert [count("huts: exactly 0 in lake"), count("huts: exactly 2 in jungle")] == [1, 0]


def test_the_box_with_all_landmarks_missing() -> None:
    full = random_setting(boxed_island(), 3)
    treasures = dict(zip(("brown", "white", "grey"), full.island.names[10::40], strict=True))
    facts: list[Fact] = [
        TreasureFact(colour, clue)
        for colour, name in treasures.items()
        for clue in CLUES
        if name in full.cells(clue)
    ]
    for kind in full.landmarks:
        for centre in ("A00", "B32", "C55"):
            steps = (step for step in full.distances(kind, centre) if step is not None)
            facts.append(DistancesFact(kind, tuple(sorted(steps)), centre))
    counts = {kind: len(cells) for kind, cells in full.landmarks.items()}
    mystery = Mystery(Setting(full.island), tuple(treasures), tuple(facts), counts)
    found = sat_answers(mystery, 50)
    assert Answer(treasures, {kind: tuple(cells) for kind, cells in full.landmarks.items()}) in found
    assert texts(csp_answers(mystery, 50)) == texts(found)


def test_sat_looks_at_no_mask(samples: list[Mystery], monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the prover is to be independent of the compiled clues")

    expected = [len(csp_answers(mystery)) for mystery in samples[:20]]
    for name in ("masks", "cells", "candidates"):
        monkeypatch.setattr(Setting, name, refuse)
    for name in ("largest", "regions", "dilate", "near_ocean", "terrain_cells", "overland_steps"):
        monkeypatch.setattr(type(samples[0].setting.island), name, refuse)
    assert [len(sat_answers(mystery)) for mystery in samples[:20]] == expected


def test_a_search_without_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    mystery = mystery_of("J J J J J", "brown: in hut", missing={"hut": 2}, rules=Rules(landmark_gap=0))
    assert len(csp_answers(mystery, 100)) == 20
    monkeypatch.setattr(csp, "LARGEST_SEARCH", 10)
    with pytest.raises(ProofLimit, match="tried 10 values"):
        csp_answers(mystery, 100)


def test_a_missing_library_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(ToolkitError, match=r"tobago-toolkit\[proof\]"):
        SatProver(mystery_of("J L"))


def test_a_subject_or_hex_that_does_not_exist_is_named() -> None:
    with SatProver(mystery_of("J L")) as prover:
        with pytest.raises(ToolkitError, match="'brwn'; did you mean 'brown'"):
            prover.entails(Conclusion("brwn", removed=("a1",)))
        with pytest.raises(ToolkitError, match="no hex 'z9'"):
            prover.reasons(Conclusion("brown", removed=("z9",)))
