"""The provers against each other, against CP-SAT, clingo and brute force; reasons and clashes."""

import sys
from dataclasses import replace
from random import Random

import pytest
from exact_models import clingo_answers, cpsat_answers
from hypothesis import given, settings
from hypothesis import strategies as st
from mysteries import brute_force, random_mystery, sample, text_of
from sizes import examples
from strategies import tobago_settings

from solvers.tobago import ReferenceModel
from solvers.tobago.facts import KINDS, DistancesFact, TreasureFact, parse_fact
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from solvers.tobago.proofs import ProofLimit, SatProver, csp, csp_answers, time_limit
from solvers.tobago.proofs.sat import geometry_of, irreducible
from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import CLUES, Rules, Setting, boxed_island
from toolkit.games.tobago.placement import random_setting
from toolkit.hexmap import parse_drawing, random_island

pytest.importorskip("pysat")

MANY = 300


def sat_answers(mystery, limit=2):
    with SatProver(mystery) as prover:
        return prover.answers(limit)


PROVERS = {"sat": sat_answers, "csp": csp_answers, "cp-sat": cpsat_answers, "clingo": clingo_answers}


def texts(answers):
    return sorted(map(text_of, answers))


def mystery_of(drawing, *facts, missing=None, rules=None, **known):
    said = tuple(map(parse_fact, facts))
    return Mystery(Setting(parse_drawing(drawing), **known, rules=rules), ("brown",), said, missing or {})


def test_brute_force_finds_the_answers_of_all_provers():
    numbers = set()
    for seed in range(examples(20)):
        mystery = random_mystery(Random(f"brute {seed}"))
        every = texts(brute_force(mystery))
        numbers.add(min(len(every), 2))
        for name, prover in PROVERS.items():
            assert texts(prover(mystery, len(every) + 1)) == every, (seed, name)
    assert len(numbers) > 1


@pytest.mark.parametrize("prover", PROVERS.values(), ids=PROVERS)
def test_T5_T7_T8_what_is_easily_wrong(prover):
    """Each row: drawing, facts, missing, rules, known; subject, and where it may be."""
    inland, row, both = "J J J J\n J J J J\nJ J J J", "J J J J J J", ["huts: in lake", "brown: next to hut"]
    for drawing, facts, missing, rules, known, subject, places in [
        # landmarks to be found keep the gap, also from known ones that stand too close (T-5)
        (row, [], {"hut": 2}, {}, {}, "hut", {("a1", "e1"), ("a1", "f1"), ("b1", "f1")}),
        (row, [], {"hut": 1}, {}, {"huts": ["a1", "b1"]}, "hut", {("a1", "b1", "f1")}),
        # no statue is found on the coast, and no two landmarks on a hex (T-5)
        (inland, ["brown: in statue"], {"statue": 1}, {}, {}, "statue", {("b2",), ("c2",)}),
        ("J L", ["huts: in jungle", "palms: in jungle"], {"hut": 1, "palm": 1}, {}, {}, "hut", set()),
        # the own hex is a switch (T-7)
        ("J L J S", both, {"hut": 1}, {}, {}, "brown", {"a1", "c1"}),
        ("J L J S", both, {"hut": 1}, {"own_hex": "included"}, {}, "brown", {"a1", "b1", "c1"}),
        ("J J", ["brown: not next to hut"], {"hut": 2}, {"landmark_gap": 1}, {}, "brown", {"a1", "b1"}),
        ("J J", ["brown: next to hut"], {"hut": 2}, {"landmark_gap": 1}, {}, "brown", set()),
        # the distance over land is a switch (T-8)
        ("J . L J", ["brown: within 2 of lake"], {}, {}, {}, "brown", {"a1", "d1"}),
        ("J . L J", ["brown: within 2 of lake"], {}, {"distance": "overland"}, {}, "brown", {"d1"}),
    ]:
        mystery = mystery_of(drawing, *facts, missing=missing, rules=Rules(**rules), **known)
        found = prover(mystery, 100)
        assert {(a.treasures | a.landmarks)[subject] for a in found} == places, (drawing, facts, rules)


@pytest.mark.parametrize("prover", ["sat", "csp"])
def test_a_mystery_without_anything_to_find(prover):
    setting = Setting(parse_drawing("J L"), huts=["a1"])
    for fact, count in {
        "exactly 1 in jungle": 1,
        "exactly 0 in jungle": 0,
        "nearest 1 from b1": 1,
        "nearest 0 from b1": 0,
        "exactly 0 next to palm": 1,
        "exactly 2 in jungle": 0,
    }.items():
        assert len(PROVERS[prover](Mystery(setting, (), (parse_fact(f"huts: {fact}"),)), 2)) == count, fact


def test_the_box_with_all_landmarks_missing():
    full = random_setting(boxed_island(), 3)
    treasures = dict(zip(("brown", "white", "grey"), full.island.names[10::40], strict=True))
    facts = [
        TreasureFact(c, clue) for c, name in treasures.items() for clue in CLUES if name in full.cells(clue)
    ]
    for kind in full.landmarks:
        for centre in ("A00", "B32", "C55"):
            steps = tuple(sorted(full.distances(kind, centre)))
            facts += [DistancesFact(kind, steps, centre)]
    counts = {kind: len(cells) for kind, cells in full.landmarks.items()}
    mystery = Mystery(Setting(full.island), tuple(treasures), tuple(facts), counts)
    found = sat_answers(mystery, 50)
    assert Answer(treasures, {kind: tuple(cells) for kind, cells in full.landmarks.items()}) in found
    assert texts(csp_answers(mystery, 50)) == texts(found)


def test_a_search_without_end_is_given_up(monkeypatch):
    mystery = mystery_of("J J J J J", "brown: in hut", missing={"hut": 2}, rules=Rules(landmark_gap=0))
    assert len(csp_answers(mystery, 100)) == 20
    monkeypatch.setattr(csp, "LARGEST_SEARCH", 10)
    with pytest.raises(ProofLimit, match="tried 10 values"):
        csp_answers(mystery, 100)


def test_a_search_on_a_large_island_ends_in_time():
    """Ten lost landmarks on 900 hexes: without a limit it had not ended after 40 s."""
    random = Random(5)
    full = random_setting(random_island(random, 900), random)
    treasures = dict(zip(("brown", "white"), random.sample(full.island.names, 2), strict=True))
    facts = [TreasureFact(c, clue) for c, n in treasures.items() for clue in CLUES if n in full.cells(clue)]
    counts = {kind: len(cells) for kind, cells in full.landmarks.items()}
    mystery = Mystery(Setting(full.island), tuple(treasures), tuple(facts), counts)
    with time_limit(0.5), pytest.raises(ProofLimit, match="did not come to an end within"):
        csp_answers(mystery)


def test_a_missing_library_is_named_with_its_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    with pytest.raises(ToolkitError, match=r"tobago-toolkit\[proof\]"):
        SatProver(mystery_of("J L"))


# ---- reasons and clashes ----
def only(mystery, facts):
    """Return the mystery with some of its facts."""
    return replace(mystery, facts=tuple(mystery.facts[number] for number in sorted(facts)))


def fits(answer, conclusion):
    """Tell whether a conclusion is true of an answer."""
    kind = KINDS.get(conclusion.subject)
    there = answer.landmarks[kind] if kind else (answer.treasures[conclusion.subject],)
    return set(conclusion.forced) <= set(there) and set(conclusion.removed).isdisjoint(there)


def conclusions(random, mystery, answers):
    """Yield conclusions that all these answers share, and some that they may not share."""
    names = mystery.setting.island.names
    for subject in mystery.subjects:
        removed = [n for n in names if all(fits(a, Conclusion(subject, removed=(n,))) for a in answers)]
        forced = [n for n in names if all(fits(a, Conclusion(subject, forced=(n,))) for a in answers)]
        yield Conclusion(subject, tuple(random.sample(removed, min(3, len(removed)))))
        yield Conclusion(subject, forced=tuple(forced))
        yield Conclusion(subject, (random.choice(names),), (random.choice(names),))


def test_reasons_suffice_and_none_can_be_spared():
    """What all answers share is entailed, by the reasons too, by preferred ones where they are enough."""
    random, several, verdicts, preferred = Random("reasons"), 0, set(), 0
    for number in range(examples(12)):
        mystery = sample(Random(f"reasons {number}"), 36)
        answers = csp_answers(mystery, MANY)
        if not 0 < len(answers) < MANY:
            continue
        with SatProver(mystery) as prover:
            for conclusion in conclusions(random, mystery, answers):
                verdicts.add(prover.entails(conclusion))
                assert prover.entails(conclusion) == all(fits(answer, conclusion) for answer in answers)
                if not prover.entails(conclusion):
                    with pytest.raises(ToolkitError, match="do not entail this of"):
                        prover.reasons(conclusion)
                    continue
                reasons = prover.reasons(conclusion)
                several += len(reasons) > 1
                assert all(fits(a, conclusion) for a in csp_answers(only(mystery, reasons), MANY))
                assert not any(prover.entails(conclusion, set(reasons) - {n}) for n in reasons)
                prefer = random.sample(range(len(mystery.facts)), len(mystery.facts) // 2)
                if prover.entails(conclusion, prefer):
                    preferred += 1
                    assert set(prover.reasons(conclusion, prefer)) <= set(prefer)
    assert verdicts == {True, False}
    assert min(several, preferred) > 2


def test_preferred_facts_are_used_when_they_suffice():
    mystery = mystery_of("J L S", "brown: in jungle", "brown: not in lake", "brown: next to lake")
    no_lake = Conclusion("brown", removed=("b1",))
    with SatProver(mystery) as prover:
        assert [prover.reasons(no_lake, prefer=[number]) for number in range(3)] == [(0,), (1,), (2,)]
        assert prover.reasons(Conclusion("brown", forced=("a1",)), prefer=[1, 2]) == (0,)


def test_a_clash_is_a_minimal_unsatisfiable_set():
    sizes = []
    for number in range(examples(25)):
        mystery = sample(Random(f"clash {number}"), 45)
        with SatProver(mystery) as prover:
            clash = prover.clash()
            assert bool(clash) == (not prover.answers(1))
        sizes.append(len(clash))
        if clash:
            assert csp_answers(only(mystery, clash)) == []
            assert all(csp_answers(only(mystery, set(clash) - {number}), 1) for number in clash)
    assert 0 < sizes.count(0) < len(sizes)
    every = mystery_of("J L S", "brown: not in lake", "brown: not in jungle", "brown: not in scrubland")
    with SatProver(every) as prover:
        assert prover.clash() == (0, 1, 2)


def test_T5_no_fact_is_to_blame_when_landmarks_have_no_room():
    crowded = mystery_of("J J", "brown: in jungle", missing={"hut": 2})
    with SatProver(crowded) as prover:
        assert (prover.answers(), prover.clash()) == ([], ())
    assert csp_answers(crowded) == []
    with SatProver(mystery_of("J J", "brown: in lake", missing={"hut": 1})) as prover:
        assert prover.clash() == (0,)  # it is the fact that is to blame


# ---- the islands of the two provers ----
@settings(max_examples=examples(25))
@given(tobago_settings())
def test_T04a_T06_T08_both_islands_hold_the_clues_and_distances_of_the_rules(setting):
    names, geometry, model = setting.island.names, geometry_of(setting), ReferenceModel(setting)
    for clue in CLUES:
        assert geometry.cells(clue) == model.cells(clue) == set(setting.cells(clue)), str(clue)
    for one in names:
        by_rules = {other: found for other in names if (found := setting.distance(one, other)) is not None}
        assert geometry.steps(one) == by_rules
        for high in range(5):
            assert model.ring(one, 0, high) == {other for other, found in by_rules.items() if found <= high}
        for gap in range(4):
            near = {other for other in names if model.straight(one, other) < gap} - {one}
            assert set(geometry.closer(one, gap)) == near
    assert geometry.coast == set(setting.island.coast)


sets = st.lists(st.frozensets(st.integers(0, 7), max_size=4), max_size=4)


@given(sets, st.lists(st.integers(0, 7), unique=True), st.booleans())
def test_irreducible_items_are_enough_and_none_can_be_spared(enough_sets, items, narrow):
    def enough(some):
        return any(wanted <= set(some) for wanted in enough_sets)

    def core(some):
        if narrow:
            return next((wanted for wanted in enough_sets if wanted <= set(some)), None)
        return some if enough(some) else None

    found = irreducible(items, core)
    assert (found is not None) == enough(items)
    if found is not None:
        assert list(found) == [item for item in items if item in found]
        assert enough(found)
        assert not any(enough(set(found) - {item}) for item in found)
