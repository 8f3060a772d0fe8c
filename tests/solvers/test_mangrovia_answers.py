"""What a hand pays and misses in Mangrovia, what may be drawn: against constraints, graphs and the game."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, islice
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import mangrovia_twins as twins
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mangrovia_helpers import new_game, random_game
from mangrovia_twins import position

from solvers.mangrovia.answers import QUERIES, Asked, answers, rounds_left
from solvers.mangrovia.draws import Draws, Heap
from solvers.mangrovia.paying import can_pay, missing, payable, why_not
from solvers.mangrovia.piers import Piers
from solvers.mangrovia.worth import HUT, Outlook
from solvers.players.mangrovia import ADVICE
from toolkit.core.errors import ToolkitError
from toolkit.games.mangrovia import Rules
from toolkit.games.mangrovia.actions import NO_LANDSCAPE, PayLandscape
from toolkit.games.mangrovia.building import Holding, sites
from toolkit.games.mangrovia.components import PIERS, RITUAL_SPACE
from toolkit.games.mangrovia.game import GAME
from toolkit.games.mangrovia.payments import exact_payments, sums
from toolkit.games.mangrovia.position import Position

ROOT = Path(__file__).parents[2]
SOME_MEANS = st.lists(st.integers(8, 31), max_size=8).map(lambda means: tuple(sorted(means)))


def game(start):
    return GAME.complete(start, Random(0))


def told(start, query, **asked):
    """Return the answers to a question as a program gets them."""
    return [json.loads(json.dumps(answer.to_dict())) for answer in answers(query, start, Asked(**asked))]


def of_space(found, space, huts=1):
    (answer,) = (one for one in found if (one["space"], one["huts"]) == (space, huts))
    return answer


# ---- what can be paid ----
@given(SOME_MEANS, st.integers(0, 24))
def test_M18_M44_payments_are_the_parts_that_make_the_sum(means, price):
    values = [one >> 2 for one in means]
    places = twins.exact(values, price)
    found = list(exact_payments(means, price))
    assert sorted(found) == sorted({tuple(means[at] for at in some) for some in places})
    assert {total for total in range(sum(values) + 1) if sums(means) >> total & 1} == twins.sums(values)


def _played(seed, **rules):
    """Return states from the middle of a random game of four."""
    states = random_game(new_game(4, **rules), Random(seed))
    return [state.clone() for state in islice(states, 60, None, 37) if not state.reason]


@pytest.mark.parametrize(
    "rules", [{}, {"stone_tiles": "all"}, {"stone_tiles": "others", "free_landscape": "waives_birds"}]
)
def test_M17_M23_M25_M40_B26_what_can_be_paid_is_what_the_game_lets_be_built_and_paid(rules):
    built = Counter()
    for state in [state for seed in range(3) for state in _played(seed, **rules)]:
        for player in range(state.players):
            now, found = twins.at_a_hut(state, player), payable(state, player)
            legal = {action for action in now.legal_actions() if str(action) != "decline"}
            assert set(found) == {build for build in legal if build.huts <= state.supply[player]}
            assert set(why_not(state, player)).isdisjoint(found)
            for build, ways in found.items():
                paid = list(twins.payments(now, build))
                assert len(paid) == len(set(paid)) == len(ways)
                assert {means for _, means in paid} == {way.means for way in ways}
                asked = {faces for faces, _ in paid if len(faces) == build.huts}
                assert asked <= {way.landscapes for way in ways}
                built[build.huts, any(NO_LANDSCAPE in way.landscapes for way in ways)] += 1
    assert built[1, False] > 20
    assert built[2, False] > 5
    assert bool(built[1, True]) == (rules == {"stone_tiles": "all"})


def test_M17_M24_M1_every_other_space_has_its_reason():
    plain = ["g4 double", "e7 double", "a6 double", "c6"]
    for space, number, why, more in (
        ("c6", 1, "the space is not empty (M-17)", []),
        ("a7", 1, "no bird marks its landscape (M-17)", []),
        ("a2", 1, "no cards make exactly 8 (M-18)", []),
        ("r5", 1, "no amulets make exactly 4 (M-18)", []),
        ("a2", 2, "no double hut in the stone and pole areas and on amulet spaces (M-24)", []),
        ("a1", 2, "the hand holds too few landscape cards that fit (M-18, M-25)", []),
        ("c1", 2, "too few huts are left: 1 (M-24)", ["d5"]),
    ):
        start = position("3 4 sand sand water", birds=["sand", "water"], huts=[[*plain, *more], [], [], []])
        found = told(start, "pay")
        assert len(found) == 96
        assert of_space(found, space, number)["why_not"] == why


# ---- the worked examples ----
def test_E5_seven_in_cards_and_sand_are_a_point():
    start = position("3 4 sand", birds=["sand", "reed"])
    found = of_space(told(start, "pay", space="c1"), "c1")
    assert found["payments"] == [{"landscapes": ["sand"], "cards": ["3", "4"]}]
    (use, *_) = Piers(start).ritual_space(1)[11]
    assert [str(action) for action in use.actions] == ["build c1", "pay sand", "pay 3", "pay 4"]
    assert use.points == 1


@pytest.mark.parametrize(("kept", "lacks"), [("2 4", [1, 3, 5]), ("3 3", [2, 5]), ("6", [5])])
def test_E6_amulets_of_six_do_not_make_five(kept, lacks):
    start = position("water", kept=kept)
    assert told(start, "pay", space="C1") == told(start, "pay", space="c1")
    assert of_space(told(start, "pay"), "a5")["why_not"] == "no amulets make exactly 5 (M-18)"
    single, double = told(start, "miss", space="a5")
    assert [one["amulets"] for one in single["missing"]] == [[value] for value in lacks]
    assert (single["distribution"]["2"], single["price"], double["price"]) == (str(int(1 in lacks)), 5, 10)


def test_E7_two_huts_of_eight_and_six_but_none_of_seven():
    start = position("4 4 6 reed water", birds=["reed", "water"])
    found = told(start, "pay")
    assert of_space(found, "d3")["payments"] == [{"landscapes": ["reed"], "cards": ["4", "4"]}]
    assert of_space(found, "e7")["payments"] == [{"landscapes": ["water"], "cards": ["6"]}]
    assert all("why_not" in of_space(found, space) for space in ("a7", "c6"))
    uses = Piers(start).ritual_space(2)[10]
    paid = [[int(str(action).removeprefix("pay ")) for action in use.actions[2:]] for use in uses]
    assert sorted(map(sum, paid)) == [6, 8]


def test_E8_a_double_hut_costs_twenty_and_two_waters():
    found = of_space(told(position("6 7 7 water water"), "pay", space="a1"), "a1", 2)
    assert found["payments"] == [{"landscapes": ["water", "water"], "cards": ["6", "7", "7"]}]
    assert (found["price"], found["points"]) == (20, 8)


def test_E9_M25_a_dual_space_is_paid_by_the_half_with_a_bird():
    for birds, ways in (
        (["mangrove", "water"], [["mangrove"]]),
        (["mangrove", "sand"], [["mangrove"], ["sand"]]),
        (["reed", "sand"], [["sand"]]),
    ):
        found = told(position("4 5 2 7 mangrove sand", birds=birds), "pay", space="h1")
        assert [way["landscapes"] for way in found[0]["payments"]] == [way for way in ways for _ in range(2)]
        assert found[0]["points"] == 4
        assert ("payments" in found[1]) == (len(ways) == 2)


# ---- what is missing ----
@given(st.lists(st.integers(2, 7), max_size=5), st.integers(0, 47), st.sampled_from([1, 2]))
def test_M18_M23_what_is_missing_are_all_smallest_sets_that_pay(cards, space, huts):
    state = game(position(" ".join(map(str, [*cards, "sand"]))))
    site = sites(state.rules.layout, tuple(range(4)))[space]
    if not site.in_cards:
        return
    sets = missing(state.rules, Holding.of(state, 0), site, huts, dict.fromkeys(range(2, 8), 4))
    found, size = {one.values for one in sets}, min(len(one.values) for one in sets)
    for more in range(size + 1):
        pays = {
            some
            for some in combinations_with_replacement(range(2, 8), more)
            if huts * site.price in twins.sums([*cards, *some])
            and all(some.count(value) <= 4 for value in some)
        }
        assert (pays == found) if more == size else not pays
    lands = {one.landscapes for one in sets}
    assert {len(some) for some in lands} == {huts - (2 in site.marked)}
    assert all(set(some) <= set(site.marked) for some in lands)


# ---- amulets ----
@given(
    st.lists(st.integers(2, 6), min_size=1, max_size=7),
    st.lists(st.integers(1, 6), max_size=3),
    st.integers(1, 5),
)
def test_M15_B10_amulets_are_drawn_as_single_ones_are(unseen, spent, number):
    for pile in {1, len(unseen)}:
        ways = Counter()
        for first, chance in twins.drawn(unseen, min(number, pile)).items():
            rest = min(number - len(first), len(spent))
            for more, then in twins.drawn(spent, rest).items():
                ways[tuple(sorted(first + more))] += chance * then
        heap = Heap(tuple(sorted(unseen)), pile, tuple(sorted(spent)))
        assert heap.draws(number) == dict(ways)


def _draws(huts, **keys):
    start = position(huts=[[f"r{number}" for number in range(1, huts + 1)], []], players=2, **keys)
    return Draws.of(start), Holding.of(game(start), 0)


@pytest.mark.parametrize(
    ("huts", "looks", "keeps"), [(0, 1, 1), (1, 1, 1), (2, 2, 1), (3, 3, 2), (5, 5, 4), (6, 5, 4)]
)
def test_E4_M15_huts_on_amulet_spaces_say_how_many_are_drawn_and_kept(huts, looks, keeps):
    draws, _ = _draws(huts)
    assert {len(drawn) for drawn in draws.amulets()} == {looks}
    assert {len(kept) for drawn in draws.amulets() for kept in draws.keeps(drawn)} == {keeps}
    best = Counter()
    for drawn, chance in draws.amulets().items():
        best[sum(drawn) - (min(drawn) if huts > 1 else 0)] += chance
    assert draws.kept() == dict(best)
    assert sum(draws.kept().values()) == 1


def test_M15_B18_the_chance_that_amulets_make_a_value():
    bag = [2] * 10 + [3] * 8 + [4] * 7 + [5] * 5 + [6] * 4
    three_of = twins.drawn(bag, 3)
    draws, held = _draws(3, kept="3")
    for value in (2, 3, 6, 9, 11):
        ways = [
            chance
            for three, chance in three_of.items()
            if any(value in twins.sums([3, *pair]) for pair in combinations(three, 2))
        ]
        assert draws.makes(held, value) == sum(ways)
    whole, held = _draws(2, kept="3", rules={"amulets_partial": True})
    ways = [chance for pair, chance in twins.drawn(bag, 2).items() if 11 in twins.sums([3, *pair])]
    assert whole.makes(held, 11) == sum(ways) > 0
    none, held = _draws(0, spent="1 1 1 1 1")
    assert (none.kept(), none.makes(held, 1)) == ({0: 1}, 0)


# ---- piers ----
HANDS = {"c1": "2 sand", "h1": "3 4 mangrove", "c6": "2 3 3 reed", "r5": "5 sand", "g3": "6 reed"}
PILES = {
    "long": {"open": "3 3 7 sand water", "pile": "2 2 4 4 5 6 mangrove sand sand reed", "bag": "2 3 3 4 6"},
    "renewed": {
        "open": "3 reed reed",
        "pile": "6 water",
        "played": "4 5 5 mangrove mangrove water",
        "bag": "5",
        "spent": "1 3",
    },
}


@pytest.mark.parametrize("piles", PILES)
def test_M12_M13_M15_M26_the_chance_at_a_pier_is_that_of_the_best_play_in_the_game(piles):
    sure, some = 0, 0
    for pier in (1, 2, 3, 4, 5, 6, 7, 8, 11):
        for space, hand in HANDS.items():
            huts, keys = [["r1", "r2"], [], [], []], {"kept": "1", "birds": ["sand", "water"]}
            start = position(hand, pier=pier, huts=huts, **keys, **PILES[piles])
            state = game(start)
            site = sites(state.rules.layout, tuple(range(4)))[state.rules.layout.number[space]]

            def suits(then, site=site, state=state):
                return can_pay(state.rules, then, site, 1)

            chance = Draws.of(start).at_pier(pier, Holding.of(state, 0), suits)
            best = twins.at_pier(state, lambda now, suits=suits: suits(Holding.of(now, 0)))
            assert chance == best
            sure, some = sure + (chance == 1), some + (0 < chance < 1)
    assert sure > 3
    assert some > 2


def test_M43_a_card_that_was_seen_elsewhere_is_not_drawn():
    chances = []
    for seen in (True, False):
        start = position("2 sand", pile="5 6", seen=seen)
        (answer, _) = answers("miss", start, Asked(space="c1"))
        chances.append(answer.distribution["7"])
    copies = Counter(Rules().box.valuables)
    assert chances == [Fraction(1, 2), Fraction(copies[5] + copies[7], 42)]


def test_M11_M12_M22_the_best_use_of_a_pier_can_be_done_in_the_game():
    hand = "3 4 5 6 7 sand sand water"
    keys = {"kept": "3 4", "birds": ["sand", "water"], "open": "2 4 6 7 reed water mangrove"}
    piers = Piers(position(hand, **keys))
    for pier, uses in [found for space in range(6) for found in piers.ritual_space(space).items()]:
        state = game(position(hand, pier=pier, **keys))
        assert uses
        for use in uses:
            held, points = _held(state), state.points[0]
            for action in use.actions:
                if not isinstance(action, PayLandscape):  # paid by itself where all know which
                    state.apply(action)
            while state.pier == pier and state.to_act() < 0:
                state.apply(state.chance_outcomes()[0][0])
            assert state.points[0] - points == use.points
            paid = len(use.actions) - 1 if use.space >= 0 else 0
            assert _held(state) - held == use.cards - paid


def _held(state):
    return sum(len(zones.cards[0]) for zones in (state.valuables, state.landscapes, state.amulets))


def test_M11_what_is_taken_in_the_west_pays_in_the_east():
    start = position("3 sand", open="4 water water water", birds=["sand", "reed"])
    uses = Piers(start).ritual_space(2)
    assert [str(action) for use in uses[3] for action in use.actions] == ["take 4"]
    assert [str(action) for action in uses[10][0].actions] == ["build c1", "pay sand", "pay 3", "pay 4"]
    found = told(start, "pier")
    assert [(answer["ritual_space"], answer["pier"]) for answer in found][4:6] == [("R3", 3), ("R3", 10)]
    assert found[5]["value"] == pytest.approx(uses[10][0].worth)
    assert len(told(position(players=2), "pier")) == 10  # M-8


LYING = ["card 3"] * 3 + ["amulet 2"] * 3 + ["free landscape"]
STONE = dict(zip(["b2", "c2", "a3", "c3", "a4", "b4", "c4"], LYING, strict=True))


def test_M22_M40_one_free_landscape_tile_pays_for_one_hut_of_pier_10():
    more = {"huts": [["a2"], [], [], []], "stone": STONE, "rules": {"stone_tiles": "others"}}
    for hand, built in (("2 3 4 5 6 7", 1), ("2 3 4 5 6 7 water", 2)):
        start = position(hand, birds=["sand", "water"], tiles=[["free landscape"], [], [], []], **more)
        assert len(Piers(start).ritual_space(RITUAL_SPACE[10])[10]) == built


def test_the_worth_of_a_pier_is_that_by_which_the_bots_choose():
    for pier, more in ((3, {"open": "2 6 reed"}), (4, {}), (5, {}), (7, {}), (9, {}), (12, {})):
        start = position("3 4 6 sand water", pile="5", birds=["sand", "water"], **more)
        uses = Piers(start).ritual_space(RITUAL_SPACE[pier])[pier]
        worth = sum(use.worth for use in uses)
        assert worth == pytest.approx(Outlook(game(start)).rest(0, PIERS[pier]))
        assert worth > 0


@pytest.mark.parametrize("birds", [["sand", "water"], ["reed", "water"], ["mangrove", "reed"]])
def test_what_a_pier_pays_with_is_what_the_bots_pay_with(birds):
    """Where several landscapes and sums are possible: what is plenty goes first, then the largest."""
    several = 0
    for hand in (
        "2 3 4 5 5 6 7 sand water water reed mangrove",
        "2 3 3 4 4 6 7 sand sand water reed reed mangrove",
    ):
        start = position(
            hand,
            kept="2 2 3 4 5 6",
            birds=birds,
            tiles=[["free landscape"], [], [], []],
            huts=[["a2"], [], [], []],
            stone=STONE,
            rules={"stone_tiles": "others"},
        )
        state, piers = twins.at_a_hut(game(start), 0), Piers(start)
        held = Holding.of(state, 0)
        for uses, _ in (way for huts in (1, 2) for way in piers._payable(huts, held, [])):
            then = state.clone()
            then.apply(uses[0].actions[0])
            for action in uses[0].actions[1:]:
                legal = [*then.legal_actions()]
                if isinstance(action, PayLandscape) and action not in legal:
                    continue  # paid by itself where all know which
                weights = ADVICE.weigh(then, legal)
                several += len(set(weights)) > 1
                assert weights[legal.index(action)] == max(weights), (str(action), list(map(str, legal)))
                then.apply(action)
    assert several > 10


def test_a_hand_of_an_owners_box_has_a_worth_however_many_cards_of_a_landscape_there_are():
    outlook = Outlook(game(position("3 4 6 sand water", pile="5", birds=["sand", "water"])))
    few, many = (outlook.time.worth(20, (number, 0, 0, 0), 5) for number in (8, 12))
    assert few < many < few + HUT


def test_the_examples_of_the_rulebook_have_an_answer_to_every_usual_question():
    for number in (2, 7, 10, 15):
        start = Position.load(ROOT / "tests" / "mangrovia" / "examples" / f"e{number:02}.toml")
        assert all(told(start, query) for query in QUERIES.usual(start))


def test_M43_no_answer_looks_at_what_is_hidden():
    start = position("3 4 5 sand water", kept="3", birds=["sand", "water"], others=4)
    worlds = [GAME.complete(start, Random(seed)) for seed in range(4)]
    assert len({tuple(world.valuables.cards[world.pile]) for world in worlds}) > 1
    for found in (payable, why_not):
        assert all(found(world, 0) == found(worlds[0], 0) for world in worlds)


# ---- scores, standings, rounds, and what is asked ----
def test_M32_M37_scores_and_standings_are_those_of_the_scoring():
    start = position(huts=[["a1"], ["h1 double"], ["a5"], []], kept="3 4")
    (score,), lead = told(start, "score"), told(start, "lead")
    assert score["totals"] == list(start.scores().totals)
    assert [one["place"] for one in lead][-2:] == ["stone area", "pole area"]
    (row,) = (one for one in lead if one["place"] == "path H1")
    assert row["order"] == [{"colour": "player 1", "huts": 2}, {"colour": "player 0", "huts": 1}]


def test_M31_rounds_are_counted_to_the_end_of_the_game():
    plain = ["g4 double", "e7 double", "c1 double", "c6 double", "d5"]
    start = position("3 4 5 sand water", players=2, huts=[plain, []], round=6)
    found = rounds_left(start, ["random"], games=6, seed=3)
    assert found == rounds_left(start, ["random"], games=6, seed=3)
    assert min(found) >= 1
    (answer,) = answers("rounds", start, Asked(players=("random",), games=6, seed=3))
    data = answer.to_dict()
    assert (data["value"], data["se"]) == (fmean(found), pytest.approx(stdev(found) / 6**0.5))
    assert sum(map(Fraction, data["distribution"].values())) == 1
    last = replace(start, rules=replace(start.rules, round_limit=6))
    assert rounds_left(last, ["random", "random"], games=2, seed=1) == (1, 1)


def test_what_cannot_be_asked_is_named():
    start = position(huts=[["c1"], [], [], []])
    for query, asked, said in [
        ("pai", Asked(), "no query 'pai'; did you mean 'pay'"),
        ("pay", Asked(spase="c1"), "no setting 'spase'; did you mean 'space'"),
        ("pay", Asked(space="z9"), "no space 'z9'"),
        ("miss", Asked(space="c11"), "no space 'c11'; did you mean 'c1'"),
        ("miss", Asked(space="c1"), r"c1: the space is not empty \(M-17\)"),
        ("rounds", Asked(games=0), "games: '0' is no whole number from 1 to 1000000"),
        (
            "rounds",
            Asked(players=("random", "random")),
            "players: 2 are named; one for each of the 4",
        ),
        ("rounds", Asked(players=("gredy",)), "did you mean 'greedy'"),
    ]:
        with pytest.raises(ToolkitError, match=said):
            answers(query, start, asked)


def test_M31_M36_when_the_game_is_over_its_scores_are_told():
    end = Position.load(ROOT / "examples" / "mangrovia-end.toml")
    assert QUERIES.usual(end) == ["score", "lead"]
    (score,) = answers("score", end, Asked())
    assert score.about["totals"] == end.scores().totals
    with pytest.raises(ToolkitError, match="the game is over"):
        answers("pay", end, Asked())
    unknown = Position.parse(
        '{"format": "mangrovia-position/1", "huts": [[], []], "amulets": {"kept": [[], 2]}}'
    )
    assert "score" not in QUERIES.usual(unknown)
    assert set(QUERIES.usual(unknown)) < set(QUERIES)
    with pytest.raises(ToolkitError, match=r"kept\[1\]: the scores hang on their values \(M-36\)"):
        answers("score", unknown, Asked())
