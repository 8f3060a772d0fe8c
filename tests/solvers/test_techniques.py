"""The rule engine against brute force and the provers, and each rule by itself."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from mysteries import brute_force, random_mystery, seeds, text_of
from sizes import examples

from solvers.tobago.facts import FactError, parse_fact
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from solvers.tobago.proofs import SatProver, csp_answers
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.compiling import (
    COUNTS,
    NESTED,
    REACH,
    RELATIONS,
    SINGLE_CLUE,
    SPACING,
    SUPPOSE,
)
from solvers.tobago.techniques.rules import SETTLED
from solvers.tobago.techniques.tracing import MysteryReasoning
from toolkit.games.tobago import Rules, Setting
from toolkit.hexmap import parse_drawing

pytest.importorskip("pysat")

STRIP = "J J J L S S B B B J"  # a1 to j1 in a row


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
@settings(max_examples=examples(15))
def test_answers_are_those_of_brute_force(seed):
    mystery = random_mystery(Random(seed))
    wanted = sorted(map(text_of, brute_force(mystery)))
    assert sorted(map(text_of, Engine(mystery).answers(10**6))) == wanted


@given(seed=seeds)
@settings(max_examples=examples(20))
def test_three_engines_count_the_same_answers(seed):
    mystery = random_mystery(Random(seed))
    with SatProver(mystery) as prover:
        by_sat = prover.answers(3)
    counts = {len(Engine(mystery).answers(3)), len(by_sat), len(csp_answers(mystery, 3))}
    assert len(counts) == 1


@given(seed=seeds)
@settings(max_examples=examples(12))
def test_every_step_of_a_trace_is_entailed_by_the_facts(seed):
    mystery = random_mystery(Random(seed))
    found = trace(Engine(mystery))
    with SatProver(mystery) as prover:
        some = bool(prover.answers(1))
        for step in found.steps:
            assert prover.entails(Conclusion(step.subject, step.removed, step.forced))
            if not some and not step.removed and not step.forced:
                break  # the contradiction: nothing follows it
    assert not (found.solved and not some)


@given(seed=seeds)
@settings(max_examples=examples(20))
def test_a_solved_trace_ends_at_the_only_answer(seed):
    mystery = random_mystery(Random(seed))
    engine = Engine(mystery)
    found = trace(engine)
    answers = engine.answers(2)
    if found.solved:
        (answer,) = answers
        forced = {value for step in found.steps for value in step.forced if step.subject in answer.treasures}
        assert forced <= set(answer.treasures.values())
    assert found.solved is engine.solves(NESTED)
    assert not (found.solved and len(answers) != 1)


@given(seed=seeds)
@settings(max_examples=examples(20))
def test_harder_techniques_never_solve_less(seed):
    engine = Engine(random_mystery(Random(seed)))
    assume(engine.answers(1))  # facts that clash may look solved to those who do not notice
    solved = [engine.solves(hardest) for hardest in range(len(TECHNIQUES))]
    assert solved == sorted(solved)


def test_single_clue_keeps_the_hexes_of_the_clue():
    engine = strip(["brown: in jungle", "brown: next to lake"])
    assert fired(engine)[0] == ("single clue", "brown", tuple("defghi"[i] + "1" for i in range(6)), ())
    assert engine.answers() == [Answer({"brown": "c1"}, {"hut": (), "palm": (), "statue": ()})]
    assert engine.solves(SINGLE_CLUE)


def test_largest_region_is_a_technique_of_its_own():
    engine = strip(["brown: in largest jungle", "brown: next to lake"])
    assert [step[0] for step in fired(engine)] == ["single clue", "largest region"]
    assert not engine.solves(SINGLE_CLUE)


def test_T5_spacing_keeps_landmarks_of_a_kind_apart():
    engine = strip([], (), missing={"hut": 1}, huts=["e1"], palms=["a1"])
    assert ("spacing", "huts", ("a1", "b1", "c1", "d1", "f1", "g1", "h1"), ()) in fired(engine)
    assert {answer.landmarks["hut"] for answer in engine.answers(9)} == {("e1", "i1"), ("e1", "j1")}


def test_T5_statues_to_be_found_stand_off_the_coast():
    island = parse_drawing("J J J\n J J J J\nJ J J J\n J J J")
    engine = Engine(Mystery(Setting(island), (), (), {"statue": 1}))
    assert {answer.landmarks["statue"] for answer in engine.answers(99)} == {
        (name,) for name in set(island.names) - set(island.coast)
    }


def test_counts_take_the_last_places():
    engine = strip(["huts: exactly 1 in lake", "huts: exactly 1 in beach"], (), missing={"hut": 2})
    assert {answer.landmarks["hut"] for answer in engine.answers(9)} == {("d1", "h1"), ("d1", "i1")}
    assert ("counts", "huts", (), ("d1",)) in [(t, s, (), f) for t, s, _, f in fired(engine)]


def test_reach_narrows_treasure_and_landmark():
    facts = ["brown: next to hut", "brown: in lake", "huts: exactly 0 in jungle"]
    engine = strip(facts, missing={"hut": 1})
    assert engine.answers(9) == [Answer({"brown": "d1"}, {"hut": ("e1",), "palm": (), "statue": ()})]
    assert engine.solves(REACH)
    assert not engine.solves(COUNTS)


def test_T7_a_treasure_next_to_a_landmark_is_not_on_it():
    excluded = strip(["brown: next to hut", "brown: in lake"], missing={"hut": 1})
    included = strip(
        ["brown: next to hut", "brown: in lake"], rules=Rules(own_hex="included"), missing={"hut": 1}
    )
    assert {a.landmarks["hut"] for a in excluded.answers(9)} == {("c1",), ("e1",)}
    assert {a.landmarks["hut"] for a in included.answers(9)} == {("c1",), ("d1",), ("e1",)}


def test_common_neighbourhood_of_all_candidates():
    facts = ["brown: not within 2 of hut", "brown: next to lake"]  # brown is on c1 or e1
    engine = strip(facts, missing={"hut": 1})
    step = next(step for step in trace(engine).steps if step.technique == "common neighbourhood")
    assert (step.subject, step.removed) == ("huts", ("d1",))


def test_relations_count_one_kind_near_another():
    facts = ["huts: exactly 1 next to palm", "palms: exactly 1 in lake", "huts: exactly 0 in jungle"]
    engine = strip(facts, (), missing={"hut": 1, "palm": 1})
    assert engine.answers(9) == [Answer({}, {"hut": ("e1",), "palm": ("d1",), "statue": ()})]
    assert not engine.solves(RELATIONS - 1)
    assert engine.solves(RELATIONS)


def test_a_landmark_that_nothing_may_be_near_keeps_places_away():
    engine = strip(["huts: exactly 0 next to palm"], (), missing={"palm": 1}, huts=["e1"])
    assert ("relations", "palms", ("d1", "f1"), ()) in fired(engine)


def test_the_last_place_that_serves_a_landmark_is_taken():
    engine = strip(["huts: exactly 1 next to palm"], (), missing={"palm": 2}, huts=["a1"])
    assert ("relations", "palms", (), ("b1",)) in fired(engine)


def test_pairs_of_treasures_narrow_each_other():
    facts = [
        "brown: in lake",
        "white within 1 of brown",
        "white: in jungle",
        "brown not within 3 of grey",
        "grey: in jungle",
        "grey: not next to scrubland",
        "grey: next to beach",
    ]
    engine = strip(facts, ("brown", "white", "grey"))
    assert [dict(a.treasures) for a in engine.answers(9)] == [{"brown": "d1", "white": "c1", "grey": "j1"}]


def test_T7_two_treasures_within_a_radius_do_not_share_a_hex():
    apart = strip(["brown: in lake", "white: in lake", "white within 2 of brown"], ("brown", "white"))
    assert apart.answers() == []
    rules = Rules(own_hex="included")
    together = strip(
        ["brown: in lake", "white: in lake", "white within 2 of brown"], ("brown", "white"), rules=rules
    )
    assert len(together.answers()) == 1


def test_facts_of_all_landmarks_of_a_kind():
    facts = ["huts: in beach, jungle", "huts: at 1, 5 from b1", "huts: nearest 1 from b1"]
    engine = strip(facts, (), missing={"hut": 2})
    assert {answer.landmarks["hut"] for answer in engine.answers(9)} == {("a1", "g1"), ("c1", "g1")}


def test_a_supposition_tells_its_story():
    facts = [
        "huts: exactly 1 within 2 of c1",
        "huts: exactly 1 within 2 of e1",
        "huts: exactly 1 within 3 of g1",
    ]
    engine = strip(facts, (), missing={"hut": 2})
    found = trace(engine, hardest=SUPPOSE)
    stories = [step for step in found.steps if step.supposed]
    assert stories
    for step in stories:
        assert step.removed == (step.supposed[1],)
        assert step.story
        last = step.story[-1]
        assert not last.removed
        assert not last.forced


def test_the_supposition_with_the_shortest_story_is_taken():
    facts = ["huts: exactly 1 within 2 of d1", "huts: exactly 1 within 3 of d1"]
    engine = strip(facts, (), missing={"hut": 2})
    before = engine.start()
    assert engine.propagate(before, engine.all, engine.all)
    failing = [literal for literal in engine.literals(before) if engine.refutes(before, literal, engine.all)]
    assert [engine.frame.names_of(bit) for _, bit in failing] == [("a1",), ("d1",), ("g1",)]
    first = next(step for step in trace(engine, hardest=SUPPOSE).steps if step.supposed)
    assert first.supposed == ("huts", "d1")  # with it there, its own spacing leaves nothing within 2


def test_rounds_never_fall_and_count_open_steps():
    found = trace(strip(["brown: in jungle", "brown: not in largest jungle", "brown: not next to lake"]))
    rounds = [step.round for step in found.steps]
    assert rounds == sorted(rounds)
    assert found.open == (2, 1)
    assert found.solved


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


def test_leaving_a_technique_out_gets_stuck():
    engine = strip([], (), missing={"hut": 1}, huts=["e1"])
    others = [number for number in range(len(TECHNIQUES)) if number != SPACING]
    state = engine.start()
    taking = engine.taking(others)
    assert engine.propagate(state, taking, taking)
    assert engine.frame.names_of(state[3]) == engine.mystery.setting.island.names


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("white: in lake", "no white treasure"),
        ("huts: in lake", "speaks of 1 huts, not 2"),
        ("huts: at 1, 2, 3 from a1", "speaks of 3 huts, not 2"),
        ("huts: nearest 1 from z9", "no hex 'z9'"),
    ],
)
def test_facts_that_fit_no_island_are_refused(text, problem):
    with pytest.raises(FactError, match=problem):
        strip([text], missing={"hut": 2})


@given(seed=seeds)
@settings(max_examples=examples(20))
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
