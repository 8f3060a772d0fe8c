"""The rest of a round of Silver played on, compiled, for the player ``expert``.

At the two decisions that matter most, the action of a turn, a call too, and what is done with the card in
hand, all actions but free ones are compared in worlds that fit what the seat knows, with equal luck; from
there all seats play by the judge (`solvers.silver.rollouts.judge`), in the rollouts. What counts is the share
of the victory that the totals after the round promise. The judge's own choice stands unless another one is
better by more than half a standard error.

Worlds are dealt as the judge expects them (model B1): the cards that their owners know and this seat does not
are drawn first, low ones the rather the longer the round has lasted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import exp
from random import Random
from typing import TYPE_CHECKING

import numpy as np

from solvers.players.silver import spread_of
from solvers.silver.rollouts import table as at
from solvers.silver.rollouts.compiling import Engine, is_prepared, load, prepare
from solvers.silver.rollouts.judge import theta_at
from solvers.silver.rollouts.running import Policy, compare
from solvers.silver.rollouts.starts import Start, from_state
from solvers.silver.rollouts.table import card_at, deck_left, pile_card_at
from toolkit.core.decision import Action
from toolkit.core.observation import Observation
from toolkit.games.silver.actions import CALL, DISCARD, DRAW, TAKE, Own
from toolkit.games.silver.state import SilverState

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from solvers.players.expert import Budget
    from solvers.players.ranking import Ranking

WORLDS, PLAIN_WORLDS = 100, 16
"""In how many worlds actions are compared, and in how many where numba is not installed."""

_COMPARED = (DRAW, TAKE, CALL, DISCARD)


class RoundsPlayed:
    """Plays rounds on for an expert.

    `soon`: people wait, so nothing is played on until the rollouts are compiled in the background.
    """

    sure = 0.5

    def __init__(self, *, soon: bool) -> None:
        self._soon = soon
        if soon:
            prepare()

    def competing(self, seen: Observation[SilverState], ranking: Ranking) -> Sequence[Action]:
        """Return the judge's choice and all others, at the decisions that matter most."""
        choice = ranking.actions[0].action
        waits = self._soon and not is_prepared()
        if waits or seen.decision_kind() not in ("turn", "use") or not _is_compared(choice):
            return ()
        others = (action for action in seen.actions if action != choice)
        return [choice, *filter(_is_compared, others)]

    def batches(self, budget: Budget) -> Iterator[int]:
        """Yield all worlds at once, or a quarter of the usual ones until the time is up."""
        usual = WORLDS if self._engine == "numba" else PLAIN_WORLDS
        return budget.batches(usual, usual // 4 if budget.seconds else budget.worlds or usual)

    @property
    def _engine(self) -> Engine:
        return "numba" if load() else "python"

    def shares(
        self, seen: Observation[SilverState], actions: Sequence[Action], worlds: int, random: Random
    ) -> Sequence[Sequence[float]]:
        """Return the share of the victory that the ends of the round promise, by action and by world."""
        state = seen.sample_world(Random(0))  # its cards are dealt anew
        points = _points(state, actions, worlds, random, self._engine)
        found: list[list[float]] = _shares(state, points).tolist()
        return found


def _is_compared(action: Action) -> bool:
    """Tell whether an action is one of those that are compared: none that is free."""
    return action in _COMPARED or (isinstance(action, Own) and action.verb in ("shown", "exchange"))


def _shares(world: SilverState, points: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the share of the victory that each end of the round promises the seat, from points by seat."""
    totals = points + np.array(world.totals)
    odds = np.exp((totals.min(axis=2, keepdims=True) - totals) / spread_of(world))
    found: NDArray[np.float64] = odds[:, :, world.to_act()] / odds.sum(axis=2)
    return found


def _points(
    world: SilverState, options: Sequence[Action], worlds: int, random: Random, engine: Engine
) -> NDArray[np.int64]:
    """Return the round points by option, world and seat, in so many worlds."""
    start, kept = _unseen(from_state(world), world.to_act())
    faces = _dealt(start, kept, worlds, random)
    words = np.array([[random.getrandbits(32) for _ in range(at.WORDS)] for _ in range(worlds)], np.int64)
    return compare(start, [Policy()] * world.players, options, faces, words, engine)


def _unseen(start: Start, me: int) -> tuple[Start, int]:
    """Return where the cards lie that a seat does not know, and how many of them, the first, owners know."""
    table, kept, others = start.table, list[int](), list[int]()
    for owner in range(start.players):
        for slot in range(table[at.SIZES + owner]):
            card = card_at(owner, slot)
            if not table[card + at.SEEN] >> me & 1:
                (kept if table[card + at.SEEN] >> owner & 1 else others).append(card + at.FACE)
    for pile in range(at.PILES_COUNT):
        for index in range(table[at.PILE_SIZES + pile]):
            card = pile_card_at(pile, index)
            if not table[card + at.SEEN] >> me & 1:
                others.append(card + at.FACE)
    return replace(start, places=(*kept, *others)), len(kept)


def _dealt(start: Start, kept: int, worlds: int, random: Random) -> NDArray[np.int64]:
    """Return cards for the places, by world: those that owners keep are drawn one by one by their weights.

    The order of all by ``log(u) / weight`` is that of such draws (P. S. Efraimidis and P. G. Spirakis 2006).
    """
    table = start.table
    faces = np.array([table[place] for place in start.places])
    theta = theta_at(deck_left(table), start.players)
    weights = np.array([exp(theta * face) for face in faces])
    luck = np.random.Generator(np.random.PCG64(random.getrandbits(64)))
    order = np.argsort(-np.log(luck.random((worlds, len(faces)))) / weights, axis=1)
    rest = order[:, kept:]
    again = np.argsort(luck.random(rest.shape), axis=1)
    order[:, kept:] = np.take_along_axis(rest, again, axis=1)
    return faces[order]
