"""Advice for Mangrovia: bots choose by what a move is worth (`solvers.mangrovia.judging`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from solvers.mangrovia.judging import Judging
from solvers.mangrovia.worth import Outlook
from solvers.players.advice import Leads, PointsAdvice, Recipe, shares
from toolkit.core.decision import Action
from toolkit.games.mangrovia.state import MangroviaState

_SURE, _LUCK = 4.0, 6.0  # points by which the end may differ from what is expected: always, and for each
#                          root of a round left; fitted on 250 games of self-play, by who won them
_LAST = 2.0  # and in the round of the last hut
_EXACT = 1e-4  # nothing can come between any more, but a tie that amulets break (M-37)


class MangroviaAdvice(PointsAdvice):
    """Judges by the points that each player can expect at the end."""

    judges_at = frozenset({"bowl", "action", "birds"})
    #: Bowls decide most, and one step ahead they are seen least: a round and more is played on.
    recipe = Recipe(kinds=frozenset({"bowl"}), worlds=16, width=5, horizon=24)

    def leads(self, state: MangroviaState, actions: Sequence[Action]) -> Leads:
        """Return how far ahead each action puts the player who acts."""
        judging, player, others = Judging(state), state.to_act(), state.players - 1
        after = [judging.after(action).points for action in actions]
        points = [one[player] - (sum(one) - one[player]) / others for one in after]
        return Leads(points, _spread(judging.outlook), state.players)

    def weigh(self, state: MangroviaState, actions: Sequence[Action]) -> Sequence[float]:
        """Return the share of the victory that the player who acts can expect after each action."""
        judging, player = Judging(state), state.to_act()
        after, spread = [judging.after(action) for action in actions], _spread(judging.outlook)
        return [shares(one.points, _EXACT if one.sure else spread)[player] for one in after]

    def values(self, state: MangroviaState) -> Sequence[float]:
        """Return the share of the victory that each player can expect."""
        if state.reason:
            return state.returns()
        outlook = Outlook(state)
        sure = outlook.final and state.decision_kind() in self.judges_at  # else a hut may be half paid
        return shares(outlook.totals(), _EXACT if sure else _spread(outlook))


def _spread(outlook: Outlook) -> float:
    return _LAST if outlook.last else _SURE + _LUCK * sqrt(outlook.rounds)


ADVICE = MangroviaAdvice()
"""The advice for Mangrovia."""
