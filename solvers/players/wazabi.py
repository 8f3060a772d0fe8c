"""Advice for Wazabi: who is how close to losing the last die."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, fsum, sqrt

from solvers.players.advice import Advice, shares
from toolkit.core.decision import Action
from toolkit.games.wazabi import NAMES
from toolkit.games.wazabi.play import Discarding, Drawing, Giving, Rolling
from toolkit.games.wazabi.state import WazabiState

# A regression of who won on 250,000 positions at the start of turns, from 12,000 games with 2 to 6 greedy
# players of an earlier version and both decks: the chance to win is in proportion to the power of e. Numbers
# are rounded, and dice beyond six count as six. Dice matter when there are few, and "lose 1 die" is held.
_STRENGTH = {  # by whether the player rolls next, and holds "lose 1 die"; then by dice
    (True, True): (2.0, 2.0, 0.6, 0.2, 0.15, 0.1, 0.1),
    (True, False): (0.15, 0.15, -0.1, -0.1, 0.0, 0.0, 0.0),
    (False, True): (0.75, 0.75, 0.35, 0.15, 0.1, 0.05, 0.0),
    (False, False): (-0.05, -0.05, -0.1, 0.0, 0.0, 0.0, 0.0),
}
_CARDS = {"lose 1 die": -0.05, "play again": 0.2, "miss a turn": 0.2, "pass dice": 0.15, "draw 3": 0.05}
_ANY_CARD = 0.05  # a card that is still to be drawn
_WAIT = -0.31  # a round of the table until the next roll
_LUCK = 0.5  # of a round in a tournament, as a part of the points that it is worth
_MOST = 6
_WORTH = tuple(_CARDS.get(name, 0.0) for name in NAMES)
_LOSE_1 = NAMES.index("lose 1 die")


class WazabiAdvice(Advice):
    """Judges by dice, hands and who rolls next: the winner is drawn by the strengths of the players."""

    judges_at = frozenset({"roll"})

    def weigh(self, state: WazabiState, actions: Sequence[Action]) -> Sequence[float]:
        """Return what each action leads to for the player who acts, a card with its best target."""
        return [self._after(state, action, state.to_act()) for action in actions]

    def _after(self, state: WazabiState, action: Action, player: int) -> float:
        after = state.clone()
        after.apply_unchecked(action)
        if after.to_act() == player and after.decision_kind() in ("player", "side"):  # parts of the action
            return max(self._after(after, choice, player) for choice in after.legal_actions())
        return self.values(after)[player]

    def values(self, state: WazabiState) -> Sequence[float]:
        """Return the share of the victory that each player can expect."""
        if state.reason:
            return state.returns()
        strength = _strengths(state)
        if state.rules.play_on:
            return _ranks(state, strength)
        total = fsum(strength)
        chances = [mine / total for mine in strength]
        if state.rules.rounds > 1:
            chances = _over_rounds(state, chances)
        return [fsum([chances[other] for other in state.side(player)]) for player in range(state.players)]


def _over_rounds(state: WazabiState, chances: Sequence[float]) -> list[float]:
    """Return the chances in a tournament: who leads in points so far and in this round leads on (W-32)."""
    stake = state.rules.dice * (state.players - 1)
    spread = _LUCK * stake * sqrt(state.rules.rounds - state.round + 1)
    points = [had + stake * share for had, share in zip(state.points, chances, strict=True)]
    return shares(points, spread)


def _ranks(state: WazabiState, strength: Sequence[float]) -> list[float]:
    """Return the expected share of the others who finish later (W-27)."""
    ranks = [float(points) for points in state.points]
    for player in state.seats:
        mine = strength[player]
        ranks[player] = fsum([mine / (mine + strength[other]) for other in state.seats if other != player])
    return [rank / (state.players - 1) for rank in ranks]


def _strengths(state: WazabiState) -> list[float]:
    """Return the strength of each player, 0 for who has finished: the chance to win is in proportion."""
    hands, dice = _pending(state)
    waits = _waits(state)
    strength = [0.0] * state.players
    for player in state.seats:
        table = _STRENGTH[waits[player] == 0, _LOSE_1 in state.cards.cards[player]]
        strength[player] = exp(table[min(dice[player], _MOST)] + hands[player] + _WAIT * waits[player])
    return strength


def _pending(state: WazabiState) -> tuple[list[float], list[int]]:
    """Return what each hand is worth and the dice of each player, once what is open has come about."""
    cards, dice = state.cards.cards, state.dice[:]
    hands = [fsum([_WORTH[face] for face in cards[player]]) for player in range(state.players)]
    for frame in state.stack:
        if isinstance(frame, Drawing):
            hands[frame.player] += frame.left * _ANY_CARD
        elif isinstance(frame, Discarding):
            hands[frame.actor] *= 1 - frame.left / len(cards[frame.actor])
        elif isinstance(frame, Giving):
            dice[frame.actor] -= frame.left
    return hands, dice


def _waits(state: WazabiState) -> list[float]:
    """Return when each player rolls next, in rounds of the table: 0 at once, and 1 more for a missed turn."""
    seats, frame = state.seats, state.stack[-1]
    rolls = frame.player if isinstance(frame, Rolling) else state.neighbour(state.turn, state.direction)
    first, around, waits = seats.index(rolls), len(seats), [0.0] * state.players
    for place, player in enumerate(seats):
        missed = len(state.cards.cards[state.before(player)])
        waits[player] = (place - first) * state.direction % around / around + missed
    return waits


ADVICE = WazabiAdvice()
