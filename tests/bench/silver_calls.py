"""Calls of the greedy player of Silver: where the constants of `solvers.silver.rollouts.judge` come from.

``python tests/bench/silver_calls.py kept 2 100`` plays 100 games of two greedy players; it prints, by draws
of each, what cards are that their owner knows, the theta that fits them, and what last turns save.
``python tests/bench/silver_calls.py match 2 100`` plays 100 deals against `ByThreshold`, once from each seat,
and prints the lead in victories and points with 95 % intervals, and how calls went by the known own sum.
``python tests/bench/silver_calls.py next 2 100`` calls in 100 games wherever advice said how often a call in
the next turn succeeds, goes on without the call, and prints what was said and what came of it.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from math import sqrt
from random import Random
from statistics import mean, stdev, variance

from solvers.players import player
from solvers.silver.advice import judging
from solvers.silver.rollouts.judge import kept_at
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.core.play import play
from toolkit.games.silver.actions import CALL
from toolkit.games.silver.cards import COPIES
from toolkit.games.silver.game import GAME
from toolkit.games.silver.state import VILLAGE, SilverState

UNKNOWN, MOST = 6, 6
STEEPEST, STEPS = -1.5, 16


class ByThreshold:
    """Plays like the greedy player, but calls at a known sum with 6 for each unknown card of 6 or less."""

    name = "threshold"

    def __init__(self):
        self.greedy = player("greedy")

    def sit(self, seat, random):
        """Take a seat."""
        self.greedy.sit(seat, random)

    def notify(self, event):
        """Hear what happened."""
        self.greedy.notify(event)

    def choose(self, seen, legal):
        """Return a call, or the greedy player's choice among the other actions."""
        if CALL in legal:
            mine = seen[SilverState.cards].cards[VILLAGE + seen.player]
            if sum(UNKNOWN if face < 0 else face for face in mine) <= MOST:
                return CALL
            legal = [action for action in legal if action != CALL]
        return self.greedy.choose(seen, legal)


# ---- what people keep -------------------------------------------------------------------------------------


def kept(players, games):
    """Print what cards are that their owner knows and another one does not, and what replies save."""
    rows, saved = defaultdict(list), []
    for game in range(games):
        called = None
        for state in play(GAME.new(players), seats(players), seed=f"kept/{game}").states():
            if called and len(state.results) > called[0]:
                ends = map(sum, state.results[-1].villages)
                saved += [before - end for before, end in zip(called[2], ends, strict=True) if before >= 0]
                called = None
            if state.caller >= 0 and not called:
                sums = [sum(cards) for cards in state.cards.cards[VILLAGE:]]
                called = len(state.results), state.caller, sums
                sums[state.caller] = -1
            if state.decision_kind() == "turn":
                rows[round((31 - state.deck) / players)].append(hidden(state))
    print("| drawn by each | cards | true mean | mean of all unseen | theta |\n|---|---|---|---|---|")
    for drawn, found in sorted(rows.items()):
        if sum(count for _, count, _ in found) > 300:
            print(f"| {drawn} | {fitted(found)}")
    print(f"a last turn saves {mean(saved):.2f}, variance {variance(saved):.1f}, {len(saved)} turns")


def hidden(state):
    """Return the unseen cards of who acts, how many others know as their own, and the sum of these."""
    me, masks = state.turn, state.cards.known
    unseen = list(COPIES)
    for zone in state.cards.view(me).cards:
        for face in zone:
            if face >= 0:
                unseen[face] -= 1
    found = [
        face
        for owner in range(state.players)
        for face, mask in zip(state.cards.cards[VILLAGE + owner], masks[VILLAGE + owner], strict=True)
        if mask >> owner & 1 and not mask >> me & 1
    ]
    return tuple(unseen), len(found), sum(found)


def fitted(found):
    """Return a row: the number of cards, their mean, that of all unseen ones, and the theta that fits."""
    found = [one for one in found if one[1]][:: max(1, len(found) // 300)]
    cards = sum(count for _, count, _ in found)
    true = sum(total for *_, total in found) / cards
    unseen = mean(sum(face * count for face, count in enumerate(one)) / sum(one) for one, *_ in found)
    low, high = STEEPEST, 0.5
    for _ in range(STEPS):
        theta = (low + high) / 2
        means = [count * kept_at(one, count, theta)[0] for one, count, _ in found]
        low, high = (theta, high) if sum(means) / cards < true else (low, theta)
    return f"{cards} | {true:.2f} | {unseen:.2f} | {low:+.3f} |"


# ---- matches ----------------------------------------------------------------------------------------------


def seats(players):
    """Return greedy players."""
    return [player("greedy") for _ in range(players)]


def match(players, deals):
    """Print the lead of the greedy player over `ByThreshold` in every other seat, and how its calls went."""
    leads, points, by_sum = [], [], defaultdict(list)
    for deal in range(deals):
        lead, ahead = 0.0, 0.0
        for seat in range(players):
            table = [ByThreshold() for _ in range(players)]
            table[seat] = player("greedy")
            record = play(GAME.new(players), table, seed=f"match/{deal}")
            won, scores = record.outcome.winners, record.outcome.scores
            mine = (seat in won) / len(won)
            lead += mine - (1 - mine) / (players - 1)
            ahead += scores[seat] - (sum(scores) - scores[seat]) / (players - 1)
            for total, succeeded in calls_of(record, seat):
                by_sum[total].append(succeeded)
        leads.append(lead / players)
        points.append(ahead / players)
    print(f"{players} players, {deals} deals: lead {interval(leads)}, points {interval(points)}")
    for low, high in ((0, 3), (4, 6), (7, 9), (10, 18), (19, 99)):
        if went := [one for total, found in by_sum.items() if low <= total <= high for one in found]:
            print(f"known own sum {low} to {high}: {len(went)} calls, {mean(went):.0%} succeeded")


def calls_of(record, seat):
    """Yield the known own sum of each call of a seat, and whether it succeeded."""
    found = []
    for number, state in enumerate(record.states()):
        if record.actions[number : number + 1] == [(seat, CALL)]:
            mine = state.observation(seat)[SilverState.cards].cards[VILLAGE + seat]
            found.append((len(state.results), sum(face for face in mine if face >= 0)))
    for round_number, total in found:
        sums = [sum(village) for village in state.results[round_number].villages]
        yield total, sums[seat] == min(sums)


def interval(values):
    """Return a mean with its 95 % interval."""
    half = 1.96 * stdev(values) / sqrt(len(values))
    return f"{mean(values):+.2f} [{mean(values) - half:+.2f}, {mean(values) + half:+.2f}]"


# ---- calls in the next turn -------------------------------------------------------------------------------


def next_calls(players, games):
    """Print how often calls succeed, by what advice said of them a turn before (`Advised.call_next`)."""
    rows = [found for game in range(games) for found in foretold(players, game)]
    for low in range(0, 100, 20):
        if went := [one for one in rows if low <= 100 * one[0] < low + 20]:
            said, true = (mean(map(float, column)) for column in zip(*went, strict=True))
            print(f"{players} players, {len(went)} calls: {said:.0%} said, {true:.0%} succeeded")


def foretold(players, game):
    """Yield what advice said of a call in the next turn, and whether it succeeds then."""
    state, random, table, told = GAME.new(players), Random(f"next/{game}"), seats(players), {}
    for seat, one in enumerate(table):
        one.sit(seat, Random(f"next/{game}/{seat}"))
    while (acts := state.to_act()) != TERMINAL:
        if acts == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        seen, kind = state.observation(acts), state.decision_kind()
        said = told.pop((state.round, acts), None) if kind == "turn" else None
        if said is not None and CALL in seen.actions:
            yield said, succeeds(state.clone(), table, random)
        action = table[acts].choose(seen, seen.actions)
        if kind in ("turn", "use"):
            one = judging(seen)(action)
            if one.call_next is not None:
                told[state.round, acts] = one.call_next
        state.apply_unchecked(action)


def succeeds(state, table, random):
    """Call, play the round to its end, and return whether the caller was lowest."""
    caller, rounds = state.to_act(), len(state.results)
    state.apply(CALL)
    while len(state.results) == rounds:
        acts = state.to_act()
        if acts == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
        else:
            state.apply_unchecked(table[acts].choose(state.observation(acts), state.legal_actions()))
    return state.results[rounds].points[caller] == 0


if __name__ == "__main__":
    {"kept": kept, "match": match, "next": next_calls}[sys.argv[1]](int(sys.argv[2]), int(sys.argv[3]))
