"""Advice for Tobago: by how many coins actions put a player ahead, and who can expect to win."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import sqrt

from solvers.players.advice import Leads, PointsAdvice, Recipe, shares
from solvers.tobago.dividing import division, lead
from solvers.tobago.race import Race, Turn
from solvers.tobago.standing import (
    atvs_of,
    being_first,
    beside,
    chances_of,
    expected_coins,
    hand,
    losses_of,
    race,
    stakes_of,
    standing,
    steps_left,
    turn_of,
)
from toolkit.core.decision import Action
from toolkit.games.tobago import actions as act
from toolkit.games.tobago.clues import Clue
from toolkit.games.tobago.movement import STEPS_PER_MOVE
from toolkit.games.tobago.play.clue_cards import clue_plays
from toolkit.games.tobago.play.treasure import NewMap, Taking
from toolkit.games.tobago.play.turns import raises
from toolkit.games.tobago.state import BAG, DIVISION, MAP_NUMBER, TobagoState

_LUCK = {2: 1.9, 3: 1.6, 4: 1.2}
"""Coins by which a card more in the deck can turn the game, as a root of their number, by how many play.

With these the chances that are told agree best (by Brier's score) with how 230 games of `greedy` ended."""

_ON_A_MAP = (act.LayClue, act.AmuletClue, act.RemoveCube)
_ENDS = (act.End, act.Exchange, act.Stop)
_DIGITS = 9  # of leads: what differs by roundings alone is equal, and players who circle choose by chance


class TobagoAdvice(PointsAdvice):
    """Judges by the coins won, roses on maps, ways to treasures and amulets, and amulets held."""

    judges_at = frozenset({"turn"})
    recipe = Recipe(kinds=frozenset({"turn"}), worlds=16, width=4, horizon=12)  # for three to four turns

    def worth_trying(self, state: TobagoState, actions: Sequence[Action]) -> Sequence[Action]:
        """Leave out what ends the turn while a treasure can be raised: raising takes no part of it (T-24).

        A search meets the curses that a raise may bring one by one, but judges a turn that ended by a rule of
        thumb, which is too hopeful of a treasure that still lies there: it would put raising off.
        """
        if state.decision_kind() == "turn" and raises(state, state.to_act()):
            return [action for action in actions if not isinstance(action, act.End | act.Exchange)]
        return actions

    def leads(self, state: TobagoState, actions: Sequence[Action]) -> Leads:
        """Return by how many coins each action puts the player who acts ahead."""
        leads = [round(lead, _DIGITS) for lead in _leads(state, actions)]
        return Leads(leads, _spread(state), state.players)

    def values(self, state: TobagoState) -> Sequence[float]:
        """Return the chance of each player to have the most coins at the end."""
        if state.ending:
            return state.returns()
        return shares(expected_coins(state), _spread(state))


def _spread(state: TobagoState) -> float:
    """Return by how many coins a player must lead for odds of e to 1: fewer when few cards are left."""
    cards = state.treasure_cards.cards
    return _LUCK[state.players] * sqrt(len(cards[BAG]) + len(cards[DIVISION]) + 1)


def _leads(state: TobagoState, actions: Sequence[Action]) -> list[float]:
    """Return by how many coins each action puts the player who acts ahead of the mean of the others."""
    if state.decision_kind() in ("turn", "move"):
        outlook = _Outlook(state)
        return [_quick(outlook, action) for action in actions]
    frame = state.stack[-1]
    if isinstance(frame, Taking):
        return _taking(state, frame, actions)
    if isinstance(frame, NewMap):
        return _beginning(state, actions)
    return [_after(state, action) for action in actions]


def _after(state: TobagoState, action: Action) -> float:
    after = state.clone()
    after.apply_unchecked(action)
    return lead(expected_coins(after, state.to_act()), state.to_act())


def _beginning(state: TobagoState, actions: Sequence[Action]) -> list[float]:
    """Return what the clues lead to that may begin a new map: on maps that are alike to the same."""
    found, leads = dict[tuple[int, Clue], float](), list[float]()
    for action in actions:
        if not isinstance(action, act.LayClue):
            return [_after(state, action)]  # the hand is shown when no clue can begin it (T-29b)
        here = state.candidates[MAP_NUMBER[action.colour]], action.clue
        if here not in found:
            found[here] = _after(state, action)
        leads.append(found[here])
    return leads


def _taking(state: TobagoState, frame: Taking, actions: Sequence[Action]) -> list[float]:
    """Return what taking and passing lead to: they change one treasure, and whose coins a card is.

    What a player knows of the cards is worked out once, and stays with the state: clones would do it anew.
    """
    player, treasure, face, place = frame
    cards = len(state.treasure_cards.cards[DIVISION])
    known = division(chances_of(state, player), losses_of(state))
    before = lead(beside(state, treasure.map), player) + lead(being_first(state, turn_of(state)), player)
    found = {
        act.TAKE: known.taken(cards, treasure.roses, place, face),
        act.PASS: known.asked(cards, treasure.roses, place + 1, face),
    }
    return [before + lead(found[action], player) for action in actions]


class _Outlook:
    """What the actions of a turn have in common, so that most of them need not be tried out.

    A clue or a cube changes one map, a step only where the turn ends.
    """

    def __init__(self, state: TobagoState) -> None:
        self.state, self.player, self.stakes = state, state.to_act(), stakes_of(state)
        self.here = state.atvs[self.player]
        self.race = race(state, Turn(self.player, steps_left(state.stack[-1]), over=False))
        self.standing = lead(standing(state), self.player)
        self._rest = dict[tuple[int, int], float]()  # what stands, but for a map, by the end of the turn
        self._roses = dict[tuple[int, tuple[int, ...]], float]()  # on a map, by its candidates and owners

    @cached_property
    def end(self) -> int:
        """Where the turn had best end."""
        return self.race.best_end()

    @cached_property
    def steps(self) -> dict[Action, float]:
        """What each step leads to, if the move goes on to where it had best end."""
        island = self.state.compiled.island
        steps = island.steps[self.here]
        leads = self.race.after_steps([island.index[step.hex] for step in steps])
        return {step: self.standing + lead for step, lead in zip(steps, leads, strict=True)}

    @cached_property
    def stay(self) -> float:
        """What the end of the turn here leads to."""
        return self.at(Turn(self.player, 0, over=True))

    def at(self, turn: Turn) -> float:
        """Return what it leads to if the turn stands so, and nothing else changes."""
        found = Race(self.state.compiled.island.source, atvs_of(self.state), self.race.prizes, turn)
        return self.standing + found.lead(found.best_end(), found.prizes)

    @cached_property
    def exchange(self) -> float:
        """What an exchange leads to: a hand of which no clue is worth laying is not missed."""
        lays = clue_plays(self.state, self.player, self.state.compiled.decks.lay)
        useful = any(_quick(self, lay) > self.stay for lay in lays)
        hands = [hand(self.state, self.stakes, self.player, new=new) for new in (False, True)]
        return self.stay + hands[1] - useful * hands[0]

    def map(self, number: int, candidates: int, owners: tuple[int, ...], end: int) -> float:
        """Return what a change of one map leads to when the turn ends on a hex."""
        if (number, end) not in self._rest:
            before = self._map(self.state.candidates[number], self.state.owners[number], end)
            self._rest[number, end] = self.standing + self.race.lead(end, self.race.prizes) - before
        return self._rest[number, end] + self._map(candidates, owners, end)

    def _map(self, candidates: int, owners: tuple[int, ...], end: int) -> float:
        count = candidates.bit_count()
        if (roses := self._roses.get((count, owners))) is None:
            roses = self._roses[count, owners] = lead(self.stakes.roses(candidates, owners), self.player)
        return roses + self.race.lead(end, self.stakes.prizes(candidates, len(owners)))

    @cached_property
    def amulet(self) -> float:
        """By how much an amulet that is used is missed; the last one protected from curses (T-28)."""
        poorer = self.state.clone()
        poorer.amulets[self.player] -= 1
        return self.standing - lead(standing(poorer), self.player)


def _quick(outlook: _Outlook, action: Action) -> float:
    """Return what an action leads to; where it does more than change one map or a hex, it is tried out."""
    state = outlook.state
    if isinstance(action, act.Step):
        return outlook.steps[action]
    if isinstance(action, _ON_A_MAP):
        number = MAP_NUMBER[action.colour]
        candidates, owners = state.candidates[number], state.owners[number]
        if isinstance(action, act.RemoveCube):
            left = candidates & ~(1 << state.compiled.island.index[action.hex])
        else:
            left = candidates & state.compiled.masks[state.compiled.decks.face[action.clue]]
            owners = (*owners, outlook.player)
        if isinstance(action, act.LayClue):
            return outlook.map(number, left, owners, outlook.here)
        if left.bit_count() > 1:
            return outlook.map(number, left, owners, outlook.end) - outlook.amulet
    if isinstance(action, act.AmuletMove):
        return outlook.at(Turn(outlook.player, STEPS_PER_MOVE, over=False)) - outlook.amulet
    if isinstance(action, _ENDS) and state.turn < state.rules.turn_limit:
        if isinstance(action, act.Stop):
            after = state.clone()
            after.apply_unchecked(action)
            return outlook.at(turn_of(after))  # the turn ends with the move, or something is left to do
        return outlook.exchange if isinstance(action, act.Exchange) else outlook.stay
    return _after(state, action)


ADVICE = TobagoAdvice()
