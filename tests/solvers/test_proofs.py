"""The provers against each other, against CP-SAT, clingo and brute force; reasons and clashes."""

import sys
from dataclasses import replace
from itertools import product
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
from solvers.tobago.techniques import Engine
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
    """Return a mystery about the treasures that the facts name, if any."""
    colours = tuple(c for c in ("brown", "white") if any(c in fact for fact in facts))
    setting = Setting(parse_drawing(drawing), **known, rules=rules)
    return Mystery(setting, colours, tuple(map(parse_fact, facts)), missing or {})


ROW = "J J J L S S B B"  # a1 to h1
SQUARE = "J J L S\n B L J J\nS B B L\n L S J B"
PARTS = "J J . L S\n . . . . .\nB . S S"
RING = "J J J\n J . J\nL L S"
NO_GAP, GAP_3 = {"landmark_gap": 0}, {"landmark_gap": 3}

SAID = [
    # drawing, facts, missing, rules
    # own hexes (T-7): a treasure next to a hut is on no hut, and off a hut it may be
    (ROW, ["brown: next to hut"], {"hut": 2}, {"landmark_gap": 1}),
    (ROW, ["brown: next to hut", "brown: in lake"], {"hut": 2}, {"landmark_gap": 1}),
    (ROW, ["brown: within 2 of hut", "huts: exactly 2 in jungle", "brown: in jungle"], {"hut": 2}, NO_GAP),
    (ROW, ["brown: not next to hut", "huts: exactly 2 in jungle"], {"hut": 2}, {"landmark_gap": 1}),
    (ROW, ["brown: not next to hut", "brown: in lake"], {"hut": 2}, {"landmark_gap": 1}),
    (ROW, ["brown: not within 2 of hut", "brown: in beach"], {"hut": 2}, {"landmark_gap": 2}),
    (ROW, ["brown: next to hut", "brown: in lake"], {"hut": 2}, {"own_hex": "included", "landmark_gap": 1}),
    (ROW, ["brown: not next to hut", "brown: in lake"], {"hut": 1}, {"own_hex": "included"}),
    (ROW, ["brown: in hut", "brown: in scrubland"], {"hut": 1, "palm": 1}, {}),
    (ROW, ["brown: not in hut", "brown: in lake"], {"hut": 2}, {"landmark_gap": 1}),
    (ROW, ["brown: not in hut", "huts: exactly 1 in lake"], {"hut": 2}, {"landmark_gap": 2}),
    # spacing (T-5) against counts, and one landmark a hex
    (ROW, ["huts: exactly 2 in jungle", "huts: exactly 1 in lake"], {"hut": 3}, {"landmark_gap": 2}),
    (ROW, ["huts: exactly 1 in lake", "palms: exactly 1 in lake"], {"hut": 1, "palm": 1}, {}),
    (SQUARE, ["huts: exactly 1 within 1 of b2", "huts: exactly 1 within 1 of c3"], {"hut": 2}, GAP_3),
    # counts of one kind near another
    (SQUARE, ["huts: exactly 2 next to palm"], {"hut": 2, "palm": 1}, {"landmark_gap": 2}),
    (SQUARE, ["huts: exactly 0 within 2 of palm"], {"hut": 1, "palm": 2}, {"landmark_gap": 2}),
    (SQUARE, ["huts: exactly 1 next to palm", "palms: exactly 1 next to hut"], {"hut": 2, "palm": 2}, GAP_3),
    # all landmarks of a kind
    (SQUARE, ["huts: in beach, jungle"], {"hut": 2}, {"landmark_gap": 2}),
    (SQUARE, ["huts: at 1, 3 from b2"], {"hut": 2}, {"landmark_gap": 2}),
    (SQUARE, ["huts: at 0, 2 from b2"], {"hut": 2}, {"landmark_gap": 2}),
    (SQUARE, ["huts: nearest 2 from b2"], {"hut": 2}, {"landmark_gap": 2}),
    (SQUARE, ["huts: exactly 1 within 3 of a1"], {"hut": 2}, {"own_hex": "included", "landmark_gap": 2}),
    # over land (T-8): parts without a way, and round the ocean
    (PARTS, ["brown: within 2 of hut"], {"hut": 1}, {"distance": "overland"}),
    (PARTS, ["brown: not within 2 of hut", "brown: in lake"], {"hut": 1}, {"distance": "overland"}),
    (PARTS, ["huts: nearest 1 from d1"], {"hut": 2}, {"distance": "overland"}),
    (PARTS, ["huts: at 1, 1 from d1"], {"hut": 2}, {"distance": "overland"}),
    (RING, ["brown: within 2 of hut", "brown: in lake"], {"hut": 1}, {"distance": "overland"}),
    (RING, ["huts: exactly 1 next to palm"], {"hut": 1, "palm": 1}, {"distance": "overland"}),
    # landmarks to be found keep the gap, no two are on a hex, and no statue is found on the coast (T-5)
    ("J J J J J J", [], {"hut": 2}, {}),
    ("J J J J\n J J J J\nJ J J J", ["brown: in statue"], {"statue": 1}, {}),
    ("J L", ["huts: in jungle", "palms: in jungle"], {"hut": 1, "palm": 1}, {}),
    ("J L J S", ["huts: in lake", "brown: next to hut"], {"hut": 1}, {}),
    ("J L J S", ["huts: in lake", "brown: next to hut"], {"hut": 1}, {"own_hex": "included"}),
    ("J J", ["brown: not next to hut"], {"hut": 2}, {"landmark_gap": 1}),
    ("J J", ["brown: next to hut"], {"hut": 2}, {"landmark_gap": 1}),
    ("J . L J", ["brown: within 2 of lake"], {}, {}),
    ("J . L J", ["brown: within 2 of lake"], {}, {"distance": "overland"}),
]  # fmt: skip


def easily_wrong():
    """Yield mysteries in which a rule is easily wrong, and how many answers of each are compared."""
    for drawing, facts, missing, rules in SAID:
        yield mystery_of(drawing, *facts, missing=missing, rules=Rules(**rules)), MANY
    for known, clue, place in product(  # T-5: known landmarks may stand too close
        (["a1", "b1"], ["b1", "d1"], ["d1"]),
        ("not next to hut", "next to hut", "not within 2 of hut", "not in hut"),
        ("in largest jungle", "in lake"),
    ):
        yield mystery_of(ROW, f"brown: {clue}", f"brown: {place}", missing={"hut": 1}, huts=known), MANY
    wide = "\n".join([" ".join("J" * 16)] * 3)  # T-8: circles do not wrap around a wide island
    pairs = product((SQUARE, PARTS, RING), range(1, 8), ("", "not "), ("lattice", "overland"))
    for drawing, radius, negative, distance in (*pairs, *((wide, far, "", "lattice") for far in (4, 6, 9))):
        fact = f"brown {negative}within {radius} of white"
        yield mystery_of(drawing, fact, rules=Rules(distance=distance)), 3


def test_T5_T7_T8_all_engines_find_the_answers_of_brute_force():
    numbers = set()
    drawn = ((random_mystery(Random(f"brute {seed}")), MANY) for seed in range(examples(10)))
    for mystery, most in (*drawn, *easily_wrong()):
        every = texts(brute_force(mystery))
        assert texts(Engine(mystery).answers(10**6)) == every, mystery
        for name, prover in PROVERS.items():
            found = {*texts(prover(mystery, most))}
            assert len(found) == min(most, len(every)), (name, mystery)
            assert found <= set(every), (name, mystery)
        numbers.add(min(len(every), 2))
    assert numbers == {0, 1, 2}


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


def entails(mystery, conclusion):
    """Tell whether the facts leave no other possibility, by a prover that has heard of no others."""
    with SatProver(mystery) as prover:
        try:
            return prover.reasons(conclusion) is not None
        except ToolkitError as error:
            if f"do not entail this of {conclusion.subject}" not in str(error):
                raise
            return False


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
    for number in range(examples(8)):
        mystery = sample(Random(f"reasons {number}"), 36)
        answers = csp_answers(mystery, MANY)
        if not 0 < len(answers) < MANY:
            continue
        with SatProver(mystery) as prover:
            for conclusion in conclusions(random, mystery, answers):
                verdicts.add(entailed := all(fits(answer, conclusion) for answer in answers))
                assert entails(mystery, conclusion) == entailed
                if not entailed:
                    continue
                reasons = prover.reasons(conclusion)
                several += len(reasons) > 1
                assert all(fits(a, conclusion) for a in csp_answers(only(mystery, reasons), MANY))
                assert not any(entails(only(mystery, set(reasons) - {n}), conclusion) for n in reasons)
                prefer = random.sample(range(len(mystery.facts)), len(mystery.facts) // 2)
                if entails(only(mystery, prefer), conclusion):
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
        mystery = sample(Random(f"clash {number}"), 60)
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
