"""Speed of Silver's rollouts against the game itself: ``python tests/bench/bench_silver_rollouts.py``.

Prints a Markdown table. Whole rounds on one core, in processor time: a step is one decision or one draw, and
what each rollout costs in Python before it begins is counted. Nothing here asserts a time.
"""

from __future__ import annotations

import sys
import time
from importlib.util import find_spec
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent))

from bench_games import rate

from solvers.silver.rollouts import play, policy, whole_round
from toolkit.core.decision import CHANCE
from toolkit.games.silver.game import GAME
from toolkit.games.silver.rules import Rules

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


def seconds_to_load(engine):
    """Return the processor time of the first rollout of this process: numba loads or makes what it needs."""
    begun = time.process_time()
    rollout_steps("random", engine, 1)()
    return time.process_time() - begun


def main(seconds=5.0):
    """Print the table."""
    random = Random("bench")
    theirs = rate(lambda: sum(round_steps(players, random) for players in PLAYERS), seconds)
    loading = {engine: seconds_to_load(engine) for engine in ENGINES}
    print("| rollouts | steps a second | random play of the game, in the same run | ratio | first call |")
    print("|---|---|---|---|---|")
    for engine in ENGINES:
        for name in ("random", "steady"):
            ours = rate(rollout_steps(name, engine, 2_000 if engine == "numba" else 10), seconds)
            ratio = f"{ours / theirs:.1f} x"
            print(f"| {name}, {engine} | {ours:,.0f} | {theirs:,.0f} | {ratio} | {loading[engine]:.1f} s |")


if __name__ == "__main__":
    main()
