"""Advice in single decisions of Silver, with the cards laid out (S-19, S-20, S-49, S-52)."""

from __future__ import annotations

from fractions import Fraction

from silver_helpers import play, table

from solvers.silver.advice import advise
from toolkit.games.silver.actions import ANDS, DRAW, EXCHANGES


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


def gains_of(mine, lines, **more):
    """Return what the advice says of the actions after some lines, against a village of 1s."""
    return judged(play(table(mine, "1 1", **more), *lines.split(", ")))


def judged(state):
    """Return the gains of the actions of player 0, by their texts."""
    return {str(one.action): one.gain for one in advise(state.observation(0), chances=False)}
