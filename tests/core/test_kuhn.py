"""Kuhn poker through the protocol alone: its tree, its information states, and its value by CFR+."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random

import pytest
from kuhn import BET, GAME, PASS, Deal

from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.testing import check_game, leak_probe, perft, posterior
from toolkit.testing.counting import deal_of


def children(state):
    options = state.chance_outcomes() or [(action, 1) for action in state.legal_actions()]
    for action, weight in options:
        after = state.clone()
        after.apply(action)
        yield action, weight, after


def all_states(state):
    yield state
    for _, _, after in children(state):
        yield from all_states(after)


def test_kuhn_keeps_to_the_protocol():
    assert set(check_game(GAME, 2, games=50).kinds) == {"deal", "move"}
    leak_probe(GAME, 2, games=30)


def test_kuhn_has_30_games_and_12_information_states():
    states = list(all_states(GAME.new(2)))
    assert sum(state.to_act() == TERMINAL for state in states) == 30
    seen = {state.observation(state.to_act()).key() for state in states if state.to_act() >= 0}
    assert len(seen) == 12
    assert [perft(GAME.new(2), depth) for depth in (0, 1, 2, 3, 4, 5, 9)] == [1, 3, 6, 12, 24, 30, 30]


class Solver:
    """CFR+ (Tammelin 2014), alternating, with linear averaging; it sees observations only."""

    def __init__(self):
        self.regrets = defaultdict(lambda: [0.0, 0.0])
        self.sums = defaultdict(lambda: [0.0, 0.0])

    def strategy(self, table, key):
        positive = [max(value, 0.0) for value in table[key]]
        return [value / sum(positive) for value in positive] if sum(positive) else [0.5, 0.5]

    def walk(self, state, learner, reach, weight):
        """Return the value for the learner; `reach` is the chance that all others play to here."""
        actor = state.to_act()
        if actor == TERMINAL:
            return state.returns()[learner]
        if actor == CHANCE:
            total = sum(w for _, w in state.chance_outcomes())
            return sum(
                w / total * self.walk(after, learner, reach * w / total, weight)
                for _, w, after in children(state)
            )
        key = state.observation(actor).key()
        chances = self.strategy(self.regrets, key)
        others = [reach if actor == learner else reach * chance for chance in chances]
        values = [
            self.walk(after, learner, r, weight)
            for (_, _, after), r in zip(children(state), others, strict=True)
        ]
        value = sum(chance * v for chance, v in zip(chances, values, strict=True))
        for number, (chance, v) in enumerate(zip(chances, values, strict=True)):
            if actor == learner:
                self.regrets[key][number] = max(0.0, self.regrets[key][number] + reach * (v - value))
            else:
                self.sums[key][number] += weight * reach * chance
        return value

    def value(self, state):
        """Return what the average strategy wins for player 0."""
        if state.to_act() == TERMINAL:
            return state.returns()[0]
        if state.to_act() == CHANCE:
            chances = [w for _, w in state.chance_outcomes()]
        else:
            chances = self.strategy(self.sums, state.observation(state.to_act()).key())
        parts = [
            chance * self.value(after) for chance, (_, _, after) in zip(chances, children(state), strict=True)
        ]
        return sum(parts) / sum(chances)


def test_the_value_of_kuhn_poker_is_found_by_counterfactual_regret_minimisation():
    solver = Solver()
    for iteration in range(200):
        for learner in (0, 1):
            solver.walk(GAME.new(2), learner, 1.0, float(iteration))
    assert solver.value(GAME.new(2)) == pytest.approx(-1 / 18, abs=0.002)
    queen = GAME.new(2)
    for action in (Deal.of[0], Deal.of[1], PASS):
        queen.apply(action)
    bets_with_a_queen = solver.strategy(solver.sums, queen.observation(1).key())[1]
    assert bets_with_a_queen == pytest.approx(0, abs=0.03)
    king = GAME.new(2)
    for action in (Deal.of[0], Deal.of[2], BET):
        king.apply(action)
    assert solver.strategy(solver.sums, king.observation(1).key())[1] == pytest.approx(1, abs=0.01)


def test_worlds_are_sampled_as_often_as_their_exact_chance():
    state = GAME.new(2)
    for action in (Deal.of[2], Deal.of[0], PASS):
        state.apply(action)
    seen = state.observation(1)
    exact = posterior(GAME.new(2), seen)
    assert sorted(exact.values()) == [Fraction(1, 2)] * 2
    random = Random(1)
    counts = Counter(deal_of(seen.sample_world(random)) for _ in range(1_000))
    assert counts.keys() == exact.keys()
    assert max(counts.values()) < 570
    with pytest.raises(ValueError, match="a spectator's log"):
        posterior(GAME.new(2), state.observation(None))
