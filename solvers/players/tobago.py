"""Advice for Tobago: who can expect the most coins."""

from __future__ import annotations

from functools import cached_property
from math import exp, fsum, sqrt
from typing import TYPE_CHECKING

from solvers.players.tobago_race import Race, Turn, steps_left
from solvers.players.tobago_worth import (
    expected_coins,
    prizes,
    prizes_of_map,
    roses_worth,
    standing,
)
from toolkit.games.tobago.play import actions as act
from toolkit.games.tobago.play.compiled import MAP_NUMBER
from toolkit.games.tobago.play.state import BAG, DIVISION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from toolkit.core.decision import Action
    from toolkit.games.tobago.play.state import TobagoState

_LUCK = 0.7  # coins by which a card more in the deck can turn the game, as a root of their number


class TobagoAdvice:
    """Judges by the coins won, roses on maps, ways to treasures and amulets, and amulets held."""

    horizon = 6
    judges_at = frozenset({"turn"})

    def weigh(self, state: TobagoState, actions: Sequence[Action]) -> Sequence[float]:
        """Return the chance of the player who acts to have the most coins at the end, after each action."""
        spread, others = _spread(state), state.players - 1
        return [1 / (1 + others * exp(-lead / spread)) for lead in _leads(state, actions)]

    def values(self, state: TobagoState) -> Sequence[float]:
        """Return the chance of each player to have the most coins at the end."""
        if state.ending:
            return state.returns()
        coins, spread = expected_coins(state), _spread(state)
        most = max(coins)
        odds = [exp((mine - most) / spread) for mine in coins]
        total = fsum(odds)
        return [mine / total for mine in odds]


def _spread(state: TobagoState) -> float:
    """Return by how many coins a player must lead for odds of e to 1: fewer when few cards are left."""
    cards = state.treasure_cards.cards
    return _LUCK * sqrt(len(cards[BAG]) + len(cards[DIVISION]) + 1)


def _leads(state: TobagoState, actions: Sequence[Action]) -> list[float]:
    """Return by how many coins each action puts the player who acts ahead of the mean of the others."""
    if state.decision_kind() not in ("turn", "move"):
        return [_after(state, action) for action in actions]
    outlook = _Outlook(state)
    return [_quick(outlook, action) for action in actions]


def _after(state: TobagoState, action: Action) -> float:
    after = state.clone()
    after.apply_unchecked(action)
    return _lead(expected_coins(after), state.to_act())


def _lead(coins: Sequence[float], player: int) -> float:
    return coins[player] - (fsum(coins) - coins[player]) / (len(coins) - 1)


class _Outlook:
    """What the actions of a turn have in common, so that most of them need not be tried out.

    A clue or a cube changes one map, a step only where the turn ends.
    """

    def __init__(self, state: TobagoState) -> None:
        frame = state.stack[-1]
        self.state, self.player = state, state.to_act()
        self.free = steps_left(frame)
        self.here = state.atvs[self.player]
        self.race = Race(state, prizes(state), Turn(self.player, self.free, over=False))
        self.standing = _lead(standing(state), self.player)
        self.ends = self.race.ends()
        self.end = max(self.ends, key=self.ends.__getitem__)

    def step(self, hex_: int) -> float:
        """Return what a step leads to, if the move goes on to where it had best end."""
        return self.standing + max([self.ends[end] for end in self.race.within(hex_, self.free - 1)])

    def map(self, number: int, candidates: int, owners: Sequence[int], end: int) -> float:
        """Return what a change of one map leads to when the turn ends on a hex."""
        before = self._map(self.state.candidates[number], self.state.owners[number], end)
        return self.standing + self.ends[end] + self._map(candidates, owners, end) - before

    def _map(self, candidates: int, owners: Sequence[int], end: int) -> float:
        roses = _lead(roses_worth(self.state, candidates, owners), self.player)
        if not owners:
            return roses
        return roses + self.race.lead(end, prizes_of_map(self.state, candidates, owners))

    @cached_property
    def amulet(self) -> float:
        """By how much an amulet that is used is missed; the last one protected from curses (T-28)."""
        poorer = self.state.clone()
        poorer.amulets[self.player] -= 1
        return self.standing - _lead(standing(poorer), self.player)


def _quick(outlook: _Outlook, action: Action) -> float:
    """Return what an action leads to; where it does more than change one map or a hex, it is tried out."""
    state = outlook.state
    if isinstance(action, act.Step):
        return outlook.step(state.compiled.island.index[action.hex])
    if isinstance(action, act.LayClue | act.AmuletClue):
        number = MAP_NUMBER[action.colour]
        candidates = state.candidates[number] & state.compiled.masks[state.compiled.decks.face[action.clue]]
        owners = (*state.owners[number], outlook.player)
        if isinstance(action, act.LayClue):
            return outlook.map(number, candidates, owners, outlook.here)
        if candidates.bit_count() > 1:
            return outlook.map(number, candidates, owners, outlook.end) - outlook.amulet
    if isinstance(action, act.RemoveCube):
        number = MAP_NUMBER[action.colour]
        if state.candidates[number].bit_count() > 2:
            candidates = state.candidates[number] & ~(1 << state.compiled.island.index[action.hex])
            return outlook.map(number, candidates, state.owners[number], outlook.end) - outlook.amulet
    return _after(state, action)


ADVICE = TobagoAdvice()
