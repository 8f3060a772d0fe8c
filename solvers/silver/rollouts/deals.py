"""Rollouts from a position: the hidden cards are dealt anew for each of them."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import get_args

from solvers.silver.rollouts import layout as at
from solvers.silver.rollouts.cards import card_at, pile_card_at
from solvers.silver.rollouts.running import Start
from solvers.silver.rollouts.starts import from_state
from toolkit.core.errors import ToolkitError, quote
from toolkit.games.silver.completion import Hidden, Insight
from toolkit.games.silver.game import GAME
from toolkit.games.silver.position import Position


def from_position(position: Position, *, insight: Insight = "own") -> Start:
    """Return a position as the beginning of rollouts, each with another deal of the hidden cards.

    `insight`, who acts, and errors are as in `toolkit.games.silver.completion.complete`; besides,
    `ToolkitError` for an insight that there is not.
    """
    if insight not in get_args(Insight):
        raise ToolkitError(f"no insight {quote(insight)}; there are {' and '.join(get_args(Insight))}")
    start = from_state(GAME.complete(position, Random(0), insight=insight))
    hidden = Hidden(position)

    def deal(random: Random) -> list[int]:
        numbers, rest = hidden.deal(random)
        return [*numbers, *rest]

    return replace(start, places=_places(start, position, hidden), deal=deal)


def _places(start: Start, position: Position, hidden: Hidden) -> tuple[int, ...]:
    """Return where the hidden cards stand in the table: villages, the bag of the deck, forgotten discards."""
    villages = [card_at(player, slot) + at.FACE for player, slot in hidden.places]
    bag = [pile_card_at(at.DECK, index) + at.FACE for index in range(start.table[at.BAG])]
    forgotten = [pile_card_at(at.DISCARD_PILE, index) + at.FACE for index in range(position.forgotten)]
    return (*villages, *bag, *forgotten)
