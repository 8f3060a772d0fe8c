"""Advice for Silver: points saved in this round, one step ahead, and who can expect the lowest total."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from solvers.players.advice import Leads, PointsAdvice, shares
from solvers.silver.rollouts.judge import POINT, expected_sum, judge
from solvers.silver.rollouts.starts import facing
from solvers.silver.rollouts.table import OPTION, OPTIONS
from toolkit.core.decision import Action
from toolkit.games.silver.scoring import FAILED_CALL
from toolkit.games.silver.state import VILLAGE, SilverState

_LUCK = 9.0  # a round turns the lead by so many points

Zone = Sequence[int]
"""The numbers of cards, -1 where they are not known."""


class SilverAdvice(PointsAdvice):
    """Judges by the points that an action saves (`solvers.silver.rollouts.judge`)."""

    judges_at = frozenset({"turn", "deal"})
    worlds = 1  # the judge knows what the player knows, and nothing else
    unit = "points"

    def leads(self, state: SilverState, actions: Sequence[Action]) -> Leads:
        """Return by how many points each action puts the player who acts below the others."""
        return self.judged(state, actions)

    def judged(
        self, state: SilverState, actions: Sequence[Action], zones: Sequence[Zone] | None = None
    ) -> Leads:
        """Return the same for what a player remembers of each zone (`toolkit.games.silver.state`)."""
        player = state.to_act()
        table = facing(state, actions, zones)
        judge(table, player)
        sums = [
            state.totals[owner] * POINT + expected_sum(table, player, owner) for owner in range(state.players)
        ]
        lead = (sum(sums) - sums[player]) / (state.players - 1) - sums[player]
        worth = [table[OPTIONS + number * OPTION + 3] for number in range(len(actions))]
        return Leads([(lead + one) / POINT for one in worth], spread_of(state), state.players)

    def values(self, state: SilverState) -> Sequence[float]:
        """Return the chance of each player to win, by the totals and the cards that lie in the villages."""
        if state.reason:
            return state.returns()
        sums = [sum(state.cards.cards[VILLAGE + player]) for player in range(state.players)]
        if state.caller >= 0 and state.turns_left >= 0:
            low = sums[state.caller] <= min(sums)
            sums[state.caller] = 0 if low else sums[state.caller] + FAILED_CALL
        points = [total + mine for total, mine in zip(state.totals, sums, strict=True)]
        return shares([-mine for mine in points], spread_of(state, more=state.phase == "setup"))


def spread_of(state: SilverState, more: int = 0) -> float:
    """Return how many points of a lead make odds of e to 1; rounds to come, `more` of them, turn more."""
    left = 1 if state.rules.score_mode else state.rules.rounds - state.round + more
    return _LUCK * sqrt(left + 0.3)


ADVICE = SilverAdvice()
