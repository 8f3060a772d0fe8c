"""Advice in single decisions of Silver, with the cards laid out (S-19, S-20, S-42 to S-52)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from silver_helpers import play, table

from solvers.silver.advice import advise
from solvers.silver.hidden.law import Law
from solvers.silver.scoring.lowest import lowest
from solvers.silver.scoring.scored import mean_points
from solvers.silver.sets.afterwards import exchanged
from solvers.silver.turns.taking import takings
from toolkit.games.silver.actions import ANDS, DRAW, EXCHANGES
from toolkit.games.silver.conversion import position_of
from toolkit.games.silver.village import look


def test_S52_a_fetched_card_must_be_exchanged_even_at_a_loss():
    gains = gains_of("1^ 2^", "draw, draw 10, discard", discard="12 3 9")
    assert gains == {"skip": 0, "fetch 12": -10, "fetch 3": -1, "fetch 9": -7}


def test_S19_S20_an_openly_wrong_set_costs_the_card_and_the_penalty():
    state = play(table("8^ 5^ 2^ 9^", "1 1"), "draw", "draw 6")
    for action in (EXCHANGES[0], ANDS[1]):
        state.apply(action)
    gains = judged(state)
    assert gains["done"] == -6  # two cards: the drawn one is added
    assert gains["and 2"] < -12  # three cards: one of the deck comes as well
    assert gains["and 3"] == gains["and 2"]


def test_S49_each_card_of_a_rascal_is_judged_with_the_others_on_the_deck():
    gains = gains_of("4^ 9^ 8^", "draw, draw 11, draw, draw 0", deck="11 0 5 5 7")
    assert gains["keep 0"] == 9
    assert gains["keep 11"] >= 0


def test_S49_one_card_more_is_worth_the_best_of_all_drawn():
    state = play(table("4^ 9^ 8^", "1 1", deck="11 0 5 5 7"), "draw", "draw 11")
    held, onward = (judged(state)[text] for text in ("keep 11", "draw"))
    state.apply(DRAW)
    mean = weight = Fraction(0)
    for action, count in state.chance_outcomes():
        after = state.clone()
        after.apply(action)
        mean += count * max(gain for text, gain in judged(after).items() if text != "draw")
        weight += count
    # `draws` counts each card as if the other one were not seen; here the Witch finds that one on the deck.
    assert abs(onward - mean / weight) < 1
    assert onward > held


def advised(state):
    """Return the advice for player 0 by the texts of the actions."""
    return {str(one.action): one for one in advise(state.observation(0))}


def test_S42_advice_says_that_the_second_0_ends_the_round():
    state = table("8^ 5^ 2^", "0^ 9", discard="0")
    take = advised(state)["take"]
    assert (take.ends_round, take.gain) == (True, 8)
    assert "ends the round at once (S-42): you have 7.0 points then, player 1 " in take.why
    play(state, "take")
    found = advised(state)
    position = position_of(state.observation(0))
    for slot in range(3):
        one, after = found[f"exchange {slot}"], exchanged(position, (slot,), 0, up=True)
        assert (one.ends_round, one.lowest) == (True, lowest(after))
        others = float(mean_points(after, 1))
        assert f"you have {mean_points(after, 0)}.0 points then, player 1 {others:.1f}." in one.why
    assert advised(table("8^ 5^ 2^", "1^ 9", discard="0"))["take"].ends_round is False


def test_S42_A6_with_a_caller_the_advice_scores_the_call():
    state = table("8^ 5^ 2^", "0^ 9^", discard="0")
    state.caller, state.turns_left = 1, 1
    take = advised(state)["take"]
    assert "you have 7.0 points then, player 1 19.0." in take.why


def test_S44_a_shown_card_that_ends_the_round_says_so():
    state = table("8^ 5^ 2^", "0^ 9", shown="0 12 13")
    first, second, third = (advised(state)[f"shown {which}"] for which in range(3))
    assert (first.ends_round, second.ends_round, third.ends_round) == (True, False, False)
    assert third.why == "The 13 (Doppelganger) gains nothing."


@pytest.mark.parametrize("which", range(3))
@pytest.mark.parametrize("shown", ["12 7 13", "1 5 9", "3 10 11"])
def test_S44_Q10_a_shown_card_is_worth_what_it_is_in_hand(shown, which):
    state = table("8^ 5 11^", "4^ 9", shown=shown)
    expected = judged(state)[f"shown {which}"]
    one = list(takings(position_of(state.observation(0))))[1 + which]
    play(state, f"shown {which}")
    assert one.gain == expected == max(judged(state).values())


def test_S50_turning_up_a_0_ends_the_round_surely_or_with_its_chance():
    state = table("0 5 2^", "0^ 9", deck=None)
    look(state, 0, 0, 0)
    play(state, "draw", "draw 5", "discard")
    known, unknown = (advised(state)[f"turn 0:{slot}"] for slot in range(2))
    assert (known.ends_round, unknown.ends_round) == (True, False)
    assert "the round at once (S-42): you have" in known.why
    state = play(table("7 5 2^", "0^ 9"), "draw", "draw 5", "discard")
    one = advised(state)["turn 0:0"]
    chance = Law.of(position_of(state.observation(0))).number((0, 0))[0]
    assert one.ends_round is None
    assert f"It ends the round at once with a chance of {float(chance):.1%} (S-42)." in one.why


def test_A2_a_witchs_0_on_an_open_card_ends_the_round_where_it_lies_like_that():
    for inherits in ("down", "inherit"):
        state = table("8^ 5^", "0^ 9^ 7", witch_orientation=inherits)
        found = advised(play(state, "draw", "draw 11", "discard", "use", "draw 0"))
        ends = [found[f"hit 1:{slot}"].ends_round for slot in range(3)]
        assert ends == [False, inherits == "inherit", False]


def test_A1_where_the_cards_decide_the_advice_says_so():
    state = play(table("8^ 5", "0^ 9", deck_exchange="up"), "draw", "draw 0")
    state.apply(EXCHANGES[0])
    found = advised(state)
    assert found["and 1"].ends_round is None
    assert found["and 1"].why.endswith(" It ends the round at once if it shows the second 0 (S-42).")
    assert found["done"].ends_round is True


def gains_of(mine, lines, **more):
    """Return what the advice says of the actions after some lines, against a village of 1s."""
    return judged(play(table(mine, "1 1", **more), *lines.split(", ")))


def judged(state):
    """Return the gains of the actions of player 0, by their texts."""
    return {str(one.action): one.gain for one in advise(state.observation(0), chances=False)}
