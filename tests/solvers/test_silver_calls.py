"""Calls of Silver: one opinion of bots, advice and odds, and that their calls succeed (Q-8)."""

import json
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import pytest
from silver_helpers import table

from solvers.players import player
from solvers.players.expert import ranked
from solvers.silver.asking import Tilt
from solvers.silver.calling import Village, outlook, villages_in
from solvers.silver.hidden import Law
from solvers.silver.rollouts.judge import kept_at, theta_at
from solvers.silver.tilted import Tilted
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.silver.actions import CALL
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import Position, position_of
from toolkit.games.silver.state import VILLAGE, SilverState
from toolkit.games.silver.village import look


def greedy_game(players, seed, rules=None):
    """Play a game of greedy players; yield the state and the chosen action at each decision."""
    state, random = GAME.new(players, rules), Random(seed)
    seats = [player("greedy") for _ in range(players)]
    for seat, one in enumerate(seats):
        one.sit(seat, random)
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            action = state.sample_chance(random)
        else:
            action = seats[actor].choose(state.observation(actor), state.legal_actions())
            yield state, action
        state.apply_unchecked(action)


def test_S28_Q8_calls_of_the_greedy_player_succeed_and_none_is_made_with_a_high_sum():
    sums, known, succeeded = [], [], 0
    for seed in range(8):
        caller, number = None, 0
        for state, action in greedy_game(2, seed):
            if len(state.results) > number and caller is not None:
                succeeded += state.results[number].points[caller] == 0
            caller, number = (None if len(state.results) > number else caller), len(state.results)
            if action == CALL:
                caller = state.to_act()
                sums.append(sum(state.cards.cards[VILLAGE + caller]))
                mine = state.observation(caller)[SilverState.cards].cards[VILLAGE + caller]
                known.append(sum(max(face, 0) for face in mine))
    assert len(sums) > 15
    assert sum(sums) < 9 * len(sums)
    assert max(known) < 12  # what hidden ones count besides is chance
    assert succeeded > 0.7 * (len(sums) - 8)  # the last round of a game is scored after its last decision


def test_Q8_the_greedy_player_calls_where_the_advice_says_so():
    called = {True: 0, False: 0}
    for number, rules in enumerate((None, GAME.editions["table-memory"])):
        for state, action in greedy_game(2, number, rules):
            if state.decision_kind() == "turn" and CALL in state.legal_actions():
                best = ranked(state.observation(state.to_act())).actions[0].action
                assert (best == CALL) == (action == CALL)
                called[action == CALL] += 1
    assert min(called.values()) > 3


def test_cards_that_their_owner_knows_are_as_low_as_the_exact_law_of_kept_cards_says():
    """Against model B1 with the same theta, whose cards are drawn one after the other."""
    for discard, deck in (([9], 25), ([12, 11, 10, 9, 9, 8], 10)):
        slots = [{"slots": ["1", "?"]}, {"slots": ["?"] * 4}, {"slots": ["?", "3", "?"]}]
        known = {"format": "silver-position/1", "me": 0, "deck": deck, "discard": discard, "villages": slots}
        position = Position.parse(json.dumps(known))
        theta = theta_at(deck, 3)
        kept, _, blind, _ = kept_at(position.unseen, 6, theta)
        exact = Tilted(position, Tilt(opponents=theta))
        for slot, mean in (((1, 0), kept), ((0, 1), blind)):
            assert abs(mean - exact.mean(slot)) < 0.1
        assert kept + 1 < blind
        whole = sum(number * count for number, count in enumerate(position.unseen))
        rest = sum(position.unseen) - 6
        assert abs(6 * kept + rest * blind - whole) < 0.01


def test_a_village_is_what_its_player_and_its_owner_know():
    state = table("8^ 5 1", "3 2^ 9 9")
    look(state, 0, 0, 1)
    look(state, 1, 1, 0)
    state.cards.look(VILLAGE + 1, 2, 0b11)
    mine, theirs = villages_in(position_of(state.observation(0)), "own")
    assert (mine, theirs) == (Village(13, 0, 1), Village(11, 1, 1))
    state.rules = replace(state.rules, memory="table")
    position = position_of(state.observation(0))
    assert villages_in(position, "own") == (mine, Village(11, 2, 0))
    assert villages_in(position, "own", mine=True) == (Village(13, 1, 0), Village(11, 2, 0))


def test_hidden_cards_of_any_deck_are_those_that_are_left():
    ones = (0, 7, *[0] * 12)
    for unseen, kept in ((ones, 0), (ones, 3), (ones, 7), ((0,) * 14, 0)):
        mean, variance, blind, blind_variance = kept_at(unseen, kept, theta_at(5, 2))
        assert {mean, blind} == {float(sum(unseen) > 0)}
        assert variance == blind_variance == 0


def called(own, known, seen, hidden=0, replies=1):
    """Return what a call is worth against a village of a known card and three others, some of them seen."""
    theirs = [f"{known}", *["?"] * 3]
    sights = [[1, 1 + slot, 1] for slot in range(seen)]
    slots = [{"slots": [f"{own}", *["?"] * hidden]}, {"slots": theirs}]
    told = {"format": "silver-position/1", "me": 0, "deck": 20, "discard": [9], "villages": slots}
    return outlook(Position.parse(json.dumps(told | {"seen": sights})), replies=replies)


def test_Q8_a_call_is_worth_less_the_higher_the_own_sum_and_the_more_the_others_know():
    gains = [[called(own, 0, seen).gain for seen in range(4)] for own in range(13)]
    assert all(later < before for row in gains for before, later in pairwise(row) if before < 4.9)
    assert all(low[3] > high[3] for low, high in pairwise(gains))
    assert gains[0][3] > 4
    assert gains[-1][3] < -10


@pytest.mark.parametrize(("top", "least", "most"), [(1, 0, 0.1), (4, 0, 0.3), (8, 0.8, 1), (12, 0.8, 1)])
def test_S12_Q8_a_call_fails_where_the_next_player_takes_the_top_discard(top, least, most):
    open_cards = {"slots": ["5!", "11!", "10!", "7!"]}
    told = {"format": "silver-position/1", "me": 0, "deck": 20, "discard": [9, top]}
    villages = [{"slots": ["9", "8", "7", "4"]}, open_cards]
    position = Position.parse(json.dumps(told | {"villages": villages}))
    assert least < outlook(position).chance < most
    seen = GAME.complete(position, Random(1), insight="own").observation(0)
    assert (ranked(seen).actions[0].action == CALL) == (top == 12)  # an 8 goes well with the own one


def test_Q8_a_call_in_the_next_turn_succeeds_less_often_than_one_now():
    """Each of the others has a turn more; what they have in the end is lower, and less sure."""
    for own, known in product(range(0, 13, 3), range(0, 13, 4)):
        now, then = (called(own, known, 1, replies=count).chance for count in (1, 2))
        assert then < now or now < 0.5


def test_Q8_a_half_remembered_card_counts_as_likely_as_it_is():
    slots = [{"slots": ["1", "12~0.9", "?"]}, {"slots": ["?", "2!", "?"]}]
    known = {"format": "silver-position/1", "me": 0, "deck": 20, "discard": [3], "villages": slots}
    position = Position.parse(json.dumps(known))
    mine, theirs = villages_in(position, "own")
    assert mine == Village(float(1 + Law.of(position).mean((0, 1))), 0, 1)
    assert theirs == Village(2, 2, 0)
    assert villages_in(position, "nothing")[1] == Village(2, 0, 2)
    seen = Position.parse(json.dumps(known | {"seen": [[1, 2, 1], [0, 2, 1]]}))
    assert villages_in(seen, "own") == villages_in(seen, "nothing") == (mine, Village(2, 1, 1))
