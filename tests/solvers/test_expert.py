"""The player ``expert`` and its advice: the race, its budget, and that it sees no more than its seat."""

from __future__ import annotations

from random import Random

import pytest

from solvers.advising import reasons
from solvers.players import expert as room
from solvers.players import player
from solvers.players.advice import Recipe, advice_for
from solvers.players.expert import Budget, Expert, PlayedOn, ranked
from solvers.players.ranking import judged
from toolkit.core.game import find_game
from toolkit.core.play import play

GAMES = ("mangrovia", "tobago", "wayfarers", "wazabi")
UNTOLD = Budget()


class Lots:
    """Plays actions on by drawing lots: each wins with its own chance, less with more luck of the world."""

    def __init__(self, chances, sure=1.0):
        self.chances, self.sure, self.played = chances, sure, 0

    def competing(self, _seen, _ranking):
        return list(self.chances)

    def batches(self, budget):
        return budget.batches(400, 8)

    def shares(self, _seen, actions, worlds, random):
        self.played += worlds * len(actions)
        lots = [random.random() for _ in range(worlds)]
        return [[float(lot < self.chances[action]) for lot in lots] for action in actions]


def raced(chances, budget=UNTOLD, seed=1, sure=1.0):
    lots = Lots(chances, sure)
    shares = room._race(None, list(chances), lots, budget, Random(seed))
    return list(chances)[room._chosen(shares, sure)], shares, lots


def test_the_race_finds_the_best_and_drops_what_falls_behind():
    chosen, shares, lots = raced({"judge's": 0.5, "better": 0.7, "hopeless": 0.1})
    assert chosen == "better"
    assert len(shares[2]) < len(shares[0]) < 400
    assert lots.played < 400 * 2


def test_the_choice_of_the_judge_stands_unless_another_is_surely_better():
    found = [raced({"judge's": 0.5, "as good": 0.5}, Budget(worlds=32), seed) for seed in range(40)]
    assert {chosen for chosen, _, _ in found} == {"judge's"}  # equal luck: the same lots win
    assert raced({"judge's": 0.5, "better": 0.6}, Budget(worlds=8), seed=4, sure=9.0)[0] == "judge's"


def test_budgets_are_kept():
    assert list(Budget().batches(20, 8)) == [8, 8, 4]
    assert list(Budget(worlds=3).batches(20, 8)) == [3]
    assert list(Budget(seconds=1e-9).batches(20, 8)) == [8]


def decisions(game, seed, count, players=2):
    """Yield states of a game in which somebody chooses, between two and three other ones."""
    state, random, found = find_game(game).new(players), Random(seed), 0
    while found < count and state.to_act() != -2:
        if state.to_act() < 0:
            state.apply_unchecked(state.sample_chance(random))
            continue
        if len(state.legal_actions()) > 1 and random.random() < 0.3:
            found += 1
            yield state
        state.apply_unchecked(random.choice(state.legal_actions()))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_it_chooses_the_same_in_all_worlds_that_look_alike(game, players, monkeypatch):
    kinds = frozenset(find_game(game).decision_kinds)
    monkeypatch.setattr(type(advice_for(game)), "recipe", Recipe(kinds, worlds=2, width=2))
    for number, state in enumerate(decisions(game, 5, 3, players)):
        seen = state.observation(state.to_act())
        chosen, told = set(), []
        for one in (state, seen.sample_world(Random(7)), seen.sample_world(Random(8))):
            mine = one.observation(one.to_act())
            expert = Expert()
            expert.sit(one.to_act(), Random(number))
            chosen.add(expert.choose(mine, one.legal_actions()))
            ranking = ranked(mine)
            told.append((ranking, reasons(mine, {found.action: "" for found in ranking.actions}, None)))
        assert len(chosen) == 1
        assert told[0] == told[1] == told[2]


@pytest.mark.parametrize("game", ["mangrovia", "wazabi"])
def test_a_game_follows_from_its_seed(game):
    names = ["expert:1w", "random"]
    first, again = (play(find_game(game).new(2), [*map(player, names)], seed=3) for _ in range(2))
    assert first.actions == again.actions


def test_one_expert_plays_one_game_after_another():
    expert = Expert(1)
    for game in ("tobago", "wayfarers"):  # both ask it at a turn
        state = next(one for one in decisions(game, 5, 40) if one.decision_kind() == "turn")
        expert.sit(state.to_act(), Random(1))
        seen = state.observation(state.to_act())
        assert expert.choose(seen, state.legal_actions()) in state.legal_actions()


def test_what_is_advised_is_what_is_played_on_and_nothing_counts_more(monkeypatch):
    monkeypatch.setattr(type(advice_for("mangrovia")), "recipe", Recipe(frozenset({"bowl", "action"}), 8, 3))
    for state in decisions("mangrovia", 2, 4):
        seen = state.observation(state.to_act())
        found, by_judge = ranked(seen), judged(seen, Random)
        assert {one.action for one in found.actions} == set(seen.actions)
        assert found.actions[0].worth.value == max(one.worth.value for one in found.actions)
        playing = PlayedOn(advice_for("mangrovia"))
        assert found.actions[0].action in (playing.competing(seen, by_judge) or [by_judge.actions[0].action])


def test_what_fell_out_of_the_race_is_no_surer_than_its_worlds(monkeypatch):
    """The distance to the best is that of the worlds of both, with the spread that it has there."""
    recipe = Recipe(frozenset({"bowl", "action"}), 24, 5, 0)
    monkeypatch.setattr(type(advice_for("mangrovia")), "recipe", recipe)
    fewer = 0
    for state in decisions("mangrovia", 2, 20):
        found = ranked(state.observation(state.to_act()))
        best = found.actions[0]
        for one in found.actions[1 : found.tried]:
            lead = best.ahead_of(one)
            assert lead.value == pytest.approx(max(0, best.worth.value - one.worth.value), abs=1e-9) or (
                one.worth.value in (0.0, 1.0)
            )
            fewer += len(one.by_world) < len(best.by_world)
    assert fewer


def test_what_is_left_out_is_worth_what_its_equal_is_or_keeps_its_distance():
    """In all worlds: in Wayfarers the judge looks at one, and one of those of the race says little."""
    state = next(decisions("wayfarers", 3, 1))
    seen = state.observation(state.to_act())
    found, by_judge = ranked(seen), judged(seen, Random)
    first, raced = by_judge.actions[0], PlayedOn(advice_for("wayfarers")).competing(seen, by_judge)
    own = found.of(first.action).worth.value
    equals = {by_judge.of(action).worth.value: found.of(action).worth.value for action in raced}
    left = [one for one in by_judge.actions if one.action not in raced]
    assert found.actions[0].action != first.action
    assert len(left) > 9
    assert {one.worth.value in equals for one in left} == {False, True}
    for one in left:
        worth = equals.get(one.worth.value, own - first.worth.value + one.worth.value)
        assert found.of(one.action).worth.value == pytest.approx(worth)
