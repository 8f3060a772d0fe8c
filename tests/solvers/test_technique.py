"""Facts, and the rule engine against brute force and the provers."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from meaning import any_facts
from mysteries import brute_force, random_mystery, seeds, text_of
from sizes import examples

from solvers.tobago.facts import FactError, parse_fact
from solvers.tobago.mystery import Conclusion, Mystery
from solvers.tobago.proofs import SatProver
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import (
    COUNTS,
    CROWDING,
    NESTED,
    REACH,
    RELATIONS,
    SINGLE_CLUE,
    SPACING,
    TWO_SIDED,
    MysteryReasoning,
    Search,
)
from solvers.tobago.techniques.rules import SETTLED
from toolkit.games.tobago import Rules, Setting
from toolkit.hexmap import parse_drawing


@given(any_facts(st.from_regex("[A-Ca-z]{1,2}[0-9]{1,2}", fullmatch=True)))
def test_a_fact_reads_back_from_its_text(fact):
    assert parse_fact(str(fact)) == fact


CANONICAL = [
    ("BROWN:  Next TO hut", "brown: next to hut"),
    ("Huts: EXACTLY 2 in Jungle", "huts: exactly 2 in jungle"),
    ("huts: Exactly 1 Within 2 OF B32", "huts: exactly 1 within 2 of B32"),
    ("huts: in lake , jungle,beach", "huts: in beach, jungle, lake"),
    ("palms: at 5,1 , 3 from c4", "palms: at 1, 3, 5 from c4"),
    ("White NOT within 2 of Black", "white not within 2 of black"),
]


def test_canonical_text():
    for text, canonical in CANONICAL:
        assert str(parse_fact(text)) == canonical


NO_FACT = [
    ("", "expected a subject"),
    ("browm: in lake", "did you mean 'brown'"),
    ("huts: about 2 in lake", "did you mean 'at'|cannot follow"),
    ("huts: exactly 2 not in lake", "without 'not'"),
    ("huts: exactly 1 next to hut", r"T-5"),
    ("huts: in lake, jungel", "did you mean 'jungle'"),
    ("huts: exactly 1 within 0 of B32", "the radius is 1 or more"),
    ("huts: nearest 100 from B32", "farther than 99"),
    ("white within 2 of white", "two different treasures"),
    ("white within 2 of blakc", "did you mean 'black'"),
]


def test_what_is_no_fact():
    for text, problem in NO_FACT:
        with pytest.raises(FactError, match=problem):
            parse_fact(text)


# ---- The rule engine against brute force and the provers, and each rule by itself ----


STRIP = "J J J L S S B B B J"  # a1 to j1 in a row
IN_LAKE = ["brown: next to hut", "brown: in lake"]
TWO_IN_LAKE = ["brown: in lake", "white: in lake", "white within 2 of brown"]
IN_JUNGLE = ["brown: in jungle", "brown: within 2 of lake"]
TWO_APART = [*IN_JUNGLE, "huts: exactly 1 within 1 of d1", "brown: within 2 of hut", "brown: not next to hut"]
TWO_ON_THREE = ["huts: exactly 2 in beach", "huts: exactly 1 in lake"]  # beach is g1 to i1: not on h1
PALM_BY_HUT = ["huts: exactly 1 next to palm", "palms: exactly 1 in lake", "huts: exactly 0 in jungle"]


def strip(facts, treasures=("brown",), rules=None, missing=None, **known):
    """Return an engine on ten hexes in a row (a1 to j1): what is near what is easily seen."""
    setting = Setting(parse_drawing(STRIP), **known, rules=rules)
    return Engine(Mystery(setting, treasures, tuple(map(parse_fact, facts)), missing or {}))


def trace(engine, start=None, hardest=NESTED):
    return MysteryReasoning(engine, start).trace(TECHNIQUES[: hardest + 1])


def fired(engine):
    """Return, for each technique of the trace, what its steps removed and forced by subject."""
    return [(s.technique, s.subject, s.removed, s.forced) for s in trace(engine).steps]


@given(seed=seeds)
@settings(max_examples=examples(10))
def test_answers_are_those_of_brute_force(seed):
    mystery = random_mystery(Random(seed))
    engine, wanted = Engine(mystery), sorted(map(text_of, brute_force(mystery)))
    assert sorted(map(text_of, engine.answers(10**6))) == wanted
    assert len(Search(engine, engine.all, 10**6).run()) == len(wanted)  # no technique loses any


@given(seed=seeds)
@settings(max_examples=examples(8))
def test_every_step_of_a_trace_is_entailed_by_the_facts(seed):
    mystery = random_mystery(Random(seed))
    found = trace(Engine(mystery))
    with SatProver(mystery) as prover:
        some = bool(prover.answers(1))
        for step in found.steps:
            prover.reasons(
                Conclusion(step.subject, step.removed, step.forced)
            )  # raises where they entail it not
            if not some and not step.removed and not step.forced:
                break  # the contradiction: nothing follows it
    assert not (found.solved and not some)


@given(seed=seeds)
@settings(max_examples=examples(10))
def test_harder_techniques_never_solve_less(seed):
    engine = Engine(random_mystery(Random(seed)))
    assume(engine.answers(1))  # facts that clash may look solved to those who do not notice
    solved = [engine.solves(hardest) for hardest in range(len(TECHNIQUES))]
    assert solved == sorted(solved)


BY_THEMSELVES = [
    # the technique that is needed; facts, what is missing, known, rules; of what, its places by all answers
    (SINGLE_CLUE, ["brown: in jungle", "brown: next to lake"], {}, {}, {}, "brown", ["c1"]),
    (SPACING, [], {"hut": 1}, {"huts": ["e1"], "palms": ["a1"]}, {}, "hut", ["e1 i1", "e1 j1"]),  # T-5
    (
        COUNTS,
        ["huts: exactly 1 in lake", "huts: exactly 1 in beach"],
        {"hut": 2},
        {},
        {},
        "hut",
        ["d1 h1", "d1 i1"],
    ),
    (REACH, [*IN_LAKE, "huts: exactly 0 in jungle"], {"hut": 1}, {}, {}, "hut", ["e1"]),
    (REACH, IN_LAKE, {"hut": 1}, {}, {}, "hut", ["c1", "e1"]),  # T-7: a treasure next to a hut is not on it
    (REACH, IN_LAKE, {"hut": 1}, {}, {"own_hex": "included"}, "hut", ["c1", "d1", "e1"]),
    (RELATIONS, PALM_BY_HUT, {"hut": 1, "palm": 1}, {}, {}, "hut", ["e1"]),
    (REACH, TWO_IN_LAKE, {}, {}, {}, "white", []),  # T-7: two treasures within a radius do not share a hex
    (SINGLE_CLUE, TWO_IN_LAKE, {}, {}, {"own_hex": "included"}, "white", ["d1"]),
    (TWO_SIDED, TWO_APART, {"hut": 1}, {}, {}, "brown", ["c1"]),  # b1 has its places next to it, c1 has e1
    (CROWDING, TWO_ON_THREE, {"hut": 3}, {}, {"landmark_gap": 2}, "hut", ["d1 g1 i1"]),
]


def test_T5_T7_each_technique_finds_what_the_easier_ones_do_not():
    for technique, facts, missing, known, rules, subject, places in BY_THEMSELVES:
        colours = tuple(c for c in ("brown", "white") if any(f.startswith(c) for f in facts))
        engine = strip(facts, colours, Rules(**rules), missing, **known)
        found = {
            (a.landmarks | {c: (n,) for c, n in a.treasures.items()})[subject] for a in engine.answers(9)
        }
        assert sorted(map(" ".join, found)) == places, facts
        if len(places) == 1:
            assert [engine.solves(technique - 1), engine.solves(technique)] == [False, True], facts


def test_what_techniques_say():
    jungle = fired(strip(["brown: in jungle", "brown: next to lake"]))
    assert jungle[0] == ("single clue", "brown", ("d1", "e1", "f1", "g1", "h1", "i1"), ())
    apart = fired(strip([], (), missing={"hut": 1}, huts=["e1"], palms=["a1"]))
    assert ("spacing", "huts", ("a1", "b1", "c1", "d1", "f1", "g1", "h1"), ()) in apart
    counted = fired(strip(["huts: exactly 1 in lake", "huts: exactly 1 in beach"], (), missing={"hut": 2}))
    assert ("counts", "huts", (), ("d1",)) in [(t, s, (), f) for t, s, _, f in counted]


def test_marks_of_a_solver_are_a_start():
    engine = strip(["brown: in jungle"])
    state = engine.start()
    state[engine.treasure_slots[0]] = engine.frame.mask_of(["a1", "d1"])
    (step,) = trace(engine, state).steps
    assert (step.removed, step.forced) == (("d1",), ("a1",))


def test_a_clash_ends_the_trace_with_what_is_impossible():
    found = trace(strip(["brown: in lake", "brown: in jungle"]))
    assert not found.solved
    assert (found.steps[-1].subject, found.steps[-1].removed, found.steps[-1].forced) == ("brown", (), ())


@given(seed=seeds)
@settings(max_examples=examples(10))
def test_settled_rules_change_nothing_when_they_run_again(seed):
    engine = Engine(random_mystery(Random(seed)))
    state, pending = engine.start(), list(engine.constraints)
    while pending:
        constraint = pending.pop()
        changed = constraint.rule(engine.tables, state, constraint)
        if changed < 0:
            break
        if changed:
            pending += [other for other in engine.constraints if other.reads & changed]
        if constraint.rule in SETTLED:
            again = state[:]
            assert constraint.rule(engine.tables, again, constraint) == 0
            assert again == state
