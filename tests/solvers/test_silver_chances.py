"""Where the cards are and which sets match: exact odds against brute force (Q-1 to Q-8, Q-16 to Q-25)."""

from collections import Counter
from fractions import Fraction
from itertools import islice
from operator import itemgetter
from random import Random

import playing
import pytest
import silver_twins as twins
from hypothesis import given
from hypothesis import strategies as st

from solvers.silver import Law, attempt, lowest, match_chance, static_call, village_sum
from solvers.silver.answers import Asked, answers, answers_or_refusal
from solvers.silver.comparing import Hand, total_ways, ways_lowest
from solvers.silver.hidden import DECK, Report, without
from solvers.silver.scoring import kamikaze, lowest_sum
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.cards import DECK as CARDS
from toolkit.games.silver.exchange import costs_a_card, matches
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import position_of
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import DECK as BAG
from toolkit.games.silver.state import TOP, VILLAGE

FULL = Law(COPIES, {}, {})
SEEDS = st.integers(0, 10**6)


def pool(*seen):
    return without(COPIES, *seen)


# ---- single places ----
def test_an_unknown_card_is_any_unseen_card():
    start = twins.position("8 ? 5! ?", "? ? 3! ?", discard=[3, 9, 12], held=4)
    for place in ((0, 1), (1, 3), (DECK, 0), (DECK, 19)):
        assert Law.of(start).number(place) == {
            number: Fraction(count, 45) for number, count in enumerate(start.unseen)
        }
    assert Law.of(start).number((0, 0)) == {8: 1}
    assert Law.of(start).mean((0, 1)) == Fraction(sum(n * c for n, c in enumerate(start.unseen)), 45)


@given(SEEDS)
def test_single_places_and_pairs_are_those_of_all_worlds(seed):
    start = twins.small(seed)
    found, law = twins.worlds(start), Law.of(start)
    places = [place for place, _ in start.places] + [(DECK, depth) for depth in range(start.deck)]
    for place in places:
        assert law.number(place) == twins.law(found, lambda world, place=place: world[place])
        assert law.mean(place) == twins.mean(found, lambda world, place=place: world[place])
    one, other = places[0], places[-1]
    if one != other:
        assert law.joint([one, other]) == twins.law(found, lambda world: (world[one], world[other]))
    hidden = [place for place, slot in start.places if slot.hidden] + [(DECK, 0)] * (
        start.deck > 0 and not start.top
    )
    told = [one.distribution for one in answers_or_refusal("places", start, Asked()) if not one.refused]
    for place, chances in zip(hidden, told, strict=True):
        likely = Counter(twins.law(found, lambda world, place=place: world[place])).most_common(5)
        assert list(chances.items()) == [(str(card), share) for card, share in likely]


def test_a_report_is_weighed_against_the_cards_that_are_left():
    law = Law(pool(5, 9), {(0, 0): Report(8, Fraction(9, 10))}, {})
    right = Fraction(4, 50) * (Fraction(9, 10) + Fraction(1, 140))
    assert law.number((0, 0))[8] == right / (right + Fraction(46, 50) / 140)
    assert law.number((0, 1))[8] < Fraction(4, 50)  # the remembered 8 is probably not here


# ---- sums ----
@given(SEEDS)
def test_S31_sums_are_those_of_all_worlds(seed):
    start = twins.small(seed)
    found = twins.worlds(start)
    for player in range(start.players):
        expected = twins.law(found, lambda world, player=player: twins.village_sum(start, world, player))
        assert village_sum(start, player) == expected
        assert sum(expected.values()) == 1


# ---- who is lowest ----
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
def test_who_is_lowest_in_the_digest(mine, others, seen, ties, strict):
    total = total_ways(pool(*seen), [mine, *others])
    assert Fraction(ways_lowest(pool(*seen), mine, others), total) == Fraction(ties)
    above = Hand(mine.known + 1, mine.hidden)
    assert Fraction(ways_lowest(pool(*seen), above, others), total) == Fraction(strict)


@given(SEEDS)
def test_S32_who_is_lowest_is_that_of_all_worlds(seed):
    start = twins.small(seed)
    found = twins.worlds(start)
    assert lowest(start) == twins.mean(found, lambda world: twins.is_lowest(start, world))
    chance, points = lowest_sum(start)
    assert chance == lowest(start)
    assert points == twins.mean(
        found, lambda world: twins.is_lowest(start, world) * twins.village_sum(start, world, 0)
    )

    def ahead(world):
        mine, *others = [twins.village_sum(start, world, player) for player in range(start.players)]
        return mine < min(others)

    assert lowest(start, strict=True) == twins.mean(found, ahead)


@pytest.mark.parametrize(("mine", "hidden"), [(10, 13), (8, 12), (12, 5)])
def test_counts_beyond_a_word_are_those_of_whole_numbers(mine, hidden):
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


def test_more_ways_than_floats_can_tell_apart_are_an_error():
    with pytest.raises(ToolkitError, match="ways are too many to tell who is lowest"):
        ways_lowest(COPIES, Hand(0, 10), [Hand(1_000, 10)] * 3)


# ---- Exchanges, attempts and counts of cards ----

PLAIN = Rules()
PAIRING = Rules(doppelganger="pairing")


def places(count):
    return [(0, slot) for slot in range(count)]


# ---- exchanges (Q-2, Q-3) ----
@pytest.mark.parametrize(
    ("cards", "chance", "shown"),
    [
        (2, "29/221", 0.131222),
        (3, "61/5525", 0.011041),
        (4, "181/270725", 0.000669),
        (5, "3/108290", 2.77e-5),
    ],
)
def test_S15_S55_random_cards_match_with_wild_13s(cards, chance, shown):
    found = match_chance(FULL, places(cards), PLAIN)
    assert found == Fraction(chance)
    assert float(found) == pytest.approx(shown, abs=5e-7)


def test_S13_a_single_card_never_fails():
    assert match_chance(FULL, places(1), PLAIN) == 1


@given(SEEDS, st.sampled_from([PLAIN, PAIRING]))
def test_S15_S55_sets_match_as_often_as_in_all_worlds(seed, rules):
    start = twins.small(seed)
    found, law = twins.worlds(start), Law.of(start)
    for slots in twins.own_subsets(start):
        asked = [(0, slot) for slot in slots]
        expected = twins.mean(found, lambda world, asked=asked: matches([world[at] for at in asked], rules))
        assert match_chance(law, asked, rules) == expected


# ---- attempts (Q-4) ----
@given(SEEDS, st.sampled_from(["attempt_of_3", "three_different"]), st.sampled_from(["wild", "pairing"]))
def test_S17_S19_S20_S65_attempts_are_those_of_all_worlds(seed, penalty, doppelganger):
    start = twins.small(seed, rules={"penalty": penalty, "doppelganger": doppelganger})
    found, law = twins.worlds(start), Law.of(start)
    for slots in twins.own_subsets(start):
        if len(slots) < 2:
            continue
        asked = [(0, slot) for slot in slots]

        def gain(world, asked=asked):
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


# ---- sets among my unknown cards (Q-21) ----
@given(SEEDS, st.sampled_from(["wild", "pairing"]))
def test_S15_S55_the_heaviest_set_is_that_of_all_worlds(seed, doppelganger):
    start = twins.small(seed, rules={"doppelganger": doppelganger})
    hidden = [slot for slot, card in enumerate(start.mine) if card.hidden]

    def best(world):
        sums = [
            sum(world[0, slot] for slot in slots)
            for slots in twins.own_subsets(start)
            if len(slots) > 1
            and set(slots) <= set(hidden)
            and matches([world[0, slot] for slot in slots], start.rules)
        ]
        return max(sums, default=-1)

    expected = twins.law(twins.worlds(start), best)
    (told,) = answers("pairs", start, Asked())
    assert {-1 if sum_ == "none" else int(sum_): c for sum_, c in told.distribution.items()} == expected
    assert told.exact == 1 - expected.get(-1, 0)


# ---- the call (Q-8) ----
@given(SEEDS)
def test_S32_the_score_of_a_call_is_that_of_all_worlds(seed):
    start = twins.small(seed)
    found = twins.worlds(start)

    def score(world):
        return 0 if twins.is_lowest(start, world) else twins.village_sum(start, world, 0) + 10

    call = static_call(start)
    assert call.score == twins.mean(found, score)
    assert call.sum == twins.mean(found, lambda world: twins.village_sum(start, world, 0))
    assert call.chance == lowest(start)
    if call.break_even is not None:
        assert (call.chance > call.break_even) == (call.score < call.sum)


# ---- piles (Q-17, Q-19, Q-20) ----
@given(SEEDS)
def test_S49_S61_the_next_cards_are_those_of_all_worlds(seed):
    start = twins.small(seed)
    found = twins.worlds(start)
    for cards in range(1, start.deck + 1):
        depths = range(cards)
        expected = twins.law(found, lambda world, depths=depths: min(world[-1, depth] for depth in depths))
        (lowest_card,) = answers("rascal", start, Asked(cards=cards))
        assert {int(card): chance for card, chance in lowest_card.distribution.items()} == expected
        none = twins.mean(
            found, lambda world, depths=depths: not any(world[-1, depth] in (11, 12) for depth in depths)
        )
        (told,) = answers("movers", start, Asked(cards=cards))
        assert told.exact == none


# ---- villagers (Q-16, Q-18) ----
@given(SEEDS)
def test_S41_S42_the_0s_are_where_all_worlds_have_them(seed):
    start = twins.small(seed)
    found = twins.worlds(start)
    told = {answer.about["place"]: answer.exact for answer in answers("villagers", start, Asked())}
    groups = {f"village {player}": player for player in range(start.players)}
    for name, player in {**groups, "deck": -1, "removed": -2}.items():
        has = twins.mean(
            found, lambda world, player=player: any(world[at] == 0 for at in world if at[0] == player)
        )
        assert told[name] == has
    hidden = twins.mean(found, lambda world: any(world[at] == 0 for at in world if at[0] == -3))
    assert told["discard"] == (1 if 0 in start.discard else hidden)


@given(SEEDS)
def test_S50_S42_an_exposer_shows_what_lies_there_in_all_worlds(seed):
    start = twins.small(seed)
    found = twins.worlds(start)
    for slot, card in enumerate(start.mine):
        if card.hidden:
            (shown,) = answers("expose", start, Asked(slot=slot))
            assert shown.exact == 0  # no 0 is face-up
            assert shown.more["lasting"] == twins.mean(found, lambda world, slot=slot: world[0, slot] <= 4)


# ---- endings (Q-25) ----
@given(SEEDS)
def test_S60_a_kamikaze_is_as_rare_as_in_all_worlds(seed):
    start = twins.small(seed)
    village = twins.position("12 13~0.5 ? ?", "? 5", "3", "2", deck=1, **_all_but(seed))
    for position in (start, village):
        found = twins.worlds(position)
        for player in range(position.players):

            def has(world, player=player, position=position):
                cards = [number for (owner, _), number in world.items() if owner == player]
                return sorted(cards) == [12, 12, 13, 13]

            assert kamikaze(position, player) == twins.mean(found, has)


def _all_but(seed):
    """Return a discard pile that leaves few cards, high ones among them."""
    left = [12, 13, 12, 13, 5, 3, 2, seed % 11, 12, 8]
    pile = []
    for number, copies in enumerate(COPIES):
        pile += [number] * max(0, copies - left.count(number))
    return {"discard": pile[: 52 - 9 - 1]}


@given(SEEDS, st.integers(1, 60))
def test_S59_S60_S68_exactly_100_is_as_rare_as_in_all_worlds(seed, missing):
    few, rules = _all_but(seed), {"score_mode": True}
    start = twins.position(
        "12 13~0.5 ? ?", "? 5", "3", "2", deck=1, scores=[100 - missing] * 4, rules=rules, **few
    )
    found = twins.worlds(start)
    for player in range(4):

        def hundred(world, player=player):
            villages = [sorted(n for (owner, _), n in world.items() if owner == seat) for seat in range(4)]
            heroes = [seat for seat in range(4) if villages[seat] == [12, 12, 13, 13]]
            score = (0 if player in heroes else 50) if heroes else sum(villages[player])
            return score == missing

        (told,) = answers("hundred", start, Asked(player=player))
        assert told.exact == twins.mean(found, hundred)


# ---- The odds of Silver against the game itself ----


WORLDS = 2_000


def looking(seed, players, decisions):
    """Return a game after so many random decisions."""
    return next(islice(playing.decisions(GAME.new(players), Random(seed)), decisions, None))


@pytest.mark.parametrize(("seed", "players", "decisions"), [(1, 2, 8), (2, 3, 16), (5, 4, 20), (4, 4, 31)])
def test_S69_odds_are_those_of_the_worlds_that_the_game_samples(seed, players, decisions):
    state = looking(seed, players, decisions)
    seen = state.observation(state.to_act())
    start, random = position_of(seen), Random(seed)
    places = [(start.me, slot) for slot in range(len(start.mine))][:2]
    hidden = next(place for place, slot in start.places if slot.hidden)
    exact = {
        "lowest": lowest(start),
        "match": match_chance(Law.of(start), places, start.rules),
        "low card": sum(chance for n, chance in Law.of(start).number(hidden).items() if n < 5),
    }
    likely = {answer.words: answer for answer in answers("places", start, Asked())}
    best = {words: max(answer.distribution.items(), key=itemgetter(1)) for words, answer in likely.items()}
    exact |= {words: chance for words, (_, chance) in best.items()}
    counts = dict.fromkeys(exact, 0)
    for _ in range(WORLDS):
        cards = seen.sample_world(random).cards.cards
        for words, answer in likely.items():
            player, slot = answer.about.get("player"), answer.about.get("slot")
            there = (
                cards[TOP][:1] or cards[BAG] if player is None else cards[VILLAGE + player][slot : slot + 1]
            )
            counts[words] += there.count(int(best[words][0])) / len(there)
        villages = [cards[VILLAGE + player] for player in range(players)]
        counts["lowest"] += sum(villages[start.me]) <= min(map(sum, villages))
        counts["match"] += matches([villages[player][slot] for player, slot in places], start.rules)
        counts["low card"] += villages[hidden[0]][hidden[1]] < 5
    for name, chance in exact.items():
        error = (float(chance) * (1 - float(chance)) / WORLDS) ** 0.5
        assert abs(counts[name] / WORLDS - float(chance)) <= 4.5 * error, name
