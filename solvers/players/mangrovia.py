"""Advice for Mangrovia: bots choose by what a move is worth (`solvers.mangrovia.worth`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from solvers.mangrovia.worth import Outlook
from solvers.players.advice import Leads, PointsAdvice, leading, shares
from toolkit.core.decision import Action
from toolkit.games.mangrovia.actions import (
    DECLINE,
    ENOUGH,
    Build,
    MoveBirds,
    Pay,
    PayLandscape,
    PutBowl,
    ReturnAmulet,
    Take,
    TakeFaceDown,
)
from toolkit.games.mangrovia.building import site_of
from toolkit.games.mangrovia.state import MangroviaState

_LUCK = 2.5  # points by which the end may differ from what is expected, for each root of a round left
_SURE = 1.5


class MangroviaAdvice(PointsAdvice):
    """Judges by the points that each player can expect at the end."""

    horizon = 0
    judges_at = frozenset({"bowl", "action", "birds"})

    def leads(self, state: MangroviaState, actions: Sequence[Action]) -> Leads:
        """Return how far ahead each action puts the player who acts."""
        outlook, player = Outlook(state), state.to_act()
        adds = {action: _adds(outlook, player, action) for action in state.legal_actions()}
        return leading(adds, actions, outlook.points(), player, _spread(outlook))

    def values(self, state: MangroviaState) -> Sequence[float]:
        """Return the share of the victory that each player can expect."""
        if state.reason:
            return state.returns()
        outlook = Outlook(state)
        points = [sure + more for sure, more in zip(outlook.points(), outlook.pending(), strict=True)]
        return shares(points, _spread(outlook))


def _spread(outlook: Outlook) -> float:
    return _SURE + _LUCK * sqrt(outlook.rounds)


def _adds(outlook: Outlook, player: int, action: Action) -> float:
    """Return what an action adds to the points of the player who acts."""
    state = outlook.state
    if isinstance(action, PutBowl):
        return sum(outlook.ritual_space(player, action.space))
    if isinstance(action, Take):
        return outlook.gain(player, action.kind, action.face)
    if isinstance(action, TakeFaceDown):
        return outlook.face_down(player)[action.pile]
    if isinstance(action, Build):
        site = site_of(state, state.rules.layout.number[action.space])
        return outlook.net(player, site, action.huts)
    if isinstance(action, MoveBirds):
        return outlook.birds(player, (action.first, action.second))
    if isinstance(action, ReturnAmulet):
        return -outlook.amulets(action.value)
    if isinstance(action, PayLandscape | Pay):
        return outlook.payment(outlook.hand(player), action)
    return 0.0 if action in (DECLINE, ENOUGH) else outlook.amulet_action(player)


ADVICE = MangroviaAdvice()
"""The advice for Mangrovia."""
