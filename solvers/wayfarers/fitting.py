"""Finds the weights of `solvers.wayfarers.expecting` anew: a regression on games of the greedy player.

``python -m solvers.wayfarers.fitting GAMES [SEED]`` plays so many games with two to four players and writes
``expecting.toml`` beside this file. In most games some choices of the first turns are drawn at random, so
that what players have differs more than it would by good play alone; positions count from then on.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from solvers.players.advice import advice_for
from solvers.players.simple import best
from solvers.wayfarers.expecting import NAMES, WEIGHTS, features
from toolkit.core.decision import CHANCE, TERMINAL
from toolkit.games.wayfarers.game import GAME
from toolkit.games.wayfarers.state import WayfarersState

LOOKED_AT = 0.12
"""The part of the turns whose beginnings are noted: those of one game have one end in common."""

STRANGE, LONGEST = (0.0, 0.1, 0.3), 40
"""The parts of the first choices that are drawn at random, and how many rounds that goes on at most."""

RIDGE = 30.0
"""By how much weights are drawn to 0, in units of a standard deviation of what they weigh."""

Numbers = NDArray[np.float64]
Noted = tuple[list[float], float]
"""What a player has more than the others in the mean, and that player's lead at the end over their mean."""


def main(arguments: list[str]) -> None:
    """Play games, fit the weights, write them and say how well they do."""
    games, seed = int(arguments[0]), arguments[1] if len(arguments) > 1 else "1"
    noted = [one for number in range(games) for one in positions(Random(f"{seed}/{number}"))]
    known = len(noted) * 4 // 5
    error = _error(fitted(noted[:known]), noted[known:])
    weights = fitted(noted)
    told = (
        f"# {len(noted)} positions of {games} games, seed {seed}: off by {error:.1f} points in games not seen"
    )
    lines = [f'"{name}" = {weight:.4f}' for name, weight in zip(NAMES, weights, strict=True)]
    text = f"{told}\n# Written by `python -m solvers.wayfarers.fitting {games} {seed}`\n[weights]\n"
    Path(__file__).with_name(WEIGHTS).write_text(text + "\n".join(lines) + "\n", "utf-8")
    print(told)


def positions(random: Random) -> Iterator[Noted]:
    """Play a game; yield what players had more than others when turns began, with their leads at the end."""
    players, strange = random.choice((2, 2, 3, 4)), random.choice(STRANGE)
    until = random.randrange(LONGEST * players) if strange else 0
    state, noted = GAME.new(players), list[list[list[float]]]()
    while (actor := state.to_act()) != TERMINAL:
        if actor == CHANCE:
            state.apply_unchecked(state.sample_chance(random))
            continue
        begins = state.decision_kind() == "turn"
        if begins and state.turns > until and random.random() < LOOKED_AT:
            noted.append([features(state, seat) for seat in range(players)])
        _choose(state, random, strange if state.turns <= until else 0.0)
    points = _ahead([[float(total)] for total in state.scores().totals])
    for seats in noted:
        yield from [(more, lead) for more, (lead,) in zip(_ahead(seats), points, strict=True)]


def _ahead(seats: list[list[float]]) -> list[list[float]]:
    """Return how much more each seat has of everything than the others in the mean."""
    all_, others = [sum(column) for column in zip(*seats, strict=True)], len(seats) - 1
    return [[has - (sum_ - has) / others for has, sum_ in zip(one, all_, strict=True)] for one in seats]


def _choose(state: WayfarersState, random: Random, strange: float) -> None:
    """Do what the greedy player would, or now and then anything."""
    actions = state.legal_actions()
    if len(actions) == 1 or random.random() < strange:
        state.apply_unchecked(random.choice(actions))
    else:
        state.apply_unchecked(best(actions, advice_for("wayfarers").weigh(state, actions), random))


def fitted(noted: list[Noted]) -> list[float]:
    """Return the weights of a ridge regression, in the order of `NAMES`."""
    had, leads = _arrays(noted)
    spread = had.std(axis=0)
    spread[spread == 0] = 1.0
    scaled = had / spread
    square = scaled.T @ scaled + RIDGE * np.eye(len(NAMES))
    return [float(weight) for weight in np.linalg.solve(square, scaled.T @ leads) / spread]


def _error(weights: list[float], noted: list[Noted]) -> float:
    """Return the root of the mean square of the error, in points."""
    had, leads = _arrays(noted)
    return float(np.sqrt(np.mean((had @ np.array(weights) - leads) ** 2)))


def _arrays(noted: list[Noted]) -> tuple[Numbers, Numbers]:
    return np.array([what for what, _ in noted]), np.array([lead for _, lead in noted])


if __name__ == "__main__":
    main(sys.argv[1:])
