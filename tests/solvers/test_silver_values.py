"""What cards and abilities are worth (Q-9 to Q-15) and what memory costs (Q-22), against brute force."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest
import silver_twins as twins
from hypothesis import assume, given
from hypothesis import strategies as st

from solvers.silver import (
    Law,
    best_exchange,
    best_look,
    draw_value,
    draws,
    exchange,
    exponential,
    last_seen,
    memories,
    power,
    remembered,
)
from solvers.silver.sets.exchanges import own_sets, pushes
from solvers.silver.sets.sure import alike
from solvers.silver.targets import other_looks, own_looks, pushable, takeable
from solvers.silver.turns import looks
from solvers.silver.turns.abilities import robber_value, robberies, robbery, witch, witch_gain, witch_value
from solvers.silver.turns.looks import draws_again, knowing_value, look_value, next_gain
from solvers.silver.turns.master import master_value, remembered_gains
from solvers.silver.turns.memory import next_look
from solvers.silver.turns.sights import Sights
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.position import Slot
from toolkit.games.silver.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.games.silver.position import Position

SEEDS = st.integers(0, 10**6)
HALF = Fraction(1, 2)


# ---------------------------------------------------------------- exchanges


@pytest.mark.parametrize(("known", "gain"), [(6, 1.3846), (8, 2.4615), (10, 3.8462), (12, 5.5385), (13, 6.5)])
def test_replacing_a_known_card_by_a_random_one_if_that_is_lower(known: int, gain: float) -> None:
    full = Law(COPIES, {}, {(0, 0): known})
    assert float(next_gain(full, [(0, 0)], Rules())) == pytest.approx(gain, abs=5e-5)
    start = twins.position(str(known), "?", discard=[9])
    seen = [n for n, copies in enumerate(start.unseen) for _ in range(copies)]
    assert next_gain(Law.of(start), pushable(start), start.rules) == Fraction(
        sum(max(0, known - n) for n in seen), 50
    )


def test_S12_an_unknown_card_is_worth_the_mean_of_the_unseen_ones() -> None:
    start = twins.position("8 ?", "? ?", discard=[3])
    mean = Fraction(338 - 11, 50)
    assert exchange(start, [1], 3).gain == mean - 3
    assert exchange(start, [0], 3).gain == 5


@given(SEEDS)
def test_S12_S17_the_best_exchange_is_the_best_of_all_sets_in_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    best = best_exchange(start, start.discard[-1])
    assert best is not None
    found = twins.worlds(start)
    assert best.gain == twins.best_gain(start, found, start.discard[-1])
    assert best.chance == twins.mean(
        found, lambda world: twins.matching([world[0, slot] for slot in best.slots])
    )


def test_S36_S39_the_amulet_keeps_cards_from_being_exchanged() -> None:
    free = twins.position("12 3", "? ?")
    kept = twins.position("12 3", "? ?", amulet=[0, 0])
    assert (best_exchange(free, 2).gain, best_exchange(kept, 2).gain) == (10, 1)
    assert best_exchange(twins.position("12", "? ?", amulet=[0, 0]), 2) is None


def test_of_equal_gains_the_smaller_exchange_is_told() -> None:
    best = best_exchange(twins.position("0 0", "? ?"), 5)
    assert best is not None
    assert (best.slots, best.gain) == ((0,), -5)


def test_A44_sets_that_openly_differ_may_be_forbidden() -> None:
    start = twins.position("8! 5! ?", "? ?", rules={"open_mismatch": "forbidden"})
    assert not pushes(start, [0, 1])
    assert pushes(start, [0, 2])
    assert pushes(twins.position("8! 5! ?", "? ?"), [0, 1])


def test_own_sets_name_cards_that_are_alike_once() -> None:
    start = twins.position("8 ? ? 8 5", "? ?")
    sets = list(own_sets(start))
    assert [s for s in sets if len(s) == 1] == [(4,), (1,), (0,)]
    assert (0, 3) in sets
    assert (0, 1, 2, 3) in sets
    assert not any({0, 4} <= set(s) for s in sets)


def test_many_known_cards_that_differ_are_few_sets() -> None:
    start = twins.position("1 2 3 4 5 6 7 8 9 10 11 12", "? ?", discard=[0])
    assert len(list(own_sets(start))) == 12
    assert best_exchange(start, 0).gain == 12
    with pytest.raises(ToolkitError, match="16384 sets of own cards are too many to look at"):
        own_sets(twins.position("0 1 2 3 4 5 6 7 8 9 10 11 12 13", "? ?", discard=[5]))


def test_too_many_sets_are_an_error() -> None:
    many = twins.position(" ".join([f"{n}~0.{n % 9 + 1}" for n in range(12)]), "? ?")
    with pytest.raises(ToolkitError, match="4095 sets of own cards are too many to compare"):
        best_exchange(many, 9)


# ---------------------------------------------------------------- looks


def _next_gain(start: Position, found: twins.Worlds) -> Fraction:
    """Return the mean gain of the next card, used for one card or for a set that is sure to match."""
    parts = twins.split(found, lambda world: world[-1, 0])
    return sum((twins.sure_gain(start, part, card) for card, part in parts.items()), Fraction(0))


PAIRING = st.sampled_from(["wild", "pairing"])
CARDS = st.sampled_from([twins.MANY, twins.FEW])


@given(SEEDS, st.integers(1, 2), PAIRING, CARDS)
def test_S51_S47_S55_a_look_is_worth_what_it_adds_in_all_worlds(
    seed: int, count: int, joins: str, cards: Sequence[int]
) -> None:
    start = twins.small(seed, cards=cards, rules={"doppelganger": joins})
    places = own_looks(start)[:count] or other_looks(start)[:count]
    assume(places and start.deck)
    found = twins.worlds(start)
    parts = twins.split(found, lambda world: tuple(world[place] for place in places))
    value = sum(_next_gain(start, part) for part in parts.values()) - _next_gain(start, found)
    assert look_value(start, places) == value >= 0


def test_S55_a_13_and_any_other_card_leave_together() -> None:
    start = twins.position("13 ? 2", "? ?", deck=25)
    assert next_gain(Law.of(start), pushable(start), start.rules) == 13
    # Better than {13, ?} is {13, 2} if it is a 0 or a 1, and all three if it is a 2 or the other 13.
    adds = Fraction(2 * (2 - 0) + 4 * (2 - 1) + 3 * 2 + 1 * 2, 49)
    assert look_value(start, [(0, 1)]) == adds


@pytest.mark.parametrize(
    ("hidden", "mine", "joins", "gain"),
    [
        ((8, 8, 8, 8), "? ?", "wild", 16 - 8),
        ((8, 8, 8), "? 8", "wild", 16 - 8),
        ((9, 9, 9, 9, 13), "? ?", "wild", Fraction(4 * (20 - 9) + 1 * (18 - 13), 5)),
        ((5, 5, 8, 8), "? 13 13 5 8", "wild", 26 + 8 - HALF * (5 + 8)),
        ((5, 5, 8, 8), "? 13 13 5 8", "pairing", 39 + HALF * (7 - 5) + HALF * (6 - 8)),
        (
            (5, 5, 5, 8, 8),
            "? ? 13 13",
            "wild",
            26 + Fraction(3, 5) * (Fraction(13, 2) - 5) + Fraction(2, 5) * (Fraction(23, 4) - 8),
        ),
        (
            (5, 5, 5, 8, 8),
            "? ? 13 13",
            "pairing",
            26 + Fraction(3, 5) * (13 - 5) + Fraction(2, 5) * (Fraction(23, 2) - 8),
        ),
    ],
)
def test_S15_S55_cards_for_which_few_numbers_are_left_may_be_sure_to_match(
    hidden: tuple[int, ...], mine: str, joins: str, gain: Fraction
) -> None:
    known = [int(slot) for slot in mine.split() if slot != "?"]
    pile = list((Counter(twins.CARDS) - Counter([*hidden, *known, 1, 2])).elements())
    deck = len(hidden) - mine.count("?") - 1
    start = twins.position(mine, "1", "2", "?", deck=deck, discard=pile, rules={"doppelganger": joins})
    assert next_gain(Law.of(start), pushable(start), start.rules) == gain
    assert gain == _next_gain(start, twins.worlds(start))


def test_S51_a_look_at_a_certain_card_adds_nothing() -> None:
    start = twins.position("9 ? 4~0.5", "3! ?")
    for hidden in ((0, 1), (0, 2), (1, 1)):
        both = look_value(start, [(1, 0), hidden])
        assert both == look_value(start, [hidden, (0, 0)]) == look_value(start, [hidden])
    assert look_value(start, [(0, 0)]) == 0


def test_S51_S23_S64_who_may_look_where() -> None:
    start = twins.position("8 ? 5!", "? 3! ? 7!", "? ?", guards=[[1, 1, 2]], amulet=[2, 0])
    assert own_looks(start) == [(0, 1)]
    assert other_looks(start) == [(1, 0), (2, 1)]
    assert takeable(start) == [(1, 0), (1, 3), (2, 1)]
    seven, eight = best_look(start, 7), best_look(start, 8)
    assert seven is not None
    assert eight is not None
    assert (seven.places, eight.places) == (((0, 1),), ((1, 0),))  # S-70: one target, one look
    assert best_look(twins.position("8", "5!"), 8) is None
    with pytest.raises(ToolkitError, match="card 5 lets nobody look; the cards are 2, 7, 8, 9"):
        best_look(start, 5)


def test_S51_two_looks_are_worth_more_than_one_and_9_as_much_as_the_better_of_both() -> None:
    start = twins.position("9 ? ?", "? ?")
    one, two, any_ = best_look(start, 2), best_look(start, 7), best_look(start, 9)
    assert one is not None
    assert two is not None
    assert any_ is not None
    assert two.value > one.value == any_.value > 0


def test_nothing_is_hidden_and_everything_can_be_told() -> None:
    pile = [n for n, copies in enumerate(COPIES) for _ in range(copies - (n in (9, 5, 3, 2, 4)))]
    start = twins.position("9", "5", "3", "2", deck=1, top=[4], discard=pile)
    assert sum(start.unseen) == 0
    assert next_gain(Law.of(start), pushable(start), start.rules) == 5
    assert draw_value(start) == 5


def test_S30_a_look_is_worth_nothing_when_nothing_can_be_drawn() -> None:
    assert look_value(twins.position("9 ? ?", "? ?", deck=0), [(0, 1)]) == 0


@given(SEEDS, PAIRING, CARDS, st.data())
def test_S13_a_card_that_was_put_down_is_known_in_the_next_turn(
    seed: int, joins: str, cards: Sequence[int], data: st.DataObject
) -> None:
    start = twins.small(seed, cards=cards, rules={"doppelganger": joins})
    assume(start.deck)
    slot, card = data.draw(st.sampled_from(range(len(start.mine)))), start.discard[-1]
    after = [*start.mine[:slot], Slot(card), *start.mine[slot + 1 :]]
    known = twins.with_villages(start, [tuple(after), *start.villages[1:]])
    found = twins.worlds(start)
    parts = twins.split(found, lambda world: world[0, slot])
    put = [[(chance, {**world, (0, slot): card}) for chance, world in part] for part in parts.values()]
    value = sum(_next_gain(known, part) for part in put) - _next_gain(start, found)
    with pytest.MonkeyPatch.context() as patch:  # brute force reaches no deck for another turn
        patch.setattr(looks, "draws_again", lambda *_, used: used)
        assert knowing_value(start, slot, card) == value


def test_S13_S55_what_is_known_of_a_card_that_was_put_down_may_help_or_not() -> None:
    assert knowing_value(twins.position("1 ?", "? ?", held=4), 1, 4) < 0  # nothing high is left to give up
    assert knowing_value(twins.position("12 ?", "? ?", held=9), 1, 9) == 0  # the 12 goes next, 9 or not
    assert knowing_value(twins.position("? ? ?", "? ?", held=13), 1, 13) > 0  # it matches any other card


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
def test_S29_S30_a_look_is_worth_nothing_to_who_draws_no_more(
    deck: int, shown: list[int], caller: int | None, now: bool, later: bool
) -> None:
    start = replace(twins.position("9 ? ?", "? 1!", deck=deck, shown=shown, discard=[3]), called_by=caller)
    assert (draws_again(start, used=False), draws_again(start, used=True)) == (now, later)
    assert (look_value(start, [(0, 1)]) > 0) == now
    assert (look_value(start, [(0, 1)], used=True) > 0) == later
    assert (knowing_value(start, 0, 3) < 0) == later  # nothing as high is left to give up
    for card, worth in ((2, now), (9, later)):
        look = best_look(start, card)
        assert look is not None
        assert (look.value > 0) == worth


def test_S29_the_last_turn_uses_no_look() -> None:
    last = twins.position("8 ? ? 3", "? ?", called_by=1, deck=10)
    best = {drawn.card: (drawn.use, drawn.gain) for drawn in draws(last)}
    assert best[7] == ("exchange", 1)
    usual = replace(last, called_by=None)
    assert {drawn.card: drawn.use for drawn in draws(usual)}[7] == "ability"


def test_weights_that_no_machine_word_holds_are_counted_exactly() -> None:
    start = twins.position("1~0.196280 ? 3~0.382420 ?", "? ? ? ?", deck=5, discard=[9, 9, 3])
    law, own = Law.of(start), pushable(start)
    exact = next_gain(law, own, start.rules)
    hidden = alike(law, own)
    assert Sights(law.mixture(own, draws=2), ()).gain(own, hidden, start.rules) > 1 << 63
    assert (
        0
        < exact
        == sum(
            part * next_gain(law.knowing((0, 1), number), own, start.rules)
            for number, part in law.number((0, 1)).items()
        )
        - look_value(start, [(0, 1)])
    )


def test_knowing_a_card_is_worth_nothing_without_a_deck() -> None:
    assert knowing_value(twins.position("12 ? 5", "? ?", deck=0, discard=[9]), 0, 9) == 0


# ---------------------------------------------------------------- Robber


@given(SEEDS)
def test_S54_robberies_are_those_of_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found = twins.worlds(start)
    for own in pushable(start):
        for target in takeable(start):
            robbed = robbery(start, own, target)
            assert robbed.gain == twins.mean(found, lambda w, o=own, t=target: w[o] - w[t])
            assert robbed.improves == twins.mean(found, lambda w, o=own, t=target: w[t] < w[o])
    best = robberies(start, pushable(start))[0]
    assert robber_value(start, HALF) == max(0, best.gain * Fraction(3, 2)) == max(0, best.value(HALF))


def test_S64_A18_an_idle_guard_may_be_protected() -> None:
    idle = twins.position("9", "3! ?", rules={"idle_guard_protected": True})
    assert takeable(idle) == [(1, 1)]
    assert takeable(twins.position("9", "3! ?")) == [(1, 0), (1, 1)]
    assert robber_value(twins.position("9", "3!", amulet=[0, 0]), HALF) == 0


# ---------------------------------------------------------------- Witch


@given(SEEDS, st.sampled_from([Fraction(0), HALF]), st.sampled_from(["before_look", "after_look"]))
def test_S53_A32_a_witch_is_worth_what_all_worlds_say(seed: int, harm: Fraction, decline: str) -> None:
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


def test_S53_A32_a_witch_who_has_looked_must_use_the_card() -> None:
    start = twins.position("0 1", "5", top=[12], held=11)
    assert (witch_gain(start, HALF), witch_value(start, HALF)) == (HALF * (12 - 5), HALF * (12 - 5))
    assert witch_gain(start, Fraction(0)) == 0  # she hits the opponent
    guarded = twins.position("0 1", "5", top=[12], held=11, amulet=[1, 0])
    assert (witch_gain(guarded, HALF), witch_value(guarded, HALF)) == (1 - 12, 0)
    free = replace(guarded, rules=Rules(witch_decline="after_look"))
    assert witch_gain(free, HALF) == witch_gain(replace(guarded, deck=0, top=()), HALF) == 0


def _without_top(world: twins.World) -> twins.World:
    """Return the world after the top card was drawn."""
    rest = {place: number for place, number in world.items() if place[0] != -1}
    deck = sorted(place for place in world if place[0] == -1)
    return rest | {(-1, depth - 1): world[-1, depth] for _, depth in deck if depth}


def test_S70_a_witch_without_deck_or_target_does_nothing() -> None:
    assert witch(twins.position("9 ?", "? ?", deck=0), HALF) == []
    assert witch_value(twins.position("9", "5", amulet=[0, 0], deck=0), HALF) == 0
    alone = twins.position("9", "5", amulet=[0, 0])
    assert {swap.target for swap in witch(alone, HALF)} == {(1, 0)}


# ---------------------------------------------------------------- Master


def test_S52_a_master_takes_the_best_discard() -> None:
    start = twins.position("12 12 ?", "? ? ? ?", "? ? ? ?", "? ? ? ?", deck=31, discard=[5, 1, 9], held=10)
    assert start.forgotten == 2
    gains = remembered_gains(start)
    assert gains == {1: 23, 5: 19, 9: 15}
    assert master_value(start) > 23  # a forgotten 0 would be better


def test_S52_the_lowest_discard_may_tell_what_the_own_cards_are() -> None:
    seen = ["0 0 1 1 1 1 2 2 2 2", "3 3 3 3 4 4 4 4 5 5 5 5", "6 6 6 6 7 7 7 7"]
    pile = [8, 8, 9, 9, 9, 10, 10, 10, 11, 11, 11, 12, 12, 12, 12, 13, 13]
    start = twins.position("? ?", *seen, deck=0, discard=pile)
    assert start.forgotten == 3
    # The pile is 9, 10, 11 once in ten times: then both own cards are 8s. Else its lowest card is an 8.
    lowest = twins.split(twins.worlds(start), lambda world: min(world[-3, at] for at in range(3)))
    gains = {card: twins.sure_gain(start, part, card) for card, part in lowest.items()}
    assert gains[9] == Fraction(16 - 9, 10)
    best = remembered_gains(start)[8]
    assert master_value(start) == gains[9] + max(gains[8], best * Fraction(9, 10))


@given(SEEDS, PAIRING, CARDS)
def test_S52_S55_a_master_is_worth_what_all_worlds_say(seed: int, joins: str, cards: Sequence[int]) -> None:
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


def test_S52_S55_a_simulated_pile_agrees() -> None:
    start, random = twins.position("13 ?", "? ? ?", "? ?", "? ?", deck=8, discard=[9]), Random(7)
    cards = [number for number, copies in enumerate(start.unseen) for _ in range(copies)]
    gains = []
    for _ in range(20_000):
        own, *pile = random.sample(cards, 1 + start.forgotten)
        gains.append(max(13 + own - min(pile), 13 - 9))  # {13, ?} beats the 13 alone
    mean = sum(gains) / len(gains)
    error = (sum((gain - mean) ** 2 for gain in gains) / len(gains) ** 2) ** 0.5
    assert start.forgotten > 30
    assert abs(float(master_value(start)) - mean) < 4.5 * error


# ---------------------------------------------------------------- memory


def test_retention() -> None:
    assert [exponential(Fraction(9, 10))(turns) for turns in range(3)] == [
        1,
        Fraction(9, 10),
        Fraction(81, 100),
    ]
    assert [power(1, 0.5)(turns) for turns in (0, 3, 99)] == [1, HALF, Fraction(1, 10)]
    assert [last_seen(3)(since) for since in (0, 2, 3)] == [1, 1, 0]
    assert remembered(7, 2, exponential(HALF)).reliability == Fraction(1, 4)
    assert remembered(7, 1, exponential(0.9)).reliability == Fraction(9, 10)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: exponential(Fraction(3, 2)), "rate '3/2' is no chance"),
        (lambda: exponential(float("nan")), "rate 'nan' is no chance"),
        (lambda: power(-1, 0.5), "beta -1 is no number from 0"),
        (lambda: power(1, float("nan")), "decay nan is no number from 0"),
        (lambda: last_seen(-1), "a memory of -1 cards"),
        (lambda: exponential(HALF)(-1), "-1 turns ago: 0 is the least"),
    ],
)
def test_parameters_of_memory_that_cannot_be(make: object, said: str) -> None:
    with pytest.raises(ToolkitError, match=said):
        make()  # type: ignore[operator]


@given(SEEDS)
def test_memories_are_right_as_often_as_in_all_worlds(seed: int) -> None:
    start = twins.small(seed)
    found = twins.worlds(start)
    for memory in memories(start):
        slot, number = memory.slot, memory.number
        assert memory.correct == twins.mean(found, lambda w, slot=slot, number=number: w[0, slot] == number)
        assert memory.loss == look_value(start, [(0, slot)]) >= 0
        assert (memory.trusting is None) == (memory.correct == 0)


def test_caution_changes_what_is_done() -> None:
    shaky = twins.position("11~0.2 8", "? ?", discard=[1], held=5)
    (memory,) = memories(shaky)
    assert memory.trusting is not None
    assert memory.careful is not None
    assert (memory.trusting.slots, memory.careful.slots, memory.changes) == ((0,), (1,), True)
    (firm,) = memories(twins.position("11~0.9 8", "? ?", discard=[1], held=5))
    assert not firm.changes


def test_an_exchange_that_gains_nothing_is_no_choice() -> None:
    (memory,) = memories(twins.position("12~0.9 3", "? ?", discard=[1, 12]))
    assert memory.trusting is not None
    assert memory.careful is not None
    assert memory.trusting.gain == 0 > memory.careful.gain
    assert not memory.changes


def test_the_next_look_is_the_best_single_one() -> None:
    start = twins.position("? 12~0.9 3", "? ?")
    look = next_look(start)
    assert look is not None
    assert look.value == max(look_value(start, [place]) for place in own_looks(start))
    assert next_look(twins.position("3 4", "? ?")) is None
