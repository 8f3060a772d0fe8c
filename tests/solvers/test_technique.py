"""Facts, and the rule engine against brute force and the provers."""

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from meaning import holds
from mysteries import brute_force, random_mystery, seeds, text_of
from sizes import examples

from solvers.tobago.facts import (
    CircleFact,
    CountFact,
    DistancesFact,
    FactError,
    NearestFact,
    PairFact,
    TerrainsFact,
    TreasureFact,
    parse_fact,
)
from solvers.tobago.mystery import Answer, Conclusion, Mystery
from solvers.tobago.proofs import SatProver, csp_answers
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import COUNTS, NESTED, REACH, RELATIONS, SINGLE_CLUE, MysteryReasoning
from solvers.tobago.techniques.rules import SETTLED
from toolkit.games.tobago import CLUES, COLOURS, Rules, Setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import parse_drawing
from toolkit.hexmap.hexes import TERRAINS

ISLAND = parse_drawing("J J J L S S B B B J")  # a1 to j1 in a row
SETTING = Setting(ISLAND, huts=["b1", "g1"], palms=["c1"])

kinds, colours, hexes = (
    st.sampled_from(LANDMARKS),
    st.sampled_from(COLOURS),
    st.from_regex("[A-Ca-z]{1,2}[0-9]{1,2}", fullmatch=True),
)
numbers, radii = st.integers(0, 9), st.integers(1, 99)
facts = st.one_of(
    st.builds(TreasureFact, colours, st.sampled_from(CLUES)),
    st.tuples(kinds, numbers, st.sampled_from(CLUES[::2]))
    .filter(lambda t: t[2].thing != t[0])
    .map(lambda t: CountFact(*t)),
    st.builds(CircleFact, kinds, numbers, radii, hexes),
    st.builds(TerrainsFact, kinds, st.lists(st.sampled_from(TERRAINS), min_size=1, max_size=4).map(tuple)),
    st.builds(DistancesFact, kinds, st.lists(numbers, min_size=1, max_size=4).map(tuple), hexes),
    st.builds(NearestFact, kinds, numbers, hexes),
    st.permutations(COLOURS).flatmap(
        lambda c: st.builds(PairFact, st.just(c[0]), radii, st.just(c[1]), st.booleans())
    ),
)


@given(facts)
def test_a_fact_reads_back_from_its_text(fact):
    assert parse_fact(str(fact)) == fact


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("BROWN:  Next TO hut", "brown: next to hut"),
        ("Huts: EXACTLY 2 in Jungle", "huts: exactly 2 in jungle"),
        ("huts: Exactly 1 Within 2 OF B32", "huts: exactly 1 within 2 of B32"),
        ("huts: in lake , jungle,beach", "huts: in beach, jungle, lake"),
        ("palms: at 5,1 , 3 from c4", "palms: at 1, 3, 5 from c4"),
        ("White NOT within 2 of Black", "white not within 2 of black"),
    ],
)
def test_canonical_text(text, canonical):
    assert str(parse_fact(text)) == canonical


@pytest.mark.parametrize(
    ("text", "problem"),
    [
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
    ],
)
def test_what_is_no_fact(text, problem):
    with pytest.raises(FactError, match=problem):
        parse_fact(text)


@pytest.mark.parametrize(
    ("text", "true"),
    [
        ("brown: in lake", True),
        ("brown: next to palm", True),
        ("huts: exactly 1 next to palm", True),
        ("huts: exactly 2 next to palm", False),
        ("huts: in beach, jungle", True),
        ("huts: at 1, 4 from c1", True),
        ("huts: at 1, 3 from c1", False),
        ("huts: nearest 1 from c1", True),
        ("huts: nearest 2 from c1", False),
        ("white within 3 of brown", True),
        ("white not within 3 of brown", False),
    ],
)
def test_meaning(text, true):
    assert holds(parse_fact(text), SETTING, {"brown": "d1", "white": "g1"}) is true


@pytest.mark.parametrize(("own_hex", "count"), [("excluded", 0), ("included", 1)])
def test_T7_within_a_hex_leaves_out_the_hex_itself(own_hex, count):
    setting = Setting(ISLAND, huts=["b1"], rules=Rules(own_hex=own_hex))
    assert holds(CircleFact("hut", count, 2, "b1"), setting, {})
    assert holds(PairFact("brown", 2, "white"), setting, {"brown": "a1", "white": "a1"}) is (count == 1)


def test_T8_distance_over_land_goes_round_the_ocean():
    island = parse_drawing("J J J\n J . J\nJ J . J")
    lattice, overland = (
        Setting(island, huts=["a3"]),
        Setting(island, huts=["a3"], rules=Rules(distance="overland")),
    )
    fact = parse_fact("huts: nearest 3 from d3")
    assert holds(fact, lattice, {})
    assert not holds(fact, overland, {})
    assert overland.distance("a3", "d3") == 5
    assert lattice.distance("a3", "d3") == 3


def test_T8_no_way_over_land_is_no_distance():
    setting = Setting(parse_drawing("J . J"), huts=["a1"], rules=Rules(distance="overland"))
    assert setting.distance("a1", "c1") is None
    assert not holds(parse_fact("huts: at 2 from c1"), setting, {})
    assert not holds(parse_fact("huts: nearest 2 from c1"), setting, {})
    assert holds(parse_fact("huts: exactly 0 within 9 of c1"), setting, {})
    assert holds(parse_fact("white not within 9 of brown"), setting, {"brown": "a1", "white": "c1"})


# ---- The rule engine against brute force and the provers, and each rule by itself ----


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
@settings(max_examples=examples(10))
def test_answers_are_those_of_brute_force(seed):
    mystery = random_mystery(Random(seed))
    wanted = sorted(map(text_of, brute_force(mystery)))
    assert sorted(map(text_of, Engine(mystery).answers(10**6))) == wanted


@given(seed=seeds)
@settings(max_examples=examples(8))
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
@settings(max_examples=examples(10))
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


def test_T5_spacing_keeps_landmarks_of_a_kind_apart():
    engine = strip([], (), missing={"hut": 1}, huts=["e1"], palms=["a1"])
    assert ("spacing", "huts", ("a1", "b1", "c1", "d1", "f1", "g1", "h1"), ()) in fired(engine)
    assert {answer.landmarks["hut"] for answer in engine.answers(9)} == {("e1", "i1"), ("e1", "j1")}


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


def test_relations_count_one_kind_near_another():
    facts = ["huts: exactly 1 next to palm", "palms: exactly 1 in lake", "huts: exactly 0 in jungle"]
    engine = strip(facts, (), missing={"hut": 1, "palm": 1})
    assert engine.answers(9) == [Answer({}, {"hut": ("e1",), "palm": ("d1",), "statue": ()})]
    assert not engine.solves(RELATIONS - 1)
    assert engine.solves(RELATIONS)


def test_T7_two_treasures_within_a_radius_do_not_share_a_hex():
    apart = strip(["brown: in lake", "white: in lake", "white within 2 of brown"], ("brown", "white"))
    assert apart.answers() == []
    rules = Rules(own_hex="included")
    together = strip(
        ["brown: in lake", "white: in lake", "white within 2 of brown"], ("brown", "white"), rules=rules
    )
    assert len(together.answers()) == 1


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


# ---- The rule engine against brute force where a rule is easily wrong ----


ROW = "J J J L S S B B"  # a1 to h1
SQUARE = "J J L S\n B L J J\nS B B L\n L S J B"
PARTS = "J J . L S\n . . . . .\nB . S S"
RING = "J J J\n J . J\nL L S"
NO_GAP, GAP_3 = {"landmark_gap": 0}, {"landmark_gap": 3}

CASES = [
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
]  # fmt: skip


def both(mystery):
    """Return the answers of the engine and of brute force, after the provers have counted them."""
    found = sorted(map(text_of, Engine(mystery).answers(10**6)))
    with SatProver(mystery) as prover:
        assert len(prover.answers(3)) == len(csp_answers(mystery, 3)) == min(3, len(found))
    return found, sorted(map(text_of, brute_force(mystery)))


def test_T5_T7_T8_answers_are_those_of_brute_force():
    for drawing, facts, missing, rules in CASES:
        setting = Setting(parse_drawing(drawing), rules=Rules(**rules))
        colours = ("brown",) if any("brown" in fact for fact in facts) else ()
        found, wanted = both(Mystery(setting, colours, tuple(map(parse_fact, facts)), missing))
        assert found == wanted


@pytest.mark.parametrize("known", [["a1", "b1"], ["b1", "d1"], ["d1"]])
@pytest.mark.parametrize("clue", ["not next to hut", "next to hut", "not within 2 of hut", "not in hut"])
@pytest.mark.parametrize("place", ["in largest jungle", "in lake"])
def test_T5_known_landmarks_may_stand_too_close(known, clue, place):
    setting = Setting(parse_drawing(ROW), huts=known)
    facts = tuple(map(parse_fact, [f"brown: {clue}", f"brown: {place}"]))
    found, wanted = both(Mystery(setting, ("brown",), facts, {"hut": 1}))
    assert found == wanted
    assert wanted or clue != "not next to hut"


@pytest.mark.parametrize("radius", range(1, 8))
@pytest.mark.parametrize("negative", ["", "not "])
@pytest.mark.parametrize("distance", ["lattice", "overland"])
@pytest.mark.parametrize("drawing", [SQUARE, PARTS, RING])
def test_T7_T8_pairs_of_treasures_at_any_radius(radius, negative, distance, drawing):
    setting = Setting(parse_drawing(drawing), rules=Rules(distance=distance))
    fact = parse_fact(f"brown {negative}within {radius} of white")
    found, wanted = both(Mystery(setting, ("brown", "white"), (fact,)))
    assert found == wanted


@pytest.mark.parametrize("radius", [4, 6, 9])
def test_T8_wide_circles_do_not_wrap_around_a_wide_island(radius):
    setting = Setting(parse_drawing("\n".join([" ".join("J" * 16)] * 3)))
    fact = parse_fact(f"brown within {radius} of white")
    found, wanted = both(Mystery(setting, ("brown", "white"), (fact,)))
    assert found == wanted
