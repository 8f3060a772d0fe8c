"""The rule engine against brute force where a rule is easily wrong: own hexes, crowds, land, wide circles."""

from __future__ import annotations

import pytest
from mysteries import brute_force, text_of

from solvers.tobago.facts import parse_fact
from solvers.tobago.mystery import Mystery
from solvers.tobago.proofs import SatProver, csp_answers
from solvers.tobago.techniques import Engine
from toolkit.games.tobago import Rules, Setting
from toolkit.hexmap import parse_drawing

pytest.importorskip("pysat")

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
