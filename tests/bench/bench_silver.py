"""Speed of Silver's odds and rollouts: ``python tests/bench/bench_silver.py``."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from bench_games import rate
from table import Row, best, run

from solvers.silver import (
    Law,
    Tilt,
    Tilted,
    best_exchange,
    best_look,
    comparing,
    draw_value,
    lowest,
    match_chance,
    static_call,
    village_sum,
)
from solvers.silver.rollouts import play, policy, whole_round
from solvers.silver.sets import pairs
from solvers.silver.turn import master_value, rob, witch_value
from toolkit.core.decision import CHANCE
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import Position
from toolkit.games.silver.rules import Rules

ABOUT = """\
Who is lowest in Silver (Q-6), exactly and jointly, against a plain dictionary over cards and capped sums,
both with the same fractions; the other questions; and whole rounds played out, against random play of the
game itself. In processor time."""
PLAY = "random play of the game"

POSITIONS = {
    "2 players, 1 own unknown": (["1 2 ?", "? ? ? ?"], [3, 9]),
    "3 players, own sum 6": (["0 2 4", "? ? ? ?", "? ? ? ? ?"], [12, 11, 7]),
    "4 players, own sum 5": (["1 1 3", "? ? ?", "? ? ? ?", "? ? ? ? ?"], [12, 10, 9, 11]),
    "4 players, own sum 11": (["2 3 6", "4 ? ?", "? 2 ? ?", "? ? ? ?"], [12, 10, 9, 11]),
    "4 players, own sum 20": (["8 6 6", "? ? ? ?", "? ? ? ?", "? ? ? ?"], [9]),
    "4 players, own sum 20, five cards each": (["8 6 6", *["? ? ? ? ?"] * 3], [9]),
    "4 players, 2 own unknown": (["1 ? ?", "? ? ? ?", "? ? ? ?", "? ? ? ?"], [9]),
    "4 players, 3 own unknown": (["1 ? ? ?", "? ? ? ?", "? ? ? ?", "? ? ? ?"], [9]),
    "4 players, 3 own unknown, five cards each": (["4 6 ? ? ?", *["? ? ? ? ?"] * 3], [9]),
    "3 players, 3 half-remembered": (["1 ? 8~0.7 6~0.9", "? 4~0.5 ? ?", "? ? ? ?"], [9]),
}


def position(villages, discard, deck=10):
    """Return a position of player 0 from the slots of the villages, separated by blanks."""
    slots = [{"slots": village.split()} for village in villages]
    known = {"format": "silver-position/1", "me": 0, "deck": deck, "discard": discard, "villages": slots}
    return Position.parse(json.dumps(known))


WITH_PEER = list(POSITIONS)[:4]
ASKED = position(("8 ? 5! ?", "? ? 3! ?", "? ? ? ?", "? ? ? ?"), [3, 9, 12], deck=20)
"""The position in which the other questions are asked."""

KNOWN = position(*POSITIONS["4 players, own sum 5"])
"""A position in which players call: they know their own few cards."""

QUESTIONS = {
    "Q-1 slot": lambda: Law.of(ASKED).number((0, 1)),
    "Q-2 exchange of three": lambda: match_chance(Law.of(ASKED), [(0, 0), (0, 1), (0, 3)], ASKED.rules),
    "Q-5 sum": lambda: village_sum(ASKED, 0),
    "Q-8 call, own sum 5, 4 players": lambda: static_call(KNOWN),
    "Q-8 call, 2 own unknown, 4 players": lambda: static_call(ASKED),
    "Q-9 draw": lambda: draw_value(ASKED),
    "Q-10 take": lambda: best_exchange(ASKED, 12),
    "Q-12 look with 9": lambda: best_look(ASKED, 9),
    "Q-12 look with 7": lambda: best_look(ASKED, 7),
    "Q-13 rob": lambda: rob(ASKED),
    "Q-14 witch": lambda: witch_value(ASKED, Fraction(0)),
    "Q-15 master": lambda: master_value(ASKED),
    "Q-21 pairs": lambda: pairs(ASKED),
    "Q-6 under model B1": lambda: Tilted(ASKED, Tilt(own=-0.1, opponents=-0.2)).lowest(),
}


def peer_lowest(start):
    """Return the chance to be lowest with a dictionary of states, one of my hands after the other."""
    known = sum(slot.known or 0 for slot in start.mine)
    hidden = sum(slot.hidden for slot in start.mine)
    assert hidden <= 1
    if not hidden:
        return _peer_ahead(start.unseen, known, start)
    chance, size = Fraction(0), sum(start.unseen)
    for number, count in enumerate(start.unseen):
        left = [copies - (other == number) for other, copies in enumerate(start.unseen)]
        chance += Fraction(count, size) * _peer_ahead(left, known + number, start)
    return chance


def _peer_ahead(pool, mine, start):
    """Return the chance that no other village is below a sum."""
    others = [start.villages[player] for player in start.others]
    need = [sum(slot.hidden for slot in village) for village in others]
    least = [max(0, mine - sum(slot.known or 0 for slot in village)) for village in others]
    states = {((0, 0),) * len(others): 1}
    for number, count in enumerate(pool):
        for _ in range(count):
            after = defaultdict(int, states)
            for state, ways in states.items():
                for at, (drawn, total) in enumerate(state):
                    if drawn < need[at]:
                        taken = (drawn + 1, min(total + number, least[at]))
                        after[(*state[:at], taken, *state[at + 1 :])] += ways
            states = after
    full = {state: ways for state, ways in states.items() if [drawn for drawn, _ in state] == need}
    ahead = sum(ways for state, ways in full.items() if [total for _, total in state] == least)
    return Fraction(ahead, sum(full.values()))


def cold():
    """Forget the states that were computed before."""
    for table in (comparing.states, comparing.gained, comparing.passed):
        table.cache_clear()


PLAYERS = range(2, 5)
ENGINES = ["python", *(["numba"] if find_spec("numba") else [])]


def round_steps(players, random):
    """Play one random round of the game itself and return how many decisions and draws it had."""
    state, count = GAME.new(players), 0
    while not state.results:
        if state.to_act() == CHANCE:
            action = state.sample_chance(random)
        else:
            actions = state.legal_actions()
            action = actions[int(random.random() * len(actions))]
        state.apply_unchecked(action)
        count += 1
    return count


def rollout_steps(name, engine, games):
    """Return a function that plays so many rollouts with each number of players and returns the steps."""
    starts, seeds = [whole_round(players, Rules()) for players in PLAYERS], iter(range(10**9))

    def steps():
        seed = next(seeds)
        return sum(
            int(play(one, [policy(name)] * one.players, range(games), seed=seed, engine=engine).steps.sum())
            for one in starts
        )

    return steps


def rows(quick):
    """Yield the rows of the table."""
    rounds = 1 if quick else 5
    yield from lowest_rows(rounds)
    for name, question in QUESTIONS.items():
        yield Row(name, best(question, rounds))
    yield from rollout_rows(0.5 if quick else 5.0)


def lowest_rows(rounds):
    """Yield how long it takes to say who is lowest; a peer must give the same fraction."""
    for name in POSITIONS:
        start = position(*POSITIONS[name])
        ours, theirs = best(lambda start=start: lowest(start), rounds, before=cold), None
        if name in WITH_PEER:
            assert peer_lowest(start) == lowest(start)
            theirs = best(lambda start=start: peer_lowest(start), 1, before=cold)
        yield Row(f"Q-6 lowest, {name}", ours, "dictionary over cards and capped sums" * bool(theirs), theirs)


def rollout_rows(seconds):
    """Yield the steps of rollouts; the first call of the compiled ones is not counted."""
    random = Random("bench")
    theirs = rate(lambda: sum(round_steps(players, random) for players in PLAYERS), seconds)
    for engine in ENGINES:
        for name in ("random", "steady"):
            steps = rollout_steps(name, engine, 2_000 if engine == "numba" else 10)
            steps()
            yield Row(f"{name} rollouts, {engine}, steps", rate(steps, seconds), PLAY, theirs, rate=True)


if __name__ == "__main__":
    run("silver", ABOUT, rows)
