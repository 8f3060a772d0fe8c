"""Positions of Wazabi laid out by hand, and random play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from toolkit.core.decision import CHANCE
from toolkit.core.hidden import Zones
from toolkit.games.wazabi import NAMES, Rules
from toolkit.games.wazabi.game import GAME
from toolkit.games.wazabi.play import Rolling
from toolkit.games.wazabi.state import WazabiState


def new_game(players: int, **rules: Any) -> WazabiState:
    """Return a game at its beginning."""
    return cast("WazabiState", GAME.new(players, Rules(**rules)))


def table(
    players: int = 3,
    *,
    dice: Sequence[int] = (),
    rest: str = "pile",
    direction: int = 1,
    heaps: Mapping[str, Sequence[str]] | None = None,
    **rules: Any,
) -> WazabiState:
    """Return a game in which player 0 is about to roll.

    `heaps` names the cards of some heaps ("hand 0", "pile", "discard", "before 1"); all others lie in `rest`.
    """
    held = list(dice) or [4] * players
    state = new_game(players, dice=-(-sum(held) // players), **rules)  # as many were dealt
    layout = state.cards.layout
    cards: list[list[int]] = [[] for _ in layout.viewers]
    left = cards[layout.number[rest]]
    left += layout.deck
    for heap, names in (heaps or {}).items():
        faces = sorted(map(NAMES.index, names))
        for face in faces:
            left.remove(face)
        cards[layout.number[heap]] += faces
    state.cards = Zones(layout, [sorted(heap) for heap in cards], [[] for _ in cards])
    state.dice = held
    state.direction, state.turns = direction, 1
    state.stack = [Rolling(CHANCE, 0)]
    return state


def deal(state: WazabiState) -> WazabiState:
    """Deal cards, always the first that can come."""
    while state.decision_kind() == "draw":
        state.apply(state.chance_outcomes()[0][0])
    return state


def lying(state: WazabiState, heap: str) -> list[str]:
    """Return the cards of a heap."""
    return [NAMES[face] for face in state.cards.cards[state.cards.layout.number[heap]]]


def roller(state: WazabiState) -> int:
    """Return who is about to roll."""
    assert state.decision_kind() == "roll"
    return state.stack[-1].player
