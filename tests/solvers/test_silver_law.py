"""Where the cards are: the law of hidden places, sums of villages and who is lowest (Q-1, Q-5, Q-6)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import icepool
import numpy as np
import pytest
import silver_twins as twins
from hypothesis import given
from hypothesis import strategies as st

from solvers.silver import Law, lowest, village_sum
from solvers.silver.hidden.law import Report
from solvers.silver.hidden.mixture import DECK
from solvers.silver.hidden.pools import without
from solvers.silver.limits import TooLarge
from solvers.silver.scoring.comparing import total_ways, ways_and_points, ways_lowest
from solvers.silver.scoring.leads import Hand
from solvers.silver.scoring.lowest import lowest_sum
from solvers.silver.scoring.sums import sum_of, sums
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.cards import DECK as CARDS

FULL = Law(COPIES, {}, {})
SEEDS = st.integers(0, 10**6)


def pool(*seen: int) -> tuple[int, ...]:
    return without(COPIES, *seen)


# ---------------------------------------------------------------- single places


def test_an_unknown_card_is_any_unseen_card() -> None:
    start = twins.position("8 ? 5! ?", "? ? 3! ?", discard=[3, 9, 12], held=4)
    for place in ((0, 1), (1, 3), (DECK, 0), (DECK, 19)):
        assert Law.of(start).number(place) == {
            number: Fraction(count, 45) for number, count in enumerate(start.unseen)
        }
    assert Law.of(start).number((0, 0)) == {8: 1}
    assert Law.of(start).mean((0, 1)) == Fraction(sum(n * c for n, c in enumerate(start.unseen)), 45)


@given(SEEDS)
def test_single_places_and_pairs_are_those_of_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found, law = twins.worlds(start), Law.of(start)
    places = [place for place, _ in start.places] + [(DECK, depth) for depth in range(start.deck)]
    for place in places:
        assert law.number(place) == twins.law(found, lambda world, place=place: world[place])
        assert law.mean(place) == twins.mean(found, lambda world, place=place: world[place])
    one, other = places[0], places[-1]
    if one != other:
        assert law.joint([one, other]) == twins.law(found, lambda world: (world[one], world[other]))


@given(SEEDS)
def test_a_look_leaves_the_law_of_the_worlds_with_that_card(seed: int) -> None:
    start = twins.small(seed)
    place = next((place for place, slot in start.places if slot.hidden), None)
    if place is None:
        return
    for number, part in twins.split(twins.worlds(start), lambda world: world[place]).items():
        share = twins.mean(part, lambda _: 1)
        after = Law.of(start).knowing(place, number)
        for other, _ in start.places:
            expected = {seen: c / share for seen, c in twins.law(part, lambda w, o=other: w[o]).items()}
            assert after.number(other) == expected == Law.of(start.seeing(place, number)).number(other)


def test_a_look_at_a_known_card_tells_nothing() -> None:
    law = Law.of(twins.position("8 ? 3~0.5", "? ?"))
    assert law.knowing((0, 0), 8) is law


def test_a_report_is_weighed_against_the_cards_that_are_left() -> None:
    law = Law(pool(5, 9), {(0, 0): Report(8, Fraction(9, 10))}, {})
    right = Fraction(4, 50) * (Fraction(9, 10) + Fraction(1, 140))
    assert law.number((0, 0))[8] == right / (right + Fraction(46, 50) / 140)
    assert law.number((0, 1))[8] < Fraction(4, 50)  # the remembered 8 is probably not here


@pytest.mark.parametrize("reliability", ["0", "0.000"])
def test_a_memory_without_reliability_says_nothing(reliability: str) -> None:
    told = twins.position(f"8~{reliability} 3", "? ?")
    assert Law.of(told).number((0, 0)) == Law.of(twins.position("? 3", "? ?")).number((0, 0))
    assert lowest(told) == lowest(twins.position("? 3", "? ?"))


def test_a_certain_memory_is_knowledge() -> None:
    sure, known = twins.position("8~1 3 ?", "? 2~1.0 ?"), twins.position("8 3 ?", "? 2 ?")
    assert Law.of(sure).number((0, 2)) == Law.of(known).number((0, 2))
    assert lowest(sure) == lowest(known)


def test_a_memory_of_a_card_that_cannot_be_there_is_wrong() -> None:
    start = twins.position("8~0.9 ?", "? ?", discard=[8, 8, 8, 8])
    assert 8 not in Law.of(start).number((0, 0))
    assert Law.of(start).number((0, 0)) == Law.of(start).number((0, 1))


def test_equal_reports_elsewhere_are_merged() -> None:
    start = twins.position("? ?", *[" ".join(["8~0.5"] * 6)] * 2)
    assert len(Law.of(start).terms([(0, 0)])) == 5  # none to four of the 8s are remembered rightly
    assert len(Law.of(start).terms([(1, 0)])) == 9


def test_too_many_reports_are_an_error() -> None:
    crowd = " ".join(f"{number}~0.5" for number in range(14))
    with pytest.raises(ToolkitError, match="15 half-remembered cards are too many"):
        lowest(twins.position("3~0.5", crowd))


# ---------------------------------------------------------------- sums


@given(SEEDS)
def test_S31_sums_are_those_of_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found = twins.worlds(start)
    for player in range(start.players):
        expected = twins.law(found, lambda world, player=player: twins.village_sum(start, world, player))
        assert village_sum(start, player) == expected
        assert sum(expected.values()) == 1


def test_sums_are_those_of_icepool() -> None:
    left = pool(8, 6, 6, 13)
    deck = icepool.Deck({number: count for number, count in enumerate(left) if count})
    for draws in (1, 3, 5):
        dealt = deck.deal(draws).sum()
        ways = sums(left, draws)
        total = int(ways.sum())
        assert {s: Fraction(int(w), total) for s, w in enumerate(ways) if w} == {
            s: dealt.probability(s) for s in dealt.outcomes()
        }


def test_the_sum_of_a_village_that_nobody_touched() -> None:
    chances = sum_of(FULL, [(0, slot) for slot in range(5)])
    mean = sum(total * chance for total, chance in chances.items())
    square = sum(total * total * chance for total, chance in chances.items())
    assert mean == Fraction(65, 2)
    assert float(square - mean**2) ** 0.5 == pytest.approx(8.103, abs=0.0005)
    assert float(sum(c for s, c in chances.items() if s <= 10)) == pytest.approx(0.00193, abs=5e-6)
    assert float(sum(c for s, c in chances.items() if s <= 20)) == pytest.approx(0.07102, abs=5e-6)


@pytest.mark.parametrize(("cards", "deviation"), [(2, 5.286), (3, 6.409), (4, 7.324)])
def test_the_spread_of_a_few_cards(cards: int, deviation: float) -> None:
    chances = sum_of(FULL, [(0, slot) for slot in range(cards)])
    mean = sum(total * chance for total, chance in chances.items())
    square = sum(total * total * chance for total, chance in chances.items())
    assert float(square - mean**2) ** 0.5 == pytest.approx(deviation, abs=0.0005)


@pytest.mark.parametrize(
    ("cards", "bound", "chance"),
    [(3, 8, 0.0297), (3, 12, 0.1117), (4, 10, 0.0099), (4, 15, 0.0594), (5, 15, 0.0114), (5, 20, 0.0551)],
)
def test_low_sums_of_untouched_villages(cards: int, bound: int, chance: float) -> None:
    chances = sum_of(FULL, [(0, slot) for slot in range(cards)])
    assert float(sum(c for s, c in chances.items() if s < bound)) == pytest.approx(chance, abs=5e-5)


def test_the_deck_has_the_mean_and_spread_of_the_digest() -> None:
    chances = FULL.number((0, 0))
    assert FULL.mean((0, 0)) == Fraction(13, 2)
    assert sum(n * n * c for n, c in chances.items()) - Fraction(13, 2) ** 2 == Fraction(57, 4)


# ---------------------------------------------------------------- who is lowest


@pytest.mark.parametrize(
    ("mine", "others", "seen", "ties", "strict"),
    [
        (Hand(3, 1), [Hand(0, 4)], (1, 2, 3, 9), "1528/1551", "8383777/8561520"),
        (Hand(6, 0), [Hand(0, 4), Hand(0, 5)], (0, 2, 4, 12, 11, 7), "622793/623070", "3423148/3426885"),
        (
            Hand(5, 0),
            [Hand(0, 3), Hand(0, 4), Hand(0, 5)],
            (1, 1, 3, 12, 10, 9, 11),
            "87853807/88238150",
            "1495502342/1508872365",
        ),
        (
            Hand(11, 0),
            [Hand(4, 2), Hand(2, 3), Hand(0, 4)],
            (2, 3, 6, 4, 2, 12, 10, 9, 11),
            "146742354704/177635428425",
            "136006688777/177635428425",
        ),
    ],
)
def test_who_is_lowest_in_the_digest(
    mine: Hand, others: list[Hand], seen: tuple[int, ...], ties: str, strict: str
) -> None:
    total = total_ways(pool(*seen), [mine, *others])
    assert Fraction(ways_lowest(pool(*seen), mine, others), total) == Fraction(ties)
    above = Hand(mine.known + 1, mine.hidden)
    assert Fraction(ways_lowest(pool(*seen), above, others), total) == Fraction(strict)


@pytest.mark.parametrize("cards", [4, 8])
def test_nobody_is_below_nothing_in_any_way(cards: int) -> None:
    """With 8 cards each there are 218,789 times as many ways as a word holds."""
    hands = [Hand(0, cards)] * 3
    assert ways_lowest(COPIES, Hand(0, 0), hands) == total_ways(COPIES, [Hand(0, 0), *hands])


def test_two_own_unknown_cards_against_three_villages() -> None:
    start = twins.position("1 ? ?", *["? ? ? ?"] * 3, deck=31, discard=[9], rules={})
    total = total_ways(pool(1), [Hand(1, 2), *[Hand(0, 4)] * 3])
    ways = ways_lowest(pool(1), Hand(1, 2), [Hand(0, 4)] * 3)
    assert float(Fraction(ways, total)) == pytest.approx(0.788903, abs=5e-7)
    above = ways_lowest(pool(1), Hand(2, 2), [Hand(0, 4)] * 3)
    assert float(Fraction(above, total)) == pytest.approx(0.749610, abs=5e-7)
    assert lowest(start) != Fraction(ways, total)  # the 9 was seen


def test_S32_the_digests_cases_as_positions() -> None:
    start = twins.position("1 2 ?", "? ? ? ?", discard=[3, 9])
    assert lowest(start) == Fraction(1528, 1551)
    assert lowest(start, strict=True) == Fraction(8383777, 8561520)
    half_known = twins.position("2 3 6", "4 ? ?", "? 2 ? ?", "? ? ? ?", discard=[12, 10, 9, 11])
    assert lowest(half_known) == Fraction(146742354704, 177635428425)


@given(SEEDS)
def test_S32_who_is_lowest_is_that_of_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found = twins.worlds(start)
    assert lowest(start) == twins.mean(found, lambda world: twins.is_lowest(start, world))
    chance, points = lowest_sum(start)
    assert chance == lowest(start)
    assert points == twins.mean(
        found, lambda world: twins.is_lowest(start, world) * twins.village_sum(start, world, 0)
    )

    def ahead(world: twins.World) -> bool:
        mine, *others = [twins.village_sum(start, world, player) for player in range(start.players)]
        return mine < min(others)

    assert lowest(start, strict=True) == twins.mean(found, ahead)


@given(SEEDS)
def test_the_order_of_the_others_does_not_matter(seed: int) -> None:
    start = twins.small(seed)
    mine, *others = start.villages
    for order in permutations(others):
        assert lowest(twins.with_villages(start, [mine, *order])) == lowest(start)


@given(SEEDS)
def test_all_chances_to_be_alone_or_tied_in_front_add_up(seed: int) -> None:
    start = twins.small(seed)
    seats = range(start.players)
    tied = [lowest(twins.with_me(start, seat)) for seat in seats]
    alone = [lowest(twins.with_me(start, seat), strict=True) for seat in seats]
    assert sum(alone) <= 1 <= sum(tied)
    assert all(one <= other for one, other in zip(alone, tied, strict=True))


@pytest.mark.parametrize("cards", [5, 12])
def test_either_i_am_not_above_or_the_other_one_is_strictly_below(cards: int) -> None:
    hands = [Hand(0, cards), Hand(0, cards)]
    total = total_ways(COPIES, hands)
    assert (total > 1 << 64) == (cards == 12)
    assert ways_lowest(COPIES, hands[0], hands[1:]) + ways_lowest(COPIES, Hand(1, cards), hands[1:]) == total


@pytest.mark.parametrize(("mine", "hidden"), [(10, 13), (8, 12), (12, 5)])
def test_counts_beyond_a_word_are_those_of_whole_numbers(mine: int, hidden: int) -> None:
    others = [Hand(0, hidden), Hand(7, hidden)]
    states = {((0, 0), (0, 7)): 1}
    for card in CARDS:
        after = Counter(states)
        for state, ways in states.items():
            for at, (drawn, total) in enumerate(state):
                if drawn < hidden:
                    taken = (drawn + 1, min(total + card, mine))
                    after[(taken, state[1]) if at == 0 else (state[0], taken)] += ways
        states = dict(after)
    assert ways_lowest(COPIES, Hand(mine, 0), others) == states[(hidden, mine), (hidden, mine)] > 0


@pytest.mark.parametrize(
    ("mine", "others"), [(Hand(3, 2), [(0, 4)] * 3), (Hand(0, 6), [(5, 8)]), (Hand(9, 1), [])]
)
def test_my_points_are_those_of_each_of_my_cards(mine: Hand, others: list[tuple[int, int]]) -> None:
    hands = [Hand(*other) for other in others] or [Hand(0, 5)]
    ways, points = ways_and_points(COPIES, mine, hands)
    assert ways == ways_lowest(COPIES, mine, hands)
    marked = [
        (number, count * ways_lowest(pool(number), Hand(mine.known + number, mine.hidden - 1), hands))
        for number, count in enumerate(COPIES)
    ]
    assert ways * mine.hidden == sum(count for _, count in marked)
    assert points == ways * mine.known + sum(number * count for number, count in marked)


def test_more_ways_than_floats_can_tell_apart_are_an_error() -> None:
    with pytest.raises(ToolkitError, match="ways are too many to tell who is lowest"):
        ways_lowest(COPIES, Hand(0, 10), [Hand(1_000, 10)] * 3)


def test_a_table_that_is_too_large_is_an_error() -> None:
    start = twins.position(*[" ".join("?" * 8)] * 4, deck=5, discard=[3])
    with pytest.raises(ToolkitError, match="combined states are too many"):
        lowest(start)


def test_too_many_cases_of_large_tables_are_an_error() -> None:
    half = " ".join(f"{number}~0.5" for number in range(5, 9))
    start = twins.position("1 ? ? ? ?", half, half, "? ? ? ?", discard=[9])
    with pytest.raises(TooLarge, match=r"\d+ combined states are too many to tell who is lowest"):
        lowest(start)


def test_S32_simulated_deals_agree_with_reports_and_several_unknown_cards() -> None:
    start = twins.position("1 ? ? 6~0.6", "? 4 ? 9~0.3", "? ? ?", discard=[3, 9, 12, 11, 2])
    rng = np.random.default_rng(11)
    cards = np.array(sorted((Counter(CARDS) - Counter(start.seen)).elements()))
    deals = rng.permuted(np.tile(cards, (200_000, 1)), axis=1)[:, :9]
    weight = np.where(deals[:, 2] == 6, 0.6, 0) + 0.4 / 14
    weight *= np.where(deals[:, 5] == 9, 0.3, 0) + 0.7 / 14
    mine = 1 + deals[:, :3].sum(axis=1)
    others = np.minimum(4 + deals[:, 3:6].sum(axis=1), deals[:, 6:9].sum(axis=1))
    for strict, won in ((False, mine <= others), (True, mine < others)):
        mean = (weight * won).sum() / weight.sum()
        error = ((weight * (won - mean)) ** 2).sum() ** 0.5 / weight.sum()
        assert abs(mean - float(lowest(start, strict=strict))) < 4.5 * error
