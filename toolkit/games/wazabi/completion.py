"""A position completed to a game that can be played on, for `GAME.complete`: the unseen cards are dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from toolkit.core.hidden import HIDDEN
from toolkit.core.position import deal
from toolkit.games.wazabi.cards import NAMES
from toolkit.games.wazabi.position import MISS
from toolkit.games.wazabi.state import WazabiState
from toolkit.games.wazabi.turns import CLOCKWISE, next_turn

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from toolkit.games.wazabi.position import Position


def complete(position: Position, random: Random) -> WazabiState:
    """Return a game in a position, when it is the turn of the player who asks (or that turn is missed, W-20).

    The unseen cards are dealt uniformly, and nobody knows a card of another's hand. It is not known in which
    order players have finished: they count as if in the order of their seats. The turn limit counts from
    here.
    """
    players = position.players
    state = WazabiState.begin(position.rules, players)
    state.dice, state.round = list(position.dice), 1
    state.direction = CLOCKWISE if position.direction == "clockwise" else -CLOCKWISE
    state.seats = tuple(seat for seat, dice in enumerate(position.dice) if dice)
    state.finished = tuple(seat for seat, dice in enumerate(position.dice) if not dice)
    state.points = _points(players, state.finished)
    state.turns, state.roll, state.reason = 0, (), ""
    layout = state.layouts(position.rules, players)["cards"]
    state.cards = deal(layout, _lies(position), random, position.me)
    state.turn = state.neighbour(position.me, -state.direction)  # W-20a: the turn after this one
    next_turn(state)
    return state


def _points(players: int, finished: tuple[int, ...]) -> tuple[int, ...]:
    """Return how many finish later than each of those who have finished (W-27a)."""
    later = {seat: players - place for place, seat in enumerate(finished, 1)}
    return tuple(later.get(seat, 0) for seat in range(players))


def _lies(position: Position) -> dict[str, list[int]]:
    hands = {f"hand {seat}": [HIDDEN] * size for seat, size in enumerate(position.hands)}
    before = {f"before {seat}": _faces([MISS] * misses) for seat, misses in enumerate(position.misses)}
    mine = {f"hand {position.me}": _faces(position.hand), "discard": _faces(position.discard)}
    return {**hands, **before, **mine, "pile": [HIDDEN] * position.draw}


def _faces(names: Iterable[str]) -> list[int]:
    return [NAMES.index(name) for name in names]
