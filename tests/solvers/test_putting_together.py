"""Techniques that put facts together: no answer is lost by any of them, and each finds all that it should."""

from __future__ import annotations

from collections import Counter
from functools import reduce
from itertools import combinations
from math import comb
from operator import and_, or_
from random import Random

from meaning import holds
from mysteries import sample

from solvers.tobago.facts import parse_fact
from solvers.tobago.mystery import Answer, Mystery
from solvers.tobago.techniques import TECHNIQUES, Engine
from solvers.tobago.techniques.engine import CROWDED_SIGNATURES, CROWDING, SIGNATURES, TWO_SIDED
from solvers.tobago.techniques.rules import POSSIBLE, State
from solvers.tobago.techniques.signatures import MOST_FACTS
from toolkit.games.tobago import Rules, Setting
from toolkit.games.tobago.clues import LANDMARKS
from toolkit.hexmap import distance, parse_drawing

TOGETHER = (TWO_SIDED, CROWDING, SIGNATURES, CROWDED_SIGNATURES)
ISLAND = parse_drawing("J J S L R\n B L L J M\nM J S S J\n L B J M R")


def cells_of(engine: Engine, answer: Answer) -> State:
    """Return an answer as a state in which all is decided."""
    landmarks = [engine.frame.mask_of(answer.landmarks[kind]) for kind in LANDMARKS]
    return [*landmarks, *landmarks, *(engine.frame.mask_of([name]) for name in answer.treasures.values())]


def some_state(engine: Engine, truth: State, random: Random) -> State:
    """Return a state that leaves an answer open: some of it is sure, and some of what is wrong is out."""
    state, share = engine.start(), random.choice((0.1, 0.25, 0.5))
    for slot in range(len(state)):
        drawn = sum(1 << place for place in engine.frame.places if random.random() < share)
        if slot < POSSIBLE:
            state[slot] |= truth[slot] & drawn
        else:
            state[slot] &= truth[slot] | drawn
    return state


def holds_still(state: State, truth: State) -> bool:
    """Tell whether an answer is still open in a state."""
    sure = not any(state[kind] & ~truth[kind] for kind in range(POSSIBLE))
    return sure and not any(truth[slot] & ~state[slot] for slot in range(POSSIBLE, len(state)))


def test_T5_T7_T8_none_of_them_ever_takes_an_answer_away():
    """From any state, by any rule: own hexes in and out, distances over land, gaps of 0 to 3."""
    fired = Counter[str]()
    for seed in range(120):
        random = Random(seed)
        engine = Engine(sample(random, random.choice((3, 6, 10))))
        for answer in engine.answers(2):
            truth = cells_of(engine, answer)
            for constraint in engine.constraints * 2:
                if constraint.technique not in TOGETHER:
                    continue
                before = some_state(engine, truth, random)
                after = before[:]
                changed = constraint.rule(engine.tables, after, constraint)
                assert changed >= 0, (seed, constraint)
                assert holds_still(after, truth), (seed, constraint)
                assert changed == sum(1 << s for s, mask in enumerate(before) if mask != after[s])
                if "ample" in getattr(constraint.rule, "keywords", {}):  # only a short cut
                    constraint.rule(engine.tables, before, constraint, ample=10**6)
                    assert before == after
                fired[TECHNIQUES[constraint.technique]] += changed > 0
    assert all(fired[TECHNIQUES[number]] > 20 for number in TOGETHER), fired


def test_T7_a_treasure_on_a_landmark_keeps_no_other_away():
    """Its hex fits a negative clue: two huts 2 hexes apart may stand on a1 and c1, and brown lie on a1."""
    setting = Setting(parse_drawing("J J J L S S B B B J"), rules=Rules(landmark_gap=2))
    engine = Engine(Mystery(setting, ("brown",), (parse_fact("brown: not within 2 of hut"),), {"hut": 2}))
    huts, brown = engine.frame.mask_of(["a1", "b1", "c1"]), engine.frame.mask_of(["a1", "j1"])
    for constraint in engine.constraints:
        state = [0, 0, 0, huts, 0, 0, brown]
        constraint.rule(engine.tables, state, constraint)
        assert state[-1] == brown, constraint


# ---- each by its definition, with sets of hexes ----

ABOUT_HUTS = [
    "huts: at {0}, {1}, {2} from c2",
    "huts: at {3}, {4}, {5} from e4",
    "huts: in beach, jungle, lake",
    "huts: in jungle, jungle, scrubland",
    "huts: exactly 1 within 2 of b3",
    "huts: exactly 2 next to lake",
    "huts: exactly 2 within 2 of mountain",
    "huts: nearest 2 from a1",
]


def crossed(random: Random) -> Engine:
    """Return an engine for three huts and two facts about them, which may clash."""
    texts = [text.format(*(random.randint(0, 4) for _ in range(6))) for text in random.sample(ABOUT_HUTS, 2)]
    facts = tuple(map(parse_fact, texts))
    rules = Rules(random.choice(("excluded", "included")), "lattice", random.choice((0, 1, 2, 3)))
    return Engine(Mystery(Setting(ISLAND, rules=rules), (), facts, {"hut": 3}))


def test_signatures_find_what_two_facts_say_together_and_crowded_ones_what_a_hex_leaves():
    """By all sets of three huts: what fits both facts, and what does with none too near to one hex."""
    found = Counter[str]()
    for seed in range(60):
        random = Random(seed)
        engine = crossed(random)
        setting, frame = engine.mystery.setting, engine.frame
        places = sorted(random.sample(ISLAND.names, random.choice((5, 8, 10))))
        sure = set(random.sample(places, random.choice((0, 0, 1))))
        fitting = [
            set(huts)
            for huts in combinations(places, 3)
            if sure <= set(huts)
            and all(holds(f, Setting(ISLAND, huts, rules=setting.rules), {}) for f in engine.mystery.facts)
        ]
        for constraint in engine.constraints:
            state = [frame.mask_of(sure), 0, 0, frame.mask_of(places), 0, 0]
            if constraint.technique == SIGNATURES:
                changed = constraint.rule(engine.tables, state, constraint)
                found[f"signatures {bool(fitting)}"] += changed != 0
                assert (changed < 0) is not fitting
                assert not fitting or set(frame.names_of(state[POSSIBLE])) == reduce(or_, fitting)
                assert not fitting or set(frame.names_of(state[0])) == reduce(and_, fitting)
            elif constraint.technique == CROWDED_SIGNATURES:
                changed = constraint.rule(engine.tables, state, constraint)
                left = set(frame.names_of(state[POSSIBLE])) if changed >= 0 else sure
                found["crowded signatures"] += changed != 0
                assert (
                    left - sure == {n for n in places if any(_roomy(n, f, setting) for f in fitting)} - sure
                )


def _roomy(name: str, huts: set[str], setting: Setting) -> bool:
    """Tell whether a hex is one of some huts, and no other of them is too near to it."""
    here, gap = ISLAND.place(name), setting.rules.landmark_gap
    return name in huts and all(distance(here, ISLAND.place(n)) >= gap for n in huts - {name})


def test_what_is_said_again_says_nothing_new_and_of_much_the_first_is_put_together() -> None:
    setting, rings = Setting(ISLAND), [(1, 1), (2, 2)]
    texts = [f"huts: exactly {n} within {r} of {name}" for n, r in rings for name in ISLAND.names]
    facts = tuple(map(parse_fact, texts))
    assert len(facts) > MOST_FACTS
    once, often = (Engine(Mystery(setting, (), said, {"hut": 3})) for said in (facts, facts * 20))
    drawn, again = (Counter(c.technique for c in engine.constraints) for engine in (once, often))
    assert all(drawn[number] == again[number] for number in TOGETHER)
    assert drawn[SIGNATURES] == drawn[CROWDED_SIGNATURES] == comb(MOST_FACTS, 2)


def test_T7_T8_two_sided_clues_leave_where_one_landmark_alone_can_serve_both():
    for seed in range(40):
        random = Random(seed)
        rules = Rules(random.choice(("excluded", "included")), random.choice(("lattice", "overland")), 2)
        near, far = random.choice(
            (("within 2 of", "not next to"), ("within 2 of", "not in"), ("next to", "not in"))
        )
        facts = (parse_fact(f"brown: {near} hut"), parse_fact(f"brown: {far} hut"))
        engine = Engine(Mystery(Setting(ISLAND, rules=rules), ("brown",), facts, {"hut": 2}))
        places, here = (random.sample(ISLAND.names, count) for count in (3, 8))
        alone = [Setting(ISLAND, [name], rules=rules) for name in places]
        served = {n for n in here if any(all(holds(f, one, {"brown": n}) for f in facts) for one in alone)}
        (constraint,) = (c for c in engine.constraints if c.technique == TWO_SIDED and len(c.facts) == 2)
        state = [0, 0, 0, engine.frame.mask_of(places), 0, 0, engine.frame.mask_of(here)]
        changed = constraint.rule(engine.tables, state, constraint)
        assert (changed < 0) is not served
        assert not served or set(engine.frame.names_of(state[-1])) == served
