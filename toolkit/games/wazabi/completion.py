"""A position completed to a game that can be played on: the unseen cards are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.hidden import Zones
from toolkit.games.wazabi.cards import NAMES
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.position import MISS
from toolkit.games.wazabi.state import WazabiState
from toolkit.games.wazabi.turns import next_turn

if TYPE_CHECKING:
    from random import Random

    from toolkit.games.wazabi.position import Position


def complete(position: Position, random: Random) -> WazabiState:
    """Return a game in a position, when it is the turn of the player who asks (or that turn is missed, W-20).

    The unseen cards are dealt uniformly, and nobody knows a card of another's hand. It is not known in which
    order players have finished: they count as if in the order of their seats. The turn limit counts from
    here.
    """
    state = WazabiState.begin(position.rules, position.players)
    state.dice, state.direction, state.round = list(position.dice), position.direction, 1
    state.seats = tuple(seat for seat, dice in enumerate(position.dice) if dice)
    state.finished = tuple(seat for seat, dice in enumerate(position.dice) if not dice)
    state.points = _points(position.players, state.finished)
    state.turns, state.roll, state.reason = 0, (), ""
    state.cards = _dealt(position, state, random)
    state.turn = state.neighbour(position.me, -position.direction)  # W-20a: the turn after this one
    next_turn(state)
    return state


def _points(players: int, finished: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many finish later than each of those who have finished (W-27a)."""
    later = {seat: players - place for place, seat in enumerate(finished, 1)}
    return tuple(later.get(seat, 0) for seat in range(players))


def _dealt(position: Position, state: WazabiState, random: Random) -> Zones:
    layout = GAME.state_type.layouts(position.rules, position.players)["cards"]
    cards: list[list[int]] = [[] for _ in layout.viewers]
    unseen = [NAMES.index(name) for name, count in position.unseen.items() for _ in range(count)]
    random.shuffle(unseen)
    for seat, size in enumerate(position.hands):
        cards[seat] = _faces(position.hand) if seat == position.me else [unseen.pop() for _ in range(size)]
        cards[state.before(seat)] = _faces((MISS,) * position.misses[seat])
    cards[state.discard], cards[state.pile] = _faces(position.discard), unseen
    return Zones(layout, [sorted(zone) for zone in cards], [[] for _ in cards])


def _faces(names: tuple[str, ...]) -> list[int]:
    return [NAMES.index(name) for name in names]
