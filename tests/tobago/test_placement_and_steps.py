"""Landmarks placed by the rule (T-5), and the steps of an ATV (T-22, T-23)."""

import re
from itertools import combinations
from random import Random

import oracles
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolkit.core.errors import ToolkitError
from toolkit.games.tobago import Rules, Setting, boxed_island, placement_faults, random_setting
from toolkit.games.tobago.board_sides import KNOWN_LAYOUTS
from toolkit.games.tobago.movement import step_counts
from toolkit.games.tobago.placement import PlacementError, Spacing, free_hexes
from toolkit.hexmap import OCEAN, distance, parse_drawing, random_island
from toolkit.hexmap.island import bits

GOOD = {
    "huts": ["A25", "B00", "B40", "C33"],
    "palms": ["B14", "B41", "C63"],
    "statues": ["A20", "A44", "C43"],
}
#  Three inland hexes a gap of 6 apart are b2, h2 and n2 only; huts and palms find room on the islets.
STRIP = "\n".join([*[" ".join("J" * 15)] * 3, *[""] * 7, " . . . . . . ".join("J" * 9)])


def boxed(**changed):
    return Setting(boxed_island(), **{**GOOD, **changed})


def apart(one, other):
    """Return the distance as the largest difference of the three cube coordinates."""
    return max(abs(one.q - other.q), abs(one.r - other.r), abs(one.q + one.r - other.q - other.r))


def broken_rules(setting, gap):
    """Return what is wrong by T-5, worked out anew."""
    island, found = setting.island, []
    for kind, count in (("hut", 4), ("palm", 3), ("statue", 3)):
        cells = setting.landmarks[kind]
        found += [f"number of {kind}s"] * (len(cells) != count)
        places = [island.place(name) for name in cells]
        found += [f"{kind}s too close" for a, b in combinations(places, 2) if apart(a, b) < gap]
    graph = island.graph
    sea = {p for p, terrain in graph.nodes(data="terrain") if terrain == OCEAN}
    found += ["statue on the coast" for name in setting.statues if sea & set(graph[island.place(name)])]
    return found


@pytest.mark.parametrize(("kind", "start"), [("huts", "B00"), ("palms", "C63"), ("statues", "A44")])
def test_T05_where_a_landmark_may_go_is_where_nothing_is_against_it(kind, start):
    setting, expected = boxed(), set()
    taken = {name for names in GOOD.values() for name in names} - {start}
    for name in set(setting.island.names) - taken:
        moved = boxed(**{kind: [name if other == start else other for other in GOOD[kind]]})
        expected |= {name} if not broken_rules(moved, setting.rules.landmark_gap) else set()
    assert set(free_hexes(setting, start)) == expected


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"huts": ["A25", "B00", "B40"]}, ["3 huts instead of 4 (T-5)"]),
        ({"palms": []}, ["0 palms instead of 3 (T-5)"]),
        ({"statues": ["A44", "C43", "A20", "B11"]}, ["4 statues instead of 3 (T-5)"]),
        ({"huts": ["A25", "B00", "B40", "B30"]}, ["huts on B30 and B40 are 1 hex apart, not 4 (T-5)"]),
        ({"statues": ["A20", "A44", "C75"]}, ["the statue on C75 stands on the coast (T-5)"]),
    ],
)
def test_T05_each_fault_is_named(changed, faults):
    found = placement_faults(boxed(**changed))
    assert [fault for fault in found if fault in faults] == faults
    assert len(found) == len(broken_rules(boxed(**changed), 4))


@pytest.mark.parametrize("gap", [0, 1, 2, 4, 5])
def test_T05_drawn_settings_of_random_islands_follow_the_rule(gap):
    for seed in range(15):
        island = random_island(seed, 90 + seed, lagoons=seed % 2 == 0)
        setting = random_setting(island, seed, Rules(landmark_gap=gap))
        assert broken_rules(setting, gap) == placement_faults(setting) == []
        assert setting.rules.landmark_gap == gap


def test_the_same_seed_gives_the_same_setting_everywhere():
    assert random_setting(boxed_island(), 1) == boxed()
    named = random_setting(random_island(5), "tobago")
    assert (str(named.huts), str(named.palms), str(named.statues)) == (
        "c10 d4 g12 i2",
        "c7 h6 l5",
        "f4 g8 j6",
    )
    assert random_setting(boxed_island(), Random(1)) == boxed()


def test_what_is_no_island_is_refused_with_what_makes_one():
    for island, meant in ((1, "random_island(1)"), ("ABC+0", "boxed_island('ABC+0')")):
        for use in (random_setting, Setting):
            with pytest.raises(ToolkitError, match=re.escape(f"is no island; did you mean {meant}?")):
                use(island)


def test_a_draw_that_leaves_no_room_is_taken_back():
    island, rules = parse_drawing(STRIP), Rules(landmark_gap=6)
    for seed in range(60):
        assert str(random_setting(island, seed, rules).statues) == "b2 h2 n2"


@pytest.mark.parametrize(
    "island",
    [
        parse_drawing("J"),
        parse_drawing("J J J J J J J J J J J J J J J"),  # all coast
        parse_drawing("\n".join([" ".join("J" * 13)] * 3)),  # eleven inland hexes, but no room for four huts
        random_island(1, 20),
    ],
    ids=["one hex", "one row", "strip", "small"],
)
def test_no_room_is_an_error(island):
    rules = Rules(landmark_gap=6)
    with pytest.raises(PlacementError, match=f"{island.title} has no room for the landmarks") as caught:
        random_setting(island, 1, rules)
    assert isinstance(caught.value, ToolkitError)


# ---- Room for landmarks ----
def choices(spacing, open_hexes, count):
    """Return all sets of so many open hexes that keep the gap."""
    hexes = spacing.island.hexes
    return [
        set(chosen)
        for chosen in combinations(bits(open_hexes), count)
        if all(distance(hexes[a], hexes[b]) >= spacing.gap for a, b in combinations(chosen, 2))
    ]


def fits_by_trying_all(spacing, wanted, taken=frozenset()):
    if not wanted:
        return True
    (open_hexes, count), *rest = wanted
    return any(
        not chosen & taken and fits_by_trying_all(spacing, rest, taken | chosen)
        for chosen in choices(spacing, open_hexes, count)
    )


@given(st.data(), st.integers(1, 10), st.integers(0, 4))
def test_T05_room_is_told_exactly(data, hexes, gap):
    spacing = Spacing(random_island(data.draw(st.integers(0, 20)), hexes), gap)
    masks, counts = st.integers(0, (1 << hexes) - 1), st.integers(1, 3)
    wanted = data.draw(st.lists(st.tuples(masks, counts), max_size=3))
    assert spacing.fits(wanted) == fits_by_trying_all(spacing, wanted)


def test_T05_what_is_wanted_after_a_landmark_was_placed():
    spacing = Spacing(random_island(1, 30), 3)
    land = spacing.island.land.mask
    (first, count), (second, others) = spacing.after([(land, 2), (land, 3)], 7)
    assert (first, count, others) == (spacing.apart(7), 1, 3)
    assert list(bits(land & ~second)) == [7]
    assert spacing.after([(land, 1), (land, 3)], 7) == [(second, 3)]


@given(st.integers(0, 50), st.sampled_from([0, 1, 2, 4, 9, 50, 10**30]))
def test_T05_two_of_a_kind_keep_the_gap_and_never_share_a_hex(seed, gap):
    spacing = Spacing(random_island(seed, 20), gap)
    for number, place in enumerate(spacing.island.hexes):
        far = {other for other, there in enumerate(spacing.island.hexes) if distance(place, there) >= gap}
        assert set(bits(spacing.apart(number))) == far - {number}


# ---- Steps of an ATV ----
def one_step(island):
    """Return where one step may lead from each hex: its region, and neighbours of other regions (T-22)."""
    land = oracles.land(island)
    region = {place: part for part in oracles.regions(island) for place in part}
    reach = {place: region[place] | (land.keys() & oracles.around(place)) for place in land}
    return {
        island.graph.nodes[p]["name"]: set(oracles.named(island, found - {p})) for p, found in reach.items()
    }


def steps_from(island, start):
    counts = step_counts(island, island.number(start))
    return {name: steps for name, steps in zip(island.names, counts, strict=True) if steps is not None}


def by_layers(reach, start):
    """Return the fewest steps to every hex, layer by layer."""
    steps, layer = {start: 0}, {start}
    while layer:
        layer = {name for place in layer for name in reach[place]} - steps.keys()
        steps |= dict.fromkeys(layer, max(steps.values()) + 1)
    return steps


def assert_all_steps_as_by_layers(island):
    reach = one_step(island)
    for start in island.names:
        assert steps_from(island, start) == by_layers(reach, start)


@pytest.mark.parametrize("layout", KNOWN_LAYOUTS)
def test_T22_steps_on_the_boxed_island_as_by_brute_force(layout):
    assert_all_steps_as_by_layers(boxed_island(layout))


def test_T23_steps_of_the_rulebook():
    for island, start, reached in (
        #  "to the far end of a jungle, into the mountains, to the far end of the mountains"
        (parse_drawing("J J J M M M"), "a1", ("c1", "d1", "f1")),
        #  "lake into adjacent scrubland, through the scrubland, into the adjacent river"
        (parse_drawing("L S S S R"), "a1", ("b1", "d1", "e1")),
        #  the jungle A13 ... A45, into the mountain A52, to the far end A66
        (boxed_island(), "A13", ("A42", "A52", "A66")),
    ):
        assert [steps_from(island, start)[name] for name in reached] == [1, 2, 3]
