"""Exchanges, attempts and counts of cards, against the digest and brute force (Q-2 to Q-4, Q-8, Q-16 on)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import icepool
import pytest
import silver_twins as twins
from hypothesis import given
from hypothesis import strategies as st

from solvers.silver import Law, attempt, lowest, match_chance, static_call
from solvers.silver.hidden.law import Report, mean_of
from solvers.silver.hidden.pools import without
from solvers.silver.scoring.endings import exact_100, kamikaze
from solvers.silver.scoring.sums import sum_of
from solvers.silver.sets.pairs import best_sets, heaviest_sets
from solvers.silver.turns.piles import best_of, lowest_among, no_movers, none_among, time_left
from solvers.silver.turns.villagers import exposure, some_villager, villagers
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.exchange import costs_a_card, matches
from toolkit.games.silver.rules import Rules

FULL = Law(COPIES, {}, {})
PLAIN = Rules()
PAIRING = Rules(doppelganger="pairing")
SEEDS = st.integers(0, 10**6)


def places(count: int) -> list[tuple[int, int]]:
    return [(0, slot) for slot in range(count)]


# ---------------------------------------------------------------- exchanges


@pytest.mark.parametrize(
    ("cards", "chance", "shown"),
    [
        (2, "29/221", 0.131222),
        (3, "61/5525", 0.011041),
        (4, "181/270725", 0.000669),
        (5, "3/108290", 2.77e-5),
    ],
)
def test_S15_S55_random_cards_match_with_wild_13s(cards: int, chance: str, shown: float) -> None:
    found = match_chance(FULL, places(cards), PLAIN)
    assert found == Fraction(chance)
    assert float(found) == pytest.approx(shown, abs=5e-7)


@pytest.mark.parametrize(("cards", "chance"), [(2, 0.055807), (3, 0.002172)])
def test_S15_random_cards_are_equal_without_13s(cards: int, chance: float) -> None:
    """Without wild cards: 13s of the full deck match each other only."""
    equal = sum(comb(copies, cards) for copies in COPIES)
    assert equal / comb(52, cards) == pytest.approx(chance, abs=5e-7)
    assert match_chance(FULL, places(cards), PLAIN) > Fraction(equal, comb(52, cards))
    bare = Law((*COPIES[:13], 0), {}, {})
    assert match_chance(bare, places(cards), PLAIN) == Fraction(equal - comb(2, cards), comb(50, cards))


@pytest.mark.parametrize(
    ("reliabilities", "chance"),
    [
        (["0.9", "0.9"], 0.808239),
        (["0.9", None], 0.104914),
        (["0.7", "0.7"], 0.514599),
        (["1", "0.8"], 0.797235),
        (["0.9", "0.9", "0.6"], 0.395133),
    ],
)
def test_S15_remembered_8s_match_as_in_the_digest(reliabilities: list[str | None], chance: float) -> None:
    slots = " ".join("?" if reliability is None else f"8~{reliability}" for reliability in reliabilities)
    start = twins.position(slots, "? ?", discard=[5, 9])
    found = match_chance(Law.of(start), places(len(reliabilities)), PLAIN)
    assert float(found) == pytest.approx(chance, abs=5e-7)


def test_S15_an_unknown_card_joins_two_8s() -> None:
    start = twins.position("8 8 ?", "? ?", discard=[3])
    assert match_chance(Law.of(start), places(3), PLAIN) == Fraction(4, 49)


def test_S13_a_single_card_never_fails() -> None:
    assert match_chance(FULL, places(1), PLAIN) == 1


def test_S15_known_cards_that_differ_never_match() -> None:
    start = twins.position("8 5 ?", "? ?")
    assert match_chance(Law.of(start), places(3), PLAIN) == 0
    assert match_chance(Law.of(start), places(3), PAIRING) == 0


def test_S55_a_13_and_an_unknown_card_always_match() -> None:
    start = twins.position("13 ?", "? ?")
    assert match_chance(Law.of(start), places(2), PLAIN) == 1


def test_S55_pairing_13s_match_two_numbers() -> None:
    start = twins.position("13 8 5 ?", "? ?", discard=[9])
    assert match_chance(Law.of(start), places(4), PLAIN) == 0
    assert match_chance(Law.of(start), places(4), PAIRING) == Fraction(1, 48)  # the other 13


@given(SEEDS, st.sampled_from([PLAIN, PAIRING]))
def test_S15_S55_sets_match_as_often_as_in_all_worlds(seed: int, rules: Rules) -> None:
    start = twins.small(seed)
    found, law = twins.worlds(start), Law.of(start)
    for slots in twins.own_subsets(start):
        asked = [(0, slot) for slot in slots]
        expected = twins.mean(found, lambda world, asked=asked: matches([world[at] for at in asked], rules))
        assert match_chance(law, asked, rules) == expected


@given(SEEDS)
def test_S15_certain_reports_are_the_limit(seed: int) -> None:
    start = twins.small(seed, reports=False)
    law = Law.of(start)
    place = next((place for place, slot in start.places if slot.hidden and place[0] == 0), None)
    if place is None:
        return
    number = max(law.number(place))
    near = Law(law.unseen, {place: Report(number, 1 - Fraction(1, 10**12))}, law.known)
    asked = places(len(start.mine))
    difference = match_chance(near, asked, PLAIN) - match_chance(law.knowing(place, number), asked, PLAIN)
    assert abs(difference) < Fraction(1, 10**9)


# ---------------------------------------------------------------- attempts


@given(SEEDS, st.sampled_from(["attempt_of_3", "three_different"]), st.sampled_from(["wild", "pairing"]))
def test_S17_S19_S20_S65_attempts_are_those_of_all_worlds(seed: int, penalty: str, doppelganger: str) -> None:
    start = twins.small(seed, rules={"penalty": penalty, "doppelganger": doppelganger})
    found, law = twins.worlds(start), Law.of(start)
    for slots in twins.own_subsets(start):
        if len(slots) < 2:
            continue
        asked = [(0, slot) for slot in slots]

        def gain(world: twins.World, asked: list[tuple[int, int]] = asked) -> int:
            numbers = [world[place] for place in asked]
            if matches(numbers, start.rules):
                return sum(numbers) - 4
            costs = costs_a_card(numbers, start.rules) and start.deck
            return -4 - (world[-1, 0] if costs else 0)

        tried = attempt(law, asked, start.rules, deck=start.deck)
        mean = twins.mean(found, gain)
        assert tried.gain(4) == mean
        assert tried.variance == twins.mean(found, lambda world: gain(world) ** 2) - mean**2
        assert tried.chance == match_chance(law, asked, start.rules)


def test_S17_break_even_of_an_attempt() -> None:
    start = twins.position("8 8~0.5", "? ?", discard=[3])
    tried = attempt(Law.of(start), places(2), PLAIN, deck=20)
    needed = tried.break_even(3)
    assert needed is not None
    given_up = tried.given_up / tried.chance
    assert needed * (given_up - 3) - (1 - needed) * 3 == 0
    assert (tried.chance > needed) == (tried.gain(3) > 0)


def test_S20_S70_no_card_is_lost_with_two_cards_or_an_empty_deck() -> None:
    assert attempt(FULL, places(2), PLAIN, deck=9).penalty == 0
    assert attempt(FULL, places(3), PLAIN, deck=0).penalty == 0
    assert attempt(FULL, places(3), PLAIN, deck=9).penalty > 6


def test_S17_a_set_that_cannot_match_has_no_break_even() -> None:
    start = twins.position("8 5", "? ?")
    assert attempt(Law.of(start), places(2), PLAIN, deck=20).break_even(3) is None


# ---------------------------------------------------------------- sets among my unknown cards


def test_S15_some_pair_among_five_dealt_cards() -> None:
    equal = 1 - Fraction(_all_different(COPIES, 5), comb(52, 5))
    assert equal == Fraction(76547, 162435)
    found = heaviest_sets(FULL, places(5), PLAIN)
    assert 1 - found[None] == Fraction(4567, 7735)
    assert float(1 - found[None]) == pytest.approx(0.590433, abs=5e-7)
    assert float(equal) == pytest.approx(0.471247, abs=5e-7)


def _all_different(copies: tuple[int, ...], cards: int) -> int:
    """Return in how many ways so many cards have different numbers."""
    ways = [1] + [0] * cards
    for count in copies:
        ways = [ways[0], *[ways[size] + count * ways[size - 1] for size in range(1, cards + 1)]]
    return ways[cards]


def test_S55_no_set_among_five_cards_means_different_cards_and_no_13() -> None:
    for cards in (2, 3, 4, 5):
        none = Fraction(_all_different(COPIES[:13], cards), comb(52, cards))
        assert heaviest_sets(FULL, places(cards), PLAIN)[None] == none


@given(SEEDS, st.sampled_from(["wild", "pairing"]))
def test_S15_S55_the_heaviest_set_is_that_of_all_worlds(seed: int, doppelganger: str) -> None:
    start = twins.small(seed, rules={"doppelganger": doppelganger})
    hidden = [slot for slot, card in enumerate(start.mine) if card.hidden]

    def best(world: twins.World) -> int:
        sums = [
            sum(world[0, slot] for slot in slots)
            for slots in twins.own_subsets(start)
            if len(slots) > 1
            and set(slots) <= set(hidden)
            and matches([world[0, slot] for slot in slots], start.rules)
        ]
        return max(sums, default=-1)

    expected = twins.law(twins.worlds(start), best)
    assert {-1 if s is None else s: c for s, c in best_sets(start).items()} == expected


# ---------------------------------------------------------------- the call


@pytest.mark.parametrize(("mine", "pays"), [("2", 0.8333), ("2 3", 0.6667), ("8", 0.5556), ("1 9", 0.5)])
def test_S32_a_call_pays_from_ten_over_the_sum_and_ten(mine: str, pays: float) -> None:
    found = static_call(twins.position(mine, "? ? ?"))
    assert found.break_even is not None
    assert float(found.break_even) == pytest.approx(pays, abs=5e-5)
    assert found.break_even == Fraction(10) / (found.sum + 10)
    assert found.score == (1 - found.chance) * (found.sum + 10)


@given(SEEDS)
def test_S32_the_score_of_a_call_is_that_of_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found = twins.worlds(start)

    def score(world: twins.World) -> int:
        return 0 if twins.is_lowest(start, world) else twins.village_sum(start, world, 0) + 10

    call = static_call(start)
    assert call.score == twins.mean(found, score)
    assert call.sum == twins.mean(found, lambda world: twins.village_sum(start, world, 0))
    assert call.chance == lowest(start)
    if call.break_even is not None:
        assert (call.chance > call.break_even) == (call.score < call.sum)


def test_S28_S29_who_may_not_call_gets_no_odds_of_it() -> None:
    with pytest.raises(ToolkitError, match="5 own cards; a call needs 4 or fewer"):
        static_call(twins.position("1 2 3 4 5", "? ?"))
    with pytest.raises(ToolkitError, match="player 1 has called already"):
        static_call(twins.position("1 2", "? ?", called_by=1))
    assert static_call(twins.position("1 2", "? ?", called_by=0)).chance > 0


# ---------------------------------------------------------------- piles


@pytest.mark.parametrize(
    ("cards", "mean", "shown"),
    [
        (1, "13/2", 6.5),
        (2, "437/102", 4.2843),
        (3, "54/17", 3.1765),
        (4, "52274/20825", 2.5102),
        (5, "103189/49980", 2.0646),
    ],
)
def test_S49_the_lowest_of_several_cards(cards: int, mean: str, shown: float) -> None:
    assert mean_of(lowest_among(FULL, cards)) == Fraction(mean)
    assert float(Fraction(mean)) == pytest.approx(shown, abs=5e-5)
    start = twins.position("?", "?", deck=31, discard=[9])
    seen = icepool.Deck(dict(enumerate(start.unseen)))
    dealt = seen.deal(cards).lowest(1).sum() if cards > 1 else seen.deal(1).sum()
    assert best_of(start, cards) == {number: dealt.probability(number) for number in dealt.outcomes()}


@given(SEEDS)
def test_S49_S61_the_next_cards_are_those_of_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found = twins.worlds(start)
    for cards in range(1, start.deck + 1):
        depths = range(cards)
        expected = twins.law(found, lambda world, depths=depths: min(world[-1, depth] for depth in depths))
        assert best_of(start, cards) == expected
        none = twins.mean(
            found, lambda world, depths=depths: not any(world[-1, depth] in (11, 12) for depth in depths)
        )
        assert no_movers(start, cards) == none


def test_S61_no_mover_among_the_next_three_cards() -> None:
    assert none_among(FULL, (11, 12), 3) == Fraction(3311, 5525)
    start = twins.position("?", "?", discard=[9])
    assert no_movers(start, 3) == Fraction(comb(43, 3), comb(51, 3))
    assert no_movers(twins.position("?", "?", top=[5, 12]), 2) == 0
    assert no_movers(twins.position("?", "?", top=[5, 7]), 2) == 1


def test_S49_S69_known_cards_on_top_are_the_next_ones() -> None:
    start = twins.position("?", "?", top=[7, 3])
    assert best_of(start, 1) == {7: 1}
    assert best_of(start, 2) == {3: 1}
    assert best_of(start, 3)[3] == 1 - sum(Fraction(count, sum(start.unseen)) for count in start.unseen[:3])
    assert no_movers(twins.position("?", "?", top=[7, 12]), 1) == 1


@pytest.mark.parametrize("cards", [0, 21])
def test_more_cards_than_the_deck_holds_are_an_error(cards: int) -> None:
    with pytest.raises(ToolkitError, match=f"{cards} cards of the deck: it holds 20"):
        best_of(twins.position("?", "?"), cards)


def test_S28_S30_S46_time_that_is_left() -> None:
    found = time_left(twins.position("1 1 2 2 5", "? ? ? ?", "? ? ?", deck=7, shown=[3, 4]))
    assert (found.draws, found.turns, found.callers) == (9, 3, (1, 2))


# ---------------------------------------------------------------- villagers


def test_S2_both_0s_are_in_play_as_often_as_in_the_digest() -> None:
    assert 1 - some_villager(FULL, [], 5) == Fraction(1081, 1326)
    assert 1 - some_villager(FULL, [], 10) == Fraction(287, 442)
    assert some_villager(FULL, [], 0) == 0
    for others, removed in ((1, 10), (2, 5), (3, 0)):
        start = twins.position("?", *["?"] * others)
        gone = villagers(start)["removed"]
        assert 1 - gone == Fraction(comb(51 - removed, 2), comb(51, 2))


@given(SEEDS)
def test_S41_S42_the_0s_are_where_all_worlds_have_them(seed: int) -> None:
    start = twins.small(seed)
    found, told = twins.worlds(start), villagers(start)
    groups = {f"village {player}": player for player in range(start.players)}
    for name, player in {**groups, "deck": -1, "removed": -2}.items():
        has = twins.mean(
            found, lambda world, player=player: any(world[at] == 0 for at in world if at[0] == player)
        )
        assert told[name] == has
    hidden = twins.mean(found, lambda world: any(world[at] == 0 for at in world if at[0] == -3))
    assert told["discard"] == (1 if 0 in start.discard else hidden)


@given(SEEDS)
def test_S50_S42_an_exposer_shows_what_lies_there_in_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found = twins.worlds(start)
    for slot, card in enumerate(start.mine):
        if card.hidden:
            shown = exposure(start, slot)
            assert shown.ends == 0  # no 0 is face-up
            assert shown.lasting == twins.mean(found, lambda world, slot=slot: world[0, slot] <= 4)


def test_S42_an_exposer_may_end_the_round() -> None:
    shown = exposure(twins.position("? 5", "0! ?", discard=[9]), 0)
    assert shown.ends == Fraction(1, 49)
    for slot in (1, 2):
        with pytest.raises(ToolkitError, match=f"slot {slot} is no own face-down card"):
            exposure(twins.position("? 5!", "0! ?"), slot)
    with pytest.raises(ToolkitError, match="free of the amulet"):
        exposure(twins.position("? 5", "0! ?", amulet=[0, 0]), 0)


# ---------------------------------------------------------------- endings


@given(SEEDS)
def test_S60_a_kamikaze_is_as_rare_as_in_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    village = twins.position("12 13~0.5 ? ?", "? 5", "3", "2", deck=1, **_all_but(seed))
    for position in (start, village):
        found = twins.worlds(position)
        for player in range(position.players):

            def has(world: twins.World, player: int = player, position: object = position) -> bool:
                cards = [number for (owner, _), number in world.items() if owner == player]
                return sorted(cards) == [12, 12, 13, 13]

            assert kamikaze(position, player) == twins.mean(found, has)


def _all_but(seed: int) -> dict[str, list[int]]:
    """Return a discard pile that leaves few cards, high ones among them."""
    left = [12, 13, 12, 13, 5, 3, 2, seed % 11, 12, 8]
    pile = []
    for number, copies in enumerate(COPIES):
        pile += [number] * max(0, copies - left.count(number))
    return {"discard": pile[: 52 - 9 - 1]}


def test_S59_exactly_100_is_the_chance_of_the_missing_sum() -> None:
    start = twins.position("3 ? ?", "? ?", rules={"score_mode": True}, scores=[85, 99])
    assert exact_100(start, 0) == sum_of(Law.of(start), places(3))[15]
    assert exact_100(start, 1) == sum_of(Law.of(start), [(1, 0), (1, 1)])[1]


def test_S60_S68_a_kamikaze_comes_before_the_sums() -> None:
    start = twins.position("12 12 13 ?", "? ? ? ?", scores=[50, 50], rules={"score_mode": True})
    assert kamikaze(start, 0) == Fraction(1, 48)
    assert sum_of(Law.of(start), places(4))[50] == Fraction(1, 48)
    assert exact_100(start, 0) == 0  # the sum of 50 is the kamikaze, which scores 0
    assert exact_100(start, 1) == Fraction(1, 48)  # it gives the other one 50


@given(SEEDS, st.integers(1, 60))
def test_S59_S60_S68_exactly_100_is_as_rare_as_in_all_worlds(seed: int, missing: int) -> None:
    few, rules = _all_but(seed), {"score_mode": True}
    start = twins.position(
        "12 13~0.5 ? ?", "? 5", "3", "2", deck=1, scores=[100 - missing] * 4, rules=rules, **few
    )
    found = twins.worlds(start)
    for player in range(4):

        def hundred(world: twins.World, player: int = player) -> bool:
            villages = [sorted(n for (owner, _), n in world.items() if owner == seat) for seat in range(4)]
            heroes = [seat for seat in range(4) if villages[seat] == [12, 12, 13, 13]]
            score = (0 if player in heroes else 50) if heroes else sum(villages[player])
            return score == missing

        assert exact_100(start, player) == twins.mean(found, hundred)


def test_S58_S32_exactly_100_needs_score_mode_and_no_call() -> None:
    with pytest.raises(ToolkitError, match="score mode only"):
        exact_100(twins.position("3 ?", "? ?"), 0)
    called = twins.position("3 ?", "? ?", called_by=0, rules={"score_mode": True})
    with pytest.raises(ToolkitError, match="player 0 has called"):
        exact_100(called, 0)


def test_the_pool_without_seen_cards() -> None:
    assert sum(without(COPIES, 5, 9)) == 50
