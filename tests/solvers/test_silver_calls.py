"""Calls of Silver: one opinion of bots, advice and odds, and that their calls succeed (Q-8)."""

import json
from itertools import pairwise, product
from random import Random

from silver_helpers import table

from solvers.players import player
from solvers.silver.advice import advise
from solvers.silver.asking import Tilt
from solvers.silver.calling import Village, hidden_cards, outlook, villages_in, villages_of
from solvers.silver.hidden import Law
from solvers.silver.rollouts.judge import theta_at
from solvers.silver.tilted import Tilted
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.silver.actions import CALL
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import Position
from toolkit.games.silver.state import VILLAGE
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
    sums, succeeded = [], 0
    for seed in range(8):
        caller, number = None, 0
        for state, action in greedy_game(2, seed):
            if len(state.results) > number and caller is not None:
                succeeded += state.results[number].points[caller] == 0
            caller, number = (None if len(state.results) > number else caller), len(state.results)
            if action == CALL:
                caller = state.to_act()
                sums.append(sum(state.cards.cards[VILLAGE + caller]))
    assert len(sums) > 15
    assert max(sums) < 20
    assert succeeded > 0.7 * (len(sums) - 8)  # the last round of a game is scored after its last decision


def test_Q8_the_greedy_player_calls_where_the_advice_says_so():
    called = {True: 0, False: 0}
    for number, rules in enumerate((None, GAME.editions["table-memory"])):
        for state, action in greedy_game(2, number, rules):
            if state.decision_kind() == "turn" and CALL in state.legal_actions():
                first, *_ = advise(state.observation(state.to_act()), chances=False)
                assert (first.action == CALL) == (action == CALL)
                called[action == CALL] += 1
    assert min(called.values()) > 3


def test_cards_that_their_owner_knows_are_as_low_as_the_exact_law_of_kept_cards_says():
    """Against model B1 with the same theta, whose cards are drawn one after the other."""
    for discard, deck in (([9], 25), ([12, 11, 10, 9, 9, 8], 10)):
        slots = [{"slots": ["1", "?"]}, {"slots": ["?"] * 4}, {"slots": ["?", "3", "?"]}]
        known = {"format": "silver-position/1", "me": 0, "deck": deck, "discard": discard, "villages": slots}
        position = Position.parse(json.dumps(known))
        theta = theta_at(deck, 3)
        found = hidden_cards(position.unseen, 6, deck, 3)
        exact = Tilted(position, Tilt(opponents=theta))
        for slot, card in (((1, 0), found.kept), ((0, 1), found.blind)):
            assert abs(card.mean - exact.mean(slot)) < 0.1
        assert found.kept.mean + 1 < found.blind.mean
        whole = sum(number * count for number, count in enumerate(position.unseen))
        rest = sum(position.unseen) - 6
        assert abs(6 * found.kept.mean + rest * found.blind.mean - whole) < 0.01


def test_a_village_is_what_its_player_and_its_owner_know():
    state = table("8^ 5 1", "3 2^ 9 9")
    look(state, 0, 0, 1)
    look(state, 1, 1, 0)
    state.cards.look(VILLAGE + 1, 2, 0b11)
    seen = state.cards.view(0).cards
    mine, theirs = villages_of(seen[VILLAGE:], state.cards.known[VILLAGE:], told=True)
    assert (mine, theirs) == (Village(13, 0, 1), Village(11, 1, 1))
    assert villages_of(seen[VILLAGE:], state.cards.known[VILLAGE:], told=False)[1] == Village(11, 2, 0)


def test_hidden_cards_of_any_deck_are_those_that_are_left():
    ones = (0, 7, *[0] * 12)
    for unseen, kept in ((ones, 0), (ones, 3), (ones, 7), ((0,) * 14, 0)):
        found = hidden_cards(unseen, kept, 5, 2)
        assert {found.kept.mean, found.blind.mean} == {float(sum(unseen) > 0)}
        assert found.kept.variance == found.blind.variance == 0


def test_Q8_a_call_is_worth_less_the_higher_the_own_sum_and_the_more_the_others_know():
    def gain(own, kept):
        return outlook([Village(own, 0, 0), Village(0, kept, 4 - kept)], 0, COPIES, 20).gain

    gains = [[gain(own, kept) for kept in range(5)] for own in range(0, 40, 2)]
    assert all(later < before for row in gains for before, later in pairwise(row) if before < 4.9)
    assert all(low[4] > high[4] for low, high in pairwise(gains))
    assert gains[0][4] > 4
    assert gains[-1][0] < -20


def test_Q8_a_call_in_the_next_turn_succeeds_less_often_than_one_now():
    """Each of the others has a turn more; what they have in the end is lower, and less sure."""
    for own, known in product(range(0, 20, 3), range(0, 24, 4)):
        villages = [Village(own, 0, 0), Village(known, 1, 0), Village(known, 0, 0)]
        now, then = (outlook(villages, 0, COPIES, 20, replies=count).chance for count in (1, 2))
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
