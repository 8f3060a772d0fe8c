"""Simulated odds of Silver against the game itself, and bounds of a reply (Q-7, Q-8, Q-16 to Q-24)."""

from dataclasses import replace
from math import isclose
from random import Random

import numpy as np
import pytest
import rollout_twins
import silver_twins as twins
from game_checks import apply_unsettled
from playing import any_action
from sizes import every_day, examples

from solvers.silver import lowest, reply_bounds, static_call
from solvers.silver.played import reveal, win
from solvers.silver.rollouts import from_position, play, policy
from solvers.silver.simulated import call_after_replies, call_thresholds, calls_in_play, estimate
from solvers.silver.turn import shown_villager
from toolkit.core.decision import CHANCE
from toolkit.core.errors import ToolkitError
from toolkit.games.silver.actions import CALL as CALL_NOW
from toolkit.games.silver.cards import DECK
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules
from toolkit.games.silver.state import VILLAGE

CALL = twins.position("1 2 ?", "? ? ? ?", "? 3! ?", deck=12, discard=[9])
FIVE = twins.position("1 2 3 4 5", "? ?")


def played_on(position, random):
    """Play a position on at random in the game itself; return the points and the turns of that round."""
    state = GAME.complete(position, random)
    while state.decision_kind() != "score":
        apply_unsettled(state, any_action(state, random))
    turns = state.turns
    state.settle()
    return state.results[-1].points, turns


def differs(mean, error, values):
    """Return by how many standard errors a simulated mean differs from that of other values."""
    return abs(mean - np.mean(values)) / (error**2 + np.var(values) / len(values)) ** 0.5


# ---- calls ----
def test_calls_succeed_as_often_as_in_the_game():
    found, random = call_after_replies(CALL, "random", games=600), Random("calls")
    called = replace(CALL, called_by=0)
    points = [played_on(called, random)[0][0] for _ in range(250)]
    assert differs(found.score.value, found.score.standard_error, points) < 4.5
    assert differs(found.chance.value, found.standard_error, [not mine for mine in points]) < 4.5


def test_a_call_to_which_the_reply_changes_nothing_is_the_static_one():
    """The deck is empty and a 13 lies beside it: who takes it discards it, and no card is left (S-46)."""
    position = twins.position("1 8~0.5 ?", "? ? ?", "? 3! ?", deck=0, shown=[13], discard=[13])
    found, exact = call_after_replies(position, games=500, insight="nothing"), static_call(position)
    assert abs(found.chance.value - float(exact.chance)) < 4.5 * found.standard_error
    assert abs(found.score.value - float(exact.score)) < 4.5 * found.score.standard_error


def test_replies_make_a_call_worse():
    games = every_day(50, 90)
    found = call_after_replies(CALL, games=games)
    assert found.chance.high < float(static_call(CALL).chance)
    assert found.how.insight == "own"
    assert call_after_replies(CALL, games=games, insight="nothing").succeeded > found.succeeded


def test_the_answer_follows_from_the_seed():
    found = call_after_replies(CALL, games=16)
    assert found == call_after_replies(CALL, games=16)
    assert found != call_after_replies(CALL, games=16, seed=2)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: call_after_replies(replace(CALL, called_by=1)), "player 1 has called already"),
        (lambda: call_after_replies(replace(CALL, held=4)), "none may be held"),
        (lambda: call_after_replies(FIVE), "5 own cards"),
        (lambda: static_call(replace(CALL, called_by=1)), "player 1 has called already"),
        (lambda: static_call(FIVE), "5 own cards; a call needs 4 or fewer"),
        (lambda: reply_bounds(FIVE), "S-28"),
        (lambda: reply_bounds(twins.position("1", "5", called_by=1)), "S-29"),
        (lambda: win(replace(CALL, scores=(0, 9, 100), rules=Rules(score_mode=True))), "the game is over"),
        (lambda: win(replace(CALL, round=5)), "round 5 of 4"),
        (lambda: win(CALL, games=0), "from 1 to 1000000"),
        (lambda: win(replace(CALL, scores=(0, 0))), "2 numbers for 3 players"),
        (lambda: win(CALL, policy="greedy"), "no policy"),
        (lambda: calls_in_play([], Rules(), games=1), "0 opponents"),
        (lambda: calls_in_play(["steady"] * 4, Rules(), games=1), "4 opponents"),
        (lambda: calls_in_play(["steady"], Rules(), games=0), "0 rounds"),
        (lambda: calls_in_play(["stedy"], Rules(), games=1), "did you mean 'steady'"),
        (lambda: calls_in_play(["steady"], Rules(memory="table"), games=1), "rules.memory = table"),
    ],
)
def test_S28_S29_calls_games_and_rounds_that_cannot_be_are_refused(ask, said):
    with pytest.raises(ToolkitError, match=said):
        ask()
    assert static_call(replace(CALL, called_by=0)).chance > 0  # I have called


# ---- how rounds end ----
def test_Q16_a_revealer_ends_the_round_as_often_as_the_other_0_lies_there():
    position = twins.position("0! 5 6", "? ? ?", deck=20, discard=[9], held=6)
    games = every_day(40, 90)
    none, *found = reveal(position, games=games)
    exact = float(shown_villager(replace(position, me=1, held=None, discard=(9, 6)), (1, 0)))
    assert (none.about["player"], none.more["ends"], none.value) == (None, 0, 0)
    assert [(one.about["player"], one.about["slot"]) for one in found] == [(1, 0), (1, 1), (1, 2)]
    for answer in found:
        assert abs(answer.more["ends"] - exact) < 4.5 * (exact * (1 - exact) / games) ** 0.5


# ---- games ----
def test_the_last_round_decides_as_its_points_do():
    position, games = replace(CALL, round=4, scores=(3, 1, 2)), every_day(40, 90)
    *found, _ = win(position, games=games, seed="last")
    points = play(from_position(position), [policy("steady")] * 3, range(games), seed="last/4").points
    totals = (points + np.array([3, 1, 2])).tolist()
    for player in range(3):
        others = [row[:player] + row[player + 1 :] for row in totals]
        alone = sum(row[player] < min(rest) for row, rest in zip(totals, others, strict=True))
        tied = sum(row[player] == min(rest) for row, rest in zip(totals, others, strict=True))
        assert alone <= found[player].value * games <= alone + tied


# ---- thresholds ----
def test_thresholds_are_compared_in_the_same_rounds():
    found = call_thresholds(["steady", "steady:3"], [0, 5, 12], Rules(), games=every_day(20, 50))
    assert [one.call for one in found] == [0, 5, 12]
    best = min(found, key=lambda one: one.points.value)
    assert best.behind.value == best.behind.standard_error == 0
    for one in found:
        assert isclose(one.behind.value, one.points.value - best.points.value, abs_tol=1e-9)
    assert found[0].called < found[1].called < found[2].called
    assert found[1].success.value > found[2].success.value


# ---- estimates ----
def test_an_estimate_is_a_mean_with_its_error():
    found = estimate(np.array([1.0, 2.0, 3.0]))
    assert (found.value, found.games) == (2.0, 3)
    assert isclose(found.standard_error, 1 / 3**0.5)
    assert str(found.interval) == "2.000 [-0.484, 4.484]"
    assert estimate(np.array([4])).interval.low is None


# ---- Calls in whole rounds of Silver ----
def test_calls_follow_from_the_seed_and_name_the_policies():
    asked = {"pool": ["steady:3"], "rules": Rules(), "games": 6}
    found = calls_in_play(**asked, call=4)
    assert found == calls_in_play(**asked, call=4)
    assert found != calls_in_play(**asked, call=4, seed=2)
    assert {one.how.policies for one in found} == {("steady:4", "steady:3")}


# ---- Bounds of one reply to a call against the game itself, which plays every turn of it ----

_LEFT_OUT = ("look", "turn", "guard", "over", "off", "protect", "hit", "rob")
"""What changes no sum, and what moves cards between villages."""


class Turns:
    """All turns of my left neighbour after my call, played by the game; `sums` are what they come to."""

    def __init__(self, position, deals=1):
        self.player, self.sums = position.others[0], set[int]()
        self._before = int(position.called_by is None)
        self._played = set()
        for number in range(deals):
            state = GAME.complete(position, Random(number))
            if position.called_by is None:
                state.apply(CALL_NOW)
            self._play(state)

    def _play(self, state):
        if state.results or state.turns > self._before:
            villages = state.results[0].villages if state.results else state.cards.cards[VILLAGE:]
            self.sums.add(sum(villages[self.player]))
            return
        key = str((state.stack, state.cards.cards, state.up, state.turns))
        if key in self._played:
            return
        self._played.add(key)
        for action in self._actions(state):
            after = state.clone()
            after.apply(action)
            self._play(after)

    @staticmethod
    def _actions(state):
        if state.to_act() == CHANCE:
            return [action for action, _ in state.chance_outcomes()]
        return [one for one in state.legal_actions() if getattr(one, "verb", "") not in _LEFT_OUT]


def some_position(random):
    """Return a position in which I may call and all villages are certain; the deck has a few cards."""
    cards = random.sample(DECK, len(DECK))
    if random.random() < 0.5:  # many of the cards that matter
        often = random.sample((1, 3, 4, 10, 11, 12, 13), 3)
        cards.sort(key=lambda card: card not in often)
        begin = random.randrange(12)
        cards = cards[begin:] + cards[:begin]
    players, size = random.choice([2, 3]), random.randint(1, 3)
    villages = [[cards.pop() for _ in range(random.randint(1, 3 + (seat == 1)))] for seat in range(players)]
    texts = [" ".join(f"{card}{random.choice(['', '!' * (card > 0)])}" for card in one) for one in villages]
    shown = [cards.pop() for _ in range(random.choice([0, 0, 1]))]
    top = [cards.pop() for _ in range(random.randint(0, size))]
    keys = {"deck": size, "top": top, "shown": shown}
    if random.random() < 0.3:
        keys["amulet"] = [1, random.randrange(len(villages[1]))]
    hidden = (4 - players) * 5 + size - len(top) + random.choice([0, 0, 1])
    found = twins.position(*texts, discard=cards[hidden:], **keys)
    return replace(found, rules=replace(rollout_twins.any_rules(random), turn_limit=200))


@pytest.mark.parametrize("part", range(4))
def test_Q7_S29_bounds_are_the_extremes_of_all_turns_that_the_game_allows(part):
    random = Random(f"reply/{part}")
    for _ in range(examples(4)):
        start = some_position(random)
        found = Turns(start, 40 if start.forgotten else 1).sums
        reply = reply_bounds(start)[0]
        assert (reply.player, reply.lowest, reply.highest) == (1, min(found), max(found)), start


def bounds(position):
    """Return the bounds of my left neighbour's sum, which the game confirms."""
    found, reply = Turns(position, 40 if position.forgotten else 1).sums, reply_bounds(position)[0]
    assert (reply.lowest, reply.highest) == (min(found), max(found))
    return reply.lowest, reply.highest


def rest(*seen):
    """Return all cards but these and ten that are removed with two players, the lowest at the bottom."""
    return rest_of(seen)[10:]


def rest_of(seen):
    """Return all cards but these."""
    left = list(DECK)
    for card in seen:
        left.remove(card)
    return left


# ---- the chances ----
def test_Q7_Q6_chances_are_those_of_all_worlds():
    for seed in range(15):
        start = twins.small(seed)
        worlds = twins.worlds(start)
        for reply in reply_bounds(start):
            assert reply.worst == ahead(start, worlds, reply.player, reply.lowest)
            assert reply.best == ahead(start, worlds, reply.player, reply.highest)


def ahead(start, worlds, player, total):
    """Return the chance that my sum is the lowest when another player has this sum."""

    def is_ahead(world):
        sums = [twins.village_sum(start, world, seat) for seat in range(start.players)]
        sums[player] = total
        return sums[start.me] == min(sums)

    return twins.mean(worlds, is_ahead)


def test_Q7_the_static_chance_lies_between_the_bounds():
    start = twins.position("1 2 ?", "5 0 4", "? ? ? ?", deck=20, discard=[9, 3])
    (reply,) = reply_bounds(start)
    assert (reply.player, reply.lowest, reply.highest) == (1, 4, 9 + 13 + 13)
    assert 0 < reply.worst < static_call(start).chance == lowest(start) < reply.best < 1
    third = replace(start, villages=(start.mine, start.villages[2], start.villages[1]))
    assert [one.player for one in reply_bounds(third)] == [2]
    assert reply_bounds(third)[0] == replace(reply, player=2)


def test_S32_a_low_sum_succeeds_more_often_than_a_high_one():
    found = calls_in_play(["steady"], Rules(), games=every_day(20, 30), seed="sums")
    low, high = ([one for one in found if (one.sum <= 5) == few] for few in (True, False))
    shares = [sum(one.succeeded for one in some) / sum(one.turns for one in some) for some in (low, high)]
    assert shares[0] > shares[1] + 0.1
