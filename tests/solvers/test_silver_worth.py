"""What draws, exchanges, looks and abilities are worth (Q-9 to Q-15), memory (Q-22), tilted models."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from math import exp
from random import Random
from time import process_time

import pytest
import silver_twins as twins
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sizes import examples

from solvers.silver import (
    Law,
    Tilt,
    Tilted,
    best_exchange,
    best_look,
    draw_value,
    draws,
    exponential,
    last_seen,
    lowest,
    match_chance,
    power,
    remembered,
    village_sum,
)
from solvers.silver.answers import Asked, answers
from solvers.silver.asking import TooLarge, other_looks, own_looks, pushable, takeable
from solvers.silver.hidden import none_among
from solvers.silver.memory import draws_again, look_value, next_gain, next_turn
from solvers.silver.turn import (
    ability_value,
    kept,
    master_value,
    remembered_gains,
    robber_value,
    robbery,
    witch_gain,
    witch_value,
)
from toolkit.games.silver.position import Sight, Slot
from toolkit.games.silver.rules import Rules

SEEDS = st.integers(0, 10**6)
HALF = Fraction(1, 2)


# ---- exchanges (Q-10, Q-11) ----
@given(SEEDS)
@settings(max_examples=examples(20))
def test_S12_S17_the_best_exchange_is_the_best_of_all_sets_in_all_worlds(seed):
    start = twins.small(seed)
    best = best_exchange(start, start.discard[-1])
    found = twins.worlds(start)
    assert best.gain == twins.best_gain(start, found, start.discard[-1])
    assert best.chance == twins.mean(
        found, lambda world: twins.matching([world[0, slot] for slot in best.slots])
    )


# ---- looks (Q-12) ----
def _next_gain(start, found):
    """Return the mean gain of the next card, used for one card or for a set that is sure to match."""
    parts = twins.split(found, lambda world: world[-1, 0])
    return sum((twins.sure_gain(start, part, card) for card, part in parts.items()), Fraction(0))


PAIRING = st.sampled_from(["wild", "pairing"])
CARDS = st.sampled_from([twins.MANY, twins.FEW])


@given(SEEDS, st.integers(1, 2), PAIRING, CARDS)
@settings(max_examples=examples(20))
def test_S51_S47_S55_a_look_is_worth_what_it_adds_in_all_worlds(seed, count, joins, cards):
    start = twins.small(seed, cards=cards, rules={"doppelganger": joins})
    places = own_looks(start)[:count] or other_looks(start)[:count]
    assume(places and start.deck)
    found = twins.worlds(start)
    parts = twins.split(found, lambda world: tuple(world[place] for place in places))
    value = sum(_next_gain(start, part) for part in parts.values()) - _next_gain(start, found)
    assert look_value(start, places) == value >= 0


@pytest.mark.parametrize(
    ("hidden", "mine", "joins", "gain"),
    [
        ((8, 8, 8, 8), "? ?", "wild", 16 - 8),
        ((8, 8, 8), "? 8", "wild", 16 - 8),
        ((9, 9, 9, 9, 13), "? ?", "wild", Fraction(4 * (20 - 9) + 1 * (18 - 13), 5)),
        ((5, 5, 8, 8), "? 13 13 5 8", "wild", 26 + 8 - HALF * (5 + 8)),
        ((5, 5, 8, 8), "? 13 13 5 8", "pairing", 39 + HALF * (7 - 5) + HALF * (6 - 8)),
    ],
)
def test_S15_S55_cards_for_which_few_numbers_are_left_may_be_sure_to_match(hidden, mine, joins, gain):
    known = [int(slot) for slot in mine.split() if slot != "?"]
    pile = list((Counter(twins.CARDS) - Counter([*hidden, *known, 1, 2])).elements())
    deck = len(hidden) - mine.count("?") - 1
    start = twins.position(mine, "1", "2", "?", deck=deck, discard=pile, rules={"doppelganger": joins})
    assert next_gain(Law.of(start), pushable(start), start.rules) == gain
    assert gain == _next_gain(start, twins.worlds(start))


@pytest.mark.parametrize(
    ("deck", "shown", "caller", "now", "later"),
    [
        (20, [], None, True, True),
        (2, [], None, True, True),  # I draw one of them now, or after the other player
        (1, [], None, True, False),
        (1, [12], None, True, True),
        (0, [], None, False, False),
        (20, [], 1, True, False),
        (20, [], 0, False, False),
    ],
)
def test_S29_S30_a_look_is_worth_nothing_to_who_draws_no_more(deck, shown, caller, now, later):
    start = replace(twins.position("9 ? ?", "? 1!", deck=deck, shown=shown, discard=[3]), called_by=caller)
    assert (draws_again(start, used=False), draws_again(start, used=True)) == (now, later)
    assert (look_value(start, [(0, 1)]) > 0) == now
    assert (look_value(start, [(0, 1)], used=True) > 0) == later
    assert (next_turn(start, [0], 3) < 0) == later  # nothing as high is left to give up
    for card, worth in ((2, now), (9, later)):
        look = best_look(start, card)
        assert look is not None
        assert (look.value > 0) == worth


# ---- Robber (Q-13) ----
@given(SEEDS)
@settings(max_examples=examples(12))
def test_S54_robberies_are_those_of_all_worlds(seed):
    start = twins.small(seed)
    found = twins.worlds(start)
    every = [robbery(start, own, target) for own in pushable(start) for target in takeable(start)]
    for robbed in every:
        assert robbed.gain == twins.mean(found, lambda w, o=robbed.own, t=robbed.target: w[o] - w[t])
        assert robbed.improves == twins.mean(found, lambda w, o=robbed.own, t=robbed.target: w[t] < w[o])
    best = max(every, key=lambda robbed: robbed.gain)
    assert answers("rob", start, Asked())[0].exact == best.gain
    assert robber_value(start, HALF) == max(0, best.gain * Fraction(3, 2)) == max(0, best.value(HALF))


# ---- Witch (Q-14) ----
@given(SEEDS, st.sampled_from([Fraction(0), HALF]), st.sampled_from(["before_look", "after_look"]))
def test_S53_A32_a_witch_is_worth_what_all_worlds_say(seed, harm, decline):
    start = twins.small(seed, rules={"witch_decline": decline})
    assume(start.deck)
    found = twins.worlds(start)
    value = Fraction(0)
    for card, part in twins.split(found, lambda world: world[-1, 0]).items():
        below = [(chance, _without_top(world)) for chance, world in part]
        below_start = start.drawing(card)
        gains = [twins.best_gain(below_start, below, card)]
        gains += [
            twins.mean(part, lambda w, t=target, card=card: harm * (card - w[t]))
            for target in takeable(start)
        ]
        value += max([*gains, Fraction(0)] if decline == "after_look" else gains)
    assert witch_gain(start, harm) == value
    assert witch_value(start, harm) == max(0, value)


def test_S53_A32_a_witch_who_has_looked_must_use_the_card():
    start = twins.position("0 1", "5", top=[12], held=11)
    assert (witch_gain(start, HALF), witch_value(start, HALF)) == (HALF * (12 - 5), HALF * (12 - 5))
    assert witch_gain(start, Fraction(0)) == 0  # she hits the opponent
    guarded = twins.position("0 1", "5", top=[12], held=11, amulet=[1, 0])
    assert (witch_gain(guarded, HALF), witch_value(guarded, HALF)) == (1 - 12, 0)
    free = replace(guarded, rules=Rules(witch_decline="after_look"))
    assert witch_gain(free, HALF) == witch_gain(replace(guarded, deck=0, top=()), HALF) == 0


def _without_top(world):
    """Return the world after the top card was drawn."""
    rest = {place: number for place, number in world.items() if place[0] != -1}
    deck = sorted(place for place in world if place[0] == -1)
    return rest | {(-1, depth - 1): world[-1, depth] for _, depth in deck if depth}


# ---- Master (Q-15) ----
@given(SEEDS, PAIRING, CARDS)
def test_S52_S55_a_master_is_worth_what_all_worlds_say(seed, joins, cards):
    start = twins.small(seed, cards=cards, piles=[0, 1, 2, 3], rules={"doppelganger": joins})
    best = max(remembered_gains(start).values())
    found = twins.worlds(start)
    if not start.forgotten:
        assert master_value(start) == best
        return
    lowest = twins.split(found, lambda world: min(n for place, n in world.items() if place[0] == -3))
    value = Fraction(0)
    for card, part in lowest.items():
        value += max(best * twins.mean(part, lambda _: 1), twins.sure_gain(start, part, card))
    assert master_value(start) == value


@pytest.mark.parametrize("deck", [26, 27, 30])
def test_S52_a_master_is_counted_exactly_where_some_weights_are_more_than_a_word(deck):
    start = twins.position("9 8", "2~0.9 5~0.9 3~0.9 7", deck=deck, discard=[11])
    terms, pile = Law.of(start).terms(()), start.forgotten
    above = [none_among(terms, range(least), pile) for least in range(10)]
    assert master_value(start) == sum((above[n] - above[n + 1]) * (9 - n) for n in range(9))


def test_S52_a_master_is_counted_at_once_for_a_village_that_nobody_remembers():
    start, begun = twins.position("? ? ? ? ?", "? ? ? ?", deck=8), process_time()
    assert master_value(start) == Fraction(3538829057746, 574618248225)  # as all ways to fill it say
    assert process_time() - begun < 3


# ---- memory (Q-22) ----
def test_retention():
    assert [exponential(Fraction(9, 10))(turns) for turns in range(3)] == [
        1,
        Fraction(9, 10),
        Fraction(81, 100),
    ]
    assert [power(1, 0.5)(turns) for turns in (0, 3, 99)] == [1, HALF, Fraction(1, 10)]
    assert [last_seen(3)(since) for since in (0, 2, 3)] == [1, 1, 0]
    assert remembered(7, 2, exponential(HALF)).reliability == Fraction(1, 4)
    assert remembered(7, 1, exponential(0.9)).reliability == Fraction(9, 10)


@given(SEEDS)
def test_memories_are_right_as_often_as_in_all_worlds(seed):
    start = twins.small(seed)
    found = twins.worlds(start)
    told = [] if all(slot.known is not None for slot in start.mine) else answers("memory", start, Asked())
    for memory in told:
        if "look" in memory.about:
            continue
        slot, number = memory.about["slot"], memory.about["number"]
        assert memory.exact == twins.mean(found, lambda w, slot=slot, number=number: w[0, slot] == number)
        assert memory.more["loss"] == look_value(start, [(0, slot)]) >= 0
        assert (memory.about["trusting"] is None) == (memory.exact == 0)


def test_a_next_look_is_told_however_many_sets_a_large_village_has():
    start = twins.position("0 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6 ?", "? ?", deck=8, held=7)
    with pytest.raises(TooLarge):
        best_exchange(start, 5)
    (found,) = answers("memory", start, Asked())
    assert found.about == {"look": 19}


def test_caution_changes_what_is_done():
    shaky = twins.position("11~0.2 8", "? ?", discard=[1], held=5)
    memory = answers("memory", shaky, Asked())[0].about
    assert (memory["trusting"], memory["careful"], memory["changes"]) == ([0], [1], True)
    firm = answers("memory", twins.position("11~0.9 8", "? ?", discard=[1], held=5), Asked())[0].about
    assert not firm["changes"]


# ---- What it is worth to draw a card, with Rascals one of several ----
@given(SEEDS, CARDS, st.integers(0, 2), st.sampled_from(["restore", "reverse"]))
@settings(max_examples=examples(20))
def test_S10_S49_the_best_of_all_cards_that_may_be_drawn_is_used(seed, cards, count, order):
    start = _with_rascals(twins.small(seed, cards=cards, most=4, rules={"rascal_putback": order}), count)
    assume(start.deck)
    found, unknown = twins.worlds(start), len(start.top)
    worth = [_kept(start, found, depth) for depth in range(min(unknown + 1, start.deck))]
    told = {drawn.card: drawn for drawn in draws(start)}
    for card, part in twins.split(found, lambda world: world[-1, 0]).items():
        chance = twins.mean(part, lambda _: 1)
        best = twins.mean(
            part,
            lambda world: max(
                worth[min(depth, unknown)][world[-1, depth]] for depth in range(min(1 + count, start.deck))
            ),
        )
        assert (told[card].chance, told[card].gain * chance) == (chance, best)
        assert (told[card].use == "draw on") == (told[card].gain > worth[0][card])
    assert draw_value(start) == sum(drawn.chance * drawn.gain for drawn in told.values())


def _with_rascals(start, count):
    """Return a position with face-up Rascals that lay among the discards."""
    discard = list(start.discard)
    for _ in range(count):
        discard.remove(4)
    mine = (*start.mine, *[Slot(4, face_up=True)] * count)
    return replace(start, discard=tuple(discard), villages=(mine, *start.villages[1:]))


def _kept(start, found, depth):
    """Return what each card at a depth of the deck is worth if it is kept and those above it go back."""
    gains = {}
    for card, part in twins.split(found, lambda world: world[-1, depth]).items():
        turn = slice(None, None, 1 if start.rules.rascal_putback == "restore" else -1)
        top = (*start.top[:depth][turn], *start.top[depth + 1 :])
        after = replace(start, held=card, deck=start.deck - 1, top=top)
        whole = twins.mean(part, lambda _: 1)
        back = []
        for chance, world in part:
            deck = [world[-1, at] for at in range(start.deck)]
            deck = [*deck[:depth][turn], *deck[depth + 1 :]]
            rest = {place: number for place, number in world.items() if place[0] != -1}
            back.append((chance / whole, rest | {(-1, at): number for at, number in enumerate(deck)}))
        gains[card] = max(Fraction(0), twins.best_gain(after, back, card), ability_value(after, card))
    return gains


def test_S49_a_rascal_looks_for_a_better_card():
    start = twins.position("4! 9 8", "? ? ?", top=[12, 0])
    (first,) = draws(start)
    assert (first.card, first.chance, first.use, first.gain) == (12, 1, "draw on", 9)
    robbed = 9 - Law.of(start).mean((1, 0))
    assert (kept(start, 0, 2).use, kept(start, 0, 2).gain) == ("ability", robbed)
    assert (kept(start, 1, 2).use, kept(start, 1, 2).gain) == ("exchange", 9)
    assert draw_value(twins.position("4 9 8", "? ? ?", top=[12, 0])) == robbed
    (last,) = draws(twins.position("4! 9 8", "? ? ?", deck=1, top=[12]))
    assert last.use == "ability"


def test_S49_A40_a_failed_attempt_costs_the_card_that_a_rascal_put_back():
    gains = []
    for order in ("restore", "reverse"):
        rules = {"rascal_putback": order}
        start = twins.position("4! 4! 9 9 9~0.9", "?", deck=9, top=[0, 12, 3], discard=[1], rules=rules)
        gains.append(kept(start, 2, 3).gain)
    fails = 1 - match_chance(Law.of(start), [(0, 2), (0, 3), (0, 4)], start.rules)
    assert gains[0] - gains[1] == 12 * fails > 0


# ---- Model B1 ----

TILTS = [
    Tilt(),
    Tilt(own=-0.2, opponents=-0.4),
    Tilt(own=0.1, opponents=-0.3, deck=0.05, discards=0.2),
    Tilt(deck=-0.1, discards=-0.1),
]


def tilted_worlds(start, tilt):
    """Return every world with its chance: the weight of a card depends on its group, if its owner saw it."""
    certain = {place for place, slot in start.places if slot.known is not None}
    certain |= {(-1, depth) for depth in range(len(start.top))}
    thetas = {-1: tilt.deck, -2: 0.0, -3: tilt.discards, start.me: tilt.own}
    if start.seen is not None:  # what was never seen was never kept
        remembered = {(start.me, at) for at, slot in enumerate(start.mine) if slot.number is not None}
        kept = {(player, at) for player, at, by in start.seen if player == by} | remembered
        thetas |= dict.fromkeys({place for place, _ in start.places} - kept, 0.0)
    weighed = []
    for chance, world in twins.worlds(start):
        hidden = {place: number for place, number in world.items() if place not in certain}
        weight = exp(
            sum(
                thetas.get(place, thetas.get(place[0], tilt.opponents)) * number
                for place, number in hidden.items()
            )
        )
        weighed.append((float(chance) * weight, world))
    whole = sum(weight for weight, _ in weighed)
    return [(weight / whole, world) for weight, world in weighed]


@given(SEEDS, st.sampled_from(TILTS), st.booleans())
@settings(max_examples=examples(4))
def test_tilted_odds_are_those_of_weighted_worlds(seed, tilt, told):
    start = twins.small(seed)
    if told:
        random, down = Random(seed), [place for place, slot in start.places if not slot.face_up]
        some = [(*place, by) for place in down for by in range(4) if random.random() < 0.4]
        start = replace(start, seen=tuple(Sight(*one) for one in some))
    found, law = tilted_worlds(start, tilt), Tilted(start, tilt)
    for place in [*[place for place, _ in start.places], *[(-1, 0)] * (start.deck > 0)]:
        for number, chance in law.number(place).items():
            assert chance == pytest.approx(sum(c for c, w in found if w[place] == number))
        assert law.mean(place) == pytest.approx(sum(c * w[place] for c, w in found))
    for player in range(start.players):
        sums = law.village_sum(player)
        assert list(sums) == sorted({twins.village_sum(start, world, player) for _, world in found})
        assert min(sums.values()) >= 0
        for total, chance in sums.items():
            same = sum(c for c, w in found if twins.village_sum(start, w, player) == total)
            assert chance == pytest.approx(same, abs=1e-12)
    assert law.lowest() == pytest.approx(sum(c for c, w in found if twins.is_lowest(start, w)), abs=1e-12)
    own, target = (0, 0), (1, 0)
    gain, improves = law.robbery(own, target)
    assert gain == pytest.approx(sum(c * (w[own] - w[target]) for c, w in found), abs=1e-12)
    assert improves == pytest.approx(sum(c for c, w in found if w[target] < w[own]), abs=1e-12)


def test_without_tilt_it_is_the_exact_model():
    start = twins.position("8 ? 12~0.9", "4~0.5 3!", discard=[3, 9, 12])
    law = Tilted(start, Tilt())
    assert law.lowest() == pytest.approx(float(lowest(start)), rel=1e-12)
    assert law.lowest(strict=True) == pytest.approx(float(lowest(start, strict=True)), rel=1e-12)
    assert law.mean((0, 1)) == pytest.approx(float(Law.of(start).mean((0, 1))))
    sums = village_sum(start, 0)
    assert law.village_sum(0) == pytest.approx({total: float(chance) for total, chance in sums.items()})
    assert law.gain(1, 4) == pytest.approx(float(Law.of(start).mean((0, 1)) - 4))
