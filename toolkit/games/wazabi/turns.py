"""Rounds and turns: who begins, who follows, who has won (W-1 to W-6, W-17, W-20, W-27 to W-32)."""

from __future__ import annotations

from toolkit.core.decision import ALL, CHANCE
from toolkit.core.hidden import Zones
from toolkit.games.wazabi.actions import HandDiscarded, Roll, RoundWon, TurnMissed
from toolkit.games.wazabi.state import Drawing, Rolling, Starting, WazabiState

HAND = 3
"""Cards of each player at the start (W-2)."""

CLOCKWISE = 1
"""The direction at the start: to the left (W-4)."""


def open_round(state: WazabiState) -> None:
    """Deal dice and cards (W-2), and let all roll for the start (W-3)."""
    players = range(state.players)
    state.dice = [state.rules.dice] * state.players
    state.cards = Zones.start(state.layouts(state.rules, state.players)["cards"], state.pile)
    state.seats, state.finished = tuple(players), ()
    state.direction, state.turn, state.turns, state.roll = CLOCKWISE, 0, 0, ()
    state.stack.append(Starting(CHANCE, state.seats, ()))
    state.stack += [Drawing(CHANCE, player, HAND) for player in reversed(players)]


def roll_for_start(state: WazabiState, action: Roll, frame: Starting) -> None:
    """Note the wazabi of a roll for the start; the most begins, and who ties rolls again (W-3, W-3a)."""
    rolling, shown = frame.rolling, (*frame.shown, action.wazabi)
    if len(shown) < len(rolling):
        state.stack.append(Starting(CHANCE, rolling, shown))
        return
    best = tuple([player for player, count in zip(rolling, shown, strict=True) if count == max(shown)])
    if len(best) == 1:
        open_turn(state, best[0])
    else:
        again = best if state.rules.start_tie == "reroll" else rolling
        state.stack.append(Starting(CHANCE, again, ()))


def open_turn(state: WazabiState, player: int) -> None:
    """Let a player roll all dice (W-6), unless the limit of turns is reached."""
    state.turn, state.roll = player, ()
    if state.turns >= state.rules.turn_limit:
        state.reason = f"the limit of {state.rules.turn_limit} turns is reached"
        return
    state.turns += 1
    state.stack.append(Rolling(CHANCE, player))


def next_turn(state: WazabiState) -> None:
    """End a turn of which nothing is open any more, and open the one that follows."""
    player = state.turn
    lay_off(state)
    follower = state.neighbour(player, state.direction)
    if not state.dice[player] and not _goes_on_after(state, player):
        return
    while state.turns < state.rules.turn_limit and (waiting := state.cards.cards[state.before(follower)]):
        state.cards.give(waiting[0], state.before(follower), state.discard)
        state.reveal(TurnMissed(follower), ALL)  # W-20a
        state.turns += 1
        follower = state.neighbour(follower, state.direction)
    open_turn(state, follower)


def lay_off(state: WazabiState) -> None:
    """Put the played card on the discard pile once its effect is over (W-11, W-11a)."""
    for face in state.cards.cards[state.played][:]:
        state.cards.give(face, state.played, state.discard)


def _goes_on_after(state: WazabiState, player: int) -> bool:
    """Count what a player without dice has won, and tell whether the others play on (W-27)."""
    if not state.rules.play_on:
        _end_round(state, player)
        return False
    _leave(state, player)
    if len(state.seats) > 1:
        return True
    state.finished += state.seats
    state.reason = "one player is left (W-27)"
    return False


def _leave(state: WazabiState, player: int) -> None:
    """Take a player who has finished off the table: the hand is discarded, neighbours close up (W-27a)."""
    state.reveal(HandDiscarded(player, tuple(state.cards.cards[player])), ALL)
    state.cards.pour(player, state.discard)
    state.seats = tuple([other for other in state.seats if other != player])
    state.finished += (player,)
    _score(state, (player,), len(state.seats))


def _end_round(state: WazabiState, player: int) -> None:
    """Score a round (W-32, W-32a); the next one follows, or the game is over."""
    side = state.side(player)
    state.finished = (player,)
    _score(state, side, sum(dice for other, dice in enumerate(state.dice) if other not in side))
    if state.round < state.rules.rounds:
        state.reveal(RoundWon(state.round, player), ALL)
        state.round += 1
        open_round(state)
    elif state.rules.rounds > 1:
        state.reason = f"all {state.rules.rounds} rounds are played (W-32)"
    else:
        state.reason = f"player {player} has no dice left ({'W-30' if state.rules.teams else 'W-27'})"


def _score(state: WazabiState, side: tuple[int, ...], points: int) -> None:
    state.points = tuple([had + points if player in side else had for player, had in enumerate(state.points)])
